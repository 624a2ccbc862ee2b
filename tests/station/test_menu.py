"""The menu at the table: setting the clock, buttons that are held, plungers, the key, the code."""

import pytest

from clock.game.facts import Ended
from clock.menu.access import Opens, Organizer
from clock.menu.levels import MenuContext
from clock.notation.opening_files import OPENINGS
from clock.presets import controls, find_presets
from clock.rules.inputs import Adjust, Finish, Press, Result, Resume, Start
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.buttons import HOLD_SHOWN_NS, REPEAT_AFTER_NS, REPEAT_EVERY_NS, hold_hint
from clock.station.table_games import GAMES_MAX, TableGames
from clock.text.glyphs import fits
from clock.text.language import LANGUAGES, speaking
from clock.text.rows import one_text
from hal.ports import Line, ScreenName
from tests.station.tables import MS, WITH_KEY, FakeRig, Table, setup


@pytest.fixture
def shop(rig: FakeRig) -> Table:
    """A table whose clock has the presets, and the set-up menu open on those of renju."""
    table = Table(rig, setup(opening="rif"), MenuContext(find_presets().offers))
    table.do("- ok")
    return table


def test_a_list_goes_fast_while_a_button_is_held_the_last_one_that_went_down(shop: Table) -> None:
    for line, pressed, wait_ns, row in (
        (Line.PLUS, True, 20 * MS, 3),
        (Line.PLUS, True, REPEAT_AFTER_NS - 30 * MS, 3),
        (Line.PLUS, True, 20 * MS, 4),
        (Line.PLUS, True, REPEAT_EVERY_NS, 5),
        (Line.MINUS, True, 20 * MS, 4),
        (Line.MINUS, True, REPEAT_AFTER_NS, 3),
        (Line.PLUS, False, REPEAT_EVERY_NS, 2),
        (Line.MINUS, False, 2 * SECOND_NS, 2),
    ):
        shop.down(line) if pressed else shop.up(line)
        shop.wait(wait_ns)
        assert f", {row} of 15" in shop.sentence()


def test_both_plungers_end_a_game_and_plus_starts_the_next_while_the_desk_knows_of_it(
    rig: FakeRig,
) -> None:
    table = Table(rig, setup())
    table.do("ok stop")
    assert not table.station.snapshot.ending
    table.do("+ take:Left_(Black)_won L")
    assert (table.state.phase, table.station.snapshot.ending) == (Phase.STOPPED, True)
    table.do("R")
    assert (table.state.ended_by, table.station.snapshot.ending) == ("players", False)
    assert "Next game?" in table.sentence()
    table.do("+")
    assert (table.state.phase, len(table.station.games)) == (Phase.RUNNING, 2)


@pytest.mark.parametrize("finished", [False, True])
def test_a_hold_says_how_long_it_takes_once_it_is_no_tap_and_where_it_opens_the_menu(
    rig: FakeRig, finished: bool
) -> None:
    table = Table(rig, setup())
    table.do("ok")
    table.finish(Result.DRAW) if finished else table.do("stop")
    words = "Hold OK 2 s: menu."
    table.down(Line.OK)
    for wait_ns, hinted in ((HOLD_SHOWN_NS - 40 * MS, False), (50 * MS, True), (SECOND_NS, True)):
        table.wait(wait_ns)
        assert table.sentence().endswith(words) is hinted
    for code in LANGUAGES:
        with speaking(code):
            assert fits(one_text(hold_hint())), code
    table.wait(SECOND_NS)
    assert table.sentence().startswith("Organizer. ")
    assert words not in table.sentence()
    table.up(Line.OK)
    table.tap(Line.OK, SECOND_NS)
    assert words not in table.sentence()


@pytest.mark.parametrize("line", [Line.PLUS, Line.MINUS, Line.LEFT_PLUNGER])
def test_nothing_answers_the_question_under_a_hold(rig: FakeRig, line: Line) -> None:
    table = Table(rig, setup())
    table.do("ok stop")
    before = table.state
    table.down(Line.OK)
    table.wait(HOLD_SHOWN_NS)
    table.tap(line)
    assert table.state.phase is before.phase is Phase.STOPPED
    table.wait(2 * SECOND_NS)
    assert table.sentence().startswith("Organizer. ")


def test_no_choice_of_a_game_repeats(rig: FakeRig) -> None:
    table = Table(rig, setup())
    table.tap(Line.PLUS, 3 * SECOND_NS)
    table.do("1 ok")
    assert table.state.phase is Phase.JOINT


def test_the_button_that_opened_a_page_does_not_move_it_while_it_is_held(rig: FakeRig) -> None:
    table = Table(rig, setup(opening="rif"), MenuContext(find_presets().offers))
    table.down(Line.MINUS)
    table.wait(40 * MS)
    first = table.sentence()
    table.wait(3 * SECOND_NS)
    assert table.sentence() == first


