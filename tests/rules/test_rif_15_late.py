"""RIF 15: the start, joint time, and players who come late."""

from typing import Any

import pytest

from clock.rules.inputs import Arrive, Finish, Result, Start
from clock.rules.outputs import (
    BothFallen,
    ClapperFell,
    ClocksStopped,
    DefaultTimeReached,
    GameStarted,
    PlayerArrived,
)
from clock.rules.refusal import Refused
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

BOTH = (LEFT, RIGHT)


def late(*absent: Seat, text: str = "1:00:00", **given: Any) -> Game:
    """A game that the organizer starts with these seats empty."""
    game = Game(text, started=False, **given)
    game.start(absent)
    return game


@pytest.mark.rule("RIF 15")
def test_the_organizer_starts_the_clocks_and_blacks_runs() -> None:
    game = Game(started=False, starter=RIGHT)
    assert game.do(Start(7)) == [GameStarted(7, RIGHT)]
    assert game.running is RIGHT


@pytest.mark.rule("RIF 15")
def test_a_game_is_started_once() -> None:
    game = Game()
    before = game.state
    with pytest.raises(Refused):
        game.do(Start(1))
    assert game.state == before


@pytest.mark.rule("RIF 15")
def test_with_both_absent_one_time_runs_and_is_taken_from_both_alike() -> None:
    game = late(LEFT, RIGHT)
    assert (game.phase, game.running) == (Phase.JOINT, None)
    game.wait(20 * MINUTE_NS + 1)
    assert game.shown == (40 * MINUTE_NS - 1, 40 * MINUTE_NS - 1)


@pytest.mark.rule("RIF 15")
@pytest.mark.parametrize("first", BOTH)
def test_the_first_arrival_is_a_press_of_that_plunger_and_then_blacks_clock_runs(
    first: Seat,
) -> None:
    game = late(LEFT, RIGHT)
    assert game.press(first, after=20 * MINUTE_NS) == [PlayerArrived(20 * MINUTE_NS, first)]
    assert (game.phase, game.running, game.moves) == (Phase.RUNNING, LEFT, 0)
    game.wait(SECOND_NS)
    assert game.shown == (40 * MINUTE_NS - SECOND_NS, 40 * MINUTE_NS)


@pytest.mark.rule("RIF 15")
def test_the_organizer_may_enter_an_arrival_too() -> None:
    game = late(LEFT, RIGHT)
    assert kinds(game.do(Arrive(MINUTE_NS, RIGHT))) == ["PlayerArrived"]
    assert game.running is LEFT
    assert kinds(game.do(Arrive(MINUTE_NS, RIGHT))) == ["ActIgnored"]


@pytest.mark.rule("RIF 15")
def test_joint_time_is_no_part_of_the_first_turn() -> None:
    game = late(LEFT, RIGHT)
    game.press(RIGHT, after=20 * MINUTE_NS)
    passed = game.press(LEFT, after=3 * SECOND_NS)
    assert getattr(passed[-1], "spent_ns", None) == 3 * SECOND_NS
    assert game.left.spent_ns == 20 * MINUTE_NS + 3 * SECOND_NS


@pytest.mark.rule("RIF 15")
@pytest.mark.parametrize("absent", BOTH)
def test_with_only_one_absent_blacks_clock_runs_as_usual(absent: Seat) -> None:
    game = late(absent)
    assert (game.phase, game.running) == (Phase.RUNNING, LEFT)
    game.wait(MINUTE_NS)
    assert game.shown == (59 * MINUTE_NS, HOUR_NS)


@pytest.mark.rule("RIF 15")
def test_a_late_white_announces_himself_with_a_press_that_is_no_move() -> None:
    game = late(RIGHT)
    assert game.press(RIGHT, after=MINUTE_NS) == [PlayerArrived(MINUTE_NS, RIGHT)]
    assert (game.running, game.moves, game.state.absent) == (LEFT, 0, ())


