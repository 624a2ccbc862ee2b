"""The time in digits as large as a box allows: the plan is made once for a length, then pasted."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from clock.display.drawing.atlas import digit, dot

Box = tuple[int, int, int, int]
"""Left, top, width, height, in pixels."""

_SLENDER = 2.4  # a digit is at most this much higher than wide, or it reads as a bar
_STOUT = 0.66  # and at most this much of its height wide
_MINUS = 0.6  # the sign before a time below zero, against a digit
_TENTHS = 0.7  # the digits after a point, against the others: they hurry, the seconds count
_TENTHS_WIDE = 7  # pixels: narrower tenths are as large as the others, or a 6 reads as an 8


class DigitPlace(NamedTuple):
    """Where a character of the time stands, how large it is and its strokes; all in pixels."""

    left: int
    top: int
    width: int
    height: int
    broad: int
    fine: int


class Plan(NamedTuple):
    """Where the characters of a time stand, and how wide and high they are together."""

    places: tuple[DigitPlace, ...]
    width: int
    height: int


def shape(time: str) -> str:
    """The time with every character but its minus, colons and point as 0: what its plan needs."""
    sign = "-" if time[:1] == "-" and time[1:2].isdigit() else ""
    return sign + "".join(c if c in ":." else "0" for c in time[len(sign) :])


def _plan(pattern: str, width: int, height: int) -> Plan:
    """The plan of a pattern with digits of `width` x `height` pixels."""
    gap = max(2, round(width * 0.17))
    broad = max(2 if width < 10 else 3, min(round(width * 0.29), round(height * 0.19)))
    fine = max(2, round(width * 0.11))
    part = _TENTHS if round(width * _TENTHS) >= _TENTHS_WIDE else 1
    places = []
    left, tenths = 0, False
    for char in pattern:
        tenths = tenths or char == "."
        if char in ":.":
            places.append(DigitPlace(left, 0, broad, height, broad, fine + 1))
        elif char == "-":
            places.append(DigitPlace(left, 0, max(4, round(width * _MINUS)), height, broad, fine))
        elif tenths:
            wide, high = round(width * part), round(height * part)
            pen = max(2, min(round(broad * 0.8), wide // 4))
            places.append(DigitPlace(left, height - high, wide, high, pen, fine))
        else:
            places.append(DigitPlace(left, 0, width, height, broad, fine))
        left += places[-1].width + gap
    return Plan(tuple(places), max(0, left - gap), height)


@lru_cache(maxsize=128)
def plan(pattern: str, width: int, height: int) -> Plan:
    """The plan with the largest digits that a box of `width` x `height` pixels holds."""
    for each in range(round(height * _STOUT), 3, -1):
        best = _plan(pattern, each, min(height, round(each * _SLENDER)))
        if best.width <= width:
            return best
    return _plan(pattern, 4, min(height, 8))


def put_time(image: Image.Image, time: str, box: Box, broad: bool) -> None:
    """Draw the time in the middle of a box, in a broad pen or a fine one."""
    left, top, width, height = box
    best = plan(shape(time), width, height)
    left += (width - best.width) // 2
    top += (height - best.height) // 2
    for char, place in zip(time, best.places, strict=True):
        at = (left + place.left, top + place.top)
        breadth = place.broad if broad else place.fine
        middle = (place.width - breadth) // 2
        match char:
            case ".":
                image.paste(dot(breadth), (at[0] + middle, at[1] + place.height - breadth))
            case ":":
                for level in (0.32, 0.72):
                    down = round(place.height * level) - breadth // 2
                    image.paste(dot(breadth), (at[0] + middle, at[1] + down))
            case "-":  # finer than a digit's strokes, or it reads as a point
                thick = max(2, breadth * 2 // 3)
                down = at[1] + (place.height - thick) // 2
                image.paste(255, (at[0], down, at[0] + place.width, down + thick))
            case _:
                image.paste(digit(char, place.width, place.height, breadth), at)
