"""Paragraphs and rows, on the displays (by their glyphs) and in a terminal (by its columns)."""

import re
from collections.abc import Callable, Iterator
from unicodedata import east_asian_width

from clock.text.glyphs import LETTER, ROW, fits, longest, plain, width
from clock.text.language import N_, tr

_GAP_MIN = 2
"""Spaces between the two ends of a hint, at least."""


def lines(text: str, fit: Callable[[str], bool]) -> Iterator[str]:
    """Break a paragraph at its words into lines that fit; a word too long is a line of its own."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and not fit(longer):
            yield line
            longer = word
        line = longer
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


def spread(left: str, right: str) -> str:
    """Return a row with one text at its left end and one at its right."""
    spare = ROW * LETTER - width(plain(left)) - width(plain(right))
    return left + " " * max(_GAP_MIN, spare // LETTER) + right


def change_rows(change: str) -> tuple[str, ...]:
    """Return "Left 58:00→57:00", or any paragraph, in rows; a change is broken before its arrow."""
    if fits(change):
        return (change,)
    if "→" not in change:
        return wrapped(change)
    before, _, after = change.partition("→")
    return cut(before), cut(f"→ {after}" if fits(f"→ {after}") else f"→{after}")


def spoken(row: str) -> str:
    """Return a row for those who listen: its ends, the buttons before them, and a change."""
    row = _BUTTON.sub(lambda found: tr(_BUTTONS[found[0]]), row.strip())
    before, arrow, after = re.sub(" {2,}", ", ", row).partition("→")
    return tr("{before}, now {after}").format(before=before, after=after) if arrow else before


_BUTTONS = {"- +": N_("Minus and Plus"), "-": N_("Minus"), "+": N_("Plus")}
_BUTTON = re.compile(r"(?:^|(?<=  ))(- \+|-|\+)(?= )")


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for a Hangul syllable."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def padded(text: str, count: int) -> str:
    """Return a text filled with spaces up to so many columns."""
    return text + " " * max(0, count - columns(text))


def indented(text: str, count: int, *, first: str, following: str) -> Iterator[str]:
    """Break a paragraph into lines of so many columns, each after what it begins with."""
    room = count - max(columns(first), columns(following))
    broken = lines(text, lambda line: columns(line) <= room)
    return ((following if at else first) + line for at, line in enumerate(broken))


def _pieces(text: str) -> Iterator[str]:
    for word in text.split():
        rest = word if fits(word) else plain(word)
        while not fits(rest):
            end = longest(rest, ROW)
            yield rest[:end]
            rest = rest[end:]
        yield rest
