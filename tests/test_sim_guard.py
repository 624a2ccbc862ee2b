"""The organizer's key on the page's own body, and the code entered with its buttons."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.menu.access import Opens, Organizer
from clock.rules.inputs import Adjust, Resume
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS
from clock.simulator import organizer_from
from tests.clock_page import ClockPage, Record
from tests.sims import AWAY, simulating
from tests.test_sim_page import DESKTOP, picture

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.conftest import NewPage

LIST = "Organizer. Go on, 1 of "


def test_the_option_is_hold_key_or_a_code() -> None:
    assert organizer_from("hold") == Organizer()
    assert organizer_from("key") == Organizer(Opens.KEY)
    assert organizer_from("code:0042") == Organizer(Opens.CODE, (0, 0, 4, 2))


@pytest.mark.parametrize("text", ["", "lock", "code", "code:", "code:12", "code:12a4", "key:1234"])
def test_another_option_is_refused_in_a_line_that_names_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"^--organizer: expected .*$"):
        organizer_from(text)


def key_of(clock: ClockPage) -> "Locator":
    return clock.page.get_by_role("button", name="Organizer's key", exact=True)


def stopped(clock: ClockPage) -> None:
    """A game is begun and stopped."""
    clock.press("OK")
    clock.face(LEFT, "running")
    clock.press("Stop")
    clock.face(LEFT, "Stopped")


@pytest.mark.browser
def test_the_key_on_the_page_stays_as_it_is_turned_and_guards_the_game(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    file = tmp_path / "game.json"
    with simulating("--control", "1h", "--organizer", "key", "--record", str(file)) as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        stopped(clock)
        clock.face(LEFT, "key: menu")
        clock.change("OK", "Go on? Left ", "The organizer's key opens the menu.")
        clock.change("OK", "Stopped")
        key = key_of(clock)
        expect(key).to_have_attribute("aria-pressed", "false")
        key.click()
        clock.face(RIGHT, LIST)
        expect(key).to_have_attribute("aria-pressed", "true")
        picture(clock, tmp_path, "key")
        clock.page.evaluate("dispatchEvent(new Event('blur'))")  # no finger holds it
        clock.change("Plus", "Result, 2 of ")
        clock.change("Plus", "Left (Black) time, 3 of ")
        for button, said in (
            ("OK", "-1:00  to "),
            ("OK", "IgnoreReason. Penalty"),
            ("OK", "Penalty? Left: "),
            ("Plus", "Yes is selected"),
            ("OK", "Organizer. Left (Black) time"),
            ("OK", "Left (Black). "),
        ):
            clock.change(button, said)
        key.click()
        clock.face(LEFT, "Stopped")
        expect(key).to_have_attribute("aria-pressed", "false")
        key.focus()
        clock.page.keyboard.press("Space")
        clock.face(LEFT, LIST)
        key.blur()
        clock.change("OK", "Go on? Left ")
        clock.press("OK")
        clock.face(LEFT, "running")
        sim.interrupt()
        assert sim.ended() == (0, "", AWAY)
    game = Record(file.read_bytes())
    (adjusted,) = game.all(Adjust)
    assert (adjusted.seat, adjusted.delta_ns, adjusted.reason) == (LEFT, -MINUTE_NS, "penalty")
    assert len(game.all(Resume)) == 1


@pytest.mark.browser
def test_a_slow_click_turns_the_key_once(new_page: "NewPage") -> None:
    with simulating("--organizer", "key") as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        key = key_of(clock)
        key.click(delay=1_500)
        clock.face(LEFT, "Organizer. ")
        expect(key).to_have_attribute("aria-pressed", "true")


@pytest.mark.browser
def test_a_clock_without_a_key_shows_none(new_page: "NewPage") -> None:
    with simulating() as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        expect(key_of(clock)).to_have_count(0)


@pytest.mark.browser
def test_the_code_is_entered_on_the_page_and_a_wrong_one_does_nothing(
    new_page: "NewPage",
) -> None:
    with simulating("--organizer", "code:1000") as sim:
        clock = ClockPage(new_page(**DESKTOP), sim.url)
        stopped(clock)
        clock.change("OK", "Organizer's code. Figure 1 of 4: 0.")
        for number in (2, 3, 4):
            clock.change("OK", f"Figure {number} of 4: 0.")
        clock.change("OK", "Wrong code. Nothing was changed.")
        clock.change("OK", "Stopped")
        clock.change("OK", "Figure 1 of 4: 0.")
        clock.change("Plus", "Figure 1 of 4: 1.")
        for number in (2, 3, 4):
            clock.change("OK", f"Figure {number} of 4: 0.")
        clock.change("OK", LIST)
