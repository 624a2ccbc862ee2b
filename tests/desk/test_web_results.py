"""The end of a round in Chromium: results by keyboard, what is missing, all that agree at once."""

from functools import partial
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Route, expect

from clock.desk.people import UserRole
from clock.game.names import Names
from clock.notation.setup_table import SetupTable
from clock.rounds.results import Outcome, ResultStep, RoundKey
from clock.rules.inputs import Finish, Result, SetControl, Stop
from clock.rules.regulations import PROFILES
from tests.desk.desk_server import ORGANIZER, REFEREE, DeskServer, is_over, wait_until
from tests.desk.pages import desk, enter, play
from tests.simulator.clock_page import DESKTOP

if TYPE_CHECKING:
    from tests.conftest import NewPage

__all__ = ["desk"]

pytestmark = pytest.mark.browser

FIRST = RoundKey("", 1)
SHORT = {"viewport": {"width": 1280, "height": 300}}


def results_of(desk: DeskServer) -> dict[str, tuple[Outcome, ResultStep]]:
    return {each.table: (each.outcome, each.step) for each in desk.site.rounds.results(FIRST)}


def has_result(desk: DeskServer, table: str) -> bool:
    return table in results_of(desk)


def test_results_are_entered_by_one_key_a_table_and_the_missing_ones_follow(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/results")
    missing = page.locator("#missing")
    expect(missing).to_have_text("Missing: 6 1 2 3 4 5 6")
    page.keyboard.press("Enter")
    expect(page.locator("#table-1")).to_be_focused()
    missing.get_by_role("link", name="2").click()
    for table, key in (("2", "1"), ("3", "0"), ("4", "="), ("5", "+"), ("6", "-"), ("1", "=")):
        expect(page.locator(f"#table-{table}")).to_be_focused()
        page.keyboard.down(key)
        page.keyboard.down(key)  # held, it enters no other table
        page.keyboard.up(key)
        wait_until(partial(has_result, desk, table))
    expect(missing).to_have_text("All results are in")
    expect(page.locator(".to-do")).to_contain_text("Not confirmed: 6 1 2 3 4 5 6")
    assert {table: outcome for table, (outcome, _) in results_of(desk).items()} == {
        "2": Outcome.BLACK,
        "3": Outcome.WHITE,
        "5": Outcome.BLACK_FORFEIT,
        "6": Outcome.WHITE_FORFEIT,
        **dict.fromkeys("14", Outcome.DRAW),
    }
    page.keyboard.press("ArrowDown")
    page.keyboard.press("0")  # one that was wrong is entered anew
    wait_until(lambda: results_of(desk)["2"][0] is Outcome.WHITE)


def test_arrows_scroll_the_results_unless_a_table_is_in_focus(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**SHORT), desk, UserRole.REFEREE, "/results")
    expect(page.locator("#table-6")).to_be_attached()
    page.keyboard.press("ArrowDown")
    wait_until(lambda: page.evaluate("scrollY > 0"))
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#table-2")).to_be_focused()


