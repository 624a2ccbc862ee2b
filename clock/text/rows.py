"""Texts in rows: cut, wrapped, or spread from one end to the other, by what the glyphs take."""

from clock.text.glyphs import LETTER, ROW, fits, longest, plain, width

_APART = 2
"""Spaces between the two ends of a hint, at least."""


def cut(text: str) -> str:
    """Return a text in one row."""
    return text if fits(text) else text[: longest(plain(text), ROW - 1)].rstrip() + "…"


def wrapped(text: str) -> tuple[str, ...]:
    """Return a text in rows, broken at words, and inside a word only if it fills a whole row."""
    rows: list[str] = []
    for word in text.split():
        if rows and fits(f"{rows[-1]} {word}"):
            rows[-1] += f" {word}"
            continue
        while not fits(word):
            end = longest(plain(word), ROW)
            rows.append(word[:end])
            word = word[end:]
        rows.append(word)
    return tuple(rows)


def spread(left: str, right: str) -> str:
    """Return two texts in a row: one at its left end, one at its right."""
    spare = ROW * LETTER - width(plain(left)) - width(plain(right))
    return left + " " * max(_APART, spare // LETTER) + right
