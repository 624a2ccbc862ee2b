"""Pairs changed by hand, the current round, and the acts: what an organizer does in a round."""

import csv
import json
import re
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from clock.desk.people import UserRole
from clock.desk.rounds_store import Rounds
from clock.rounds.pairings import Pairing
from clock.rounds.results import Round, RoundKey
from clock.rules.seats import Colour
from tests.desk.desk_server import ORGANIZER, DeskServer, desk_pages_on
from tests.desk.pages import OVERFLOW, desk, enter
from tests.desk.test_imports import FIRST, SECOND, bring, do, tables
from tests.rounds.test_pairings import REPORT
from tests.simulator.clock_page import DESKTOP, PHONE, axe_findings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import NewPage

__all__ = ["desk"]

OF_SECOND = {"section": "", "round": "2"}


def acts(desk: DeskServer) -> list[dict[str, Any]]:
    """All acts as their file has them, the oldest first."""
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    rows = json.loads(desk.ask("/activity.json", cookie).text)
    table = csv.DictReader(StringIO(desk.ask("/activity.csv", cookie).text))
    assert [row["act"] for row in table] == [row["act"] for row in rows]
    return list(rows)


def test_a_pair_is_entered_changed_moved_turned_withdrawn_and_each_is_undone(
    desk: DeskServer,
) -> None:
    bring(desk, FIRST)
    stood = desk.site.rounds.rounds[SECOND]
    pair = {"table": "2", "black": "Cy", "white": "Di"}
    for to, fields, text in (
        ("", {"table": "9", "black": "Gil", "white": "Hal"}, "table 9: Gil – Hal added"),
        ("/2", {**pair, "white": "Gil"}, "table 2: Cy – Di removed"),
        ("/2", {**pair, "table": "3"}, "table 2: Eva – Fay, from table 3"),
        ("/2", {**pair, "do": "turn"}, "table 2: Di – Cy changed"),
        ("/2", {**pair, "do": "withdraw"}, "table 2: Cy – Di removed"),
    ):
        answer = do(desk, f"/round/pair{to}", **OF_SECOND, **fields)["text"]
        assert answer.splitlines()[0] == text
        assert desk.site.rounds.rounds[SECOND] != stood
        do(desk, "/round/undo")
        assert desk.site.rounds.rounds[SECOND] == stood
    assert do(desk, "/round/pair/2", **OF_SECOND, **pair)["text"] == "nothing has been changed"
    assert "table 8 does not play" in do(desk, "/round/pair/8", **OF_SECOND, **pair)["text"]


OF_COLUMN = "table,black,white,control\n1,Ann,Bo,1:30:00+30\n2,Cy,Di,1:30:00+30\n"


@pytest.mark.parametrize("file", [REPORT, OF_COLUMN])
def test_a_new_pair_has_the_time_control_of_the_others_and_an_import_again_changes_nothing(
    desk: DeskServer, file: str
) -> None:
    bring(desk, file, control="blitz-5-3")
    form = desk.site.rounds.rounds[SECOND].played_by.control
    assert "changes" not in bring(desk, file, control=form).act
    do(desk, "/round/pair", **OF_SECOND, table="6", black="Gil", white="Hal")
    do(desk, "/round/set")
    set_to = {
        each.table: each.setting.setup for each in desk.site.desk.clocks.values() if each.setting
    }
    assert set_to["6"] == set_to["1"]
    assert desk.site.rounds.rounds[SECOND].controls == (form,)


def test_the_clock_that_a_pair_has_left_no_longer_has_its_names(desk: DeskServer) -> None:
    bring(desk, "table,black,white\n1,Ann,Bo\n3,Cy,Di\n")
    do(desk, "/round/pair/3", **OF_SECOND, table="5", black="Cy", white="Di")
    do(desk, "/round/set")
    clocks = desk.site.desk.clocks.values()
    set_for = {each.table: each.setting.names.left for each in clocks if each.setting}
    assert (set_for["1"], set_for["3"], set_for["5"]) == ("Ann", "", "Cy")


