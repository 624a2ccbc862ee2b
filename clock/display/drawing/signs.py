"""Signs and stones as images: the icons, the fallen flag, and the disc of a colour.

Each icon of `icons.txt` has a shape of its own: solid where a person is wanted, in lines where it
only shows how things stand. The flag is drawn in any size.
"""

import re
from functools import lru_cache
from importlib import resources
from math import cos, radians, sin

from PIL import Image, ImageDraw

from clock.display.drawing.atlas import twice
from clock.display.drawing.text import CAP_TOP, ROW, row, wrap
from clock.display.face import Sign
from clock.rules.seats import Colour
from clock.text.glyphs import is_syllable

SIGN, WORDS_HEIGHT = 13, 15
"""Pixels of a sign each way, and the height of one in words."""
STONE, LARGE_STONE = 15, 21
"""Pixels of a stone each way."""


_WORDS_COLUMNS, _HANGUL_COLUMNS = 6, 8
_FINE = 8  # the grid on which the flag is drawn, in steps of a pixel
_LEAN = radians(-66)
_FOOT = (1.25, 0.9)
_CLOTH = (
    *((0, 1.1), (0.12, 1.13), (0.25, 1.1), (0.4, 1.05), (0.52, 1.08)),
    *((0.52, 0.58), (0.4, 0.53), (0.25, 0.57), (0.12, 0.61), (0, 0.58)),
)
"""The cloth in waves, across the pole and along it from its foot, in heights of the sign."""


@lru_cache(maxsize=8)
def flag(height: int) -> Image.Image:
    """The flag that has toppled to the ground: a 1-bit image, a third wider than high."""
    return flag_shade(height).point([255 if v >= 128 else 0 for v in range(256)]).convert("1")


def flag_shade(height: int) -> Image.Image:
    """The same with smooth edges, in greys."""
    width = round(1.3 * height)
    fine = Image.new("L", (width * _FINE, height * _FINE))
    pen = ImageDraw.Draw(fine)

    def at(across: float, along: float) -> tuple[float, float]:
        x = _FOOT[0] + across * cos(_LEAN) + along * sin(_LEAN)
        y = _FOOT[1] + across * sin(_LEAN) - along * cos(_LEAN)
        return x * height * _FINE, y * height * _FINE

    half = max(0.8, height / 24) / height
    pen.polygon([at(x, y) for x, y in ((-half, 0), (half, 0), (half, 1.05), (-half, 1.05))], 255)
    pen.polygon([at(*corner) for corner in _CLOTH], fill=255)
    ground = (height - max(1, round(height / 13))) * _FINE
    pen.rectangle((0, ground, width * _FINE, height * _FINE), fill=255)
    return fine.reduce(_FINE)


def _read_icons() -> dict[Sign, str]:
    """The dots of all icons; above them the file has a line with the sign's name and meaning."""
    text = resources.files(__package__).joinpath("icons.txt").read_text()
    icons = (block.split() for block in re.sub(":.*", "", text).split("\n\n"))
    return {Sign(name): "".join(rows) for name, *rows in icons}


_ICONS = _read_icons()


@lru_cache(maxsize=32)
def sign(which: Sign | str) -> Image.Image:
    """A sign as a 1-bit image of `SIGN` x `SIGN` pixels, or its words in two rows, lit on dark."""
    if isinstance(which, str):
        return _in_words(which)
    if which is Sign.CLAPPER:
        return flag(SIGN).crop((2, 0, SIGN + 2, SIGN))
    image = Image.new("1", (SIGN, SIGN))
    image.putdata([255 if dot == "#" else 0 for dot in _ICONS[which]])
    return image


def _in_words(text: str) -> Image.Image:
    """Words in two rows, a pixel from their neighbours; Hangul is higher and has a single row."""
    if any(map(is_syllable, text)):
        rows, top = [row(text, _HANGUL_COLUMNS)], (WORDS_HEIGHT - ROW) // 2
    else:
        rows, top = [row(each, _WORDS_COLUMNS) for each in wrap(text, _WORDS_COLUMNS, 2)], -CAP_TOP
    image = Image.new("1", (max(each.width for each in rows) + 2, WORDS_HEIGHT))
    for i, each in enumerate(rows):
        image.paste(255, (1, (ROW - CAP_TOP) * i + top), each)
    return image


@lru_cache(maxsize=32)
def large_sign(which: Sign | str) -> Image.Image:
    """A sign as a 1-bit image of twice `SIGN` each way, lit on dark; its words as they are."""
    if isinstance(which, str):
        return sign(which)
    if which is Sign.CLAPPER:
        return flag(2 * SIGN).crop((4, 0, 2 * SIGN + 4, 2 * SIGN))
    return twice(sign(which))


@lru_cache(maxsize=16)
def stone(colour: Colour | None, size: int) -> Image.Image:
    """A stone as in print, dark on a lit ground of `size` x `size` pixels.

    Black is a filled disc and White a ring, whatever the ground around; a half of each while the
    colours are open.
    """
    image = Image.new("1", (size, size), 255)
    pen = ImageDraw.Draw(image)
    disc = (2, 2, size - 3, size - 3)
    stroke = size // 10
    pen.ellipse(disc, fill=0 if colour is Colour.BLACK else 255, outline=0, width=stroke)
    if colour is None:
        pen.pieslice(disc, 90, 270, fill=0)
    return image
