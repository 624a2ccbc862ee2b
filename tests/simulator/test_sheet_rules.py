"""The rules and the opening on the page's sheet Time."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.seats import LEFT
from tests.simulator.clock_page import PHONE, ClockPage, axe_findings
from tests.simulator.test_time_sheet import Sheet, idle, played_url

if TYPE_CHECKING:
    from tests.conftest import NewPage

__all__ = ["played_url"]

pytestmark = pytest.mark.browser


def test_rules_and_opening_are_chosen_on_the_sheet_with_what_they_mean(
    new_page: "NewPage", played_url: str
) -> None:
    page = idle(new_page, played_url, **PHONE)
    sheet = Sheet(page).open()
    rules = page.get_by_role("combobox", name="Rules")
    opening = page.get_by_role("combobox", name="Opening")
    expect(rules).to_have_value("fide")
    expect(opening).to_be_hidden()  # chess has none
    sheet.game.select_option("Renju")
    expect(rules).to_have_value("rif")
    expect(opening).to_have_value("rif")
    assert axe_findings(page) == []
    assert sheet.dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    rules.select_option("RIF, referees")
    expect(page.locator("#time-rules")).to_contain_text("time referees, who are called")
    opening.select_option("Soosyrv-8")
    sheet.time.fill("90+30")
    expect(sheet.rules).to_contain_text("Opening: Soosyrv-8 · Left begins · Rules: RIF, referees")
    sheet.time.press("Enter")
    clock = ClockPage(page)
    clock.face(LEFT, "1 hour 30 minutes left", "RIF+ref, Soosyrv-8")
    sheet.open()
    expect(rules).to_have_value("rif-referees")
    expect(opening).to_have_value("soosyrv-8")
    opening.select_option("Swap")
    page.get_by_role("button", name="Set the clock").tap()  # without a time
    clock.face(LEFT, "1 hour 30 minutes left", "RIF, referees, Swap")
    sheet.open().row("Renju 80 min").tap()  # a row has its own
    clock.face(LEFT, "Taraguchi-10")
