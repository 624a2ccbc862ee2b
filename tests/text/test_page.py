"""The page and its faces speak the language that is asked for."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.rules.seats import LEFT
from tests.simulator.clock_page import ClockPage, opened
from tests.simulator.sims import HTTP, simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage


@pytest.mark.browser
def test_the_page_speaks_what_the_faces_speak(new_page: "NewPage") -> None:
    with simulating("--language", "ko", address=HTTP) as sim:
        page = opened(new_page, sim.url)
        clock = ClockPage(page)
        assert page.locator("html").get_attribute("lang") == "ko"
        for role, name in (
            ("button", "왼쪽 버튼"),
            ("button", "소리 끔"),
            ("img", "심판 표시등: 꺼짐"),
        ):
            expect(page.get_by_role(role, name=name, exact=True)).to_be_visible()  # type: ignore[arg-type]
        assert "OK 시작" in clock.face(LEFT, "OK 시작")
        text = page.content()
        assert "{{" not in text
        assert "}}" not in text
