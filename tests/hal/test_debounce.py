"""The debounce: presses of edges, on stamps alone."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import cycle, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.debounce import BURST_NS_MAX, EDGE_LATENCY_NS_MAX, Change, Debounce, Debouncer
from hal.ports import Edge, Line
from hal.wiring import DebounceWiring

MS = 1_000_000
LINE = Line.LEFT_PLUNGER
CONFIRM_NS = DebounceWiring().confirm_ns
LOCKOUT_NS = DebounceWiring().lockout_ns
T0 = 10_000 * MS


def ms(figure: float) -> int:
    """An instant in the trace: `figure` milliseconds after its start."""
    return T0 + round(figure * MS)


def press(at_ms: float) -> Change:
    return Change(LINE, True, ms(at_ms))


def release(at_ms: float) -> Change:
    return Change(LINE, False, ms(at_ms))


class Wire:
    """A line's true level over time: released at first, turned over at each instant."""

    def __init__(self, turns_ns: Sequence[int]) -> None:
        self.turns_ns = sorted(turns_ns)

    def pressed(self, at_ns: int) -> bool:
        return bisect_right(self.turns_ns, at_ns) % 2 == 1

    def edges(self, sampled_ns: Callable[[], int] = lambda: 0) -> list[Edge]:
        """What the kernel makes of it: the level sampled late, turns before the sample merged."""
        edges: list[Edge] = []
        sampled_until_ns = 0
        for turn_ns in self.turns_ns:
            if turn_ns >= sampled_until_ns:
                sampled_until_ns = turn_ns + sampled_ns()
                edges.append(Edge(LINE, self.pressed(sampled_until_ns), turn_ns))
        return edges


def run(
    wire: Wire,
    edges: Sequence[Edge],
    delays_ns: Sequence[int] = (0,),
    lateness_ns: Sequence[int] = (0,),
) -> list[Change]:
    """Deliver the edges in order, each late by its delay, and settle late by `lateness_ns`."""
    debouncer = Debouncer(LINE)
    late, delay = cycle(lateness_ns), cycle(delays_ns)
    waiting = list(edges)
    changes: list[Change | None] = []
    now_ns = 0
    arrives_ns = waiting[0].at_ns + next(delay) if waiting else 0
    while waiting or debouncer.due_ns is not None:
        due_ns = debouncer.due_ns
        look_ns = None if due_ns is None else max(now_ns, due_ns) + next(late)
        if look_ns is None or (waiting and arrives_ns <= look_ns):
            now_ns = arrives_ns
            changes.append(debouncer.edge(waiting.pop(0)))
            if waiting:
                arrives_ns = max(now_ns, waiting[0].at_ns + next(delay))
        else:
            now_ns = look_ns
            changes.append(debouncer.settle(wire.pressed(now_ns), now_ns))
    return [change for change in changes if change is not None]


def trace(*turns_ms: float) -> Wire:
    return Wire([ms(turn) for turn in turns_ms])


def test_a_press_is_dated_at_its_edge_and_given_when_it_has_held() -> None:
    debouncer = Debouncer(LINE)
    assert debouncer.edge(Edge(LINE, True, ms(0))) is None
    assert debouncer.due_ns == ms(0) + CONFIRM_NS
    assert debouncer.settle(True, ms(0) + CONFIRM_NS - 1) is None
    assert debouncer.settle(True, ms(0) + CONFIRM_NS) == press(0)
    assert debouncer.pressed


def test_five_bounces_of_two_milliseconds_are_one_press_at_the_first_edge() -> None:
    wire = trace(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20)
    assert run(wire, wire.edges()) == [press(0)]


def test_a_spike_of_one_millisecond_is_no_press() -> None:
    wire = trace(0, 1)
    assert run(wire, wire.edges()) == []


def test_a_spike_while_the_plunger_is_held_is_no_release() -> None:
    wire = trace(0, 400, 401, 900)
    assert run(wire, wire.edges()) == [press(0), release(900)]


