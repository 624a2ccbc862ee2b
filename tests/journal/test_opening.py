"""A journal's file is looked at whole when it must be, and no oftener."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clock.journal import opening
from clock.journal import store as store_module
from clock.journal.damage import made_sound
from clock.journal.journal import Fault, Journal
from clock.journal.opening import CHECKS_MAX, REST_S_MAX, JournalFile
from clock.journal.soundness import problem_of
from clock.journal.store import Connect, Store, connect
from clock.rules.units import SECOND_NS
from clock.station.games import NOTICE_NS, SET_ASIDE
from hal.ports import Line, ScreenName
from tests.journal.disks import Disk
from tests.journal.evenings import FLUSH_S, RETRY_S, Evening, start_and_press
from tests.journal.test_disk import press_on, refuses
from tests.journal.written import write_games
from tests.sims import WAIT_S
from tests.station.tables import FakeRig, Table, setup


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were looked at whole."""
    looked_at: list[Path] = []

    def look(path: Path, stamp: str) -> str | None:
        looked_at.append(path)
        return made_sound(path, stamp)

    monkeypatch.setattr(opening, "made_sound", look)
    return looked_at


def test_a_disk_that_is_full_for_long_has_its_journal_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checks: list[Path]
) -> None:
    path, rig, disk = tmp_path / "journal.db", FakeRig(monkeypatch), Disk("full-for-long")
    journal = Journal(path, rig.time.now_ns(), retry_s=RETRY_S, connect=disk.connect)
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    table.tap(Line.OK)
    assert journal.flush(FLUSH_S)
    disk.fails = refuses(sqlite3.SQLITE_FULL)
    press_on(table, 2)
    assert not journal.flush(20 * RETRY_S)
    assert journal.fault is Fault.DISK_FULL
    disk.fails = lambda _: None
    assert journal.flush(FLUSH_S)
    journal.close()
    assert checks == [path]
    assert problem_of(path) is None


def test_a_file_that_was_away_is_looked_at_again(evening: Evening, checks: list[Path]) -> None:
    table = evening.switch_on()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    assert len(checks) == 1
    folder, away = evening.path.parent, evening.path.parent.with_name("away")
    folder.rename(away)
    folder.touch()
    table.tap(Line.RIGHT_PLUNGER)
    assert not evening.journal.flush(0.1)
    folder.unlink()
    away.rename(folder)
    assert evening.journal.flush(FLUSH_S)
    assert len(checks) == 2


def test_a_file_that_comes_back_damaged_is_set_aside(evening: Evening) -> None:
    table = evening.switch_on()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    evening.path.rename(evening.path.with_name("away.db"))
    evening.path.write_bytes(b"no journal at all" * 1000)
    table.tap(Line.RIGHT_PLUNGER)
    assert [len(game.everything()) for game in evening.on_disk()] == [3]
    assert evening.journal.damage is not None
    assert evening.journal.damage.startswith("it is no journal; set aside as journal-set-aside-")
    table.wait(SECOND_NS)
    assert SET_ASIDE.told in table.says(ScreenName.LEFT)
    assert table.station.news() == (f"journal: {evening.journal.damage}",)
    table.wait(NOTICE_NS)
    assert SET_ASIDE.told not in table.says(ScreenName.LEFT)


def test_a_file_that_is_damaged_again_tells_of_both(tmp_path: Path) -> None:
    path, watch = tmp_path / "journal.db", Watch()
    file = JournalFile(path, connect, watch)
    for _ in range(2):
        path.write_bytes(b"no journal at all" * 1000)
        file.open().close()
        file.failed(OSError("it is gone"))
        watch.now_s += REST_S_MAX
    assert file.damage is not None
    told = file.damage.split("; then ")
    aside = sorted(each.name for each in tmp_path.glob("*set-aside*.db"))
    assert sorted(told) == [f"it is no journal; set aside as {name}" for name in aside]
    assert len(aside) == 2
    file.close()


def test_what_is_taken_over_whole_waits_for_nobody_who_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "BUSY_MS", 0)
    path = tmp_path / "journal.db"
    with closing(Store(path)) as store:
        with closing(Store(path, read_only=True)) as looking, looking.snapshot():
            looking.games()
            with pytest.raises(sqlite3.OperationalError, match="another program"):
                store.take_over()
        store.take_over()
        assert path.with_name("journal.db-wal").stat().st_size == 0


