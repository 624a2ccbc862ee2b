"""Signs and stones in any size, from outlines."""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from clock.display.drawing.signs import flag_shade
from clock.display.face import Sign
from clock.display.large.canvas import AMBER, FINE, GREEN, RED, Canvas, Rgb
from clock.rules.seats import Colour

Pen = ImageDraw.ImageDraw
Scale = Callable[..., list[float]]
"""Turns figures of a cell of 13 units each way into pixels."""

COLOURS: dict[Sign, Rgb] = {Sign.CLAPPER: RED, Sign.WON: GREEN, Sign.BATTERY: AMBER}
"""The others have the ink's colour."""


def _claim(pen: Pen, at: Scale) -> None:
    pen.rounded_rectangle(at(0, 0, 13, 9.5), at(2)[0], fill=255)
    pen.polygon(at(2, 9, 2, 13, 6.5, 9), fill=255)
    pen.polygon(at(4, 2, 9, 2, 8.3, 5, 7, 6, 7, 6.8, 8.6, 6.8, 8.6, 7.8, 4.4, 7.8, 4.4, 6.8,
                   6, 6.8, 6, 6, 4.7, 5), fill=0)  # fmt: skip


def _won(pen: Pen, at: Scale) -> None:
    for left in (0, 8):
        pen.ellipse(at(left, 1, left + 5, 7), outline=255, width=round(at(1.1)[0]))
    pen.pieslice(at(2, -5, 11, 9), 0, 180, fill=255)
    pen.rectangle(at(2, 0, 11, 2), fill=255)
    pen.rectangle(at(5.8, 8, 7.2, 11), fill=255)
    pen.rectangle(at(3.5, 11, 9.5, 13), fill=255)


def _pencil(pen: Pen, at: Scale) -> None:
    pen.polygon(at(1, 12, 1.8, 8.4, 4.6, 11.2), fill=255)
    pen.polygon(at(2.4, 7.8, 8.4, 1.8, 11.2, 4.6, 5.2, 10.6), fill=255)
    pen.polygon(at(9, 1.2, 10.2, 0, 13, 2.8, 11.8, 4), fill=255)


def _waived(pen: Pen, at: Scale) -> None:
    _pencil(pen, at)
    pen.line(at(0, 0.5, 12.5, 13), fill=0, width=round(at(3.2)[0]))
    pen.line(at(0.5, 0.5, 12.5, 12.5), fill=255, width=round(at(1.2)[0]))


def _complete(pen: Pen, at: Scale) -> None:
    _pencil(pen, at)
    pen.rectangle(at(5.5, 11.8, 13, 13), fill=255)


def _battery(pen: Pen, at: Scale) -> None:
    pen.rounded_rectangle(at(0, 3, 11.8, 10.5), at(1)[0], outline=255, width=round(at(1.2)[0]))
    pen.rectangle(at(11.8, 5.2, 13, 8.3), fill=255)
    pen.rectangle(at(2, 5, 4, 8.5), fill=255)


_SIGNS: dict[Sign, Callable[[Pen, Scale], None]] = {
    Sign.CLAIM: _claim,
    Sign.WON: _won,
    Sign.RECORD_WAIVED: _waived,
    Sign.COMPLETE_RECORD: _complete,
    Sign.BATTERY: _battery,
}


@lru_cache(maxsize=32)
def sign(which: Sign, size: int) -> Image.Image:
    """Return a sign in greys, `size` pixels each way; the flag is a third wider."""
    if which is Sign.CLAPPER:
        return flag_shade(size)
    fine = Image.new("L", (size * FINE, size * FINE))
    unit = size * FINE / 13
    _SIGNS[which](ImageDraw.Draw(fine), lambda *figures: [unit * each for each in figures])
    return fine.reduce(FINE)


@lru_cache(maxsize=32)
def _disc(size: int, *, part: str) -> Image.Image:
    fine = Image.new("L", (size * FINE, size * FINE))
    box = (0, 0, size * FINE - 1, size * FINE - 1)
    if part == "half":
        ImageDraw.Draw(fine).pieslice(box, 90, 270, fill=255)
    else:
        ImageDraw.Draw(fine).ellipse(box, fill=255)
    return fine.reduce(FINE)


def put_stone(canvas: Canvas, colour: Colour | None, at: tuple[int, int], size: int) -> None:
    """Draw a stone as in print, with a rim on any ground; a half of each while they are open."""
    rim = max(2, size // 14)
    canvas.put(_disc(size, part="all"), at, (128, 128, 128))
    inner = (at[0] + rim, at[1] + rim)
    black = colour is Colour.BLACK
    canvas.put(_disc(size - 2 * rim, part="all"), inner, (0, 0, 0) if black else (255, 255, 255))
    if colour is None:
        canvas.put(_disc(size - 2 * rim, part="half"), inner, (0, 0, 0))
