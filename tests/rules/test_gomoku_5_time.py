"""Czech gomoku rules 3.2 and 5: what differs from renju, and what does not."""

from typing import Any

import pytest

from clock.rules.openings import Option
from clock.rules.outputs import BothFallen, Claimed, GameStarted
from clock.rules.regulations import PROFILES
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds

HALF_NS = 30 * SECOND_NS


def gomoku(text: str = "10:00", **given: Any) -> Game:
    """A game by the Czech rules."""
    return Game(text, rules="gomoku-cz", **given)


@pytest.mark.rule("gomoku 3.2")
def test_opening_choice_and_further_stones_each_earn_one_increment() -> None:
    game = gomoku("10:00+30", opening="swap2")
    game.press(LEFT, after=SECOND_NS)
    game.choose(RIGHT, Option.TWO_MORE)
    game.press(RIGHT, after=SECOND_NS)
    game.choose(LEFT, Option.SWAP)
    game.press(LEFT, after=SECOND_NS)
    assert game.moves == 5
    assert game.shown == (
        10 * MINUTE_NS + 2 * (HALF_NS - SECOND_NS),
        10 * MINUTE_NS + HALF_NS - SECOND_NS,
    )


@pytest.mark.rule("gomoku 3.2")
def test_a_swap_press_earns_nothing_where_the_regulations_say_so() -> None:
    game = gomoku("10:00+30", opening="swap", swap_earns=False)
    game.press(LEFT)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT, after=SECOND_NS)
    assert game.shown == (10 * MINUTE_NS + HALF_NS, 10 * MINUTE_NS - SECOND_NS)


@pytest.mark.rule("gomoku 5.1")
def test_the_two_clocks_cannot_run_together() -> None:
    game = gomoku()
    for number in range(20):
        game.move(SECOND_NS)
        game.wait(SECOND_NS)
        shown = game.shown
        game.wait(SECOND_NS)
        still = [before == now for before, now in zip(shown, game.shown, strict=True)]
        assert still == [number % 2 == 0, number % 2 == 1]
        game.press(game.state.turn.other)


@pytest.mark.rule("gomoku 5.2")
def test_the_press_completes_the_move_and_starts_the_opponents_clock() -> None:
    game = gomoku()
    assert kinds(game.press(LEFT, after=SECOND_NS)) == ["TurnPassed"]
    assert (game.running, game.moves) == (RIGHT, 1)


@pytest.mark.rule("gomoku 5.3")
def test_a_press_without_a_turn_changes_nothing() -> None:
    game = gomoku("10:00+30")
    shown = game.shown
    assert kinds(game.press(RIGHT)) == ["PressIgnored"]
    assert (game.shown, game.moves, game.running) == (shown, 0, LEFT)


@pytest.mark.rule("gomoku 5.6")
def test_one_time_for_all_moves_or_an_extra_time_for_each() -> None:
    game = gomoku("10:00")
    game.make(4, each=SECOND_NS)
    assert game.shown == (10 * MINUTE_NS - 2 * SECOND_NS,) * 2
    game = gomoku("10:00+10")
    game.make(4, each=SECOND_NS)
    assert game.shown == (10 * MINUTE_NS + 18 * SECOND_NS,) * 2


@pytest.mark.rule("gomoku 5.7.1")
def test_the_opponent_claims_a_spent_time_and_both_clocks_stop() -> None:
    game = gomoku()
    game.wait(10 * MINUTE_NS)
    assert game.said(Claimed) == [], "he has to claim it himself"
    game.claim(RIGHT, after=SECOND_NS)
    assert game.phase is Phase.CLAIMED
    assert (game.left.fallen, game.said(Claimed)[0].clapper_up) == (True, True)


@pytest.mark.rule("gomoku 5.7.2")
def test_both_times_spent_and_unclaimed_is_a_draw_that_ends_at_once() -> None:
    game = gomoku()
    game.press(LEFT, after=10 * MINUTE_NS)
    game.wait(10 * MINUTE_NS)
    assert game.said(BothFallen) == [BothFallen(20 * MINUTE_NS, draw=True)]
    assert game.running is None


@pytest.mark.rule("gomoku 5.8")
def test_the_starters_clock_starts() -> None:
    game = gomoku(started=False, starter=RIGHT, opening="swap2")
    assert game.start() == [GameStarted(0, RIGHT)]
    game.wait(SECOND_NS)
    assert game.shown == (10 * MINUTE_NS, 10 * MINUTE_NS - SECOND_NS)


@pytest.mark.rule("gomoku 5.9")
def test_after_a_stop_the_position_must_be_covered_in_gomoku_and_need_not_in_renju() -> None:
    assert PROFILES["gomoku-cz"].cover_position
    assert not PROFILES["rif"].cover_position
    game = gomoku()
    game.stop(LEFT, after=SECOND_NS)
    assert game.phase is Phase.STOPPED
    assert game.state.setup.regulations.cover_position
    game.wait(HOUR_NS)
    assert game.shown == (10 * MINUTE_NS - SECOND_NS, 10 * MINUTE_NS)
