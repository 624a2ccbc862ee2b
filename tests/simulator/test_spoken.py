"""What a page says to players who cannot see it, and where their focus is."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.seats import LEFT
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import LampName
from tests.simulator.clock_page import DESKTOP, ClockPage, opened
from tests.simulator.sims import simulating
from tests.simulator.test_page import button, visit

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

NOTE_ALARMS = """() => {
  window.alarms = [];
  new MutationObserver(() => alarms.push(alarm.textContent)).observe(alarm, {childList: true});
}"""


def test_a_lost_line_takes_no_focus_and_only_lamps_that_are_new_are_news(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody
) -> None:
    page = visit(new_page, server)
    page.evaluate(NOTE_ALARMS)
    lamps = simulated.body.lamps
    lamps[LampName.RIGHT_CLAPPER].set(True)
    expect(page.locator("#alarm")).to_have_text("Right's clapper has fallen")
    plunger = button(page, "Left plunger")
    plunger.focus()
    server.stop()
    expect(page.locator("html")).to_have_attribute("data-link", "lost")
    lamps[LampName.REFEREE].set(True)
    with PageServer(simulated, port=server.port):
        expect(page.locator("#alarm")).to_have_text("Referee called")
        expect(plunger).to_be_focused()
        assert page.evaluate("alarms") == ["Right's clapper has fallen", "Referee called"]
        page.close()


def test_dialogs_begin_at_their_heading_and_have_an_edge_in_any_colours(
    new_page: "NewPage", server: PageServer
) -> None:
    small = {"width": 320, "height": 256}  # as with a zoom of 400 %
    page = visit(new_page, server, **{**DESKTOP, "viewport": small}, forced_colors="active")
    for name in ("Keys", "Signals"):
        button(page, name).click()
        dialog = page.get_by_role("dialog", name=name)
        expect(dialog.get_by_role("heading", name=name)).to_be_focused()
        edge = "dialog => [dialog.scrollTop, getComputedStyle(dialog).borderTopWidth]"
        assert dialog.evaluate(edge) == [0, "2px"]
        page.keyboard.press("Escape")


def test_a_win_on_time_is_not_thrown_away_by_the_first_key_in_the_next_game(
    new_page: "NewPage",
) -> None:
    with simulating("--game", "chess", "--control", "1s") as sim:
        page = opened(new_page, sim.url, **DESKTOP)
        clock = ClockPage(page)
        clock.face(LEFT, "OK start")
        clock.press("OK")
        clock.face(LEFT, "Clapper down")
        expect(page.locator("#alarm")).to_have_text("Left's clapper has fallen")
        button(page, "Next game").focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Next game")
        expect(dialog).to_have_accessible_description("Ends this game without a result")
        expect(dialog.get_by_role("heading")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        clock.face(LEFT, "Clapper down")
