"""Wires from pins to parts beside them, bent at right angles, so that no two of them cross."""

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]
Wire = tuple[Point, ...]


class Room(NamedTuple):
    """How much a part takes above and below its wire."""

    above: float
    below: float


def spread(
    pins: Sequence[float], rooms: Sequence[Room], highest: float, grid: float
) -> list[float]:
    """How high parts stand that need these rooms, from the top down, the stack beside its pins.

    `pins` are the pins' y, from the top down; returned are the y of the parts' wires, the first
    not above `highest`. If pins, rooms and `highest` lie on the grid, no wire bends by less.
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
    """The wires from (near, pin) to (far, place), both from the top down.

    Each bends in a lane of its own: of those that go up the lowest has the farthest lane, of those
    that go down the highest, so that none crosses another.
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
