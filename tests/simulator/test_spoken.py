"""What a page says to players who cannot see it, and where their focus is."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import LampName
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
