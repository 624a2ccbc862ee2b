"""RIF 12: the opening of 1996, rule by rule; every opening press by press is in test_openings."""

import pytest

from clock.rules.openings import Option
from clock.rules.outputs import TurnPassed
from clock.rules.seats import Colour
from clock.rules.units import HOUR_NS, SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds


def rif(moves: int = 0, text: str = "1:00:00") -> Game:
    """A game that has come so many presses far, nobody swapping."""
    game = Game(text, opening="rif")
    game.make(moves, each=SECOND_NS)
    return game


@pytest.mark.rule("RIF 12.1")
def test_the_seat_that_begins_is_tentative_black_and_its_clock_runs() -> None:
    game = Game(opening="rif", starter=RIGHT)
    assert game.running is RIGHT
    assert (game.colour(RIGHT), game.colour(LEFT)) == (Colour.BLACK, Colour.WHITE)


@pytest.mark.rule("RIF 12.2")
@pytest.mark.rule("RIF 12.3")
@pytest.mark.rule("RIF 12.4")
def test_tentative_black_lays_all_three_stones_on_his_own_time_with_one_press() -> None:
    game = rif()
    passed = game.press(LEFT, after=90 * SECOND_NS)
    assert passed == [
        TurnPassed(90 * SECOND_NS, LEFT, 90 * SECOND_NS, HOUR_NS - 90 * SECOND_NS, 0, 3, 3)
    ]
    assert [game.state.play.made(seat) for seat in (LEFT, RIGHT)] == [2, 1]
    assert game.running is RIGHT


@pytest.mark.rule("RIF 12.5")
def test_tentative_white_decides_on_his_own_time_and_may_take_black() -> None:
    game = rif(1)
    game.choose(RIGHT, Option.SWAP, after=2 * SECOND_NS)
    assert game.colour(RIGHT) is Colour.WHITE, "not before the press"
    game.press(RIGHT, after=SECOND_NS)
    assert game.colour(RIGHT) is Colour.BLACK
    assert game.right.spent_ns == 3 * SECOND_NS
    assert game.running is LEFT


@pytest.mark.rule("RIF 12.5")
def test_tentative_white_who_stays_white_lays_the_fourth_and_presses_once() -> None:
    game = rif(1)
    assert kinds(game.press(RIGHT)) == ["TurnPassed"]
    assert (game.moves, game.colour(RIGHT)) == (4, Colour.WHITE)


@pytest.mark.rule("RIF 12.5")
@pytest.mark.rule("RIF 14.6")
def test_a_pending_choice_stays_through_a_stop() -> None:
    game = rif(1)
    game.choose(RIGHT, Option.SWAP)
    game.stop(after=SECOND_NS)
    game.resume(after=SECOND_NS)
    game.press(RIGHT, after=SECOND_NS)
    assert game.colour(RIGHT) is Colour.BLACK


@pytest.mark.rule("RIF 12.6")
def test_after_a_swap_he_who_became_white_lays_the_fourth_on_his_own_time() -> None:
    game = rif(1)
    game.choose(RIGHT, Option.SWAP)
    game.press(RIGHT)
    assert game.running is LEFT
    assert game.colour(LEFT) is Colour.WHITE
    passed = game.press(LEFT, after=4 * SECOND_NS)[0]
    assert isinstance(passed, TurnPassed)
    assert (passed.credited, passed.moves, passed.spent_ns) == (1, 4, 4 * SECOND_NS)


@pytest.mark.rule("RIF 12.7")
def test_blacks_time_goes_until_both_fifth_stones_are_offered_and_the_press_is_move_five() -> None:
    game = rif(2)
    passed = game.press(LEFT, after=50 * SECOND_NS)[0]
    assert isinstance(passed, TurnPassed)
    assert (passed.credited, passed.moves, passed.spent_ns) == (1, 5, 50 * SECOND_NS)


@pytest.mark.rule("RIF 12.7")
def test_whites_time_goes_until_he_picked_one_and_laid_the_sixth_with_one_press() -> None:
    game = rif(3)
    passed = game.press(RIGHT, after=70 * SECOND_NS)[0]
    assert isinstance(passed, TurnPassed)
    assert (passed.credited, passed.moves, passed.spent_ns) == (1, 6, 70 * SECOND_NS)
    assert game.running is LEFT
    assert game.colour(LEFT) is Colour.BLACK


@pytest.mark.rule("RIF 12.8")
def test_after_the_opening_every_press_is_one_move_and_nobody_chooses() -> None:
    game = rif(4)
    for _ in range(6):
        moves = game.moves
        assert kinds(game.choose(game.state.turn, Option.SWAP)) == ["ActIgnored"]
        game.move(SECOND_NS)
        assert game.moves == moves + 1


@pytest.mark.rule("RIF 12.9")
def test_within_the_first_three_moves_no_press_but_the_one_that_credits_all_three() -> None:
    game = rif()
    assert kinds(game.choose(LEFT, Option.SWAP)) == ["ActIgnored"]
    assert kinds(game.press(RIGHT, after=SECOND_NS)) == ["PressIgnored"]
    game.press(LEFT, after=SECOND_NS)
    assert game.moves == 3, "no pass can be pressed between them"


@pytest.mark.rule("RIF 12.7")
@pytest.mark.rule("RIF 14.4")
def test_the_offer_that_completes_a_quota_earns_the_next_period_at_its_press() -> None:
    game = rif(2, "3/0:10:00 then 0:05:00")
    assert game.left.period == 1
    game.press(LEFT, after=SECOND_NS)
    assert game.left.period == 2
