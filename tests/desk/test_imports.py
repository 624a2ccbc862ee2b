"""An import into a round that stands: seen before it is taken, and undone as a whole."""

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Dialog, expect

from clock.desk.event import Section
from clock.desk.people import UserRole
from clock.desk.rounds_store import Rounds
from clock.desk_pages.result_rows import result_rows
from clock.notation.setup_table import SetupTable, setup_from_table
from clock.rounds.by_hand import with_pair
from clock.rounds.byes import BYES, ByeKind, Forfeit
from clock.rounds.pairings import Bye, Pairing
from clock.rounds.results import Outcome, ResultStep, Round, RoundKey
from clock.rules.units import MINUTE_NS
from tests.desk.desk_server import (
    ORGANIZER,
    Answer,
    DeskServer,
    desk_pages_on,
    wait_until,
)
from tests.desk.pages import OVERFLOW, desk, enter
from tests.simulator.clock_page import DESKTOP, PHONE, axe_findings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

__all__ = ["desk"]

HEAD = "table,black,white\n"
FIRST = f"{HEAD}1,Ann,Bo\n2,Cy,Di\n3,Eva,Fay\n"
SECOND = RoundKey("", 2)


def bring(desk: DeskServer, rows: str, seen: str = "", **options: str) -> Answer:
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    query = "&".join(f"{name}={quote(value)}" for name, value in options.items())
    to = f"/round/import?round=2&set=yes&seen={seen}&{query}"
    return desk.ask(to, cookie, rows.encode(), X_Token=token)


def do(desk: DeskServer, to: str, **fields: str) -> Any:
    return desk.act(to, ORGANIZER, UserRole.ORGANIZER, **fields).act


def tables(desk: DeskServer) -> dict[str, str]:
    """Black's players by their tables, in the second round."""
    return {each.table: each.black for each in desk.site.rounds.rounds[SECOND].pairings}


def test_what_an_import_changes_is_shown_before_it_is_taken(desk: DeskServer) -> None:
    assert bring(desk, FIRST).act["text"] == "round 2, tables: 3\n3 of 3 set"
    newer = f"{HEAD}1,Cy,Di\n2,Ann,Bo\n4,Gil,Hal\n"
    shown: Any = bring(desk, newer).act
    assert shown["changes"] == [
        "table 1: Cy – Di, from table 2",
        "table 2: Ann – Bo, from table 1",
        "table 3: Eva – Fay removed",
        "table 4: Gil – Hal added",
    ]
    assert tables(desk) == {"1": "Ann", "2": "Cy", "3": "Eva"}
    assert "changes" in bring(desk, FIRST.replace("Ann", "Zoe"), shown["seen"]).act
    assert bring(desk, newer, shown["seen"]).act["text"].startswith("round 2, tables: 3")
    assert tables(desk) == {"1": "Cy", "2": "Ann", "4": "Gil"}


def test_an_import_that_changes_a_bye_alone_is_shown_listed_and_undone(desk: DeskServer) -> None:
    bring(desk, FIRST)
    newer = f"{FIRST}4,Gil,bye\n"
    shown: Any = bring(desk, newer).act
    gil = "Gil, without an opponent, {}: nobody was left to play"
    assert shown["changes"] == [gil.format("added")]
    assert desk.site.rounds.rounds[SECOND].byes == ()
    bring(desk, newer, shown["seen"])
    assert desk.site.rounds.rounds[SECOND].byes == (Bye(2, "Gil", ByeKind.ALLOCATED),)
    do(desk, "/round/undo")
    assert desk.site.rounds.rounds[SECOND].byes == ()
    changed = [act.changes for act in desk.site.log.acts() if act.changes]
    assert [str(each[0]) for each in changed[:3:2]] == [gil.format("removed"), gil.format("added")]


def test_a_game_that_has_begun_is_left_at_its_table_and_named(desk: DeskServer) -> None:
    bring(desk, FIRST)
    do(desk, "/round/start/1", op="start")
    newer = f"{HEAD}1,Cy,Di\n2,Ann,Bo\n3,Eva,Fay\n"
    shown: Any = bring(desk, newer).act
    assert shown["changes"] == ["table 1 has begun its game and keeps Ann – Bo"]
    bring(desk, newer, shown["seen"])
    assert tables(desk) == {"1": "Ann", "2": "Cy", "3": "Eva"}
    gone = bring(desk, f"{HEAD}2,Cy,Di\n")
    assert gone.status == 409
    assert "table 1 has begun its game of Ann and Bo" in gone.act["text"]


