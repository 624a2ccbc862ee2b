"""What is printed: lists for the wall, slips to sign, and every page of the desk."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from clock.desk.people import UserRole
from clock.desk_pages.registry import PAGES
from clock.rounds.byes import ByeKind, Forfeit
from clock.rounds.pairings import Bye, Pairing
from clock.rounds.results import Round, RoundKey
from clock.rounds.setups import RoundSetup
from tests.desk.desk_server import ORGANIZER, DeskServer, desk_pages_on
from tests.desk.pages import enter, path_of, play
from tests.simulator.clock_page import DESKTOP

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

FORFEIT = Pairing(1, "15", "Abe", "Sato", forfeit=Forfeit.WHITE)
PAIRINGS = (*(Pairing(1, f"{n}", f"B{n}", f"W{n}") for n in range(1, 15)), FORFEIT)
OPEN = Round(
    1, PAIRINGS, RoundSetup(game="chess"), byes=(Bye(1, "Eva", ByeKind.HALF),), section="A open"
)
SHEET = re.compile(rb"/Type\s*/Page\b")
USED = "header nav, footer, button, input, select, textarea, dialog"
NOT_BLACK_ON_WHITE = """() => [...document.querySelectorAll("body, body *")]
    .filter((each) => each.checkVisibility() && !each.matches(".stone, canvas, svg, svg *"))
    .filter((each) => {
        const { color, backgroundColor, backgroundImage } = getComputedStyle(each);
        const ink = Math.max(...color.match(/[0-9.]+/g).slice(0, 3));
        const paper = ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"].includes(backgroundColor);
        return ink > 60 || !paper || backgroundImage !== "none";
    }).map((each) => each.outerHTML.slice(0, 80))"""
MAY_BE_CUT = """() => [...document.querySelectorAll("main :is(tr, li, .card, .game)")]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).breakInside !== "avoid")
    .length"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskServer]:
    with desk_pages_on(tmp_path_factory.mktemp("desk")) as a_desk:
        play(a_desk)
        a_desk.site.rounds.put(OPEN)
        yield a_desk


def test_a_round_is_listed_by_table_and_by_name_with_its_results(
    new_page: "NewPage", desk: DeskServer
) -> None:
    fields = {"section": OPEN.section, "round": "1", "revision": "0"}
    for table, outcome in ("2", "white"), ("3", "draw"):
        answer = desk.act(
            "/results/enter", ORGANIZER, UserRole.ORGANIZER, table=table, outcome=outcome, **fields
        )
        assert answer.status == 200
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/round/lists?section=A+open")
    rows = page.locator("tbody tr")
    expect(page.locator("thead th:visible")).to_have_text(["Table", "White", "Result", "Black"])
    for row, texts in (
        (0, ["1", "W1", "", "B1"]),
        (1, ["2", "W2", "1 : 0", "B2"]),
        (2, ["3", "W3", "½ : ½", "B3"]),
        (14, ["15", "Sato", "+ : –", "Abe"]),
    ):
        expect(rows.nth(row).locator("> *")).to_have_text(texts)
    expect(page.get_by_text("Eva: half-point bye")).to_be_visible()
    page.get_by_role("link", name="By name").click()
    expect(rows).to_have_count(31)
    for name, texts in (
        ("W2", ["W2", "2", "White", "B2", "1"]),
        ("Eva", ["Eva", "", "", "half-point bye", ""]),
    ):
        row_of = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))
        expect(row_of.first.locator("> *")).to_have_text(texts)


def test_a_section_in_which_nobody_plays_is_listed_all_the_same(
    new_page: "NewPage", desk: DeskServer
) -> None:
    desk.site.rounds.put(Round(1, (), byes=OPEN.byes, section="U12"))
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/round/lists?section=U12")
    expect(page.get_by_text("Eva: half-point bye")).to_be_visible()
    desk.site.rounds.delete(RoundKey("U12", 1), "Eva", "")


def test_slips_are_printed_three_to_a_sheet_for_every_game_that_is_to_be_played(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/round/slips?section=A+open")
    slips = page.locator(".to-sign")
    expect(slips).to_have_count(14)
    expect(slips.nth(11)).to_contain_text(
        re.compile(r"Table 12.*Demo.*A open · round 1.*Result.*Signature.*W12.*White.*B12", re.S)
    )
    for format_ in "A4", "Letter":
        assert len(SHEET.findall(page.pdf(format=format_, prefer_css_page_size=True))) == 5


def test_each_table_that_plays_has_a_card_and_the_arbiter_too(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round?section=A+open")
    page.get_by_role("link", name="Cards for the tables").click()
    cards = page.locator("article")
    expect(cards).to_have_count(15)
    expect(cards.nth(11)).to_contain_text(
        re.compile(
            r"Demo tournament · A open · Round 1\s*Table 12.*B12 – W12.*Right begins as White", re.S
        )
    )
    assert len(SHEET.findall(page.pdf(prefer_css_page_size=True))) == 4


def test_on_paper_each_sheet_of_a_list_says_what_it_is_of(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/round/lists?section=A+open")
    title = page.locator("thead", has_text="Demo tournament · A open · Round 1")
    expect(title.locator(".on-paper")).to_be_hidden()
    page.emulate_media(media="print")
    expect(title.locator(".on-paper")).to_be_visible()
    expect(title).to_have_css("display", "table-header-group")  # repeated on each sheet


def test_every_page_is_printed_black_on_white_without_what_is_only_to_be_clicked(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP, color_scheme="dark"), desk, UserRole.ORGANIZER)
    for path in (path_of(each) for each in PAGES if each.template):
        page.emulate_media(media="screen")
        page.goto(desk.url + path)
        if path in ("/now", "/screen"):
            expect(page.locator(".item, .game").first).to_be_visible()
        page.emulate_media(media="print")
        used = page.locator(USED).filter(visible=True)
        assert used.count() == 0, path
        assert page.evaluate(NOT_BLACK_ON_WHITE) == [], path
        assert page.evaluate(MAY_BE_CUT) == 0, path


def test_the_hall_s_screen_is_printed_as_a_whole(new_page: "NewPage", desk: DeskServer) -> None:
    many = tuple(Pairing(2, f"{n}", f"B{n}", f"W{n}") for n in range(1, 201))
    desk.site.rounds.put(Round(2, many, RoundSetup(game="chess"), section="A open"))
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    expect(page.locator("[data-slot=page]")).to_have_text(re.compile(r"^\d / \d+$"))
    assert page.locator(".game").count() < 200
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".game")).to_have_count(200 + 6)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("[data-slot=page]")).to_have_text(re.compile(r"^\d / \d+$"))
    desk.site.rounds.delete(RoundKey("A open", 2), "Eva", "")
