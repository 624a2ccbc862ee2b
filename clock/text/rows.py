"""Rows as values, and what is made of them last: words to draw and sentences to say.

What a row means is in its type. A plain `str` is only words: whatever somebody typed, "- five" or
"10→5 blitz", it is drawn and said as it was typed.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from shutil import get_terminal_size
from unicodedata import east_asian_width

import msgspec

from clock.text.glyphs import ROW, fits, longest, plain
from clock.text.language import N_, tr

WIDTH_MAX = 100
"""Columns of a terminal that are used: longer lines are hard to read."""


class Key(Enum):
    """A button, drawn as a lit key with this on it.

    No StrEnum: a key must never equal a sign that somebody typed, in a cache least of all.
    """

    MINUS = "-"
    PLUS = "+"
    OK = "OK"


Words = tuple[str | Key, ...]
"""Texts and keys in their order: `(Key.MINUS, Key.PLUS, "browse")`."""


class Row(msgspec.Struct, frozen=True, tag=True):
    """Words at the left end of a row, and at its right end."""

    left: Words
    right: Words = ()


class FigureChange(msgspec.Struct, frozen=True, tag=True):
    """A figure before and after an act: "Left 58:00→57:00"."""

    label: str
    before: str
    after: str


class CellRow(msgspec.Struct, frozen=True, tag=True):
    """A row of a table, each text at the right of its column."""

    texts: tuple[str, ...]
    widths: tuple[int, ...]
    """Characters of each column."""


AnyRow = str | Row | FigureChange | CellRow


# In words


def ends(row: AnyRow) -> tuple[Words, ...]:
    """Return the words of a row: those of both ends, or of all of it."""
    match row:
        case Row():
            return (row.left, row.right) if row.right else (row.left,)
        case FigureChange():
            return ((f"{row.label} {row.before}→{row.after}",),)
        case CellRow():
            each = zip(row.texts, row.widths, strict=True)
            return ((" ".join(f"{text:>{width}}" for text, width in each),),)
    return ((row,),)


def label_of(word: str | Key) -> str:
    """Return a text, or the label of a key."""
    return word.value if isinstance(word, Key) else word


def in_words(words: Words) -> str:
    """Return texts and keys as one text."""
    return " ".join(map(label_of, words))


def one_text(row: AnyRow) -> str:
    """Return a row as one text, with the least room between its ends."""
    return "  ".join(map(in_words, ends(row)))


def with_key(template: str, key: Key, **values: object) -> Words:
    """Return a translated template in words, with a key where it has `{key}`."""
    before, _, after = template.partition("{key}")
    parts = before.strip().format(**values), key, after.strip().format(**values)
    return tuple(part for part in parts if part)


# In sentences


def spoken(row: AnyRow) -> str:
    """Return a row for those who listen: its ends, the names of its keys, and a change."""
    match row:
        case Row():
            return ", ".join(map(_spoken, ends(row)))
        case FigureChange():
            before = f"{row.label} {row.before}"
            return tr("{before}, now {after}").format(before=before, after=row.after)
        case CellRow():
            return ", ".join(row.texts)
    return row


def _spoken(words: Words) -> str:
    if words[:2] == (Key.MINUS, Key.PLUS):
        words = (tr("Minus and Plus"), *words[2:])
    text = ""
    for word in words:
        name = tr(_NAMES[word]) if isinstance(word, Key) else word
        # Where the first word is a key, a later one begins what the next button does.
        between = ", " if isinstance(word, Key) and isinstance(words[0], Key) else " "
        text += between + name if text else name
    return text


_NAMES = {Key.MINUS: N_("Minus"), Key.PLUS: N_("Plus"), Key.OK: "OK"}


def sentences(parts: Iterable[str]) -> str:
    """Join parts as sentences, with full stops; empty parts are left out."""
    bare = (part.rstrip(".") for part in parts if part)
    return " ".join(part if part.endswith("?") else f"{part}." for part in bare)


# In rows of the displays (by their glyphs) and in lines of a terminal (by its columns)


def lines(text: str, fit: Callable[[str], bool]) -> Iterator[str]:
    """Break a paragraph at its words into lines that fit; a word too long is a line of its own."""
    return map(in_words, broken(text.split(), lambda words: fit(in_words(words))))


def broken(words: Iterable[str | Key], fit: Callable[[Words], bool]) -> Iterator[Words]:
    """Break words and keys into lines that fit; a word too long is a line of its own."""
    line: Words = ()
    for word in words:
        if line and not fit((*line, word)):
            yield line
            line = ()
        line = (*line, word)
    if line:
        yield line


def wrapped(text: str) -> tuple[str, ...]:
    """Break a paragraph into rows of the displays; a word longer than a row is broken as well."""
    return tuple(lines(" ".join(_pieces(text)), fits))


def cut(text: str) -> str:
    """Return a text in one row of the displays, with an ellipsis if it was longer."""
    if fits(text):
        return text
    text = plain(text)
    return text[: longest(text, ROW - 1)].rstrip() + "…"


def cut_title(title: str) -> str:
    """Return as much of a title as one row holds, broken at a comma if possible."""
    while not fits(title) and "," in title:
        title = title.rpartition(",")[0]
    return cut(title)


def unfinished(text: str) -> str:
    """Return a row that goes on, without its last word if the sign for that has no room else."""
    more = f"{text} …"
    return more if fits(more) else f"{text.rpartition(' ')[0]} …"


def display_rows(row: AnyRow) -> tuple[AnyRow, ...]:
    """Return a row, or a paragraph, in rows that fit; a change is broken before its arrow."""
    match row:
        case str():
            return (row,) if fits(row) else wrapped(row)
        case FigureChange() if not fits(one_text(row)):
            arrow = "→ " if fits(f"→ {row.after}") else "→"
            return cut(f"{row.label} {row.before}"), cut(f"{arrow}{row.after}")
    return (row,)


def terminal_width() -> int:
    """Return the columns of the terminal, or of COLUMNS: at most WIDTH_MAX, the default."""
    return min(WIDTH_MAX, get_terminal_size((WIDTH_MAX, 24)).columns)


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for a Hangul syllable."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def padded(text: str, count: int) -> str:
    """Return a text filled with spaces up to so many columns."""
    return text + " " * max(0, count - columns(text))


def indented(text: str, count: int, *, first: str, following: str) -> Iterator[str]:
    """Break a paragraph into lines of a number of columns, with a prefix."""
    room = count - max(columns(first), columns(following))
    found = lines(text, lambda line: columns(line) <= room)
    return ((following if at else first) + line for at, line in enumerate(found))


def _pieces(text: str) -> Iterator[str]:
    for word in text.split():
        rest = word if fits(word) else plain(word)
        while not fits(rest):
            end = longest(rest, ROW)
            yield rest[:end]
            rest = rest[end:]
        yield rest
