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
from clock.rules.regulations import PROFILES
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.buttons import REPEAT_AFTER_NS, REPEAT_EVERY_NS
from clock.station.games import GAMES_MAX, Games
from clock.station.loop import Station
from hal.fake import FakeTime, fake_body
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


def test_a_setting_that_was_answered_is_a_new_game(shop: Table) -> None:
    shop.take("Renju 90 min + 30 s")
    assert "Set the clock so, 2 of" in shop.sentence()
    shop.do("take:Rules:_RIF take:RIF,_referees ok")
    assert "Set it so?" in shop.sentence()
    before = shop.station.timeline
    shop.do("+ ok")
    assert shop.station.timeline is not before
    assert shop.state.phase is Phase.READY
    chosen = shop.state.setup
    assert (chosen.left, chosen.right) == controls("90m+30s")
    assert (chosen.regulations, chosen.opening) == (PROFILES["rif-referees"], OPENINGS["soosyrv-8"])
    assert shop.sentence().startswith("Left, Black, at rest. 1 hour 30 minutes left")
    shop.do("ok 3")
    assert shop.state.running is LEFT


def test_a_list_goes_fast_while_a_button_is_held_the_last_one_that_went_down(shop: Table) -> None:
    shop.down(Line.PLUS)
    shop.wait(20 * MS)
    assert ", 2 of 16" in shop.sentence()
    shop.wait(REPEAT_AFTER_NS - 30 * MS)
    assert ", 2 of 16" in shop.sentence()
    shop.wait(20 * MS)
    assert ", 3 of 16" in shop.sentence()
    shop.wait(REPEAT_EVERY_NS)
    assert ", 4 of 16" in shop.sentence()
    shop.down(Line.MINUS)
    shop.wait(20 * MS)
    assert ", 3 of 16" in shop.sentence()
    shop.wait(REPEAT_AFTER_NS)
    assert ", 2 of 16" in shop.sentence()
    shop.up(Line.PLUS)
    shop.wait(REPEAT_EVERY_NS)
    assert ", 1 of 16" in shop.sentence()
    shop.up(Line.MINUS)
    shop.wait(2 * SECOND_NS)
    assert ", 1 of 16" in shop.sentence()


def test_no_choice_of_a_game_repeats(lay: Lay) -> None:
    table = lay()
    table.down(Line.PLUS)
    table.wait(3 * SECOND_NS)
    assert "OK start, both late" in table.sentence()
    table.up(Line.PLUS)
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


def test_a_plunger_that_was_down_when_the_clock_was_set_is_no_press_of_the_new_game(
    shop: Table,
) -> None:
    shop.do("take:Renju_90_min_+_30_s take:Set_the_clock_so +")
    shop.down(Line.RIGHT_PLUNGER)
    shop.wait(100 * MS)
    shop.do("ok")
    assert shop.sentence().startswith("Left, Black, at rest. 1 hour 30 minutes left")
    shop.up(Line.RIGHT_PLUNGER)
    shop.wait(SECOND_NS)
    assert shop.state.running is None
    shop.do("R")
    assert shop.state.running is LEFT


# The organizer's key: a line of the body, by its level, whatever its contact does

WITH_KEY = replace(DEFAULT, lines={**DEFAULT.lines, Line.KEY: KEY_PIN})
MENU = "Organizer. Go on, 1 of "
CORRECT = "+ + ok ok ok +"
"""A correction, up to its question."""


class Locked(Table):
    """A table whose clock has a key, stopped in a game."""

    def __init__(self, rig: FakeRig | MockRig, *, turned: bool = False) -> None:
        if turned:
            rig.drive(Line.KEY, True)
        super().__init__(rig, setup("1h"), organizer=Organizer(Opens.KEY))
        self.do("ok stop")

    def turn(self, turned: bool = True) -> None:
        self.down(Line.KEY) if turned else self.up(Line.KEY)
        self.wait(20 * MS)


LayLocked = Callable[..., Locked]


@pytest.fixture(params=[FakeRig, MockRig], ids=["fakes", "mocked pins"])
def locked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> LayLocked:
    return lambda turned=False: Locked(request.param(monkeypatch, WITH_KEY), turned=turned)


