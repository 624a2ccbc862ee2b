"""The panel beside the time: stone, moves against the quota, period and signs, in three forms.

A panel changes at a press at most, so each is drawn once and cached; a frame only pastes it. While
a clock runs, the panel of the seat that runs is lit, its corners off.
"""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from clock.display.drawing.atlas import digit
from clock.display.drawing.signs import LARGE_STONE, SIGN, STONE, flag, large_sign, sign, stone
from clock.display.drawing.text import ADVANCE, ROW, put_row, row, wrap
from clock.display.drawing.time import put_time
from clock.display.face import Face, Other, Sign
from clock.rules.seats import Colour
from clock.text.glyphs import fits

BAR_HEIGHT = 17
COLUMN_WIDTH = 72
STRIP_HEIGHT = 15

_STEP = SIGN + 2  # from one sign to the next
_BLOCK_SIGNS = 3
_MOVES_MAX = 999  # more do not fit as digits, and stand in small text


class Panel(NamedTuple):
    """What a panel shows: all of a face but its time and its title."""

    colour: Colour | None
    moves: int
    quota: int | None
    period: int
    periods: int
    signs: tuple[Sign, ...]
    lit: bool
    words: tuple[str, ...]
    """While a clock runs: in the place of the moves and the signs."""


def panel_of(face: Face) -> Panel:
    """The panel of a face, without the clapper's sign, which stands beside the digits."""
    signs = tuple(s for s in dict.fromkeys(face.signs) if s is not Sign.CLAPPER)
    counts = face.moves, face.quota, face.period, face.periods
    running = not face.title
    return Panel(
        face.colour, *counts, signs, face.marked and running, face.words if running else ()
    )


@lru_cache(maxsize=64)
def bar(panel: Panel, width: int) -> Image.Image:
    """The panel as a bar under the digits: `width` x `BAR_HEIGHT` pixels."""
    image = Image.new("1", (width, BAR_HEIGHT))
    left = _put_moves(image, panel.moves, STONE + 6, 2, (8, 13), 2) + 1
    for text, before in ((_quota(panel), 0), (_period(panel), 4)):
        if text:
            shown = row(text, 5)
            image.paste(shown, (left + before, 6))
            left += before + shown.width
    room = (width - 2 - left - 2) // _STEP
    wide = min(len(panel.signs), room) * _STEP - 2
    _put_signs(image, panel.signs, (width - 2 - wide, 2), room)
    image = _lit(image) if panel.lit else image
    image.paste(stone(panel.colour, STONE), (1, 1))
    return image


@lru_cache(maxsize=64)
def words_bar(panel: Panel) -> Image.Image:
    """The panel's words as one or two rows beside its stone, 128 x `BAR_HEIGHT` + 1 pixels.

    Where they are longer they have the stone's room as well.
    """
    image = Image.new("1", (128, BAR_HEIGHT + 1))
    beside = (128 - STONE - 4) // ADVANCE
    rows, left = _wrapped(panel.words, beside), 128 - beside * ADVANCE
    has_room = len(rows) <= 2 or len(panel.words) == 1
    if not has_room:
        rows, left = panel.words, 1
    rows = rows[:2]
    top = BAR_HEIGHT - ROW + 1 - (len(rows) == 1) * 4
    for text in reversed(rows):
        put_row(image, text, 21, (left, top))
        top -= ROW - 1
    image = _lit(image) if panel.lit else image
    if has_room:
        image.paste(stone(panel.colour, STONE), (1, 2))
    return image


@lru_cache(maxsize=64)
def block(panel: Panel, height: int) -> Image.Image:
    """The panel as a block beside the digits of a clock that stands, `height` high."""
    shown = len(panel.signs[:_BLOCK_SIGNS])
    image = Image.new("1", (max(30, _STEP * (shown + 1) - 2), height))
    image.paste(stone(panel.colour, SIGN), (0, 0))
    _put_signs(image, panel.signs, (_STEP, 0), _BLOCK_SIGNS)
    moves, quota = str(panel.moves), _quota(panel)
    texts = [f"{moves}{quota}"] if fits(f"{moves}{quota}", 5) else [moves, quota]
    texts += [_period(panel)] if _period(panel) else []
    for i, text in enumerate(texts[: (height - SIGN) // 8]):
        put_row(image, text, 6, (0, SIGN - 1 + 9 * i))
    return image


@lru_cache(maxsize=64)
def column(panel: Panel) -> Image.Image:
    """The panel as a column beside large digits, words or signs below: `COLUMN_WIDTH` x 64."""
    card = Image.new("1", (COLUMN_WIDTH, 24 if panel.words else 36))
    end = COLUMN_WIDTH - 3
    figures = len(str(panel.moves))
    size = (12, 20) if figures < 3 else (10, 20)
    wide = figures * (size[0] + 1) - 1 if panel.moves <= _MOVES_MAX else 6 * ADVANCE - 1
    _put_moves(card, panel.moves, end - wide, 2, size, 3)
    if not panel.words:
        card.paste(row(_period(panel), 4), (3, 25))
        quota = row(_quota(panel), 5)
        card.paste(quota, (end - quota.width, 25))
    image = Image.new("1", (COLUMN_WIDTH, 64))
    image.paste(_lit(card) if panel.lit else card, (0, 0))
    image.paste(stone(panel.colour, LARGE_STONE), (2, 1))
    if panel.words:
        for i, text in enumerate(_wrapped(panel.words, COLUMN_WIDTH // ADVANCE)[:4]):
            put_row(image, text, COLUMN_WIDTH // ADVANCE, (0, 24 + ROW * i))
    elif len(panel.signs) <= 2:
        for i, which in enumerate(panel.signs):
            image.paste(large_sign(which), (2 + 34 * i, 38))
    else:
        _put_signs(image, panel.signs[:4], (2, 37), 4)
        _put_signs(image, panel.signs[4:], (2, 51), 4)
    return image


@lru_cache(maxsize=8)
def strip(other: Other, width: int) -> Image.Image:
    """The other seat's stone, time and fallen flag in small, `STRIP_HEIGHT` high."""
    image = Image.new("1", (width, STRIP_HEIGHT))
    fallen, time_width = flag(SIGN), min(80, width - STONE - 3)
    if other.fallen:
        time_width -= fallen.width + 2
        image.paste(fallen, (width - fallen.width - 1, 1))
    put_time(image, other.time, (STONE + 3, 1, time_width, STRIP_HEIGHT - 2), other.marked)
    image = _lit(image) if other.marked else image
    image.paste(stone(other.colour, STONE), (0, 0))
    return image


def _wrapped(words: tuple[str, ...], columns: int) -> tuple[str, ...]:
    """Texts in rows of so many columns, each text from a row of its own."""
    return tuple(each for text in words for each in wrap(text, columns, 4))


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
    """Dark on a lit ground, its corners off."""
    image = ImageChops.invert(image)
    right, bottom = image.width - 1, image.height - 1
    ImageDraw.Draw(image).point([(0, 0), (right, 0), (0, bottom), (right, bottom)], fill=0)
    return image
