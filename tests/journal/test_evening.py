"""Game after game on one clock: the next with a hold, and the evening's games on its page."""

from datetime import UTC, datetime, timedelta

import pytest

from clock.journal import boot as machine
from clock.rules.inputs import Finish, Result
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, SECOND_NS
from hal.ports import Line, ScreenName
from tests.journal.evenings import BOOT, OTHER_BOOT, Evening, start_and_press
from tests.station.tables import FakeRig, Table, setup

HOLD_NS = 3 * SECOND_NS


def finish(table: Table, result: Result) -> None:
    """Stop the game, and enter a result."""
    table.tap(Line.STOP)
    table.station.timeline.add(Finish(table.station.timeline.state.at_ns, result))
    table.settle()


def next_game(table: Table) -> None:
    """Hold OK, answer Yes."""
    table.tap(Line.OK, held_ns=HOLD_NS)
    assert "Next game?" in table.says(ScreenName.LEFT)
    table.tap(Line.PLUS)
    table.tap(Line.OK)


def read(table: Table, line: Line) -> str:
    """What a page says that − or + opens after a game; it is left again."""
    table.tap(line)
    said = table.says(ScreenName.LEFT)
    table.tap(Line.OK)
    return said


def test_a_hold_a_plus_and_ok_begin_the_next_game_with_the_colours_turned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(FakeRig(monkeypatch), setup("5m"))
    start_and_press(table, 5 * SECOND_NS)
    finish(table, Result.LEFT)
    next_game(table)
    assert table.state.phase is Phase.READY
    assert table.state.setup.starter is RIGHT
    table.tap(Line.OK)
    assert table.state.running is RIGHT


def test_after_a_game_minus_tells_what_each_move_took_and_plus_the_games_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(FakeRig(monkeypatch), setup("5m"))
    start_and_press(table, 5 * SECOND_NS, 70 * SECOND_NS)
    finish(table, Result.LEFT)
    assert "2 W    1:10    3:50, 2 of 2" in read(table, Line.MINUS)
    assert "2 of 2" in read(table, Line.PLUS)
    next_game(table)
    start_and_press(table, 5 * SECOND_NS)
    finish(table, Result.DRAW)
    assert "4 of 4" in read(table, Line.PLUS)
    games = table.station._games.evening
    assert [game.result for game in games] == [Result.LEFT, Result.DRAW]


def test_a_game_that_has_not_begun_is_none_of_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(FakeRig(monkeypatch), setup("5m"))
    assert table.station._games.evening == ()


@pytest.mark.parametrize("boot", [BOOT, OTHER_BOOT])
def test_the_evenings_games_are_there_after_a_restart_and_a_power_cut(
    evening: Evening, boot: str
) -> None:
    table = evening.switch_on(game=setup("5m"))
    for result in (Result.LEFT, Result.RIGHT):
        start_and_press(table, 5 * SECOND_NS)
        finish(table, result)
        next_game(table)
    start_and_press(table, 5 * SECOND_NS)
    finish(table, Result.DRAW)
    before = table.station._games.evening
    assert [game.result for game in before] == [Result.LEFT, Result.RIGHT, Result.DRAW]
    assert before[0].left_ns < before[0].right_ns
    at_ns = table.now_ns + SECOND_NS
    evening.cut()
    table = evening.switch_on(at_ns=at_ns, game=setup("5m"), boot=boot)
    assert table.station._games.evening == before


def test_the_games_of_another_day_are_not_of_this_evening(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, 5 * SECOND_NS)
    finish(table, Result.LEFT)
    assert table.state.setup.starter is LEFT
    evening.cut()
    tomorrow = (datetime.now().astimezone() + timedelta(days=1)).isoformat(timespec="seconds")
    monkeypatch.setattr(machine, "wall_time", lambda: tomorrow)
    table = evening.switch_on(boot=OTHER_BOOT, game=setup("5m"))
    assert table.station._games.evening == ()


TONIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
NOT_SET = datetime(1970, 1, 1, 0, 3, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("days", "now", "of_this_evening"),
    [
        ([TONIGHT, TONIGHT + HOUR], TONIGHT + 2 * HOUR, [1, 2]),
        ([TONIGHT - 24 * HOUR, TONIGHT], TONIGHT + HOUR, [2]),
        # A machine that knows the day only while it has a network, switched off between the games.
        ([TONIGHT, TONIGHT + HOUR], NOT_SET, [1, 2]),
        ([NOT_SET, NOT_SET], TONIGHT, [1, 2]),
        ([TONIGHT, NOT_SET, NOT_SET], TONIGHT + 2 * HOUR, [1, 2, 3]),
        # One that goes by the day on which it was switched off, or on which its card was written.
        ([TONIGHT, TONIGHT + HOUR], TONIGHT - 200 * 24 * HOUR, [1, 2]),
        ([TONIGHT, TONIGHT - 200 * 24 * HOUR], TONIGHT + HOUR, [1, 2]),
        ([TONIGHT - 24 * HOUR, NOT_SET], TONIGHT, [2]),
        ([TONIGHT - 24 * HOUR], TONIGHT, []),
    ],
)
def test_games_do_not_vanish_for_a_machine_that_did_not_know_the_day(
    days: list[datetime],
    now: datetime,
    of_this_evening: list[int],
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number, day in enumerate(days, start=1):
        monkeypatch.setattr(machine, "wall_time", day.isoformat)
        table = evening.switch_on(game=setup("5m"), boot=f"boot {number}")
        start_and_press(table, *[SECOND_NS] * number)
        finish(table, Result.DRAW)
        evening.cut()
    monkeypatch.setattr(machine, "wall_time", now.isoformat)
    found = evening.switch_on(boot=OTHER_BOOT).station._games.evening
    assert [game.moves for game in found] == of_this_evening


@pytest.mark.parametrize("hours_on", [11, 13])
def test_games_before_half_a_day_of_running_are_of_another_evening_whatever_the_day(
    hours_on: int, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "wall_time", NOT_SET.isoformat)
    table = evening.switch_on(game=setup("5m"))
    start_and_press(table, SECOND_NS)
    finish(table, Result.LEFT)
    next_game(table)
    table.wait(hours_on * HOUR_NS)
    start_and_press(table, SECOND_NS)
    finish(table, Result.RIGHT)
    evening.cut()
    found = evening.switch_on(boot=OTHER_BOOT).station._games.evening
    results = [Result.LEFT, Result.RIGHT] if hours_on < 12 else [Result.RIGHT]
    assert [game.result for game in found] == results
