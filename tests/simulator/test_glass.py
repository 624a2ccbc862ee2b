"""Drawn keys and rows on the page's displays: fingers press what is drawn under them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page

from clock.rules.seats import LEFT, RIGHT, Seat
from tests.simulator.clock_page import DESKTOP, PHONE, ClockPage, opened
from tests.simulator.sims import Sim, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

PLACE = """([seat, line, steps]) => {
  const { canvas, picture } = screens.get(seat);
  const found = picture.targets.find((each) => each[0] === line && each[2] === steps);
  const box = canvas.getBoundingClientRect(), unit = box.width / picture.width;
  const [left, top, width, height] = found[1];
  const x = (left + width / 2) * unit, y = (top + height / 2) * unit;
  const turned = getComputedStyle(canvas.closest(".seat")).rotate === "180deg";
  return turned ? [box.right - x, box.bottom - y] : [box.left + x, box.top + y];
}"""
"""Where the middle of what is drawn is in the window."""


@pytest.fixture
def sim() -> Iterator[Sim]:
    with simulating() as sim:
        yield sim


def touch(page: Page, seat: Seat, line: str, steps: int | None = None) -> None:
    """Touch the middle of a drawn key or row."""
    place: Any = page.evaluate(PLACE, [seat.value, line, steps])
    page.touchscreen.tap(*place)


@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_a_tap_on_a_drawn_key_or_row_of_a_phone_is_that_key_or_row_and_never_a_plunger(
    seat: Seat, new_page: "NewPage", sim: Sim
) -> None:
    page = opened(new_page, sim.url, **PHONE)
    clock = ClockPage(page)
    ready = clock.face(seat, "READY")
    page.locator(f"[data-screen={seat.value}] canvas").tap(position={"x": 180, "y": 60})
    touch(page, seat, "minus")
    clock.face(seat, "Renju, 1 of 13", without=(ready,))
    touch(page, seat, "plus")
    clock.face(seat, ", 2 of 13")
    touch(page, seat, "minus")
    clock.face(seat, ", 1 of 13")
    touch(page, seat, "ok", 2)  # two rows below the selected one
    clock.face(seat, "Chess. Blitz 5 + 3, 2 of ")
    touch(page, seat, "ok", 0)
    clock.face(seat, "Use this setup?")
    assert page.locator(".running.lit").count() == 0


def test_the_mouse_presses_drawn_keys_too(new_page: "NewPage", sim: Sim) -> None:
    page = opened(new_page, sim.url, **DESKTOP)
    clock = ClockPage(page)
    clock.face(LEFT, "READY")
    page.mouse.click(*page.evaluate(PLACE, ["left", "minus", None]))
    clock.face(LEFT, "Which game?")
