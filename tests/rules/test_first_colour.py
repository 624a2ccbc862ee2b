"""Who moves first plays Black in renju, gomoku and go, White in chess and in handicap go."""

import pytest

from clock.rules.inputs import SetColours, SetMoves
from clock.rules.machine import begin
from clock.rules.openings import OPENINGS
from clock.rules.refusal import SetupError
from clock.rules.seats import Colour, Seat
from clock.rules.units import MINUTE_NS
from tests.rules.games import LEFT, RIGHT, Game, setup

CHESS = "2/10:00 then 5:00"
BLACK_FIRST = [name for name in OPENINGS if name != "none"]


@pytest.mark.rule("first colour")
@pytest.mark.parametrize("starter", [LEFT, RIGHT])
def test_with_white_first_the_seat_that_begins_is_white_and_its_clock_runs(starter: Seat) -> None:
    game = Game(first=Colour.WHITE, starter=starter)
    assert game.running is starter
    assert (game.colour(starter), game.colour(starter.other)) == (Colour.WHITE, Colour.BLACK)


@pytest.mark.rule("first colour")
@pytest.mark.parametrize("first", list(Colour))
def test_who_moves_first_has_made_half_of_the_moves_rounded_up(first: Colour) -> None:
    game = Game(first=first)
    for moves in range(1, 8):
        game.move()
        made = (game.state.play.made(LEFT), game.state.play.made(RIGHT))
        assert made == ((moves + 1) // 2, moves // 2)
        assert (game.colour(LEFT), game.colour(RIGHT)) == (first, _other(first))


@pytest.mark.rule("first colour")
@pytest.mark.rule("rollover: on_move")
@pytest.mark.parametrize("first", list(Colour))
def test_a_quota_is_completed_by_the_seats_own_press_whatever_it_plays(first: Colour) -> None:
    game = Game(CHESS, first=first)
    game.make(3)
    assert (game.left.period, game.right.period) == (2, 1)
    assert game.shows(LEFT) == 15 * MINUTE_NS
    game.move()
    assert (game.left.period, game.right.period) == (2, 2)


@pytest.mark.rule("first colour")
def test_a_counter_that_is_corrected_counts_white_first() -> None:
    game = Game(CHESS, first=Colour.WHITE)
    game.do(SetMoves(game.now_ns, 3, "missed press"))
    assert (game.left.period, game.right.period) == (2, 1)


@pytest.mark.rule("first colour")
def test_colours_that_the_organizer_sets_take_their_counts_along() -> None:
    game = Game(first=Colour.WHITE)
    game.make(3)
    game.do(SetColours(game.now_ns, LEFT, "wrong setting"))
    assert (game.colour(LEFT), game.colour(RIGHT)) == (Colour.BLACK, Colour.WHITE)
    assert (game.state.play.made(LEFT), game.state.play.made(RIGHT)) == (1, 2)


@pytest.mark.rule("first colour")
@pytest.mark.parametrize("name", BLACK_FIRST)
def test_an_opening_of_renju_or_gomoku_is_refused_with_white_first(name: str) -> None:
    with pytest.raises(SetupError, match="expected black") as refused:
        begin(setup(opening=name, first=Colour.WHITE))
    assert refused.value.place == "first"


def _other(colour: Colour) -> Colour:
    return Colour.WHITE if colour is Colour.BLACK else Colour.BLACK
