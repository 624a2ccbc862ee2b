"""The disk is full, fails, hangs or is gone: the game goes on, and nothing is lost."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

import apsw
import pytest

from clock.journal import journal as journal_module
from clock.journal import opening
from clock.journal.damage import repair
from clock.journal.files import connect
from clock.journal.journal import Fault, Journal
from clock.journal.lines import linked
from clock.journal.pending import Game, find_again
from clock.journal.store import Store
from clock.rules.message import Message
from clock.rules.units import HOUR_NS, SECOND_NS
from clock.station.games import NOTICE_NS
from hal.ports import ScreenName
from tests.cli.running import WAIT_S, refused
from tests.journal.disks import Disk, Operation, Sync, hanging, refuses, works
from tests.journal.evenings import FLUSH_S, Evening, press_on, start_and_press
from tests.journal.written import problem


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were checked whole."""
    checked: list[Path] = []

    def check(path: Path, stamp: str) -> Message | None:
        checked.append(path)
        return repair(path, stamp)

    monkeypatch.setattr(opening, "repair", check)
    return checked


@pytest.mark.parametrize(
    ("code", "fault", "row"),
    [
        (sqlite3.SQLITE_FULL, Fault.DISK_FULL, "journal: disk is full"),
        (sqlite3.SQLITE_IOERR, Fault.NOT_WRITTEN, "journal: cannot write"),
        (sqlite3.SQLITE_READONLY, Fault.NOT_WRITTEN, "journal: cannot write"),
    ],
)
def test_a_full_or_failing_disk_changes_no_time_and_loses_nothing_once_it_is_back(
    code: int, fault: Fault, row: str, checks: list[Path], evening: Evening, disk: Disk
) -> None:
    table, journal = evening.table, evening.journal
    checks.clear()
    table.do("ok")
    press_on(table, 4)
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    disk.fails = refuses(code)
    press_on(table, 6)
    assert not journal.flush(0.1)
    assert journal.fault is fault
    table.wait(SECOND_NS)
    assert all(row in table.sentence(name) for name in ScreenName)
    assert table.state.left.remaining_ns == 2 * HOUR_NS - 10 * SECOND_NS
    assert table.state.right.remaining_ns == 2 * HOUR_NS - 10 * SECOND_NS
    disk.fails = works
    assert journal.flush(FLUSH_S)
    table.wait(SECOND_NS)
    assert journal.fault is None
    assert row not in table.sentence()
    press_on(table, 2)
    assert evening.counts() == [13]
    assert checks == []  # though it was tried often


