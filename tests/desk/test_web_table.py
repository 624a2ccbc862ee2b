"""A table and the clocks in Chromium: displays, corrections, findings, other tables."""

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from clock.desk.people import UserRole
from clock.desk_pages.views import head_letters
from clock.game.names import Names
from clock.notation.setup_table import SetupTable
from clock.rules.inputs import Finish, Press, Result, Stop
from clock.rules.seats import RIGHT
from clock.rules.units import MINUTE_NS
from tests.desk.desk_server import ORGANIZER, REFEREE, DeskServer, wait_until
from tests.desk.pages import OVERFLOW, desk, enter, play
from tests.simulator.clock_page import DESKTOP, PHONE

if TYPE_CHECKING:
    from tests.conftest import NewPage

__all__ = ["desk"]

pytestmark = pytest.mark.browser


def test_a_table_shows_both_displays_in_pixels_and_in_words(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/tables/2")
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
    page.goto(f"{desk.url}/tables/2/sheet")
    expect(page.locator(".letters")).to_have_text(head_letters(clock.at.hash))
    expect(page.locator(".code svg")).to_be_visible()


@pytest.mark.parametrize(
    ("role", "path"), [(UserRole.SCREEN, "/screen"), (UserRole.SCREEN, "/tables/2/overlay"),
                       (UserRole.ORGANIZER, "/clocks")],
)  # fmt: skip
def test_what_a_player_has_beside_the_time_is_shown_wherever_the_time_is(
    role: UserRole, path: str, new_page: "NewPage", desk: DeskServer
) -> None:
    names = Names(left="Quentin", right="Somebody with a name as long as any")
    desk.set_by_hand(2, setup=SetupTable("1s+3x10m", "go-egf"), names=names)
    page = enter(new_page(**PHONE, locale="cs"), desk, role, path)
    beside = page.locator(".game", has_text="Quentin").locator(".beside")
    expect(beside).to_have_text(["+3x10 min", "+3x10 min"])
    desk.start(2)
    expect(beside).to_have_text(["periody: 3", "+3x10 min"])
    inside = "(games) => games.every((each) => each.getBoundingClientRect().right <= innerWidth)"
    assert page.locator(".game .time").evaluate_all(inside)
    desk.at_table(2, Stop)
    expect(beside.locator(".boxed")).to_have_attribute("title", "zbývají 3 periody byo-yomi")
    desk.set_by_hand(2, setup=SetupTable("10m d9m", "club"), names=names)
    desk.start(2)
    expect(beside.first).to_have_text(re.compile("^odklad 8:5"))


def test_the_map_and_the_game_sheet_say_what_a_player_has_beside_the_time_and_the_sheet_who_won(
    new_page: "NewPage", desk: DeskServer
) -> None:
    names = Names(left="Quentin", right="Bo")
    desk.set_by_hand(2, setup=SetupTable("10m+3x30", "go-egf"), names=names)
    desk.start(2)
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE)
    words = re.compile("Quentin: 3 byo-yomi periods to come, Bo: 3 byo-yomi periods to come$")
    expect(page.locator(".cell", has_text="2")).to_have_attribute("aria-label", words)
    page.goto(f"{desk.url}/tables/2/sheet")
    expect(page.locator("tbody tr").last).to_contain_text("10:00 · 3 byo-yomi periods to come")
    desk.at_table(2, Stop)
    desk.at_table(2, Finish, Result.RIGHT, "resigned")
    clock = desk.site.desk.by_table("2")
    assert clock is not None
    wait_until(lambda: clock.state is not None and clock.state.result is not None)
    page.reload()
    expect(page.locator(".result")).to_contain_text("Bo (White) won, Quentin (Black) resigned")


@pytest.mark.rule("RIF 14.8", "gomoku 11.7")
def test_a_table_that_stands_and_its_game_sheet_say_which_presses_were_ignored(
    new_page: "NewPage", desk: DeskServer
) -> None:
    desk.set_by_hand(2, setup=SetupTable("10m", "rif"))
    desk.start(2)
    desk.at_table(2, Press, RIGHT)
    page, words = (
        enter(new_page(), desk, UserRole.REFEREE, "/tables/2"),
        re.compile("Right pressed"),
    )
    expect(page.locator(".log")).to_contain_text("ignored")
    expect(page.locator(".facts")).not_to_contain_text(words)
    desk.at_table(2, Stop)
    expect(page.locator(".facts")).to_contain_text(words)
    page.goto(f"{desk.url}/tables/2/sheet")
    expect(page.locator("main")).to_contain_text(words)


def test_two_clocks_change_their_tables(new_page: "NewPage", desk: DeskServer) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/clocks")
    page.get_by_label("Table of clock clock-01").fill("5")
    page.locator("tr", has_text="clock-01").get_by_role("button", name="Move").click()
    expect(page.locator("#answer")).to_have_text(
        "clock-01 is now at table 5; clock-05: table 5 → 1"
    )
    tables = {id: clock.table for id, clock in desk.site.desk.clocks.items()}
    assert (tables["clock-01"], tables["clock-05"]) == ("5", "1")


