"""A clock starts with a journal that can be read, but not written: the game comes back."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from clock.journal import opening
from clock.journal.journal import Fault, Journal
from clock.journal.soundness import problem_of
from clock.journal.store import Store, Taken, connect
from clock.rules.inputs import PowerLost, Restarted
from clock.rules.seats import RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.station.recovery import read_timeline
from hal.ports import Line, ScreenName
from tests.journal.evenings import BOOT, FLUSH_S, OTHER_BOOT, RETRY_S, Evening, start_and_press
from tests.journal.test_opening import KINDS, no_file
from tests.journal.test_proof import not_root
from tests.station.tables import FakeRig, Table, setup

LATER_NS = 200 * SECOND_NS


class Refusing:
    """A disk that may be read, and is not written until it is told to be."""

    def __init__(self, code: int) -> None:
        self.code: int | None = code

    def connect(self, path: Path, read_only: bool) -> sqlite3.Connection:
        if self.code is not None:
            error = sqlite3.OperationalError("a test's")
            error.sqlite_errorcode = self.code
            raise error
        return connect(path, read_only)


class Started(NamedTuple):
    """A clock that was switched on over a journal."""

    journal: Journal
    table: Table


@pytest.fixture
def start(
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[..., Started]]:
    """Switch a clock on, three minutes later, over a journal."""
    journals: list[Journal] = []

    def on(path: Path, disk: Refusing | None = None, boot: str = BOOT) -> Started:
        rig = FakeRig(monkeypatch)
        rig.time.move_to(LATER_NS if boot == BOOT else 5 * SECOND_NS)
        journals.append(
            Journal(
                path,
                rig.time.now_ns(),
                boot_id=boot,
                retry_s=RETRY_S,
                connect=connect if disk is None else disk.connect,
            )
        )
        return Started(journals[-1], Table(rig, setup("40/2h:1h"), journal=journals[-1]))

    yield on
    for journal in journals:
        journal.close()


@pytest.fixture
def played(evening: Evening) -> Path:
    """A journal with a game of three presses that goes on; it was closed."""
    start_and_press(evening.switch_on(), 5 * SECOND_NS, 7 * SECOND_NS, 9 * SECOND_NS)
    evening.journal.close()
    return evening.path


def moves_on_disk(path: Path) -> list[int]:
    """The moves of each game on the disk; the journal is whole."""
    assert problem_of(path) is None
    with closing(Store(path, read_only=True)) as store:
        games = [read_timeline([each.header, *store.lines(each.id)]) for each in store.games()]
    return [game.state.play.moves for game in games]


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (sqlite3.SQLITE_FULL, Fault.DISK_FULL),
        (sqlite3.SQLITE_READONLY, Fault.NOT_WRITTEN),
        (sqlite3.SQLITE_CANTOPEN, Fault.NOT_WRITTEN),
    ],
)
def test_a_game_on_a_disk_that_is_not_written_at_the_start_goes_on_and_is_written_whole_later(
    code: int, fault: Fault, played: Path, start: Callable[..., Started]
) -> None:
    disk = Refusing(code)
    journal, table = start(played, disk)
    assert (table.state.phase, table.state.running) == (Phase.RUNNING, RIGHT)
    assert table.state.play.moves == 3
    assert isinstance(table.station.timeline.everything()[-1], Restarted)
    table.wait(10 * SECOND_NS)
    table.tap(Line.RIGHT_PLUNGER)
    assert not journal.flush(0.1)
    assert journal.fault is fault
    assert "A device of the clock is faulty" in table.says(ScreenName.LEFT)
    disk.code = None
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    journal.close()
    assert moves_on_disk(played) == [4]


def test_what_is_wrong_now_is_told_before_what_happened(
    played: Path, start: Callable[..., Started]
) -> None:
    journal, table = start(played, Refusing(sqlite3.SQLITE_FULL))
    assert any("clock away" in line for line in table.station.news())
    table.tap(Line.STOP)
    assert "journal: disk is full" in table.says(ScreenName.LEFT)
    journal.close()


def test_after_a_power_cut_it_stands_there_as_it_should(
    played: Path, start: Callable[..., Started]
) -> None:
    disk = Refusing(sqlite3.SQLITE_FULL)
    journal, table = start(played, disk, OTHER_BOOT)
    assert table.state.phase is Phase.STOPPED
    assert isinstance(table.station.timeline.everything()[-1], PowerLost)
    assert journal.fault is Fault.DISK_FULL
    assert "journal: disk is full" in table.says(ScreenName.LEFT)
    disk.code = None
    assert journal.flush(FLUSH_S)
    table.wait(SECOND_NS)
    assert "journal" not in table.says(ScreenName.LEFT)
    journal.close()
    assert moves_on_disk(played) == [3]


def test_another_disk_in_its_place_gets_the_whole_game(
    played: Path, start: Callable[..., Started]
) -> None:
    disk = Refusing(sqlite3.SQLITE_READONLY)
    journal, table = start(played, disk)
    for left in played.parent.iterdir():
        left.unlink()
    table.tap(Line.RIGHT_PLUNGER)
    disk.code = None
    assert journal.flush(FLUSH_S)
    journal.close()
    assert moves_on_disk(played) == [4]


@contextmanager
def may_not_write(folder: Path) -> Iterator[None]:
    """A folder of another's, in which we may only read."""
    modes = {each: each.stat().st_mode for each in (folder.parent, folder, *folder.iterdir())}
    for each, mode in modes.items():
        each.chmod(0o555 if each.is_dir() else mode & 0o444 | 0o444)
    try:
        with not_root():
            yield
    finally:
        for each, mode in modes.items():
            each.chmod(mode)


