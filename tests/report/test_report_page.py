"""The report in a browser: one sheet of paper, a phone, light and dark, and nothing from elsewhere.

Pictures of each are in the test's folder: look at them.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

from clock.cli import main
from clock.faces.words.language import LANGUAGES
from tests.report.whole_games import whole_game

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": 2}
SMALL = {"viewport": {"width": 320, "height": 640}}
A4_INNER = {"width": 710, "height": 1054}
"""An A4 sheet within its margins, in CSS pixels."""
BELOW = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.outerHTML.slice(0, 80))"""
COLOURS = """() => {
  const style = getComputedStyle(document.body);
  return [style.color, style.backgroundColor];
}"""


def reported(folder: Path, presses: int, language: str = "en") -> str:
    """The address of a game's report."""
    game, page = folder / "game.json", folder / "game.html"
    game.write_bytes(whole_game(presses))
    assert main(["report", str(game), "--language", language, "-o", str(page)]) == 0
    return page.as_uri()


def sheets(page: Page, file: Path) -> int:
    """How many sheets of paper a page takes."""
    printed = page.pdf(path=file, prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("presses", [0, 60, 100, 101, 225, 300])
def test_a_game_is_printed_on_one_sheet(
    presses: int, language: str, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(reported(tmp_path, presses, language))
    assert sheets(page, tmp_path / "game.pdf") == 1
    page.emulate_media(media="print")
    page.screenshot(path=tmp_path / "a4.png", full_page=True)
    assert page.evaluate(BELOW) == []


@pytest.mark.parametrize("context", [PHONE, SMALL])
@pytest.mark.parametrize("presses", [60, 300])
def test_on_a_phone_nothing_is_wider_than_the_page(
    presses: int, context: dict[str, object], new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(**context)
    page.goto(reported(tmp_path, presses))
    page.screenshot(path=tmp_path / "phone.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(BELOW) == []
    tables = page.locator(".moves table")
    lefts = {round(tables.nth(each).bounding_box()["x"]) for each in range(tables.count())}  # type: ignore[index]
    assert len(lefts) == 1, "the moves stand in one column"


def test_on_a_dark_screen_it_is_dark_and_on_paper_light(
    new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(color_scheme="dark", viewport={"width": 1000, "height": 900})
    page.goto(reported(tmp_path, 60))
    page.screenshot(path=tmp_path / "dark.png", full_page=True)
    dark = page.evaluate(COLOURS)
    page.emulate_media(media="print")
    printed = page.evaluate(COLOURS)
    page.emulate_media(media="screen", color_scheme="light")
    assert printed == page.evaluate(COLOURS) == ["rgb(22, 24, 26)", "rgb(255, 255, 255)"]
    assert dark == ["rgb(236, 239, 241)", "rgb(20, 22, 24)"]


def test_it_asks_for_nothing_but_itself(new_page: "NewPage", tmp_path: Path) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    address = reported(tmp_path, 60)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert asked == [address]
