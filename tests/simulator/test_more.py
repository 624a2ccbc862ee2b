"""The menu behind ⋯ in a window for two players: the parts below it are not pressed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import LampName, Line
from tests.simulator.clock_page import PHONE
from tests.simulator.test_layout import wiring
from tests.simulator.test_page import button, centre, lamp, visit

if TYPE_CHECKING:
    from tests.conftest import NewPage
    from tests.simulator.conftest import Edges

pytestmark = pytest.mark.browser

SIZE = {"width": 600, "height": 900}
"""So wide that Stop is beside the menu."""
LONG_MS = 1_200
"""Longer than a click follows a touch."""


@pytest.fixture
def simulated() -> Iterator[SimulatedBody]:
    """A body with all the buttons that there can be."""
    simulated = SimulatedBody(wiring(128, whole=True))
    yield simulated
    simulated.close()


@pytest.mark.parametrize("options", [PHONE, {}], ids=["touch", "mouse"])
def test_a_tap_beside_the_open_menu_only_closes_it_and_so_do_its_button_and_escape(
    options: dict[str, Any],
    new_page: "NewPage",
    server: PageServer,
    simulated: SimulatedBody,
    edges: "Edges",
) -> None:
    page = visit(new_page, server, **{**options, "viewport": SIZE})
    simulated.body.lamps[LampName.LEFT_RUNNING].set(True)  # else the displays are no plungers
    expect(lamp(page, "Left running", "on")).to_be_visible()
    more, tools = button(page, "More"), page.locator("#tools")
    press = page.touchscreen.tap if options else page.mouse.click
    stop, plunger = (centre(button(page, name)) for name in ("Stop", "Right side, left hand"))
    stones = [centre(stone) for stone in page.locator(".stone").all()]
    for point in (stop, plunger, *stones, centre(more)):
        more.click()
        expect(tools).to_be_visible()
        press(**point)
        expect(tools).to_be_hidden()
    more.click()
    page.keyboard.press("Escape")
    expect(tools).to_be_hidden()
    more.click()
    page.mouse.move(plunger["x"], plunger["y"])
    page.mouse.down()
    page.wait_for_timeout(LONG_MS)
    page.mouse.up()
    expect(tools).to_be_hidden()
    pressed = []
    for line, point in ((Line.STOP, stop), (Line.RIGHT_PLUNGER_LH, plunger)):
        press(**point)
        pressed.append(line)
        assert edges.presses(len(pressed)) == pressed
    page.keyboard.press("Escape")
    assert edges.presses(3) == [*pressed, Line.STOP]


@pytest.mark.parametrize("options", [PHONE, {}], ids=["touch", "mouse"])
def test_the_focus_is_on_the_menus_button_once_the_menu_is_closed(
    options: dict[str, Any], new_page: "NewPage", server: PageServer
) -> None:
    page = visit(new_page, server, **{**options, "viewport": SIZE})
    more = button(page, "More")
    for tool, *keys in (
        ("Full screen", "Escape"), ("Sound is off", "Enter"),
    ):  # fmt: skip
        more.focus()
        page.keyboard.press("Enter")
        button(page, tool).focus()
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator("#tools")).to_be_hidden()
        expect(more).to_be_focused()