def test_new_games_while_the_disk_fails_are_written_after_the_old_one(
    evening: Evening, disk: Disk
) -> None:
    table = evening.table
    start_and_press(table, 2 * SECOND_NS, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    disk.fails = refuses(sqlite3.SQLITE_FULL)
    for _ in range(3):
        press_on(table, 2)
        table.new_game()
        table.do("ok")
    disk.fails = works
    assert evening.counts() == [6, 4, 4, 1]


@pytest.mark.parametrize("failing", [1, 3])
def test_games_whose_commit_failed_and_was_on_disk_are_not_written_twice(
    failing: int, evening: Evening, disk: Disk
) -> None:
    table = evening.table
    start_and_press(table, 2 * SECOND_NS)
    assert evening.journal.flush(FLUSH_S)
    disk.fails = refuses(sqlite3.SQLITE_FULL)
    press_on(table, 1)
    for _ in range(2):  # the first of them never begins
        table.new_game()
    table.do("ok")
    assert not evening.journal.flush(0.05)
    left = failing

    def fail_to_sync(operation: Operation) -> None:
        nonlocal left
        if isinstance(operation, Sync) and operation.name.endswith("-wal") and left:
            left -= 1
            raise apsw.exception_for(sqlite3.SQLITE_IOERR)

    disk.fails = fail_to_sync
    assert evening.journal.flush(FLUSH_S)
    press_on(table, 1)
    assert left == 0
    assert evening.counts() == [4, 2]  # a clock ran until then


def test_a_disk_that_hangs_makes_no_press_wait_and_is_a_fault(
    evening: Evening, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening.table
    table.do("ok")
    assert evening.journal.flush(FLUSH_S)
    with hanging(disk, Sync) as asked:
        press_on(table, 1)
        assert asked.wait(WAIT_S)
        monkeypatch.setattr(journal_module, "SILENT_S", 0.0)
        press_on(table, 6)
        assert table.state.play.moves == 7
        assert evening.journal.fault is Fault.SILENT
        assert "journal: disk is slow" in table.sentence()
    assert evening.counts() == [8]


def test_a_disk_that_is_full_where_no_database_is_concerned_is_full(tmp_path: Path) -> None:
    def full(path: Path, _: bool) -> sqlite3.Connection:
        raise OSError(ENOSPC, os.strerror(ENOSPC), path)

    journal = Journal(tmp_path / "journal.db", 0, boot_id="a boot", connect=full)
    faults = [journal.fault]
    journal.close()
    faults.append(journal.fault)  # its thread has ended
    assert faults == [Fault.DISK_FULL, Fault.LOST]


# The file is gone, is another, or is no file


def pull_out(path: Path) -> None:
    """The disk is out, and nothing can be made there."""
    path.parent.rename(path.parent.with_name("away"))
    path.parent.touch()


def put_back(path: Path) -> None:
    path.parent.unlink()
    path.parent.with_name("away").rename(path.parent)


def other_disk(path: Path) -> None:
    path.parent.rename(path.parent.with_name("away"))


def earlier_disk(path: Path) -> None:
    other_disk(path)
    path.parent.with_name("earlier").rename(path.parent)


def no_journal(path: Path) -> None:
    path.rename(path.with_name("away.db"))
    path.write_bytes(b"no journal at all" * 1000)


@pytest.mark.parametrize("change", [pull_out, other_disk, earlier_disk, Path.unlink, no_journal])
def test_a_disk_that_was_away_or_another_disk_or_file_in_its_place_gets_the_whole_game(
    change: Callable[[Path], None], evening: Evening, checks: list[Path]
) -> None:
    table = evening.switch_on()
    table.do("ok")
    assert evening.journal.flush(FLUSH_S)
    shutil.copytree(evening.path.parent, evening.path.parent.with_name("earlier"))
    table.do("5 L")
    assert evening.journal.flush(FLUSH_S)
    change(evening.path)
    table.do("R")
    if change is pull_out:
        assert not evening.journal.flush(0.1)
        assert evening.journal.fault is Fault.NOT_WRITTEN
        put_back(evening.path)
    assert evening.counts() == [3]
    assert evening.journal.fault is None
    assert len(checks) == 2
    if change is no_journal:
        damage = str(evening.journal.damage)
        assert damage.startswith("it is no journal; set aside as journal-set-aside-")
        table.wait(SECOND_NS)
        assert "journal set aside" in table.sentence()
        assert [str(each) for each in table.station.news()] == [f"journal: {damage}"]
        table.wait(NOTICE_NS)
        assert "journal set aside" not in table.sentence()


NO_FILE = "expected a file: it is a pipe or a device"
KINDS = {"folder": "Is a directory", "pipe": NO_FILE, "device": NO_FILE}


def make(path: Path, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")


def take_away(path: Path, kind: str) -> None:
    path.rmdir() if kind == "folder" else path.unlink()


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_a_pipe_or_a_device_is_no_journal_for_a_command_at_the_start_or_in_mid_game(
    kind: str, evening: Evening
) -> None:
    path = evening.path
    make(path, kind)
    for command in (("games",), ("log", "last"), ("verify", "--all"), ("sim", "--no-browser")):
        assert refused(*command, "--journal", path) == f"clapper: {path}: {KINDS[kind]}"
    table = evening.switch_on()
    assert evening.journal.fault is Fault.NOT_WRITTEN
    assert [str(each) for each in table.station.warnings()] == [f"{path}: {KINDS[kind]}"]
    assert "journal: cannot write" in table.sentence()
    start_and_press(table, 5 * SECOND_NS)
    take_away(path, kind)
    assert evening.counts() == [2]
    assert table.station.warnings() == ()
    path.unlink()
    make(path, kind)
    table.do("R")
    assert not evening.journal.flush(0.1)
    assert evening.journal.fault is Fault.NOT_WRITTEN
    take_away(path, kind)
    assert evening.counts() == [3]


def test_a_disk_that_goes_while_it_is_opened_is_not_taken_for_one_that_is_written(
    evening: Evening,
) -> None:
    times = 2

    def vanish(path: Path, read_only: bool) -> sqlite3.Connection:
        nonlocal times
        database = connect(path, read_only)
        if times:
            times -= 1
            database.execute("PRAGMA journal_mode").fetchall()
            path.parent.rename(path.parent.with_name(f"gone-{times}"))
        return database

    start_and_press(evening.switch_on(connect=vanish), 5 * SECOND_NS)
    assert evening.counts() == [2]
    assert times == 0


# What goes where on the disk that is there now


ROOM = 10**9


def a_game(text: str) -> Game:
    """A game of a name and figures, a line each."""
    game = Game(linked(b"", text[0]))
    for figure in text[1:]:
        game.lines.append(linked(game.end, figure))
    return game


def save(store: Store, *games: Game) -> None:
    """Write what is not there yet, as the journal does."""
    with store.transaction():
        written = [(game, game.write(store, ROOM)) for game in games if not game.whole]
        store.set_head(0, "", 0)
    for game, id in written:
        game.is_saved(id)


def on_disk(path: Path) -> list[str]:
    assert problem(path) is None
    with closing(Store(path, read_only=True)) as store:
        return [
            game.header.text + "".join(line.text for line in store.lines(game.id))
            for game in store.games()
        ]


@pytest.mark.parametrize(
    ("there", "in_memory", "after"),
    [
        ("", "a123", "a123"),
        ("a12", "a123", "a123"),
        ("a123", "a123", "a123"),
        ("a12", "a123 b1", "a123 b1"),
        ("a123 b1", "a123 b12", "a123 b12"),
        ("x12", "a123 b1", "x12 a123 b1"),
        ("b1", "a123 b1", "b1 a123 b1"),
        # A copy that another clock has gone on with: nothing can be put into the middle any more.
        ("a12 x1", "a123", "a12 x1 a123"),
        ("a123 x1", "a123", "a123 x1 a123"),
        ("a12 b1", "a123 b1", "a12 b1 a123 b1"),
        # Sealed there by one that was before it: the last game goes on behind it, not in there.
        ("b1 a123", "a123 b1", "b1 a123 b1"),
        # Another line of the same game.
        ("a9", "a12", "a9 a12"),
    ],
)
def test_games_are_whole_in_their_order_on_whatever_disk_is_there(
    there: str, in_memory: str, after: str, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with closing(Store(path)) as store:
        for text in there.split():
            save(store, a_game(text))
        games = [a_game(text) for text in in_memory.split()]
        find_again(store, games)
        save(store, *games)
    assert on_disk(path) == after.split()
    with closing(Store(path)) as store:
        games[-1].lines.append(linked(games[-1].end, "7"))
        find_again(store, games)
        save(store, *games)
    assert on_disk(path) == f"{after}7".split()
