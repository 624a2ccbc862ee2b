"""A plunger in a stop asks whether its player claims a win; the organizer dismisses claims."""

from typing import Any

import pytest

from clock.menu import stop_pressed
from clock.menu.access import Opens, Organizer
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import Claim, Dismiss, Finish, Result
from clock.rules.outputs import PressIgnored
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.menu.setup_hand import SHELF
from tests.menu.test_menu_hand import Hand, stopped
from tests.rules.games import LEFT, RIGHT, Game

pytestmark = pytest.mark.rule("RIF 9.4", "RIF 9.6")


def asked(seat: Seat, **given: Any) -> Hand:
    """A stop in which a plunger has asked."""
    hand = stopped(moves=3, **given)
    hand.plunge(seat)
    return hand


@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_a_plunger_in_a_stop_asks_and_ok_claims(seat: Seat) -> None:
    hand = asked(seat)
    assert hand.page().title == f"{seat.value.capitalize()} claims a win?"
    assert hand.page().hint == "OK claim    - + leave"
    assert hand.state.phase is Phase.STOPPED
    hand.press("ok")
    assert hand.log() == [Claim(0, seat)]
    assert [claim.seat for claim in hand.state.claims] == [seat]
    assert hand.closed


def test_the_question_shows_both_clappers_times_and_moves_against_the_quota() -> None:
    hand = stopped("2/1:00 then 5:00", moves=3)
    hand.game.adjust(LEFT, to=0)
    hand.plunge(RIGHT)
    assert hand.page().rows == ("L 0:00 2 ↓", "R 1:00 1/2 ↑")


@pytest.mark.parametrize("button", ["-", "+", "stop"])
def test_minus_plus_and_stop_leave_it_and_nobody_has_claimed(button: str) -> None:
    hand = asked(LEFT)
    if button == "stop":
        hand.menu = stop_pressed(hand.menu, hand.state)
    else:
        hand.press(button)
    assert hand.closed
    assert (hand.acts, hand.state.claims) == ([], ())


def test_ok_held_opens_the_organizers_menu_instead() -> None:
    hand = asked(LEFT)
    hand.press("held")
    assert hand.page().title == "Organizer"


@pytest.mark.parametrize("opens", [Opens.KEY, Opens.CODE])
def test_a_claim_needs_no_key_and_no_code(opens: Opens) -> None:
    hand = asked(LEFT, context=MenuContext(organizer=Organizer(opens, (1, 2, 3, 4))))
    hand.press("ok")
    assert hand.state.phase is Phase.CLAIMED


def test_the_other_plunger_asks_in_the_place_of_the_first() -> None:
    hand = asked(LEFT)
    hand.plunge(RIGHT)
    assert hand.page().title == "Right claims a win?"
    hand.press("ok")
    assert hand.log() == [Claim(0, RIGHT)]


def test_both_may_claim_and_neither_claims_twice() -> None:
    hand = asked(LEFT)
    hand.press("ok")
    hand.plunge(LEFT)
    assert hand.closed
    hand.plunge(RIGHT)
    assert hand.page().rows[0] == "Left has claimed"
    hand.press("ok")
    assert [claim.seat for claim in hand.state.claims] == [LEFT, RIGHT]
    hand.plunge(LEFT)
    hand.plunge(RIGHT)
    assert hand.closed


def test_after_a_fall_that_stopped_both_clocks_either_may_claim() -> None:
    game = Game("1:00", rules="fide")
    game.wait(MINUTE_NS)
    hand = Hand(game)
    hand.plunge(RIGHT)
    assert hand.page().title == "Right claims a win?"


def test_a_plunger_asks_nothing_where_a_claim_would_come_to_nothing() -> None:
    both_down, ended, running = stopped("1:00"), stopped(), Hand(Game())
    for seat in (LEFT, RIGHT):
        both_down.game.adjust(seat, to=0)
    ended.game.do(Finish(ended.game.now_ns, Result.DRAW))
    for hand in (both_down, ended, running):
        hand.plunge(RIGHT)
        assert hand.closed


@pytest.mark.rule("RIF 15")
@pytest.mark.parametrize("absent", [(LEFT,), (LEFT, RIGHT)])
def test_the_plunger_of_an_absent_seat_is_an_arrival_and_asks_nothing(
    absent: tuple[Seat, ...],
) -> None:
    game = Game(started=False)
    game.start(absent)
    game.stop(after=SECOND_NS)
    hand = Hand(game)
    hand.plunge(LEFT)
    assert hand.closed
    assert LEFT not in hand.state.absent
    hand.plunge(LEFT)
    assert hand.page().title == "Left claims a win?"


def test_while_the_organizer_is_at_work_a_plunger_asks_nothing_and_its_press_is_logged() -> None:
    hand = stopped(context=SHELF)
    hand.press("ok held")
    before = hand.page()
    hand.plunge(RIGHT)
    assert hand.page() == before
    assert hand.game.said(PressIgnored)


@pytest.mark.rule("RIF 9.6")
@pytest.mark.parametrize("presses", ["ok", "-"])
def test_a_page_that_anybody_opened_gives_way_to_a_claim(presses: str) -> None:
    hand = stopped(context=SHELF)
    hand.press(presses)
    hand.plunge(RIGHT)
    assert hand.page().title == "Right claims a win?"
    hand.press("ok")
    assert [claim.seat for claim in hand.state.claims] == [RIGHT]
    assert hand.state.running is None


@pytest.mark.parametrize("presses", ["ok", "-"])
def test_stop_leaves_a_page_that_anybody_opened_so_that_a_plunger_can_ask(presses: str) -> None:
    hand = stopped()
    hand.press(presses)
    hand.menu = stop_pressed(hand.menu, hand.state)
    hand.plunge(RIGHT)
    assert hand.page().title == "Right claims a win?"


def test_a_correction_from_elsewhere_closes_the_question() -> None:
    hand = asked(LEFT)
    hand.game.adjust(LEFT, by=-MINUTE_NS)
    assert hand.closed


def test_of_two_claims_one_is_dismissed_and_the_other_stands_until_it_is_too() -> None:
    hand = asked(LEFT)
    hand.press("ok")
    hand.plunge(RIGHT)
    hand.press("ok")
    hand.organize("Dismiss Left's claim")
    assert hand.page().rows == ("Left claims yes→no", "No", "Yes")
    hand.confirm()
    assert [claim.seat for claim in hand.state.claims] == [RIGHT]
    assert "Dismiss Left's claim" not in hand.page().rows
    hand.take("Dismiss Right's claim")
    assert hand.page().rows == ("Right claims yes→no", "Claim→Stopped", "No", "Yes")
    hand.confirm()
    assert hand.log()[-2:] == [Dismiss(0, LEFT), Dismiss(0, RIGHT)]
    assert hand.state.phase is Phase.STOPPED
    assert hand.page().title == "Organizer"
