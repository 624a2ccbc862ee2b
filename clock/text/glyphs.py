"""The characters that the displays can draw, and their widths.

`display/drawing/letters.txt` is the sheet: it draws `CHARS`. Other Latin letters are composed of
these and of `MARKS` and `TAILS`. With the gap after it a letter takes `LETTER` pixels, a Hangul
syllable `SYLLABLE`. Rows are measured in columns of a letter's width.
"""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category, combining, normalize

CHARS = "".join(map(chr, range(0x20, 0x80))) + "…–·•°×←→↑↓✓±ßıȷ" + "ďťľĽ"
"""The characters of the sheet, in order."""

MARKS = {
    "\u0300": (".#...", "..#.."),
    "\u0301": ("...#.", "..#.."),
    "\u0302": ("..#..", ".#.#."),
    "\u0303": (".#..#", "#.##."),
    "\u0304": (".###.",),
    "\u0306": ("#...#", ".###."),
    "\u0307": ("..#..",),
    "\u0308": (".#.#.",),
    "\u030a": ("..#..", ".#.#.", "..#.."),
    "\u030b": ("..#.#", ".#.#."),
    "\u030c": (".#.#.", "..#.."),
}
"""Marks above a letter, by their combining character: grave, acute, circumflex, tilde, macron,
breve, dot, diaeresis, ring, double acute, caron."""

TAILS = {"\u0326": "..#..", "\u0327": "..##.", "\u0328": "...##", "\u0323": "..#.."}
"""Marks below a letter: comma, cedilla, ogonek, dot; one row each."""

SPELT = {
    "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe",
    "Œ": "OE", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "ŋ": "n", "ə": "e", "ſ": "s", "ẞ": "SS",
    "„": '"', "“": '"', "”": '"', "«": '"', "»": '"', "‚": "'", "‘": "'", "’": "'", "‹": "'",
    "›": "'", "—": "–", "−": "-", "‐": "-", "‑": "-", "⁄": "/", "¿": "?", "¡": "!", "÷": "/",
    "½": "1/2",
}  # fmt: skip
"""Spellings in letters of the sheet, for characters that are no letter with a mark."""

LETTER = 6
SYLLABLE = 10
ROW = 21
"""The columns of a row on the smaller display."""

_FIRST_SYLLABLE, _LAST_SYLLABLE = "가", "힣"
_LETTERS = frozenset(CHARS)


def is_syllable(char: str) -> bool:
    """Whether a character is a Hangul syllable; all 11,172 have a glyph."""
    return _FIRST_SYLLABLE <= char <= _LAST_SYLLABLE


def parts(char: str) -> tuple[str, str]:
    """Split a character into a letter of the sheet and its marks; ("", "") if impossible."""
    if char in _LETTERS:
        return char, ""
    letter, *marks = list(normalize("NFD", char))
    if letter in _LETTERS and all(mark in MARKS or mark in TAILS for mark in marks):
        return letter, "".join(marks)
    return "", ""


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """Return a text in characters with a glyph; others lose their marks, or are spelt."""
    return "".join("?" if shown is None else shown for shown in _shown(text))


@lru_cache(maxsize=1024)
def drawable(text: str) -> bool:
    """Whether every character of a text has a glyph or a spelling."""
    return all(shown is not None for shown in _shown(text))


@lru_cache(maxsize=2048)
def width(text: str) -> int:
    """Return the width of a plain text in pixels, with the gap after its last letter."""
    return sum(SYLLABLE if is_syllable(char) else LETTER for char in text)


def fits(text: str, columns: int = ROW) -> bool:
    """Whether a text fits the columns."""
    return width(plain(text)) <= columns * LETTER


def longest(text: str, columns: int) -> int:
    """Return the number of characters at the start of a plain text that fit the columns."""
    room = columns * LETTER
    for count, char in enumerate(text):
        room -= width(char)
        if room < 0:
            return count
    return len(text)


def _shown(text: str) -> Iterator[str | None]:
    """Yield the drawable form of each character; None if there is none."""
    for char in normalize("NFC", text):  # composed, as Hangul syllables have glyphs only as a whole
        if parts(char)[0] or is_syllable(char):
            yield char
        elif char in SPELT:
            yield SPELT[char]
        elif category(char) == "Cc" or char.isspace():
            yield " "
        elif not combining(char) and category(char) != "Cf":
            bare = [c for c in normalize("NFKD", char) if c in _LETTERS or c in SPELT]
            yield "".join(SPELT.get(c, c) for c in bare) or None
