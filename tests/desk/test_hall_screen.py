"""The hall's screen: who plays where before the clocks are on, the games, how they ended."""

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from clock.desk.people import UserRole
from clock.game.names import Names
from clock.rounds.byes import ByeKind, Forfeit
from clock.rounds.pairings import Bye, Pairing
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, RoundKey
from clock.rounds.setups import RoundSetup
from clock.rules.inputs import Finish, Result
from tests.desk.desk_server import ORGANIZER, DeskServer, desk_pages_on
from tests.desk.pages import OVERFLOW, desk, enter, play
from tests.simulator.clock_page import DESKTOP, PHONE, axe_findings

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.conftest import NewPage

__all__ = ["desk"]

pytestmark = pytest.mark.browser

CHESS = RoundSetup(game="chess", control="90m+30s")
A, YOUNG = "A open", "U12"
LONG = "Praggnanandhaa, Rameshbabu"
COLUMNS = "(box) => getComputedStyle(box).gridTemplateColumns.split(' ').length"
CUT = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).length"


def rounds() -> tuple[Round, ...]:
    """A round of two sections; table 9 has no clock, and one was decided without a game."""
    of_a = (Pairing(1, "1", "Kim", "Novák"), Pairing(1, "9", "Lee", "Park"))
    forfeit = Pairing(1, "3", "Abe", "Sato", forfeit=Forfeit.WHITE)
    byes = (Bye(1, "Eva", ByeKind.HALF),)
    return (
        Round(1, of_a, CHESS, section=A, byes=byes),
        Round(1, (forfeit,), CHESS, section=YOUNG),
    )


def named(page: "Page", table: str) -> Locator:
    """The names at a table."""
    return game(page, table).locator(".name")


def game(page: "Page", table: str) -> Locator:
    number = page.get_by_role("heading", name=table, exact=True)
    return page.locator(".game").filter(has=number)


def test_the_pairings_of_each_section_are_shown_before_the_clocks_are_on_and_results_after(
    new_page: "NewPage", desk: DeskServer
) -> None:
    desk.site.rounds.delete(RoundKey("", 1), "Eva", "")
    desk.site.rounds.put(*rounds())
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    titles = page.locator(".games > h2")
    expect(titles).to_have_text([f"{A} · Round 1", f"{YOUNG} · Round 1"])
    expect(named(page, "9")).to_have_text(["Lee", "Park"])
    expect(named(page, "1")).to_have_text(["Kim", "Novák"])
    expect(game(page, "9").locator(".stone.black + .name")).to_have_text("Lee")
    expect(game(page, "1").locator(".time")).to_have_text(["", ""])
    expect(game(page, "3").locator(".time")).to_have_text(["–", "+"])
    expect(page.locator(".bye .name")).to_have_text(["Eva", "half-point bye"])
    assert not axe_findings(page)
    desk.act("/round/set", ORGANIZER, UserRole.ORGANIZER, section=A)
    expect(game(page, "1").locator(".time")).to_have_text(["1:30:30", "1:30:30"])
    fields = {"section": A, "round": "1", "table": "9", "revision": "0", "outcome": "white"}
    desk.act("/results/enter", ORGANIZER, UserRole.ORGANIZER, **fields)
    expect(game(page, "9").locator(".time")).to_have_text(["0", "1"])
    expect(page.locator(".games > h2")).to_have_count(2)


def test_a_clock_that_still_has_the_game_before_does_not_hide_the_next_pairing(
    new_page: "NewPage", desk: DeskServer
) -> None:
    play(desk)
    desk.at_table(1, partial(Finish, result=Result.LEFT, ground="agreed"))
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    expect(game(page, "1").locator(".time")).to_have_text(["1", "0"])
    first = desk.site.rounds.rounds[RoundKey("", 1)].pairings[0]
    again = Pairing(2, "1", first.black, first.white)
    desk.site.rounds.put(Round(2, (again, Pairing(2, "6", "Lee", "Park")), CHESS))
    expect(game(page, "1").locator(".time")).to_have_text(["", ""])
    shown = page.locator("#games h2")
    expect(shown).to_have_text(["Round 2", "1", "6", "Other tables", "2", "3"])


def test_a_game_that_somebody_set_at_the_clock_is_shown_with_the_pairing_s_names(
    new_page: "NewPage", desk: DeskServer
) -> None:
    desk.site.rounds.put(Round(2, (Pairing(2, "2", "Lee", "Park"),), CHESS))
    desk.set_by_hand(2, names=Names())
    page = enter(new_page(**DESKTOP), desk, UserRole.SCREEN, "/screen")
    expect(named(page, "2")).to_have_text(["Lee", "Park"])
    expect(game(page, "2").locator(".time")).to_have_text(["", ""])
    desk.start(2)
    expect(game(page, "2").locator(".runs")).to_have_count(1)
    expect(named(page, "2")).to_have_text(["Lee", "Park"])


@pytest.mark.parametrize("look", [DESKTOP, PHONE, {"viewport": {"width": 1920, "height": 1080}}])
def test_no_name_is_cut_while_there_is_room(
    look: dict[str, object], new_page: "NewPage", desk: DeskServer
) -> None:
    desk.site.rounds.put(
        Round(2, tuple(Pairing(2, f"{n}", f"{LONG} {n}", f"W{n}") for n in range(1, 17)), CHESS)
    )
    page = enter(new_page(**look), desk, UserRole.SCREEN, "/screen")
    page.mouse.move(300, 500)
    expect(named(page, "1")).to_have_text([f"{LONG} 1", "W1"])
    assert page.locator(".game .name").evaluate_all(CUT) == 0
    assert page.evaluate(OVERFLOW) <= 0


