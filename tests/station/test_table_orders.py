"""What a page of the clock asks of the station: a new setup, or the next game."""

import pytest
from msgspec.structs import replace

from clock.game.names import Names
from clock.menu.access import Opens, Organizer
from clock.menu.levels import MenuContext, NewGame, NewSetup
from clock.presets import find_presets, setup_of
from clock.rules.message import Message
from clock.rules.regulations import PROFILES
from clock.rules.seats import RIGHT
from clock.rules.state import Phase
from clock.station.orders import IN_PROGRESS, MOVED_ON, TableOrder
from hal.ports import Line
from tests.station.tables import WITH_KEY, FakeRig, Table

FOUND = find_presets()
BULLET = setup_of(FOUND.meant("1s", "chess"))
BLITZ = NewSetup(setup_of(FOUND.meant("5+3 vs 3+2", "chess")))
NEXT = NewGame(True)


def order(table: Table, act: NewGame | NewSetup) -> Message | None:
    answers: list[Message | None] = []
    table.station.ask(TableOrder(act, answers.append))
    table.look()
    (answer,) = answers
    return answer


def test_no_time_takes_the_place_of_a_game_and_the_next_game_only_that_of_one_that_stands(
    rig: FakeRig,
) -> None:
    table = Table(rig, BULLET)
    assert order(table, NEXT) == MOVED_ON
    table.do("- ok")  # the set-up menu: the page goes before the buttons of its own clock
    assert order(table, BLITZ) is None
    assert table.state.setup == BLITZ.setup
    for act, following in (("ok", MOVED_ON), ("stop", None)):
        table.do(act)
        assert [order(table, each) for each in (BLITZ, NEXT)] == [IN_PROGRESS, following]
    assert table.state.phase is Phase.READY


def test_a_games_names_are_those_of_the_game_before_until_others_are_asked_for(
    rig: FakeRig,
) -> None:
    table = Table(rig, BULLET, names=Names("Cup", left="Lee"))
    assert order(table, BLITZ) is None
    assert table.station.snapshot.names == Names("Cup", left="Lee")
    assert order(table, replace(BLITZ, names=Names("Cup", right="Kim"))) is None
    table.do("ok stop")
    table.new_game()
    assert [game.names for game in table.station.games[2:]] == [Names("Cup", right="Kim")] * 2


@pytest.mark.parametrize("rules", ["fide", "club"])
def test_after_a_fall_the_next_game_can_be_had_once_the_clocks_stand(
    rules: str, rig: FakeRig
) -> None:
    table = Table(rig, replace(BULLET, regulations=PROFILES[rules]))
    table.do("ok 3")
    if rules == "club":  # the other clock's time still counts
        assert (table.state.phase, order(table, NEXT)) == (Phase.RUNNING, MOVED_ON)
        table.do("stop")
    assert order(table, BLITZ) == IN_PROGRESS
    assert order(table, NEXT) is None
    assert (table.state.phase, table.state.setup.starter) == (Phase.READY, RIGHT)
    assert order(table, NEXT) == MOVED_ON  # asked twice, it is begun once


def test_a_page_begins_no_next_game_while_the_result_is_being_entered(rig: FakeRig) -> None:
    table = Table(rig, BULLET)
    table.do("ok stop +")
    assert not table.station.snapshot.may_follow
    assert order(table, NEXT) == MOVED_ON
    table.do("- ok")
    assert table.station.snapshot.may_follow
    assert order(table, NEXT) is None


@pytest.mark.parametrize("opens", [Opens.CODE, Opens.KEY])
def test_where_a_key_or_a_code_guards_the_organizers_menu_no_page_leaves_a_game_without_a_result(
    opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = FakeRig(monkeypatch, WITH_KEY)
    table = Table(rig, BULLET, context=MenuContext(organizer=Organizer(opens, (1, 2, 3, 4))))
    table.do("ok 3")
    assert not table.station.snapshot.may_follow
    assert order(table, NEXT) == MOVED_ON
    if opens is Opens.KEY:
        table.down(Line.KEY)
        table.settle()
        assert table.station.snapshot.may_follow
        assert order(table, NEXT) is None
