"""A picture goes round by a pixel, so that what stands still for hours does not burn in.

The dots of an OLED fade by the hours they are lit. In a game of five hours a stroke's edges are lit
in turns. What leaves the picture is its last row and column: the rim of the lit panel, and of some
faces a digit's or a sign's outermost pixels, which stays as legible.
"""

from PIL import Image

from clock.rules.units import MINUTE_NS

ORBIT_EVERY_NS = 4 * MINUTE_NS
"""How long a picture stays where it is."""

_STEPS = ((0, 0), (1, 0), (1, 1), (0, 1))


def orbited(image: Image.Image, step: int) -> Image.Image:
    """Return a picture where it stands after so many steps: at its place after each round."""
    right, down = _STEPS[step % len(_STEPS)]
    if not (right or down):
        return image
    moved = Image.new(image.mode, image.size)
    moved.paste(image, (right, down))
    return moved
