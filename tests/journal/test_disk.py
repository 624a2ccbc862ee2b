"""The disk is full, fails or is gone in mid-game: the game goes on, nothing is lost."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

import apsw
import pytest

from clock.journal import journal as journal_module
from clock.journal.damage import made_sound
from clock.journal.journal import Fault, Journal
from clock.journal.soundness import problem_of
from clock.journal.store import JournalError, Store
from clock.rules.units import HOUR_NS, SECOND_NS
from hal.ports import Line, ScreenName
from tests.journal.disks import Disk, Operation, Sync, Write, hanging
from tests.journal.evenings import FLUSH_S, RETRY_S, Evening, start_and_press
from tests.sims import WAIT_S
from tests.station.tables import FakeRig, Table, setup


def refuses(code: int) -> Callable[[Operation], None]:
    """A disk that takes nothing any more."""

    def fail(operation: Operation) -> None:
        if isinstance(operation, Write):
            raise apsw.exception_for(code)

    return fail


def press_on(table: Table, count: int) -> None:
    for index in range(count):
        table.wait(2 * SECOND_NS - 100_000_000)
        table.tap(Line.RIGHT_PLUNGER if index % 2 else Line.LEFT_PLUNGER)


@pytest.mark.parametrize(
    ("code", "fault", "told"),
    [
        (sqlite3.SQLITE_FULL, Fault.DISK_FULL, "journal: disk is full"),
        (sqlite3.SQLITE_IOERR, Fault.NOT_WRITTEN, "journal: cannot write"),
        (sqlite3.SQLITE_READONLY, Fault.NOT_WRITTEN, "journal: cannot write"),
    ],
)
def test_a_full_or_failing_disk_changes_no_time_and_loses_nothing_once_it_is_back(
    code: int, fault: Fault, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, rig = tmp_path / "journal.db", FakeRig(monkeypatch)
    disk = Disk(f"failing-{code}")
    journal = Journal(
        path, rig.time.now_ns(), boot_id="a boot", retry_s=RETRY_S, connect=disk.connect
    )
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    table.tap(Line.OK)
    press_on(table, 4)
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    disk.fails = refuses(code)
    press_on(table, 6)
    assert not journal.flush(0.2)
    assert journal.fault == fault
    table.wait(SECOND_NS)
    assert all(told in table.says(name) for name in ScreenName)
    assert table.state.left.remaining_ns == 2 * HOUR_NS - 10 * SECOND_NS
    assert table.state.right.remaining_ns == 2 * HOUR_NS - 10 * SECOND_NS
    disk.fails = lambda _: None
    assert journal.flush(FLUSH_S)
    table.wait(SECOND_NS)
    assert journal.fault is None
    assert told not in table.says(ScreenName.LEFT)
    press_on(table, 2)
    assert journal.flush(FLUSH_S)
    journal.close()
    assert problem_of(path) is None
    with closing(Store(path, read_only=True)) as store:
        assert [store.count(game.id) for game in store.games()] == [13]


def test_a_new_game_while_the_disk_fails_is_written_after_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, rig = tmp_path / "journal.db", FakeRig(monkeypatch)
    disk = Disk("fails-between-games")
    journal = Journal(
        path, rig.time.now_ns(), boot_id="a boot", retry_s=RETRY_S, connect=disk.connect
    )
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    table.tap(Line.OK)
    press_on(table, 2)
    assert journal.flush(FLUSH_S)
    disk.fails = refuses(sqlite3.SQLITE_FULL)
    for _ in range(3):
        press_on(table, 2)
        table.station._new_game(False, table.now_ns)
        table.tap(Line.OK)
    disk.fails = lambda _: None
    assert journal.flush(FLUSH_S)
    journal.close()
    assert problem_of(path) is None
    with closing(Store(path, read_only=True)) as store:
        assert [store.count(game.id) for game in store.games()] == [6, 4, 4, 1]


def test_a_disk_that_hangs_keeps_no_press_waiting_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, disk = FakeRig(monkeypatch), Disk("hangs")
    path = tmp_path / "journal.db"
    journal = Journal(path, rig.time.now_ns(), boot_id="a boot", connect=disk.connect)
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    table.tap(Line.OK)
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    with hanging(disk, Sync) as asked:
        press_on(table, 1)
        assert asked.wait(WAIT_S)
        monkeypatch.setattr(journal_module, "SILENT_S", 0.0)
        press_on(table, 6)
        assert table.state.play.moves == 6
        assert journal.fault is Fault.SILENT
        assert "journal: disk is slow" in table.says(ScreenName.LEFT)
    assert journal.flush(FLUSH_S)
    journal.close()
    with closing(Store(path, read_only=True)) as store:
        assert store.count(1) == 8


def test_a_disk_that_is_full_where_no_database_is_concerned_is_told_as_full(tmp_path: Path) -> None:
    def full(path: Path, _: bool) -> sqlite3.Connection:
        raise OSError(ENOSPC, os.strerror(ENOSPC), path)

    journal = Journal(tmp_path / "journal.db", 0, boot_id="a boot", connect=full)
    assert journal.fault is Fault.DISK_FULL
    journal.close()


def test_a_queue_that_is_full_keeps_nobody_waiting_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "QUEUE_MAX", 3)
    rig, disk = FakeRig(monkeypatch), Disk("floods")
    path = tmp_path / "journal.db"
    journal = Journal(path, rig.time.now_ns(), boot_id="a boot", connect=disk.connect)
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    with hanging(disk) as asked:
        table.tap(Line.OK)
        assert asked.wait(WAIT_S)
        press_on(table, 6)
        assert table.state.play.moves == 6
        assert journal.fault is Fault.LOST
    journal.close()


def test_a_journal_whose_thread_has_ended_is_told(evening: Evening) -> None:
    evening.switch_on()
    evening.journal.close()
    assert evening.journal.fault is Fault.LOST


@pytest.mark.parametrize("failing", range(1, 5))
def test_games_whose_commit_failed_and_was_on_disk_are_not_written_twice(
    failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, rig = tmp_path / "journal.db", FakeRig(monkeypatch)
    disk = Disk(f"fails-to-sync-{failing}")
    journal = Journal(
        path, rig.time.now_ns(), boot_id="a boot", retry_s=RETRY_S, connect=disk.connect
    )
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    table.tap(Line.OK)
    press_on(table, 1)
    assert journal.flush(FLUSH_S)
    disk.fails = refuses(sqlite3.SQLITE_FULL)
    press_on(table, 1)
    for _ in range(2):  # the first of them never begins
        table.station._new_game(False, table.now_ns)
    table.tap(Line.OK)
    assert not journal.flush(0.1)
    left = failing

    def fail_to_sync(operation: Operation) -> None:
        nonlocal left
        if isinstance(operation, Sync) and operation.name.endswith("-wal") and left:
            left -= 1
            raise apsw.exception_for(sqlite3.SQLITE_IOERR)

    disk.fails = fail_to_sync
    assert journal.flush(FLUSH_S)
    press_on(table, 1)
    assert journal.flush(FLUSH_S)
    journal.close()
    assert left == 0
    assert problem_of(path) is None
    with closing(Store(path, read_only=True)) as store:
        assert [store.count(game.id) for game in store.games()] == [4, 2]  # a clock ran until then


def test_a_disk_that_is_pulled_out_and_put_back_has_the_whole_game(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    folder, away = evening.path.parent, evening.path.parent.with_name("away")
    folder.rename(away)
    folder.touch()  # so that nothing can be made there
    table.tap(Line.RIGHT_PLUNGER)
    assert not evening.journal.flush(0.2)
    assert evening.journal.fault == Fault.NOT_WRITTEN
    folder.unlink()
    away.rename(folder)
    assert [len(game.everything()) for game in evening.on_disk()] == [3]
    assert evening.journal.fault is None


def test_another_disk_in_its_place_gets_the_whole_game_too(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    evening.path.parent.rename(evening.path.parent.with_name("away"))
    table.tap(Line.RIGHT_PLUNGER)
    assert [len(game.everything()) for game in evening.on_disk()] == [3]


def test_a_journal_that_was_deleted_under_a_running_clock_is_written_anew(
    evening: Evening,
) -> None:
    table = evening.switch_on()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    evening.path.unlink()
    table.tap(Line.RIGHT_PLUNGER)
    assert [len(game.everything()) for game in evening.on_disk()] == [3]


def test_a_clock_that_starts_without_its_disk_keeps_time_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "state"
    blocked.touch()
    rig = FakeRig(monkeypatch)
    journal = Journal(blocked / "journal.db", rig.time.now_ns(), retry_s=RETRY_S)
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    start_and_press(table, 5 * SECOND_NS)
    assert "journal: cannot write" in table.says(ScreenName.LEFT)
    blocked.unlink()
    assert journal.flush(FLUSH_S)
    journal.close()
    with closing(Store(blocked / "journal.db", read_only=True)) as store:
        assert store.count(1) == 2


def test_the_oldest_games_go_when_the_room_is_used_and_never_the_one_on_the_table(
    evening: Evening,
) -> None:
    table = evening.switch_on(bytes_max=120_000)
    for _ in range(12):
        start_and_press(table, *[2 * SECOND_NS] * 40)
        table.station._new_game(False, table.now_ns)
    start_and_press(table, *[2 * SECOND_NS] * 40)
    games = evening.on_disk()
    assert 2 <= len(games) < 12
    assert games[-1].state == table.state or games[-1].everything() == (
        table.station.timeline.everything()
    )
    with closing(Store(evening.path, read_only=True)) as store:
        numbers = [game.id for game in store.games()]
        assert numbers == list(range(numbers[0], 14))
        assert numbers[0] > 1
        assert store.used_bytes() < 200_000


def test_a_game_longer_than_all_the_room_is_kept_whole_until_the_next_is_over(
    evening: Evening,
) -> None:
    table = evening.switch_on(bytes_max=1)
    start_and_press(table, *[2 * SECOND_NS] * 60)
    (game,) = evening.on_disk()
    assert len(game.everything()) == 61
    table.station._new_game(False, table.now_ns)
    assert [len(game.everything()) for game in evening.on_disk()] == [62, 0]
    start_and_press(table, 2 * SECOND_NS)
    table.station._new_game(False, table.now_ns)
    assert [len(game.everything()) for game in evening.on_disk()] == [3, 0]


def test_two_clocks_do_not_write_one_journal(evening: Evening) -> None:
    evening.switch_on()
    with pytest.raises(JournalError, match="another clock writes this journal"):
        Journal(evening.path, 0)
    command = [sys.executable, "-m", "clock", "sim", "--no-browser", "--port", "0"]
    ended = subprocess.run(
        [*command, "--journal", str(evening.path)],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr == f"clapper: {evening.path}: another clock writes this journal\n"


@pytest.mark.parametrize("left", ["journal.db-wal", "journal.db.sound", "journal.db.part"])
def test_a_start_that_was_cut_off_while_it_set_a_journal_aside_is_taken_up(
    left: str, tmp_path: Path
) -> None:
    with closing(Store(tmp_path / "other.db")):
        pass
    (tmp_path / left).write_bytes((tmp_path / "other.db").read_bytes())
    made_sound(tmp_path / "journal.db", "now")
    assert problem_of(tmp_path / "journal.db") is None
    aside = [each.name for each in tmp_path.glob("*set-aside*")]
    assert aside == (["journal-set-aside-now.db-wal"] if left.endswith("-wal") else [])
