"""The panel beside the time: stone, moves against the quota, period and signs, in three forms.

A panel changes at a press, and once a second while a delay runs; each is drawn once and cached, so
a frame only pastes it. While a clock runs, the panel of the seat that runs is lit, its corners off.
"""

from functools import lru_cache

from msgspec.structs import replace
from PIL import Image

from clock.display.drawing.atlas import digit, lit
from clock.display.drawing.signs import (
    LARGE_STONE,
    SIGN,
    STONE,
    WORDS_HEIGHT,
    flag,
    large_sign,
    sign,
    stone,
)
from clock.display.drawing.text import ADVANCE, ROW, put_row, row, wrap_row
from clock.display.drawing.time import put_time
from clock.display.face import Allowance, Face, Other, Sign
from clock.text.glyphs import fits
from clock.text.rows import AnyRow, Row, Words, ends

BAR_HEIGHT = 17
COLUMN_WIDTH = 72
STRIP_HEIGHT = 15

_GAP = 2  # between signs
_BLOCK_SIGNS = 50  # pixels
_MOVES_MAX = 999  # more do not fit as digits, and stand in small text


def panel_of(face: Face) -> Face:
    """What a panel shows of a face: all but the times, the title, and the words of a standing one.

    The clapper's sign stands beside the digits.
    """
    signs = tuple(each for each in face.signs if each is not Sign.CLAPPER)
    bare = replace(face, time="", sentence="", other=None, signs=signs)
    return replace(bare, title="", marked=False, words=()) if face.title else bare


