"""The pages in Chromium: what each role sees and does, on a desk and on a phone, light and dark."""

import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from clock.desk.people import UserRole
from clock.desk_pages.registry import PAGES
from clock.rules.inputs import Finish, Result, Stop
from clock.rules.message import Message
from clock.text.ending import TIME
from tests.desk.desk_server import ORGANIZER, PASSWORD, REFEREE, SCREEN, DeskServer, desk_pages_on
from tests.desk.pages import desk, enter, path_of, play
from tests.simulator.clock_page import DESKTOP, PHONE, axe_findings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

__all__ = ["desk"]

pytestmark = pytest.mark.browser

LOOKS: dict[str, dict[str, Any]] = {
    "desktop, light": {**DESKTOP, "color_scheme": "light"},
    "desktop, dark": {**DESKTOP, "color_scheme": "dark"},
    "phone, light": {**PHONE, "color_scheme": "light"},
    "phone, dark": {**PHONE, "color_scheme": "dark"},
}
GRAVE = ("serious", "critical")
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", UserRole)
def test_every_page_of_a_role_is_accessible_and_fits_whatever_it_is_looked_at_with(
    role: UserRole, look: str, new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    page = enter(new_page(**LOOKS[look]), desk, role)
    shown = [each for each in PAGES if each.template]
    refused = [path_of(each) for each in shown if not role.may(each.role)][:1]
    for path in (*(path_of(each) for each in shown if role.may(each.role)), *refused):
        page.goto(desk.url + path)
        expect(page.locator("main")).to_be_visible()
        if path in ("/now", "/screen") and path not in refused:
            expect(page.locator(".item, .game").first).to_be_visible()
        page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
        grave = [each for each in axe_findings(page) if each["impact"] in GRAVE]
        assert grave == [], (path, json.dumps(grave, indent=1)[:2000])
        assert page.evaluate(OVERFLOW) <= 0, path


def test_somebody_logs_in_and_out_and_a_wrong_password_is_named(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = new_page(**DESKTOP)
    page.goto(f"{desk.url}/results")
    for password, answer in (("wrong", "the user name or the password is wrong"), (PASSWORD, "")):
        page.get_by_label("User").fill(REFEREE)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Log in").click()
        if answer:
            expect(page.get_by_role("alert").first).to_have_text(answer)
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    page.get_by_role("button", name=f"Log out {REFEREE}").click()
    expect(page).to_have_url(re.compile(r"/login(\?to=.*)?$"))


def test_whoever_is_on_duty_is_alarmed_takes_a_call_and_everybody_sees_it(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    desk.site.desk.attention.on_duty(REFEREE, True)
    mine = enter(new_page(**PHONE), desk, UserRole.REFEREE)
    other = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER)
    item = mine.locator(".item", has_text="The organizer is called")
    expect(item.locator(".table")).to_have_text("2")
    expect(item).to_contain_text("Aoki Daniel – Aoki Lee")
    expect(mine.locator("#alert")).to_contain_text("2: The organizer is called")
    expect(other.locator("#alert")).to_have_text("")
    item.get_by_role("button", name="On my way").click()
    seen = other.locator(".item", has_text="The organizer is called")
    expect(seen).to_contain_text(f"{REFEREE} is on the way")
    item.get_by_role("button", name="I'm staying").click()
    expect(seen).to_contain_text(f"{REFEREE} is staying")
    item.get_by_role("button", name="Hand it back").click()
    expect(item.get_by_role("button", name="On my way")).to_be_visible()


def test_the_order_stays_while_a_finger_is_down(new_page: "NewPage", desk: DeskServer) -> None:
    play(desk)
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE)
    first = page.locator(".item").first
    expect(first.locator(".table")).to_have_text("2")
    page.mouse.move(*centre(first.locator(".text")))
    expect(page.locator(".cell.called")).to_have_text(["2", "4"])
    page.mouse.down()
    desk.at_table(1, Stop)
    expect(page.locator(".cell.called")).to_have_text(["1", "2", "4"])
    expect(page.locator(".item .table", has_text="1")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".item .table", has_text="1")).to_have_count(1)


