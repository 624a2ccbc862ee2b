"""The report in a browser: one sheet of paper, a phone, light and dark, and nothing from elsewhere.

Pictures of each are in the test's folder: look at them.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from clock.cli import main
from clock.game.file import write_game
from clock.journal.lines import Cause, Gap
from clock.records.report.page import page as report_page
from clock.records.report.source import read_source
from clock.rules.inputs import Press, Start
from clock.rules.seats import LEFT, RIGHT
from clock.text.language import LANGUAGES, speaking
from tests.records.whole_games import whole_game
from tests.rules.games import setup

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "device_scale_factor": 2}
NARROW = {"viewport": {"width": 360, "height": 740}, "is_mobile": True}
SMALL = {"viewport": {"width": 320, "height": 640}}
A4_INNER = {"width": 710, "height": 1054}
"""An A4 sheet within its margins, in CSS pixels."""
BELOW = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.outerHTML.slice(0, 80))"""
ROWS = '[...document.querySelectorAll(".moves tbody tr")]'
LEFTS = ROWS + ".map((row) => Math.round(row.getBoundingClientRect().x))"
TOPS_BY_COLUMN = """() => [...document.querySelectorAll(".moves table")].map((column) =>
  [...column.rows].map((row) => Math.round(row.getBoundingClientRect().y)))"""
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
    Gap(0, Cause.BEFORE, "20261122-031327"),
    Gap(20, Cause.DAMAGED, "20261122-031327"),
    Gap(40, Cause.UNWRITTEN, "2026-11-22T03:13:27+01:00"),
)
GROUND = (
    "the players agreed after a long discussion that the game was to be annulled, since the "
    "position on the board was not the one that had been adjourned"
)


def reported(folder: Path, presses: int, language: str = "en", stops: int = 0) -> str:
    """The address of a game's report."""
    game, page = folder / "game.json", folder / "game.html"
    game.write_bytes(whole_game(presses, stops))
    assert main(["report", str(game), "--language", language, "-o", str(page)]) == 0
    return page.as_uri()


def reported_with(
    folder: Path, presses: int, language: str, gaps: tuple[Gap, ...] = (), ground: str = ""
) -> str:
    """The address of the report of a game of which something is missing, with its ground."""
    game, page = folder / "game.json", folder / "game.html"
    game.write_bytes(whole_game(presses))
    told = read_source(str(game), folder)
    facts = replace(told.facts, ground=ground)
    told = told._replace(source=replace(told.source, gaps=gaps), facts=facts)
    with speaking(language):
        page.write_text(report_page(told), encoding="utf-8")
    return page.as_uri()