@pytest.mark.parametrize("stood", [False, True])
def test_an_import_is_undone_as_a_whole_also_by_a_desk_that_was_started_again(
    desk: DeskServer, stood: bool
) -> None:
    rounds = desk.site.rounds
    if stood:
        bring(desk, FIRST)
    before = dict(rounds.rounds)
    newer = f"{HEAD}1,New,Players\n"
    bring(desk, newer, bring(desk, newer).act.get("seen", ""))
    do(desk, "/round/absent/1", absent="black")
    again = Rounds(desk.site.desk.store.engine)
    again.undo("")
    assert again.rounds == Rounds(desk.site.desk.store.engine).rounds == before
    assert do(desk, "/round/undo")["text"].startswith("Undone.")
    assert rounds.rounds == before
    assert do(desk, "/round/undo")["text"] == "there is no change to undo"


def test_an_import_is_not_undone_once_a_game_of_it_has_begun(desk: DeskServer) -> None:
    bring(desk, FIRST)
    do(desk, "/round/start/2", op="start")
    assert "table 2 has begun its game" in do(desk, "/round/undo")["text"]
    assert tables(desk) == {"1": "Ann", "2": "Cy", "3": "Eva"}
    newer = FIRST.replace("Eva", "Zoe")  # the game that has begun is none of its changes
    bring(desk, newer, bring(desk, newer).act["seen"])
    do(desk, "/round/undo")
    assert tables(desk)["3"] == "Eva"


def test_a_round_is_deleted_until_a_game_of_it_has_begun(desk: DeskServer) -> None:
    stood = dict(desk.site.rounds.rounds)
    bring(desk, FIRST)
    second = {"section": "", "round": "2"}
    assert do(desk, "/round/delete", **second)["text"] == "round 2 is deleted"
    assert desk.site.rounds.rounds == Rounds(desk.site.desk.store.engine).rounds == stood
    assert do(desk, "/round/delete", **second)["text"] == "no such round"
    assert do(desk, "/round/undo")["text"].startswith("Undone.")
    assert tables(desk) == {"1": "Ann", "2": "Cy", "3": "Eva"}
    assert do(desk, "/round/undo")["text"] == "there is no change to undo"
    do(desk, "/round/start/2", op="start")
    assert "table 2 has begun its game" in do(desk, "/round/delete", **second)["text"]
    assert tables(desk) == {"1": "Ann", "2": "Cy", "3": "Eva"}


def test_a_round_that_is_brought_back_is_played_again(desk: DeskServer) -> None:
    bring(desk, FIRST)
    rounds, first = desk.site.rounds, RoundKey("", 1)
    rounds.choose(first)
    rounds.delete(first, ORGANIZER, "")
    rounds.undo("")
    assert [each.key for each in rounds.current_rounds] == [first]


def test_a_control_of_the_form_is_that_of_the_pairs_without_one(desk: DeskServer) -> None:
    bring(desk, f"{HEAD.rstrip()},control\n1,Ann,Bo,90+30\n2,Cy,Di,\n", control="5+3")
    round_ = desk.site.rounds.rounds[SECOND]
    assert (round_.played_by.control, sorted(round_.controls)) == ("5+3", ["5+3", "90+30"])
    after = with_pair(round_, "6", ("Gil", "Hal"), control="90+30")
    usual = with_pair(after, "7", ("Ida", "Jo"))
    assert [usual.pairing_at(table).control for table in "67"] == ["90+30", "90+30"]
    assert with_pair(round_, "6", ("Gil", "Hal"), control="5+3").pairing_at("6").control == ""


def test_a_round_before_one_that_was_deleted_rests_once_its_results_are_confirmed(
    desk: DeskServer,
) -> None:
    first = {"section": "", "round": "1"}
    for revision, act in enumerate(("enter", "confirm")):
        for each in desk.site.rounds.rounds[RoundKey("", 1)].pairings:
            result = {"table": each.table, "revision": str(revision), "outcome": "draw"}
            do(desk, f"/results/{act}", **first, **result)
    bring(desk, f"{FIRST}30,Gil,Hal\n", control="5+3")
    assert "set differently" not in shown(desk)
    do(desk, "/round/delete", section="", round="2")
    assert [each.number for each in desk.site.rounds.current_rounds] == [1]
    page = shown(desk)
    assert "set differently" not in page
    assert "Start it" not in page
    assert "Start 0 of" in page
    assert not any(each.deviations for each in desk.site.desk.clocks.values())
    do(desk, "/round/undo")
    assert "Start 3 of 4" in shown(desk)


