"""Inputs by their stamps, in whatever order they come."""

from collections.abc import Callable
from copy import deepcopy
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.game.figures import figures_of
from clock.game.timeline import Timeline
from clock.rules.inputs import Input, LateEdge, Press, Result, Resume, Start, Stop, Tick
from clock.rules.invariants import InvariantBroken
from clock.rules.machine import begin, step
from clock.rules.outputs import ClapperFell, EdgeWasLate, Output
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State
from clock.rules.units import SECOND_NS
from hal.debounce import Debounce
from hal.ports import Edge, LampName, Line
from tests.fakes import FakeTime
from tests.station.tables import MS, FakeRig, Table, setup

WINDOW_NS = 250_000_000
PLUNGER = Line.LEFT_PLUNGER


@pytest.fixture
def timeline() -> Timeline:
    """A game with 10 s a side, started at 0."""
    game = Timeline(setup("10"), 0)
    game.add(Start(0))
    return game


def test_behind_the_watermark_a_press_is_a_late_edge_and_a_stop_stops_there(
    timeline: Timeline,
) -> None:
    timeline.tick(4 * SECOND_NS)
    before, late = timeline.state, (4 * SECOND_NS, LEFT, 3 * SECOND_NS)
    assert timeline.add(Press(3 * SECOND_NS, LEFT)) == [EdgeWasLate(*late)]
    assert timeline.state == before
    assert timeline.all_inputs()[-1] == LateEdge(*late)
    timeline.add(Stop(3 * SECOND_NS))
    assert timeline.state.phase is Phase.STOPPED
    assert timeline.state.left.spent_ns == 4 * SECOND_NS


def test_an_act_that_no_longer_fits_among_those_before_it_falls_away(timeline: Timeline) -> None:
    timeline.add(Stop(9 * SECOND_NS))
    timeline.add(Resume(9 * SECOND_NS + 1))
    timeline.add(Stop(8 * SECOND_NS))
    assert (timeline.state.phase, timeline.state.left.spent_ns) == (Phase.RUNNING, 8 * SECOND_NS)
    started = Timeline(setup("10"), 0)
    started.add(Start(5))
    started.add(Press(6, LEFT))
    started.add(Press(4, RIGHT))  # had started the game before
    assert started.all_inputs() == (Press(4, RIGHT), Press(6, LEFT))
    assert started.state.started_at_ns == 4


