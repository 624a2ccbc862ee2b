"""Wires of the diagrams: each from its pin to its part, and no two cross."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tools.drawings.route import Point, Room, river, spread

GRID = 0.5


@st.composite
def stacks(draw: st.DrawFn) -> tuple[list[float], list[Room]]:
    rows = draw(st.lists(st.integers(0, 19), min_size=1, max_size=19, unique=True))
    rooms = [Room(GRID * draw(st.integers(1, 4)), GRID * draw(st.integers(1, 8))) for _ in rows]
    return [-2 * GRID * row for row in sorted(rows)], rooms


def touch(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two upright or level pieces of wire have a point in common."""
    return all(
        min(one[0][axis], one[1][axis]) <= max(other[0][axis], other[1][axis])
        and min(other[0][axis], other[1][axis]) <= max(one[0][axis], one[1][axis])
        for axis in (0, 1)
    )


@given(stacks())
def test_every_wire_leads_from_its_pin_to_its_part_and_meets_nothing(
    stack: tuple[list[float], list[Room]],
) -> None:
    pins, rooms = stack
    places = spread(pins, rooms, highest=0.0, grid=GRID)
    wires = river(pins, places, near=2.0, far=5.0)
    assert [wire[0] for wire in wires] == [(2.0, pin) for pin in pins]
    assert [wire[-1] for wire in wires] == [(5.0, place) for place in places]
    for wire in wires:
        assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(wire)), "only right angles"
    for one, other in combinations(wires, 2):
        assert not any(touch(a, b) for a in pairwise(one) for b in pairwise(other))
    assert places[0] <= 0.0
    for (upper, room), (lower, next_room) in pairwise(zip(places, rooms, strict=True)):
        assert abs(upper - room.below - (lower + next_room.above)) < 1e-9, "parts do not overlap"
