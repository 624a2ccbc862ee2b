"""The time in digits as high as a box allows, drawn from the strokes of `drawing.atlas`.

From an hour on the seconds are smaller, and so are tenths: what hurries counts less, and hours and
minutes are as high as they can be. A digit is read from 155 to 175 times its height.
"""

from functools import lru_cache

from PIL import Image

from clock.display.drawing.atlas import SHAPES, Node, Strokes, roundness, shade
from clock.display.drawing.time import DigitPlace, Plan, shape
from clock.display.large.canvas import FINE, Canvas, Rgb, rounded

SLENDER = 2.5  # a digit is at most this much higher than wide
_STOUT = 0.62
_SECONDS = 0.56  # the seconds after hours and minutes
_TENTHS = 0.66
_GAP = 0.17
_COLON = 0.3
_MINUS = 0.6
_BROAD, _FINE_PEN = 0.27, 0.19
_DIGITS = "0123456789-"  # the dash stands for all else


_SHAPES: dict[str, Strokes] = {
    **SHAPES,
    # In one stroke each: where two would meet, a large digit shows a notch.
    "3": (
        ((-2, 0, 0), (1, 0, 0), (0.42, 0.42, 0), (1, 0.42, 1), (1, 1, 1), (0, 1, 1), (0, 0.75, 0)),
    ),
    "5": (((2, 0, 0), (0, 0, 0), (0, 0.42, 0), (1, 0.42, 1), (1, 1, 1), (0, 1, 1), (0, 0.76, 0)),),
}


@lru_cache(maxsize=128)
def plan(pattern: str, width: int, height: int) -> Plan:
    """Return the places of a pattern's characters in a box, and their width and height."""
    for each in range(int(height * _STOUT), 3, -1):
        found = _plan(pattern, each, min(height, int(each * SLENDER)))
        if found.width <= width:
            return found
    return _plan(pattern, 4, 8)


def _plan(pattern: str, width: int, height: int) -> Plan:
    found, left, scale, gap = list[DigitPlace](), 0, 1.0, 0
    for i, char in enumerate(pattern):
        if char == "." or (char == ":" and ":" in pattern[:i]):
            scale = _TENTHS if char == "." else _SECONDS
        wide, high = width * scale, round(height * scale)
        gap = max(2, round(wide * _GAP))
        share = {":": _COLON, ".": _COLON, "-": _MINUS}.get(char, 1.0)
        pens = max(2, round(wide * _BROAD)), max(2, round(wide * _FINE_PEN))
        found.append(DigitPlace(left, height - high, max(2, round(wide * share)), high, *pens))
        left += found[-1].width + gap
    return Plan(tuple(found), max(0, left - gap), height)


@lru_cache(maxsize=12)
def _digits(width: int, height: int, pen: int, ink: Rgb, ground: Rgb) -> dict[str, Image.Image]:
    """Return all digits in colours: without a mask each is drawn in a tenth of the time."""
    found = {char: Image.new("RGB", (width, height), ground) for char in _DIGITS}
    for char, image in found.items():
        image.paste(ink, (0, 0, width, height), digit(char, width, height, pen))
    return found


def digit(char: str, width: int, height: int, pen: int) -> Image.Image:
    """Return a digit in greys."""
    strokes = _SHAPES.get(char, _SHAPES["-"])
    down = height - pen
    hook = (roundness(width - pen, down) + pen / 2) / down
    longer = tuple(
        (_hooked(nodes[0], nodes[1], hook), *nodes[1:-1], _hooked(nodes[-1], nodes[-2], hook))
        for nodes in strokes
    )
    return shade(longer, width, height, pen, FINE)


def _hooked(end: Node, corner: Node, least: float) -> Node:
    """Return the end of a hook, far enough from its round corner to be cut square."""
    (x, y, how), (beside, over, is_round) = end, corner
    if x != beside or not is_round or abs(y - over) >= least:
        return end
    return x, over - least if over > y else over + least, how


def prepare(time: str, size: tuple[int, int], broad: bool, colour: Rgb, ground: Rgb) -> None:
    """Draw the digits of a time in a box of a size ahead of the presses."""
    pattern = shape(time)
    for char, each in zip(pattern, plan(pattern, *size).places, strict=True):
        if char == "0":
            _digits(each.width, each.height, each.broad if broad else each.fine, colour, ground)


def put_time(
    canvas: Canvas, time: str, box: tuple[int, int, int, int], *, broad: bool, colour: Rgb
) -> None:
    """Draw the time in the middle of a box of left, top, width and height."""
    left, top, width, height = box
    figures, wide, high = plan(shape(time), width, height)
    left, top = left + (width - wide) // 2, top + (height - high) // 2
    for char, each in zip(time, figures, strict=True):
        pen = each.broad if broad else each.fine
        x, y = left + each.left, top + each.top
        middle = x + (each.width - pen) // 2
        match char:
            case ".":
                canvas.put(rounded(pen, pen, pen // 3), (middle, y + each.height - pen), colour)
            case ":":
                for level in (0.3, 0.7):
                    down = y + round(each.height * level) - pen // 2
                    canvas.put(rounded(pen, pen, pen // 3), (middle, down), colour)
            case "-":
                thick = max(2, pen * 2 // 3)
                bar = rounded(each.width, thick, 1)
                canvas.put(bar, (x, y + (each.height - thick) // 2), colour)
            case _:
                digits = _digits(each.width, each.height, pen, colour, canvas.ground)
                canvas.image.paste(digits.get(char, digits["-"]), (x, y))
