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
from clock.journal.damage import repair
from clock.journal.files import connect
from clock.journal.soundness import problem_of
from clock.journal.store import Store
from tests.journal.disks import Disk, Operation, Write
from tests.journal.written import (
    PRESSES,
    STAMP,
    as_killed,
    contents,
    repaired,
    set_aside,
    write_games,
)

PAGE = 4096


@pytest.fixture(scope="module")
def closed(memory: Path) -> Path:
    """A folder with a journal that was closed."""
    path = memory / "closed" / "journal.db"
    write_games(path).close()
    return path.parent


@pytest.fixture(scope="module")
def killed(memory: Path) -> Path:
    """A folder with a journal as a kill leaves it: much of it is in the WAL."""
    return as_killed(write_games(memory / "living" / "journal.db"), memory / "killed")


def assert_found_or_without_effect(whole: Path, memory: Path, name: str, place: float) -> None:
    """Flip a bit of a file: it is found, or nothing in the journal is changed by it."""
    folder = memory / "flipped"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    path, file = folder / "journal.db", folder / name
    data = bytearray(file.read_bytes())
    bit = int(place * len(data) * 8)
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)
    before = contents(whole / "journal.db")
    found = repaired(path)
    after = contents(path)
    if found is None:
        assert after == before
        write_games(path, count=1, presses=3).close()  # and it can be written
        assert problem_of(path) is None
        return
    (aside,) = folder.glob("*-set-aside-*.db")
    assert (aside if name == "journal.db" else Path(f"{aside}{name[10:]}")).read_bytes() == data
    there = {game.header: lines for game, lines in before}
    for game, lines in after:
        assert lines == there[game.header][: len(lines)]
    if name == "journal.db" and bit // 8 >= PAGE:  # the first page has the tables' names
        assert sum(len(lines) == PRESSES for _, lines in after) >= 1, found


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
@settings(max_examples=30, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True))
@example(place=18 / 81920)
def test_a_flipped_bit_anywhere_in_the_files_of_a_clock_is_found_or_harmless(
    closed: Path, killed: Path, memory: Path, ending: str, place: float
) -> None:
    whole = killed if ending else closed
    assert_found_or_without_effect(whole, memory, f"journal.db{ending}", place)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_a_flipped_bit_in_any_of_many_bytes_is_found(
    name: str, closed: Path, killed: Path, memory: Path
) -> None:
    whole = killed if name.endswith("-wal") else closed
    size = (whole / name).stat().st_size
    bits = [byte * 8 + byte % 8 for byte in range(0, size, 127)]
    for bit in (*bits, *range(100 * 8)):  # a database's header has 100 bytes
        assert_found_or_without_effect(whole, memory, name, bit / 8 / size)


@pytest.fixture
def damaged(closed: Path, tmp_path: Path) -> Path:
    """A copy of a journal in which a press was changed."""
    path = tmp_path / "journal.db"
    data = bytearray((closed / "journal.db").read_bytes())
    data[data.rfind(b'"Press"') + 1] ^= 1
    path.write_bytes(data)
    return path


def test_a_new_journal_of_an_earlier_start_is_not_taken_for_that_of_this_one(
    damaged: Path, closed: Path, tmp_path: Path
) -> None:
    write_games(tmp_path / "stale.db", count=1, presses=2).close()
    shutil.copy(tmp_path / "stale.db", damaged.with_name("journal.db.sound"))
    assert repaired(damaged) is not None
    assert len(contents(damaged)) == len(contents(closed / "journal.db"))


def test_the_new_journal_is_in_its_place_on_the_disk_before_it_is_written(
    damaged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[str, list[str]]] = []

    def sync(handle: int) -> None:
        where = os.readlink(f"/proc/self/fd/{handle}")
        synced.append((where, sorted(os.listdir(where))))

    monkeypatch.setattr(os, "fsync", sync)
    assert repair(damaged, STAMP) is not None
    ((where, names),) = synced
    assert where == str(damaged.parent)
    assert {"journal.db", f"journal-set-aside-{STAMP}.db"} <= set(names)


@contextmanager
def full_once_it_is_checkpointed() -> Iterator[None]:
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


def test_a_disk_too_full_for_the_new_journal_costs_no_game(damaged: Path) -> None:
    data = damaged.read_bytes()
    with full_once_it_is_checkpointed(), pytest.raises(sqlite3.OperationalError) as raised:
        repair(damaged, STAMP)
    assert raised.value.sqlite_errorcode == sqlite3.SQLITE_FULL
    assert damaged.read_bytes() == data
    assert repaired(damaged) == set_aside("game 6: line 30 was changed")
    assert [len(lines) for _, lines in contents(damaged)] == [*[PRESSES] * 5, PRESSES - 1]


@pytest.mark.parametrize("left", ["journal.db-wal", "journal.db.sound", "journal.db.part"])
def test_a_start_goes_on_with_what_another_had_set_aside_when_it_was_cut_off(
    left: str, tmp_path: Path
) -> None:
    Store(tmp_path / "other.db").close()
    (tmp_path / left).write_bytes((tmp_path / "other.db").read_bytes())
    repaired(tmp_path / "journal.db")
    aside = [each.name for each in tmp_path.glob("*set-aside*")]
    assert aside == ([f"journal-set-aside-{STAMP}.db-wal"] if left.endswith("-wal") else [])


@pytest.mark.parametrize("beside", [False, True])
def test_a_new_journal_that_was_damaged_before_it_was_in_its_place_is_checked(
    beside: bool, damaged: Path, closed: Path
) -> None:
    data = damaged.read_bytes()
    damaged.rename(f"{damaged}.sound")
    if beside:
        damaged.with_name("journal.db-wal").write_bytes(b"of the one before")
    found = repaired(damaged)
    assert found is not None
    assert "line 30 was changed; set aside as " in found
    assert found.startswith(set_aside("it was being set aside") + "; then ") is beside
    before = contents(closed / "journal.db")
    for (_, lines), (_, whole) in zip(contents(damaged), before, strict=True):
        assert lines == whole[: len(lines)]
    aside = damaged.parent.glob("*set-aside*")
    assert data in [each.read_bytes() for each in aside]
