"""The page takes what players type: the sheet Time, the address, and the next game."""

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from clock.rules.seats import LEFT, RIGHT
from tests.conftest import WAIT_S
from tests.simulator.clock_page import PHONE, ClockPage, axe_findings, opened
from tests.simulator.sims import simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A clock on which no game is played."""
    with simulating() as sim:
        yield sim.url


@pytest.fixture
def played_url() -> Iterator[str]:
    """A clock on which one is."""
    with simulating() as sim:
        yield sim.url


class Sheet:
    """The sheet of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialog = page.get_by_role("dialog", name="Game and time")
        self.game = page.get_by_role("combobox", name="Which game?")
        self.time = page.get_by_role("textbox", name="Time")
        self.meaning = page.locator("#time output")
        self.rules = page.locator("#time output .rules")

    def open(self) -> "Sheet":
        self.page.get_by_role("button", name="Time", exact=True).click()
        expect(self.dialog).to_be_visible()
        return self

    def row(self, name: str) -> Locator:
        return self.dialog.get_by_role("button", name=name)


def idle(new_page: "NewPage", url: str, **options: Any) -> Page:
    """A page of the clock before a game."""
    page = opened(new_page, f"{url}?game=chess&control=7m", **options)
    ClockPage(page).face(LEFT, "7 minutes", "OK start")
    return page


def test_one_field_and_enter_set_the_clock_and_it_starts_by_its_button(
    new_page: "NewPage", played_url: str
) -> None:
    page = idle(new_page, played_url)
    sheet = Sheet(page).open()
    assert axe_findings(page) == []
    expect(sheet.time).to_be_focused()
    expect(sheet.dialog).to_have_accessible_description(re.compile("clock's keys .* wait"))
    expect(sheet.game).to_have_value("chess")
    page.keyboard.type("5+3")
    expect(sheet.meaning).to_contain_text("5 min, 3 s added a move")
    expect(sheet.rules).to_have_text("Left begins as White · Rules: FIDE")
    page.keyboard.press("Enter")
    expect(sheet.dialog).to_be_hidden()
    clock = ClockPage(page)
    clock.face(LEFT, "Left, White, not running. 5 minutes 3 seconds left", "OK start")
    clock.press("OK")  # the keys are the clock's again
    clock.face(LEFT, "running. 5 minutes", without=("not running",))
    expect(page.get_by_role("button", name="Time", exact=True)).to_be_hidden()
    clock.press("Stop")
    clock.face(LEFT, "STOPPED")
    expect(page.get_by_role("button", name="Time", exact=True)).to_be_hidden()


def test_a_fresh_clock_asks_for_the_game_and_a_time_alone_is_another_game(
    new_page: "NewPage", played_url: str
) -> None:
    page = opened(new_page, played_url)
    sheet = Sheet(page).open()
    expect(sheet.game).to_be_focused()
    expect(sheet.game).to_have_value("")
    expect(sheet.dialog.get_by_role("heading", name="Usual times")).to_be_hidden()
    assert axe_findings(page) == []
    sheet.time.fill("10")
    expect(sheet.rules).to_have_text(re.compile("^No game chosen: Other game · .*Left begins"))
    sheet.time.press("Enter")
    clock = ClockPage(page)
    clock.face(LEFT, "Left, not running. 10 minutes left", "OK start")
    expect(page.locator("#notice")).to_have_text("No game chosen: Other game")
    expect(sheet.open().game).to_have_value("other")
    sheet.game.select_option("Chess")
    sheet.time.fill("5+3")
    expect(sheet.rules).to_have_text("Left begins as White · Rules: FIDE")


def test_the_players_names_are_on_their_halves_as_they_are_typed(
    new_page: "NewPage", url: str
) -> None:
    page = idle(new_page, url)
    sheet = Sheet(page).open()
    left, right = (page.get_by_label(f"{side} player") for side in ("Left", "Right"))
    expect(left).to_have_value("")
    left.fill("Ann <b>")
    right.fill("Wohlgemuth-" * 7)
    sheet.row("Blitz 5 + 3").click()
    names = page.locator(".seat .name")
    expect(names.first).to_have_text("Left · Ann <b>")
    expect(page.get_by_role("region", name="Left · Ann <b>")).to_be_attached()
    expect(names.last).to_have_css("text-overflow", "ellipsis")
    assert axe_findings(page) == []
    page.reload()
    expect(names.first).to_be_visible()
    expect(names.first).to_have_text("Left · Ann <b>")
    expect(sheet.open().page.get_by_label("Left player")).to_have_value("Ann <b>")
    sheet.time.fill("7m")
    left.fill("")
    right.fill("")
    sheet.time.press("Enter")
    expect(names).to_have_text(["Left", "Right"])


