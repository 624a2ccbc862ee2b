"""Czech gomoku rules 6, 7.6 and 11: irregularities and the arbiter; and the handicap match."""

from typing import Any

import pytest

from clock.rules.inputs import Finish, Result
from clock.rules.outputs import ClocksStopped, TurnPassed
from clock.rules.refusal import Refused
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

TEN_NS = 10 * MINUTE_NS


def gomoku(text: str = "10:00", **given: Any) -> Game:
    """A game by the Czech rules."""
    return Game(text, rules="gomoku-cz", **given)


@pytest.mark.rule("gomoku 6.1")
def test_the_arbiter_sets_the_times_after_a_wrong_position_or_leaves_them() -> None:
    game = gomoku()
    game.stop(after=MINUTE_NS)
    game.adjust(LEFT, to=TEN_NS)
    game.resume()
    assert game.shown == (TEN_NS, TEN_NS)
    game.stop(after=SECOND_NS)
    game.resume()
    assert game.shown == (TEN_NS - SECOND_NS, TEN_NS)


@pytest.mark.rule("gomoku 6.2")
@pytest.mark.parametrize("culprit", [LEFT, RIGHT])
def test_a_position_is_laid_again_on_the_culprits_time_and_nothing_is_credited(
    culprit: Seat,
) -> None:
    game = gomoku("10:00+30")
    game.stop()
    game.resume(culprit, reconstruct=True)
    assert (game.phase, game.running) == (Phase.RECONSTRUCTION, culprit)
    game.wait(2 * MINUTE_NS)
    assert game.shows(culprit) == TEN_NS - 2 * MINUTE_NS
    assert game.shows(culprit.other) == TEN_NS
    assert (game.moves, game.state.turn) == (0, LEFT)


@pytest.mark.rule("gomoku 6.2")
def test_the_culprits_press_ends_the_reconstruction_and_credits_nothing() -> None:
    game = gomoku("1/10:00+30 then 5:00")
    game.stop()
    game.resume(RIGHT, reconstruct=True)
    assert kinds(game.press(LEFT, after=SECOND_NS)) == ["PressIgnored"]
    assert game.press(RIGHT, after=SECOND_NS) == [ClocksStopped(2 * SECOND_NS, RIGHT)]
    assert game.shown == (TEN_NS, TEN_NS - 2 * SECOND_NS)
    game.resume()
    assert (game.phase, game.running) == (Phase.RUNNING, LEFT)


@pytest.mark.rule("gomoku 6.2")
def test_a_stop_ends_the_reconstruction_too_and_its_time_can_run_out() -> None:
    game = gomoku()
    game.stop()
    game.resume(RIGHT, reconstruct=True)
    assert kinds(game.stop(after=SECOND_NS)) == ["ClocksStopped", "OrganizerCalled"]
    game.resume(RIGHT, reconstruct=True)
    assert kinds(game.wait(TEN_NS)) == ["ClapperFell"]
    assert game.right.fallen


@pytest.mark.rule("gomoku 6.2")
def test_a_reconstruction_needs_a_culprit() -> None:
    game = gomoku()
    game.stop()
    with pytest.raises(Refused) as refused:
        game.resume(reconstruct=True)
    assert refused.value.place == "seat"


@pytest.mark.rule("gomoku 6.4")
def test_clocks_that_were_set_wrong_are_stopped_set_right_and_resumed() -> None:
    game = gomoku("10:00", right="1:00")
    game.stop(RIGHT, after=20 * SECOND_NS)
    game.adjust(RIGHT, to=TEN_NS)
    game.adjust(LEFT, by=5 * SECOND_NS)
    game.resume()
    assert game.shown == (TEN_NS - 15 * SECOND_NS, TEN_NS)
    assert game.running is LEFT


@pytest.mark.rule("gomoku 7.6")
def test_the_end_gives_the_last_moves_number_and_both_remaining_times() -> None:
    game = gomoku()
    game.make(37, each=SECOND_NS)
    game.do(Finish(game.now_ns, Result.LEFT, "five in a row"))
    assert (game.moves, game.state.last_move) == (37, 37)
    assert game.shown == (TEN_NS - 19 * SECOND_NS, TEN_NS - 18 * SECOND_NS)
    game.wait(MINUTE_NS)
    assert game.shown == (TEN_NS - 19 * SECOND_NS, TEN_NS - 18 * SECOND_NS)


@pytest.mark.rule("gomoku 11.6")
def test_after_a_disturbance_time_is_added_to_one_or_both() -> None:
    game = gomoku()
    game.adjust(LEFT, by=MINUTE_NS)
    assert game.shown == (TEN_NS + MINUTE_NS, TEN_NS)
    game.adjust(RIGHT, by=2 * MINUTE_NS, after=SECOND_NS)
    assert game.shown == (TEN_NS + MINUTE_NS - SECOND_NS, TEN_NS + 2 * MINUTE_NS)


@pytest.mark.rule("gomoku 11.7")
def test_nobody_is_told_that_a_move_was_made_or_a_press_forgotten() -> None:
    game = gomoku()
    assert game.wait(TEN_NS - 1) == []
    profile = game.state.setup.regulations
    assert (profile.referees, profile.announce) == (False, False)


@pytest.mark.rule("gomoku 11.9.2")
def test_the_arbiter_adds_time_to_the_opponent_of_the_offender() -> None:
    game = gomoku()
    game.adjust(RIGHT, by=2 * MINUTE_NS)
    assert game.shown == (TEN_NS, TEN_NS + 2 * MINUTE_NS)


@pytest.mark.rule("gomoku 11.9.3")
def test_the_arbiter_takes_time_from_the_offender_while_his_clock_runs() -> None:
    game = gomoku()
    game.adjust(LEFT, by=-2 * MINUTE_NS, after=SECOND_NS)
    assert game.shows(LEFT) == 8 * MINUTE_NS - SECOND_NS
    assert game.deadline_ns == SECOND_NS + game.shows(LEFT)


@pytest.mark.rule("handicap match")
@pytest.mark.parametrize(("expert", "thirty_or_fifteen"), [("0:30", 30), ("0:15", 15)])
def test_beginner_and_expert_have_times_of_their_own_in_each_of_the_two_games(
    expert: str, thirty_or_fifteen: int
) -> None:
    game = gomoku("5:00", right=expert)
    assert game.shown == (5 * MINUTE_NS, thirty_or_fifteen * SECOND_NS)
    game.press(LEFT, after=SECOND_NS)
    assert game.deadline_ns == SECOND_NS + thirty_or_fifteen * SECOND_NS
    game.wait(thirty_or_fifteen * SECOND_NS)
    assert game.right.fallen
    assert not game.left.fallen


@pytest.mark.rule("handicap match")
def test_the_expert_may_sit_on_either_side_and_begin_or_not() -> None:
    for starter in (LEFT, RIGHT):
        game = gomoku("0:15", right="5:00", starter=starter)
        game.make(6, each=SECOND_NS)
        assert game.shown == (12 * SECOND_NS, 5 * MINUTE_NS - 3 * SECOND_NS)
        assert len(game.said(TurnPassed)) == 6