class Watch:
    """A clock that a test moves; looking at a file takes some of its time."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.mark.parametrize(("taken_s", "rest_s"), [(0.5, 0.5 / CHECKS_MAX), (60.0, REST_S_MAX)])
def test_a_file_that_comes_and_goes_is_not_looked_at_again_at_once(
    taken_s: float, rest_s: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch()

    def look(path: Path, stamp: str) -> str | None:
        watch.now_s += taken_s
        return made_sound(path, stamp)

    monkeypatch.setattr(opening, "made_sound", look)
    file = JournalFile(tmp_path / "journal.db", connect, watch)
    file.open().close()
    file.failed(OSError("it is gone"))
    watch.now_s += rest_s - 0.01
    with pytest.raises(OSError, match="was looked at just now"):
        file.open()
    watch.now_s += 0.02
    file.open().close()
    file.open().close()  # it was there all the time
    file.close()


def test_damage_that_is_found_while_it_is_written_has_the_file_looked_at(
    tmp_path: Path, checks: list[Path]
) -> None:
    file = JournalFile(tmp_path / "journal.db", connect, Watch())
    for wrong, looked_at in ((sqlite3.SQLITE_IOERR, 1), (sqlite3.SQLITE_CORRUPT, 2)):
        file.open().close()
        error = sqlite3.DatabaseError("a test's")
        error.sqlite_errorcode = wrong
        file.failed(error)
        file.open().close()
        assert len(checks) == looked_at
    file.close()


def test_another_file_in_its_place_is_looked_at_though_nothing_told_that_it_was_away(
    tmp_path: Path,
) -> None:
    watch = Watch()
    file = JournalFile(tmp_path / "journal.db", connect, watch)
    file.open().close()
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    file.failed(error)
    (tmp_path / "other.db").write_bytes(b"no journal at all" * 1000)
    (tmp_path / "other.db").replace(tmp_path / "journal.db")
    watch.now_s += REST_S_MAX
    file.open().close()
    assert file.damage is not None
    file.close()


def test_another_file_that_comes_between_looking_and_opening_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checks: list[Path]
) -> None:
    path, watch = tmp_path / "journal.db", Watch()
    file = JournalFile(path, connect, watch)
    write_games(tmp_path / "other.db", count=1, presses=3).close()
    checks.clear()

    def replaced(there: Path, *, connect: Connect) -> Store:
        (tmp_path / "other.db").replace(path)
        monkeypatch.setattr(opening, "Store", Store)
        return Store(there, connect=connect)

    monkeypatch.setattr(opening, "Store", replaced)
    with pytest.raises(FileNotFoundError, match="was replaced"):
        file.open()
    watch.now_s += REST_S_MAX
    file.open().close()
    assert checks == [path, path]
    file.close()


def no_file(path: Path, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")


NO_FILE = "expected a file: it is a pipe or a device"
KINDS = {"folder": "Is a directory", "pipe": NO_FILE, "device": NO_FILE}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "command",
    [
        ("games",),
        ("log", "last"),
        ("verify", "--all"),
        ("sim", "--no-browser", "--port", "0"),
    ],
)
def test_a_folder_a_pipe_or_a_device_is_no_journal_and_is_told_in_one_line(
    command: tuple[str, ...], kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    no_file(path, kind)
    ended = subprocess.run(
        [sys.executable, "-m", "clock", *command, "--journal", str(path)],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"clapper: {path}: {KINDS[kind]}\n"


@pytest.mark.parametrize("kind", KINDS)
def test_in_mid_game_it_is_told_as_a_disk_that_cannot_be_written(
    kind: str, evening: Evening
) -> None:
    table = evening.switch_on()
    start_and_press(table, 5 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    evening.path.unlink()
    no_file(evening.path, kind)
    table.tap(Line.RIGHT_PLUNGER)
    assert not evening.journal.flush(0.1)
    assert evening.journal.fault is Fault.NOT_WRITTEN
    if kind == "folder":
        evening.path.rmdir()
    else:
        evening.path.unlink()
    assert [len(game.everything()) for game in evening.on_disk()] == [3]


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_whose_journal_is_no_file_keeps_time_and_says_where_and_what(
    evening: Evening, kind: str
) -> None:
    no_file(evening.path, kind)
    table = evening.switch_on()
    assert evening.journal.fault is Fault.NOT_WRITTEN
    assert table.station.warnings() == (f"{evening.path}: {KINDS[kind]}",)
    assert "journal: cannot write" in table.says(ScreenName.LEFT)
    start_and_press(table, 5 * SECOND_NS)
    if kind == "folder":
        evening.path.rmdir()
    else:
        evening.path.unlink()
    assert [len(game.everything()) for game in evening.on_disk()] == [2]
    assert table.station.warnings() == ()


def test_damage_where_nothing_is_written_yet_is_found_by_sqlites_own_check(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    write_games(path, count=4, presses=60).close()
    with closing(Store(path)) as store, store.transaction():
        store.drop_oldest(store.used_bytes() - 1)
        store.set_head(0, "", 0)
    with closing(Store(path)) as store:
        store._ask("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    free_page = int.from_bytes(data[32:36], "big")
    assert free_page > 0
    assert problem_of(path) is None
    data[(free_page - 1) * 4096 : (free_page - 1) * 4096 + 4] = (2**31 - 1).to_bytes(4, "big")
    path.write_bytes(data)
    with closing(Store(path, read_only=True)) as store:
        assert store.problems() != []
    found = problem_of(path)
    assert found is not None
    assert "reelist" in found


def test_the_last_two_games_stay_however_little_room_there_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for presses in (3, 4, 5):
        write_games(path, count=1, presses=presses).close()
    with closing(Store(path)) as store:
        with store.transaction():
            store.drop_oldest(1)
            store.set_head(0, "", 0)
        assert [(game.id, store.count(game.id)) for game in store.games()] == [(2, 4), (3, 5)]
        with store.transaction():
            store.drop_oldest(1)
        assert [game.id for game in store.games()] == [2, 3]
    assert problem_of(path) is None
