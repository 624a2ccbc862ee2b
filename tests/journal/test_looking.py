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
from clock.journal.damage import made_sound
from clock.journal.lines import Cause, Gap
from clock.journal.soundness import OTHER_WAL, problem_of
from clock.journal.store import Store, read_gaps
from clock.journal.wal import wal_problem
from tests.journal.evenings import FLUSH_S
from tests.journal.test_damage import full_once_it_is_taken_over
from tests.journal.test_proof import not_root, said
from tests.journal.written import contents, write_games
from tests.station.tables import setup
from tests.test_cli import refused

FRAME = 24 + 4096
HEADER = 32
GAMES = 4
"""Each is a commit of its own at least."""
STAMP = "20260101-120000"


@pytest.fixture(scope="module")
def killed(memory: Path) -> Path:
    """A folder with a journal as a kill leaves it: all of it is in the WAL."""
    folder, copy = memory / "living", memory / "killed"
    folder.mkdir()
    journal = write_games(folder / "journal.db", count=GAMES, presses=3)
    shutil.copytree(folder, copy)
    journal.close()
    return copy


@pytest.fixture
def journal(killed: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(killed, tmp_path / "state")
    return tmp_path / "state" / "journal.db"


def wal_of(journal: Path) -> Path:
    return journal.with_name("journal.db-wal")


def flip(journal: Path, share: float) -> int:
    """Flip a bit in a frame of the WAL, and return the frame's number."""
    wal = wal_of(journal)
    data = bytearray(wal.read_bytes())
    frames = (len(data) - HEADER) // FRAME
    index = min(int(share * frames), frames - 1)
    data[HEADER + index * FRAME + 24 + 100] ^= 1
    wal.write_bytes(data)
    return index + 1


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_verify_tells_a_changed_wal_and_leaves_it_for_the_start(
    share: float, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = flip(journal, share)
    before = {each.name: each.read_bytes() for each in journal.parent.iterdir()}
    told = f"the WAL was changed at its frame {frame}"
    for game in ("--all", "last"):
        assert said(capsys, "verify", game, "--journal", journal, status=1) == [
            f"{journal}: {told}"
        ]
    assert refused("games", "--journal", journal) == f"clapper: {journal}: {told}"
    assert {each.name: each.read_bytes() for each in journal.parent.iterdir()} == before
    damage = made_sound(journal, STAMP)
    assert damage is not None
    assert damage.startswith(told)


@pytest.mark.parametrize("half", [8, 12])
def test_half_of_the_salts_of_a_frame_is_enough_to_be_of_this_run(half: int, journal: Path) -> None:
    journal.with_name("journal.db-shm").unlink()
    data = bytearray(wal_of(journal).read_bytes())
    data[HEADER + 5 * FRAME + half] ^= 1
    wal_of(journal).write_bytes(data)
    assert wal_problem(journal) == "the WAL was changed at its frame 6"


@pytest.mark.parametrize("size", [None, 0, HEADER - 1, HEADER, HEADER + 23])
def test_a_wal_that_is_gone_is_found_while_its_index_knows_of_it(
    size: int | None, journal: Path
) -> None:
    if size is None:
        wal_of(journal).unlink()
    else:
        os.truncate(wal_of(journal), size)
    assert made_sound(journal, STAMP) == (
        f"its WAL is gone; set aside as journal-set-aside-{STAMP}.db"
    )
    assert problem_of(journal) is None


@pytest.fixture
def taken_over(tmp_path: Path) -> Path:
    """A journal as a kill leaves it: a game is in the database, its newest end in the WAL."""
    living, copy = tmp_path / "living", tmp_path / "copy"
    living.mkdir()
    journal = write_games(living / "journal.db", count=1, presses=3)
    with closing(sqlite3.connect(journal.path)) as database:
        database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    journal.alive(10**12)
    assert journal.flush(FLUSH_S)
    shutil.copytree(living, copy)
    journal.close()
    return copy / "journal.db"


def test_what_followed_in_a_wal_that_is_gone_is_told_as_lost(taken_over: Path) -> None:
    wal_of(taken_over).unlink()
    assert made_sound(taken_over, STAMP) is not None
    ((game, lines),) = contents(taken_over)
    assert len(lines) == 3
    assert read_gaps(game.gaps) == (Gap(3, Cause.DAMAGED, STAMP),)


def test_what_only_the_index_knows_is_known_until_the_journal_was_set_aside(journal: Path) -> None:
    frame = flip(journal, 1.0)
    told = f"the WAL was changed at its frame {frame}"
    with full_once_it_is_taken_over(), pytest.raises(sqlite3.OperationalError):
        made_sound(journal, STAMP)
    assert wal_problem(journal) == told
    assert made_sound(journal, STAMP) == f"{told}; set aside as journal-set-aside-{STAMP}.db"
    *_, (game, lines) = contents(journal)
    assert read_gaps(game.gaps) == (Gap(len(lines), Cause.DAMAGED, STAMP),)


def test_a_clock_that_is_killed_while_it_sets_a_journal_aside_leaves_it_as_it_was(
    journal: Path,
) -> None:
    frame = flip(journal, 1.0)
    before = {each.name: each.read_bytes() for each in journal.parent.iterdir()}
    killed = os.fork()
    if killed == 0:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(damage, "_saved", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
            made_sound(journal, STAMP)
    assert os.waitpid(killed, 0)[1] == signal.SIGKILL
    assert {name: (journal.parent / name).read_bytes() for name in before} == before
    told = f"the WAL was changed at its frame {frame}"
    assert made_sound(journal, STAMP) == f"{told}; set aside as journal-set-aside-{STAMP}.db"


def test_a_wal_that_is_gone_is_no_damage_once_the_database_has_taken_it_over(
    journal: Path,
) -> None:
    store = Store(journal)
    store._ask("PRAGMA wal_checkpoint(PASSIVE)")
    index = journal.with_name("journal.db-shm").read_bytes()
    store.close()
    journal.with_name("journal.db-shm").write_bytes(index)
    assert not wal_of(journal).exists()
    assert wal_problem(journal) is None
    assert len(contents(journal)) == GAMES


def test_a_commit_that_tells_no_end_any_more_is_found_by_the_pages_that_come_again(
    journal: Path,
) -> None:
    journal.with_name("journal.db-shm").unlink()
    data = bytearray(wal_of(journal).read_bytes())
    ends = [at + 4 for at in range(HEADER, len(data), FRAME) if any(data[at + 4 : at + 8])]
    changed = ends[-2]
    data[changed : changed + 4] = bytes(4)
    wal_of(journal).write_bytes(data)
    frame = (changed - HEADER) // FRAME + 1
    assert wal_problem(journal) == f"the WAL was changed at its frame {frame}"


def test_an_empty_game_that_the_database_has_already_is_no_sign_of_another_wal(
    tmp_path: Path,
) -> None:
    journal = write_games(tmp_path / "journal.db", count=1, presses=3)
    journal.begin(setup("5m"), 10**12, at_once=True)
    assert journal.flush(FLUSH_S)
    with closing(sqlite3.connect(journal.path)) as database:
        database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    journal.alive(2 * 10**12)
    assert journal.flush(FLUSH_S)
    shutil.copytree(tmp_path, tmp_path / "killed")
    journal.close()
    assert problem_of(tmp_path / "killed" / "journal.db") is None


def test_an_index_of_an_earlier_run_tells_nothing_of_this_one(journal: Path) -> None:
    """A power cut may leave it so: it is never synced."""
    index = journal.with_name("journal.db-shm")
    with closing(Store(journal)) as store:
        earlier = index.read_bytes()
        store._ask("PRAGMA wal_checkpoint(PASSIVE)")
        with store.transaction():
            store.set_head(0, "", 0)
        shutil.copytree(journal.parent, journal.parent.with_name("cut"))
    cut = journal.parent.with_name("cut") / journal.name
    cut.with_name(index.name).write_bytes(earlier)
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


def test_a_journal_without_a_game_is_not_said_to_hold(journal: Path) -> None:
    wal_of(journal).unlink()
    journal.with_name("journal.db-shm").unlink()
    told = refused("verify", "--all", "--journal", journal)
    assert told == "clapper: there is no game in the journal yet"


def old_wal(journal: Path) -> None:
    """Go on with the game and close it; then put its old WAL beside it again."""
    kept = wal_of(journal).read_bytes()
    write_games(journal, count=2, presses=5).close()
    wal_of(journal).write_bytes(kept)


def others_wal(journal: Path) -> None:
    """Close the journal, and put beside it the WAL of another that has as many games."""
    kept = wal_of(journal).read_bytes()
    journal.unlink()
    wal_of(journal).unlink()
    write_games(journal, count=GAMES, presses=2).close()
    wal_of(journal).write_bytes(kept)


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
    put: Callable[[Path], None], journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(journal)
    alone = journal.with_name("alone.db")
    shutil.copy(journal, alone)
    games = [lines for _, lines in contents(alone)]
    assert problem_of(alone) is None
    alone.unlink()
    assert said(capsys, "verify", "--all", "--journal", journal, status=1) == [
        f"{journal}: {OTHER_WAL}"
    ]
    assert made_sound(journal, STAMP) == f"{OTHER_WAL}; set aside as journal-set-aside-{STAMP}.db"
    assert [lines for _, lines in contents(journal)] == games
    assert problem_of(journal) is None


def test_a_journal_goes_on_though_games_made_room_that_the_database_still_has(
    tmp_path: Path,
) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy"
    write_games(path, count=2).close()
    store = Store(path)
    with store.transaction():
        game, *_ = contents(path)
        store.begin_game(game[0].header)
        store.drop_oldest(1)
        store.set_head(0, "", 0)
    shutil.copytree(tmp_path, copy)
    store.close()
    assert problem_of(copy / path.name) is None


def test_one_of_the_group_reads_what_a_power_cut_left(
    journal: Path, memory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal.with_name("journal.db-shm").unlink()
    folder = memory / "group"
    shutil.copytree(journal.parent, folder)
    for each, mode in ((folder / "journal.db", 0o444), (wal_of(folder / "journal.db"), 0o444)):
        each.chmod(mode)
    folder.chmod(0o555)
    memory.chmod(0o755)
    files = sorted(os.listdir(folder))
    with not_root():
        assert said(capsys, "verify", "--all", "--journal", folder / "journal.db") == [
            f"game {number}: 3 inputs, the chain and every figure hold"
            for number in range(1, GAMES + 1)
        ]
    assert sorted(os.listdir(folder)) == files
    folder.chmod(0o755)