def test_results_say_what_the_report_leaves_out_and_how_many_are_blank_in_it(
    desk: DeskServer,
) -> None:
    bring(desk, REPORT)
    cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
    assert "TRF leaves out" not in desk.ask("/results?round=2", cookie).text
    do(desk, "/round/pair", **OF_SECOND, table="6", black="Park,Yuki", white="Walk-in")
    names = {"6": {"black": "Park,Yuki", "white": "Walk-in"}}
    for table in ("1", "6"):
        result = {**OF_SECOND, "table": table, "revision": "0", "outcome": "white"}
        do(desk, "/results/enter", **result, **names.get(table, {}))
    page = desk.ask("/results?round=2", cookie).text
    assert "table 6: Park,Yuki – Walk-in" in page.split("The TRF leaves out")[1]
    assert "blank in the TRF: 1" in page
    for table in ("1", "6"):
        result = {**OF_SECOND, "table": table, "revision": "1", "outcome": "white"}
        do(desk, "/results/confirm", **result)
    page = desk.ask("/results?round=2", cookie).text
    assert "The TRF leaves out" in page
    assert "blank in the TRF" not in page
    do(desk, "/round/pair/1", **OF_SECOND, table="9", black="Novák,Jan", white="Kim,Min-jun")
    assert "table 9" not in desk.ask("/results?round=2", cookie).text.split("leaves out")[1][:200]


def test_of_several_time_controls_the_form_asks_with_the_usual_one_chosen(
    desk: DeskServer, new_page: "NewPage"
) -> None:
    bring(desk, f"{OF_COLUMN}3,Eva,Fay,5+3\n")
    page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/round")
    page.get_by_role("button", name="Change the pair at table 1").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    chosen = page.get_by_role("dialog").get_by_label("Time control")
    expect(chosen).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New pair…").click()
    expect(chosen).to_have_value("1:30:00+30")
    chosen.select_option("5+3")
    for name, value in (("Table", "6"), ("Black", "Gil"), ("White", "Hal")):
        page.get_by_role("dialog").get_by_label(name).fill(value)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_text("table 6: Gil – Hal added")).to_be_visible()
    assert desk.site.rounds.rounds[SECOND].pairing_at("6").control == "5+3"
    pair = {"table": "7", "black": "Ian", "white": "Jo", "control": "1+0"}
    assert do(desk, "/round/pair", **OF_SECOND, **pair)["text"] == (
        "expected one of the page's choices"
    )


@pytest.mark.parametrize(
    "fields", [{"do": "turn"}, {"do": "withdraw"}, {"table": "3"}, {"table": "2"}]
)
def test_a_pair_whose_game_has_begun_is_not_changed(
    desk: DeskServer, fields: dict[str, str]
) -> None:
    bring(desk, FIRST)
    do(desk, "/round/start/2", op="start")
    table = "1" if fields.get("table") == "2" else "2"
    names = {"1": ("Ann", "Bo"), "2": ("Cy", "Di")}[table]
    whole = {"table": table, "black": names[0], "white": names[1], **fields}
    answer = do(desk, f"/round/pair/{table}", **OF_SECOND, **whole)["text"]
    assert "has begun its game" in answer
    assert tables(desk) == {"1": "Ann", "2": "Cy", "3": "Eva"}


def test_who_is_absent_stays_so_wherever_the_pair_goes(desk: DeskServer) -> None:
    bring(desk, FIRST)
    do(desk, "/round/absent/3", absent="white")
    do(desk, "/round/pair/3", **OF_SECOND, table="1", black="Eva", white="Fay")
    absent = {"1": (Colour.WHITE,)}
    assert desk.site.rounds.rounds[SECOND].absent == absent
    do(desk, "/round/absent/2", absent="black")
    do(desk, "/round/undo")
    assert desk.site.rounds.rounds[SECOND].absent == {"2": (Colour.BLACK,), "3": (Colour.WHITE,)}


def test_what_somebody_else_has_changed_is_looked_at_first(desk: DeskServer) -> None:
    bring(desk, FIRST)
    pair = {"table": "3", "black": "Cy", "white": "Di", "do": "withdraw"}
    seen = {"seen_black": "Cy", "seen_white": "Di"}
    answer = do(desk, "/round/pair/3", **OF_SECOND, **pair, **seen)["text"]
    assert answer == "table 3 has other players now: check again"
    stale = {**OF_SECOND, "table": "1", "revision": "0", "outcome": "black", "black": "Cy"}
    answer = do(desk, "/results/enter", **stale)["text"]
    assert answer == "table 1 has other players now: check again"
    assert "changed again" in do(desk, "/round/undo", seen="yesterday")["text"]
    assert tables(desk) == {"1": "Ann", "2": "Cy", "3": "Eva"}
    assert desk.site.rounds.results(SECOND) == []


def test_an_earlier_round_is_played_until_a_new_one_comes_also_at_a_desk_started_again(
    desk: DeskServer,
) -> None:
    rounds = desk.site.rounds
    bring(desk, FIRST)
    assert do(desk, "/round/choose", round="1")["text"] == "round 1 is the current round"
    for held in (rounds, Rounds(desk.site.desk.store.engine)):
        assert [each.number for each in held.current_rounds] == [1]
    assert do(desk, "/round/choose", round="7")["text"] == "no such round"
    rounds.put(rounds.rounds[SECOND])
    assert [each.number for each in rounds.current_rounds] == [1]
    rounds.put(Round(3, (Pairing(3, "1", "Ann", "Di"),)))
    for held in (rounds, Rounds(desk.site.desk.store.engine)):
        assert [each.number for each in held.current_rounds] == [3]
    rounds.choose(RoundKey("", 1))
    rounds.delete(RoundKey("", 1), "Eva", "")
    assert [each.number for each in rounds.current_rounds] == [3]


