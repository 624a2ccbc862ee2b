"""A hand in the set-up menu, and how it comes to the question."""

from clock.menu import CLOSED, NewSetup
from clock.menu.setup.places import MenuContext
from clock.presets import find_presets
from clock.presets.offers import offers_of
from clock.rules.state import Setup
from tests.menu.test_menu_hand import Hand
from tests.rules.games import Game

SHELF = MenuContext(offers_of(find_presets()))
PRESSES_MAX = 12


def power_on(text: str = "40/2:00:00 then 1:00:00", *, context: MenuContext = SHELF) -> Hand:
    """A hand at a clock that was switched on: the first preset, nothing begun."""
    return Hand(Game(text, rules="rif", opening="rif", started=False), context)


def setting_up(*, context: MenuContext = SHELF) -> Hand:
    """A hand in the first list of the set-up menu."""
    hand = power_on(context=context)
    hand.press("- ok")
    if context.offers:
        hand.take("Back")
    assert hand.page().title == "Set up"
    return hand


def main_row(hand: Hand, start: str) -> str:
    """The row of the first list that begins so."""
    (row,) = [row for row in hand.page().rows if row.startswith(start)]
    return row


def go(hand: Hand, *starts: str) -> None:
    """Take the rows that begin so, one list after another."""
    for start in starts:
        hand.take(main_row(hand, start))


def set_so(hand: Hand) -> Setup:
    """Answer the question about the whole setting with Yes; return what the clock is set to."""
    if hand.page().title != "Set it so?":
        go(hand, "Set the clock so")
    assert hand.page().title == "Set it so?"
    (act,) = hand.confirm()
    assert isinstance(act, NewSetup)
    assert hand.menu == CLOSED
    return act.setup
