"""How a plunger travels, on a time that the test moves."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clock.simulator.plungers import MIN_TRAVEL_NS, WAITING_MAX, Plungers
from hal.ports import Line

LEFT, RIGHT, STOP = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER, Line.STOP
START_NS = 1_000_000_000
Act = tuple[str, Line, float]
"""A press or release of a line, and the travels that pass after it."""


class Rig:
    """Plungers that the test moves, and every move with its instant in ns."""

    def __init__(self) -> None:
        self.now_ns = START_NS
        self.moves: list[tuple[int, Line, bool]] = []
        self.due: list[tuple[int, Callable[[], None]]] = []
        self.plungers = Plungers((LEFT, RIGHT), self._drive, later=self._later)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self.due.append((self.now_ns + round(seconds * 1e9), act))

    def _drive(self, line: Line, down: bool) -> None:
        self.moves.append((self.now_ns, line, down))

    def tap(self, *lines: Line) -> None:
        for line in lines:
            self.plungers.press(line)
            self.plungers.release(line)

    def pass_travels(self, travels: float) -> None:
        """Move time on, from one due move to the next."""
        end_ns = self.now_ns + round(travels * MIN_TRAVEL_NS)
        while due := [each for each in self.due if each[0] <= end_ns]:
            first = min(due, key=lambda each: each[0])
            self.due.remove(first)
            self.now_ns, act = first
            act()
        self.now_ns = end_ns

    def moves_by(self, acts: list[Act], line: Line) -> list[tuple[int, bool]]:
        """When a line moves by these acts, those on other lines among them."""
        for act, each, travels in acts:
            {"p": self.plungers.press, "r": self.plungers.release, "-": id}[act](each)
            self.pass_travels(travels)
        self.pass_travels(2 * (len(acts) + 1))
        return [(at_ns, down) for at_ns, moved, down in self.moves if moved == line]


def test_a_tap_lasts_a_travel_and_a_held_plunger_until_it_is_let_go() -> None:
    rig = Rig()
    rig.tap(LEFT)
    rig.plungers.press(LEFT)
    rig.plungers.press(LEFT)  # a second finger moves nothing
    assert rig.moves == [(START_NS, LEFT, True)], "the first goes down at once"
    rig.pass_travels(10)
    rig.plungers.release(LEFT)
    assert rig.moves == [
        (START_NS + travels * MIN_TRAVEL_NS, LEFT, down)
        for travels, down in ((0, True), (1, False), (2, True), (10, False))
    ]


def test_a_plunger_whose_move_failed_moves_with_the_next_press() -> None:
    rig = Rig()
    moves, rig.moves = rig.moves, None  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        rig.plungers.press(LEFT)
    rig.moves = moves
    rig.plungers.release(LEFT)
    rig.tap(LEFT)
    rig.pass_travels(2)
    assert [down for _, _, down in moves] == [True, False]


def test_presses_beyond_the_bound_and_after_the_end_are_dropped() -> None:
    rig = Rig()
    with pytest.raises(KeyError):
        rig.plungers.press(STOP)  # not wired
    rig.tap(*[LEFT] * 3 * WAITING_MAX)
    rig.pass_travels(8 * WAITING_MAX)
    assert len(rig.moves) == 2 * (1 + WAITING_MAX)
    rig.plungers.close()
    rig.plungers.close()
    rig.tap(RIGHT)
    rig.pass_travels(1)
    assert len(rig.moves) == 2 * (1 + WAITING_MAX)


acts = st.lists(
    st.tuples(st.sampled_from("pr"), st.sampled_from((LEFT, RIGHT)), st.floats(0, 3)),
    max_size=2 * WAITING_MAX,
)


@example([*[("p", RIGHT, 0.0), ("r", RIGHT, 0.0)] * 40, ("p", LEFT, 0.0)])
@given(acts)
def test_no_press_is_lost_none_waits_for_another_line_and_no_move_is_too_fast(
    acts: list[Act],
) -> None:
    for line in (LEFT, RIGHT):
        alone = [(act if each == line else "-", line, travels) for act, each, travels in acts]
        moves = Rig().moves_by(acts, line)
        assert moves == Rig().moves_by(alone, line)
        held = "".join(act for act, each, _ in acts if each == line)
        presses = [end for start, end in pairwise("r" + held) if (start, end) == ("r", "p")]
        assert sum(down for _, down in moves) == min(len(presses), 1 + WAITING_MAX)
        assert [down for _, down in moves] == [n % 2 == 0 for n in range(len(moves))]
        assert (len(moves) % 2 == 1) == held.endswith("p")
        assert all(b[0] - a[0] >= MIN_TRAVEL_NS for a, b in pairwise(moves))
