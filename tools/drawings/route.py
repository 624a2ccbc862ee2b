"""Route wires from pins to parts beside them, at right angles and without crossings."""

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]
Wire = tuple[Point, ...]


class Room(NamedTuple):
    """The space that a part needs above and below its wire."""

    above: float
    below: float


def spread(
    pins: Sequence[float], rooms: Sequence[Room], highest: float, grid: float
) -> list[float]:
    """Stack parts beside their pins; return the y of the parts' wires, from the top down.

    `pins` are the pins' y, from the top down. The stack is not above `highest`. If pins, rooms and
    `highest` are on the grid, so are all wires.
    """
    stack = sum(room.above + room.below for room in rooms)
    first = (pins[0] + pins[-1] + stack) / 2 - rooms[0].above
    y = min(highest, round(first / grid) * grid) + rooms[0].above
    places = []
    for room in rooms:
        places.append(y - room.above)
        y -= room.above + room.below
    return places


def river(pins: Sequence[float], places: Sequence[float], near: float, far: float) -> list[Wire]:
    """Return wires from (near, pin) to (far, place), both from the top down.

    Every wire bends in its own lane. Among rising wires the lowest has the farthest lane, among
    falling wires the highest, so no wires cross.
    """
    rising = [i for i, (pin, place) in enumerate(zip(pins, places, strict=True)) if place > pin]
    falling = [i for i, (pin, place) in enumerate(zip(pins, places, strict=True)) if place < pin]
    step = (far - near) / (max(len(rising), len(falling)) + 1)
    lanes = {i: near + step * (n + 1) for n, i in enumerate(rising)}
    lanes |= {i: near + step * (n + 1) for n, i in enumerate(reversed(falling))}
    wires: list[Wire] = []
    for i, (pin, place) in enumerate(zip(pins, places, strict=True)):
        bends = ((lanes[i], pin), (lanes[i], place)) if i in lanes else ()
        wires.append(((near, pin), *bends, (far, place)))
    return wires