@pytest.mark.parametrize("left", [(), ("-wal",), ("-wal", "-shm")])
def test_a_folder_that_is_not_ours_to_write_is_read_with_what_a_kill_left_in_it(
    left: tuple[str, ...], evening: Evening, memory: Path, start: Callable[..., Started]
) -> None:
    start_and_press(evening.switch_on(), 5 * SECOND_NS, 7 * SECOND_NS, 9 * SECOND_NS)
    if left:
        evening.cut()
    evening.journal.close()
    state = memory / f"state{len(left)}"
    state.mkdir()
    for ending in ("", *left):
        shutil.copy(f"{evening.path}{ending}", state)
    path = state / evening.path.name
    with may_not_write(state):
        before = {each.name: each.read_bytes() for each in state.iterdir()}
        journal, table = start(path)
        assert (table.state.phase, table.state.play.moves) == (Phase.RUNNING, 3)
        assert journal.fault is Fault.NOT_WRITTEN
        assert {each.name: each.read_bytes() for each in state.iterdir()} == before
    assert journal.flush(FLUSH_S)
    journal.close()
    assert moves_on_disk(path) == [3]


def test_a_lock_that_another_user_left_is_taken_and_held(
    played: Path, memory: Path, start: Callable[..., Started]
) -> None:
    folder = memory / "left"
    folder.mkdir()
    memory.chmod(0o755)
    folder.chmod(0o777)
    path, lock = folder / played.name, folder / f"{played.name}.lock"
    shutil.copy(played, path)
    path.chmod(0o666)
    lock.touch(mode=0o644)
    with not_root():
        journal, _ = start(path)
        assert journal.fault is None
        with pytest.raises(Taken):
            Journal(path, 0)
        assert journal.flush(FLUSH_S)
        journal.close()


