"""A journal's file is checked whole when it must be, and no oftener."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from clock.journal import opening
from clock.journal import store as store_module
from clock.journal.damage import repair
from clock.journal.files import Connect, connect
from clock.journal.opening import CHECKS_MAX, REST_S_MAX, JournalFile
from clock.journal.store import Store
from clock.rules.message import Message
from clock.rules.units import SECOND_NS
from tests.journal.evenings import Evening, start_and_press
from tests.journal.written import problem, write_games

NO_JOURNAL = b"no journal at all" * 1000


class Watch:
    """A clock that a test moves; checking a file takes some of its time."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.check_s = 0.0
        self.checked: list[Path] = []

    def __call__(self) -> float:
        return self.now_s

    def check(self, path: Path, stamp: str) -> Message | None:
        self.checked.append(path)
        self.now_s += self.check_s
        return repair(path, stamp)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    a_watch = Watch()
    monkeypatch.setattr(opening, "repair", a_watch.check)
    return a_watch


@pytest.fixture
def file(tmp_path: Path, watch: Watch) -> Iterator[JournalFile]:
    a_file = JournalFile(tmp_path / "journal.db", connect, watch)
    yield a_file
    a_file.close()


def disk_error(code: int) -> sqlite3.Error:
    error = sqlite3.DatabaseError("a test's")
    error.sqlite_errorcode = code
    return error


def test_a_file_that_is_damaged_again_is_set_aside_again(file: JournalFile, watch: Watch) -> None:
    for _ in range(2):
        file.path.write_bytes(NO_JOURNAL)
        file.open().close()
        file.failed(OSError("it is gone"))
        watch.now_s += REST_S_MAX
    aside = sorted(each.name for each in file.path.parent.glob("*set-aside*.db"))
    assert len(aside) == 2
    reports = str(file.damage).split("; then ")
    assert sorted(reports) == [f"it is no journal; set aside as {name}" for name in aside]


@pytest.mark.parametrize(("check_s", "rest_s"), [(0.5, 0.5 / CHECKS_MAX), (60.0, REST_S_MAX)])
def test_a_file_that_comes_and_goes_is_not_checked_again_at_once(
    check_s: float, rest_s: float, file: JournalFile, watch: Watch
) -> None:
    watch.check_s = check_s
    file.open().close()
    file.failed(OSError("it is gone"))
    watch.now_s += rest_s - 0.01
    with pytest.raises(OSError, match="was checked just now"):
        file.open()
    watch.now_s += 0.02
    file.open().close()
    file.open().close()  # it was there all the time
    assert len(watch.checked) == 2


def test_a_file_is_checked_after_an_error_of_its_content_not_after_one_of_the_disk(
    file: JournalFile, watch: Watch
) -> None:
    for code, checks in ((sqlite3.SQLITE_IOERR, 1), (sqlite3.SQLITE_CORRUPT, 2)):
        file.open().close()
        file.failed(disk_error(code))
        file.open().close()
        assert len(watch.checked) == checks


def test_another_file_that_comes_between_the_check_and_the_opening_is_not_written(
    file: JournalFile, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = file.path.with_name("other.db")
    write_games(other, count=1, presses=3).close()
    watch.checked.clear()

    def replaced(there: Path, *, connect: Connect) -> Store:
        other.replace(file.path)
        monkeypatch.setattr(opening, "Store", Store)
        return Store(there, connect=connect)

    monkeypatch.setattr(opening, "Store", replaced)
    with pytest.raises(OSError, match="was replaced"):
        file.open()
    watch.now_s += REST_S_MAX
    file.open().close()
    assert watch.checked == [file.path, file.path]


def test_a_checkpoint_waits_for_nobody_who_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "BUSY_MS", 0)
    path = tmp_path / "journal.db"
    with closing(Store(path)) as store:
        with closing(Store(path, read_only=True)) as reading, reading.snapshot():
            reading.games()
            with pytest.raises(OSError, match="another program"):
                store.checkpoint()
        store.checkpoint()
        assert path.with_name("journal.db-wal").stat().st_size == 0


def test_damage_where_nothing_is_written_yet_is_found_by_sqlites_own_check(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    write_games(path, count=4, presses=60).close()
    with closing(Store(path)) as store:
        with store.transaction():
            store.drop_oldest(store.used_bytes() - 1)
            store.set_head(0, "", 0)
        store.checkpoint()
    data = bytearray(path.read_bytes())
    free_page = int.from_bytes(data[32:36], "big")
    assert free_page > 0
    assert problem(path) is None
    data[(free_page - 1) * 4096 : (free_page - 1) * 4096 + 4] = (2**31 - 1).to_bytes(4, "big")
    path.write_bytes(data)
    found = problem(path)
    assert found is not None
    assert "reelist" in found


def test_the_chain_goes_on_when_the_oldest_games_were_dropped(evening: Evening) -> None:
    table = evening.switch_on(bytes_max=80_000)
    for _ in range(6):
        start_and_press(table, *[2 * SECOND_NS] * 40)
        table.new_game()
    start_and_press(table, 2 * SECOND_NS)
    assert 2 <= len(evening.on_disk()) < 6
    with closing(Store(evening.path, read_only=True)) as store:
        numbers = [game.id for game in store.games()]
        assert numbers == list(range(numbers[0], 8))
        assert store.used_bytes() < 140_000
        first, *_, last = store.games()
    assert len(first.before) == len(last.before) == 32
    assert problem(evening.path) is None


def test_the_last_game_stays_whole_however_long_and_one_that_never_began_takes_no_place(
    evening: Evening,
) -> None:
    table = evening.switch_on(bytes_max=1)
    start_and_press(table, *[2 * SECOND_NS] * 60)
    assert evening.counts() == [61]
    for _ in range(3):
        table.new_game()
        assert evening.counts() == [62, 0]
    start_and_press(table, 2 * SECOND_NS)
    assert evening.counts() == [62, 2]
    table.new_game()
    assert evening.counts() == [3, 0]
    assert problem(evening.path) is None
