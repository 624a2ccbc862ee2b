"""A picture's lit pixels as the path of an SVG, for paper and documents."""

from collections.abc import Iterator
from itertools import groupby

from PIL import Image


def path_of(image: Image.Image) -> str:
    """Return the lit pixels as horizontal runs, a pixel to a unit."""
    return "".join(_runs(image))


def _runs(image: Image.Image) -> Iterator[str]:
    width, height = image.size
    for y in range(height):
        x = 0
        for lit, run in groupby(image.getpixel((each, y)) for each in range(width)):
            length = len(list(run))
            if lit:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
