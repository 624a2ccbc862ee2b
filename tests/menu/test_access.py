"""Codes and amounts of time as they are written in the configuration, and as the menu has them."""

import pytest

from clock.menu.access import (
    AMOUNTS_MAX,
    CODE_FIGURES,
    Opens,
    Organizer,
    amounts_from,
    code_from,
)
from clock.menu.faces import hint
from clock.menu.levels import NO_CONTEXT, MenuContext
from clock.rules.message import Problem
from clock.rules.state import Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.glyphs import ROW
from tests.menu.menu_driver import CONTEXT, stopped
from tests.menu.words import hint_of


@pytest.mark.parametrize("count", CODE_FIGURES)
def test_a_code_of_any_length_that_may_be_fits_in_its_row(count: int) -> None:
    code = tuple(range(count))
    context = MenuContext(organizer=Organizer(Opens.CODE, code))
    hand = stopped(context=context)
    assert hint_of(hint(hand.menu, hand.state, context)) == "OK code   + game over"
    hand.press("ok")
    for figure in code:
        assert len(hand.text) <= ROW
        hand.press("+ " * figure + "ok")
    assert hand.title == "Organizer"


def test_the_amounts_that_are_configured_are_those_that_are_offered() -> None:
    amounts_ns = amounts_from(["+3:00", "0:30", "-1:00"])
    hand = stopped(context=MenuContext(CONTEXT.offers, organizer=Organizer(amounts_ns=amounts_ns)))
    hand.organize("Left (Black) time")
    assert hand.rows == (
        "-1:00  to 59:00",
        "-0:30  to 59:30",
        "+0:30  to 1:00:30",
        "+3:00  to 1:03:00",
        "Set to",
        "Other amounts",
        "Back",
    )


@pytest.mark.parametrize("amount", ["-30:00", "-10:00", "-0:30", "+0:30", "+10:00", "+30:00"])
def test_what_is_given_or_taken_now_and_then_is_behind_the_usual_amounts(amount: str) -> None:
    hand = stopped("1:00:00")
    hand.organize("Left (Black) time")
    assert hand.selected.startswith("+2:00")
    hand.take("Other amounts")
    assert hand.selected.startswith("+0:30")
    hand.take(amount)
    assert hand.title in ("Why?", "Set Left's time?")


@pytest.mark.parametrize(
    ("opens", "rules", "goes_on"),
    [
        (Opens.PLAYERS, "fide", True),
        (Opens.PLAYERS, "rif", True),
        (Opens.PLAYERS, "rif-referees", False),
        (Opens.HOLD, "fide", False),
    ],
)
def test_without_an_organizer_the_players_go_on_unless_a_referee_is_there(
    opens: Opens, rules: str, goes_on: bool
) -> None:
    context = MenuContext(organizer=Organizer(opens))
    hand = stopped(rules=rules, context=context)
    shown = hint_of(hint(hand.menu, hand.state, context))
    assert ("OK resume" in shown, "Corrections: hold OK" in shown) == (goes_on, goes_on)
    assert "hold" in shown
    hand.press("ok")
    assert hand.title == ("Resume?" if goes_on else "Times")
    hand.press("+")
    assert (hand.state.phase is Phase.RUNNING) is goes_on
    assert Organizer(opens).at_event().opens is Opens.HOLD


@pytest.mark.parametrize(
    ("items", "row"),
    [
        (("Set to",), "Now -0:46"),
        (("+1:00", "Wrong setting"), "Left -0:46→0:15"),
    ],
)
def test_a_time_below_zero_is_offered_set_and_asked_about_as_it_is_shown(
    items: tuple[str, ...], row: str
) -> None:
    amounts_ns = amounts_from(["1:00", "-1:00"])
    context = MenuContext(CONTEXT.offers, organizer=Organizer(amounts_ns=amounts_ns))
    driver = stopped("below_zero 0:30", context=context)
    driver.game.resume()
    driver.game.wait(75 * SECOND_NS + 1)
    driver.game.stop()
    driver.organize("Left (Black) time")
    assert driver.rows[:2] == ("-1:00  to -1:46", "+1:00  to 0:15")
    driver.take(*items)
    assert row in driver.rows


def test_amounts_are_sorted_and_each_is_there_once() -> None:
    assert amounts_from(["1:00", "60", "+0:01.5"]) == (-MINUTE_NS, 3 * SECOND_NS // 2, MINUTE_NS)
    assert len(amounts_from([f"{n}" for n in range(1, AMOUNTS_MAX // 2 + 1)])) == AMOUNTS_MAX
    assert NO_CONTEXT.organizer.amounts_ns == amounts_from(["0:10", "1:00", "2:00", "5:00"])


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([f"{n}" for n in range(1, 10)], "expected 1 to 16 amounts"),
        (["0:00"], "expected an amount of time, got '0:00'"),
        (["--1:00"], 'expected a time in the form "H:MM:SS"'),
    ],
)
def test_amounts_that_cannot_be_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(Problem) as caught:
        amounts_from(texts)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("text", ["", "123", "123456789", "12a4", "１２３４", " 1234", "-123"])
def test_a_code_that_cannot_be_is_refused_without_showing_it(text: str) -> None:
    with pytest.raises(Problem, match="expected 4 to 8 digits") as caught:
        code_from(text)
    assert not text or text not in str(caught.value)