def test_a_release_that_bounces_is_one_release_at_its_first_edge() -> None:
    wire = trace(0, 100, 101, 103, 104, 106)
    assert run(wire, wire.edges()) == [press(0), release(100)]


def test_a_tap_within_the_lockout_is_released_too() -> None:
    wire = trace(0, 10)
    assert run(wire, wire.edges()) == [press(0), release(10)]


def test_a_contact_that_opens_for_long_within_the_lockout_is_one_press() -> None:
    wire = trace(0, 5, 9, 14, 18)
    assert run(wire, wire.edges()) == [press(0)]


def test_a_press_soon_after_a_release_waits_for_the_lockout_and_keeps_its_date() -> None:
    wire = trace(0, 100, 110)
    assert run(wire, wire.edges()) == [press(0), release(100), press(110)]


def test_a_settle_127_ms_late_finds_the_press_though_it_is_long_released() -> None:
    wire = trace(0, 60)
    late = run(wire, wire.edges(), delays_ns=[0, 127 * MS], lateness_ns=[127 * MS])
    assert late == [press(0), release(60)]


def test_a_settle_127_ms_late_with_the_release_delivered_finds_both() -> None:
    wire = trace(0, 60)
    assert run(wire, wire.edges(), lateness_ns=[127 * MS]) == [press(0), release(60)]


def test_a_press_whose_edges_all_come_250_ms_late_is_found() -> None:
    wire = trace(0, 1, 2, 30, 31, 32)
    changes = run(wire, wire.edges(), delays_ns=[EDGE_LATENCY_NS_MAX])
    assert changes == [press(0), release(30)]


def test_a_late_spike_is_refused_though_its_second_edge_comes_later_still() -> None:
    wire = trace(0, 1)
    assert run(wire, wire.edges(), delays_ns=[100 * MS, 200 * MS]) == []


def test_a_spike_whose_second_edge_was_swallowed_is_refused_after_the_latency() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, True, ms(0)))
    assert debouncer.settle(False, ms(3)) is None
    assert debouncer.since_ns == ms(0)
    assert debouncer.due_ns == ms(3) + EDGE_LATENCY_NS_MAX
    assert debouncer.settle(False, ms(3) + EDGE_LATENCY_NS_MAX) is None
    assert debouncer.due_ns is None
    assert debouncer.since_ns is None
    assert not debouncer.pressed


def test_a_spike_whose_second_edge_was_swallowed_is_not_proved_by_the_next_press() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, True, ms(0)))
    debouncer.settle(False, ms(3))
    assert debouncer.edge(Edge(LINE, True, ms(80))) is None
    assert debouncer.settle(True, ms(82.5)) == press(80)


def test_falling_falling_at_the_release_proves_the_press_and_then_the_release() -> None:
    # Read late, the level is released; the release's first edge says pressed, its last the truth.
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, True, ms(0)))
    assert debouncer.settle(False, ms(60)) is None
    assert debouncer.edge(Edge(LINE, True, ms(50))) == press(0)
    assert debouncer.edge(Edge(LINE, False, ms(50.4))) is None
    assert debouncer.settle(False, ms(60)) is None  # read late: once more
    assert debouncer.settle(False, ms(62.5)) == release(50)


def test_falling_falling_for_a_bounce_is_one_press_at_the_first() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, True, ms(0)))
    debouncer.edge(Edge(LINE, True, ms(0.3)))
    assert debouncer.settle(True, ms(2.8)) == press(0)


def test_rising_rising_for_a_spike_is_no_press() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, False, ms(0)))
    debouncer.edge(Edge(LINE, False, ms(0.3)))
    assert debouncer.settle(False, ms(2.8)) is None
    assert debouncer.due_ns is None


def test_a_last_edge_that_lies_does_not_hide_a_press() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, False, ms(0)))
    assert debouncer.settle(True, ms(2.5)) is None
    assert debouncer.edge(Edge(LINE, False, ms(90))) == press(0)
    assert debouncer.settle(False, ms(92.5)) == release(90)


