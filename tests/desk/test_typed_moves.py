"""At the desk the organizer types a move as its players count it, and chooses whose it is."""

import pytest

from clock.desk_pages.remote_menu import RemoteMenu, _walked
from clock.link.messages import Position
from clock.rules.inputs import SetMoves
from clock.rules.message import Problem
from clock.rules.seats import Colour
from clock.rules.state import State
from tests.rules.games import Game


def place(go: str, state: State) -> RemoteMenu:
    return RemoteMenu("clock-1", Position(1, 1, "0"), state, go, _walked(go, state))


@pytest.mark.parametrize(
    ("typed", "moves"), [("8:0", 14), ("8:1", 15), ("1:0", 0), ("0:1", None), ("8", None)]
)
def test_a_move_of_chess_is_typed_with_who_is_to_move(typed: str, moves: int | None) -> None:
    game = Game(kind="chess", first=Colour.WHITE, rules="fide")
    game.make(13)
    game.stop()
    number, colour = place("1", game.state).as_page().fields
    assert (number.value, colour.value, colour.choices) == (7, 1, ("White", "Black"))
    if moves is None:
        with pytest.raises(Problem):
            place(f"1.{typed}", game.state)
        return
    (act,) = place(f"1.{typed}", game.state).acts()
    assert isinstance(act, SetMoves)
    assert act.made == moves
