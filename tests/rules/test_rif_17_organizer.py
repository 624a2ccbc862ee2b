"""RIF 17: the organizer judges; results, warnings, and what is refused with nothing changed.

What he sets right is in test_corrections_moves, _turn, _time and _setting.
"""

from typing import Any

import pytest

from clock.rules.inputs import (
    Adjust,
    Dismiss,
    Finish,
    HandFault,
    Input,
    PressKind,
    Result,
    Resume,
    Retype,
    SetByoyomi,
    SetColours,
    SetControl,
    SetMoves,
    SetPeriod,
    SetTurn,
    Start,
    Warn,
)
from clock.rules.machine import step
from clock.rules.outputs import GameFinished, GameReopened, Warned
from clock.rules.refusal import Refused
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, control, kinds

EITHER = (LEFT, RIGHT)


@pytest.mark.rule("RIF 17")
@pytest.mark.rule("gomoku 10.11")
@pytest.mark.parametrize("result", Result)
def test_the_organizer_enters_the_result_and_both_clocks_stop(result: Result) -> None:
    game = Game()
    ended = game.do(Finish(SECOND_NS, result, "9.1"))
    assert kinds(ended) == ["ClocksStopped", "GameFinished"]
    assert ended[1] == GameFinished(SECOND_NS, result, "9.1", last_move=0)
    game.wait(HOUR_NS)
    assert game.shown == (HOUR_NS - SECOND_NS, HOUR_NS)


@pytest.mark.rule("RIF 17")
def test_a_ground_that_the_clock_contradicts_is_never_refused() -> None:
    game = Game()
    game.act(Finish, Result.LEFT, "time")
    assert (game.state.result, game.right.fallen) == (Result.LEFT, False)


@pytest.mark.rule("gomoku 7.6")
@pytest.mark.rule("gomoku 3.1")
@pytest.mark.parametrize("seat", EITHER)
@pytest.mark.parametrize("other_down", [False, True])
def test_who_claims_on_his_own_turn_has_laid_one_move_more_than_was_pressed(
    seat: Any, other_down: bool
) -> None:
    game = Game("10:00")
    if other_down:
        game.press(LEFT, after=10 * MINUTE_NS)  # a time is claimed, no stone was laid
        game.make(8)
    else:
        game.make(9)
    game.claim(seat)
    won = game.act(Finish, Result.RIGHT)[-1]
    laid = seat is RIGHT and not other_down  # right is to move
    assert won == GameFinished(game.now_ns, Result.RIGHT, "", 10 if laid else 9)


@pytest.mark.rule("gomoku 7.6")
def test_the_last_moves_number_is_what_the_organizer_enters_and_stays_when_entered_anew() -> None:
    game = Game()
    game.make(9)
    game.act(Finish, Result.LEFT, last_move=11)
    assert game.state.last_move == 11
    game.act(Finish, Result.RIGHT)
    assert (game.state.last_move, game.moves) == (11, 9)
    for wrong in (-1, 10**9):
        with pytest.raises(Refused) as refused:
            game.act(Finish, Result.LEFT, last_move=wrong)
        assert refused.value.place == "last_move"


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize("ended", ["running", "stopped", "claimed", "ready", "joint"])
def test_a_result_entered_by_mistake_is_entered_anew_or_taken_back(ended: str) -> None:
    game = Game(started=ended not in ("ready", "joint"))
    if ended == "joint":
        game.start(absent=EITHER)
    elif ended == "stopped":
        game.stop()
    elif ended == "claimed":
        game.claim(RIGHT)
    game.act(Finish, Result.LEFT)
    game.act(Finish, Result.RIGHT, "slip")
    assert [each.result for each in game.said(GameFinished)] == [Result.LEFT, Result.RIGHT]
    assert game.resume()[0] == GameReopened(0)
    assert (game.state.result, game.state.last_move, game.state.ground) == (None, None, "")
    assert game.state.claims == ()
    phases = {"ready": Phase.READY, "joint": Phase.JOINT}
    assert game.phase is phases.get(ended, Phase.RUNNING)
    game.wait(SECOND_NS)
    spent = {"ready": (0, 0), "joint": (SECOND_NS, SECOND_NS)}.get(ended, (SECOND_NS, 0))
    assert game.shown == (HOUR_NS - spent[0], HOUR_NS - spent[1])


