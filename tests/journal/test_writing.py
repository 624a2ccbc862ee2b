"""What is damaged while a clock writes is found before anything is written over the loss."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from clock.journal import store as store_module
from clock.journal.journal import Journal
from clock.journal.soundness import problem_of
from clock.journal.store import JournalError, Store
from clock.rules.inputs import Start
from clock.rules.machine import begin, step
from clock.rules.units import SECOND_NS
from tests.journal.disks import Disk, hanging
from tests.journal.evenings import BOOT, FLUSH_S, RETRY_S
from tests.journal.written import contents, write_games
from tests.sims import WAIT_S
from tests.station.tables import setup

GAMES, PRESSES = 2, 5
LATER_NS = 1_000 * SECOND_NS
GAME = setup("40/2h:1h")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal of two games, the second of which goes on."""
    journal = write_games(tmp_path / "journal.db", GAMES, PRESSES)
    journal._retry_s = RETRY_S
    yield journal
    journal.close()


def ask(journal: Journal, sql: str) -> None:
    """Change a journal as a defect may, behind the back of the clock that writes it."""
    with closing(sqlite3.connect(journal.path)) as database:
        database.execute(sql)
        database.commit()


def goes_on(journal: Journal) -> None:
    journal.alive(LATER_NS)


def another_begins(journal: Journal) -> None:
    journal.begin(GAME, LATER_NS)
    add_start(journal)


def add_start(journal: Journal) -> None:
    start = Start(LATER_NS)
    journal.add(start, step(begin(GAME, LATER_NS), start)[0])


def counts(journal: Journal) -> list[int]:
    """How many lines each game has on disk; the journal is whole, and its thread lives."""
    assert journal.flush(FLUSH_S)
    assert journal.fault is None
    journal.close()
    assert problem_of(journal.path) is None
    return [len(lines) for _, lines in contents(journal.path)]


LOSSES = {
    "DELETE FROM lines WHERE game = 2 AND number > 3": "game 2: lines at its end are missing",
    "DELETE FROM lines WHERE game = 2": "game 2: lines at its end are missing",
    "DELETE FROM games WHERE id = 2": "expected the games 1 to 2",
    "UPDATE games SET before = x'00' WHERE id = 2": "game 2: its place was changed",
    "UPDATE games SET gaps = '[]]' WHERE id = 2": "game 2: what is missing of it was changed",
    "UPDATE games SET gaps = '[' WHERE id = 2": "game 2: what is missing of it was changed",
}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("then", [goes_on, another_begins])
def test_a_loss_at_the_end_is_found_before_the_next_write(
    loss: str, then: Callable[[Journal], None], journal: Journal
) -> None:
    ask(journal, loss)
    then(journal)
    found = counts(journal)
    assert journal.damage is not None
    assert journal.damage.startswith(f"{LOSSES[loss]}; set aside as ")
    if then is goes_on:  # the game is in memory, and written whole again
        assert found == [PRESSES, PRESSES]
    else:
        assert found[-1] == 1


class FailsOnce:
    """A disk that fails at the next write: the file is opened anew then, and not looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        monkeypatch.setattr(Store, "require_in_place", self)

    def __call__(self) -> None:
        self._monkeypatch.undo()
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error


FLIPS = {
    "a name that is no text": (rb"table(g)amesgames", ord("g"), 0x80),
    "a text for a hash": (rb"\x00(\x0c)..\x4c\x11\x00\x00", 0x0C, 0x01),
}
"""Where in the file a bit is flipped, in what, and which."""


@pytest.mark.parametrize("flip", FLIPS)
def test_a_flipped_bit_of_any_kind_ends_no_writing(
    flip: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = write_games(tmp_path / "journal.db", 1, PRESSES)
    journal._retry_s = RETRY_S
    ask(journal, "PRAGMA wal_checkpoint(TRUNCATE)")
    place, byte, bit = FLIPS[flip]
    found = re.search(place, journal.path.read_bytes(), re.DOTALL)
    assert found is not None
    with journal.path.open("r+b") as file:
        file.seek(found.start(1))
        file.write(bytes([byte ^ bit]))
    FailsOnce(monkeypatch)
    goes_on(journal)
    assert counts(journal)[-1] == PRESSES
    assert journal.damage is not None


def test_a_game_that_is_counted_and_not_found_is_damage(tmp_path: Path) -> None:
    write_games(tmp_path / "journal.db", 1, PRESSES).close()
    with (
        closing(Store(tmp_path / "journal.db")) as store,
        pytest.raises(JournalError, match="its end cannot be read"),
    ):
        store.seal(2)


def test_a_game_of_which_room_was_made_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk("makes room")
    journal = Journal(
        tmp_path / "journal.db", 0, boot_id=BOOT, bytes_max=1, retry_s=RETRY_S,
        connect=disk.connect,
    )  # fmt: skip
    another_begins(journal)
    assert journal.flush(FLUSH_S)
    with hanging(disk) as asked:
        journal.alive(2 * LATER_NS)
        assert asked.wait(WAIT_S)
        add_start(journal)
        another_begins(journal)
        another_begins(journal)
    assert journal.flush(FLUSH_S)
    FailsOnce(monkeypatch)
    journal.alive(3 * LATER_NS)
    assert counts(journal) == [1, 1]
    with closing(Store(journal.path, read_only=True)) as store:
        assert [game.id for game in store.games()] == [2, 3]


def test_a_game_that_is_written_at_once_is_where_the_journal_ends(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Journal(path, 0, boot_id=BOOT)) as journal:
        journal.begin(GAME, LATER_NS, at_once=True)
        assert journal.flush(FLUSH_S)
    with closing(Journal(path, 0, boot_id=BOOT)) as journal:
        assert journal.found.last_ns == LATER_NS


def test_a_wal_that_grew_while_somebody_looked_is_cut_to_its_length_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "WAL_PAGES", 4)
    journal = write_games(tmp_path / "journal.db", 1, PRESSES)
    wal, limit = tmp_path / "journal.db-wal", 2 * 4 * 4096
    with closing(Store(journal.path, read_only=True)) as looking, looking.snapshot():
        looking.games()
        for number in range(12):
            journal.alive(LATER_NS * (number + 1))
            assert journal.flush(FLUSH_S)
        assert wal.stat().st_size > limit
    for number in range(12, 16):
        journal.alive(LATER_NS * (number + 1))
        assert journal.flush(FLUSH_S)
    assert wal.stat().st_size <= limit
    journal.close()
