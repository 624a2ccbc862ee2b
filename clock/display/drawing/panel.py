"""The panel beside the time: stone, moves against the quota, period and signs, in three forms.

A panel changes at a press at most, so each is drawn once and kept; a frame only pastes it. Under
the seat that runs it is lit, its corners off.
"""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from clock.display.drawing.atlas import digit
from clock.display.drawing.signs import LARGE_STONE, SIGN, large_sign, sign, stone
from clock.display.drawing.text import ADVANCE, row
from clock.display.face import Face, Sign
from clock.rules.seats import Colour
from clock.text.words import colour_letter

BAR_HEIGHT = 15
COLUMN_WIDTH = 62

_STEP = SIGN + 2  # from one sign to the next
_MOVES_MAX = 999  # what the digits have room for; more is told in small text


class Told(NamedTuple):
    """What a panel shows: all of a face but its time and its words."""

    colour: Colour | None
    letter: str
    moves: int
    quota: int | None
    period: int
    periods: int
    signs: tuple[Sign, ...]
    lit: bool


def told(face: Face) -> Told:
    """What the panel of a face shows; the clapper's sign stands beside the digits instead."""
    signs = tuple(s for s in dict.fromkeys(face.signs) if s is not Sign.CLAPPER)
    return Told(
        face.colour,
        colour_letter(face.colour),
        face.moves,
        face.quota,
        face.period,
        face.periods,
        signs,
        face.running,
    )


@lru_cache(maxsize=64)
def bar(what: Told, width: int) -> Image.Image:
    """The panel as a bar under the digits: `width` x `BAR_HEIGHT` pixels."""
    image = Image.new("1", (width, BAR_HEIGHT))
    image.paste(stone(what.colour, what.letter, what.lit), (1, 1))
    left = _put_moves(image, what.moves, 18, 1, (8, 13), 2) + 1
    for text, before in ((_quota(what), 0), (_period(what), 4)):
        if text:
            shown = row(text, 5)
            image.paste(shown, (left + before, 5))
            left += before + shown.width
    room = (width - 2 - left - 2) // _STEP
    wide = min(len(what.signs), room) * _STEP - 2
    _put_signs(image, what.signs, (width - 2 - wide, 1), room)
    return _lit(image) if what.lit else image


@lru_cache(maxsize=64)
def block(what: Told, width: int, height: int) -> Image.Image:
    """The panel as a block beside small digits: `width` x `height` pixels, at least 47 x 23."""
    image = Image.new("1", (width, height))
    spare = (height - 23) // 3
    image.paste(stone(what.colour, what.letter, what.lit), (2, 1 + spare))
    _put_signs(image, what.signs, (18, 1 + spare), (width - 18) // _STEP)
    text = f"{what.moves}{_quota(what)} {_period(what)}".rstrip()
    columns = (width - 3) // ADVANCE
    if len(text) > columns:
        text = f"{what.moves}{_quota(what)}"
    image.paste(row(text, columns), (2, height - 10 - spare))
    return _lit(image) if what.lit else image


@lru_cache(maxsize=64)
def column(what: Told) -> Image.Image:
    """The panel as a column beside large digits, the signs below: `COLUMN_WIDTH` x 64 pixels."""
    card = Image.new("1", (COLUMN_WIDTH, 35))
    card.paste(stone(what.colour, what.letter, what.lit, LARGE_STONE), (3, 2))
    end = COLUMN_WIDTH - 3
    figures = len(str(what.moves))
    size = (12, 21) if figures < 3 else (10, 21)
    wide = figures * (size[0] + 1) - 1 if what.moves <= _MOVES_MAX else 6 * ADVANCE - 1
    _put_moves(card, what.moves, end - wide, 2, size, 3)
    card.paste(row(_period(what), 4), (3, 24))
    quota = row(_quota(what), 5)
    card.paste(quota, (end - quota.width, 24))
    image = Image.new("1", (COLUMN_WIDTH, 64))
    image.paste(_lit(card) if what.lit else card, (0, 0))
    if len(what.signs) <= 2:
        for i, which in enumerate(what.signs):
            image.paste(large_sign(which), (2 + 32 * i, 38))
    elif len(what.signs) <= 4:
        _put_signs(image, what.signs, (2, 44), 4)
    else:
        _put_signs(image, what.signs[:4], (2, 37), 4)
        _put_signs(image, what.signs[4:], (2, 51), 4)
    return image


def _quota(what: Told) -> str:
    return "" if what.quota is None else f"/{what.quota}"


def _period(what: Told) -> str:
    return f"P{what.period}" if what.periods > 1 else ""


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