@pytest.mark.rule("RIF 17")
def test_reopened_and_stopped_at_one_instant_no_time_goes_by_and_all_can_be_corrected() -> None:
    game = Game()
    game.act(Finish, Result.LEFT)
    game.resume(after=MINUTE_NS)
    game.stop()
    game.act(SetMoves, 4)
    assert (game.phase, game.moves, game.shown) == (Phase.STOPPED, 4, (HOUR_NS, HOUR_NS))


@pytest.mark.rule("RIF 17")
@pytest.mark.rule("RIF 10.4")
def test_reopened_with_both_clappers_down_no_clock_runs() -> None:
    game = Game("1:00")
    game.press(LEFT, after=MINUTE_NS)
    game.wait(MINUTE_NS)
    game.act(Finish, Result.DRAW, "10.4")
    assert kinds(game.resume()) == ["GameReopened"]
    assert (game.phase, game.running) == (Phase.FALLEN, None)
    game.adjust(RIGHT, to=SECOND_NS)
    game.resume()
    assert game.running is RIGHT


@pytest.mark.rule("gomoku 11.9.1")
def test_a_warning_is_on_record_with_its_reason_and_counted_for_each_seat() -> None:
    game = Game(started=False)
    game.act(Warn, LEFT, "late")
    game.start()
    assert game.act(Warn, LEFT, "talk") == [Warned(0, LEFT, 2, "talk")]
    assert game.act(Warn, RIGHT, "talk") == [Warned(0, RIGHT, 1, "talk")]
    assert (game.left.warnings, game.right.warnings) == (2, 1)
    assert (game.running, game.shown) == (LEFT, (HOUR_NS, HOUR_NS))


CORRECTIONS: list[Input] = [
    Adjust(0, LEFT, 1),
    SetMoves(0, 3),
    SetColours(0, RIGHT),
    SetTurn(0, LEFT),
    SetPeriod(0, LEFT, 1),
    SetByoyomi(0, LEFT, 1),
    SetControl(0, control("1:00")),
    Retype(0, PressKind.MOVE),
    HandFault(0, LEFT),
    Warn(0, LEFT),
]
REFUSED: list[tuple[Input, str]] = [
    (Adjust(0, LEFT), "Adjust"),
    (Adjust(0, LEFT, 1, 1), "Adjust"),
    (Adjust(0, LEFT, remaining_ns=-1), "remaining_ns"),
    (Adjust(0, LEFT, delta_ns=10**18), "Adjust"),
    (SetMoves(0, -1), "made"),
    (SetMoves(0, 10**9), "made"),
    (SetTurn(0, RIGHT), "seat"),
    (SetControl(0, control("1:00")), "SetControl"),
    (Dismiss(0, LEFT), "seat"),
    (Resume(0), "Resume"),
    (Resume(0, None, True), "Resume"),
    (Start(0), "Start"),
    (Retype(0, PressKind.MOVE), "Retype"),
]
BEFORE_A_START: list[tuple[Input, str]] = [
    (SetTurn(0, LEFT), "SetTurn"),
    (SetTurn(0, RIGHT), "SetTurn"),
    (Resume(0, RIGHT), "Resume"),
    (Retype(0, PressKind.MOVE), "Retype"),
    (Dismiss(0, LEFT), "seat"),
]


def named(given: Any) -> str:
    return str(given) if isinstance(given, str) else type(given).__name__


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize(
    ("started", "given", "place"),
    [(True, *row) for row in REFUSED] + [(False, *row) for row in BEFORE_A_START],
    ids=named,
)
def test_what_makes_no_sense_is_refused_with_the_field_at_fault(
    started: bool, given: Input, place: str
) -> None:
    game = Game("1:00:00", right="1:00:00 then *1/1:00:00", started=started)
    before = game.state
    with pytest.raises(Refused) as refused:
        step(game.state, given)
    assert refused.value.place == place
    assert game.state is before


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize("given", CORRECTIONS, ids=named)
def test_after_a_result_every_correction_is_refused_until_the_game_is_reopened(
    given: Input,
) -> None:
    game = Game("1:00:00 then 0:30:00 and 2x30", rollover="at_zero")
    game.press(LEFT)
    game.act(Finish, Result.DRAW)
    with pytest.raises(Refused, match="reopen the game first") as refused:
        step(game.state, given)
    assert refused.value.place == type(given).__name__
    game.resume()
    game.stop()
    if isinstance(given, SetByoyomi):
        game.act(SetPeriod, LEFT, 2)
    game.do(given)
