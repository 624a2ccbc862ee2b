"""Inputs by their stamps, in whatever order they come."""

from hypothesis import given, settings
from hypothesis import strategies as st

from clock.game.timeline import Timeline
from clock.presets import controls
from clock.rules.inputs import Input, LateEdge, Press, Resume, Start, Stop, Tick
from clock.rules.machine import begin, step
from clock.rules.openings import OPENINGS
from clock.rules.outputs import ClapperFell, EdgeWasLate, TurnPassed
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, Setup, State
from clock.rules.units import SECOND_NS

WINDOW_NS = 250_000_000


def setup(control: str = "10") -> Setup:
    left, right = controls(control)
    return Setup(left=left, right=right, regulations=PROFILES["rif"], opening=OPENINGS["none"])


def folded(inputs: list[Input], control: str = "10") -> State:
    state = begin(setup(control))
    for each in inputs:
        state, _ = step(state, each)
    return state


def test_a_press_delivered_after_a_later_one_is_folded_in_at_its_stamp() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(0))
    timeline.add(Press(3 * SECOND_NS, RIGHT))  # came first, and was idle then
    outputs = timeline.add(Press(2 * SECOND_NS, LEFT))
    assert [type(output) for output in outputs] == [TurnPassed, TurnPassed]
    assert timeline.state.left.spent_ns == 2 * SECOND_NS
    assert timeline.state.right.spent_ns == 1 * SECOND_NS
    assert timeline.state.running is LEFT


def test_a_press_made_before_the_fall_and_delivered_after_it_still_counts() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(0))
    now_ns = 10 * SECOND_NS + 100_000_000
    timeline.tick(now_ns - WINDOW_NS)
    assert not timeline.state.left.fallen
    timeline.add(Press(10 * SECOND_NS - 1, LEFT))
    timeline.tick(now_ns + WINDOW_NS)
    assert not timeline.state.left.fallen
    assert timeline.state.left.remaining_ns == 1


def test_a_press_that_another_had_made_look_too_late_takes_the_fall_back() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(0))
    told = timeline.add(Press(10 * SECOND_NS + 5, RIGHT))
    assert any(isinstance(output, ClapperFell) for output in told)
    timeline.add(Press(10 * SECOND_NS - 5, LEFT))
    assert not timeline.state.left.fallen


def test_a_press_from_behind_the_watermark_is_a_late_edge_and_changes_nothing() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(0))
    timeline.tick(4 * SECOND_NS)
    before = timeline.state
    assert timeline.add(Press(3 * SECOND_NS, LEFT)) == [
        EdgeWasLate(4 * SECOND_NS, LEFT, 3 * SECOND_NS)
    ]
    assert timeline.state == before
    assert timeline.everything()[-1] == LateEdge(4 * SECOND_NS, LEFT, 3 * SECOND_NS)


def test_a_stop_from_behind_the_watermark_stops_at_the_watermark() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(0))
    timeline.tick(4 * SECOND_NS)
    timeline.add(Stop(3 * SECOND_NS))
    assert timeline.state.phase is Phase.STOPPED
    assert timeline.state.left.spent_ns == 4 * SECOND_NS


def test_an_earlier_stop_takes_the_place_of_a_later_one() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(0))
    timeline.add(Stop(9 * SECOND_NS))
    timeline.add(Resume(9 * SECOND_NS + 1))
    timeline.add(Stop(8 * SECOND_NS))
    assert timeline.state.phase is Phase.RUNNING
    assert timeline.state.left.spent_ns == 8 * SECOND_NS


def test_an_organizers_act_that_no_longer_fits_falls_away() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(5 * SECOND_NS))
    timeline.add(Press(4 * SECOND_NS, RIGHT))  # had started the game before
    assert timeline.state.started_at_ns == 4 * SECOND_NS
    assert timeline.everything() == (Press(4 * SECOND_NS, RIGHT),)


def test_what_was_told_is_not_told_again() -> None:
    timeline = Timeline(setup(), 0)
    timeline.add(Start(0))
    timeline.add(Press(5 * SECOND_NS, LEFT))
    again = timeline.add(Press(4 * SECOND_NS, RIGHT))  # idle, earlier: only itself is new
    assert len(again) == 1


def test_settled_inputs_are_kept_in_the_order_of_their_stamps() -> None:
    timeline = Timeline(setup(), 0)
    for given_input in (Start(0), Press(5 * SECOND_NS, LEFT), Press(4 * SECOND_NS, RIGHT)):
        timeline.add(given_input)
    assert timeline.settles_ns == 0
    timeline.tick(6 * SECOND_NS)
    assert timeline.settles_ns is None
    assert [each.at_ns for each in timeline.inputs] == [0, 4 * SECOND_NS, 5 * SECOND_NS]


def test_what_happens_by_itself_is_kept_at_its_instant_however_late_the_loop_wakes() -> None:
    for late_ns in (0, 1, SECOND_NS, 100 * SECOND_NS):
        timeline, kept = Timeline(setup("10"), 0), list[Input]()
        timeline.keep = lambda given, _, kept=kept: kept.append(given)
        timeline.add(Start(0))
        timeline.add(Press(4 * SECOND_NS, LEFT))
        timeline.follow(14 * SECOND_NS + late_ns)
        assert kept == [Start(0), Press(4 * SECOND_NS, LEFT), Tick(14 * SECOND_NS)]
        assert timeline.everything() == tuple(kept)
        assert timeline.state.at_ns == 14 * SECOND_NS + late_ns


def test_a_game_ends_when_it_is_left_or_with_its_last_input_if_that_is_later() -> None:
    for left_ns, end_ns in ((3 * SECOND_NS, 4 * SECOND_NS), (5 * SECOND_NS, 5 * SECOND_NS)):
        timeline = Timeline(setup("10"), 0)
        timeline.add(Start(0))
        timeline.add(Press(4 * SECOND_NS, LEFT))
        timeline.leave(left_ns)
        assert timeline.everything()[-1] == Tick(end_ns)
        assert timeline.settles_ns is None


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_order_of_delivery_within_the_window_gives_the_same_game(data: st.DataObject) -> None:
    gaps = data.draw(st.lists(st.integers(0, 400_000_000), min_size=1, max_size=40))
    seats = data.draw(
        st.lists(st.sampled_from((LEFT, RIGHT)), min_size=len(gaps), max_size=len(gaps))
    )
    lags = data.draw(st.lists(st.integers(0, WINDOW_NS), min_size=len(gaps), max_size=len(gaps)))
    at_ns, inputs = 0, []
    for gap_ns, seat in zip(gaps, seats, strict=True):
        at_ns += gap_ns + 1
        inputs.append(Press(at_ns, seat))
    timeline = Timeline(setup("4"), 0)
    timeline.add(Start(0))
    deliveries = sorted(zip(inputs, lags, strict=True), key=lambda pair: pair[0].at_ns + pair[1])
    for press, lag_ns in deliveries:
        # The watermark is what the loop makes it: nothing older than the window is on its way.
        timeline.tick(press.at_ns + lag_ns - WINDOW_NS - 1)
        timeline.add(press)
    timeline.tick(at_ns + WINDOW_NS)
    expected, _ = step(folded([Start(0), *inputs], "4"), Tick(at_ns + WINDOW_NS))
    assert timeline.state == expected
    assert timeline.inputs == [Start(0), *inputs]
