"""RIF 14.5, 14.6 and 14.7: the clock's time is decisive, and stops."""

import pytest

from clock.rules.inputs import Finish, LateEdge, Press, Result, Tick
from clock.rules.machine import step
from clock.rules.outputs import ClocksResumed, ClocksStopped, EdgeWasLate, OrganizerCalled
from clock.rules.refusal import Refused, TimeWentBackwards
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds


@pytest.mark.rule("RIF 14.5")
def test_a_time_source_that_jumped_back_is_refused_and_changes_nothing() -> None:
    game = Game()
    game.press(LEFT, after=MINUTE_NS)
    before = game.state
    for given in (Press(MINUTE_NS - 1, RIGHT), Tick(0), Finish(5, Result.DRAW)):
        with pytest.raises(TimeWentBackwards) as refused:
            step(before, given)
        assert refused.value.place == "at_ns"
    assert game.press(RIGHT) != []


@pytest.mark.rule("RIF 14.5")
def test_a_press_that_came_to_light_too_late_is_shown_and_does_not_count() -> None:
    game = Game()
    game.wait(MINUTE_NS)
    late = LateEdge(game.now_ns, LEFT, MINUTE_NS - 5)
    assert game.do(late) == [EdgeWasLate(MINUTE_NS, LEFT, MINUTE_NS - 5)]
    assert (game.moves, game.running) == (0, LEFT)


@pytest.mark.rule("RIF 14.5")
def test_every_turn_is_told_with_what_was_spent_what_was_earned_and_what_is_left() -> None:
    game = Game("1:00+5")
    passed = game.press(LEFT, after=3 * SECOND_NS)[0]
    assert [getattr(passed, name) for name in ("spent_ns", "earned_ns", "remaining_ns")] == [
        3 * SECOND_NS,
        5 * SECOND_NS,
        62 * SECOND_NS,
    ]


@pytest.mark.rule("RIF 14.6")
@pytest.mark.rule("RIF 14.7")
@pytest.mark.parametrize("by", [LEFT, RIGHT, None])
def test_a_stop_halts_both_clocks_credits_nothing_and_calls_the_organizer(
    by: Seat | None,
) -> None:
    game = Game("1:00:00+30")
    game.press(LEFT)
    at_ns = 40 * SECOND_NS
    assert game.stop(by, after=at_ns) == [ClocksStopped(at_ns, by), OrganizerCalled(at_ns)]
    shown = game.shown
    game.wait(HOUR_NS)
    assert game.shown == shown == (HOUR_NS + 30 * SECOND_NS, HOUR_NS - 40 * SECOND_NS)
    assert (game.moves, game.running, game.phase) == (1, None, Phase.STOPPED)


@pytest.mark.rule("RIF 14.6")
def test_a_stopped_turn_goes_on_where_it_was_and_its_stop_is_not_charged() -> None:
    game = Game()
    game.stop(after=10 * SECOND_NS)
    game.resume(after=HOUR_NS)
    passed = game.press(LEFT, after=5 * SECOND_NS)[0]
    assert getattr(passed, "spent_ns", None) == 15 * SECOND_NS


@pytest.mark.rule("RIF 14.7")
def test_only_the_organizer_resumes_no_press_does() -> None:
    game = Game()
    game.stop()
    for seat in (LEFT, RIGHT):
        assert kinds(game.press(seat, after=1)) == ["PressIgnored"]
    assert game.running is None
    assert kinds(game.stop(after=1)) == ["ActIgnored", "OrganizerCalled"]
    assert game.resume(after=1) == [ClocksResumed(game.now_ns, LEFT, reconstruct=False)]
    assert game.running is LEFT


@pytest.mark.rule("RIF 14.6")
def test_clocks_that_run_cannot_be_resumed() -> None:
    game = Game()
    before = game.state
    with pytest.raises(Refused, match="stopped"):
        game.resume()
    assert game.state == before


@pytest.mark.rule("RIF 14.6")
def test_a_stop_at_the_very_instant_of_zero_comes_after_the_fall() -> None:
    game = Game("1:00")
    assert kinds(game.stop(after=MINUTE_NS))[:2] == ["ClapperFell", "ClocksStopped"]
    game = Game("1:00")
    game.stop(after=MINUTE_NS - 1)
    game.wait(HOUR_NS)
    assert game.shows(LEFT) == 1
    assert not game.left.fallen
