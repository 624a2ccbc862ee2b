"""Texts in a terminal by the columns they take: a Hangul syllable is as wide as two letters."""

from collections.abc import Iterator
from unicodedata import east_asian_width

WIDE = ("W", "F")


def columns(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(2 if east_asian_width(char) in WIDE else 1 for char in text)


def padded(text: str, width: int) -> str:
    """Return a text with spaces behind it up to so many columns."""
    return text + " " * max(0, width - columns(text))


def filled(text: str, width: int, *, first: str, following: str) -> Iterator[str]:
    """Yield a text's lines of so many columns, each behind what it begins with, never in a word."""
    line, empty = first, True
    for word in text.split():
        apart = "" if empty else " "
        if not empty and columns(line) + len(apart) + columns(word) > width:
            yield line
            line, apart = following, ""
        line, empty = f"{line}{apart}{word}", False
    yield line
