"""Hangul: each of the 11172 syllables as a bitmap of 9x9 pixels, read when the first is drawn.

`hangul.bin` is made from the font Galmuri9 by `tools/hangul.py`: bits of all syllables in Unicode's
order, row after row, without gaps, compressed. The font's licence stands beside it in `hangul.txt`.
"""

import zlib
from functools import cache
from importlib import resources

from PIL import Image

SIDE = 9
"""Pixels of a syllable each way."""
_FIRST = ord("가")
_BITS = SIDE * SIDE


@cache
def _sheet() -> bytes:
    packed = resources.files(__package__).joinpath("hangul.bin").read_bytes()
    return zlib.decompress(packed)


def syllable(char: str) -> Image.Image:
    """A Hangul syllable as a 1-bit image of `SIDE` x `SIDE` pixels, lit on dark."""
    start = (ord(char) - _FIRST) * _BITS
    end = start + _BITS
    whole = int.from_bytes(_sheet()[start // 8 : -(-end // 8)])
    bits = whole >> (-end % 8)
    image = Image.new("1", (SIDE, SIDE))
    image.putdata([255 if bits >> (_BITS - 1 - i) & 1 else 0 for i in range(_BITS)])
    return image