def test_all_that_agree_are_confirmed_at_once_as_they_were_seen(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    agreed = partial(Finish, result=Result.DRAW, ground="agreed by both", by="players")
    desk.at_table(1, Stop)
    desk.at_table(3, Stop)
    for table in (1, 2):
        desk.at_table(table, partial(SetControl, regulations=PROFILES["rif"], reason="wrong"))
        desk.at_table(table, agreed)
    desk.at_table(3, partial(Finish, result=Result.LEFT))
    for each in ("1", "2", "3"):
        wait_until(partial(is_over, desk, each))
    entered = {"round": "1", "table": "3", "revision": "0", "outcome": "white"}
    desk.act("/results/enter", REFEREE, UserRole.REFEREE, **entered)  # its clock says otherwise
    desk.act("/results/enter", REFEREE, UserRole.REFEREE, **(entered | {"table": "4"}))
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/results")
    expect(page.locator("#missing")).to_have_text("Missing: 2 5 6")
    button = page.get_by_role("button", name="Confirm all that agree: 3")
    correction = entered | {"table": "1", "revision": "1", "outcome": "black", "game": "clock-01/1"}
    page.route("**/results", lambda route: route.abort())  # it stays as it was seen
    desk.act("/results/enter", REFEREE, UserRole.REFEREE, **correction)
    button.click()
    expect(page.locator("#answer")).to_have_text(
        "2 confirmed, 1 not: they have changed, look again"
    )
    steps = {table: step for table, (_, step) in results_of(desk).items()}
    assert steps == {
        **dict.fromkeys("24", ResultStep.CONFIRMED),  # no clock contradicts that of table 4
        **dict.fromkeys("13", ResultStep.ENTERED),
    }
    assert desk.site.rounds.history(FIRST, "2")[-1].author == ORGANIZER


def test_a_tap_whose_answer_is_lost_says_so_and_is_done_once(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/results")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(route.fetch().text() if lost else "")  # the desk has the second one
            route.abort()
        else:
            route.continue_()

    page.route("**/results/enter", lose)
    page.locator("#table-2").focus()
    page.keyboard.press("1")
    expect(page.locator("#answer")).to_have_text("No answer from the desk: trying again.")
    expect(page.locator("#answer")).to_have_text("table 2: entered")
    assert "table 2: entered" in lost[1]
    assert len(desk.site.rounds.history(FIRST, "2")) == 1
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#table-1")).to_be_focused()
    page.keyboard.press("0")
    expect(page.locator("#answer")).to_have_text("table 1: entered")


def test_a_choice_that_is_not_entered_stays_while_a_game_starts_or_the_desk_does_not_answer(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/results")
    row = page.locator("#table-3")
    row.get_by_role("combobox").select_option("white")
    page.evaluate("document.activeElement.blur()")
    play(desk)
    expect(row).not_to_contain_text("ready")
    expect(row.get_by_role("combobox")).to_have_value("white")
    row.get_by_role("button", name="Enter").click()
    expect(page.locator("#answer")).to_contain_text("another game")
    expect(row.get_by_role("combobox")).to_have_value("")
    row.get_by_role("combobox").select_option("white")
    page.evaluate("document.activeElement.blur()")
    page.route("**/results/enter", lambda route: route.fulfill(status=500, body="x"))
    row.get_by_role("button", name="Enter").click()
    expect(page.locator("#answer")).to_contain_text("500")
    page.evaluate("document.dispatchEvent(new Event('stale'))")
    expect(row.get_by_role("combobox")).to_have_value("white")


def test_a_choice_that_is_refused_stays_unless_what_was_seen_has_changed(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/results")
    row = page.locator("#table-3")
    page.route(
        "**/results/enter",
        lambda route: route.fulfill(status=409, json={"text": "the disk is full", "ok": False}),
        times=1,
    )
    row.get_by_role("combobox").select_option("white")
    row.get_by_role("button", name="Enter").click()
    expect(page.locator("#answer")).to_have_text("the disk is full")
    seen = {"round": "1", "table": "1", "revision": "0", "outcome": "draw", "game": ""}
    desk.act("/results/enter", ORGANIZER, UserRole.ORGANIZER, **seen)
    expect(page.locator("#table-1")).to_contain_text("a draw, entered by")
    expect(row.get_by_role("combobox")).to_have_value("white")
    expect(row.get_by_text("has changed since you began")).to_be_hidden()


def test_a_choice_that_is_not_entered_stays_and_says_that_another_result_was_entered(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/results")
    row = page.locator("#table-3")
    row.get_by_role("combobox").select_option("white")
    page.locator("h1").click()
    page.evaluate("document.activeElement.blur()")
    seen = {"round": "1", "table": "3", "revision": "0", "outcome": "draw", "game": ""}
    desk.act("/results/enter", ORGANIZER, UserRole.ORGANIZER, **seen)
    expect(row).to_contain_text("a draw, entered by")
    expect(row.get_by_role("combobox")).to_have_value("white")
    expect(row.get_by_text("has changed since you began")).to_be_visible()
    row.get_by_role("button", name="Enter").click()
    expect(page.locator("#answer")).to_contain_text("table 3")
    expect(row.get_by_role("combobox")).to_have_value("draw")
    assert results_of(desk)["3"][0] is Outcome.DRAW
    row.get_by_role("combobox").select_option("white")
    row.get_by_role("button", name="Enter").click()
    wait_until(lambda: results_of(desk)["3"][0] is Outcome.WHITE)


def test_the_focus_goes_to_the_next_table_after_each_button(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/results")
    for table in ("2", "3"):
        row = page.locator(f"#table-{table}")
        row.get_by_label("Result of table").select_option("draw")
        row.get_by_role("button", name="Enter").click()
        expect(page.locator(f"#table-{int(table) + 1}")).to_be_focused()
    page.locator("#table-2").get_by_role("button", name="Confirm").press("Enter")
    expect(page.locator("#table-2")).to_contain_text("confirmed by")
    expect(page.locator("#table-3")).to_be_focused()
    page.locator("#confirm-all").press("Enter")
    expect(page.locator("#table-3")).to_contain_text("confirmed by")
    expect(page.locator("#table-1")).to_be_focused()


def test_a_round_before_has_the_report_of_each_game(new_page: "NewPage", desk: DeskServer) -> None:
    play(desk)
    desk.at_table(2, partial(Finish, result=Result.LEFT, ground="agreed"))
    wait_until(lambda: is_over(desk, "2"))
    first = desk.site.rounds.rounds[FIRST].pairing_at("2")
    rows = b"table,black,white\n2,Lee,Park\n"
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    imported = "/round/import?round=2&set=yes"
    seen = desk.ask(imported, cookie, rows, X_Token=token).act["seen"]
    desk.ask(f"{imported}&seen={seen}", cookie, rows, X_Token=token)
    page = enter(new_page(**DESKTOP), desk, UserRole.REFEREE, "/results?round=1")
    with page.expect_popup() as report:
        page.locator("#table-2").get_by_role("link", name="Game report").click()
    expect(report.value.locator("body")).to_contain_text(first.black)
    unknown = desk.ask("/tables/2/report?game=clock-99%2F1", cookie)
    assert unknown.status == 404


def test_the_report_of_a_game_has_its_own_players_after_the_clock_is_set_to_others(
    desk: DeskServer,
) -> None:
    play(desk)
    desk.at_table(2, partial(Finish, result=Result.LEFT, ground="agreed"))
    wait_until(lambda: is_over(desk, "2"))
    first = desk.site.rounds.rounds[FIRST].pairing_at("2")
    desk.set_by_hand(2, setup=SetupTable("10m", "club"), names=Names(left="Quentin", right="Bo"))
    clock = desk.site.desk.clocks["clock-02"]
    wait_until(lambda: clock.names.left == "Quentin")
    cookie, _ = desk.admit(REFEREE, UserRole.REFEREE)
    report = desk.ask("/tables/2/report", cookie).text
    assert first.black in report
    assert "Quentin" not in report


def test_a_result_that_is_corrected_on_the_desk_is_corrected_at_its_clock(
    desk: DeskServer,
) -> None:
    play(desk)
    clock = desk.site.desk.by_table("2")
    assert clock is not None
    seen = {"round": "1", "table": "2", "game": "clock-02/1", "stop": "yes"}
    for revision, outcome, result in ((0, "black", Result.LEFT), (2, "white", Result.RIGHT)):
        for step, name, role in (
            ("enter", REFEREE, UserRole.REFEREE),
            ("confirm", ORGANIZER, UserRole.ORGANIZER),
        ):
            fields = {**seen, "revision": f"{revision}", "outcome": outcome}
            assert desk.act(f"/results/{step}", name, role, **fields).status == 200
            revision += 1
        assert clock.state is not None
        assert clock.state.result is result
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    assert "The clock says otherwise" not in desk.ask("/results", cookie).text
