"""How a plunger travels, on a time that the test moves."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.simulator.plungers import MIN_TRAVEL_NS, WAITING_MAX, Plungers
from hal.ports import Line

LEFT, RIGHT, STOP = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER, Line.STOP
Move = tuple[int, Line, bool]


class Rig:
    """Plungers moved by hand, and every move with its instant in ns."""

    def __init__(self) -> None:
        self.now_ns = 1_000_000_000
        self.moves: list[Move] = []
        self.plungers = Plungers((LEFT, RIGHT), self._drive, lambda: self.now_ns, by_hand=True)

    def _drive(self, line: Line, down: bool) -> None:
        self.moves.append((self.now_ns, line, down))

    def tap(self, line: Line) -> None:
        self.plungers.press(line)
        self.plungers.release(line)

    def pass_time(self, by_ns: int) -> None:
        """Move time on, from one due move to the next."""
        end_ns = self.now_ns + by_ns
        while (due_ns := self.plungers.make_due_moves()) is not None and due_ns <= end_ns:
            self.now_ns = due_ns
        self.now_ns = end_ns


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_a_plunger_at_rest_goes_down_at_once(rig: Rig) -> None:
    rig.plungers.press(LEFT)
    assert rig.moves == [(1_000_000_000, LEFT, True)]


def test_a_tap_of_no_time_at_all_stays_down_for_its_travel(rig: Rig) -> None:
    rig.tap(LEFT)
    rig.pass_time(MIN_TRAVEL_NS - 1)
    assert len(rig.moves) == 1
    rig.pass_time(1)
    assert rig.moves[1] == (1_000_000_000 + MIN_TRAVEL_NS, LEFT, False)


def test_a_plunger_that_is_held_stays_down_until_it_is_let_go(rig: Rig) -> None:
    rig.plungers.press(LEFT)
    rig.pass_time(10 * MIN_TRAVEL_NS)
    assert len(rig.moves) == 1
    rig.plungers.release(LEFT)
    assert rig.moves[1] == (1_000_000_000 + 10 * MIN_TRAVEL_NS, LEFT, False)


def test_a_second_quick_tap_waits_behind_the_first(rig: Rig) -> None:
    rig.tap(LEFT)
    rig.tap(LEFT)
    rig.pass_time(4 * MIN_TRAVEL_NS)
    start_ns = 1_000_000_000
    assert rig.moves == [
        (start_ns, LEFT, True),
        (start_ns + MIN_TRAVEL_NS, LEFT, False),
        (start_ns + 2 * MIN_TRAVEL_NS, LEFT, True),
        (start_ns + 3 * MIN_TRAVEL_NS, LEFT, False),
    ]


def test_a_second_press_that_is_held_stays_down(rig: Rig) -> None:
    rig.tap(LEFT)
    rig.plungers.press(LEFT)
    rig.pass_time(20 * MIN_TRAVEL_NS)
    assert [down for _, _, down in rig.moves] == [True, False, True]


def test_a_finger_on_a_plunger_that_is_held_moves_nothing(rig: Rig) -> None:
    rig.plungers.press(LEFT)
    rig.plungers.press(LEFT)
    rig.pass_time(20 * MIN_TRAVEL_NS)
    assert len(rig.moves) == 1


def test_the_other_plunger_does_not_wait(rig: Rig) -> None:
    rig.tap(LEFT)
    rig.tap(RIGHT)
    assert [line for _, line, _ in rig.moves] == [LEFT, RIGHT]


def test_what_was_due_moves_before_a_press_that_comes_later(rig: Rig) -> None:
    rig.tap(LEFT)
    rig.tap(LEFT)
    rig.pass_time(MIN_TRAVEL_NS)  # the left one is up again, its second press waits
    rig.now_ns += 2 * MIN_TRAVEL_NS  # and the thread that would make it is late
    rig.plungers.press(RIGHT)
    assert [(line, down) for _, line, down in rig.moves[-2:]] == [(LEFT, True), (RIGHT, True)]


def test_presses_beyond_the_bound_are_dropped_and_the_plunger_ends_up(rig: Rig) -> None:
    for _ in range(3 * WAITING_MAX):
        rig.tap(LEFT)
    rig.pass_time(8 * WAITING_MAX * MIN_TRAVEL_NS)
    assert sum(down for _, _, down in rig.moves) == 1 + WAITING_MAX
    assert not rig.moves[-1][2]


def test_a_line_that_is_not_wired_is_a_key_error(rig: Rig) -> None:
    with pytest.raises(KeyError):
        rig.plungers.press(STOP)


def test_closed_plungers_move_no_more(rig: Rig) -> None:
    rig.tap(LEFT)
    rig.plungers.close()
    rig.plungers.close()
    rig.tap(RIGHT)
    rig.pass_time(MIN_TRAVEL_NS)
    assert len(rig.moves) == 1


acts = st.lists(
    st.tuples(
        st.sampled_from(("press", "release")),
        st.sampled_from((LEFT, RIGHT)),
        st.integers(0, 3 * MIN_TRAVEL_NS),
    ),
    max_size=WAITING_MAX // 2,
)


@given(acts)
def test_no_press_is_lost_and_no_move_is_too_quick(acts: list[tuple[str, Line, int]]) -> None:
    rig = Rig()
    held = {LEFT: False, RIGHT: False}
    presses = {LEFT: 0, RIGHT: 0}
    for act, line, wait_ns in acts:
        move: Callable[[Line], None] = getattr(rig.plungers, act)
        move(line)
        presses[line] += act == "press" and not held[line]
        held[line] = act == "press"
        rig.pass_time(wait_ns)
    rig.pass_time(2 * (len(acts) + 1) * MIN_TRAVEL_NS)
    for line in (LEFT, RIGHT):
        moves = [(at_ns, down) for at_ns, moved, down in rig.moves if moved == line]
        assert sum(down for _, down in moves) == presses[line]
        assert [down for _, down in moves] == [n % 2 == 0 for n in range(len(moves))]
        assert (len(moves) % 2 == 1) == held[line]
        instants = [at_ns for at_ns, _ in moves]
        assert all(b - a >= MIN_TRAVEL_NS for a, b in pairwise(instants))


def test_a_press_of_another_line_never_overtakes_one_that_waits(rig: Rig) -> None:
    for line in (LEFT, RIGHT, LEFT, RIGHT):  # as keys that are hit in one millisecond
        rig.tap(line)
    rig.pass_time(12 * MIN_TRAVEL_NS)
    assert [line for _, line, down in rig.moves if down] == [LEFT, RIGHT, LEFT, RIGHT]
