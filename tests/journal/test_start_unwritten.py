"""A clock starts with a journal that can be read, but not written: the game comes back."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clock.journal import opening
from clock.journal.files import Taken, connect
from clock.journal.journal import Fault, Journal
from clock.rules.inputs import PowerLost, Restarted
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.text.language import render
from hal.ports import Line
from tests.journal.evenings import (
    BOOT,
    FLUSH_S,
    OTHER_BOOT,
    Evening,
    not_root,
    start_and_press,
)
from tests.journal.test_disk import KINDS, make, take_away
from tests.station.tables import Table, setup

LATER_NS = 200 * SECOND_NS
GAME = setup("40/2h:1h")
"""Made before anybody is another user."""


class Refusing:
    """A disk that may be read, and is not written until its code is None."""

    def __init__(self, code: int) -> None:
        self.code: int | None = code

    def connect(self, path: Path, read_only: bool) -> sqlite3.Connection:
        if self.code is not None:
            error = sqlite3.OperationalError("a test's")
            error.sqlite_errorcode = self.code
            raise error
        return connect(path, read_only)


def start(evening: Evening, disk: Refusing | None = None, boot: str = BOOT) -> Table:
    """Switch the clock on again, three minutes later."""
    evening.journal.close()
    at_ns = LATER_NS if boot == BOOT else 5 * SECOND_NS
    opens = connect if disk is None else disk.connect
    return evening.switch_on(at_ns=at_ns, boot=boot, game=GAME, connect=opens)


@pytest.fixture
def played(evening: Evening) -> Evening:
    """A journal with a game of three presses that goes on."""
    start_and_press(evening.switch_on(), 5 * SECOND_NS, 7 * SECOND_NS, 9 * SECOND_NS)
    return evening


def damage(path: Path) -> bytes:
    """Change a press in a journal; return what is there then."""
    data = bytearray(path.read_bytes())
    data[data.find(b'"Press"') + 1] ^= 1
    path.write_bytes(data)
    return bytes(data)


def warnings(table: Table) -> list[str]:
    return [str(each) for each in table.station.warnings()]


def moves_on_disk(evening: Evening) -> list[int]:
    """The moves of each game on the disk, which works again."""
    moves = [game.state.play.moves for game in evening.on_disk()]
    assert evening.journal.fault is None
    return moves


@pytest.mark.parametrize("boot", [BOOT, OTHER_BOOT])
@pytest.mark.parametrize(
    ("code", "fault", "other_disk"),
    [
        (sqlite3.SQLITE_FULL, Fault.DISK_FULL, False),
        (sqlite3.SQLITE_CANTOPEN, Fault.NOT_WRITTEN, False),
        (sqlite3.SQLITE_READONLY, Fault.NOT_WRITTEN, True),
    ],
)
def test_a_game_on_a_disk_that_is_not_written_at_the_start_comes_back_and_is_written_later(
    boot: str, code: int, fault: Fault, other_disk: bool, played: Evening
) -> None:
    disk = Refusing(code)
    table = start(played, disk, boot)
    journal = played.journal
    restarted = boot == BOOT
    assert table.state.phase is (Phase.RUNNING if restarted else Phase.STOPPED)
    last = table.station.timeline.everything()[-1]
    assert type(last) is (Restarted if restarted else PowerLost)
    assert any("clock away" in str(news) for news in table.station.news()) is restarted
    if other_disk:
        for left in played.path.parent.iterdir():
            left.unlink()
    table.wait(10 * SECOND_NS)
    if restarted:
        table.tap(Line.RIGHT_PLUNGER)
    assert not journal.flush(0.05)
    assert journal.fault is fault
    assert render(fault.value) in table.sentence()  # before what happened
    assert "Clock is faulty" in table.sentence()
    disk.code = None
    assert moves_on_disk(played) == [4 if restarted else 3]


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


def moved(evening: Evening, state: Path, endings: tuple[str, ...] = ("",)) -> Path:
    """Copy an evening's journal into a folder that any user may get at, and go on with it."""
    state.mkdir()
    state.parent.chmod(0o755)
    for ending in endings:
        shutil.copy(f"{evening.path}{ending}", state)
    evening.path = state / evening.path.name
    return evening.path


