"""The menu at the table: setting the clock, buttons that are held, plungers, the key, the code."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from clock.game.facts import Ended
from clock.menu import MenuContext
from clock.menu.access import Opens, Organizer
from clock.presets import controls, find_presets
from clock.presets.offers import offers_of
from clock.presets.openings import OPENINGS
from clock.rules.inputs import Adjust, Finish, Press, Result, Resume, SetControl, Start, Stop
from clock.rules.refusal import SetupError
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.buttons import REPEAT_AFTER_NS, REPEAT_EVERY_NS
from clock.station.games import GAMES_MAX, Games
from clock.station.loop import Station
from hal.fake import fake_body
from hal.ports import Line, ScreenName
from hal.wiring import DEFAULT, KEY_PIN
from tests.station.conftest import Lay
from tests.station.tables import MS, FakeRig, MockRig, Table, setup


@pytest.fixture
def shop(rig: FakeRig) -> Table:
    """A table whose clock has the presets, and the set-up menu open."""
    table = Table(rig, setup(opening="rif"), offers_of(find_presets()))
    table.do("- ok")
    return table


def test_a_list_goes_fast_while_a_button_is_held_the_last_one_that_went_down(shop: Table) -> None:
    for line, pressed, wait_ns, row in (
        (Line.PLUS, True, 20 * MS, 2),
        (Line.PLUS, True, REPEAT_AFTER_NS - 30 * MS, 2),
        (Line.PLUS, True, 20 * MS, 3),
        (Line.PLUS, True, REPEAT_EVERY_NS, 4),
        (Line.MINUS, True, 20 * MS, 3),
        (Line.MINUS, True, REPEAT_AFTER_NS, 2),
        (Line.PLUS, False, REPEAT_EVERY_NS, 1),
        (Line.MINUS, False, 2 * SECOND_NS, 1),
    ):
        shop.down(line) if pressed else shop.up(line)
        shop.wait(wait_ns)
        assert f", {row} of 16" in shop.sentence()


def test_no_choice_of_a_game_repeats(lay: Lay) -> None:
    table = lay()
    table.tap(Line.PLUS, 3 * SECOND_NS)
    assert "both late" in table.sentence()
    table.do("1 ok")
    assert table.state.phase is Phase.JOINT


def test_a_button_that_was_held_before_a_page_opened_does_not_move_it(rig: FakeRig) -> None:
    table = Table(rig, setup(opening="rif"), offers_of(find_presets()))
    table.do("+ -")
    table.down(Line.MINUS)
    table.wait(40 * MS)
    table.tap(Line.OK)
    first = table.sentence()
    table.wait(3 * SECOND_NS)
    assert table.sentence() == first


def test_a_setting_is_a_new_game_and_a_plunger_that_was_down_already_no_press_of_it(
    shop: Table,
) -> None:
    shop.do("take:Renju_90_min_+_30_s take:Use_these_settings +")
    shop.down(Line.RIGHT_PLUNGER)
    shop.wait(100 * MS)
    shop.do("+")
    assert "Left, Black, at rest. 1 hour 30 minutes left" in shop.sentence()
    chosen = shop.state.setup
    assert (chosen.left, chosen.right) == controls("90m+30s")
    assert chosen.opening == OPENINGS["soosyrv-8"]
    shop.up(Line.RIGHT_PLUNGER)
    shop.wait(SECOND_NS)
    assert shop.state.running is None
    shop.do("R")
    assert shop.state.running is LEFT


# The organizer's key: a line of the body, by its level, whatever its contact does

WITH_KEY = replace(DEFAULT, lines={**DEFAULT.lines, Line.KEY: KEY_PIN})
MENU = "Organizer. Resume, 1 of "
CORRECT = "take:Left_(Black)_time ok take:Wrong_setting"
"""A correction, up to its question."""


class Locked(Table):
    """A table whose clock has a key, stopped in a game."""

    def __init__(self, rig: FakeRig | MockRig, opens: Opens = Opens.KEY) -> None:
        super().__init__(rig, setup("1h"), organizer=Organizer(opens))
        self.do("ok stop")

    def turn(self, turned: bool = True, wait_ns: int = 50 * MS) -> None:
        self.down(Line.KEY) if turned else self.up(Line.KEY)
        self.wait(wait_ns)


NewRig = Callable[..., FakeRig | MockRig]


@pytest.mark.rule("RIF 14.6")
@pytest.mark.parametrize("new_rig", [FakeRig, MockRig])
def test_only_with_the_key_the_game_goes_on_and_turned_back_it_leaves_all_as_it_was(
    new_rig: NewRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Locked(new_rig(monkeypatch, WITH_KEY))
    before = table.state.left.remaining_ns
    table.do("ok + hold +")
    assert table.state.phase is Phase.STOPPED
    table.turn()
    assert table.sentence().startswith(MENU)
    assert table.sentence() == table.sentence(ScreenName.RIGHT)
    table.do(CORRECT)
    assert "Plus: yes" in table.sentence()
    table.turn(False)
    assert "STOPPED" in table.sentence()
    table.do("+ ok +")
    assert table.inputs(Adjust, Resume) == []
    assert (table.state.phase, table.state.left.remaining_ns) == (Phase.STOPPED, before)
    table.turn()
    table.do(f"{CORRECT} +")
    assert [type(event) for event in table.inputs(Adjust, Resume)] == [Adjust]


def test_a_key_that_is_turned_at_power_on_is_and_where_a_hold_opens_it_does_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    rig.drive(Line.KEY, True)
    turned = Locked(rig)
    turned.do("ok +")
    assert turned.state.running is LEFT
    held = Locked(FakeRig(monkeypatch, WITH_KEY), Opens.HOLD)
    before = held.sentence()
    held.turn()
    assert held.sentence() == before
    with pytest.raises(SetupError, match="no key is wired"):
        Station(fake_body(DEFAULT), setup(), organizer=Organizer(Opens.KEY))


def test_a_contact_that_bounces_or_whose_edge_is_late_or_lost_counts_by_its_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    table = Locked(rig)
    for level in (True, False, True, False, True):
        table.turn(level, MS)
        assert not table.sentence().startswith(MENU)
    table.wait(50 * MS)
    assert table.sentence().startswith(MENU)
    rig.fakes.inputs.set_level(Line.KEY, False)
    for _ in range(4):
        table.look()
    assert "STOPPED" in table.sentence()
    table.deliver(Line.KEY, table.now_ns - 200 * MS)
    table.wait(SECOND_NS)
    assert table.sentence().startswith(MENU)


# The games that the menu has, without a journal


GAME = setup("60")


def play(games: Games, think_ns: int) -> None:
    """One press and a result, on the game that is on the table."""
    at_ns = games.all[-1].state.at_ns
    games.all[-1].add(Start(at_ns))
    games.all[-1].add(Press(at_ns + think_ns, LEFT))
    assert games.menu_context(MenuContext()).turns == ()  # nothing is counted while a clock runs
    games.all[-1].add(Finish(at_ns + think_ns, Result.LEFT))


def test_the_menu_has_the_turns_of_the_game_on_the_table_and_the_last_games() -> None:
    games = Games(None, GAME, 0)
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
    assert games.due_ns(games.all[-1].state) is None


def test_a_game_whose_setting_was_corrected_has_its_turns_by_both_settings() -> None:
    games = Games(None, GAME, 0)
    game = games.all[-1]
    right = setup("120+10")
    for event in (
        *(Start(0), Press(20 * SECOND_NS, LEFT), Stop(30 * SECOND_NS)),
        SetControl(30 * SECOND_NS, right.left, right.right, None, "wrong setting"),
        *(Resume(30 * SECOND_NS), Press(40 * SECOND_NS, RIGHT)),
        Finish(40 * SECOND_NS, Result.LEFT, "on the board", 3),
    ):
        game.add(event)
    context = games.menu_context(MenuContext())
    assert [turn.spent_ns for turn in context.turns] == [20 * SECOND_NS, 20 * SECOND_NS]
    assert context.evening == (Ended(Result.LEFT, 3, 40 * SECOND_NS, 50 * SECOND_NS),)
    games.begin(game.state.setup.following(Result.LEFT), 50 * SECOND_NS)
    assert games.all[-1].state.left.remaining_ns == 120 * SECOND_NS
