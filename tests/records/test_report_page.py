"""The report in a browser: on paper, on a phone, light and dark, and nothing from elsewhere.

Pictures of each are in the test's folder: look at them.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from clock.game.file import write_game
from clock.game.recorded import Gap, GapCause
from clock.records.report.html_page import html_page as report_page
from clock.records.report.reported import reported_game
from clock.records.source import Source, read_source
from clock.rules.inputs import Press, Start
from clock.rules.seats import LEFT, RIGHT
from clock.text.language import LANGUAGES, speaking
from tests.records.whole_games import whole_game
from tests.rules.games import setup

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
ROWS = """() => [...document.querySelectorAll(".moves tr")]
  .map((row) => row.getBoundingClientRect()).map(({x, height}) => [Math.round(x), height])"""
"""Where the heading of the moves and each of them stands, and how high it is."""
CUT = """(svg) => [...svg.querySelectorAll("text")]
  .filter((text) => {
    const {x, y, width, height} = text.getBBox(), view = svg.viewBox.baseVal;
    return x < view.x || y < view.y || x + width > view.x + view.width
      || y + height > view.y + view.height;
  })
  .map((text) => text.textContent)"""
OVER = """(svg) => {
  const texts = [...svg.querySelectorAll("text")];
  const bars = [...svg.querySelectorAll("#spent .line")].flatMap((line) =>
    [...line.getAttribute("d").matchAll(/M([\\d.]+) ([\\d.]+)V([\\d.]+)h([\\d.]+)V/g)]
      .map(([, x, y, tip, width]) => ({x: +x, width: +width,
        y: Math.min(y, tip), height: Math.abs(y - tip)})));
  const ink = (text) => {  // without the room for accents and for what hangs below the line
    const {x, width} = text.getBBox(), size = parseFloat(getComputedStyle(text).fontSize);
    return {x, width, y: +text.getAttribute("y") - 0.74 * size, height: 0.74 * size};
  };
  const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
    && a.y < b.y + b.height && b.y < a.y + a.height;
  const boxes = texts.map(ink);
  return boxes.flatMap((box, which) =>
    boxes.slice(which + 1).some((other) => meet(box, other))
      || (texts[which].closest(".left, .right") && bars.some((bar) => meet(box, bar)))
      ? [texts[which].textContent] : []);
}"""
BROKEN = """(heading) => [...heading.textContent.matchAll(/[^\\s-]+/g)]
  .filter((word) => {
    const range = document.createRange();
    range.setStart(heading.firstChild, word.index);
    range.setEnd(heading.firstChild, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((line) => line.y)).size > 1;
  })
  .map(([word]) => word)"""
COLOURS = """() => {
  const style = getComputedStyle(document.body);
  return [style.color, style.backgroundColor];
}"""

GAPS = (
    Gap(20, GapCause.DAMAGED, "2026-11-22T03:13:27+01:00"),
    Gap(40, GapCause.UNWRITTEN, "2026-11-22T03:13:27+01:00"),
)
GROUND = (
    "the players agreed after a long discussion that the game was to be annulled, since the "
    "position on the board was not the one that had been adjourned"
)


def report_of(
    folder: Path,
    text: bytes,
    language: str = "en",
    gaps: tuple[Gap, ...] = (),
    ground: str | None = None,
) -> str:
    """The address of a game's report, perhaps with gaps and another ground."""
    file, page = folder / "game.json", folder / "game.html"
    file.write_bytes(text)
    game = reported_game(read_source(str(file), folder))
    facts = game.facts if ground is None else replace(game.facts, ground=ground)
    with speaking(language), patch.object(Source, "gaps", gaps):
        page.write_text(report_page(game._replace(facts=facts)), encoding="utf-8")
    return page.as_uri()


def columns(page: Page) -> int:
    return len({x for x, _ in page.evaluate(ROWS)})


def long_turns(control: str) -> bytes:
    """A game whose longest turns are its first two."""
    game = setup(control)
    whole_ns = game.left[0].time_ns + game.left[0].bonus_ns
    thinks_ns = [whole_ns // part for part in (3, 4, *range(20, 42))]
    presses = [Press(sum(thinks_ns[: count + 1]), (LEFT, RIGHT)[count % 2]) for count in range(24)]
    return write_game(game, (Start(0), *presses))


@pytest.mark.parametrize(
    ("presses", "stops", "gaps", "ground", "most", "language"),
    [
        (0, 0, (), "", 1, "en"),
        (4, 0, (), "", 1, "en"),
        (100, 0, (), None, 1, "ko"),
        *((300, 30, GAPS, GROUND, 3, language) for language in LANGUAGES),
    ],
)
def test_on_paper_the_slip_is_on_the_first_sheet_and_the_moves_stand_in_columns(
    presses: int,
    stops: int,
    gaps: tuple[Gap, ...],
    ground: str | None,
    most: int,
    language: str,
    new_page: "NewPage",
    tmp_path: Path,
) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(report_of(tmp_path, whole_game(presses, stops), language, gaps, ground))
    printed = page.pdf(path=tmp_path / "game.pdf", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= most
    page.emulate_media(media="print")
    page.screenshot(path=tmp_path / "a4.png", full_page=True)
    assert page.evaluate(BELOW) == []
    slip = page.locator(".slip").bounding_box()
    assert slip is not None
    assert slip["y"] + slip["height"] < A4_INNER["height"]
    if presses:
        (heading, _), (first, _), *_ = rows = page.evaluate(ROWS)
        assert heading == first, "no heading without a move"
        assert columns(page) == min(presses - 1, 5)
        heights = [height for _, height in rows]
        assert max(heights) - min(heights) < 2


@pytest.mark.parametrize("control", ["1000:00:00", "5:00", "0:20 and 3x5:30"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_picture_is_cut_or_runs_over_another_and_no_heading_breaks_inside_a_word(
    control: str, language: str, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(**SMALL)
    page.goto(report_of(tmp_path, long_turns(control), language))
    for width in (SMALL["viewport"]["width"], 360, 1000):
        page.set_viewport_size({"width": width, "height": 900})
        for picture in ("#clocks", "#spent"):
            assert page.locator(picture).evaluate(CUT) == []
            assert page.locator(picture).evaluate(OVER) == []
        assert page.locator("tbody th").evaluate_all(f"(all) => all.flatMap({BROKEN})") == []
        assert page.evaluate(BELOW) == []


def test_a_page_fits_a_phone_is_dark_or_light_as_asked_and_asks_for_nothing_elsewhere(
    new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(**PHONE, color_scheme="dark")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    address = report_of(tmp_path, whole_game(300))
    page.goto(address)
    for width in (390, SMALL["viewport"]["width"]):
        page.set_viewport_size({"width": width, "height": 844})
        page.screenshot(path=tmp_path / f"phone-{width}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(BELOW) == []
        assert columns(page) == 1
    page.set_viewport_size({"width": 1280, "height": 900})
    page.screenshot(path=tmp_path / "dark.png", full_page=True)
    assert columns(page) > 2
    dark = page.evaluate(COLOURS)
    page.emulate_media(media="print")
    printed = page.evaluate(COLOURS)
    page.emulate_media(media="screen", color_scheme="light")
    assert printed == page.evaluate(COLOURS) == ["rgb(22, 24, 26)", "rgb(255, 255, 255)"]
    assert dark == ["rgb(236, 239, 241)", "rgb(20, 22, 24)"]
    assert requests == [address]
