"""The debounce: presses of edges, on stamps alone."""

import json
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import Any

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
TRACES = json.loads((Path(__file__).parent / "bounces.json").read_text(encoding="utf-8"))["traces"]


def ms(figure: float) -> int:
    """An instant in the trace: `figure` milliseconds after its start."""
    return T0 + round(figure * MS)


class DirectDesk:
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
    wire: DirectDesk,
    edges: Sequence[Edge],
    delay_ns: Callable[[], int] = lambda: 0,
    late_ns: Callable[[], int] = lambda: 0,
    doubts_ns: Iterable[int] = (),
) -> list[Change]:
    """Deliver the edges in order, each after a delay; doubt the level at times; settle late."""
    debouncer = Debouncer(LINE)
    arrivals: list[int] = []
    for edge in edges:
        arrivals.append(max([*arrivals[-1:], edge.at_ns + delay_ns()]))
    coming = deque(sorted([*zip(arrivals, edges, strict=True), *((at, None) for at in doubts_ns)],
                          key=lambda each: each[0]))  # fmt: skip
    changes: list[Change | None] = []
    now_ns = 0
    while coming or debouncer.due_ns is not None:
        due_ns = debouncer.due_ns
        look_ns = None if due_ns is None else max(now_ns, due_ns) + late_ns()
        if look_ns is None or (coming and coming[0][0] <= look_ns):
            now_ns, event = coming.popleft()
            if event is None:
                debouncer.doubt(now_ns)
            else:
                changes.append(debouncer.add_edge(event))
        else:
            now_ns = look_ns
            changes.append(debouncer.settle(wire.pressed(now_ns), now_ns))
    return [change for change in changes if change is not None]


@pytest.mark.parametrize("late_ms", [0, 12, 127])
@pytest.mark.parametrize("contact", TRACES, ids=lambda contact: contact["name"])
def test_a_contacts_trace_gives_its_presses_at_their_first_edges_however_late_they_come(
    contact: dict[str, Any], late_ms: int
) -> None:
    wire = DirectDesk([T0 + at_ns for at_ns in contact["turns_ns"]])
    changes = run(wire, wire.edges(), lambda: late_ms * MS)
    pressed = [change.at_ns - T0 for change in changes if change.pressed]
    assert pressed == contact["presses"]


LATENCY_MS = EDGE_LATENCY_NS_MAX / MS

# Steps at their ms: an edge that says down (v) or up (^), a level that is read down (D) or up (U),
# doubt (?); L is the latency. After "=" the date of the change that a step proves, after "~" of one
# that it does not.
STEPS = {
    "a press is proved when it has held": "v0 D2.499 D2.5=0",
    "an edge just after it has held proves it": "v0 ^2.5=0",
    "an edge with an earlier stamp shortens no burst": "v0 ^1 v.5 D3.4 D3.5=0",
    "a longer rest with the contact open parts a bounce": "v0 ^1 U3.5 v4 ^4.3 v5 D7.5=4",
    "one with it closed does not": "v0 ^1 v1.2 D3.7=0 ^4 v4.2 D25",
    "a spike whose second edge was swallowed is refused after the latency": "v0 U3 U3+L",
    "and is not proved by the next press": "v0 U3 v80 D82.5=80",
    # Read late, the level is released; the release's first edge lies, its last is true.
    "two falling edges at the release prove both": "v0 U60 v50=0 ^50.4 U60 U62.5=50",
    "two falling edges for a bounce are one press at the first": "v0 v0.3 D2.8=0",
    "two rising edges for a spike are no press": "^0 ^0.3 U2.8",
    "a last edge that lies does not hide a press": "^0 D2.5 ^90=0 U92.5=90",
    "a level that stays down without an edge is believed": "^0 D2.5 D2.5+L=0",
    "or after the silence until the next edge": "^0 D2.5 ^5=0",
    "but not after a shorter one": "^0 D2.5 ^4.9 U7.4",
    "whatever its last edge was, its release is found": "^0 D2.5 D2.5+L=0 U253 U253+L=253",
    "and a late bounce does not date that": "^0 D2.5 D2.5+L=0 U253 v1 U254 U254+L=254",
    "one that goes back without an edge is dated at that reading": "v0 U3 D3+L D3+L+L=253",
    "a release swallowed in the lock-out is found by reading": "v0 D2.5=0 U25 U25+L=25",
    "a press proved later than the latency is not lost": "v0 U60 U60+L~0 ^50=0",
    "if its release is lost it is found unproved, once": "v0 U240 U240+L~0 v900 D902.5=900",
    "or at the next edge": "v0 U240 v400~0 D402.5=400",
    "or at one that bounces": "v0 U240 v241~0 ^241.5 U244",
    "even if it ends between two readings": "v0 D60 U62.5 U62.5+L~0",
    "or if its edge lies": "^0 D60 U60+L~0",
    "an edge stamped at the reading was on its way": "v0 U60 ^60=0",
    "an edge in the lock-out is no press": "v0 D2.5=0 ^30 U32.5=30 v40 U55 U55+L",
    "late bounces at the time of the release mean nothing": (
        "v0 D2.5=0 ^.001 v.002 ^.003 v.004 ^25.001 U27.501=25.001"
    ),
    "a late bounce makes no release of a spike": "v0 D2.5=0 ^1 ^100 v101 D103.5",
    "a press whose edges were lost is dated at the reading": "?0 D0 DL=0",
    "a press whose edge was only late is dated at it; read late, twice": "?0 D0 v-10 D3 D6=-10",
    "in doubt, a level that is as known is no change": "?0 U0",
    "a spike of long ago does not date a press of now": "v10 ^11 U20 ?5000 D5000 D5000+L=5000",
    "nor does its edge prove it, if it was lost": "v0 U3 U3+L ?5000 D5000 D5000+L=5000",
    "nor does a reading of long ago": "?0 D0 UL ?5000 D5000 D5000+L=5000",
    "but an edge on its way belongs to its burst": "v0 ^1 U20 ?252 U252 v3 D300 D302.5=0",
    "nor does one of just now whose edges are lost": "v10 ^11 U20 ?50 D50 D50+L=50",
    "in doubt, what is being decided goes on": "v10 ?11 D12.4 D12.5=10",
    "a release is not before its press": "?0 D0 DL=0 ^-10 U10+L U13+L=0",
    "a worn contact that bounces for 88 ms is dated at its first edge": (
        " ".join(f"{'v^'[turn % 2]}{2 * turn}" for turn in range(45)) + " D90.5=0"
    ),
    "a line that is down at the start gives its release only": "down ^0 U2.5=0",
}


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS.keys())
def test_step_by_step(steps: str) -> None:
    debouncer = Debouncer(LINE, pressed=steps.startswith("down"))
    for step in steps.removeprefix("down").split():
        made, _, dated = step.replace("~", "=").partition("=")
        what, parts = made[0], made[1:].split("+")
        at_ns = ms(sum(LATENCY_MS if part == "L" else float(part) for part in parts))
        change = None
        if what == "?":
            debouncer.doubt(at_ns)
        elif what in "v^":
            change = debouncer.add_edge(Edge(LINE, what == "v", at_ns))
        else:
            change = debouncer.settle(what == "D", at_ns)
        assert (change is not None) is bool(dated), step
        if change is not None:
            proved = "~" not in step
            pressed = debouncer.pressed if proved else not debouncer.pressed
            assert change == Change(LINE, pressed, ms(float(dated)), proved), step
    if debouncer.due_ns is None:  # all is decided, and no edge is on its way
        assert debouncer.watermark_ns(ms(9000)) == ms(9000 - LATENCY_MS)


