"""How the games of an evening ended is there again after a restart and a power cut."""

import os
import re
from datetime import UTC, datetime, timedelta

import pytest

from clock import boot as machine
from clock.game.facts import Ended
from clock.journal.folder import game_files
from clock.rules.inputs import Result, SetColours
from clock.rules.seats import RIGHT
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS, SECOND_NS
from tests.journal.journal_tables import BOOT, OTHER_BOOT, JournalTable
from tests.journal.written import change_line
from tests.station.tables import Table, setup

GAME = setup("5m")
NEXT = "ok +"


def ended(table: Table) -> tuple[Ended, ...]:
    return table.station._games.evening


@pytest.mark.parametrize("boot", [BOOT, OTHER_BOOT])
def test_the_evenings_games_are_there_after_a_restart_and_a_power_cut(
    evening: JournalTable, boot: str
) -> None:
    table = evening.switch_on(game=GAME)
    assert ended(table) == ()
    table.do("ok 5 L 70 R")
    table.finish(Result.LEFT)
    for page, row in (("-", "2 W,? +1:10,? +3:50, 2 of 2"), ("+", "1 of 2")):
        table.do(page)
        assert re.search(row, table.sentence())
        table.do("ok")
    table.do("ok")
    assert "Next game?" in table.sentence()
    table.do("+")
    assert (table.state.phase, table.state.setup.starter) == (Phase.READY, RIGHT)
    table.do("ok")
    assert table.state.running is RIGHT
    table.do("5 R")
    table.finish(Result.RIGHT)
    table.do(f"{NEXT} ok 5 L")
    table.finish(Result.DRAW, last_move=2)  # laid, and not pressed
    table.do("+")
    assert "5 of 6" in table.sentence()
    before = ended(table)
    assert [game.result for game in before] == [Result.LEFT, Result.RIGHT, Result.DRAW]
    assert [game.moves for game in before] == [2, 1, 2]
    assert before[0].right_ns < before[0].left_ns
    at_ns = table.now_ns + SECOND_NS
    evening.cut()
    assert ended(evening.switch_on(at_ns=at_ns, game=GAME, boot=boot)) == before


def test_who_was_black_by_a_correction_is_there_again_too(evening: JournalTable) -> None:
    table = evening.switch_on(game=GAME)
    table.do("ok 5 L stop")
    table.station._do((SetColours(table.now_ns, RIGHT),), table.now_ns)
    table.finish(Result.RIGHT)
    table.do(f"{NEXT} ok 5 L")
    table.finish(Result.LEFT)
    before = ended(table)
    assert before[0].black is RIGHT
    evening.cut()
    assert ended(evening.switch_on(at_ns=table.now_ns + SECOND_NS, game=GAME)) == before


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
def test_games_of_another_day_are_of_another_evening_if_the_machine_knew_the_day(
    days: list[datetime],
    now: datetime,
    of_this_evening: list[int],
    evening: JournalTable,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number, day in enumerate(days, start=1):
        monkeypatch.setattr(machine, "wall_time", day.isoformat)
        table = evening.switch_on(game=GAME, boot=f"boot {number}")
        table.do("ok " + " ".join(["1 L", "1 R", "1 L"][:number]))
        table.finish(Result.DRAW)
        evening.cut()
    monkeypatch.setattr(machine, "wall_time", now.isoformat)
    found = ended(evening.switch_on(boot=OTHER_BOOT))
    assert [game.moves for game in found] == of_this_evening


def test_a_game_that_waited_for_its_start_for_a_day_is_of_the_evening_on_which_it_was_played(
    evening: JournalTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "wall_time", (TONIGHT - 24 * HOUR).isoformat)
    table = evening.switch_on(game=GAME)
    table.rig.time.advance(24 * HOUR_NS)
    table.do("ok 1 L")
    table.finish(Result.DRAW)
    evening.cut()
    monkeypatch.setattr(machine, "wall_time", (TONIGHT + HOUR).isoformat)
    assert len(ended(evening.switch_on(boot=OTHER_BOOT))) == 1


@pytest.mark.parametrize("hours_on", [11, 13])
def test_games_before_half_a_day_of_running_are_of_another_evening_whatever_the_day(
    hours_on: int, evening: JournalTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "wall_time", NOT_SET.isoformat)
    table = evening.switch_on(game=GAME)
    table.do("ok 1 L")
    table.finish(Result.LEFT)
    table.do(NEXT)
    table.rig.time.advance(hours_on * HOUR_NS)
    table.wait(SECOND_NS)
    table.do("ok 1 R")
    table.finish(Result.RIGHT)
    evening.cut()
    results = [Result.LEFT, Result.RIGHT] if hours_on < 12 else [Result.RIGHT]
    assert [game.result for game in ended(evening.switch_on(boot=OTHER_BOOT))] == results


def test_of_a_game_that_cannot_be_read_nothing_is_known_and_it_holds_nobody_up(
    evening: JournalTable,
) -> None:
    table = evening.switch_on(game=GAME)
    for result in (Result.LEFT, Result.RIGHT, Result.DRAW, Result.LEFT, Result.RIGHT):
        table.do("ok 5 L")
        table.finish(result)
        table.new_game()
    evening.cut()
    change_line(evening.path, 1, 0)
    _, second, third, fourth, *_ = game_files(evening.path).values()
    second.write_bytes(b"\n\xff")
    third.unlink()
    third.mkdir()
    os.truncate(fourth, fourth.stat().st_size - 50)
    found = ended(evening.switch_on(boot=OTHER_BOOT))
    assert [(game.result, game.moves) for game in found] == [(None, 1), (Result.RIGHT, 1)]
    evening.is_whole = False
