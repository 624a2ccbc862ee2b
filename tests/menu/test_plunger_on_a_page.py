"""A plunger in a stop asks for a claim on the faces, and on a page to read."""

import pytest

from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from tests.menu.menu_driver import MenuDriver, stopped
from tests.rules.games import LEFT, RIGHT, Game


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("by_organizer", [False, True])
def test_in_the_question_about_going_on_a_plunger_only_says_how_to_claim(
    seat: Seat, *, by_organizer: bool
) -> None:
    hand = stopped(moves=3, rules="fide", players_resume=True)
    if by_organizer:
        hand.organize("Resume")
    else:
        hand.press("ok")
    before = hand.rows
    hand.plunge(seat)
    assert (hand.title, hand.rows) == ("Resume?", ("To claim: - first", *before))
    hand.confirm()
    assert hand.state.phase is Phase.RUNNING
    assert not hand.state.claims


def test_in_the_question_about_the_next_game_a_plunger_only_says_how_to_claim() -> None:
    hand = MenuDriver(Game("0:05", rules="fide"))
    hand.game.wait(6 * SECOND_NS)
    hand.press("ok")
    hand.plunge(RIGHT)
    assert (hand.title, hand.rows[0]) == ("Next game?", "To claim: - first")


def test_after_no_and_on_a_page_to_read_a_plunger_asks_for_a_claim() -> None:
    hand = stopped(moves=3, rules="fide", players_resume=True)
    hand.press("ok -")
    hand.plunge(LEFT)
    assert hand.title == "Left, claim a win?"
    hand.press("- -")
    hand.plunge(RIGHT)
    assert hand.title == "Right, claim a win?"