def test_a_clock_is_free_once_the_result_is_confirmed_unless_that_is_void(
    desk: DeskServer,
) -> None:
    bring(desk, FIRST)
    desk.set_by_hand(1, setup=SetupTable("5+3"))
    clock = desk.site.desk.clocks["clock-01"]
    wait_until(lambda: clock.deviations)
    for outcome, is_free in (("draw", True), ("void", False), ("black", True)):
        revision = len(desk.site.rounds.history(SECOND, "1"))
        for step, act in enumerate(("enter", "confirm")):
            seen = {"section": "", "round": "2", "table": "1", "revision": str(revision + step)}
            do(desk, f"/results/{act}", **seen, outcome=outcome)
        assert (not clock.deviations) is is_free
        assert ("/round/start/1" not in shown(desk)) is is_free
    assert "Start 2 of 3" in shown(desk)


def shown(desk: DeskServer) -> str:
    """The page of the round, as its organizer reads it."""
    return desk.ask("/round", desk.admit(ORGANIZER, UserRole.ORGANIZER)[0]).text


def test_byes_forfeits_and_handicaps_are_in_the_list_and_no_forfeit_is_started(
    desk: DeskServer,
) -> None:
    pairings = (
        Pairing(2, "1", "Ann", "Bo", handicap=4),
        Pairing(2, "2", "Cy", "Di", forfeit=Forfeit.WHITE),
    )
    kinds = enumerate(ByeKind)
    byes = tuple(Bye(2, f"Player {at}", kind) for at, kind in kinds)
    desk.site.rounds.put(Round(2, pairings, byes=byes))
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    assert do(desk, "/round/set")["text"] == "1 of 2 set: 1 decided without a game"
    text = desk.ask("/round", cookie).text
    assert "<td>4</td>" in text
    assert "decided without a game: Di won by forfeit" in text
    assert "/round/start/2" not in text
    for at, kind in enumerate(ByeKind):
        assert f"Player {at}: {BYES[kind]}" in text
    started = do(desk, "/round/start", count="1")["text"]
    assert started == "1 of 2 started: 1 decided without a game"


def test_a_forfeit_is_confirmed_at_once_and_its_import_can_be_undone_until_then(
    desk: DeskServer,
) -> None:
    stood = dict(desk.site.rounds.rounds)
    forfeited = Round(2, (Pairing(2, "2", "Cy", "Di", forfeit=Forfeit.WHITE),))
    desk.site.rounds.take([forfeited], "Eva", "10:00")
    do(desk, "/round/set")
    assert desk.site.rounds.results(SECOND) == []
    do(desk, "/round/undo")
    assert desk.site.rounds.rounds == stood
    desk.site.rounds.take([forfeited], "Eva", "10:00")
    seen = " ".join(row.mark for row in result_rows(desk.site, forfeited))
    answer = do(desk, "/results/confirm-all", section="", round="2", seen=seen)
    assert answer["text"] == "1 confirmed"
    (entry,) = desk.site.rounds.results(SECOND)
    assert (entry.outcome, entry.step) == (Outcome.WHITE_FORFEIT, ResultStep.CONFIRMED)


@pytest.mark.browser
@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_an_organizer_looks_at_the_changes_takes_them_and_undoes_them_by_keyboard(
    new_page: "NewPage", desk: DeskServer, device: dict[str, object]
) -> None:
    bring(desk, FIRST)
    page = enter(new_page(**device), desk, UserRole.ORGANIZER, "/round")
    page.locator("summary", has_text="Import pairings").click()
    page.get_by_label("Round", exact=True).fill("2")
    page.get_by_label("or paste it as text").fill(FIRST.replace("Eva", "Zoe"))
    page.get_by_role("button", name="Import only").press("Enter")
    dialog = page.get_by_role("dialog")
    changed = ["table 3: Eva – Fay removed", "table 3: Zoe – Fay added"]
    expect(dialog.get_by_role("listitem")).to_have_text(changed)
    assert not axe_findings(page)
    assert page.evaluate(OVERFLOW) <= 0
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert tables(desk)["3"] == "Eva"
    desk.act("/round/absent/1", ORGANIZER, UserRole.ORGANIZER, absent="black")
    expect(page.get_by_label("Players present at table 1")).to_have_value("black")
    expect(page.get_by_label("or paste it as text")).to_have_value(FIRST.replace("Eva", "Zoe"))
    page.get_by_role("button", name="Import only").press("Enter")
    dialog.get_by_role("button", name="Take it").press("Enter")
    expect(page.locator("#answer")).to_have_text("round 2, tables: 3")
    expect(page.locator("tbody")).to_contain_text("Zoe")
    assert not axe_findings(page)
    asked = list[str]()

    def accept(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.on("dialog", accept)
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator("tbody")).to_contain_text("Eva")
    assert asked == ["Undo the last change of round 2?"]
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.get_by_role("button", name="Delete round 2").press("Enter")
    expect(page.locator("h1")).to_have_text("Round 1")
    expect(page.get_by_label("or paste it as text")).to_have_value("")