def centre(locator: Any) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_times_go_on_between_messages_as_the_clock_itself_shows_them(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    left = page.locator(".game", has_text="1").first.locator("[data-seat=left] .time")
    expect(left).to_have_text("1:30:00")
    desk.act("/round/start/1", ORGANIZER, UserRole.ORGANIZER, op="start")
    expect(page.locator(".runs")).to_have_count(1)
    for shown in ("1:30:00", "1:29:59"):
        expect(left).not_to_have_text(shown)
    later = left.inner_text()
    expect(left).not_to_have_text(later)
    assert later > left.inner_text() > "1:00:00"
    answer = desk.ask("/tables/1/faces", desk.admit(SCREEN, UserRole.SCREEN)[0])
    assert "Left, Black, running" in json.loads(answer.text)["left"]["sentence"]


def test_the_hall_s_screen_shows_all_tables_as_large_as_they_fit(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    expect(page.locator(".game")).to_have_count(6)
    expect(page.locator(".game .time").first).to_have_css("font-size", re.compile(r"[3-9]\d"))


def test_a_time_below_zero_has_a_minus_on_the_hall_s_screen(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    expect(page.locator(".game").first).to_be_visible()
    drawn = """async () => {
        const { inFigures, shown } = await import("/files/model.js");
        const row = (below) => ({ at: 0, left: { ms: -400, rate: 0, below } });
        return [-65_001, -400, 0, 1].map(inFigures)
            .concat([true, false].map((below) => shown(row(below), "left")));
    }"""
    assert page.evaluate(drawn) == ["-1:06", "-0:01", "0:00", "0:01", -400, 0]


def test_the_hall_s_screen_is_filled_whatever_its_size_and_never_scrolled(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path, 40) as desk:
        page = enter(new_page(), desk, UserRole.SCREEN, "/screen")
        page.mouse.move(400, 400)  # at the top it opens the menu
        for width, height, shown in (1920, 1080, 40), (1280, 720, 21), (820, 1180, 20):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".game")).to_have_count(shown)
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            last = page.locator(".game").last.bounding_box()
            assert last is not None
            assert last["y"] + last["height"] >= 0.95 * height


def test_the_hall_s_screen_shows_how_a_game_ended_as_entered_or_else_by_its_clock(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    desk.at_table(1, partial(Finish, result=Result.LEFT, ground=TIME))
    desk.at_table(2, partial(Finish, result=Result.DRAW, ground="agreed"))
    games = page.locator(".game.finished")
    expect(games.locator(".time")).to_have_text(["1", "0", "½", "½"])
    fields = {"round": "1", "revision": "0"}
    for table, outcome in ("1", "white"), ("6", "black_forfeit"):
        desk.act(
            "/results/enter", REFEREE, UserRole.REFEREE, table=table, outcome=outcome, **fields
        )
    expect(games.locator(".time")).to_have_text(["0", "1", "½", "½", "+", "–"])
    expect(games.locator(".won .time")).to_have_text(["1", "+"])


def test_eight_tabs_of_a_browser_share_one_stream(new_page: "NewPage", desk: DeskServer) -> None:
    first = enter(new_page(**DESKTOP), desk, UserRole.REFEREE)
    tabs = [first, *(first.context.new_page() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto(f"{desk.url}/now")
    for tab in tabs:
        expect(tab.locator(".cell")).to_have_count(6)
    play(desk)
    for tab in tabs:
        expect(tab.locator(".item .table", has_text="2")).to_have_count(1)


def test_a_page_says_how_old_its_data_are_once_the_desk_is_silent(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE)
    expect(page.locator(".cell")).to_have_count(6)
    expect(page.locator("#banner")).to_be_hidden()
    # For this page alone time flies: between a message and the next look five seconds go by.
    page.evaluate("let at = performance.now(); performance.now = () => at += 5000")
    expect(page.locator("#banner")).to_contain_text("No data from the desk for")


def test_now_names_a_broker_that_is_gone_until_it_is_back(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**PHONE), desk, UserRole.REFEREE)
    expect(page.locator(".cell")).to_have_count(6)
    alert = page.locator("[data-slot=broker]")
    expect(alert).to_be_hidden()
    desk.troubles.append(Message("No clock is heard: no connection"))
    expect(alert).to_have_text("No clock is heard: no connection")
    assert page.evaluate(OVERFLOW) <= 0
    desk.troubles.clear()
    expect(alert).to_be_hidden()


def test_somebody_is_let_in_by_the_organizer(new_page: "NewPage", desk: DeskServer) -> None:
    page = new_page(**DESKTOP)
    page.clock.install()
    enter(page, desk, UserRole.ORGANIZER, "/clocks")
    page.get_by_role("button", name="Show its name").first.click()
    expect(page.locator("#answer")).to_be_visible()
    page.clock.fast_forward(10_000)
    expect(page.locator("#answer")).to_be_hidden()
    page.goto(desk.url + "/people")
    page.get_by_label("User").fill("Yuki")
    page.get_by_role("button", name="Add or change").click()
    expect(page.locator("#answer")).to_have_text(re.compile(r" Yuki, .*: \w{5}-\w{5}-\w{5}$"))
    page.clock.fast_forward(60_000)
    expect(page.locator("#answer")).to_be_visible()
    password = page.locator("#answer").inner_text().rpartition(": ")[2]
    page.locator("h1").click()
    expect(page.locator("tbody")).to_contain_text("Yuki")
    fields = {"name": "Yuki", "password": password}
    assert desk.ask("/login", body=fields).status == 303
