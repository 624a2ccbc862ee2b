"""A round in Chromium: pairings, settings, the start, and results."""

import html
import re
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import dist
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from clock.desk.event import Section
from clock.desk.people import UserRole
from clock.desk.round_tables import tables_of_round
from clock.desk.rounds_store import Rounds
from clock.desk_pages import imports
from clock.game.names import Names
from clock.link.messages import Op
from clock.notation.setup_table import SetupTable
from clock.rounds.pairings import RoundFile, read_round
from clock.rounds.results import Outcome, RoundKey
from clock.rules.inputs import Finish, Result, Resume, Undo
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, Phase
from tests.conftest import WAIT_S
from tests.desk.desk_server import ORGANIZER, REFEREE, DeskServer, desk_pages_on, wait_until
from tests.desk.pages import desk, enter, play
from tests.simulator.clock_page import DESKTOP, PHONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

__all__ = ["desk"]

pytestmark = pytest.mark.browser


PLANTED: list[tuple[str, dict[str, Any]]] = [
    ("Time control: ", {"setup": SetupTable("90+30", "rif-referees")}),
    ("Rules: ", {"setup": SetupTable("40/90m, 30m; +30s", "fide")}),
    ("Opening: ", {"setup": SetupTable("40/90m, 30m; +30s", "rif-referees", opening="swap2")}),
    ("Left: ", {"names": Names("Demo tournament", "2", "4", "Bo 4", "Ann 4")}),
    ("Table: ", {"table": "50"}),
]
"""What is named of a clock that somebody sets so; the clock of table 1 first."""


