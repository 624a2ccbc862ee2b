"""Sections of an event: rounds of their own, on pages, in files, and from an older database."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect
from sqlalchemy import Connection, Engine, text

from clock.desk import section_tables
from clock.desk.database import METADATA, RESULTS, open_database
from clock.desk.event import Event, Section
from clock.desk.hall_rows import hall_rounds
from clock.desk.people import UserRole
from clock.desk.rounds_store import Rounds
from clock.rounds.byes import ByeKind
from clock.rounds.pairings import Bye, Pairing
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, RoundKey
from clock.rounds.sections import SectionOf
from clock.rules.seats import Colour
from tests.desk.desk_server import ORGANIZER, Answer, DeskServer, desk_pages_on
from tests.desk.pages import OVERFLOW, enter
from tests.rounds.test_pairings import REPORT
from tests.simulator.clock_page import DESKTOP, PHONE, axe_findings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

SECTIONS = {"A open": Section((1, 2), "chess"), "U12": Section((3, 6), "gomoku")}
EVENT = Event("cup", "Cup", "", sections=SECTIONS)
A, YOUNG = SECTIONS
ORDERS = (
    "DROP TABLE rounds",
    "DROP TABLE results",
    "CREATE TABLE rounds (round INTEGER NOT NULL PRIMARY KEY, content {bytes} NOT NULL)",
    "CREATE TABLE results (round INTEGER NOT NULL, board VARCHAR(8) NOT NULL, revision INTEGER"
    " NOT NULL, outcome VARCHAR(16) NOT NULL, step VARCHAR(16) NOT NULL, author VARCHAR(60) NOT"
    " NULL, wall VARCHAR(40) NOT NULL, game VARCHAR(60) NOT NULL,"
    " PRIMARY KEY (round, board, revision))",
)
"""They make of a database what the desk made before it knew sections."""
PAIRINGS = tuple(Pairing(1, table, f"B{table}", f"W{table}") for table in "1378")
BYES = (Bye(1, "Eva", ByeKind.HALF),)
OLDER = Round(1, PAIRINGS, byes=BYES, absent={"3": (Colour.BLACK,), "7": (Colour.WHITE,)})
ENTRIES = [
    ResultEntry(1, "3", 1, Outcome.DRAW, ResultStep.ENTERED, "Eva", "10:00", "clock-3/1"),
    ResultEntry(1, "3", 2, Outcome.BLACK, ResultStep.CONFIRMED, "Jan", "10:01", "clock-3/1"),
    ResultEntry(1, "7", 1, Outcome.WHITE, ResultStep.ENTERED, "Eva", "10:02"),
]


@pytest.fixture
def older(database: str) -> Iterator[Engine]:
    """A database from before there were sections, with a round that is half played."""
    engine = open_database(database)
    kind = "BLOB" if engine.dialect.name == "sqlite" else "BYTEA"
    content = msgspec.to_builtins(OLDER)
    del content["section"], content["report_tables"]
    round_ = {"round": 1, "content": msgspec.json.encode(content)}
    columns = [column.name for column in RESULTS.columns if column.name != "section"]
    values = ", ".join(f":{name}" for name in columns)
    with engine.begin() as connection:
        for order in ORDERS:
            connection.execute(text(order.format(bytes=kind)))
        connection.execute(text("INSERT INTO rounds VALUES (:round, :content)"), round_)
        rows = [dict(zip(columns, entry, strict=False)) for entry in ENTRIES]
        connection.execute(text(f"INSERT INTO results VALUES ({values})"), rows)
    METADATA.create_all(engine)
    yield engine
    engine.dispose()


def test_an_older_database_opens_with_its_rounds_in_the_sections_of_their_tables(
    older: Engine,
) -> None:
    Rounds(older, EVENT.section_at)
    rounds = Rounds(older, EVENT.section_at)
    tables = {
        key.section: "".join(each.table for each in round_.pairings)
        for key, round_ in rounds.rounds.items()
    }
    assert tables == {"": "78", A: "1", YOUNG: "3"}
    assert rounds.rounds[RoundKey(YOUNG, 1)].absent == {"3": (Colour.BLACK,)}
    assert rounds.rounds[RoundKey("", 1)].absent == {"7": (Colour.WHITE,)}
    assert [bye for each in rounds.rounds.values() for bye in each.byes] == [*BYES]
    found = [rounds.history(RoundKey(YOUNG, 1), "3"), rounds.history(RoundKey("", 1), "7")]
    assert [each._replace(section="") for history in found for each in history] == ENTRIES


def test_an_older_database_of_an_event_without_sections_has_the_same_round(older: Engine) -> None:
    assert Rounds(older).rounds == {RoundKey("", 1): OLDER}


def test_an_older_database_is_as_it_was_if_its_desk_dies_while_it_is_moved(
    older: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    move = section_tables._rewrite

    def die(connection: Connection, section_of: SectionOf) -> None:
        move(connection, section_of)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(section_tables, "_rewrite", die)
        with pytest.raises(KeyboardInterrupt):
            Rounds(older)
    assert Rounds(older).rounds == {RoundKey("", 1): OLDER}


def test_a_round_of_one_section_leaves_that_of_another_and_their_results(database: str) -> None:
    engine = open_database(database)
    rounds = Rounds(engine)
    rounds.put(Round(1, PAIRINGS[:1], section=A), Round(1, PAIRINGS[1:2], section=YOUNG))
    for section, table in ((A, "1"), (YOUNG, "3")):
        seen = (1, table, 0, Outcome.DRAW, ResultStep.ENTERED, "Eva", "10:00", "", section)
        rounds.enter(ResultEntry(*seen))
    rounds.put(Round(2, (Pairing(2, "1", "New", "Players"),), section=A))
    for held in (rounds, Rounds(engine)):
        assert [(each.section, each.number) for each in held.current_rounds] == [(A, 2), (YOUNG, 1)]
        assert [each.table for each in held.results(RoundKey(YOUNG, 1))] == ["3"]
        assert [each.table for each in held.results(RoundKey(A, 1))] == ["1"]
        found = held.current_at("1")
        assert found is not None
        assert found.number == 2
    engine.dispose()


# ---- On pages


@pytest.fixture
def desk(tmp_path: "Path") -> Iterator[DeskServer]:
    """A hall of two sections, in which nobody has imported anything."""
    with desk_pages_on(tmp_path, sections=SECTIONS) as a_desk:
        a_desk.site.rounds.rounds.clear()
        yield a_desk


def bring(desk: DeskServer, query: str, rows: str) -> Answer:
    """Import pairings, and set the clocks."""
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    to = f"/round/import?set=yes&{query}"
    return desk.ask(to, cookie, rows.encode(), X_Token=token)


def named(desk: DeskServer, table: str) -> tuple[str, str]:
    """The round and the left player at a table's clock."""
    clock = desk.site.desk.by_table(table)
    assert clock is not None
    return clock.names.round, clock.names.left