@lru_cache(maxsize=64)
def bar(panel: Face, width: int) -> Image.Image:
    """The panel as a bar under the digits: `width` x `BAR_HEIGHT` pixels."""
    image = Image.new("1", (width, BAR_HEIGHT))
    left = STONE + 6 if panel.has_side else 2
    left = _put_moves(image, panel.moves, left, 2, (8, 13), 2) + 1
    for text, before in ((_quota(panel), 0), (_period(panel), 4)):
        if text:
            shown = row(text, 5)
            image.paste(shown, (left + before, 6))
            left += before + shown.width
    sign_room = SIGN + _GAP if panel.signs else 0
    if panel.allowances:
        shown = _allowances(panel.allowances, width - 2 - left - 5 - sign_room)
        image.paste(shown, (left + 5, (BAR_HEIGHT - shown.height) // 2))
        left += 5 + shown.width
    signs = _beside(_in_room(panel.signs, width - 2 - left - 2), WORDS_HEIGHT)
    image.paste(signs, (width - 2 - signs.width, 1))
    image = lit(image) if panel.marked else image
    if panel.has_side:
        image.paste(stone(panel.colour, STONE), (1, 1))
    return image


@lru_cache(maxsize=64)
def words_bar(panel: Face) -> Image.Image:
    """The panel's words as one or two rows beside its stone, 128 x `BAR_HEIGHT` + 1 pixels.

    A single row has the moves and the period above it. Where the words are longer they have the
    stone's room as well.
    """
    image = Image.new("1", (128, BAR_HEIGHT + 1))
    beside = (128 - STONE - 4) // ADVANCE
    rows, left = _wrapped(panel.words, beside), 128 - beside * ADVANCE
    has_room = len(rows) <= 2
    if not has_room:
        several = len(panel.words) > 1
        rows = tuple(map(_side_by_side, panel.words)) if several else _wrapped(panel.words, 21)
        left = 1
    if len(rows) <= 1:
        figures = (f"{panel.moves}{_quota(panel)}", _period(panel), *_shortest(panel))
        rows = (("  ".join(filter(None, figures)),), *rows)
    elif panel.allowances:
        rows = ((*_shortest(panel), *rows[0]), *rows[1:])
    top = BAR_HEIGHT - ROW + 1
    for words in reversed(rows[:2]):
        put_row(image, words, 21, (left, top))
        top -= ROW - 1
    image = lit(image) if panel.marked else image
    if has_room and panel.has_side:
        image.paste(stone(panel.colour, STONE), (1, 2))
    return image


@lru_cache(maxsize=64)
def block(panel: Face, height: int) -> Image.Image:
    """The panel as a block beside the digits of a clock that stands, `height` high."""
    stones = [stone(panel.colour, SIGN)] if panel.has_side else []
    images = [*stones, *_in_room(panel.signs, _BLOCK_SIGNS)]
    top = _beside(images, max((image.height for image in images), default=SIGN))
    spare = SIGN - top.height  # words take two rows more, which are spared between the next ones
    texts = _block_texts(panel, (height - SIGN) // 8)
    wide = max((row(text, 12).width for text in texts), default=0)
    image = Image.new("1", (max(30, top.width, wide), height + 2))
    image.paste(top, (0, 0))
    for i, text in enumerate(texts):
        put_row(image, (text,), 12, (0, top.height - 1 + (9 + spare // 2) * i))
    return image


def _block_texts(panel: Face, room: int) -> list[str]:
    """The texts of a block in so many rows at most; allowances are never left out."""
    moves, quota, allowances = str(panel.moves), _quota(panel), panel.allowances
    texts = [f"{moves}{quota}"] if fits(f"{moves}{quota}", 5) else [moves, quota]
    if allowances and len(texts) + len(allowances) > room:
        shortest = "".join(_shortest(panel))
        apart = f"{moves} {shortest}"  # "0+5" would be read as a time
        texts = [apart if panel.moves and fits(apart, 6) else shortest]
    else:
        texts += [_fitting(each, 6) for each in allowances]
    texts += [_period(panel)] if _period(panel) else []
    return texts[:room]


@lru_cache(maxsize=64)
def column(panel: Face) -> Image.Image:
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
    image.paste(lit(card) if panel.marked else card, (0, 0))
    if panel.has_side:
        image.paste(stone(panel.colour, LARGE_STONE), (2, 1))
    if panel.words:
        parts = tuple(Row(part) for each in panel.words for part in ends(each))
        parts = (*(Row((_fitting(each, 12),)) for each in panel.allowances), *parts)
        for i, words in enumerate(_wrapped(parts, COLUMN_WIDTH // ADVANCE)[:4]):
            put_row(image, words, COLUMN_WIDTH // ADVANCE, (0, 24 + ROW * i))
    else:
        top = 38
        if panel.allowances:
            shown = _allowances(panel.allowances, COLUMN_WIDTH - 2)
            image.paste(shown, (2, top))
            top += shown.height
        large = _beside([large_sign(which) for which in panel.signs], 2 * SIGN)
        if large.width > COLUMN_WIDTH - 2 or panel.allowances:
            large = _beside(_in_room(panel.signs, COLUMN_WIDTH - 2), 64 - top)
        image.paste(large, (2, top))
    return image


@lru_cache(maxsize=8)
def strip(other: Other, width: int) -> Image.Image:
    """The other seat's stone, time and fallen flag in small, `STRIP_HEIGHT` high."""
    image = Image.new("1", (width, STRIP_HEIGHT))
    fallen, time_width = flag(SIGN), min(80, width - STONE - 3)
    for each in other.allowances[:1]:
        shown = row(each.texts[-1], 5)
        time_width = min(time_width, width - STONE - 5 - shown.width)
        image.paste(shown, (width - shown.width - 1, 4))
    if other.fallen:
        time_width -= fallen.width + 2
        image.paste(fallen, (width - fallen.width - 1, 1))
    put_time(image, other.time, (STONE + 3, 1, time_width, STRIP_HEIGHT - 2), other.marked)
    image = lit(image) if other.marked else image
    if other.has_side:
        image.paste(stone(other.colour, STONE), (0, 0))
    return image


def _wrapped(whole: tuple[AnyRow, ...], columns: int) -> tuple[Words, ...]:
    """Break rows to a number of columns; none shares a line with its neighbour."""
    return tuple(line for each in whole for line in wrap_row(each, columns, 4))


def _side_by_side(row: AnyRow) -> Words:
    """The words of both ends, with the room of an empty one between them."""
    first, *second = ends(row)
    return (*first, *(word for each in second for word in ("", *each)))


def _quota(panel: Face) -> str:
    return "" if panel.quota is None else f"/{panel.quota}"


def _period(panel: Face) -> str:
    return f"P{panel.period}" if panel.periods > 1 else ""


def _shortest(panel: Face) -> tuple[str, ...]:
    return tuple(each.texts[-1] for each in panel.allowances)


def _fitting(allowance: Allowance, columns: int) -> str:
    """The longest text of an allowance that fits the columns, else the shortest."""
    return next((text for text in allowance.texts if fits(text, columns)), allowance.texts[-1])


def _allowances(allowances: tuple[Allowance, ...], room: int) -> Image.Image:
    """Allowances in a row, in texts as long as there is room for."""
    lengths = range(max(len(each.texts) for each in allowances))
    rows = [_beside([_allowance(each, i) for each in allowances], ROW + 2) for i in lengths]
    return next((each for each in rows if each.width <= room), rows[-1])


def _allowance(allowance: Allowance, length: int) -> Image.Image:
    """One of the texts of an allowance, in a lit box if the time that is shown is its own."""
    text = row(allowance.texts[: length + 1][-1], 12)
    if not allowance.boxed:
        return text
    image = Image.new("1", (text.width + 4, ROW + 2))
    image.paste(text, (2, 1))
    return lit(image)


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


def _in_room(signs: tuple[Sign | str, ...], room: int) -> list[Image.Image]:
    """The signs with room, most urgent first, and the number of the others."""
    count, images = len(signs), [sign(which) for which in signs]
    while count and _beside(images, SIGN).width > room:
        count -= 1
        images = [*images[:count], row(f"+{len(signs) - count}", 2)]
    return images


def _beside(images: list[Image.Image], height: int) -> Image.Image:
    """Images in a row, in the middle of a height."""
    width = sum(image.width + _GAP for image in images) - _GAP
    together, left = Image.new("1", (max(0, width), height)), 0
    for image in images:
        together.paste(image, (left, (height - image.height) // 2))
        left += image.width + _GAP
    return together
