"""A face in colours: the time as high as its half allows, words and signs around it.

While a clock runs the time has the same box on both halves whatever else is shown. A clock that
stands has a title, lit on the side that is to move, claims or has won, and rows under the digits.
"""

from typing import NamedTuple

from PIL import Image

from clock.display.face import Allowance, Face, Sign
from clock.display.large.canvas import (
    AMBER,
    BLACK,
    GREY,
    RED,
    WHITE,
    Canvas,
    Rgb,
    card,
    lettering,
    line,
    rounded,
)
from clock.display.large.large_signs import COLOURS, put_stone, sign
from clock.display.large.large_time import prepare, put_time
from clock.text.rows import AnyRow

ROWS_MAX = 3
_MARGIN = 12  # all measures are units of the canvas
_STRIP = 104  # the signs and up to two rows of words over a time that runs
_BAR = 76
_TITLE = 56
_ROW = 40
_TEXT = 28


class Look(NamedTuple):
    """How a face is drawn: its colours, and the pen of its digits."""

    ink: Rgb
    ground: Rgb
    digits: Rgb
    broad: bool


RUNS = Look(BLACK, WHITE, BLACK, broad=True)
WAITS = Look(WHITE, BLACK, GREY, broad=False)


def look_of(face: Face) -> Look:
    """Return how a face is drawn: a half is lit while its time runs."""
    if face.title:
        return Look(WHITE, BLACK, WHITE if face.marked else GREY, face.marked)
    return RUNS if face.marked else WAITS


def draw_face(face: Face, size: tuple[int, int]) -> Image.Image:
    """Return a face as a picture in colours."""
    look = look_of(face)
    canvas = Canvas(size, look.ink, look.ground)
    px, words = canvas.px, face.words[:ROWS_MAX]
    margin, bar = px(_MARGIN), px(_BAR)
    signs = tuple(each for each in face.signs if each is not Sign.CLAPPER)
    if face.title:
        _put_title(canvas, face.title, lit=face.marked)
        rows = px(_ROW) * len(words) + margin // 2
        top, bottom = px(_TITLE) + margin // 2, size[1] - rows
        _put_rows(canvas, words, bottom, px(_ROW))
        bar = px(_BAR * 0.85)
    else:
        top, bottom = px(_STRIP), size[1]
        above = margin
        if signs or face.other is not None:
            above += px(44)
        _put_rows(canvas, words[:2], above, px(_TEXT * 1.2))
        _put_signs(canvas, signs, (margin, margin, size[0] - 2 * margin))
        signs = ()
    if face.other is not None:
        _put_other(canvas, face, top if face.title else margin)
        top += px(44) if face.title else 0
    _put_time(canvas, face, look, (margin, top, size[0] - 2 * margin, bottom - bar - top))
    _prepare(canvas, face)
    _put_bar(canvas, face, signs, (margin, bottom - bar, size[0] - 2 * margin, bar))
    return canvas.image


def _put_title(canvas: Canvas, title: AnyRow, *, lit: bool) -> None:
    height, margin, size = canvas.px(_TITLE), canvas.px(_MARGIN), canvas.px(30)
    inks = (BLACK, WHITE) if lit else (WHITE, BLACK)
    canvas.header(height, lit=lit)
    top = (height - line(size)) // 2
    canvas.row(title, (margin, top, canvas.width - 2 * margin), size, inks)


def _put_rows(canvas: Canvas, words: tuple[AnyRow, ...], top: int, step: int) -> None:
    margin, size = canvas.px(_MARGIN), canvas.px(_TEXT)
    for i, each in enumerate(words):
        canvas.row(each, (margin, top + step * i, canvas.width - 2 * margin), size)