@pytest.mark.parametrize("left", [(), ("-wal",), ("-wal", "-shm")])
def test_a_folder_that_is_not_ours_to_write_is_read_with_what_a_kill_left_in_it(
    left: tuple[str, ...], played: Evening, memory: Path
) -> None:
    if left:
        played.cut()
    played.journal.close()
    state = moved(played, memory / f"state{len(left)}", ("", *left)).parent
    with may_not_write(state):
        before = {each.name: each.read_bytes() for each in state.iterdir()}
        table = start(played)
        assert (table.state.phase, table.state.play.moves) == (Phase.RUNNING, 3)
        assert played.journal.fault is Fault.NOT_WRITTEN
        assert {each.name: each.read_bytes() for each in state.iterdir()} == before
    assert moves_on_disk(played) == [3]


def test_a_damaged_journal_that_cannot_be_written_brings_nothing_back_and_stays_until_it_can(
    played: Evening, memory: Path
) -> None:
    played.journal.close()
    path = moved(played, memory / "damaged")
    data = damage(path)
    with may_not_write(path.parent):
        assert start(played).state.phase is Phase.READY
        assert played.journal.fault is Fault.NOT_WRITTEN
        assert path.read_bytes() == data
    assert played.journal.flush(FLUSH_S)
    assert played.journal.damage is not None


def test_a_lock_that_another_user_left_is_taken_and_held(played: Evening, memory: Path) -> None:
    played.journal.close()
    path = moved(played, memory / "left")
    lock = path.with_name(f"{path.name}.lock")
    lock.touch()
    for each, mode in ((path.parent, 0o777), (path, 0o666), (lock, 0o644)):
        each.chmod(mode)
    with not_root():
        start(played)
        assert played.journal.fault is None
        with pytest.raises(Taken):
            Journal(path, 0)
        assert played.journal.flush(FLUSH_S)
        played.journal.close()


def test_a_disk_without_room_for_the_wals_index_is_full(
    played: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = shutil.disk_usage(played.path.parent)
    disk = Refusing(sqlite3.SQLITE_IOERR)
    start(played, disk)
    assert played.journal.fault is Fault.NOT_WRITTEN
    monkeypatch.setattr(opening, "disk_usage", lambda _: room._replace(free=4096))
    table = start(played, disk)
    assert render(Fault.DISK_FULL.value) in table.sentence()
    assert warnings(table) == [f"{played.path}: database or disk is full"]


@pytest.mark.parametrize("kind", ["folder", "pipe"])
@pytest.mark.parametrize("ending", ["-wal", "-shm", ".lock", ".part", ".part-wal", ".sound"])
def test_a_folder_or_a_pipe_beside_the_journal_is_reported_by_name_and_holds_nobody_up(
    ending: str, kind: str, played: Evening
) -> None:
    played.journal.close()
    odd = Path(f"{played.path}{ending}")
    odd.unlink(missing_ok=True)
    make(odd, kind)
    in_the_way_once_there_is_damage = ending in (".part", ".part-wal", ".sound")
    data = b""
    if in_the_way_once_there_is_damage:
        table = start(played)
        assert (played.journal.fault, table.state.play.moves) == (None, 3)
        played.journal.close()
        data = damage(played.path)
    table = start(played)
    assert played.journal.fault is Fault.NOT_WRITTEN
    assert warnings(table) == [f"{odd}: {KINDS[kind]}"]
    assert table.state.play.moves == (3 if ending == ".lock" else 0)  # it is not needed to read
    if in_the_way_once_there_is_damage:
        assert played.path.read_bytes() == data
    take_away(odd, kind)
    assert played.journal.flush(FLUSH_S)
    assert played.journal.fault is None


def test_a_journal_behind_a_link_is_written_where_the_link_leads_though_nothing_is_there(
    evening: Evening, tmp_path: Path
) -> None:
    there, link = tmp_path / "disk" / "there.db", tmp_path / "state.db"
    link.symlink_to(there)
    evening.path = link
    start_and_press(evening.switch_on(), 5 * SECOND_NS)
    assert moves_on_disk(evening) == [1]
    assert start(evening).state.play.moves == 1
    assert link.is_symlink()
    assert there.exists()
