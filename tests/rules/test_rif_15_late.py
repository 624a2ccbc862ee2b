"""RIF 15: the start, joint time, and players who come late."""

from typing import Any

import pytest

from clock.rules.inputs import Arrive, Dismiss, Finish, Result, Start
from clock.rules.outputs import (
    BothFallen,
    ClapperFell,
    ClocksStopped,
    DefaultTimeReached,
    GameStarted,
    PlayerArrived,
)
from clock.rules.refusal import Refused
from clock.rules.regulations import PROFILES
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


def stopped_joint() -> Game:
    """Joint time that was stopped after a minute."""
    game = late(LEFT, RIGHT)
    game.stop(after=MINUTE_NS)
    return game


@pytest.mark.rule("RIF 15")
@pytest.mark.parametrize("first", BOTH)
@pytest.mark.parametrize("by", ["a press", "the organizer", "a claim", "being sent on"])
def test_a_first_arrival_while_the_clocks_stand_ends_joint_time_all_the_same(
    first: Seat, by: str
) -> None:
    game = stopped_joint()
    if by == "a press":
        assert game.press(first, after=1) == [PlayerArrived(MINUTE_NS + 1, first)]
        assert kinds(game.press(first, after=1)) == ["PressIgnored"], "no claim, no move"
    elif by == "the organizer":
        game.act(Arrive, first)
    elif by == "a claim":
        assert kinds(game.claim(first)) == ["PlayerArrived", "Claimed"]
    if by == "being sent on":
        assert kinds(game.resume(first)) == ["PlayerArrived", "ClocksResumed"]
    else:
        game.resume()
    assert (game.phase, game.running, game.moves) == (Phase.RUNNING, LEFT, 0), "Black's clock"
    assert game.state.absent == (first.other,)
    game.wait(MINUTE_NS)
    assert game.shown == (58 * MINUTE_NS, 59 * MINUTE_NS)


@pytest.mark.rule("RIF 15")
def test_both_may_arrive_in_one_stop() -> None:
    game = stopped_joint()
    for seat in (RIGHT, LEFT):
        assert kinds(game.press(seat)) == ["PlayerArrived"]
    game.resume()
    assert (game.phase, game.running, game.state.absent) == (Phase.RUNNING, LEFT, ())


@pytest.mark.rule("RIF 15")
@pytest.mark.rule("RIF 9.6")
@pytest.mark.parametrize("seat", BOTH)
def test_a_claim_by_an_absent_player_ends_joint_time_and_stops_both(seat: Seat) -> None:
    game = late(LEFT, RIGHT)
    came = game.claim(seat, after=MINUTE_NS)
    assert kinds(came) == ["PlayerArrived", "ClocksStopped", "Claimed"]
    game.act(Dismiss, seat)
    game.resume(after=MINUTE_NS)
    assert (game.phase, game.running, game.state.absent) == (Phase.RUNNING, LEFT, (seat.other,))
    assert game.shown == (59 * MINUTE_NS, 59 * MINUTE_NS)


@pytest.mark.rule("RIF 15")
@pytest.mark.rule("gomoku 6.2")
@pytest.mark.parametrize("culprit", BOTH)
def test_who_is_sent_on_to_lay_a_position_is_there_and_who_comes_meanwhile_too(
    culprit: Seat,
) -> None:
    game = stopped_joint()
    came = game.resume(culprit, reconstruct=True)
    assert kinds(came) == ["PlayerArrived", "ClocksResumed"]
    assert (game.phase, game.running) == (Phase.RECONSTRUCTION, culprit)
    assert kinds(game.press(culprit.other, after=SECOND_NS))[0] == "PlayerArrived"
    assert (game.phase, game.state.absent) == (Phase.RECONSTRUCTION, ())
    game.press(culprit, after=SECOND_NS)
    game.resume()
    assert (game.phase, game.running, game.moves) == (Phase.RUNNING, LEFT, 0)
    assert game.shows(culprit) == 59 * MINUTE_NS - 2 * SECOND_NS


@pytest.mark.rule("RIF 15")
@pytest.mark.parametrize("seat", BOTH)
def test_after_joint_time_who_is_sent_on_is_there_and_the_other_may_still_be_late(
    seat: Seat,
) -> None:
    game = late(seat, starter=seat)
    game.stop(after=SECOND_NS)
    assert kinds(game.resume(seat)) == ["PlayerArrived", "ClocksResumed"]
    assert kinds(game.press(seat)) == ["TurnPassed"]


@pytest.mark.rule("RIF 15")
@pytest.mark.rule("gomoku 5.8")
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("starter", BOTH)
def test_joint_time_belongs_to_the_regulations_and_else_the_starters_clock_runs(
    name: str, starter: Seat
) -> None:
    game = late(LEFT, RIGHT, rules=name, starter=starter, first_bonus="after")
    if name in ("rif", "rif-referees", "japan", "club"):
        assert (game.phase, game.running) == (Phase.JOINT, None)
        return
    assert (game.phase, game.running) == (Phase.RUNNING, starter)
    game.wait(MINUTE_NS)
    assert (game.shows(starter), game.shows(starter.other)) == (59 * MINUTE_NS, HOUR_NS)
    assert kinds(game.press(starter.other)) == ["PlayerArrived"], "no move: it is not his turn"
    assert kinds(game.press(starter)) == ["PlayerArrived", "TurnPassed"]


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
@pytest.mark.parametrize("how", ["stop", "claim", "result"])
def test_the_default_time_stands_still_while_no_clock_runs(how: str) -> None:
    game = late(RIGHT, default_time_ns=30 * MINUTE_NS)
    if how == "stop":
        game.stop(after=10 * MINUTE_NS)
    elif how == "claim":
        game.claim(LEFT, after=10 * MINUTE_NS)
    else:
        game.do(Finish(10 * MINUTE_NS, Result.LEFT, "absent"))
    assert game.wait(HOUR_NS) == []
    if how != "result":
        game.adjust(LEFT, by=HOUR_NS)  # which charges what ran up to its instant
    game.resume()
    assert game.wait(20 * MINUTE_NS - 1) == []
    assert game.wait(1) == [DefaultTimeReached(game.now_ns, RIGHT)]


@pytest.mark.rule("RIF 15")
def test_both_still_absent_after_the_default_time_are_both_reported() -> None:
    game = late(LEFT, RIGHT, default_time_ns=30 * MINUTE_NS)
    assert kinds(game.wait(HOUR_NS // 2)) == ["DefaultTimeReached", "DefaultTimeReached"]


@pytest.mark.rule("RIF 15")
def test_who_came_in_time_is_not_reported() -> None:
    game = late(RIGHT, default_time_ns=30 * MINUTE_NS)
    game.press(RIGHT, after=30 * MINUTE_NS - 1)
    assert game.wait(HOUR_NS // 4) == []