@pytest.mark.rule("RIF 15")
@pytest.mark.parametrize("absent", BOTH)
def test_a_late_player_whose_clock_runs_is_there_at_his_first_move(absent: Seat) -> None:
    game = late(absent, starter=absent, default_time_ns=HOUR_NS // 2)
    assert kinds(game.press(absent, after=MINUTE_NS)) == ["PlayerArrived", "TurnPassed"]
    assert (game.moves, game.state.absent) == (1, ())
    game.wait(HOUR_NS)
    assert game.said(DefaultTimeReached) == []


@pytest.mark.rule("RIF 15")
def test_joint_time_that_reaches_zero_drops_both_clappers_at_one_instant() -> None:
    game = late(LEFT, RIGHT)
    assert game.wait(HOUR_NS - 1) == []
    assert game.press(RIGHT, after=1)[:4] == [
        ClapperFell(HOUR_NS, LEFT),
        ClapperFell(HOUR_NS, RIGHT),
        BothFallen(HOUR_NS, draw=True),
        ClocksStopped(HOUR_NS, None),
    ]
    assert game.phase is Phase.FALLEN
    assert game.state.first_fallen is None


@pytest.mark.rule("RIF 15")
def test_an_arrival_one_nanosecond_before_zero_is_in_time() -> None:
    game = late(LEFT, RIGHT)
    game.press(RIGHT, after=HOUR_NS - 1)
    assert game.shown == (1, 1)
    assert game.running is LEFT


@pytest.mark.rule("RIF 15")
def test_joint_time_that_was_stopped_goes_on_as_joint_time() -> None:
    game = late(LEFT, RIGHT)
    game.stop(after=MINUTE_NS)
    game.resume(after=MINUTE_NS)
    game.wait(MINUTE_NS)
    assert game.phase is Phase.JOINT
    assert game.shown == (58 * MINUTE_NS, 58 * MINUTE_NS)


@pytest.mark.rule("RIF 15")
def test_a_first_arrival_while_the_clocks_stand_ends_joint_time_all_the_same() -> None:
    game = late(LEFT, RIGHT)
    game.stop(after=MINUTE_NS)
    game.do(Arrive(game.now_ns, RIGHT))
    game.resume()
    assert (game.phase, game.running) == (Phase.RUNNING, LEFT)
    game.wait(MINUTE_NS)
    assert game.shown == (58 * MINUTE_NS, 59 * MINUTE_NS)


@pytest.mark.rule("RIF 15")
def test_the_organizer_may_end_joint_time_by_saying_whose_clock_runs() -> None:
    game = late(LEFT, RIGHT)
    game.stop(after=MINUTE_NS)
    game.resume(RIGHT)
    passed = game.press(RIGHT, after=SECOND_NS)
    assert getattr(passed[-1], "spent_ns", None) == SECOND_NS
    assert game.shown == (59 * MINUTE_NS, 59 * MINUTE_NS - SECOND_NS)


@pytest.mark.rule("RIF 15")
def test_the_default_time_is_off_unless_it_is_set() -> None:
    game = late(LEFT, RIGHT)
    game.wait(10 * HOUR_NS)
    assert game.said(DefaultTimeReached) == []


@pytest.mark.rule("RIF 15")
def test_a_player_still_absent_after_the_default_time_is_reported_and_nothing_is_awarded() -> None:
    game = late(LEFT, RIGHT, default_time_ns=30 * MINUTE_NS)
    game.press(LEFT, after=10 * MINUTE_NS)
    assert game.wait(20 * MINUTE_NS - 1) == []
    assert game.wait(1) == [DefaultTimeReached(30 * MINUTE_NS, RIGHT)]
    assert (game.state.result, game.running) == (None, LEFT)
    assert game.wait(MINUTE_NS) == [], "once"


@pytest.mark.rule("RIF 15")
def test_both_still_absent_after_the_default_time_are_both_reported() -> None:
    game = late(LEFT, RIGHT, default_time_ns=30 * MINUTE_NS)
    assert kinds(game.wait(HOUR_NS // 2)) == ["DefaultTimeReached", "DefaultTimeReached"]


@pytest.mark.rule("RIF 15")
def test_who_came_in_time_is_not_reported_nor_anybody_after_the_result() -> None:
    game = late(RIGHT, default_time_ns=30 * MINUTE_NS)
    game.press(RIGHT, after=30 * MINUTE_NS - 1)
    assert game.wait(HOUR_NS // 4) == []
    game = late(RIGHT, default_time_ns=30 * MINUTE_NS)
    game.do(Finish(MINUTE_NS, Result.LEFT, "absent"))
    assert game.wait(HOUR_NS) == []
