"""The panel beside the time: stone, moves against the quota, period and signs, in three forms.

A panel changes at a press at most, so each is drawn once and cached; a frame only pastes it. The
panel of the seat that runs is lit, its corners off.
"""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from clock.display.drawing.atlas import digit
from clock.display.drawing.signs import LARGE_STONE, SIGN, flag, large_sign, sign, stone
from clock.display.drawing.text import ADVANCE, row
from clock.display.drawing.time import put_time
from clock.display.face import Face, Other, Sign
from clock.rules.seats import Colour
from clock.text.words import colour_letter

BAR_HEIGHT = 15
COLUMN_WIDTH = 62
STRIP_HEIGHT = 15

_TIME_LEFT, _TIME_WIDTH = SIGN + 5, 80  # of the other seat's time in its strip

_STEP = SIGN + 2  # from one sign to the next
_MOVES_MAX = 999  # more do not fit as digits, and stand in small text


class Panel(NamedTuple):
    """What a panel shows: all of a face but its time and its words."""

    colour: Colour | None
    letter: str
    moves: int
    quota: int | None
    period: int
    periods: int
    signs: tuple[Sign, ...]
    lit: bool


def panel_of(face: Face) -> Panel:
    """The panel of a face, without the clapper's sign, which stands beside the digits."""
    signs = tuple(s for s in dict.fromkeys(face.signs) if s is not Sign.CLAPPER)
    letter = colour_letter(face.colour)
    counts = face.moves, face.quota, face.period, face.periods
    return Panel(face.colour, letter, *counts, signs, face.running)


@lru_cache(maxsize=64)
def bar(panel: Panel, width: int) -> Image.Image:
    """The panel as a bar under the digits: `width` x `BAR_HEIGHT` pixels."""
    image = Image.new("1", (width, BAR_HEIGHT))
    image.paste(stone(panel.colour, panel.letter, panel.lit), (1, 1))
    left = _put_moves(image, panel.moves, 18, 1, (8, 13), 2) + 1
    for text, before in ((_quota(panel), 0), (_period(panel), 4)):
        if text:
            shown = row(text, 5)
            image.paste(shown, (left + before, 5))
            left += before + shown.width
    room = (width - 2 - left - 2) // _STEP
    wide = min(len(panel.signs), room) * _STEP - 2
    _put_signs(image, panel.signs, (width - 2 - wide, 1), room)
    return _lit(image) if panel.lit else image


@lru_cache(maxsize=64)
def block(panel: Panel, width: int, height: int) -> Image.Image:
    """The panel as a block beside small digits: `width` x `height` pixels, at least 47 x 23."""
    image = Image.new("1", (width, height))
    spare = (height - 23) // 3
    image.paste(stone(panel.colour, panel.letter, panel.lit), (2, 1 + spare))
    _put_signs(image, panel.signs, (18, 1 + spare), (width - 18) // _STEP)
    text = f"{panel.moves}{_quota(panel)} {_period(panel)}".rstrip()
    columns = (width - 3) // ADVANCE
    if len(text) > columns:
        text = f"{panel.moves}{_quota(panel)}"
    image.paste(row(text, columns), (2, height - 10 - spare))
    return _lit(image) if panel.lit else image


@lru_cache(maxsize=64)
def column(panel: Panel) -> Image.Image:
    """The panel as a column beside large digits, the signs below: `COLUMN_WIDTH` x 64 pixels."""
    card = Image.new("1", (COLUMN_WIDTH, 35))
    card.paste(stone(panel.colour, panel.letter, panel.lit, LARGE_STONE), (3, 2))
    end = COLUMN_WIDTH - 3
    figures = len(str(panel.moves))
    size = (12, 21) if figures < 3 else (10, 21)
    wide = figures * (size[0] + 1) - 1 if panel.moves <= _MOVES_MAX else 6 * ADVANCE - 1
    _put_moves(card, panel.moves, end - wide, 2, size, 3)
    card.paste(row(_period(panel), 4), (3, 24))
    quota = row(_quota(panel), 5)
    card.paste(quota, (end - quota.width, 24))
    image = Image.new("1", (COLUMN_WIDTH, 64))
    image.paste(_lit(card) if panel.lit else card, (0, 0))
    if len(panel.signs) <= 2:
        for i, which in enumerate(panel.signs):
            image.paste(large_sign(which), (2 + 32 * i, 38))
    elif len(panel.signs) <= 4:
        _put_signs(image, panel.signs, (2, 44), 4)
    else:
        _put_signs(image, panel.signs[:4], (2, 37), 4)
        _put_signs(image, panel.signs[4:], (2, 51), 4)
    return image


@lru_cache(maxsize=8)
def strip(other: Other, width: int) -> Image.Image:
    """The other seat's stone, time and fallen flag in small, `STRIP_HEIGHT` high."""
    image = Image.new("1", (width, STRIP_HEIGHT))
    image.paste(stone(other.colour, colour_letter(other.colour), other.running), (1, 1))
    put_time(image, other.time, (_TIME_LEFT, 1, _TIME_WIDTH, STRIP_HEIGHT - 2), other.running)
    if other.fallen:
        image.paste(flag(SIGN, SIGN), (_TIME_LEFT + _TIME_WIDTH + 6, 1))
    return ImageChops.invert(image) if other.running else image


def _quota(panel: Panel) -> str:
    return "" if panel.quota is None else f"/{panel.quota}"


def _period(panel: Panel) -> str:
    return f"P{panel.period}" if panel.periods > 1 else ""


def _put_moves(
    image: Image.Image, moves: int, left: int, top: int, size: tuple[int, int], breadth: int
) -> int:
    """Draw a count of moves in digits of a size and a pen; return the pixel after it."""
    if moves > _MOVES_MAX:
        text = row(str(moves), 6)
        image.paste(text, (left, top + size[1] - 9))
        return left + text.width
    for char in str(moves):
        image.paste(digit(char, *size, breadth), (left, top))
        left += size[0] + 1
    return left - 1


def _put_signs(image: Image.Image, signs: tuple[Sign, ...], at: tuple[int, int], room: int) -> None:
    """Draw signs from a place on, the most urgent first; those beyond the room are counted."""
    left, top = at
    shown = signs if len(signs) <= room else signs[: max(0, room - 1)]
    for which in shown:
        image.paste(sign(which), (left, top))
        left += _STEP
    if len(shown) < len(signs) and room > 0:
        more = len(signs) - len(shown)
        image.paste(row(f"+{more}" if more < 10 else "…", 2), (left + 1, top + 2))


def _lit(image: Image.Image) -> Image.Image:
    image = ImageChops.invert(image)
    right, bottom = image.width - 1, image.height - 1
    ImageDraw.Draw(image).point([(0, 0), (right, 0), (0, bottom), (right, bottom)], fill=0)
    return image
