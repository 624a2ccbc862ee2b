"""RIF 12: the opening of 1996, rule by rule; every opening press by press is in test_openings."""

import pytest

from clock.rules.openings import Option
from clock.rules.outputs import TurnPassed
from clock.rules.seats import Colour, Seat
from clock.rules.units import SECOND_NS
from tests.rules.games import LEFT, RIGHT, Game, kinds


def rif(presses: int = 0, text: str = "1:00:00") -> Game:
    """A game that has come so many presses far, nobody swapping."""
    game = Game(text, opening="rif")
    game.make(presses, each=SECOND_NS)
    return game


@pytest.mark.rule("RIF 12.1")
def test_the_seat_that_begins_is_tentative_black_and_its_clock_runs() -> None:
    game = Game(opening="rif", starter=RIGHT)
    assert game.running is RIGHT
    assert (game.colour(RIGHT), game.colour(LEFT)) == (Colour.BLACK, Colour.WHITE)


@pytest.mark.rule("RIF 12.2")
@pytest.mark.rule("RIF 12.3")
@pytest.mark.rule("RIF 12.4")
@pytest.mark.rule("RIF 12.5")
@pytest.mark.rule("RIF 12.7")
@pytest.mark.parametrize(
    ("presses", "seat", "credited", "moves"),
    [
        (0, LEFT, 3, 3),  # tentative Black lays all three stones
        (1, RIGHT, 1, 4),  # White stays White and lays the fourth
        (2, LEFT, 1, 5),  # Black offers both fifths
        (3, RIGHT, 1, 6),  # White picks one and lays the sixth
    ],
)
def test_a_player_does_his_part_on_his_own_time_with_one_press(
    presses: int, seat: Seat, credited: int, moves: int
) -> None:
    game = rif(presses)
    spent_ns = 70 * SECOND_NS
    outputs = game.press(seat, after=spent_ns)
    assert kinds(outputs) == ["TurnPassed"]
    assert isinstance(outputs[0], TurnPassed)
    passed = outputs[0]
    assert (passed.spent_ns, passed.credited, passed.moves) == (spent_ns, credited, moves)
    assert game.running is seat.other
    assert (game.colour(LEFT), game.colour(RIGHT)) == (Colour.BLACK, Colour.WHITE)


@pytest.mark.rule("RIF 12.5")
@pytest.mark.rule("RIF 12.6")
@pytest.mark.rule("RIF 14.6")
@pytest.mark.parametrize("stopped", [False, True])
def test_tentative_white_may_take_black_and_the_other_lays_the_fourth(stopped: bool) -> None:
    game = rif(1)
    game.choose(RIGHT, Option.SWAP, after=2 * SECOND_NS)
    assert game.colour(RIGHT) is Colour.WHITE, "not before the press"
    if stopped:
        game.stop()
        game.resume(after=SECOND_NS)
    left_ns = game.left.spent_ns
    assert kinds(game.press(RIGHT, after=SECOND_NS)) == ["TurnPassed", "ColoursTurned"]
    assert (game.moves, game.running) == (3, LEFT)
    assert (game.right.spent_ns, game.left.spent_ns) == (3 * SECOND_NS, left_ns)
    assert (game.colour(LEFT), game.colour(RIGHT)) == (Colour.WHITE, Colour.BLACK)
    passed = game.press(LEFT, after=4 * SECOND_NS)[0]
    assert isinstance(passed, TurnPassed)
    assert (passed.credited, passed.moves, passed.spent_ns) == (1, 4, 4 * SECOND_NS)


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
