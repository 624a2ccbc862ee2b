"""A journal that was damaged is found, set aside and never deleted; what is sound of it goes on."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import apsw
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clock.journal import damage
from clock.journal.damage import made_sound
from clock.journal.soundness import problem_of
from clock.journal.store import Store, connect
from tests.journal.disks import Disk, Operation, Write
from tests.journal.written import PRESSES, contents, write_games

PAGE = 4096
STAMP = "20260101-120000"


@pytest.fixture(scope="module")
def closed(memory: Path) -> Path:
    """A folder with a journal that was closed."""
    folder = memory / "closed"
    folder.mkdir()
    write_games(folder / "journal.db").close()
    return folder


@pytest.fixture(scope="module")
def killed(memory: Path) -> Path:
    """A folder with a journal as a kill leaves it: much of it is in the WAL."""
    folder, copy = memory / "living", memory / "killed"
    folder.mkdir()
    journal = write_games(folder / "journal.db")
    shutil.copytree(folder, copy)
    journal.close()
    (copy / "journal.db.lock").unlink()
    return copy


def assert_found_or_without_effect(whole: Path, memory: Path, name: str, place: float) -> None:
    """Flip a bit of a file: it is found, or nothing that the journal says is changed by it."""
    folder = memory / "flipped"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    path, file = folder / "journal.db", folder / name
    data = bytearray(file.read_bytes())
    bit = min(int(place * len(data) * 8), len(data) * 8 - 1)
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)
    before = contents(whole / "journal.db")
    found = made_sound(path, STAMP)
    after = contents(path)
    assert problem_of(path) is None
    if found is None:
        assert after == before
        journal = write_games(path, count=1, presses=3)  # and it can be written
        journal.close()
        assert problem_of(path) is None
        return
    (aside,) = folder.glob("*-set-aside-*.db")
    assert (aside if name == "journal.db" else Path(f"{aside}{name[10:]}")).read_bytes() == data
    there = {game.header: lines for game, lines in before}
    for game, lines in after:
        assert lines == there[game.header][: len(lines)]
    if name == "journal.db" and bit // 8 >= PAGE:  # the first page says what tables there are
        assert sum(len(lines) == PRESSES for _, lines in after) >= 1, found


places = st.floats(0, 1, exclude_max=True)


@settings(max_examples=120, deadline=None)
@given(place=places)
@example(place=18 / 81920)
def test_a_flipped_bit_anywhere_in_a_journal_is_found(
    closed: Path, memory: Path, place: float
) -> None:
    assert_found_or_without_effect(closed, memory, "journal.db", place)


@settings(max_examples=120, deadline=None)
@given(place=places)
def test_a_flipped_bit_anywhere_in_the_wal_of_a_killed_clock_is_found(
    killed: Path, memory: Path, place: float
) -> None:
    assert_found_or_without_effect(killed, memory, "journal.db-wal", place)


@settings(max_examples=50, deadline=None)
@given(place=places)
def test_a_flipped_bit_in_the_wals_index_does_no_harm(
    killed: Path, memory: Path, place: float
) -> None:
    assert_found_or_without_effect(killed, memory, "journal.db-shm", place)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_a_flipped_bit_in_any_of_many_bytes_is_found(
    name: str, closed: Path, killed: Path, memory: Path
) -> None:
    whole = killed if name.endswith("-wal") else closed
    size = (whole / name).stat().st_size
    for byte in range(0, size, 83):
        assert_found_or_without_effect(whole, memory, name, (byte + byte % 8 / 8) / size)
    for byte in range(200):
        for bit in range(8):
            assert_found_or_without_effect(whole, memory, name, (byte + bit / 8) / size)


def damaged(closed: Path, folder: Path) -> Path:
    """A copy of a journal in which a press was changed."""
    folder.mkdir()
    path = folder / "journal.db"
    data = bytearray((closed / "journal.db").read_bytes())
    data[data.rfind(b'"Press"') + 1] ^= 1
    path.write_bytes(data)
    return path


def test_a_new_journal_of_an_earlier_start_is_not_taken_for_that_of_this_one(
    closed: Path, tmp_path: Path
) -> None:
    path = damaged(closed, tmp_path / "state")
    write_games(tmp_path / "stale.db", count=1, presses=2).close()
    shutil.copy(tmp_path / "stale.db", path.with_name("journal.db.sound"))
    assert made_sound(path, STAMP) is not None
    assert len(contents(path)) == len(contents(closed / "journal.db"))


def test_the_new_journal_is_in_its_place_on_the_disk_before_it_is_written(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = damaged(closed, tmp_path / "state")
    synced: list[tuple[str, list[str]]] = []

    def sync(handle: int) -> None:
        where = os.readlink(f"/proc/self/fd/{handle}")
        synced.append((where, sorted(os.listdir(where))))

    monkeypatch.setattr(os, "fsync", sync)
    assert made_sound(path, STAMP) is not None
    ((where, names),) = synced
    assert where == str(path.parent)
    assert {"journal.db", f"journal-set-aside-{STAMP}.db"} <= set(names)


@contextmanager
def full_once_it_is_taken_over() -> Iterator[None]:
    """A disk with room for the new journal's WAL, and for no more of the new one than its start."""
    disk = Disk("no-room-for-the-new-one")

    def fail(operation: Operation) -> None:
        match operation:
            case Write("journal.db.part", offset) if offset >= PAGE:
                raise apsw.exception_for(sqlite3.SQLITE_FULL)

    def connected(path: Path, read_only: bool) -> sqlite3.Connection:
        return connect(path, True) if read_only else disk.connect(path, False)

    disk.fails = fail
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(damage, "Store", partial(Store, connect=connected))
        yield


def test_a_disk_too_full_for_the_new_journal_costs_no_game(closed: Path, tmp_path: Path) -> None:
    path = damaged(closed, tmp_path / "state")
    data = path.read_bytes()
    with full_once_it_is_taken_over(), pytest.raises(sqlite3.OperationalError) as raised:
        made_sound(path, STAMP)
    assert raised.value.sqlite_errorcode == sqlite3.SQLITE_FULL
    assert path.read_bytes() == data
    assert made_sound(path, STAMP) == (
        f"game 6: line 30 was changed; set aside as journal-set-aside-{STAMP}.db"
    )
    assert [len(lines) for _, lines in contents(path)] == [*[PRESSES] * 5, PRESSES - 1]