def test_without_a_time_the_names_alone_are_set(new_page: "NewPage", url: str) -> None:
    page = idle(new_page, url)
    sheet = Sheet(page).open()
    page.get_by_label("Left player").fill("Ann")
    page.get_by_role("button", name="Set the clock").click()
    expect(sheet.dialog).to_be_hidden()
    expect(page.locator(".seat .name")).to_have_text(["Left · Ann", "Right"])
    ClockPage(page).face(LEFT, "White, not running. 7 minutes left", "OK start")
    sheet.open().game.select_option("Go")
    page.get_by_role("button", name="Set the clock").click()
    expect(sheet.meaning).to_have_text("Type a time, or choose one of the list")
    expect(sheet.time).to_have_attribute("aria-invalid", "true")


def test_who_begins_is_turned_on_the_sheet_and_the_beginners_press_says_what_starts(
    new_page: "NewPage", url: str
) -> None:
    page = idle(new_page, url)
    sheet = Sheet(page).open()
    sheet.time.fill("5+3")
    expect(sheet.rules).to_contain_text("Left begins as White")
    turn = sheet.row("Left begins as White")
    expect(turn).to_have_accessible_name("Left begins as White")  # without its sign
    turn.press("Enter")
    expect(sheet.rules).to_contain_text("Right begins as White")
    sheet.time.press("Enter")
    clock = ClockPage(page)
    clock.face(RIGHT, "White, not running. 5 minutes 3 seconds", "OK start")
    until = time.monotonic() + WAIT_S
    while page.evaluate("signals.begins") != "right":  # it comes after the face
        assert time.monotonic() < until
    clock.press("Right side")
    expect(page.locator("#notice")).to_have_text("Left's press or OK starts Right's clock")
    expect(page.get_by_role("status")).to_have_text("Left's press or OK starts Right's clock")
    sheet.open().row("Right begins as White").click()
    page.get_by_role("button", name="Set the clock").click()  # without a time
    clock.face(LEFT, "White, not running. 5 minutes 3 seconds")


def test_what_another_page_has_set_since_stays_unless_it_is_edited(
    new_page: "NewPage", url: str
) -> None:
    stale = idle(new_page, url)
    sheet = Sheet(stale).open()
    other = opened(new_page, url)
    body = '{"game": "go", "control": "20m", "left": "Ann", "right": "Bo"}'
    other.evaluate("body => fetch('time/set', { method: 'POST', body })", body)
    stale.get_by_label("Right player").fill("Cy")
    sheet.time.fill("10+5")
    expect(sheet.rules).to_contain_text("Left begins as Black")
    expect(sheet.game).to_have_value("go")
    sheet.time.press("Enter")
    expect(stale.locator(".seat .name")).to_have_text(["Left · Ann", "Right · Cy"])
    ClockPage(stale).face(LEFT, "Left, Black, not running. 10 minutes")


def test_from_a_result_the_next_game_is_two_taps_away(new_page: "NewPage", played_url: str) -> None:
    page = idle(new_page, played_url)
    clock = ClockPage(page)
    clock.press("OK")
    clock.face(LEFT, "running. ", without=("not running",))
    clock.press("Stop")
    clock.face(LEFT, "STOPPED")
    clock.change("Plus", "Who won?")
    clock.choose("Draw")
    for name in ("Left side", "Right side"):
        clock.press(name)
    button = page.get_by_role("button", name="Next game", exact=True)
    button.click()
    rows = page.get_by_role("dialog", name="Next game").get_by_role("button")
    expect(rows).to_have_text(["Right begins as White", "Left begins as White", "Close"])
    assert axe_findings(page) == []
    rows.first.click()
    clock.face(RIGHT, "Right, White, not running. 7 minutes left", "OK start")
    expect(button).to_be_hidden()
    Sheet(page).open().row("Chess 7 min").click()  # the last setting
    clock.face(RIGHT, "Right, White, not running. 7 minutes left", "OK start")