@pytest.mark.parametrize(
    "act",
    [
        lambda game: game.add(Press(9 * SECOND_NS, LEFT)),
        lambda game: game.add(Press(7 * SECOND_NS, LEFT)),
        lambda game: game.tick(9 * SECOND_NS),
    ],
    ids=["in order", "folded again", "watermark"],
)
def test_a_state_that_cannot_be_is_found_however_it_is_reached(
    act: Callable[[Timeline], object], timeline: Timeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline.add(Press(8 * SECOND_NS, LEFT))

    def broken(state: State, event: Input) -> tuple[State, list[Output]]:
        return replace(step(state, event)[0], result=Result.DRAW), []

    monkeypatch.setattr("clock.game.timeline.step", broken)
    with pytest.raises(InvariantBroken):
        act(timeline)


def test_no_output_is_returned_twice(timeline: Timeline) -> None:
    timeline.add(Press(5 * SECOND_NS, LEFT))
    assert len(timeline.add(Press(4 * SECOND_NS, RIGHT))) == 1  # idle, earlier: itself alone
    fallen = Timeline(setup("10"), 0)
    fallen.add(Press(1, RIGHT))
    falls = [
        [type(output) for output in fallen.add(Press(at_ns, RIGHT))].count(ClapperFell)
        for at_ns in (11 * SECOND_NS, 10 * SECOND_NS + 600 * MS)
    ]
    assert falls == [1, 0]


def test_what_happens_again_at_the_watermark_is_returned_again(timeline: Timeline) -> None:
    stray = Press(SECOND_NS, RIGHT)
    ignored = timeline.add(stray)
    timeline.add(Press(2 * SECOND_NS, LEFT))
    timeline.tick(SECOND_NS)
    assert timeline.add(stray) == ignored != []


@pytest.mark.parametrize("late_ns", [0, 1, SECOND_NS, 100 * SECOND_NS])
def test_what_happens_by_itself_is_recorded_at_its_instant_however_late_the_loop_wakes(
    late_ns: int,
) -> None:
    timeline, recorded = Timeline(setup("10"), 0), list[Any]()
    timeline.recorder = lambda event, _: recorded.append(event)
    timeline.add(Start(0))
    timeline.add(Press(4 * SECOND_NS, LEFT))
    timeline.follow(14 * SECOND_NS + late_ns)
    assert recorded == [Start(0), Press(4 * SECOND_NS, LEFT), Tick(14 * SECOND_NS)]
    assert timeline.all_inputs() == tuple(recorded)
    assert timeline.state.at_ns == 14 * SECOND_NS + late_ns


@pytest.mark.parametrize(("left_s", "end_s"), [(3, 4), (5, 5)])
def test_a_game_ends_when_it_is_left_or_with_its_last_input_if_that_is_later(
    timeline: Timeline, left_s: int, end_s: int
) -> None:
    timeline.add(Press(4 * SECOND_NS, LEFT))
    timeline.leave(left_s * SECOND_NS)
    assert timeline.all_inputs()[-1] == Tick(end_s * SECOND_NS)
    assert timeline.first_open_ns is None


PRESS = st.tuples(
    st.integers(0, 400_000_000), st.sampled_from((LEFT, RIGHT)), st.integers(0, WINDOW_NS)
)


@settings(max_examples=60)
@given(st.lists(PRESS, min_size=1, max_size=40))
def test_any_order_of_delivery_within_the_window_gives_the_same_game(presses: list[Any]) -> None:
    at_ns, deliveries = 0, []
    for gap_ns, seat, lag_ns in presses:
        at_ns += gap_ns + 1
        deliveries.append((at_ns + lag_ns, Press(at_ns, seat)))
    inputs: list[Input] = [Start(0), *(press for _, press in deliveries)]
    timeline = Timeline(setup("4"), 0)
    timeline.add(Start(0))
    for now_ns, press in sorted(deliveries, key=lambda pair: pair[0]):
        # The watermark is what the loop makes it: nothing older than the window is on its way.
        timeline.tick(now_ns - WINDOW_NS)
        timeline.add(press)
    timeline.tick(at_ns + WINDOW_NS)
    state = begin(setup("4"))
    for event in (*inputs, Tick(at_ns + WINDOW_NS)):
        state, _ = step(state, event)
    assert (timeline.state, timeline.inputs) == (state, inputs)


@settings(max_examples=60)
@given(st.lists(PRESS, min_size=1, max_size=40), st.integers(1, 3 * SECOND_NS))
def test_behind_the_watermark_nothing_changes_whatever_stands_after_it(
    presses: list[Any], behind_ns: int
) -> None:
    timeline, at_ns, watermark_ns = Timeline(setup("4"), 0), 0, 1
    timeline.add(Start(0))
    for gap_ns, seat, lag_ns in presses:
        at_ns += gap_ns + 1
        timeline.add(Press(at_ns, seat))
        watermark_ns = max(watermark_ns, at_ns - lag_ns)
        timeline.follow(watermark_ns)
        again, edge_ns = deepcopy(timeline), max(0, watermark_ns - behind_ns)
        again.add(Press(edge_ns, seat))
        assert LateEdge(watermark_ns, seat, edge_ns) in again.all_inputs()
        assert figures_of(again.state) == figures_of(timeline.state)


# A busy machine: edges late, threads held up, lines still being debounced


def bounced(bounce_ms: int) -> list[int]:
    """The turns of a contact that is closed after so many bounces of 1 ms, and open at 60 ms."""
    bounces = (half_ms * MS // 2 for half_ms in range(1, 2 * bounce_ms + 1))
    return [0, *bounces, 60 * MS]


@pytest.mark.parametrize("delay_ms", range(200, 261))
def test_a_press_that_bounces_counts_if_its_edges_are_not_later_than_promised(
    delay_ms: int,
) -> None:
    for bounce_ms in range(21):
        # By the time that they come the plunger is up again.
        timeline, debounce = Timeline(setup("10"), 0), Debounce([PLUNGER], lambda _: False)
        time, pressed_ns = FakeTime(0), SECOND_NS
        timeline.add(Start(0))
        timeline.tick(pressed_ns + (delay_ms - 1) * MS - WINDOW_NS)
        for number, turn_ns in enumerate(bounced(bounce_ms)):
            edge = Edge(PLUNGER, number % 2 == 0, pressed_ns + turn_ns)
            time.move_to(edge.at_ns + delay_ms * MS)
            timeline.tick(debounce.watermark_ns(time.now_ns() - 1))  # the loop turns just before
            for change in (debounce.add_edge(edge), *debounce.settle(time.now_ns)):
                if change is not None and change.pressed:
                    timeline.add(Press(change.at_ns, LEFT))
            timeline.tick(debounce.watermark_ns(time.now_ns()))
        late = LateEdge(timeline.all_inputs()[-1].at_ns, LEFT, pressed_ns)
        expected = Press(pressed_ns, LEFT) if delay_ms <= 250 else late
        assert timeline.all_inputs() == (Start(0), expected), bounce_ms


@pytest.mark.parametrize(("delay_ms", "counts"), [(231, 1), (232, 1), (250, 1), (251, 0)])
def test_a_press_whose_bounces_come_late_one_by_one_counts_on_the_table(
    delay_ms: int, counts: int, rig: FakeRig
) -> None:
    table = Table(rig, setup())
    table.do("ok 1")
    pressed_ns = table.now_ns
    table.wait((delay_ms - 1) * MS)
    for number, turn_ns in enumerate(bounced(18)):
        table.wait(pressed_ns + turn_ns + delay_ms * MS - 1 - table.now_ns)
        table._turn()
        table.wait(1)
        table.deliver(PLUNGER, pressed_ns + turn_ns, pressed=number % 2 == 0)
        rig.fakes.inputs.set_level(PLUNGER, False)
    table.settle()
    assert [len(table.inputs(kind)) for kind in (Press, LateEdge)] == [counts, 1 - counts]
    assert all(press.at_ns == pressed_ns for press in table.inputs(Press))


@pytest.mark.parametrize("line", [PLUNGER, Line.OK, Line.STOP])
def test_a_press_that_comes_late_and_whose_release_is_lost_is_a_late_edge_of_a_plunger(
    line: Line, rig: FakeRig
) -> None:
    table = Table(rig, setup())
    table.do("ok 1")
    pressed_ns = table.now_ns
    table.wait(240 * MS)
    rig.fakes.inputs.deliver(Edge(line, True, pressed_ns))  # the level is read as released
    table._turn()
    table.settle()
    late = table.inputs(LateEdge)
    assert [edge.edge_ns for edge in late] == ([pressed_ns] if line is PLUNGER else [])
    assert table.kinds() == ["Start", *("LateEdge" for _ in late)]


def test_a_clapper_falls_once_a_bounce_without_a_press_is_over(rig: FakeRig) -> None:
    table, falls_ns = nearly_out(rig, 240 * MS)
    for early_ms, pressed in ((1, True), (0, False)):
        table.deliver(PLUNGER, falls_ns - early_ms * MS, pressed=pressed)
    table.wait(13 * MS)
    assert table.rig.lit(LampName.LEFT_CLAPPER)


@pytest.mark.parametrize("asks", range(8))
def test_an_edge_that_comes_while_the_loop_is_held_up_is_never_a_late_one(
    asks: int, monkeypatch: pytest.MonkeyPatch, rig: FakeRig
) -> None:
    table = Table(rig, setup())
    table.do("ok 1")
    now_ns, numbers = rig.time.now_ns, count()
    pressed_ns = now_ns() + 100 * MS

    def held_up() -> int:
        if next(numbers) == asks:  # whoever asks was not scheduled, while the kernel's thread was
            rig.time.advance(600 * MS)
            table.deliver(Line.LEFT_PLUNGER, pressed_ns)
        return now_ns()

    monkeypatch.setattr(rig.time, "now_ns", held_up)
    for _ in range(6):
        table.station.turn()
    table.wait(SECOND_NS)
    assert table.inputs(LateEdge) == []
    assert table.inputs(Press) == [Press(pressed_ns, LEFT)]


def nearly_out(rig: FakeRig, after_fall_ns: int) -> tuple[Table, int]:
    """A table with a game of ten seconds so long after its fall, and the instant of that."""
    table = Table(rig, setup("10"))
    table.do("ok")
    falls_ns = table.state.wake_ns
    table.wait(falls_ns - table.now_ns + after_fall_ns)
    return table, falls_ns


def test_a_press_before_the_fall_that_is_delivered_after_it_counts(rig: FakeRig) -> None:
    table, falls_ns = nearly_out(rig, 100 * MS)
    table.deliver(Line.LEFT_PLUNGER, falls_ns - 1)
    table.settle()
    assert not table.state.left.fallen
    assert (table.state.running, table.state.left.remaining_ns) == (RIGHT, 1)


def test_the_watermark_does_not_pass_a_line_that_is_still_being_debounced(rig: FakeRig) -> None:
    table, falls_ns = nearly_out(rig, 240 * MS)
    # The press was made in time; what reads the level contradicts it, so it stays undecided.
    for early_ms, pressed in ((10, True), (9, False), (8, True)):
        table.deliver(Line.LEFT_PLUNGER, falls_ns - early_ms * MS, pressed=pressed)
    rig.fakes.inputs.set_level(Line.LEFT_PLUNGER, False)
    table.wait(200 * MS)
    assert not table.rig.lit(LampName.LEFT_CLAPPER)
    # Its release comes at last, and proves that the plunger was down for 50 ms.
    table.deliver(Line.LEFT_PLUNGER, falls_ns + 40 * MS, pressed=False)
    table.settle()
    assert not table.state.left.fallen
    assert table.state.left.remaining_ns == 10 * MS