def test_a_next_round_is_asked_about_while_the_one_before_has_no_results(
    desk: DeskServer,
) -> None:
    result = {"round": "1", "table": "1", "revision": "0", "outcome": "draw"}
    do(desk, "/results/enter", **result)
    shown: Any = bring(desk, FIRST).act
    assert shown["changes"] == ["round 1 has tables without a result: 2, 3, 4, 5, 6"]
    assert SECOND not in desk.site.rounds.rounds
    assert bring(desk, FIRST, shown["seen"]).act["text"].startswith("round 2, tables: 3")


def test_the_next_import_is_offered_the_time_control_of_the_round_before(
    desk: DeskServer,
) -> None:
    bring(desk, "table,black,white,control\n1,Ann,Bo,90+30\n2,Cy,Di,90+30\n", control="5+3")
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    assert 'list="presets" value="90+30"' in desk.ask("/round", cookie).text


def test_a_first_import_is_offered_what_its_game_usually_has_and_never_one_of_another(
    tmp_path: "Path",
) -> None:
    sections = {"Open": Section((1, 3), "chess"), "U12": Section((4, 6))}
    with desk_pages_on(tmp_path, sections=sections) as desk:
        cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
        for section, control in (("Open", "blitz-5-3"), ("U12", "")):
            page = desk.ask(f"/round?section={section}", cookie).text
            assert f'list="presets" value="{control}"' in page
        refused = bring(desk, "table,black,white\n4,Ann,Bo\n", control="")
        assert refused.act["text"].startswith("time control: expected one")
        assert bring(desk, "table,black,white,control\n4,Ann,Bo,5+3\n", control="").status == 200


@pytest.mark.browser
def test_openings_are_offered_where_the_game_has_them_and_the_import_is_reached_from_the_top(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    sections = {"Open": Section((1, 3)), "U12": Section((4, 6), "gomoku")}
    with desk_pages_on(tmp_path, game="chess", sections=sections) as desk:
        page = enter(new_page(**PHONE), desk, UserRole.ORGANIZER, "/round?section=U12")
        expect(page.get_by_label("Opening")).to_be_attached()
        page.goto(f"{desk.url}/round?section=Open")
        expect(page.get_by_label("Opening")).to_have_count(0)
        page.goto(f"{desk.url}/round?section=")
        page.get_by_role("link", name="Import pairings").click()
        expect(page.get_by_label("or paste it")).to_be_visible()
        expect(page.get_by_label("Time control")).to_be_in_viewport()


def test_a_round_is_imported_with_its_default_time(desk: DeskServer) -> None:
    cookie, token = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    rows = b"table,black,white\n2,Ann,Bo\n"

    def bring(default_time: str) -> str:
        to = f"/round/import?round=2&set=yes&game=chess&control=5%2B3&default_time={default_time}"
        seen = desk.ask(to, cookie, rows, X_Token=token).act
        to = f"{to}&seen={seen.get('seen', '')}"
        return desk.ask(to, cookie, rows, X_Token=token).act["text"]

    clock = desk.site.desk.by_table("2")
    assert clock is not None
    for text, default_ns in (("30", 30 * MINUTE_NS), ("0", None)):
        assert "1 of 1 set" in bring(text)
        assert clock.expected is not None
        regulations = setup_from_table(clock.expected.setup).regulations
        assert regulations.default_time_ns == default_ns
        assert not clock.deviations
    for text in ("-1", "601", "an hour"):
        assert "expected minutes, at most 600" in bring(quote(text))