def test_a_hundred_clocks_are_set_by_one_tap_and_each_that_deviates_is_named_before_the_start(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    rows = "".join(f"{table},Ann {table},Bo {table}\n" for table in range(1, 101))
    file = tmp_path / "round.csv"
    file.write_text(f"table,black,white\n{rows}")
    with desk_pages_on(tmp_path, 100) as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round")
        page.locator("summary", has_text="Import pairings").click()
        page.get_by_label("A file: CSV").set_input_files(file)
        page.get_by_role("button", name="Import and set all clocks").click()
        expect(page.locator("#answer")).to_have_text("round 2, tables: 100\n100 of 100 set")
        assert {clock.names.left for clock in desk.site.desk.clocks.values()} == {
            f"Ann {table}" for table in range(1, 101)
        }
        for table, (_, changed) in enumerate(PLANTED, 1):
            desk.set_by_hand(table, **changed)
        page.locator("h1").click()  # the page reads itself again once nobody types in it
        problems = page.locator("main .problem")
        expect(problems).to_have_count(len(PLANTED))
        for table, (what, _) in enumerate(PLANTED, 1):
            expect(problems.nth(table - 1)).to_contain_text(f"Table {table}: {what}")
        page.get_by_role("button", name="Start all…").click()
        dialog = page.get_by_role("dialog")
        named = [
            re.compile(f"^{table}: set differently; {what}")
            for table, (what, _) in enumerate(PLANTED, 1)
        ]
        expect(dialog.get_by_role("listitem")).to_have_text(named)
        dialog.get_by_role("button", name="Start 95", exact=True).click()
        expect(page.locator("#answer")).to_have_text("95 of 100 started: 5 set differently")


def test_what_clocks_have_of_a_round_is_entered_before_they_are_set_to_the_next(
    desk: DeskServer,
) -> None:
    play(desk)
    desk.at_table(2, partial(Finish, result=Result.DRAW, ground="agreed"))
    clock = desk.site.desk.by_table("2")
    assert clock is not None
    wait_until(lambda: clock.state is not None and clock.state.result is not None)
    assert "1 finished" in desk.act("/round/set", ORGANIZER, UserRole.ORGANIZER).act["text"]
    rows = b"table,black,white\n2,Ann,Bo\n"
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    imported = "/round/import?round=2&set=yes"
    asked = desk.ask(imported, cookie, rows, X_Token=token)
    assert "round 1 has tables without a result: 1, 3, 4, 5, 6" in str(asked.act["changes"])
    answer = desk.ask(f"{imported}&seen={asked.act['seen']}", cookie, rows, X_Token=token)
    assert answer.act["text"] == "round 2, tables: 1\n1 of 1 set"
    found = desk.site.rounds.result(RoundKey("", 1), "2")
    assert found is not None
    assert (found.outcome, found.author, found.game) == (Outcome.DRAW, "clock-02", "clock-02/1")
    # The sheet of a game that is over is not that of the one that is set now.
    assert "no game has been played" in desk.ask("/tables/2/sheet", cookie).text


@pytest.mark.parametrize(
    ("outcome", "running"), [(outcome, at % 2 == 0) for at, outcome in enumerate(Outcome)]
)
def test_a_result_that_is_confirmed_at_the_desk_ends_the_game_at_the_clock(
    desk: DeskServer, outcome: Outcome, running: bool
) -> None:
    play(desk)
    if running:
        desk.at_table(2, Resume)
    clock = desk.site.desk.by_table("2")
    assert clock is not None
    wait_until(lambda: (clock.state is not None and clock.state.phase in COUNTING) is running)
    seen = {"round": "1", "table": "2", "revision": "0", "outcome": outcome, "game": "clock-02/1"}
    desk.act("/results/enter", REFEREE, UserRole.REFEREE, **seen)
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    asks = "Stop it and end the game?" in desk.ask("/results", cookie).text
    assert asks is running
    seen["revision"] = "1"
    if running:
        refused = desk.act("/results/confirm", ORGANIZER, UserRole.ORGANIZER, **seen)
        assert "its clock is running" in str(refused.act)
        seen["stop"] = "yes"
    answer = desk.act("/results/confirm", ORGANIZER, UserRole.ORGANIZER, **seen)
    assert answer.act["text"] == "table 2: confirmed"
    wait_until(lambda: clock.state is not None and clock.state.phase is Phase.FINISHED)
    (row,) = [each for each in tables_of_round(desk.site) if each.pairing.table == "2"]
    assert row.outcome is outcome


def test_a_round_is_set_and_started_and_every_clock_that_deviates_is_named_before(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round")
    expect(page.locator("main .problem")).to_contain_text("Table 4: Time control: 1h30m")
    page.get_by_role("button", name="Start all…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Start 5 of 6?")
    expect(dialog.get_by_role("listitem")).to_contain_text(["4: set differently"])
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Set all clocks").click()
    expect(page.locator("#answer")).to_have_text("6 of 6 set")
    expect(page.locator("main .problem")).to_have_count(0)
    other = page.context.new_page()
    other.goto(f"{desk.url}/now")
    expect(other.locator(".cell.ready")).to_have_count(6)
    desk.hall.stations["clock-06"].online = False
    silent_row = page.locator("tr", has_text="offline")
    expect(silent_row).to_have_count(1)
    expect(silent_row.get_by_role("button", name="Start it")).to_have_count(0)
    expect(other.locator(".cell.off")).to_have_text("6")
    for path, silent in (("/screen", ".game.off h2"), ("/clocks", "tr:has(.bad) th")):
        other.goto(desk.url + path)
        expect(other.locator(silent)).to_have_text("6")
    page.get_by_role("button", name="Start all…").click()
    dialog.get_by_role("button", name="Start 5", exact=True).click()
    expect(page.locator("#answer")).to_have_text("5 of 6 started: 1 offline")
    expect(page.locator("td.state", has_text="running")).to_have_count(5)
    expect(page.locator("dialog li")).to_have_text(["offline: 6", "Tables already running: 5"])


def test_pairings_come_in_from_a_file_and_every_mistake_in_it_is_named(
    new_page: "NewPage", desk: DeskServer, tmp_path: "Path"
) -> None:
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round")
    page.locator("summary", has_text="Import pairings").click()
    texts = {
        "table,black\n": "line 1: ",
        "table,black,white,control\n1,Ann,Bo,60\n2,Cy,,\n": "line 3: ",
    }
    for text, mistake in texts.items():
        page.get_by_label("or paste it as text").fill(text)
        page.get_by_role("button", name="Import only").click()
        expect(page.locator("#answer.problem")).to_contain_text(mistake)
    file = tmp_path / "round.csv"
    for size, mistake in ((0, "the file is empty"), (4_000_001, "round.csv: expected at most")):
        file.write_bytes(b" " * size)
        page.get_by_label("A file: CSV").set_input_files(file)
        page.get_by_role("button", name="Import only").click()
        expect(page.locator("#answer.problem")).to_contain_text(mistake)
    file.write_text("table;black;white\n1;Ann;Novák\n", encoding="utf-8")
    page.get_by_label("A file: CSV").set_input_files(file)
    page.get_by_label("Time control").fill("fide-blitz")
    page.get_by_role("button", name="Import only").click()
    expect(page.locator("#answer")).to_have_text("round 2, tables: 1")
    page.locator("h1").click()  # the page reads itself again once nobody types in it
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody")).to_contain_text("Novák")
    expect(page.locator("main .problem")).to_contain_text("Table 1: ")


def test_the_event_says_which_game_is_played_and_an_import_changes_times_alone(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    sections = {"U12": Section((3, 4), "gomoku")}
    rows = "table,black,white,control\n1,A,B,\n2,C,D,5+3\n3,E,F,\n4,G,H,fide-blitz\n"
    with desk_pages_on(tmp_path, game="chess", sections=sections) as desk:
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round")
        page.locator("summary", has_text="Import pairings").click()
        form = page.locator("form[data-file]")
        expect(form).to_contain_text("chess")
        expect(form.get_by_role("combobox", name="Game")).to_have_count(0)
        page.get_by_label("Time control").fill("rif")
        page.get_by_label("Rules").select_option("")
        page.get_by_label("or paste it as text").fill(rows)
        page.get_by_role("button", name="Import and set all clocks").click()
        expect(page.locator("#answer")).to_have_text("round 2, tables: 4\n4 of 4 set")
        states = [
            clock.state for table in "1234" if (clock := desk.site.desk.by_table(table)) is not None
        ]
        setups = [state.setup for state in states if state is not None]
        games = [(each.game, each.first.value, each.regulations.name) for each in setups]
        chess, gomoku = ("chess", "white", "fide"), ("gomoku", "black", "gomoku-cz")
        assert games == [chess, chess, gomoku, gomoku]
        assert [each.starter for each in setups] == [RIGHT, RIGHT, LEFT, LEFT]
        page.goto(f"{desk.url}/results?section=")
        expect(page.locator("main")).to_contain_text("1–0")


def test_nobody_waits_while_a_file_is_read(
    desk: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, goes_on = Event(), Event()

    def read_slowly(data: bytes, number: int, encoding: str) -> RoundFile:
        reads.set()
        assert goes_on.wait(WAIT_S)
        return read_round(data, number, encoding)

    monkeypatch.setattr(imports, "read_round", read_slowly)
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    rows = b"table,black,white\n1,Ann,Bo\n"
    with ThreadPoolExecutor() as pool:
        imported = pool.submit(desk.ask, "/round/import?round=2", cookie, rows, X_Token=token)
        assert reads.wait(WAIT_S)
        assert desk.ask("/now", cookie).status == 200
        goes_on.set()
        assert imported.result(WAIT_S).act["text"] == "round 2, tables: 1"


def test_results_are_entered_by_a_referee_and_confirmed_by_the_organizer(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**PHONE), desk, UserRole.REFEREE, "/results")
    row = page.locator("#table-3")
    row.get_by_label("Result of table 3").select_option("draw")
    row.get_by_role("button", name="Enter").click()
    expect(row).to_contain_text(f"a draw, entered by {REFEREE}")
    assert row.get_by_role("button", name="Confirm").count() == 0
    other = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/results")
    stale = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/results")
    stale.get_by_label("Result of table 3").focus()  # it is not read again now
    other.locator("#table-3").get_by_role("button", name="Confirm").click()
    expect(row).to_contain_text(f"a draw, confirmed by {ORGANIZER}")
    stale.get_by_label("Result of table 3").select_option("white")
    stale.locator("#table-3").get_by_role("button", name="Enter").click()
    expect(stale.locator("#answer")).to_contain_text(f"{ORGANIZER} has entered a result")
    expect(row).to_contain_text("a draw, confirmed")


@pytest.mark.parametrize("op", [Op.START_JOINT, Op.START_WITHOUT_RIGHT])
def test_a_table_starts_without_who_is_not_there(op: Op, desk: DeskServer) -> None:
    answer = desk.act("/round/start/1", ORGANIZER, UserRole.ORGANIZER, op=op.value)
    assert answer.act["text"] == "1 of 1 started"
    state = desk.hall.stations["clock-01"].state
    assert state is not None
    assert len(state.absent) == (2 if op is Op.START_JOINT else 1)


@pytest.mark.parametrize("black_sits", [LEFT, RIGHT])
def test_start_all_obeys_who_was_ticked_as_absent_even_after_a_newer_import(
    desk: DeskServer, black_sits: Seat
) -> None:
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    rows = "table,black,white\n" + "".join(f"{at},Ann {at},Bo {at}\n" for at in (1, 2, 3, 4))

    def take(text: str) -> None:
        to = f"/round/import?round=2&set=yes&black_sits={black_sits.value}"
        answer = desk.ask(to, cookie, text.encode(), X_Token=token)
        if "seen" in answer.act:
            to += f"&seen={answer.act['seen']}"
            answer = desk.ask(to, cookie, text.encode(), X_Token=token)
        assert "4 of 4 set" in answer.act["text"]

    take(rows)
    ticked = {"1": "black", "2": "white", "3": "black white", "4": "white"}
    for table, absent in ticked.items():
        to = f"/round/absent/{table}"
        assert desk.act(to, ORGANIZER, UserRole.ORGANIZER, absent=absent).status == 200
    take(rows.replace("Bo 4", "Eve"))  # another player, who is there
    assert Rounds(desk.site.desk.store.engine).rounds[RoundKey("", 2)].absent.keys() == {
        "1",
        "2",
        "3",
    }
    text = desk.ask("/round", cookie).text
    dialog = text[text.index('<dialog id="start"') :]
    left_out = re.findall("<li>([^<]+)</li>", dialog[: dialog.index("</dialog>")])
    assert left_out == ["1: Ann 1", "2: Bo 2", "3: Ann 3, Bo 3"]
    answer = desk.act("/round/start", ORGANIZER, UserRole.ORGANIZER, count="4")
    started = "4 of 4 started; without Ann 1 (1), Bo 2 (2), Ann 3, Bo 3 (3)"
    assert answer.act["text"] == started
    assert [str(each) for each in desk.site.log.acts(1)[0].changes] == [started]
    white_sits = black_sits.other
    expected = {"1": {black_sits}, "2": {white_sits}, "3": {LEFT, RIGHT}, "4": set()}
    for table, seats in expected.items():
        state = desk.hall.stations[f"clock-0{table}"].state
        assert state is not None
        assert set(state.absent) == seats


def test_an_absence_ticked_on_the_list_is_there_when_the_page_is_read_again(
    new_page: "NewPage", desk: DeskServer
) -> None:
    page = enter(new_page(**PHONE), desk, UserRole.ORGANIZER, "/round")
    other = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round")
    players = "Players present at table 2"
    white = desk.site.rounds.rounds[RoundKey("", 1)].pairings[1].white
    page.get_by_label(players).select_option(f"{white} is absent")
    expect(other.get_by_label(players)).to_have_value("white")
    page.locator("h1").click()
    page.reload()
    form = page.locator("form[action='/round/start/5']")
    assert form.evaluate("each => each.scrollWidth <= each.clientWidth")
    expect(page.get_by_label(players)).to_have_value("white")
    page.get_by_role("button", name="Start all…").click()
    page.get_by_role("dialog").get_by_role("button", name="Start ").click()
    expect(page.locator("#answer")).to_contain_text("started")
    state = desk.hall.stations["clock-02"].state
    assert state is not None
    assert state.absent == (RIGHT,)


def test_tables_of_a_zone_are_nearer_than_those_of_the_next(desk: DeskServer) -> None:
    places = desk.site.desk.attention.places  # 1 to 3 and 4 to 6 are a zone each
    assert dist(places["1"], places["3"]) < dist(places["3"], places["4"])


def test_a_confirmed_game_is_ended_as_soon_as_its_clock_may(
    desk: DeskServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(desk)
    clock = desk.site.desk.by_table("2")
    assert clock is not None
    wait_until(lambda: clock.state is not None and clock.state.phase is Phase.STOPPED)
    busy = "somebody is using the clock's buttons"
    monkeypatch.setattr("clock.desk.confirmed_games.AGAIN_S", 0.05)
    patch = pytest.MonkeyPatch()
    patch.setattr(desk.hall.stations["clock-02"], "_obeys", lambda *_: (False, busy))
    seen = {"round": "1", "table": "2", "revision": "0", "outcome": "draw", "game": "clock-02/1"}
    desk.act("/results/enter", REFEREE, UserRole.REFEREE, **seen)
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    (mark,) = re.findall(r'name="seen" value="(.*?)"', desk.ask("/results", cookie).text)
    fields = {"round": "1", "seen": mark}
    answer = desk.act("/results/confirm-all", ORGANIZER, UserRole.ORGANIZER, **fields)
    assert answer.act["text"] == "1 confirmed; clocks that have the game still open: 2"
    page = html.unescape(desk.ask("/results", cookie).text)
    assert f"Its clock still has the game open: {busy}" in page
    seen["revision"] = "2"
    again = desk.act("/results/confirm", ORGANIZER, UserRole.ORGANIZER, **seen)
    assert again.act["text"].endswith(busy)
    patch.undo()
    wait_until(lambda: clock.state is not None and clock.state.result is Result.DRAW)
    assert "still has the game open" not in desk.ask("/results", cookie).text
    desk.at_table(2, Undo)
    wait_until(lambda: clock.state is not None and clock.state.result is None)
    time.sleep(0.3)
    assert clock.state is not None
    assert clock.state.result is None  # who took it back at the clock has the last word