def test_a_handicap_is_on_the_sheet_and_the_next_game_may_be_even(
    new_page: "NewPage", played_url: str
) -> None:
    page = idle(new_page, played_url)
    sheet = Sheet(page).open()
    handicap = page.locator("#time [name=handicap]")
    expect(handicap).to_be_hidden()  # in chess
    sheet.game.select_option("Go")
    handicap.click()
    expect(handicap).to_have_attribute("aria-pressed", "true")
    assert axe_findings(page) == []
    sheet.time.fill("30+5x30")
    expect(sheet.rules).to_contain_text("Handicap: Right begins as White")
    page.get_by_label("Right player").fill("Bo")
    sheet.time.press("Enter")
    clock = ClockPage(page)
    clock.face(RIGHT, "White, not running. 30 minutes left", "Handicap game")
    sheet.open().row("30 min, 5x30 s").click()  # it stays a handicap game
    expect(sheet.dialog).to_be_hidden()
    clock.face(RIGHT, "White, not running. 30 minutes left", "Handicap game")
    clock.press("OK")
    clock.face(RIGHT, "running. ", without=("not running",))
    button = page.get_by_role("button", name="Next game", exact=True)
    expect(button).to_be_hidden()
    clock.press("Stop")
    clock.face(RIGHT, "STOPPED", "OK resume")
    button.click()
    dialog = page.get_by_role("dialog", name="Next game")
    rows = dialog.get_by_role("button")
    expect(dialog).to_contain_text("Ends this game without a result")
    expect(rows.first).to_contain_text("Right begins again Bo")
    dialog.get_by_role("button", name="Even game").click()
    clock.face(LEFT, "Left, Black, not running. 30 minutes left", without=("Handicap",))


def test_a_text_with_two_meanings_is_asked_and_one_that_means_nothing_is_quoted(
    new_page: "NewPage", url: str
) -> None:
    page = idle(new_page, url)
    sheet = Sheet(page).open()
    sheet.time.fill("90 min + 30 parsecs")
    expect(sheet.meaning).to_have_text('"parsecs" is not understood')
    sheet.time.press("Enter")  # sets nothing
    expect(sheet.meaning).to_have_text('"parsecs" is not understood')
    sheet.time.fill("40/90+30")
    sheet.time.press("Enter")  # asks at once
    expect(sheet.meaning.get_by_role("button")).to_have_text(
        [
            "40 moves in 1:30:00, repeating; +30 s a move from move 1",
            "40 moves in 1:30:00, then 30:00",
        ]
    )
    sheet.meaning.get_by_role("button").last.click()
    expect(sheet.dialog).to_be_hidden()
    ClockPage(page).face(LEFT, "1 hour 30 minutes left. 0 of 40 moves", "OK start")


def test_what_is_only_probable_is_asked_and_enter_accepts_it(new_page: "NewPage", url: str) -> None:
    page = idle(new_page, url)
    sheet = Sheet(page).open()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    sheet.time.fill("7 min Kufstein")
    expect(sheet.meaning).to_contain_text("Is this meant?")
    page.keyboard.down("Enter")
    expect(sheet.meaning.get_by_role("button")).to_be_focused()
    page.keyboard.down("Enter")  # a key that is held accepts nothing
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(sheet.dialog).to_be_hidden()
    assert sent.count("POST") == 2
    ClockPage(page).face(LEFT, "7 minutes left", "OK start")


