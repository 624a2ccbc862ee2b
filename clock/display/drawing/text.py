"""Rows of small text: any string becomes glyphs of 5x10 or, of Hangul, 9x9 pixels, never a box.

The room of a row is told in columns of a letter; `clock.text.glyphs` measures what goes into it.
"""

from functools import lru_cache

from PIL import Image

from clock.display.drawing.atlas import twice
from clock.display.drawing.hangul import syllable
from clock.text.glyphs import LETTER, fits, is_syllable, longest, parts, plain, width
from clock.text.letters import CHARS, MARKS, SHEET, TAILS

ADVANCE = LETTER
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


def fit(text: str, columns: int) -> str:
    """The plain text in at most `columns` columns; cut, it ends at a word, with an ellipsis."""
    text = plain(text).rstrip()
    if fits(text, columns):
        return text
    if columns < 1:
        return ""
    kept = text[: longest(text, columns - 1)]
    if text[len(kept)].isalnum() and " " in kept.strip():
        whole = kept.rstrip().rpartition(" ")[0].rstrip()
        # A long last word may be cut inside: half a row left empty would tell less.
        kept = whole if width(whole) * 2 >= columns * LETTER else kept
    return kept.rstrip(" ,;:.-–") + "…"


@lru_cache(maxsize=512)
def _glyph(char: str) -> Image.Image:
    if is_syllable(char):
        return syllable(char)
    letter, marks = parts(char)
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
def row(text: str, columns: int, room: int | None = None) -> Image.Image:
    """The text, cut to fit, as a 1-bit image, lit on dark, `ROW` high, as wide as its letters.

    Where it is wider than `room` in pixels its spaces are narrowed, as far as one still sees them.
    """
    shown = fit(text, columns)
    spaces, over = shown.count(" "), 0 if room is None else width(shown) - 1 - room
    narrower = max(0, min(-(-over // spaces), LETTER // 2)) if spaces else 0
    image = Image.new("1", (max(1, width(shown) - 1 - spaces * narrower), ROW))
    left = 0
    for char in shown:
        image.paste(_glyph(char), (left, 0))
        left += width(char) - (narrower if char == " " else 0)
    return image


@lru_cache(maxsize=32)
def large_row(text: str, columns: int) -> Image.Image:
    """The row at twice its size: a 1-bit image, `2 * ROW` high."""
    return twice(row(text, columns))


def wrap(text: str, columns: int, rows: int) -> tuple[str, ...]:
    """The plain text in at most `rows` rows of `columns` columns, broken at words."""
    lines: list[str] = []
    words = plain(text).split()
    while words and len(lines) < rows:
        line = words.pop(0)
        while words and fits(f"{line} {words[0]}", columns):
            line += " " + words.pop(0)
        if words and len(lines) == rows - 1:
            line = " ".join((line, *words))
            words = []
        lines.append(fit(line, columns))
    return tuple(lines)
