"""A clock is replaced on its table's page, in Chromium: in a few clicks, and told on all pages."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from clock.desk.people import UserRole
from clock.game.figures import SeatFigures, figures_of
from clock.rules.inputs import Press, Result
from clock.rules.seats import LEFT
from clock.rules.state import Phase, State
from clock.text.ending import MOVED
from tests.desk.desk_server import ORGANIZER, DeskServer, wait_until
from tests.desk.pages import desk, enter, play
from tests.simulator.clock_page import DESKTOP

if TYPE_CHECKING:
    from tests.conftest import NewPage

__all__ = ["desk"]

pytestmark = pytest.mark.browser

SECONDS_MAX = 60


def state_of(desk: DeskServer, table: str) -> State:
    clock = desk.site.desk.by_table(table)
    assert clock is not None
    assert clock.state is not None
    return clock.state


def times(state: State) -> tuple[SeatFigures, SeatFigures, int]:
    figures = figures_of(state)
    return figures.left, figures.right, figures.moves


def replace_on(page: Page, table: str, spare: str) -> None:
    """Replace a table's clock as an organizer does."""
    began_s = time.monotonic()
    page.get_by_role("button", name="Replace the clock…").click()
    page.get_by_label("By the clock").select_option(spare)
    page.get_by_role("button", name="Replace", exact=True).click()
    expect(page.locator(".facts li", has_text=spare).first).to_be_visible()
    expect(page.locator("h1")).to_have_text(f"Table {table}")
    assert time.monotonic() - began_s < SECONDS_MAX


def is_retired(desk: DeskServer, clock: str) -> bool:
    state = desk.hall.stations[clock].state
    return state is not None and (state.result, state.ground) == (Result.VOID, MOVED)


def test_a_spare_has_the_game_and_the_table_and_the_other_clock_is_retired_on_every_page(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    wait_until(lambda: state_of(desk, "2").phase is Phase.STOPPED)
    before = times(state_of(desk, "2"))
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/tables/2")
    replace_on(page, "2", "clock-06")
    assert times(state_of(desk, "2")) == before
    expect(page.locator(".facts")).to_contain_text("The game began on clock-02")
    expect(page.locator("canvas[data-seat=left]")).to_have_attribute(
        "aria-label", re.compile("^STOPPED")
    )
    wait_until(lambda: is_retired(desk, "clock-02"))
    page.goto(f"{desk.url}/clocks")
    expect(page.locator("tr", has_text="replaced by clock-06")).to_contain_text("clock-02")
    page.goto(f"{desk.url}/now")
    expect(page.locator(".cell", has_text="2")).to_have_count(1)
    page.goto(f"{desk.url}/screen")
    expect(page.locator(".game", has_text="2")).not_to_have_count(0)
    expect(page.locator("body")).not_to_contain_text("clock-02")
    page.goto(f"{desk.url}/tables/clock-02")
    expect(page.locator(".problem")).to_contain_text("clock-02 was replaced by clock-06")


def test_a_clock_that_lives_is_stopped_first_and_what_one_without_a_network_plays_on_is_a_fork(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/tables/1")
    replace_on(page, "1", "clock-06")
    assert state_of(desk, "1").phase is Phase.STOPPED
    wait_until(partial(is_retired, desk, "clock-01"))
    expect(page.locator("section.problem")).to_have_count(0)
    away = desk.hall.stations["clock-03"]
    away.online = False
    desk.at_table(3, Press, LEFT)
    page.goto(f"{desk.url}/tables/3")
    replace_on(page, "3", "clock-05")
    assert state_of(desk, "3").phase is Phase.STOPPED
    moves = state_of(desk, "3").play.moves
    away.online = True
    wait_until(partial(is_retired, desk, "clock-03"))
    page.reload()
    expect(page.locator("section.problem")).to_contain_text(
        "clock-03 went on after it was replaced"
    )
    expect(page.locator("section.problem li").first).to_contain_text("press")
    assert state_of(desk, "3").play.moves == moves
    page.goto(f"{desk.url}/now")
    item = page.locator(".item", has_text="It went on after it was replaced")
    expect(item.get_by_role("link", name="3")).to_be_visible()


def test_a_table_with_a_game_gets_no_second_clock_unasked(desk: DeskServer) -> None:
    play(desk)
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    fields = {"name": "new", "table": "2"}
    answer = desk.ask("/clocks/admit", cookie, fields, X_Token=token)
    assert answer.status == 409
    assert "replace clock-02 on the page of table 2" in answer.act["text"]
    desk.site.desk.register("clock-05", "")
    desk.set_by_hand(5, table="2")
    wait_until(lambda: desk.site.desk.clocks["clock-05"].yields_to == "clock-02")
    (row,) = (each for each in desk.site.desk.tables(desk.site.desk.now_ns()) if each.name == "2")
    assert [str(each) for each in row.doubts] == ["clock-05 says that it is at this table too"]


def test_a_spare_takes_the_game_of_one_table_alone(desk: DeskServer) -> None:
    play(desk)
    with ThreadPoolExecutor(2) as pool:
        asked = [
            pool.submit(
                desk.act,
                f"/tables/{table}/replacement",
                ORGANIZER,
                UserRole.ORGANIZER,
                spare="clock-06",
            )
            for table in ("1", "3")
        ]
        texts = sorted(each.result().act["text"] for each in asked)
    assert texts[1] == "clock-06 is not ready: it is offline, or has a game"
    assert re.fullmatch("Table [13]: clock-06 replaces clock-0[13]", texts[0])


def test_a_clock_that_is_replaced_before_a_game_no_longer_claims_the_table(
    desk: DeskServer,
) -> None:
    act = "/tables/2/replacement"
    answer = desk.act(act, ORGANIZER, UserRole.ORGANIZER, spare="clock-06")
    assert answer.act["text"] == "Table 2: clock-06 replaces clock-02"
    shown = desk.site.desk
    (table,) = (each for each in shown.tables(shown.now_ns()) if each.name == "2")
    assert table.doubts == ()
