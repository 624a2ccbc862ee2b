"""The page and its faces speak the language that is asked for."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.seats import LEFT
from tests.simulator.clock_page import ClockPage
from tests.simulator.sims import HTTP, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

SPOKEN = {
    "cs": ("Levé tlačítko", "Zvuk vypnut", "Kontrolka rozhodčího: nesvítí", "OK start, oba zde"),
    "ko": ("왼쪽 버튼", "소리 끔", "심판 표시등: 꺼짐", "OK 시작, 둘 다 있음"),
}


@pytest.mark.parametrize("code", SPOKEN)
def test_the_page_speaks_what_the_faces_speak(code: str, new_page: "NewPage") -> None:
    plunger, sound, lamp, hint = SPOKEN[code]
    with simulating("--language", code, address=HTTP) as sim:
        page = new_page()
        clock = ClockPage(page, sim.url)
        assert page.locator("html").get_attribute("lang") == code
        expect(page.get_by_role("button", name=plunger, exact=True)).to_be_visible()
        expect(page.get_by_role("button", name=sound)).to_be_visible()
        expect(page.get_by_role("img", name=lamp)).to_be_visible()
        assert hint in clock.face(LEFT, hint)
        text = page.content()
        assert "{{" not in text
        assert "}}" not in text
