"""A face or a page as a 1-bit image, as large as the display, from shapes that are drawn once.

The time takes what room there is; under it or beside it stands the panel: the stone, the moves, the
period and the signs. The seat that runs has digits in a broad pen and a lit panel; the seat that
rests has fine digits, and its panel is dark. No screen is lit as a whole: it glares, and burns in.
"""

from PIL import Image

from clock.display.drawing.page import narrow_page, wide_page
from clock.display.drawing.panel import (
    BAR_HEIGHT,
    COLUMN_WIDTH,
    STRIP_HEIGHT,
    bar,
    block,
    column,
    panel_of,
    strip,
)
from clock.display.drawing.signs import flag
from clock.display.drawing.text import ADVANCE, ROW, row
from clock.display.drawing.time import Box, put_time
from clock.display.face import Face, Page, Sign
from clock.rules.units import MINUTE_NS

ORBIT_EVERY_NS = 4 * MINUTE_NS
"""How long a picture stays where it is."""
NARROW = (128, 64)
WIDE = (256, 64)
WORDS_MAX = 4
"""Rows of words that a face has room for."""

# Of a narrow face with three or four rows of words: where the panel begins, beside the digits.
_BLOCK_LEFT = 76
# Of a wide face with two rows of words or more: the left half, the words, and their rows.
_HALF = 122
_WORDS_LEFT = 130
_WORDS_PITCH = 14


def draw(face: Face | Page, size: tuple[int, int]) -> Image.Image:
    """Return a face or page as a mode "1" image of `size`; ValueError below 128 x 64 pixels.

    It is drawn for 128 x 64 or 256 x 64 pixels. A larger display shows whichever fills more of it,
    whole times as large, in its middle.
    """
    scale, layout = max((min(size[0] // w, size[1] // h), (w, h)) for w, h in (NARROW, WIDE))
    if scale == 0:
        raise ValueError(f"a face needs 128x64 pixels, not {size[0]}x{size[1]}")
    if isinstance(face, Page):
        drawn = narrow_page(face) if layout == NARROW else wide_page(face)
    else:
        drawn = _narrow(face) if layout == NARROW else _wide(face)
    if layout == size:
        return drawn
    width, height = layout[0] * scale, layout[1] * scale
    image = Image.new("1", size)
    middle = ((size[0] - width) // 2, (size[1] - height) // 2)
    image.paste(drawn.resize((width, height), Image.Resampling.NEAREST), middle)
    return image


def orbited(image: Image.Image, step: int) -> Image.Image:
    """Return a picture moved by a pixel, round and round, so that it does not burn in.

    Its last row and column leave it: the rim of the lit panel, and outermost pixels of some faces.
    """
    right, down = ((0, 0), (1, 0), (1, 1), (0, 1))[step % 4]
    if not (right or down):
        return image
    moved = Image.new(image.mode, image.size)
    moved.paste(image, (right, down))
    return moved


def _words_and_rows(face: Face) -> tuple[tuple[str, ...], int]:
    """The words that fit, and the rows reserved for them: one beside both times."""
    most = WORDS_MAX if face.other is None else 1
    return face.words[:most], min(most, max(len(face.words), face.rows))


def _narrow(face: Face) -> Image.Image:
    image = Image.new("1", NARROW)
    words, rows = _words_and_rows(face)
    if rows <= 2:
        _put_over_bar(image, face, words, rows, NARROW[0])
        return image
    # Three or four rows leave a band: small digits, and the panel as a block beside them.
    height = NARROW[1] - ROW * rows - 1
    _put_time_and_flag(image, face, (0, 0, _BLOCK_LEFT - 3, height - 1), (13, min(height - 1, 22)))
    image.paste(block(panel_of(face), NARROW[0] - _BLOCK_LEFT, height), (_BLOCK_LEFT, 0))
    for i, text in enumerate(words):
        image.paste(row(text, 21), (1, NARROW[1] - ROW * (rows - i)))
    return image


def _wide(face: Face) -> Image.Image:
    image = Image.new("1", WIDE)
    words, rows = _words_and_rows(face)
    if rows > 1:
        # The left half is a narrow face without words, the words have the right half.
        _put_over_bar(image, face, (), 0, _HALF)
        top = (WIDE[1] - _WORDS_PITCH * len(words)) // 2 + 1
        for i, text in enumerate(words):
            image.paste(row(text, 21), (_WORDS_LEFT, top + _WORDS_PITCH * i))
        return image
    width = WIDE[0] - COLUMN_WIDTH - 6
    height = 62 - (ROW + 3) * rows
    if face.other is not None:
        height -= STRIP_HEIGHT + 2
        image.paste(strip(face.other, width), (0, NARROW[1] - STRIP_HEIGHT))
    _put_time_and_flag(image, face, (0, 1, width, height), (34, min(height, 56)))
    _put_words(image, words, 1 + height + 2, width)
    image.paste(column(panel_of(face)), (WIDE[0] - COLUMN_WIDTH, 0))
    return image


def _put_over_bar(
    image: Image.Image, face: Face, words: tuple[str, ...], rows: int, width: int
) -> None:
    """Draw the digits, room for at most two rows of words, and the panel as a bar at the foot."""
    foot = image.height - BAR_HEIGHT
    height = foot - 2 - (ROW + (rows == 1)) * rows
    if face.other is not None:
        height -= STRIP_HEIGHT + 1
        image.paste(strip(face.other, width), (0, foot - STRIP_HEIGHT - 1))
    _put_time_and_flag(image, face, (0, 0, width, height), (24, min(height, 44)))
    _put_words(image, words, height + 1 + ROW * (rows - len(words)) // 2, width)
    image.paste(bar(panel_of(face), width), (0, foot))


def _put_time_and_flag(image: Image.Image, face: Face, box: Box, size: tuple[int, int]) -> None:
    """Draw the time in its box, and right of it the flag, of a size, if the clapper has fallen."""
    left, top, width, height = box
    if Sign.CLAPPER in face.signs:
        image.paste(flag(*size), (left + width - size[0] - 1, top + (height - size[1]) // 2))
        width -= size[0] + 6
    put_time(image, face.time, (left, top, width, height), face.running)


def _put_words(image: Image.Image, words: tuple[str, ...], top: int, width: int) -> None:
    """Draw one row of words in the middle, two rows one under the other from the left."""
    for i, text in enumerate(words):
        shown = row(text, width // ADVANCE)
        left = (width - shown.width) // 2 if len(words) == 1 else 1
        image.paste(shown, (left, top + ROW * i))