def test_where_there_is_no_room_the_given_name_is_one_letter(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path, 1) as desk:
        pairings = tuple(Pairing(2, f"{n}", f"{LONG} {n}", f"W{n}") for n in range(1, 61))
        desk.site.rounds.put(Round(2, pairings, CHESS))
        look = {"viewport": {"width": 1920, "height": 1080}}
        page = enter(new_page(**look), desk, UserRole.SCREEN, "/screen")
        page.mouse.move(300, 500)
        expect(page.locator(".game")).to_have_count(60)
        expect(named(page, "1")).to_have_text(["Praggnanandhaa, R.", "W1"])
        assert page.locator(".game .name").evaluate_all(CUT) == 0


def test_a_hall_of_several_pages_fills_them_alike(new_page: "NewPage", tmp_path: "Path") -> None:
    with desk_pages_on(tmp_path, 1) as desk:
        pairings = tuple(Pairing(2, f"{n}", f"B{n}", f"W{n}") for n in range(1, 95))
        desk.site.rounds.put(Round(2, pairings, CHESS))
        page = new_page(**DESKTOP)
        page.clock.install()
        enter(page, desk, UserRole.SCREEN, "/screen")
        page.mouse.move(300, 500)
        shown = list[int]()
        while sum(shown) < len(pairings):
            page.clock.run_for(1_000)
            place = re.compile(f"^{len(shown) + 1} / [2-9]$")
            expect(page.locator("[data-slot=page]")).to_have_text(place)
            shown.append(page.locator(".game").count())
            page.clock.run_for(12_000)
    *full, last = shown
    columns = page.locator(".games").evaluate(COLUMNS)
    assert max(full) - last <= columns * len(full)


def test_on_a_phone_all_tables_are_one_list(new_page: "NewPage", desk: DeskServer) -> None:
    pairings = tuple(Pairing(2, f"{n}", f"B{n}", f"W{n}") for n in range(1, 61))
    desk.site.rounds.put(Round(2, pairings, CHESS))
    entry = ResultEntry(2, "60", 0, Outcome.DRAW, ResultStep.ENTERED, "Eva", "10:00")
    desk.site.rounds.enter(entry)
    page = enter(new_page(**PHONE), desk, UserRole.SCREEN, "/screen")
    expect(page.locator(".game")).to_have_count(60)
    expect(game(page, "60").locator(".time")).to_have_text(["½", "½"])
    assert page.evaluate(OVERFLOW) <= 0


def test_stones_keep_their_colours_where_colours_are_forced(
    new_page: "NewPage", desk: DeskServer
) -> None:
    look = {**DESKTOP, "forced_colors": "active"}
    page = enter(new_page(**look), desk, UserRole.SCREEN, "/screen")
    for colour, painted in ("black", "rgb(0, 0, 0)"), ("white", "rgb(255, 255, 255)"):
        expect(page.locator(f".stone.{colour}").first).to_have_css("background-color", painted)


def test_white_is_named_first_in_chess_and_no_running_mark_stands_beside_a_result(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    with desk_pages_on(tmp_path, game="chess") as desk:
        pairing = Pairing(2, "1", "Novák", "Kim")
        desk.site.rounds.put(Round(2, (pairing,), CHESS))
        page = enter(new_page(**DESKTOP), desk, UserRole.ORGANIZER, "/screen")
        for start in (False, True):
            if start:
                desk.act("/round/set", ORGANIZER, UserRole.ORGANIZER)
                desk.act("/round/start/1", ORGANIZER, UserRole.ORGANIZER, op="start")
                expect(game(page, "1").locator(".runs")).to_have_count(1)
            names = game(page, "1").locator(".name")
            expect(names).to_have_count(2)
            tops = "(all) => all.toSorted((one, other) => one.offsetTop - other.offsetTop)"
            named_in_order = f"(all) => ({tops})(all).map((each) => each.textContent)"
            assert names.evaluate_all(named_in_order) == ["Kim", "Novák"]
        fields = {"round": "2", "table": "1", "revision": "0", "outcome": "white"}
        desk.act("/results/enter", ORGANIZER, UserRole.ORGANIZER, **fields)
        expect(game(page, "1").locator(".won .time")).to_have_text("1")
        expect(game(page, "1").locator(".runs")).to_have_count(0)
        page.goto(f"{desk.url}/tables/1")
        expect(page.locator(".players")).to_have_text("Kim – Novák")


def test_one_long_name_is_shortened_rather_than_all_letters_made_small(
    new_page: "NewPage", tmp_path: "Path"
) -> None:
    look = {"viewport": {"width": 1920, "height": 1080}}
    with desk_pages_on(tmp_path, 1, game="chess") as desk:
        page = enter(new_page(**look), desk, UserRole.SCREEN, "/screen")
        sizes = []
        for number, first in ((2, "Novák, Jan"), (3, f"{LONG} Alexander Maximilian Junior")):
            names = (first, *(f"Novák, Jan {n}" for n in range(2, 33)))
            pairings = tuple(
                Pairing(number, f"{n + 1}", names[n], names[n + 16]) for n in range(16)
            )
            desk.site.rounds.put(Round(number, pairings, CHESS))
            page.reload()
            expect(page.locator(".game")).to_have_count(16)
            expect(named(page, "2").filter(has_text="Novák, Jan 2")).to_have_count(1)
            size = "(all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
            sizes.append(min(page.locator(".game .name").evaluate_all(size)))
        assert sizes[1] > 0.75 * sizes[0] > 36
        expect(named(page, "1").filter(has_text="Praggnanandhaa, R.")).to_have_count(1)
