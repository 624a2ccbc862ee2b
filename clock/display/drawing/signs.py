"""Signs and stones as images: the icons, the fallen flag in any size, and the disc of a colour.

Each icon of `icons.txt` has a shape of its own: solid where a person is wanted, in lines where it
only shows how things stand. The fallen flag is drawn here in any size.
"""

import re
from functools import lru_cache
from importlib import resources

from PIL import Image, ImageDraw

from clock.display.drawing.atlas import SHAPES, digit, twice
from clock.display.drawing.text import ROW, row
from clock.display.face import Sign
from clock.rules.seats import Colour

SIGN = 13
"""Pixels of a sign, and of a stone, each way."""
LARGE_STONE = 21
"""Pixels of a stone from which on its letter is drawn, not taken from the small font."""


@lru_cache(maxsize=8)
def flag(width: int, height: int) -> Image.Image:
    """The fallen flag: a bare pole, the pennant at its foot; 1-bit, `width` x `height` pixels."""
    image = Image.new("1", (width, height))
    pen = ImageDraw.Draw(image)
    pole = max(2, width // 8)
    left = pole
    pen.rectangle((left, 0, left + pole - 1, height - 1), fill=255)
    pen.rectangle((0, height - pole, 3 * pole - 1, height - 1), fill=255)
    start = left + pole
    half = min(round(width * 0.38), height * 2 // 7)
    middle = height - pole - 2 - half
    for i in range(-half, half + 1):
        reach = start + round((width - start) * (1 - abs(i) / (half + 1)))
        pen.line((start, middle + i, reach - 1, middle + i), fill=255)
    return image


def _read_icons() -> dict[Sign, str]:
    """The dots of each icon, after a line with the sign's name and what it is."""
    text = resources.files(__package__).joinpath("icons.txt").read_text()
    icons = (block.split() for block in re.sub(":.*", "", text).split("\n\n"))
    return {Sign(name): "".join(rows) for name, *rows in icons}


_ICONS = _read_icons()


@lru_cache(maxsize=32)
def sign(which: Sign) -> Image.Image:
    """A sign as a 1-bit image of `SIGN` x `SIGN` pixels, lit on dark."""
    if which is Sign.CLAPPER:
        return flag(SIGN, SIGN)
    image = Image.new("1", (SIGN, SIGN))
    image.putdata([255 if dot == "#" else 0 for dot in _ICONS[which]])
    return image


@lru_cache(maxsize=32)
def large_sign(which: Sign) -> Image.Image:
    """A sign as a 1-bit image of twice `SIGN` each way, lit on dark."""
    return twice(sign(which))


@lru_cache(maxsize=16)
def stone(colour: Colour | None, letter: str, on_lit: bool, size: int = SIGN) -> Image.Image:
    """A stone as a 1-bit image of `size` x `size` pixels: a white one shines, a black one is dark.

    Lit pixels are bright, so a white stone is a filled disc and a black one a ring, each with its
    letter; while the colours are open, a broken ring. `on_lit` draws it to be inverted with the
    panel it stands on, so that it still looks like itself afterwards.
    """
    filled = colour is not None and (colour is Colour.WHITE) != on_lit
    image = Image.new("1", (size, size))
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, 0, size - 1, size - 1), fill=255 if filled else 0, outline=255)
    if colour is None:
        gap = size // 10
        for at in (size // 4, size - gap - size // 4):
            pen.rectangle((at, 0, at + gap - 1, size), fill=0)
            pen.rectangle((0, at, size, at + gap - 1), fill=0)
    ink = 0 if filled else 255
    image.paste(ink, *_letter(letter, size))
    return image


def _letter(letter: str, size: int) -> tuple[tuple[int, int], Image.Image]:
    """Where on a stone its letter stands, and the letter: small text where no shape is drawn."""
    if size >= LARGE_STONE and letter in SHAPES:
        width, height = size // 2 - 1 + (letter == "W") * 2, round(size * 0.58)
        return ((size - width) // 2, (size - height) // 2), digit(letter, width, height, 2)
    shown = row(letter, 2)
    _, top, _, bottom = shown.getbbox() or (0, 0, 0, ROW)
    return ((size - shown.width) // 2, (size - (bottom - top)) // 2 - top), shown
