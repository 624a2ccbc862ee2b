"""A code or a time of the clock's buttons, typed on the page."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.seats import LEFT
from tests.simulator.clock_page import PHONE, ClockPage

if TYPE_CHECKING:
    from tests.simulator.conftest import StartClock

pytestmark = pytest.mark.browser


def stop_and_hold(clock: ClockPage, words: str) -> None:
    """Hold OK in a stop until these words are there."""
    clock.press("OK")
    clock.face(LEFT, "running", without=("not running",))
    clock.change("Stop", "STOPPED")
    clock.page.keyboard.down("Enter")
    clock.face(LEFT, words)
    clock.page.keyboard.up("Enter")


def test_a_code_is_typed_and_opens_the_organizers_menu(start_clock: "StartClock") -> None:
    clock = start_clock("--game", "chess", "--control", "5+3", "--organizer", "code:1904")
    stop_and_hold(clock, "Digit 1 of 4")
    clock.page.wait_for_function("() => signals.entry")
    clock.page.keyboard.type("1904")
    clock.page.keyboard.press("Enter")
    clock.face(LEFT, "Organizer")


def test_a_time_is_typed_on_a_phone_and_set_after_the_question(start_clock: "StartClock") -> None:
    clock = start_clock("--game", "chess", "--control", "5+3", **PHONE)
    page = clock.page
    button = page.get_by_role("button", name="Type it", exact=True)
    stop_and_hold(clock, "Organizer")
    expect(button).to_be_hidden()
    clock.choose("Left (White) time", "Set to")
    button.tap()
    page.get_by_role("textbox", name="Type it").fill("4:57")
    page.keyboard.press("Enter")
    clock.face(LEFT, "4:57")
    clock.change("OK")
    expect(button).to_be_hidden()