def played_out(folder: Path, control: str, language: str = "en") -> str:
    """The address of the report of a game whose longest turns are its first two."""
    game = setup(control)
    whole_ns = game.left[0].time_ns + game.left[0].bonus_ns
    thinks_ns = [whole_ns // part for part in (3, 4, *range(20, 42))]
    presses = [Press(sum(thinks_ns[: count + 1]), (LEFT, RIGHT)[count % 2]) for count in range(24)]
    file, page = folder / "game.json", folder / "game.html"
    file.write_bytes(write_game(game, (Start(0), *presses)))
    assert main(["report", str(file), "--language", language, "-o", str(page)]) == 0
    return page.as_uri()


def sheets(page: Page, file: Path) -> int:
    """How many sheets of paper a page takes."""
    printed = page.pdf(path=file, prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def assert_slip_is_not_alone(page: Page, file: Path) -> None:
    """The slip is on the first sheet: the only one, or the lists go on after it."""
    count = sheets(page, file)
    page.emulate_media(media="print")
    slip = page.locator(".slip").bounding_box()
    assert slip is not None
    assert slip["y"] + slip["height"] < A4_INNER["height"]
    last = page.evaluate("document.querySelector('main > :last-child').className")
    assert (count == 1) is (last == "slip")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("presses", [0, 12, 60, 100, 101, 225, 300])
def test_a_game_is_printed_on_one_sheet(
    presses: int, language: str, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(reported(tmp_path, presses, language))
    assert sheets(page, tmp_path / "game.pdf") == 1
    page.emulate_media(media="print")
    page.screenshot(path=tmp_path / "a4.png", full_page=True)
    assert page.evaluate(BELOW) == []


@pytest.mark.parametrize(("presses", "stops", "count"), [(300, 30, 2), (60, 40, 2), (900, 0, 3)])
def test_what_is_too_much_for_one_sheet_goes_on_to_others_with_the_slip_on_the_first(
    presses: int, stops: int, count: int, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(reported(tmp_path, presses, "cs", stops))
    assert sheets(page, tmp_path / "game.pdf") == count
    page.emulate_media(media="print")
    slip, lists = (page.locator(each).bounding_box() for each in (".slip", ".moves"))
    assert slip is not None
    assert lists is not None
    assert slip["y"] + slip["height"] < A4_INNER["height"]
    assert slip["y"] + slip["height"] < lists["y"]


@pytest.mark.parametrize("stops", range(0, 40, 8))
@pytest.mark.parametrize("presses", [40, 240])
def test_the_slip_is_never_alone_on_a_sheet(
    presses: int, stops: int, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(reported(tmp_path, presses, stops=stops))
    assert_slip_is_not_alone(page, tmp_path / "game.pdf")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("gaps", "ground"), [(GAPS[:1], ""), (GAPS, ""), ((), GROUND), (GAPS, GROUND)]
)
@pytest.mark.parametrize("presses", [12, 60, 100, 225, 300])
def test_what_is_missing_and_a_long_ground_leave_the_slip_on_the_first_sheet(
    presses: int,
    gaps: tuple[Gap, ...],
    ground: str,
    language: str,
    new_page: "NewPage",
    tmp_path: Path,
) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(reported_with(tmp_path, presses, language, gaps, ground))
    assert_slip_is_not_alone(page, tmp_path / "game.pdf")


@pytest.mark.parametrize("context", [NARROW, {"viewport": {"width": 1000, "height": 900}}])
@pytest.mark.parametrize(
    "control", ["1:30:00", "10:00:00", "1000:00:00", "5:00", "0:20 and 3x5:30"]
)
def test_no_text_of_a_picture_is_cut_or_runs_over_a_bar_or_another_text(
    control: str, context: dict[str, object], new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(**context)
    page.goto(played_out(tmp_path, control))
    for picture in ("#clocks", "#spent"):
        page.locator(picture).screenshot(path=tmp_path / f"{picture[1:]}.png")
        assert page.locator(picture).evaluate(CUT) == []
        assert page.locator(picture).evaluate(OVER) == []


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
    lefts = page.evaluate(LEFTS)
    assert len(set(lefts)) == 1, "the moves stand in one column"


@pytest.mark.parametrize("width", [800, 1280, 2560])
def test_on_a_wide_screen_the_moves_stand_in_columns_of_rows_of_the_same_height(
    width: int, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(viewport={"width": width, "height": 900})
    page.goto(reported(tmp_path, 90))
    page.screenshot(path=tmp_path / "wide.png", full_page=True)
    lefts = page.evaluate(LEFTS)
    assert len(set(lefts)) > 2
    heights = page.evaluate(ROWS + ".map((row) => row.getBoundingClientRect().height)")
    assert max(heights) - min(heights) < 2


@pytest.mark.parametrize(("presses", "columns"), [(12, 3), (14, 3), (60, 4), (225, 7)])
def test_on_paper_every_column_of_moves_has_its_headings_and_rows_stand_beside_rows(
    presses: int, columns: int, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(reported(tmp_path, presses))
    page.emulate_media(media="print")
    tops = page.evaluate(TOPS_BY_COLUMN)
    assert len(tops) == columns
    assert all(column == tops[0][: len(column)] for column in tops)
    assert {len(column) for column in tops[:-1]} == {len(tops[0])}


@pytest.mark.parametrize("presses", [12, 60])
def test_a_short_game_fills_its_sheet(presses: int, new_page: "NewPage", tmp_path: Path) -> None:
    page = new_page(viewport=A4_INNER)
    page.goto(reported(tmp_path, presses))
    page.emulate_media(media="print")
    assert page.evaluate("document.body.scrollHeight") > 0.8 * A4_INNER["height"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("control", ["1:30:00", "0:20 and 3x5:30"])
def test_on_a_phone_no_heading_of_a_row_breaks_inside_a_word(
    control: str, language: str, new_page: "NewPage", tmp_path: Path
) -> None:
    page = new_page(**SMALL)
    page.goto(played_out(tmp_path, control, language))
    for heading in page.locator("tbody th").all():
        assert heading.evaluate(BROKEN) == []
    assert page.evaluate(BELOW) == []


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
