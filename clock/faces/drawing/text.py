"""Rows of small text: any string becomes glyphs of 5x10 pixels, six pixels apart, never a box."""

from functools import lru_cache
from unicodedata import category, combining, normalize

from PIL import Image

from clock.faces.drawing.atlas import twice
from clock.faces.drawing.letters import CHARS, MARKS, SHEET, SPELT, TAILS

ADVANCE = 6
"""Pixels from one letter to the next."""
ROW = 10
"""Pixels of a row of text, marks above and tails below included."""
CAP_TOP = 2
"""Pixels above a capital, where the marks stand."""


def _read_sheet() -> dict[str, tuple[str, ...]]:
    glyphs: list[tuple[str, ...]] = []
    for block in SHEET.strip("\n").split("\n\n"):
        glyphs += zip(*(line.split("|") for line in block.split("\n")), strict=True)
    return dict(zip(CHARS, glyphs, strict=True))


_SHEET = _read_sheet()


def _parts(char: str) -> tuple[str, str]:
    """A character as a letter of the sheet and the marks on it; ("", "") if the sheet lacks it."""
    if char in _SHEET:
        return char, ""
    letter, *marks = list(normalize("NFD", char))
    if letter in _SHEET and all(mark in MARKS or mark in TAILS for mark in marks):
        return letter, "".join(marks)
    return "", ""


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """The text in characters that have a glyph: unaccented, or spelt, where it has none."""
    told = []
    for char in normalize("NFC", text):
        if _parts(char)[0]:
            told.append(char)
        elif char in SPELT:
            told.append(SPELT[char])
        elif category(char) == "Cc" or char.isspace():
            told.append(" ")
        elif not combining(char) and category(char) != "Cf":
            bare = [c for c in normalize("NFKD", char) if c in _SHEET or c in SPELT]
            told.append("".join(SPELT.get(c, c) for c in bare) or "?")
    return "".join(told)


def fit(text: str, columns: int) -> str:
    """The plain text in at most `columns` characters; cut, it ends at a word, with an ellipsis."""
    text = plain(text).rstrip()
    if len(text) <= columns:
        return text
    if columns < 1:
        return ""
    kept = text[: columns - 1]
    if text[columns - 1].isalnum() and " " in kept.strip():
        whole = kept.rstrip().rpartition(" ")[0].rstrip()
        # A long last word may be cut inside: half a row left empty would tell less.
        kept = whole if len(whole) * 2 >= columns else kept
    return kept.rstrip(" ,;:.-–") + "…"


@lru_cache(maxsize=512)
def _glyph(char: str) -> Image.Image:
    letter, marks = _parts(char)
    rows = list(_SHEET[letter])
    above = [mark for mark in marks if mark in MARKS]
    if above and letter in "ij":
        rows = list(_SHEET["ı" if letter == "i" else "ȷ"])
    tall = "#" in rows[0] + rows[1]
    if above and tall:
        # A capital gives a row to its mark, where the letter bears it best.
        del rows[1 if letter == "Z" else 2]
        rows.insert(0, ".....")
    rows = ["....."] * CAP_TOP + rows
    for mark in above:
        shape = MARKS[mark]
        top = max(0, (2 if tall else 3) - len(shape))
        rows[top : top + len(shape)] = shape
    for mark in marks:
        rows[-1] = TAILS.get(mark, rows[-1])
    image = Image.new("1", (5, ROW))
    image.putdata([255 if dot == "#" else 0 for row in rows for dot in row])
    return image


@lru_cache(maxsize=256)
def row(text: str, columns: int) -> Image.Image:
    """The text, cut to fit, as a 1-bit image, lit on dark, `ROW` high, as wide as its letters."""
    shown = fit(text, columns)
    image = Image.new("1", (max(1, ADVANCE * len(shown) - 1), ROW))
    for i, char in enumerate(shown):
        image.paste(_glyph(char), (ADVANCE * i, 0))
    return image


@lru_cache(maxsize=32)
def large_row(text: str, columns: int) -> Image.Image:
    """The row at twice its size: a 1-bit image, `2 * ROW` high."""
    return twice(row(text, columns))


def wrap(text: str, columns: int, rows: int) -> tuple[str, ...]:
    """The plain text in at most `rows` rows of `columns` characters, broken at words."""
    lines: list[str] = []
    words = plain(text).split()
    while words and len(lines) < rows:
        line = words.pop(0)
        while words and len(line) + 1 + len(words[0]) <= columns:
            line += " " + words.pop(0)
        if words and len(lines) == rows - 1:
            line = " ".join((line, *words))
            words = []
        lines.append(fit(line, columns))
    return tuple(lines)
