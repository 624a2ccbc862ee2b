"""Drawn keys and rows on the page's displays: fingers press what is drawn under them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page

from clock.rules.seats import LEFT, RIGHT, Seat
from tests.simulator.clock_page import DESKTOP, ON_ITS_SIDE, PHONE, ClockPage, opened
from tests.simulator.sims import Sim, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

PLACE = """([seat, line, steps]) => {
  const { canvas, picture } = screens.get(seat);
  const found = picture.targets.find((each) => each[0] === line && each[2] === steps);
  const { x, y, width: across, height: up } = canvas.getBoundingClientRect();
  const unit = canvas.clientWidth / picture.width, [left, top, width, height] = found[1];
  const dx = (left + width / 2 - picture.width / 2) * unit;
  const dy = (top + height / 2 - picture.height / 2) * unit;
  const turned = parseFloat(getComputedStyle(canvas.closest(".seat")).rotate) || 0;
  const cos = Math.cos(turned * Math.PI / 180), sin = Math.sin(turned * Math.PI / 180);
  return [x + across / 2 + dx * cos - dy * sin, y + up / 2 + dx * sin + dy * cos];
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


@pytest.mark.parametrize("facing", ["upright", "same", "ends", "apart"])
@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_a_tap_on_a_drawn_key_or_row_of_a_phone_is_that_key_or_row_and_never_a_plunger(
    seat: Seat, facing: str, new_page: "NewPage", sim: Sim
) -> None:
    page = opened(new_page, sim.url, **(PHONE if facing == "upright" else ON_ITS_SIDE))
    for _ in range(("upright", "same", "ends", "apart").index(facing) - 1):
        page.get_by_role("button", name="More", exact=True).tap()
        page.get_by_role("button", name="Turn the halves").tap()
    clock = ClockPage(page)
    ready = clock.face(seat, "READY")
    page.locator(f"[data-screen={seat.value}] canvas").tap()
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
