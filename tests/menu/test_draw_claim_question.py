"""A claim of a draw by a player not on the move: named first, left to the organizer."""

import pytest

from clock.display.view import view
from clock.rules.seats import LEFT, RIGHT, Colour
from clock.rules.state import Phase
from clock.text.rows import spoken
from tests.menu.menu_driver import stopped

WORDS = "Draw: not on the move"


@pytest.mark.rule("FIDE 9.5.3")
@pytest.mark.parametrize("rules", ["fide", "us-chess"])
def test_a_draw_claimed_by_the_player_not_on_the_move_is_named_before_and_after(rules: str) -> None:
    for seat, named in ((LEFT, True), (RIGHT, False)):
        hand = stopped("5:00+3", moves=7, rules=rules, kind="chess", first=Colour.WHITE)
        assert hand.state.turn is RIGHT
        hand.plunge(seat)
        assert (hand.rows[0] == WORDS, WORDS in hand.text) == (named, named)
        hand.press("ok")
        assert hand.state.phase is Phase.CLAIMED
        faces = (view(hand.state, each, hand.game.now_ns) for each in (LEFT, RIGHT))
        rows = [[spoken(row) for row in face.words] for face in faces]
        assert [WORDS in each for each in rows] == [named and seat is LEFT, False]


def test_where_no_draw_can_be_claimed_the_move_is_not_named() -> None:
    for rules, kind, first in (("fide", "go", Colour.BLACK), ("club", "chess", Colour.WHITE)):
        hand = stopped("5:00", moves=7, rules=rules, kind=kind, first=first)
        hand.plunge(LEFT)
        assert hand.title == "Left, claim a win?"
        assert WORDS not in hand.text