def test_a_disk_without_room_for_the_wals_index_is_told_as_full(
    played: Path, start: Callable[..., Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = shutil.disk_usage(played.parent)
    disk = Refusing(sqlite3.SQLITE_IOERR)
    journal, _ = start(played, disk)
    assert journal.fault is Fault.NOT_WRITTEN
    journal.close()
    monkeypatch.setattr(opening, "disk_usage", lambda _: room._replace(free=4096))
    journal, table = start(played, disk)
    assert journal.fault is Fault.DISK_FULL
    assert table.station.warnings() == (f"{played}: database or disk is full",)


def test_a_damaged_journal_that_cannot_be_written_brings_nothing_back_and_stays(
    played: Path, start: Callable[..., Started], memory: Path
) -> None:
    state = memory / "damaged"
    state.mkdir()
    data = bytearray(played.read_bytes())
    data[data.find(b'"Press"') + 1] ^= 1
    (state / played.name).write_bytes(data)
    with may_not_write(state):
        journal, table = start(state / played.name)
        assert table.state.phase is Phase.READY
        assert journal.fault is Fault.NOT_WRITTEN
        assert (state / played.name).read_bytes() == data
    journal.close()


@pytest.mark.parametrize("kind", ["folder", "pipe"])
@pytest.mark.parametrize("ending", ["-wal", "-shm", ".lock"])
def test_a_folder_or_a_pipe_beside_the_journal_is_told_by_name_and_holds_nobody_up(
    ending: str, kind: str, played: Path, start: Callable[..., Started]
) -> None:
    odd = Path(f"{played}{ending}")
    odd.unlink(missing_ok=True)
    no_file(odd, kind)
    journal, table = start(played)
    assert journal.fault is Fault.NOT_WRITTEN
    assert table.station.warnings() == (f"{played}: {odd}: {KINDS[kind]}",)
    # What SQLite would look into is not known to be whole; the clock's own is not needed to read.
    assert table.state.play.moves == (0 if ending in ("-wal", "-shm") else 3)
    if kind == "folder":
        odd.rmdir()
    else:
        odd.unlink()
    assert journal.flush(FLUSH_S)
    assert journal.fault is None


@pytest.mark.parametrize("kind", ["folder", "pipe"])
@pytest.mark.parametrize("ending", [".part", ".part-wal", ".sound"])
def test_one_where_a_new_journal_is_to_be_written_is_told_by_name_once_there_is_damage(
    ending: str, kind: str, played: Path, start: Callable[..., Started]
) -> None:
    odd = Path(f"{played}{ending}")
    no_file(odd, kind)
    journal, table = start(played)
    assert (journal.fault, table.state.play.moves) == (None, 3)
    assert journal.flush(FLUSH_S)
    journal.close()
    data = bytearray(played.read_bytes())
    data[data.find(b'"Press"') + 1] ^= 1
    played.write_bytes(data)
    journal, table = start(played)
    assert journal.fault is Fault.NOT_WRITTEN
    assert table.station.warnings() == (f"{played}: {odd}: {KINDS[kind]}",)
    assert played.read_bytes() == data
    if kind == "folder":
        odd.rmdir()
    else:
        odd.unlink()
    assert journal.flush(FLUSH_S)
    assert journal.damage is not None


def test_a_journal_behind_a_link_is_written_where_the_link_leads_though_nothing_is_there(
    tmp_path: Path, start: Callable[..., Started]
) -> None:
    there, link = tmp_path / "disk" / "there.db", tmp_path / "state.db"
    link.symlink_to(there)
    journal, table = start(link)
    start_and_press(table, 5 * SECOND_NS)
    assert journal.flush(FLUSH_S)
    journal.close()
    assert start(link).table.state.play.moves == 1
    assert link.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["disk", "state.db"]
    assert moves_on_disk(there) == [1]


class Vanishing:
    """A disk that goes while the journal is opened, as often as it is told to."""

    def __init__(self) -> None:
        self.times = 0

    def connect(self, path: Path, read_only: bool) -> sqlite3.Connection:
        database = connect(path, read_only)
        if self.times:
            self.times -= 1
            database.execute("PRAGMA journal_mode").fetchall()
            path.parent.rename(path.parent.with_name(f"gone-{self.times}"))
        return database


def test_a_disk_that_goes_while_it_is_opened_is_not_taken_for_one_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, disk, rig = tmp_path / "state" / "journal.db", Vanishing(), FakeRig(monkeypatch)
    disk.times = 2
    journal = Journal(path, rig.time.now_ns(), boot_id=BOOT, retry_s=RETRY_S, connect=disk.connect)
    table = Table(rig, setup("40/2h:1h"), journal=journal)
    start_and_press(table, 5 * SECOND_NS)
    assert journal.flush(FLUSH_S)
    journal.close()
    assert disk.times == 0
    assert moves_on_disk(path) == [1]