def test_two_sections_in_different_rounds_are_set_and_started_each_by_itself(
    desk: DeskServer,
) -> None:
    head = "table,black,white\n"
    first = bring(desk, "round=1", f"{head}1,A,B\n2,C,D\n3,E,F\n4,G,H\n")
    assert first.act["text"] == "round 1, tables: 4\n4 of 4 set"
    second = bring(desk, "round=2&section=U12", f"{head}1,I,J\n2,K,L\n")
    assert second.act["text"] == "round 2, tables: 2\n2 of 2 set"
    assert [named(desk, table)[0] for table in "1234"] == ["1", "1", "2", "2"]
    done = desk.act("/round/start", ORGANIZER, UserRole.ORGANIZER, section=YOUNG, count="2")
    assert done.act["text"] == "2 of 2 started"
    again = desk.act("/round/set", ORGANIZER, UserRole.ORGANIZER, section=A)
    assert again.act["text"] == "2 of 2 set"
    single = desk.act("/round/start/1", ORGANIZER, UserRole.ORGANIZER, op="start")
    assert single.act["text"] == "1 of 1 started"


def test_a_walk_in_finds_a_table_in_a_section_that_is_full(desk: DeskServer) -> None:
    bring(
        desk, f"round=1&section={A.replace(' ', '%20')}", "table,black,white\n1,Ann,Bo\n2,Cy,Di\n"
    )
    pair = {"section": A, "round": "1", "black": "Walk", "white": "In"}
    for table, begins in (
        ("3", f"{A} has the tables 1 to 2, also such as 2A; got 3"),
        ("2A", "table 2A: In – Walk added"),
    ):
        answer = desk.act("/round/pair", ORGANIZER, UserRole.ORGANIZER, table=table, **pair)
        assert answer.act["text"].startswith(begins)


def test_results_of_a_section_are_its_own_and_are_exported_by_it(desk: DeskServer) -> None:
    head = "table,black,white\n"
    bring(desk, "round=1", f"{head}1,Ann,Bo\n3,Cy,Di\n")
    seen = {"round": "1", "revision": "0", "outcome": "draw"}
    wrong = desk.act("/results/enter", ORGANIZER, UserRole.ORGANIZER, table="3", section=A, **seen)
    assert not wrong.act["ok"]
    desk.act("/results/enter", ORGANIZER, UserRole.ORGANIZER, table="3", section=YOUNG, **seen)
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    files = [
        desk.ask(f"/results/1.csv?section={each}", cookie).text for each in ("A%20open", "U12")
    ]
    assert ["Ann" in each for each in files] == [True, False]
    assert ["draw" in each for each in files] == [False, True]
    assert "no such round" in desk.ask("/results/2.csv?section=U12", cookie).text


def test_a_report_is_of_the_section_that_is_chosen_and_counts_from_its_first_table(
    desk: DeskServer,
) -> None:
    assert bring(desk, "round=2&section=U12", REPORT).act["text"].startswith("round 2, tables: 2")
    assert [named(desk, table)[0] for table in "34"] == ["2", "2"]
    desk.site.rounds.rounds.clear()
    assert bring(desk, "round=2&section=nowhere", REPORT).status == 409
    assert bring(desk, "round=2&section=A open".replace(" ", "%20"), REPORT).status == 200