def test_of_a_sentence_the_page_says_what_was_not_used_and_enter_accepts_it(
    new_page: "NewPage", url: str
) -> None:
    page = idle(new_page, url)
    sheet = Sheet(page).open()
    sheet.time.fill("In Prague we played 30 moves in 45 minutes and 15 minutes for the rest.")
    expect(sheet.meaning).to_contain_text("Not used: “In Prague”")
    page.keyboard.press("Enter")
    expect(sheet.meaning.get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(sheet.dialog).to_be_hidden()
    ClockPage(page).face(LEFT, "45 minutes left. 0 of 30 moves", "OK start")


def test_each_sides_own_time_and_the_games_presets(new_page: "NewPage", url: str) -> None:
    page = idle(new_page, url, **PHONE)
    sheet = Sheet(page).open()
    expect(sheet.game).to_be_focused()  # no keyboard on the glass hides the rows
    expect(page.get_by_label("Left player (upper half)", exact=True)).to_be_visible()
    sheet.time.fill("10 vs 2")
    expect(sheet.meaning).to_contain_text("Left: 10 min · Right: 2 min")
    page.get_by_role("button", name="Set the clock").tap()
    clock = ClockPage(page)
    clock.face(LEFT, "White, not running. 10 minutes left")
    clock.face(RIGHT, "Black, not running. 2 minutes left")
    sheet.open().game.select_option("Go")
    sheet.row("5 periods of 30 s").first.tap()
    clock.face(LEFT, "Left, Black, not running. ", "5 byo-yomi periods", "Rules: EGF go")


def test_a_typed_time_keeps_the_rules_and_the_opening_in_the_same_game(new_page: "NewPage") -> None:
    with simulating("--control", "renju-60", "--opening", "swap") as sim:
        page = opened(new_page, sim.url)
        sheet = Sheet(page).open()
        sheet.time.fill("5+3")
        expect(sheet.rules).to_contain_text("Opening: Swap · Left begins · Rules: ")
        sheet.time.press("Enter")
        expect(sheet.dialog).to_be_hidden()
        ClockPage(page).face(LEFT, "5 minutes left", "5:00 +3s. Rules RIF, Swap")
        sheet.open().game.select_option("Chess")
        sheet.time.fill("5+3")
        expect(sheet.rules).to_have_text("Left begins as White · Rules: FIDE")


@pytest.mark.parametrize(
    ("query", "face"),
    [
        ("?game=chess&control=6+4", "White, not running. 6 minutes 4 seconds left"),
        ("?game=chess&control=6%2B5", "White, not running. 6 minutes 5 seconds left"),
        ("?game=go&control=30+min+%2B+5x30+s", "Black, not running. 30 minutes left"),
        ("?game=go&control=20+min", "Black, not running. 20 minutes left"),
        ("?control=4+2", "White, not running. 4 minutes 2 seconds left"),
        ("?control=fide-rapid", "White, not running. 15 minutes 10 seconds left"),
        ("?game=shogi", "Rules: Japan"),
    ],
)
def test_the_address_sets_the_clock_once(
    query: str, face: str, new_page: "NewPage", url: str
) -> None:
    page = idle(new_page, url)
    page.goto(url + query)
    ClockPage(page).face(LEFT, face, "OK start")
    assert page.url == url  # loaded again, the page sets nothing


def test_the_address_opens_the_sheet_with_a_text_that_is_not_clear(
    new_page: "NewPage", url: str
) -> None:
    page = idle(new_page, url)
    page.goto(f"{url}?game=go&control={quote('60')}")
    sheet = Sheet(page)
    expect(sheet.meaning.get_by_role("button")).to_have_text(["60 min", "1 min"])
    expect(sheet.game).to_have_value("go")
    page.goto(f"{url}?game=chess&control=soon")
    expect(sheet.meaning).to_contain_text("'soon'")
    expect(sheet.time).to_have_value("soon")
    page.goto(f"{url}?game=&control=")
    expect(page.locator("#notice")).to_have_text("The address names no game and no time")
    page.goto(f"{url}?control={'5' * 201}")
    expect(sheet.meaning).to_have_text("The text is too long: at most 200 characters")


def test_no_address_and_no_message_touch_a_game_in_progress(
    new_page: "NewPage", played_url: str
) -> None:
    page = idle(new_page, played_url)
    other = opened(new_page, played_url)
    Sheet(other).open()
    clock = ClockPage(page)
    clock.press("OK")
    clock.face(LEFT, "running. ", without=("not running",))
    expect(Sheet(other).dialog).to_be_hidden()  # it is gone where it was open
    page.goto(f"{played_url}?control=5+3")
    notice = page.locator("#notice")
    expect(notice).to_have_text("A game is in progress: it stays on the clock.")
    clock.face(LEFT, "running. 6 minutes")
    answer = post(page, "time/set", '{"game": "chess", "control": "5+3"}')
    assert answer == [409, {"rows": [], "problem": "A game is in progress"}]
    assert post(page, "next/begin", '{"turned": false}')[0] == 409
    clock.press("Stop")
    clock.face(LEFT, "STOPPED")
    assert post(page, "time/set", '{"game": "chess", "control": "5+3"}')[0] == 409


def post(page: Page, path: str, body: str) -> Any:
    """The status and the answer to a message of the page."""
    return page.evaluate(
        """async ([path, body]) => {
            const answer = await fetch(path, { method: "POST", body });
            return [answer.status, await answer.json()];
        }""",
        [path, body],
    )