def test_a_setting_is_a_new_game_and_a_plunger_that_was_down_already_no_press_of_it(
    shop: Table,
) -> None:
    shop.do("take:Renju_90_min_+_30_s +")
    shop.down(Line.RIGHT_PLUNGER)
    shop.wait(SECOND_NS)
    shop.do("+")
    assert "Left, Black, not running. 1 hour 30 minutes left" in shop.sentence()
    chosen = shop.state.setup
    assert (chosen.left, chosen.right) == controls("90m+30s")
    assert chosen.opening == OPENINGS["soosyrv-8"]
    shop.up(Line.RIGHT_PLUNGER)
    shop.wait(SECOND_NS)
    assert shop.state.running is None
    shop.do("R")
    assert shop.state.running is LEFT


# The organizer's key: a line of the body, by its level, whatever its contact does

MENU = "Organizer. Resume, 1 of "


def locked(rig: FakeRig, opens: Opens = Opens.KEY) -> Table:
    """A table whose clock has a key, stopped in a game."""
    table = Table(rig, setup("1h", "rif"), MenuContext(organizer=Organizer(opens)))
    table.do("ok stop")
    return table


def turn(table: Table, turned: bool, wait_ns: int = 50 * MS) -> None:
    table.down(Line.KEY) if turned else table.up(Line.KEY)
    table.wait(wait_ns)


def test_a_key_that_is_turned_at_power_on_is_and_where_a_hold_opens_it_does_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    rig.drive(Line.KEY, True)
    turned = locked(rig)
    turned.do("ok +")
    assert turned.state.running is LEFT
    held = locked(FakeRig(monkeypatch, WITH_KEY), Opens.HOLD)
    before = held.sentence()
    turn(held, True)
    assert held.sentence() == before


@pytest.mark.rule("RIF 14.6")
def test_a_key_opens_and_closes_the_menu_though_its_contact_bounces_or_its_edge_is_late_or_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    table = locked(rig)
    table.do("ok + hold +")
    assert table.state.phase is Phase.STOPPED
    for level in (True, False, True, False, True):
        turn(table, level, MS)
        assert not table.sentence().startswith(MENU)
    table.wait(50 * MS)
    for name in ScreenName:
        assert table.sentence(name).startswith(MENU)
    table.do("take:Left_(Black)_time ok take:Wrong_setting")
    assert table.sentence().startswith("Set Left's time?")
    rig.fakes.inputs.set_level(Line.KEY, False)
    for _ in range(4):
        table.look()
    assert "STOPPED" in table.sentence()
    table.do("+ ok +")
    assert table.inputs(Adjust, Resume) == []
    table.deliver(Line.KEY, table.now_ns - 200 * MS)
    table.wait(SECOND_NS)
    assert table.sentence().startswith(MENU)


# The games that the menu has, without a journal


GAME = setup("60")


def play(games: TableGames, think_ns: int) -> None:
    """One press and a result, on the game that is on the table."""
    at_ns = games.all[-1].state.at_ns
    games.all[-1].add(Start(at_ns))
    games.all[-1].add(Press(at_ns + think_ns, LEFT))
    assert games.menu_context(MenuContext()).turns == ()  # nothing is counted while a clock runs
    games.all[-1].add(Finish(at_ns + think_ns, Result.LEFT))


def test_the_menu_has_the_turns_of_the_game_on_the_table_and_the_last_games() -> None:
    games = TableGames(None, GAME, 0)
    for played_s in range(1, GAMES_MAX + 3):
        think_ns = played_s % 60 * SECOND_NS
        play(games, think_ns)
        (turn,) = games.menu_context(MenuContext()).turns
        assert turn.spent_ns == think_ns
        for _ in range(2):  # one that never began is none
            games.begin(GAME, games.all[-1].state.at_ns)
    context = games.menu_context(MenuContext())
    assert context.turns == ()
    assert len(context.evening) == GAMES_MAX  # the first are forgotten
    assert context.evening[0] == Ended(Result.LEFT, 1, (60 - 3) * SECOND_NS, 60 * SECOND_NS)
    assert games.due_ns is None


def test_a_game_that_is_reopened_has_its_later_turns_too() -> None:
    games = TableGames(None, GAME, 0)
    play(games, SECOND_NS)
    assert len(games.menu_context(MenuContext()).turns) == 1
    game, at_ns = games.all[-1], 2 * SECOND_NS
    for event in (Resume(SECOND_NS), Press(at_ns, RIGHT), Finish(at_ns, Result.LEFT)):
        game.add(event)
    assert len(games.menu_context(MenuContext()).turns) == 2