def test_a_reading_that_contradicts_the_edges_holds_the_watermark_back() -> None:
    debouncer = Debouncer(LINE)
    debouncer.doubt(ms(0))
    debouncer.settle(True, ms(1))
    assert debouncer.watermark_ns(ms(400)) == ms(1)


def test_a_bounce_holds_the_watermark_back_until_no_edge_of_it_is_on_its_way() -> None:
    debouncer = Debouncer(LINE)
    for at_ms in (0, 1):
        debouncer.add_edge(Edge(LINE, at_ms == 0, ms(at_ms)))
    debouncer.settle(False, ms(20))
    assert [debouncer.watermark_ns(ms(at_ms)) for at_ms in (253, 253.5)] == [ms(0), ms(3.5)]


@pytest.mark.parametrize("last_ms", [100, 102, 3000])
def test_noise_without_end_does_not_date_a_press_back_beyond_a_burst(last_ms: int) -> None:
    wire = DirectDesk([ms(turn) for turn in range(last_ms + 1)])  # pulses of 1 ms; it stays down
    (change,) = run(wire, wire.edges())
    assert change.pressed
    longest_ms = BURST_NS_MAX // MS
    assert change.at_ns == ms(last_ms // (longest_ms + 1) * (longest_ms + 1))


def test_all_lines_settle_in_the_order_of_their_dates() -> None:
    levels = {Line.LEFT_PLUNGER: False, Line.RIGHT_PLUNGER: False, Line.STOP: False}
    debounce = Debounce(levels, levels.__getitem__)
    assert (debounce.due_ns, debounce.watermark_ns(ms(260))) == (None, ms(10))
    for line, at_ms in ((Line.LEFT_PLUNGER, 1.0), (Line.RIGHT_PLUNGER, 0.0)):
        levels[line] = True
        assert debounce.add_edge(Edge(line, True, ms(at_ms))) is None
    assert (debounce.due_ns, debounce.watermark_ns(ms(260))) == (ms(2.5), ms(0))
    assert debounce.settle(lambda: ms(2)) == []
    changes = debounce.settle(lambda: ms(3.6))
    assert [(change.line, change.at_ns) for change in changes] == [
        (Line.RIGHT_PLUNGER, ms(0)),
        (Line.LEFT_PLUNGER, ms(1)),
    ]
    assert debounce.watermark_ns(ms(252)) == ms(2)  # what is proved holds nothing back
    assert debounce.pressed(Line.LEFT_PLUNGER)
    assert not debounce.pressed(Line.STOP)
    with pytest.raises(KeyError):
        debounce.add_edge(Edge(Line.PLUS, True, ms(0)))


def test_changes_at_one_instant_come_alike_in_whatever_order_the_lines_are_named() -> None:
    plungers = (Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER)
    orders = []
    for lines in (plungers, plungers[::-1]):
        levels = dict.fromkeys(lines, False)
        debounce = Debounce(levels, levels.__getitem__)
        for line in lines:
            levels[line] = True
            debounce.add_edge(Edge(line, True, ms(1)))
        orders.append([change.line for change in debounce.settle(lambda: ms(5))])
    assert orders == [list(plungers)] * 2


def test_a_level_counts_from_the_end_of_its_reading_however_long_that_took() -> None:
    wire, now_ns = DirectDesk([ms(10)]), ms(-40)

    def slowly_read(_: Line) -> bool:
        nonlocal now_ns
        now_ns += 40 * MS
        return wire.pressed(now_ns)

    debounce = Debounce([LINE], slowly_read)
    debounce.doubt([LINE], now_ns)
    assert debounce.settle(lambda: now_ns) == []
    assert debounce.add_edge(wire.edges()[0]) is None  # nothing before it is proved


def test_all_lines_have_the_times_of_the_wiring() -> None:
    debounce = Debounce([LINE], lambda _: True, DebounceWiring(confirm_ns=3 * MS, lockout_ns=MS))
    for pressed, at_ms in ((False, 0), (True, 3)):  # the second proves the first, by silence
        debounce.add_edge(Edge(LINE, pressed, ms(at_ms)))
        assert debounce.due_ns == ms(at_ms + 3)


# An edge that the kernel merges into the one before it hides the silence's true beginning, so what
# is shorter than the confirmation must be so by the longest merge.
SAMPLED_NS_MAX = 400_000
SHORT_NS = CONFIRM_NS - SAMPLED_NS_MAX - 1
seeds = given(st.integers(0, 2**32))


class Hazards:
    """How late the kernel samples and delivers, and the clock looks, in one run."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        latency_ns, late_ns = random.choice((0, EDGE_LATENCY_NS_MAX)), random.choice((MS, 127 * MS))
        self.sampled_ns = lambda: max(0, random.randint(-SAMPLED_NS_MAX, SAMPLED_NS_MAX))
        self.delay_ns = lambda: random.randint(0, latency_ns)
        self.late_ns = lambda: random.randint(0, late_ns)

    def changes(self, wire: DirectDesk, doubts_ns: Iterable[int] = ()) -> list[Change]:
        edges = wire.edges(self.sampled_ns)
        return run(wire, edges, self.delay_ns, self.late_ns, doubts_ns)


@settings(max_examples=500, deadline=None)
@seeds
def test_every_press_is_found_once_at_its_first_edge_however_late_its_edges_come(seed: int) -> None:
    hazards = Hazards(seed)
    random, now = hazards.random, T0
    turns: list[int] = []
    expected = []
    for _ in range(6):
        for pressed, soonest_ns in ((True, CONFIRM_NS + MS), (False, LOCKOUT_NS + MS)):
            expected.append(Change(LINE, pressed, now))
            turns.append(now)
            for _ in range(2 * random.randint(0, 4)):
                now += random.randint(1000, SHORT_NS)
                turns.append(now)
            now += soonest_ns + random.randint(0, random.choice((20, 600))) * MS
    doubts_ns = range(T0, now, random.choice((50, 1000)) * MS)  # it doubts each second
    assert hazards.changes(DirectDesk(turns), doubts_ns) == expected


@settings(max_examples=150, deadline=None)
@seeds
def test_pulses_shorter_than_the_confirmation_give_nothing_and_lone_ones_however_late(
    seed: int,
) -> None:
    hazards = Hazards(seed)
    random, now = hazards.random, T0
    lone = random.random() < 0.5
    turns: list[int] = []
    for _ in range(8 if lone else 60):
        turns += [now, now + random.randint(1000, SHORT_NS)]
        now = turns[-1] + random.randint(1000, 50 * MS) + (600 * MS if lone else 0)
    wire = DirectDesk(turns)
    assert (hazards.changes(wire) if lone else run(wire, wire.edges(hazards.sampled_ns))) == []


lateness = st.lists(st.integers(min_value=0, max_value=127 * MS), min_size=1, max_size=20)


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
        changes.append(debouncer.add_edge(Edge(LINE, pressed, now)))
        if debouncer.due_ns is not None:
            changes.append(debouncer.settle(next(level), max(now, debouncer.due_ns) + next(late)))
    changes.append(debouncer.add_edge(Edge(LINE, False, now + 40 * MS)))
    looks = 0
    while debouncer.due_ns is not None:
        looks += 1
        assert looks < 10
        changes.append(debouncer.settle(True, debouncer.due_ns))
    assert debouncer.pressed
    proved = [change for change in changes if change is not None and change.proved]
    assert all(a.pressed != b.pressed for a, b in pairwise(proved))
    assert all(a.at_ns <= b.at_ns for a, b in pairwise(proved))
