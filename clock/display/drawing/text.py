"""Rows of small text: letters of 5x10 pixels and Hangul syllables of 9x9, never a box.

A row's room is in columns of a letter, as `clock.text.glyphs` measures it.
"""

import zlib
from functools import cache, lru_cache
from importlib import resources

from PIL import Image

from clock.display.drawing.atlas import lit, twice
from clock.display.drawing.targets import DrawnTarget, move_targets, note_target
from clock.text.glyphs import (
    CHARS,
    LETTER,
    MARKS,
    TAILS,
    fits,
    is_syllable,
    longest,
    parts,
    plain,
    width,
)
from clock.text.rows import AnyRow, Key, Words, broken, ends, in_words, label_of, lines

ADVANCE = LETTER
"""Pixels from one letter to the next."""
ROW = 10
"""Pixels of a row of text, marks above and tails below included."""
CAP_TOP = 2
"""Pixels above a capital, where the marks stand."""


SIDE = 9
"""Pixels of a Hangul syllable each way."""

_DATA = resources.files(__package__)


def _read_letters() -> dict[str, tuple[str, ...]]:
    """The rows of each letter of `letters.txt`: letters side by side, 0-6 on the line."""
    glyphs: list[tuple[str, ...]] = []
    for block in _DATA.joinpath("letters.txt").read_text().strip().split("\n\n"):
        glyphs += zip(*(line.split("|") for line in block.split("\n")), strict=True)
    return dict(zip(CHARS, glyphs, strict=True))


_LETTERS = _read_letters()


@cache
def _syllables() -> bytes:
    """The bits of all syllables in Unicode's order, without gaps: Galmuri9 by `tools/hangul.py`."""
    return zlib.decompress(_DATA.joinpath("hangul.bin").read_bytes())


def syllable(char: str) -> Image.Image:
    """A Hangul syllable as a 1-bit image of `SIDE` x `SIDE` pixels, lit on dark."""
    count = SIDE * SIDE
    start = (ord(char) - ord("가")) * count
    end = start + count
    bits = int.from_bytes(_syllables()[start // 8 : -(-end // 8)]) >> (-end % 8)
    image = Image.new("1", (SIDE, SIDE))
    image.putdata([255 if bits >> (count - 1 - i) & 1 else 0 for i in range(count)])
    return image


def fit(text: str, columns: int) -> str:
    """The plain text in at most `columns` columns; cut, it ends at a word, with an ellipsis."""
    text = plain(text).rstrip()
    if fits(text, columns):
        return text
    if columns < 1:
        return ""
    start = text[: longest(text, columns - 1)]
    if text[len(start)].isalnum() and " " in start.strip():
        whole = start.rstrip().rpartition(" ")[0].rstrip()
        # A long last word may be cut inside, rather than leave half a row empty.
        start = whole if width(whole) * 2 >= columns * LETTER else start
    return start.rstrip(" ,;:.-–") + "…"


@lru_cache(maxsize=512)
def _glyph(char: str) -> Image.Image:
    if is_syllable(char):
        return syllable(char)
    letter, marks = parts(char)
    rows = list(_LETTERS[letter])
    above = [mark for mark in marks if mark in MARKS]
    if above and letter in "ij":
        rows = list(_LETTERS["ı" if letter == "i" else "ȷ"])
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


@lru_cache(maxsize=256)
def _with_keys(words: Words, columns: int) -> Image.Image:
    """Words with their keys lit, from a pixel before the first letter to one after the last.

    A key's target reaches to the next key, and the first one's has the words before it.
    """
    text = in_words(words)
    drawn, shown = row(text, columns), fit(text, columns)
    image = Image.new("1", (drawn.width + 2, ROW))
    image.paste(drawn, (1, 0))
    start = 0
    keys: list[tuple[Key, int]] = []
    for word in words:
        end = start + len(plain(label_of(word)))
        if isinstance(word, Key) and end <= len(shown):
            left, right = width(shown[:start]), width(shown[:end])
            image.paste(lit(image.crop((left, 1, right + 1, ROW))), (left, 1))
            keys.append((word, left if keys else 0))
        start = end + 1
    for i, (key, left) in enumerate(keys):
        end = keys[i + 1][1] if i + 1 < len(keys) else image.width
        note_target(image, DrawnTarget(key, (left, 0, end - left, ROW)))
    return image


def put_row(image: Image.Image, words: Words, columns: int, at: tuple[int, int]) -> None:
    """Draw words over what is there, their keys lit; Hangul stands a pixel lower."""
    left, top = at
    lower = any(map(is_syllable, in_words(words)))
    drawn, at = _with_keys(words, columns), (left - 1, top + lower)
    image.paste(255, at, drawn)
    move_targets(drawn, image, at)


def put_ends(image: Image.Image, whole: AnyRow, left: int, top: int) -> None:
    """Draw a row from `left` on, its second end at the image's right end."""
    columns = (image.width - left) // ADVANCE
    first, *second = ends(whole)
    put_row(image, first, columns, (left, top))
    for words in second:
        right = image.width - 1 - row(in_words(words), columns).width
        put_row(image, words, columns, (right, top))


@lru_cache(maxsize=32)
def large_row(text: str, columns: int) -> Image.Image:
    """The row at twice its size: a 1-bit image, `2 * ROW` high."""
    return twice(row(text, columns))


def wrap(text: str, columns: int, rows: int) -> tuple[str, ...]:
    """The plain text in at most `rows` rows of `columns` columns, broken at words."""
    whole = list(lines(plain(text), lambda line: fits(line, columns)))
    if len(whole) > rows:
        whole[rows - 1 :] = [" ".join(whole[rows - 1 :])]
    return tuple(fit(line, columns) for line in whole)


def wrap_row(whole: AnyRow, columns: int, rows: int) -> tuple[Words, ...]:
    """A row in at most `rows` rows of `columns` columns, broken between words and keys."""
    words = [each for end in ends(whole) for word in end for each in _words_of(word)]
    found = list(broken(words, lambda line: fits(in_words(line), columns)))
    if len(found) > rows:
        found[rows - 1 :] = [tuple(word for line in found[rows - 1 :] for word in line)]
    return tuple(found)


def _words_of(word: str | Key) -> Words:
    return (word,) if isinstance(word, Key) else tuple(plain(word).split())
