"""A face or a page as a 1-bit image, as large as the display, from shapes that are drawn once.

While a clock runs the time has nearly all of the display, always as large, and the panel the rest:
stone, moves, period and signs, or what is to be done. The seat that runs has digits in a broad pen
and a lit panel; the seat that waits has finer digits, and its panel is dark. A clock that stands
has a title over its digits, which is lit on the side that is to move, claims or has won, and rows
that explain under them. No screen is lit as a whole: it glares, and burns in.
"""

from PIL import Image, ImageChops, ImageDraw

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
    words_bar,
)
from clock.display.drawing.signs import flag
from clock.display.drawing.targets import move_targets
from clock.display.drawing.text import ROW, put_ends
from clock.display.drawing.time import Box, put_time
from clock.display.face import Face, Page, Sign
from clock.display.large.large_face import draw_face
from clock.display.large.large_page import draw_page
from clock.rules.units import MINUTE_NS

ORBIT_EVERY_NS = 4 * MINUTE_NS
"""How long a picture stays where it is."""
NARROW = (128, 64)
WIDE = (256, 64)
LARGE = (320, 240)
"""A screen from this on is no OLED: it shows colours and smooth edges, and does not burn in."""
ROWS_MAX = 3
"""Rows of words that a face with a title has room for."""

_TITLE_HEIGHT = 11
# Of a wide face with a title: how wide the digits are, and where the words begin.
_HALF, _WORDS_LEFT = 122, 130


def draw(face: Face | Page, size: tuple[int, int]) -> Image.Image:
    """Return a face or page as an image of `size`, 128 x 64 pixels or more.

    From LARGE on it has colours (`large`). A smaller one has the mode "1": it is drawn for 128 x 64
    or 256 x 64 pixels, and shows whichever fills more of it, whole times as large, in its middle.
    """
    if size[0] >= LARGE[0] and size[1] >= LARGE[1]:
        return draw_page(face, size) if isinstance(face, Page) else draw_face(face, size)
    scale, layout = max((min(size[0] // w, size[1] // h), (w, h)) for w, h in (NARROW, WIDE))
    if isinstance(face, Page):
        drawn = narrow_page(face) if layout == NARROW else wide_page(face)
    elif face.title:
        drawn = _standing(face, layout)
    else:
        drawn = _running(face, layout)
    if layout == size:
        return drawn
    width, height = layout[0] * scale, layout[1] * scale
    image = Image.new("1", size)
    middle = ((size[0] - width) // 2, (size[1] - height) // 2)
    image.paste(drawn.resize((width, height), Image.Resampling.NEAREST), middle)
    move_targets(drawn, image, middle, scale)
    return image


def orbit(image: Image.Image, step: int) -> Image.Image:
    """Return a picture moved by a pixel, round and round, against burn-in.

    Its first row and last column leave it: the rim of a lit bar, and outermost pixels of digits. It
    moves up, since the letters of the last row reach down to the edge.
    """
    right, up = ((0, 0), (1, 0), (1, 1), (0, 1))[step % 4]
    if not (right or up) or image.mode != "1":
        return image
    moved = Image.new(image.mode, image.size)
    moved.paste(image, (right, -up))
    move_targets(image, moved, (right, -up))
    return moved


def _running(face: Face, size: tuple[int, int]) -> Image.Image:
    """The time in a box that is the same for both seats, whatever the panel says."""
    image, panel = Image.new("1", size), panel_of(face)
    if size == NARROW:
        foot, width = BAR_HEIGHT + 2, NARROW[0]
        if panel.words:
            words, at = words_bar(panel), (0, size[1] - BAR_HEIGHT - 1)
            image.paste(words, at)
            move_targets(words, image, at)
        else:
            image.paste(bar(panel, width), (0, size[1] - BAR_HEIGHT))
    else:
        foot, width = 0, WIDE[0] - COLUMN_WIDTH - 6
        words, at = column(panel), (WIDE[0] - COLUMN_WIDTH, 0)
        image.paste(words, at)
        move_targets(words, image, at)
    _put_times(image, face, (0, 0, width, size[1] - foot))
    return image


def _standing(face: Face, size: tuple[int, int]) -> Image.Image:
    image, panel = Image.new("1", size), panel_of(face)
    words = face.words[:ROWS_MAX]
    _put_title(image, face)
    top = _TITLE_HEIGHT + 1
    if size == NARROW:
        room = size[1] - top - ROW * len(words) - (len(words) > 0)
        beside = block(panel, room - (STRIP_HEIGHT + 1 if face.other else 0))
        image.paste(beside, (size[0] - beside.width, top))
        left, width = 1, size[0] - beside.width - 3
    else:
        room = size[1] - top
        image.paste(bar(panel, size[0] - _WORDS_LEFT), (_WORDS_LEFT, top))
        left, width = _WORDS_LEFT, _HALF
    _put_times(image, face, (0, top, width, room))
    for i, each in enumerate(words):
        put_ends(image, each, left, size[1] - ROW * (len(words) - i))
    return image


def _put_times(image: Image.Image, face: Face, box: Box) -> None:
    """Draw the time in its box, right of it the flag of a fallen clapper, under it the other."""
    left, top, width, height = box
    if face.other is not None:
        height -= STRIP_HEIGHT + 1
        image.paste(strip(face.other, width), (left, top + height + 1))
    if Sign.CLAPPER in face.signs:
        fallen = flag(min(height, width // 4))
        image.paste(fallen, (left + width - fallen.width, top + (height - fallen.height) // 2))
        width -= fallen.width + 4
    put_time(image, face.time, (left, top, width, height), face.marked)


def _put_title(image: Image.Image, face: Face) -> None:
    """Draw the title over the whole width: lit, or over a line."""
    title = Image.new("1", (image.width, _TITLE_HEIGHT))
    put_ends(title, face.title, 2, 0)
    if face.marked:
        title = ImageChops.invert(title)
    else:
        ImageDraw.Draw(title).line((0, _TITLE_HEIGHT - 1, image.width, _TITLE_HEIGHT - 1), fill=255)
    image.paste(title, (0, 0))
    move_targets(title, image, (0, 0))
