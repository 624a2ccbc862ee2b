"""Who looks at a journal hears what its WAL has lost, and takes no trace of it away."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from clock.journal import damage
from clock.journal import wal as wal_module
from clock.journal.damage import repair
from clock.journal.lines import Cause, Gap
from clock.journal.soundness import OTHER_WAL
from clock.journal.store import Store, read_gaps
from clock.journal.wal import wal_problem
from tests.cli.running import called, printed, refused
from tests.journal.evenings import FLUSH_S, not_root
from tests.journal.test_damage import full_once_it_is_checkpointed
from tests.journal.written import (
    STAMP,
    as_killed,
    contents,
    problem,
    repaired,
    set_aside,
    write_games,
)
from tests.station.tables import setup

FRAME = 24 + 4096
HEADER = 32
GAMES = 4
"""Each is a commit of its own at least."""


@pytest.fixture(scope="module")
def killed(memory: Path) -> Path:
    """A folder with a journal as a kill leaves it: all of it is in the WAL."""
    journal = write_games(memory / "living" / "journal.db", count=GAMES, presses=3)
    return as_killed(journal, memory / "killed")


@pytest.fixture
def journal(killed: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(killed, tmp_path / "state")
    return tmp_path / "state" / "journal.db"


def wal_of(journal: Path) -> Path:
    return journal.with_name("journal.db-wal")


def index_of(journal: Path) -> Path:
    return journal.with_name("journal.db-shm")


def files_of(journal: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in journal.parent.iterdir()}


def checkpointed(journal: Path) -> None:
    """Let the database have all that is in the WAL so far, which stays."""
    with closing(sqlite3.connect(journal)) as database:
        database.execute("PRAGMA wal_checkpoint(PASSIVE)")


def flip(journal: Path, share: float) -> str:
    """Flip a bit in a frame of the WAL; return what is reported of it."""
    wal = wal_of(journal)
    data = bytearray(wal.read_bytes())
    frames = (len(data) - HEADER) // FRAME
    index = min(int(share * frames), frames - 1)
    data[HEADER + index * FRAME + 24 + 100] ^= 1
    wal.write_bytes(data)
    return f"the WAL was changed at its frame {index + 1}"


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_every_command_reports_a_changed_wal_and_leaves_it_for_the_start(
    share: float, journal: Path
) -> None:
    reason = flip(journal, share)
    before = files_of(journal)
    for game in ("--all", "last"):
        assert called("verify", game, "--journal", journal) == (1, f"{journal}: {reason}\n", "")
    assert refused("games", "--journal", journal) == f"clapper: {journal}: {reason}"
    with full_once_it_is_checkpointed(), pytest.raises(sqlite3.OperationalError):
        repair(journal, STAMP)  # what only the index knows is known until it was set aside
    assert str(wal_problem(journal)) == reason
    before.pop(index_of(journal).name)
    assert {name: (journal.parent / name).read_bytes() for name in before} == before
    assert repaired(journal) == set_aside(reason)
    for last, lines in contents(journal)[-1:]:  # of the first frame on there is none
        assert read_gaps(last.gaps)[-1:] == (Gap(len(lines), Cause.DAMAGED, STAMP),)
    assert bool(contents(journal)) is (share > 0)


def test_a_clock_that_is_killed_while_it_sets_a_journal_aside_leaves_it_as_it_was(
    journal: Path,
) -> None:
    reason, before = flip(journal, 1.0), files_of(journal)
    killed = os.fork()
    if killed == 0:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(damage, "_saved", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
            repair(journal, STAMP)
    assert os.waitpid(killed, 0)[1] == signal.SIGKILL
    assert {name: (journal.parent / name).read_bytes() for name in before} == before
    assert repaired(journal) == set_aside(reason)


@pytest.mark.parametrize("changed", ["first salt", "second salt", "end of a commit"])
def test_a_frame_is_of_this_run_by_half_of_its_salts_and_a_commit_without_its_end_is_found(
    changed: str, journal: Path
) -> None:
    index_of(journal).unlink()
    data = bytearray(wal_of(journal).read_bytes())
    frames = range(HEADER, len(data), FRAME)
    if changed == "end of a commit":  # by the pages that come again
        at = [frame for frame in frames if any(data[frame + 4 : frame + 8])][-2]
        data[at + 4 : at + 8] = bytes(4)
    else:
        at = frames[5]
        data[at + (8 if changed == "first salt" else 12)] ^= 1
    wal_of(journal).write_bytes(data)
    frame = frames.index(at) + 1
    assert str(wal_problem(journal)) == f"the WAL was changed at its frame {frame}"


@pytest.mark.parametrize("size", [None, 0, HEADER - 1, HEADER, HEADER + 23])
def test_a_wal_that_is_gone_is_found_while_its_index_knows_of_it(
    size: int | None, journal: Path
) -> None:
    if size is None:
        wal_of(journal).unlink()
    else:
        os.truncate(wal_of(journal), size)
    assert repaired(journal) == set_aside("its WAL is gone")


def test_what_followed_in_a_wal_that_is_gone_is_lost(tmp_path: Path) -> None:
    journal = write_games(tmp_path / "living" / "journal.db", count=1, presses=3)
    checkpointed(journal.path)
    journal.alive(10**12)
    assert journal.flush(FLUSH_S)
    copy = as_killed(journal, tmp_path / "copy") / "journal.db"
    wal_of(copy).unlink()
    assert repaired(copy) is not None
    ((game, lines),) = contents(copy)
    assert len(lines) == 3
    assert read_gaps(game.gaps) == (Gap(3, Cause.DAMAGED, STAMP),)


def test_a_wal_that_is_gone_is_no_damage_once_the_database_has_it_all(journal: Path) -> None:
    store = Store(journal)
    store._ask("PRAGMA wal_checkpoint(PASSIVE)")
    index = index_of(journal).read_bytes()
    store.close()
    index_of(journal).write_bytes(index)
    assert not wal_of(journal).exists()
    assert wal_problem(journal) is None
    assert len(contents(journal)) == GAMES


def test_an_index_of_an_earlier_run_is_no_sign_of_damage(journal: Path) -> None:
    """A power cut may leave it so: it is never synced."""
    with closing(Store(journal)) as store:
        earlier = index_of(journal).read_bytes()
        store._ask("PRAGMA wal_checkpoint(PASSIVE)")
        with store.transaction():
            store.set_head(0, "", 0)
        shutil.copytree(journal.parent, journal.parent.with_name("cut"))
    cut = journal.parent.with_name("cut") / journal.name
    index_of(cut).write_bytes(earlier)
    assert wal_problem(cut) is None


def test_a_wal_that_is_written_while_it_is_read_is_no_damage(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = wal_of(journal).read_bytes()
    torn = [whole[: HEADER + 2 * FRAME] + bytes(100) + whole[HEADER + 2 * FRAME + 100 :]]

    def read(path: Path) -> bytes:
        return torn.pop() if torn and path.name.endswith("-wal") else path.read_bytes()

    monkeypatch.setattr(wal_module, "_read", read)
    assert wal_problem(journal) is None
    assert torn == []


def test_an_empty_game_or_room_that_was_made_is_no_sign_of_another_wal(tmp_path: Path) -> None:
    first = tmp_path / "first"
    journal = write_games(first / "journal.db", count=2, presses=3)
    journal.begin(setup("5m"), 10**12, at_once=True)
    assert journal.flush(FLUSH_S)
    checkpointed(journal.path)
    journal.alive(2 * 10**12)
    assert journal.flush(FLUSH_S)
    assert problem(as_killed(journal, tmp_path / "killed") / "journal.db") is None
    with closing(Store(first / "journal.db")) as store:
        with store.transaction():
            store.begin_game(store.games()[0].header)
            store.drop_oldest(1)
            store.set_head(0, "", 0)
        shutil.copytree(first, tmp_path / "dropped")
    assert problem(tmp_path / "dropped" / "journal.db") is None


def old_wal(journal: Path) -> None:
    """Go on with the game and close it; then put its old WAL beside it again."""
    wal = wal_of(journal).read_bytes()
    write_games(journal, count=2, presses=5).close()
    wal_of(journal).write_bytes(wal)


def others_wal(journal: Path) -> None:
    """Close the journal, and put beside it the WAL of another that has as many games."""
    wal = wal_of(journal).read_bytes()
    journal.unlink()
    wal_of(journal).unlink()
    write_games(journal, count=GAMES, presses=2).close()
    wal_of(journal).write_bytes(wal)


def empty_ones_wal(journal: Path) -> None:
    """Put beside the closed journal the WAL of one that was just made."""
    write_games(journal, count=1, presses=9).close()
    store = Store(journal.with_name("empty.db"))
    shutil.copy(journal.with_name("empty.db-wal"), wal_of(journal))
    store.close()
    for left in journal.parent.glob("empty*"):
        left.unlink()


@pytest.mark.parametrize("put", [old_wal, others_wal, empty_ones_wal])
def test_a_wal_that_is_not_the_databases_is_set_aside_and_no_game_with_it(
    put: Callable[[Path], None], journal: Path
) -> None:
    put(journal)
    alone = journal.with_name("alone.db")
    shutil.copy(journal, alone)
    games = [lines for _, lines in contents(alone)]
    assert problem(alone) is None
    alone.unlink()
    assert called("verify", "--all", "--journal", journal) == (1, f"{journal}: {OTHER_WAL}\n", "")
    assert repaired(journal) == set_aside(OTHER_WAL)
    assert [lines for _, lines in contents(journal)] == games


def test_one_of_the_group_reads_what_a_power_cut_left_and_an_empty_one_does_not_hold(
    journal: Path, memory: Path
) -> None:
    index_of(journal).unlink()
    folder = memory / "group"
    shutil.copytree(journal.parent, folder)
    for name in ("journal.db", "journal.db-wal"):
        (folder / name).chmod(0o444)
    folder.chmod(0o555)
    memory.chmod(0o755)
    files = sorted(os.listdir(folder))
    with not_root():
        out = printed("verify", "--all", "--journal", folder / "journal.db")
    assert out.splitlines() == [
        f"game {number}: 3 inputs, the chain and every figure hold"
        for number in range(1, GAMES + 1)
    ]
    assert sorted(os.listdir(folder)) == files
    folder.chmod(0o755)
    wal_of(journal).unlink()
    empty = refused("verify", "--all", "--journal", journal)
    assert empty == "clapper: there is no game in the journal yet"