def test_a_level_that_stays_down_without_an_edge_is_believed_after_the_latency() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, False, ms(0)))
    debouncer.settle(True, ms(2.5))
    assert debouncer.settle(True, ms(2.5) + EDGE_LATENCY_NS_MAX) == press(0)


def test_a_release_whose_edge_was_swallowed_in_the_lockout_is_found_by_reading() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, True, ms(0)))
    assert debouncer.settle(True, ms(2.5)) == press(0)
    assert debouncer.due_ns == ms(25)
    assert debouncer.settle(False, ms(25)) is None
    assert debouncer.settle(False, ms(25) + EDGE_LATENCY_NS_MAX) == release(25)


def test_a_press_proved_later_than_the_latency_is_still_not_lost() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, True, ms(0)))
    debouncer.settle(False, ms(60))
    debouncer.settle(False, ms(60) + EDGE_LATENCY_NS_MAX)
    assert debouncer.edge(Edge(LINE, False, ms(50))) == press(0)


def test_bounces_that_come_late_at_the_time_of_the_release_are_no_second_press() -> None:
    wire = trace(0, 0.001, 0.002, 0.003, 0.004, 25.001)
    changes = run(wire, wire.edges(), delays_ns=[0, 25 * MS, 0])
    assert changes == [press(0), release(25.001)]


def test_a_bounce_that_comes_after_its_press_was_found_does_not_make_a_release_of_a_spike() -> None:
    debouncer = Debouncer(LINE)
    debouncer.edge(Edge(LINE, True, ms(0)))
    assert debouncer.settle(True, ms(2.5)) == press(0)
    assert debouncer.edge(Edge(LINE, False, ms(1))) is None  # it was on its way
    assert debouncer.edge(Edge(LINE, False, ms(100))) is None
    assert debouncer.edge(Edge(LINE, True, ms(101))) is None
    assert debouncer.settle(True, ms(103.5)) is None
    assert debouncer.pressed


def test_a_line_that_is_down_at_the_start_gives_its_release_only() -> None:
    debouncer = Debouncer(LINE, pressed=True)
    debouncer.edge(Edge(LINE, False, ms(0)))
    assert debouncer.settle(False, ms(2.5)) == release(0)


def test_noise_without_end_does_not_date_a_press_back_beyond_a_burst() -> None:
    wire = trace(*range(3001))  # three seconds of pulses of 1 ms, then it stays down
    (change,) = run(wire, wire.edges())
    assert change.pressed
    assert ms(3000) - BURST_NS_MAX <= change.at_ns <= ms(3000)


def test_all_lines_settle_in_the_order_of_their_dates() -> None:
    levels = {Line.LEFT_PLUNGER: False, Line.RIGHT_PLUNGER: False, Line.STOP: False}
    debounce = Debounce(levels, levels.__getitem__)
    assert debounce.due_ns is None
    assert debounce.since_ns is None
    for line, at_ms in ((Line.LEFT_PLUNGER, 1.0), (Line.RIGHT_PLUNGER, 0.0)):
        levels[line] = True
        assert debounce.edge(Edge(line, True, ms(at_ms))) is None
    assert debounce.due_ns == ms(2.5)
    assert debounce.since_ns == ms(0)
    assert debounce.settle(lambda: ms(2)) == []
    changes = debounce.settle(lambda: ms(3.6))
    assert [(change.line, change.at_ns) for change in changes] == [
        (Line.RIGHT_PLUNGER, ms(0)),
        (Line.LEFT_PLUNGER, ms(1)),
    ]
    assert debounce.pressed(Line.LEFT_PLUNGER)
    assert not debounce.pressed(Line.STOP)


def test_an_edge_of_a_line_that_is_not_wired_is_a_key_error() -> None:
    debounce = Debounce([Line.STOP], lambda _: False)
    with pytest.raises(KeyError):
        debounce.edge(Edge(Line.PLUS, True, ms(0)))