def test_a_clock_that_is_shut_out_is_shown_no_longer(new_page: "NewPage", desk: DeskServer) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE)
    expect(page.locator(".cell")).to_have_count(6)
    desk.act("/clocks/revoke", ORGANIZER, UserRole.ORGANIZER, clock="clock-03")
    expect(page.locator(".cell")).to_have_count(5)
    desk.act("/act/duty", REFEREE, UserRole.REFEREE, on="yes")  # and what changes later is
    expect(page.locator("[data-slot=forecast]")).to_contain_text("referees on duty: 1")


def test_the_organizer_corrects_a_game_by_the_menu_of_its_clock(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    page = enter(new_page(**PHONE), desk, UserRole.ORGANIZER, "/tables/2")
    page.get_by_role("link", name="Correct the game").click()
    for taken in ("Left (Black) time", "+1:00", "Compensation"):
        page.get_by_role("link", name=taken).click()
    expect(page.locator(".facts")).to_contain_text("Reason: compensation")
    clock = desk.site.desk.by_table("2")
    assert clock is not None
    assert clock.state is not None
    before_ns = clock.state.left.remaining_ns
    asked = page.url.replace("/correct?", "/corrections?").removeprefix(desk.url)
    page.wait_for_load_state()  # before it, no button does anything
    page.get_by_role("button", name="Yes, correct it").click()
    expect(page.locator(".log")).to_contain_text("compensation")
    assert clock.state.left.remaining_ns == before_ns + MINUTE_NS
    again = desk.act(asked, ORGANIZER, UserRole.ORGANIZER)
    assert (again.status, again.act["text"]) == (
        409,
        "the game has changed in the meantime: check again",
    )
    page.get_by_role("link", name="Correct the game").click()
    page.get_by_role("link", name="Moves").click()
    page.get_by_label("moves").fill("7")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".facts")).to_contain_text("→7")
    assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.parametrize(
    ("table", "go", "status"),
    [("1", "", 404), ("2", "99", 404), ("2", "1.x", 404), ("2", "3.1:2", 404), ("9", "", 404)],
)
def test_a_game_that_runs_and_a_place_that_no_menu_has_are_not_corrected(
    table: str, go: str, status: int, desk: DeskServer
) -> None:
    play(desk)
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    wait_until(lambda: desk.ask("/tables/2/correct", cookie).status == 200)
    page = desk.ask("/tables/2/correct", cookie).text
    assert not re.search(">(Next game|This clock|Resume)", page)
    assert desk.ask(f"/tables/{table}/correct?go={go}", cookie).status == status
    assert desk.ask(f"/tables/{table}/corrections?go={go}", cookie, {}, X_Token=token).status == 409


def test_a_finding_stands_in_the_list_until_the_organizer_has_looked_at_it(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    clock = desk.site.desk.by_table("3")
    assert clock is not None
    wait_until(lambda: clock.at is not None and clock.at.lines > 1)
    desk.put_back(3)
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER)
    item = page.locator(".item[data-kind=implausible]", has_text="The journal was cut")
    expect(item).to_be_visible()
    page.goto(f"{desk.url}/clocks")
    page.get_by_role("button", name="I have looked at it").click()
    expect(page.get_by_role("button", name="I have looked at it")).to_have_count(0)
    expect(page.locator(".finding")).to_contain_text("clock-03")
    page.goto(f"{desk.url}/now")
    expect(page.locator(".item", has_text="The organizer is called")).to_be_visible()
    expect(item).to_have_count(0)
    assert desk.site.desk.store.seen_findings() == desk.site.desk.seen


def test_the_clocks_have_a_column_of_batteries_if_one_reports_it(desk: DeskServer) -> None:
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    assert "Battery" not in desk.ask("/clocks", cookie).text
    clock = desk.site.desk.clocks["clock-02"]

    def is_shown() -> bool:
        clock.beat = replace(clock.beat, battery=64)  # until its next beat
        text = desk.ask("/clocks", cookie).text
        column = '<th scope="col">Battery</th>' in text
        return column and text.count('<td class="bad">64 %</td>') == 1

    wait_until(is_shown)


def test_a_list_of_all_clocks_has_charge_signal_drift_sound_and_version_of_each_to_print(
    desk: DeskServer,
) -> None:
    cookie, _ = desk.admit(REFEREE, UserRole.REFEREE)
    first, second, *_ = desk.site.desk.clocks.values()
    sound = {"charge": 88, "signal": -50, "audible": True, "version": "1.2.3"}
    faint = {"charge": 9, "battery": 9, "signal": -90, "audible": False, "version": "1.2.2"}

    def is_shown() -> bool:
        first.beat, second.beat = replace(first.beat, **sound), replace(second.beat, **faint)
        text = " ".join(re.sub("<[^>]*>", " ", desk.ask("/clocks/list", cookie).text).split())
        assert all(clock in text for clock in desk.site.desk.clocks)
        rows = (
            rf"{first.id} \w+ 88 % -50 dBm (\S+ ppm )?on 1.2.3",
            rf"{second.id} \w+ 9 % \(low\) -90 dBm \(weak\) (\S+ ppm )?silent 1.2.2",
        )
        return all(re.search(row, text) for row in rows)

    wait_until(is_shown)
