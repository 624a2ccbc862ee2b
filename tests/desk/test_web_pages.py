"""The pages in Chromium: what each role sees and does, on a desk and on a phone, light and dark."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from clock.desk.web.app import COOKIE
from clock.desk.web.pages import head_letters
from clock.desk.web.people import Role
from clock.link.messages import Op
from clock.rules.inputs import Stop
from tests.conftest import WAIT_MS
from tests.desk.served import ORGANIZER, PASSWORD, REFEREE, SCREEN, Served, served
from tests.simulator.clock_page import DESKTOP, PHONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

pytestmark = pytest.mark.browser

LOOKS: dict[str, dict[str, Any]] = {
    "desktop, light": {**DESKTOP, "color_scheme": "light"},
    "desktop, dark": {**DESKTOP, "color_scheme": "dark"},
    "phone, light": {**PHONE, "color_scheme": "light"},
    "phone, dark": {**PHONE, "color_scheme": "dark"},
}
PAGES = {
    Role.ORGANIZER: [
        "/now",
        "/round",
        "/results",
        "/clocks",
        "/people",
        "/screen",
        "/tables/1",
        "/tables/1/slip",
    ],
    Role.REFEREE: ["/now", "/results", "/tables/2", "/round"],
    Role.SCREEN: ["/screen", "/tables/1/overlay"],
}
NAMES = {Role.ORGANIZER: ORGANIZER, Role.REFEREE: REFEREE, Role.SCREEN: SCREEN}
GRAVE = ("serious", "critical")
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def desk(tmp_path: "Path") -> Iterator[Served]:
    with served(tmp_path) as a_desk:
        yield a_desk


@pytest.fixture(autouse=True)
def _patient() -> None:
    """A busy machine fails no test."""
    expect.set_options(timeout=WAIT_MS)


def enter(page: Page, desk: Served, role: Role, path: str = "/now") -> Page:
    """Open a page as somebody who is logged in."""
    cookie, _ = desk.admit(NAMES[role], role)
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": desk.url}])
    page.goto(desk.url + path)
    return page


def play(desk: Served) -> None:
    """Start tables 1 to 3; at table 2 somebody stops the clocks."""
    for table in ("1", "2", "3"):
        assert (
            desk.act(f"/round/start/{table}", ORGANIZER, Role.ORGANIZER, op="start").status == 200
        )
    desk.at_table(2, Stop)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", Role)
def test_every_page_of_a_role_is_accessible_and_fits_whatever_it_is_looked_at_with(
    role: Role, look: str, new_page: "NewPage", desk: Served
) -> None:
    play(desk)
    page = enter(new_page(**LOOKS[look]), desk, role)
    for path in PAGES[role]:
        page.goto(desk.url + path)
        expect(page.locator("main")).to_be_visible()
        if path in ("/now", "/screen"):
            expect(page.locator(".item, .game").first).to_be_visible()
        findings = Axe().run(page).response["violations"]
        grave = [each for each in findings if each["impact"] in GRAVE]
        assert grave == [], (path, json.dumps(grave, indent=1)[:2000])
        assert page.evaluate(OVERFLOW) <= 0, path
    page.goto(desk.url + "/screen")
    links = page.locator("nav a").all_text_contents()
    expected = {
        Role.ORGANIZER: "Now Results Round Clocks People Screen",
        Role.REFEREE: "Now Results Screen",
        Role.SCREEN: "Screen",
    }
    assert links == expected[role].split()


def test_somebody_logs_in_and_out_and_a_wrong_password_is_named(
    new_page: "NewPage", desk: Served
) -> None:
    page = new_page(**DESKTOP)
    page.goto(f"{desk.url}/results")
    for password, answer in (("wrong", "the name or the password is wrong"), (PASSWORD, "")):
        page.get_by_label("User").fill(REFEREE)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Log in").click()
        if answer:
            expect(page.get_by_role("alert").first).to_have_text(answer)
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    page.get_by_role("button", name=f"Log out {REFEREE}").click()
    expect(page).to_have_url(re.compile(r"/login(\?to=.*)?$"))


def test_a_round_is_set_and_started_and_every_clock_that_deviates_is_named_before(
    new_page: "NewPage", desk: Served
) -> None:
    page = enter(new_page(**DESKTOP), desk, Role.ORGANIZER, "/round")
    expect(page.locator("main .problem")).to_contain_text("Table 4: control")
    page.get_by_role("button", name="Start all…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Start 5 of 6?")
    expect(dialog.get_by_role("listitem")).to_contain_text(["4: set otherwise"])
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Set all clocks").click()
    expect(page.locator("#answer")).to_have_text("6 of 6 set")
    expect(page.locator("main .problem")).to_have_count(0)
    desk.hall.stations["clock-06"].online = False
    expect(page.locator("tr", has_text="offline")).to_have_count(1)
    page.get_by_role("button", name="Start all…").click()
    dialog.get_by_role("button", name="Start 5", exact=True).click()
    expect(page.locator("#answer")).to_have_text("5 of 6 started: 1 offline")
    expect(page.locator("td.state", has_text="running")).to_have_count(5)


def test_pairings_come_in_from_a_file_and_every_mistake_in_it_is_named(
    new_page: "NewPage", desk: Served, tmp_path: "Path"
) -> None:
    page = enter(new_page(**DESKTOP), desk, Role.ORGANIZER, "/round")
    page.get_by_text("Import pairings").click()
    texts = ("table,black\n", "table,black,white,control\n1,Ann,Bo,60\n2,Cy,,\n")
    for text in texts:
        page.get_by_label("or the same as text").fill(text)
        page.get_by_role("button", name="Import", exact=True).click()
        expect(page.locator("#answer.problem")).to_contain_text("line ")
    file = tmp_path / "round.csv"
    file.write_text("table;black;white\n1;Ann;Novák\n", encoding="utf-8")
    page.get_by_label("A file: CSV").set_input_files(file)
    page.get_by_label("Time control").fill("fide-blitz")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#answer")).to_have_text("round 2, tables: 1")
    page.locator("h1").click()  # the page reads itself again once nobody types in it
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody")).to_contain_text("Novák")
    expect(page.locator("main .problem")).to_contain_text("Table 1: ")


def test_whoever_is_on_duty_is_alarmed_takes_a_call_and_everybody_sees_it(
    new_page: "NewPage", desk: Served
) -> None:
    play(desk)
    desk.site.desk.attention.on_duty(REFEREE, True)
    mine = enter(new_page(**PHONE), desk, Role.REFEREE)
    other = enter(new_page(**DESKTOP), desk, Role.ORGANIZER)
    item = mine.locator(".item", has_text="The organizer is called")
    expect(item.locator(".table")).to_have_text("2")
    expect(mine.locator("#alert")).to_contain_text("2: The organizer is called")
    expect(other.locator("#alert")).to_have_text("")
    item.get_by_role("button", name="On my way").click()
    seen = other.locator(".item", has_text="The organizer is called")
    expect(seen).to_contain_text(f"{REFEREE} is on the way")
    item.get_by_role("button", name="I stay").click()
    expect(seen).to_contain_text(f"{REFEREE} stays")
    item.get_by_role("button", name="Leave it").click()
    expect(item.get_by_role("button", name="On my way")).to_be_visible()


def test_the_order_stays_while_a_finger_is_down(new_page: "NewPage", desk: Served) -> None:
    play(desk)
    page = enter(new_page(**DESKTOP), desk, Role.REFEREE)
    first = page.locator(".item").first
    expect(first.locator(".table")).to_have_text("2")
    page.mouse.move(*centre(first.locator(".text")))
    page.mouse.down()
    desk.at_table(1, Stop)
    expect(page.locator(".cell.called")).to_have_count(2)
    expect(page.locator(".item .table", has_text="1")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".item .table", has_text="1")).to_have_count(1)


def centre(locator: Any) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_times_go_on_between_messages_as_the_clock_itself_shows_them(
    new_page: "NewPage", desk: Served
) -> None:
    page = enter(new_page(**DESKTOP), desk, Role.SCREEN, "/screen")
    left = page.locator(".game", has_text="1").first.locator("[data-seat=left] .time")
    expect(left).to_have_text("1:30:00")
    desk.act("/round/start/1", ORGANIZER, Role.ORGANIZER, op="start")
    expect(page.locator(".runs")).to_have_count(1)
    for shown in ("1:29:58", "1:29:57"):
        expect(left).to_have_text(shown)
    answer = desk.ask("/tables/1/faces", desk.admit(SCREEN, Role.SCREEN)[0])
    assert "Left, Black, running" in json.loads(answer.text)["left"]["sentence"]


def test_a_table_shows_both_displays_in_pixels_and_in_words(
    new_page: "NewPage", desk: Served
) -> None:
    play(desk)
    page = enter(new_page(**DESKTOP), desk, Role.REFEREE, "/tables/2")
    left = page.locator("canvas[data-seat=left]")
    expect(left).to_have_attribute("aria-label", re.compile("^STOPPED"))
    lit = left.evaluate(
        "c => c.getContext('2d').getImageData(0, 0, 128, 64).data.filter((v) => v === 255).length"
    )
    assert lit > 128 * 64
    expect(page.locator(".log")).to_contain_text("stop")
    clock = desk.site.desk.by_table("2")
    assert clock is not None
    assert clock.at is not None
    page.goto(f"{desk.url}/tables/2/slip")
    expect(page.locator(".letters")).to_have_text(head_letters(clock.at.hash))
    expect(page.locator(".code svg")).to_be_visible()


def test_results_are_entered_by_a_referee_and_confirmed_by_the_organizer(
    new_page: "NewPage", desk: Served
) -> None:
    page = enter(new_page(**PHONE), desk, Role.REFEREE, "/results")
    row = page.locator("#table-3")
    row.get_by_label("Result of table 3").select_option("draw")
    row.get_by_role("button", name="Enter").click()
    expect(row).to_contain_text(f"a draw, entered by {REFEREE}")
    assert row.get_by_role("button", name="Confirm").count() == 0
    other = enter(new_page(**DESKTOP), desk, Role.ORGANIZER, "/results")
    stale = enter(new_page(**DESKTOP), desk, Role.ORGANIZER, "/results")
    stale.get_by_label("Result of table 3").focus()  # it is not read again now
    other.locator("#table-3").get_by_role("button", name="Confirm").click()
    expect(row).to_contain_text(f"a draw, confirmed by {ORGANIZER}")
    stale.get_by_label("Result of table 3").select_option("white")
    stale.locator("#table-3").get_by_role("button", name="Enter").click()
    expect(stale.locator("#answer")).to_contain_text(f"{ORGANIZER} was first")
    expect(row).to_contain_text("a draw, confirmed")


def test_eight_tabs_of_a_browser_share_one_stream(new_page: "NewPage", desk: Served) -> None:
    first = enter(new_page(**DESKTOP), desk, Role.REFEREE)
    tabs = [first, *(first.context.new_page() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto(f"{desk.url}/now")
    for tab in tabs:
        expect(tab.locator(".cell")).to_have_count(6)
    play(desk)
    for tab in tabs:
        expect(tab.locator(".item .table", has_text="2")).to_have_count(1)


def test_a_page_says_how_old_its_data_are_once_the_desk_is_silent(
    new_page: "NewPage", desk: Served
) -> None:
    page = enter(new_page(**DESKTOP), desk, Role.REFEREE)
    expect(page.locator(".cell")).to_have_count(6)
    expect(page.locator("#banner")).to_be_hidden()
    # For this page alone time flies: between a message and the next look five seconds go by.
    page.evaluate("let at = performance.now(); performance.now = () => at += 5000")
    expect(page.locator("#banner")).to_contain_text("No news from the desk for")


def test_somebody_is_let_in_by_the_organizer(new_page: "NewPage", desk: Served) -> None:
    page = enter(new_page(**DESKTOP), desk, Role.ORGANIZER, "/people")
    page.get_by_label("User").fill("Yuki")
    page.get_by_role("button", name="Let in").click()
    expect(page.locator("#answer")).to_have_text(re.compile(r"^Yuki: \w{5}-\w{5}-\w{5}$"))
    password = page.locator("#answer").inner_text().removeprefix("Yuki: ")
    page.locator("h1").click()
    expect(page.locator("tbody")).to_contain_text("Yuki")
    fields = {"name": "Yuki", "password": password}
    assert desk.ask("/login", body=fields).status == 303


def test_two_clocks_change_their_tables(new_page: "NewPage", desk: Served) -> None:
    page = enter(new_page(**DESKTOP), desk, Role.ORGANIZER, "/clocks")
    page.get_by_label("Table of clock clock-01").fill("5")
    page.locator("tr", has_text="clock-01").get_by_role("button", name="Move").click()
    expect(page.locator("#answer")).to_have_text("clock-01 stands on table 5")
    tables = {id: clock.table for id, clock in desk.site.desk.clocks.items()}
    assert (tables["clock-01"], tables["clock-05"]) == ("5", "1")


def test_a_clock_that_is_shut_out_is_shown_no_longer(new_page: "NewPage", desk: Served) -> None:
    page = enter(new_page(**DESKTOP), desk, Role.REFEREE)
    expect(page.locator(".cell")).to_have_count(6)
    desk.act("/clocks/revoke", ORGANIZER, Role.ORGANIZER, clock="clock-03")
    expect(page.locator(".cell")).to_have_count(5)
    desk.act("/act/duty", REFEREE, Role.REFEREE, on="yes")  # and what changes later is
    expect(page.locator("[data-slot=forecast]")).to_contain_text("referees: 1")


@pytest.mark.parametrize("op", [Op.START_JOINT, Op.START_WITHOUT_RIGHT])
def test_a_table_starts_without_who_is_not_there(op: Op, desk: Served) -> None:
    answer = desk.act("/round/start/1", ORGANIZER, Role.ORGANIZER, op=op.value)
    assert answer.act["text"] == "1 of 1 started"
    state = desk.hall.stations["clock-01"].state
    assert state is not None
    assert len(state.absent) == (2 if op is Op.START_JOINT else 1)