# An edge that the kernel merges into the one before it hides the silence's true beginning, so what
# is shorter than the confirmation must be so by the longest merge.
SAMPLED_NS_MAX = 400_000
short = st.integers(min_value=1000, max_value=CONFIRM_NS - SAMPLED_NS_MAX - 1)
bounces = st.lists(short, max_size=10).map(lambda gaps: gaps[: len(gaps) // 2 * 2])
"""Gaps between the turns after a contact's first: an even number, so that it ends as meant."""

samples = st.lists(st.integers(min_value=0, max_value=SAMPLED_NS_MAX), min_size=1, max_size=20)
delays = st.lists(st.integers(min_value=0, max_value=EDGE_LATENCY_NS_MAX), min_size=1, max_size=20)
lateness = st.lists(st.integers(min_value=0, max_value=127 * MS), min_size=1, max_size=20)
holds = st.integers(min_value=CONFIRM_NS + MS, max_value=300 * MS)
rests = st.integers(min_value=LOCKOUT_NS + MS, max_value=600 * MS)


@settings(max_examples=400, deadline=None)
@given(
    presses=st.lists(st.tuples(bounces, holds, bounces, rests), min_size=1, max_size=4),
    samples=samples,
    delays=delays,
    lateness=lateness,
)
def test_every_press_is_found_once_at_its_first_edge_however_late_its_edges_come(
    presses: list[tuple[list[int], int, list[int], int]],
    samples: list[int],
    delays: list[int],
    lateness: list[int],
) -> None:
    turns, expected, now = [], [], T0
    for closing, hold, opening, rest in presses:
        for pressed, gaps, wait in ((True, closing, hold), (False, opening, rest)):
            expected.append(Change(LINE, pressed, now))
            turns.append(now)
            for gap in gaps:
                now += gap
                turns.append(now)
            now += wait
    wire = Wire(turns)
    sample = cycle(samples)
    assert run(wire, wire.edges(lambda: next(sample)), delays, lateness) == expected


@settings(max_examples=400, deadline=None)
@given(
    pulses=st.lists(st.tuples(short, st.integers(1000, 50 * MS)), max_size=60),
    samples=samples,
)
def test_pulses_shorter_than_the_confirmation_give_nothing(
    pulses: list[tuple[int, int]], samples: list[int]
) -> None:
    turns, now = [], T0
    for width, gap in pulses:
        turns += [now, now + width]
        now += width + gap
    wire = Wire(turns)
    sample = cycle(samples)
    assert run(wire, wire.edges(lambda: next(sample))) == []


@settings(max_examples=400, deadline=None)
@given(
    pulses=st.lists(st.tuples(short, st.integers(600 * MS, 900 * MS)), max_size=8),
    samples=samples,
    delays=delays,
    lateness=lateness,
)
def test_lone_spikes_give_nothing_however_late_their_edges_come(
    pulses: list[tuple[int, int]], samples: list[int], delays: list[int], lateness: list[int]
) -> None:
    turns, now = [], T0
    for width, gap in pulses:
        turns += [now, now + width]
        now += width + gap
    wire = Wire(turns)
    sample = cycle(samples)
    assert run(wire, wire.edges(lambda: next(sample)), delays, lateness) == []


@settings(max_examples=200, deadline=None)
@given(
    edges=st.lists(st.tuples(st.booleans(), st.integers(-MS, 40 * MS)), max_size=200),
    levels=st.lists(st.booleans(), min_size=1, max_size=7),
    lateness=lateness,
)
def test_whatever_comes_in_changes_alternate_forward_in_time_and_the_level_wins_at_last(
    edges: list[tuple[bool, int]], levels: list[bool], lateness: list[int]
) -> None:
    debouncer, level, late = Debouncer(LINE), cycle(levels), cycle(lateness)
    changes: list[Change | None] = []
    now = T0
    for pressed, step in edges:
        now += step
        changes.append(debouncer.edge(Edge(LINE, pressed, now)))
        if debouncer.due_ns is not None:
            changes.append(debouncer.settle(next(level), max(now, debouncer.due_ns) + next(late)))
    changes.append(debouncer.edge(Edge(LINE, False, now + 40 * MS)))
    looks = 0
    while debouncer.due_ns is not None:
        looks += 1
        assert looks < 10
        changes.append(debouncer.settle(True, debouncer.due_ns))
    assert debouncer.pressed
    given_changes = [change for change in changes if change is not None]
    assert all(a.pressed != b.pressed for a, b in pairwise(given_changes))
    assert all(a.at_ns <= b.at_ns for a, b in pairwise(given_changes))


class TestDoubt:
    """Edges may have been lost: the level is read again."""

    def debouncer(self) -> Debouncer:
        return Debouncer(Line.LEFT_PLUNGER)

    def test_a_press_whose_edges_were_lost_is_found_and_dated_at_the_reading(self) -> None:
        line = self.debouncer()
        line.doubt(1000 * MS)
        assert line.due_ns == 1000 * MS
        assert line.settle(True, 1000 * MS) is None
        assert line.since_ns == 1000 * MS
        later_ns = 1000 * MS + EDGE_LATENCY_NS_MAX
        assert line.settle(True, later_ns) == Change(Line.LEFT_PLUNGER, True, 1000 * MS)

    def test_a_press_whose_edge_was_only_late_is_dated_at_its_edge(self) -> None:
        line = self.debouncer()
        line.doubt(1000 * MS)
        assert line.settle(True, 1000 * MS) is None
        assert line.edge(Edge(Line.LEFT_PLUNGER, True, 990 * MS)) is None
        assert line.settle(True, 1003 * MS) is None  # read late: it must agree twice
        assert line.settle(True, 1006 * MS) == Change(Line.LEFT_PLUNGER, True, 990 * MS)

    def test_a_level_that_is_as_known_is_no_change(self) -> None:
        line = self.debouncer()
        line.doubt(1000 * MS)
        assert line.settle(False, 1000 * MS) is None
        assert line.due_ns is None
        assert line.since_ns is None

    def test_a_spike_of_long_ago_does_not_date_a_press_of_now(self) -> None:
        line = self.debouncer()
        line.edge(Edge(Line.LEFT_PLUNGER, True, 10 * MS))
        line.edge(Edge(Line.LEFT_PLUNGER, False, 11 * MS))
        assert line.settle(False, 20 * MS) is None
        line.doubt(5000 * MS)
        assert line.settle(True, 5000 * MS) is None
        later_ns = 5000 * MS + EDGE_LATENCY_NS_MAX
        assert line.settle(True, later_ns) == Change(Line.LEFT_PLUNGER, True, 5000 * MS)

    def test_what_is_being_decided_goes_on(self) -> None:
        line = self.debouncer()
        line.edge(Edge(Line.LEFT_PLUNGER, True, 10 * MS))
        due_ns = line.due_ns
        line.doubt(11 * MS)
        assert line.due_ns == due_ns
        assert line.settle(True, 13 * MS) == Change(Line.LEFT_PLUNGER, True, 10 * MS)

    def test_a_release_whose_edge_was_stamped_before_the_reading_is_not_before_its_press(
        self,
    ) -> None:
        line = self.debouncer()
        line.doubt(1000 * MS)
        assert line.settle(True, 1000 * MS) is None
        read_ns = 1000 * MS + EDGE_LATENCY_NS_MAX
        assert line.settle(True, read_ns) == Change(Line.LEFT_PLUNGER, True, 1000 * MS)
        assert line.edge(Edge(Line.LEFT_PLUNGER, False, 990 * MS)) is None  # later than any should
        assert line.settle(False, read_ns + 10 * MS) is None  # read late: it must agree twice
        again_ns = read_ns + 13 * MS
        assert line.settle(False, again_ns) == Change(Line.LEFT_PLUNGER, False, 1000 * MS)