def test_every_act_is_listed_with_what_was_there_before(desk: DeskServer) -> None:
    bring(desk, FIRST)
    do(desk, "/round/absent/1", absent="black")
    do(desk, "/round/pair/3", **OF_SECOND, table="4", black="Eva", white="Fay")
    do(desk, "/round/undo")
    clocks = {clock.table: clock.id for clock in desk.site.desk.clocks.values()}
    do(desk, "/clocks/move", clock=clocks["1"], table="2")
    result = {**OF_SECOND, "table": "1", "revision": "0", "outcome": "draw"}
    do(desk, "/results/enter", **result)
    do(desk, "/results/confirm", **{**result, "revision": "1"})
    do(desk, "/round/choose", round="1")
    do(desk, "/act/duty", on="yes")
    assert [(row["act"], row["changes"]) for row in acts(desk)] == [
        ("round 2: import, tables: 3", []),
        ("round 2: clocks set", ["3 of 3 set"]),
        ("table 1: both here → Black is absent", []),
        ("round 2: pairs by hand, tables: 3", ["table 4: Eva – Fay, from table 3"]),
        ("round 2: undone", ["table 3: Eva – Fay, from table 4"]),
        (f"{clocks['1']}: table 1 → 2", [f"{clocks['2']}: table 2 → 1"]),
        ("round 2, table 1: result entered", ["no result → a draw"]),
        ("round 2, table 1: result confirmed", ["a draw"]),
        ("round 1 is the current round", ["before: round 2"]),
        ("on duty", []),
    ]
    assert {row["who"] for row in acts(desk)} == {ORGANIZER}


@pytest.mark.parametrize(
    ("game", "names"),
    [("renju", ["Black", "White"]), ("chess", ["White", "Black"]), ("shogi", ["Sente", "Gote"])],
)
def test_the_side_that_begins_in_the_game_is_first_in_a_round(
    tmp_path: "Path", game: str, names: list[str]
) -> None:
    with desk_pages_on(tmp_path, game=game) as desk:
        bring(desk, FIRST)
        cookie, _ = desk.admit(ORGANIZER, UserRole.ORGANIZER)
        text = desk.ask("/round", cookie).text
    assert re.findall('<th scope="col">(\\w+)</th>', text)[1:3] == names
    cells = ["Cy", "Di"] if game != "chess" else ["Di", "Cy"]
    row = text[text.index('<a href="/tables/2">') :]
    assert re.findall('<td data-side="\\w+">(\\w+)</td>', row)[:2] == cells
    assert re.findall('<label>(\\w+) <input name="(?:black|white)"', text) == names


@pytest.mark.browser
@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_an_organizer_moves_a_pair_enters_a_walk_in_and_sees_both_among_the_acts(
    new_page: "NewPage", desk: DeskServer, device: dict[str, object]
) -> None:
    bring(desk, FIRST)
    page = enter(new_page(**device), desk, UserRole.ORGANIZER, "/round")
    page.get_by_role("button", name="Change the pair at table 3").press("Enter")
    dialog = page.get_by_role("dialog", name="Change the pair at table 3")
    expect(dialog.get_by_label("White")).to_have_value("Fay")
    dialog.get_by_label("Table").fill("7")
    assert not axe_findings(page)
    assert page.evaluate(OVERFLOW) <= 0
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("table 7: Eva – Fay, from table 3")
    page.get_by_role("button", name="New pair").press("Enter")
    dialog = page.get_by_role("dialog", name="A new pair")
    expect(dialog.get_by_role("button")).to_have_text(["Enter", "Not now"])
    for label, text in (("Table", "8"), ("Black", "Walk"), ("White", "In")):
        dialog.get_by_label(label).fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("tbody")).to_contain_text("Walk")
    page.get_by_label("Current round").select_option("1")
    expect(page.locator("h1")).to_have_text("Round 1")
    page.goto(page.url.replace("/round", "/activity"))
    newest = page.locator("ol.activity > li").first
    expect(newest).to_contain_text("round 1 is the current round")
    expect(page.locator("ol.activity")).to_contain_text("table 8: Walk – In added")
    assert not axe_findings(page)
    assert page.evaluate(OVERFLOW) <= 0
