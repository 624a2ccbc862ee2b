"""The other seat's time in small, where its own display is lost: a strip under the digits."""

from functools import lru_cache

from PIL import Image, ImageChops

from clock.display.drawing.signs import SIGN, flag, stone
from clock.display.drawing.time import put_time
from clock.display.face import Other
from clock.text.words import colour_letter

STRIP_HEIGHT = 15
_TIME_LEFT = SIGN + 5
_TIME_WIDTH = 80


@lru_cache(maxsize=8)
def strip(other: Other, width: int) -> Image.Image:
    """Stone, time and fallen flag of the other seat, `STRIP_HEIGHT` high; lit while it runs."""
    image = Image.new("1", (width, STRIP_HEIGHT))
    image.paste(stone(other.colour, colour_letter(other.colour), other.running), (1, 1))
    put_time(image, other.time, (_TIME_LEFT, 1, _TIME_WIDTH, STRIP_HEIGHT - 2), other.running)
    if other.fallen:
        image.paste(flag(SIGN, SIGN), (_TIME_LEFT + _TIME_WIDTH + 6, 1))
    return ImageChops.invert(image) if other.running else image
