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


TRACES: dict[str, tuple[tuple[float, ...], list[int], list[Change]]] = {
    "a spike while it is held": ((0, 400, 401, 900), [0], [press(0), release(900)]),
    "a tap within the lock-out": ((0, 10), [0], [press(0), release(10)]),
    "it opens for long within the lock-out": ((0, 5, 9, 14, 18), [0], [press(0)]),
    "a press soon after a release": ((0, 100, 110), [0], [press(0), release(100), press(110)]),
    "late bounces at the time of the release": (
        (0, 0.001, 0.002, 0.003, 0.004, 25.001), [0, 25 * MS, 0], [press(0), release(25.001)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("turns_ms", "delays_ns", "expected"), TRACES.values(), ids=TRACES.keys())
def test_a_trace_gives_each_press_and_release_at_its_first_edge(
    turns_ms: tuple[float, ...], delays_ns: list[int], expected: list[Change]
) -> None:
    wire = trace(*turns_ms)
    assert run(wire, wire.edges(), delays_ns) == expected


LATENCY_MS = EDGE_LATENCY_NS_MAX / MS
DOWN, UP = True, False

Step = tuple[str, bool, float, Change | None]
"""An edge or a reading: the level, when in ms, and the change that it proves."""

STEPS: dict[str, list[Step]] = {
    "a press is proved when it has held": [
        ("edge", DOWN, 0, None), ("read", DOWN, 2.499, None), ("read", DOWN, 2.5, press(0)),
    ],
    "a spike whose second edge was swallowed is refused after the latency": [
        ("edge", DOWN, 0, None), ("read", UP, 3, None), ("read", UP, 3 + LATENCY_MS, None),
    ],
    "and is not proved by the next press": [
        ("edge", DOWN, 0, None), ("read", UP, 3, None), ("edge", DOWN, 80, None),
        ("read", DOWN, 82.5, press(80)),
    ],
    # Read late, the level is released; the release's first edge lies, its last is true.
    "two falling edges at the release prove the press and then the release": [
        ("edge", DOWN, 0, None), ("read", UP, 60, None), ("edge", DOWN, 50, press(0)),
        ("edge", UP, 50.4, None), ("read", UP, 60, None), ("read", UP, 62.5, release(50)),
    ],
    "two falling edges for a bounce are one press at the first": [
        ("edge", DOWN, 0, None), ("edge", DOWN, 0.3, None), ("read", DOWN, 2.8, press(0)),
    ],
    "two rising edges for a spike are no press": [
        ("edge", UP, 0, None), ("edge", UP, 0.3, None), ("read", UP, 2.8, None),
    ],
    "a last edge that lies does not hide a press": [
        ("edge", UP, 0, None), ("read", DOWN, 2.5, None), ("edge", UP, 90, press(0)),
        ("read", UP, 92.5, release(90)),
    ],
    "a level that stays down without an edge is believed after the latency": [
        ("edge", UP, 0, None), ("read", DOWN, 2.5, None),
        ("read", DOWN, 2.5 + LATENCY_MS, press(0)),
    ],
    "a release whose edge was swallowed in the lock-out is found by reading": [
        ("edge", DOWN, 0, None), ("read", DOWN, 2.5, press(0)), ("read", UP, 25, None),
        ("read", UP, 25 + LATENCY_MS, release(25)),
    ],
    "a press proved later than the latency is still not lost": [
        ("edge", DOWN, 0, None), ("read", UP, 60, None), ("read", UP, 60 + LATENCY_MS, None),
        ("edge", UP, 50, press(0)),
    ],
    "a bounce delivered after its press makes no release of a spike": [
        ("edge", DOWN, 0, None), ("read", DOWN, 2.5, press(0)), ("edge", UP, 1, None),
        ("edge", UP, 100, None), ("edge", DOWN, 101, None), ("read", DOWN, 103.5, None),
    ],
    "a press whose edges were lost is found and dated at the reading": [
        ("doubt", UP, 0, None), ("read", DOWN, 0, None), ("read", DOWN, LATENCY_MS, press(0)),
    ],
    "a press whose edge was only late is dated at its edge": [
        ("doubt", UP, 0, None), ("read", DOWN, 0, None), ("edge", DOWN, -10, None),
        ("read", DOWN, 3, None), ("read", DOWN, 6, press(-10)),  # read late: it must agree twice
    ],
    "in doubt, a level that is as known is no change": [
        ("doubt", UP, 0, None), ("read", UP, 0, None),
    ],
    "a spike of long ago does not date a press of now": [
        ("edge", DOWN, 10, None), ("edge", UP, 11, None), ("read", UP, 20, None),
        ("doubt", UP, 5000, None), ("read", DOWN, 5000, None),
        ("read", DOWN, 5000 + LATENCY_MS, press(5000)),
    ],
    "in doubt, what is being decided goes on": [
        ("edge", DOWN, 10, None), ("doubt", UP, 11, None), ("read", DOWN, 12.4, None),
        ("read", DOWN, 12.5, press(10)),
    ],
    "a release stamped before the reading is not before its press": [
        ("doubt", UP, 0, None), ("read", DOWN, 0, None), ("read", DOWN, LATENCY_MS, press(0)),
        ("edge", UP, -10, None), ("read", UP, LATENCY_MS + 10, None),
        ("read", UP, LATENCY_MS + 13, release(0)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS.keys())
def test_step_by_step(steps: list[Step]) -> None:
    debouncer = Debouncer(LINE)
    for what, level, at_ms, expected in steps:
        if what == "edge":
            change = debouncer.edge(Edge(LINE, level, ms(at_ms)))
        elif what == "read":
            change = debouncer.settle(level, ms(at_ms))
        else:
            debouncer.doubt(ms(at_ms))
            change = None
        assert change == expected, (what, level, at_ms)
        assert expected is None or debouncer.pressed is expected.pressed


def test_due_ns_is_when_to_read_and_since_ns_what_is_open() -> None:
    debouncer = Debouncer(LINE)
    assert (debouncer.due_ns, debouncer.since_ns) == (None, None)
    debouncer.edge(Edge(LINE, DOWN, ms(0)))
    assert (debouncer.due_ns, debouncer.since_ns) == (ms(2.5), ms(0))
    debouncer.settle(UP, ms(3))
    assert (debouncer.due_ns, debouncer.since_ns) == (ms(3) + EDGE_LATENCY_NS_MAX, ms(0))
    debouncer.settle(UP, ms(3) + EDGE_LATENCY_NS_MAX)
    assert (debouncer.due_ns, debouncer.since_ns) == (None, None)
    debouncer.doubt(ms(1000))
    debouncer.settle(DOWN, ms(1000))
    assert debouncer.since_ns == ms(1000)


def test_a_line_that_is_down_at_the_start_gives_its_release_only() -> None:
    debouncer = Debouncer(LINE, pressed=True)
    debouncer.edge(Edge(LINE, UP, ms(0)))
    assert debouncer.settle(UP, ms(2.5)) == release(0)


def test_noise_without_end_does_not_date_a_press_back_beyond_a_burst() -> None:
    wire = trace(*range(3001))  # three seconds of pulses of 1 ms, then it stays down
    (change,) = run(wire, wire.edges())
    assert change.pressed
    assert ms(3000) - BURST_NS_MAX <= change.at_ns <= ms(3000)


def test_all_lines_settle_in_the_order_of_their_dates() -> None:
    levels = {Line.LEFT_PLUNGER: False, Line.RIGHT_PLUNGER: False, Line.STOP: False}
    debounce = Debounce(levels, levels.__getitem__)
    assert (debounce.due_ns, debounce.since_ns) == (None, None)
    for line, at_ms in ((Line.LEFT_PLUNGER, 1.0), (Line.RIGHT_PLUNGER, 0.0)):
        levels[line] = True
        assert debounce.edge(Edge(line, True, ms(at_ms))) is None
    assert (debounce.due_ns, debounce.since_ns) == (ms(2.5), ms(0))
    assert debounce.settle(lambda: ms(2)) == []
    changes = debounce.settle(lambda: ms(3.6))
    assert [(change.line, change.at_ns) for change in changes] == [
        (Line.RIGHT_PLUNGER, ms(0)),
        (Line.LEFT_PLUNGER, ms(1)),
    ]
    assert debounce.pressed(Line.LEFT_PLUNGER)
    assert not debounce.pressed(Line.STOP)
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


@settings(max_examples=150, deadline=None)
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


@settings(max_examples=150, deadline=None)
@given(
    pulses=st.lists(st.tuples(short, st.integers(1000, 50 * MS)), max_size=60),
    samples=samples,
    delays=delays,
    lateness=lateness,
    lone=st.booleans(),
)
def test_pulses_shorter_than_the_confirmation_give_nothing_and_lone_ones_however_late(
    pulses: list[tuple[int, int]],
    samples: list[int],
    delays: list[int],
    lateness: list[int],
    lone: bool,
) -> None:
    turns, now = [], T0
    for width, gap in pulses[: 8 if lone else None]:
        turns += [now, now + width]
        now += width + gap + (600 * MS if lone else 0)
    wire, sample = Wire(turns), cycle(samples)
    edges = wire.edges(lambda: next(sample))
    assert (run(wire, edges, delays, lateness) if lone else run(wire, edges)) == []


@settings(max_examples=150, deadline=None)
@given(
    edges=st.lists(st.tuples(st.booleans(), st.integers(-MS, 40 * MS)), max_size=200),
    levels=st.lists(st.booleans(), min_size=1, max_size=7),
    lateness=lateness,
)
def test_for_any_edges_and_levels_changes_alternate_forward_in_time_and_the_level_wins_at_last(
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
    proved = [change for change in changes if change is not None]
    assert all(a.pressed != b.pressed for a, b in pairwise(proved))
    assert all(a.at_ns <= b.at_ns for a, b in pairwise(proved))