def _put_time(canvas: Canvas, face: Face, look: Look, box: tuple[int, int, int, int]) -> None:
    """Draw the time, right of it the flag of a fallen clapper."""
    left, top, width, height = box
    top, height = top + canvas.px(6), height - 2 * canvas.px(6)
    if Sign.CLAPPER in face.signs:
        flag = sign(Sign.CLAPPER, min(height * 2 // 3, width // 4))
        canvas.put(flag, (left + width - flag.width, top + (height - flag.height) // 2), RED)
        width -= flag.width + canvas.px(_MARGIN)
    put_time(canvas, face.time, (left, top, width, height), broad=look.broad, colour=look.digits)


def _prepare(canvas: Canvas, face: Face) -> None:
    """Have the ground and the digits of both looks of a time that runs ready for a press."""
    width = canvas.width - 2 * canvas.px(_MARGIN)
    height = canvas.height - canvas.px(_STRIP) - canvas.px(_BAR) - 2 * canvas.px(6)
    for look in (RUNS, WAITS):
        card(canvas.image.size, look.ground)
        prepare(face.time, (width, height), look.broad, look.digits, look.ground)


def _put_bar(
    canvas: Canvas, face: Face, signs: tuple[Sign | str, ...], box: tuple[int, int, int, int]
) -> None:
    """Draw the stone, the moves against the quota and the period; at the right what is beside."""
    left, top, width, height = box
    stone, big, small = height * 3 // 4, height * 5 // 8, canvas.px(_TEXT)
    right, level, at = left + width, top + (height - line(big)) // 2, left
    if face.has_side:
        put_stone(canvas, face.colour, (left, top + (height - stone) // 2), stone)
        at += stone + canvas.px(12)
    x = canvas.text(str(face.moves), (at, level), big)
    under = level + round((big - small) * 0.95)
    if face.quota is not None:
        x = canvas.text(f"/{face.quota}", (x + canvas.px(2), under), small)
    if face.periods > 1:
        x = canvas.text(f"P{face.period}", (x + canvas.px(12), under), small)
    x += canvas.px(12)
    for each in reversed(face.allowances):
        right = _put_allowance(canvas, each, (x, top, right - x, height))
    if signs:
        _put_signs(canvas, signs, (x, top + (height - canvas.px(36)) // 2, right - x), right=True)


def _put_allowance(canvas: Canvas, allowance: Allowance, box: tuple[int, int, int, int]) -> int:
    """Draw the longest text of an allowance that fits at the right of a box; return its left."""
    left, top, width, height = box
    size, pad = canvas.px(_TEXT), canvas.px(8)
    fits = (text for text in allowance.texts if lettering(text, size).width + 2 * pad <= width)
    text = lettering(next(fits, allowance.texts[-1]), size)
    x, y = left + width - text.width - pad, top + (height - line(size)) // 2
    if allowance.boxed:
        canvas.put(rounded(text.width + 2 * pad, line(size) + pad, pad), (x - pad, y - pad // 2))
    canvas.put(text, (x, y), canvas.ground if allowance.boxed else canvas.ink)
    return x - 2 * pad


def _put_signs(
    canvas: Canvas,
    signs: tuple[Sign | str, ...],
    box: tuple[int, int, int],
    *,
    right: bool = False,
) -> None:
    """Draw the signs with room, most urgent first, and the number of the others."""
    left, top, width = box
    gap, shown = canvas.px(8), [_sign(canvas, each) for each in signs]
    count = len(signs)
    while count and sum(shape.width + gap for shape, _ in shown) - gap > width:
        count -= 1
        more = lettering(f"+{len(signs) - count}", canvas.px(_TEXT))
        shown = [*shown[:count], (more, canvas.ink)]
    if right:
        left += width - sum(shape.width + gap for shape, _ in shown) + gap
    for (shape, colour), each in zip(shown, (*signs[:count], None), strict=False):
        canvas.put(shape, (left, top), colour)
        if isinstance(each, str):
            size = canvas.px(24)
            at = (left + canvas.px(10), top + (shape.height - line(size)) // 2)
            canvas.text(each, at, size, BLACK)
        left += shape.width + gap


def _sign(canvas: Canvas, which: Sign | str) -> tuple[Image.Image, Rgb]:
    """The shape of a sign and its colour; one in words is a plate that calls for somebody."""
    if isinstance(which, Sign):
        return sign(which, canvas.px(36)), COLOURS.get(which, canvas.ink)
    wide = lettering(which, canvas.px(24)).width + canvas.px(20)
    return rounded(wide, canvas.px(36), canvas.px(6)), AMBER


def _put_other(canvas: Canvas, face: Face, top: int) -> None:
    """Draw the other seat's stone, time and fallen flag in small, at the right."""
    other = face.other
    assert other is not None
    size, height = canvas.px(36), canvas.px(36)
    beside = [each.texts[-1] for each in other.allowances[:1]]
    text = lettering(" ".join((other.time, *beside)), size)
    right = canvas.width - canvas.px(_MARGIN)
    if other.fallen:
        flag = sign(Sign.CLAPPER, height)
        right -= flag.width
        canvas.put(flag, (right, top), RED)
        right -= canvas.px(8)
    left = right - text.width
    if other.marked:
        pad = canvas.px(6)
        canvas.put(rounded(text.width + 2 * pad, line(size), pad), (left - pad, top - pad // 2))
    canvas.put(text, (left, top - canvas.px(3)), canvas.ground if other.marked else canvas.ink)
    if other.has_side:
        put_stone(canvas, other.colour, (left - height - canvas.px(12), top), height)