@pytest.mark.rule("RIF 14.6")
def test_only_with_the_key_the_game_goes_on_and_turned_back_it_leaves_all_as_it_was(
    locked: LayLocked,
) -> None:
    table = locked()
    before = table.state.left.remaining_ns
    table.do("ok ok hold ok")
    assert table.state.phase is Phase.STOPPED
    table.turn()
    assert table.sentence().startswith(MENU)
    assert table.sentence() == table.sentence(ScreenName.RIGHT)
    table.do(CORRECT)
    assert "Yes is selected" in table.sentence()
    table.turn(False)
    assert "Stopped" in table.sentence()
    table.do("ok ok ok")
    assert table.inputs(Adjust, Resume) == []
    assert (table.state.phase, table.state.left.remaining_ns) == (Phase.STOPPED, before)
    table.turn()
    table.do(f"{CORRECT} ok")
    assert [type(event) for event in table.inputs(Adjust, Resume)] == [Adjust]
    table.turn(False)
    turned = locked(turned=True)  # at power-on
    turned.do("ok ok")
    assert turned.state.running is LEFT
    turned.turn(False)
    assert turned.state.running is LEFT


@pytest.mark.parametrize("noticed", [True, False])
def test_a_contact_that_bounces_or_whose_edge_is_late_or_lost_counts_by_its_level(
    monkeypatch: pytest.MonkeyPatch, noticed: bool
) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    table = Locked(rig)
    for level in (True, False, True, False, True):
        table.down(Line.KEY) if level else table.up(Line.KEY)
        table.wait(MS)
        assert not table.sentence().startswith(MENU)
    table.wait(50 * MS)
    assert table.sentence().startswith(MENU)
    lose = rig.fakes.inputs.lose if noticed else rig.fakes.inputs.set_level
    lose(Line.KEY, False)
    for _ in range(4):
        table.look()
    assert "Stopped" in table.sentence()
    table.deliver(Line.KEY, table.now_ns - 200 * MS)
    table.wait(SECOND_NS)
    assert table.sentence().startswith(MENU)


def test_a_menu_that_no_key_can_open_is_refused() -> None:
    with pytest.raises(SetupError, match="no key is wired"):
        Station(fake_body(DEFAULT, FakeTime()), setup(), organizer=Organizer(Opens.KEY))


def test_a_key_on_a_clock_that_opens_by_the_hold_does_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(FakeRig(monkeypatch, WITH_KEY), setup())
    table.do("ok stop")
    before = table.sentence()
    table.down(Line.KEY)
    table.wait(50 * MS)
    assert table.sentence() == before


# The games that the menu has, without a journal


GAME = setup("60")


def play(games: Games, think_ns: int) -> None:
    """One press and a result, on the game that is on the table."""
    at_ns = games.all[-1].state.at_ns
    games.all[-1].add(Start(at_ns))
    games.all[-1].add(Press(at_ns + think_ns, LEFT))
    assert games.menu_context(MenuContext()).turns == ()  # nothing is counted while a clock runs
    games.all[-1].add(Finish(at_ns + think_ns, Result.LEFT))


def test_the_menu_has_the_turns_of_the_game_on_the_table_once_it_is_over_and_all_games() -> None:
    games = Games(None, GAME, 0)
    for think_ns in (20 * SECOND_NS, 30 * SECOND_NS):
        play(games, think_ns)
        (turn,) = games.menu_context(MenuContext()).turns
        assert turn.spent_ns == think_ns
        games.begin(GAME, games.all[-1].state.at_ns)
        games.begin(GAME, games.all[-1].state.at_ns)  # one that never began is none
    context = games.menu_context(MenuContext())
    assert context.turns == ()
    ended = [Ended(Result.LEFT, 1, left * SECOND_NS, 60 * SECOND_NS) for left in (40, 30)]
    assert list(context.evening) == ended
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


def test_of_more_games_than_are_remembered_the_first_are_forgotten() -> None:
    games = Games(None, GAME, 0)
    for played_s in range(1, GAMES_MAX + 3):
        play(games, played_s % 60 * SECOND_NS)
        games.begin(GAME, games.all[-1].state.at_ns)
    evening = games.menu_context(MenuContext()).evening
    assert len(evening) == GAMES_MAX
    assert evening[0].left_ns == (60 - 3) * SECOND_NS