def test_each_section_undoes_its_own_last_change_also_at_a_desk_started_again(
    desk: DeskServer,
) -> None:
    rounds, engine = desk.site.rounds, desk.site.desk.store.engine

    def black(held: Rounds) -> dict[str, str]:
        own = (of for of in held.current_rounds if of.section)
        return {each.table: each.black for of in own for each in of.pairings}

    def undo(section: str) -> str:
        return desk.act("/round/undo", ORGANIZER, UserRole.ORGANIZER, section=section).act["text"]

    rows = "table,black,white\n1,Ann,Bo\n3,Cy,Di\n"
    bring(desk, "round=1", rows)  # both sections at once
    pair = {"section": A, "round": "1", "table": "2", "black": "Ann", "white": "Bo"}
    desk.act("/round/pair/1", ORGANIZER, UserRole.ORGANIZER, **pair)
    newer = rows.replace("1,Ann", "2,Ann").replace("Cy", "Zoe")
    seen = bring(desk, "round=1", newer).act["seen"]
    bring(desk, f"round=1&seen={seen}", newer)  # it changes the second section alone
    assert black(rounds) == {"2": "Ann", "3": "Zoe"}
    assert Rounds(engine).last_changes == rounds.last_changes
    assert undo(A).startswith("Undone.")
    assert black(rounds) == black(Rounds(engine)) == {"1": "Ann", "3": "Zoe"}
    assert undo(A) == "there is no change to undo"
    assert undo(YOUNG).startswith("Undone.")
    assert black(Rounds(engine)) == {"1": "Ann", "3": "Cy"}


def test_a_page_undoes_the_change_that_it_shows_and_no_other(desk: DeskServer) -> None:
    bring(desk, "round=1", "table,black,white\n1,Ann,Bo\n3,Cy,Di\n")
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    text = desk.ask("/round?section=U12", cookie).text
    form = text[text.index('action="/round/undo"') :]
    shown = dict(re.findall(r'name="(\w+)" value="([^"]+)"', form[: form.index("</form>")]))
    pair = {"section": YOUNG, "round": "1", "table": "4", "black": "Eva", "white": "Fay"}
    desk.act("/round/pair", ORGANIZER, UserRole.ORGANIZER, **pair)  # in the same second
    refused = desk.act("/round/undo", ORGANIZER, UserRole.ORGANIZER, **shown)
    assert "changed again" in refused.act["text"]
    assert len(desk.site.rounds.rounds[RoundKey(YOUNG, 1)].pairings) == 2


@pytest.mark.browser
@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_an_organizer_goes_from_section_to_section(
    new_page: "NewPage", desk: DeskServer, device: dict[str, object]
) -> None:
    head = "table,black,white\n"
    bring(desk, "round=1", f"{head}1,Ann,Bo\n3,Cy,Di\n")
    page = enter(new_page(**device), desk, UserRole.ORGANIZER, "/round")
    expect(page.locator("tbody")).to_contain_text("Ann")
    page.get_by_role("link", name=YOUNG).click()
    expect(page.locator("tbody")).to_contain_text("Cy")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("summary", has_text="Import pairings").click()
    form = page.locator("form[data-file]")
    expect(form.get_by_label("Section")).to_have_value(YOUNG)
    form.get_by_label("or paste it as text").fill(f"{head}1,Eva,Fay\n")
    page.get_by_role("button", name="Import and set all clocks").click()
    expect(page.locator("#answer")).to_have_text("round 2, tables: 1\n1 of 1 set")
    page.locator("h1").click()  # the page reads itself again once nobody types in it
    expect(page.locator("tbody")).to_contain_text("Eva")
    expect(page.locator("h1")).to_have_text("Round 2")
    assert not axe_findings(page)
    assert page.evaluate(OVERFLOW) <= 0
    page.goto(f"{desk.url}/results?section=U12")
    page.get_by_role("link", name="Round 1").click()
    expect(page.locator("main")).to_contain_text("Cy – Di")
    page.get_by_role("link", name=A).click()
    expect(page.locator("main")).to_contain_text("Ann")
    assert not axe_findings(page)


def test_the_menu_keeps_the_section_and_sections_are_in_the_order_of_the_event(
    tmp_path: "Path",
) -> None:
    sections = {"Open": SECTIONS[A], "Go": SECTIONS[YOUNG]}
    with desk_pages_on(tmp_path, sections=sections, game="chess") as desk:
        bring(desk, "round=1&section=Go", "table,black,white\n3,Ann,Bo\n")
        bring(desk, "round=1&section=Open&control=5%2B3", "table,black,white\n1,Cy,Di\n")
        cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
        page = desk.ask("/results?section=Go", cookie).text
        assert 'href="/round?section=Go"' in page
        assert page.index("?section=Open") < page.rindex('"?section=Go"')
        shown = [each.title for each in hall_rounds(desk.site) if "·" in each.title]
        assert shown == ["Open · Round 1", "Go · Round 1"]
        assert "chess, Go: gomoku" in desk.ask("/round?section=Go", cookie).text
