"""Whether a journal is whole: SQLite's own check, the chain of every game, and both its ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from clock.journal.lines import Line, Seal, bound, sound
from clock.journal.store import JournalError, Store, StoredGame, read_head
from clock.journal.wal import wal_problem

DISK = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)
"""SQLite's errors that say nothing of what is in the file."""

NO_TEXT = (msgspec.DecodeError, UnicodeDecodeError)
"""What a text that was damaged leads to; SQLite's own messages may hold some of it."""

_MAGIC, _IN_WAL_MODE = b"SQLite format 3\0", b"\x02\x02"


def problem_of(path: Path) -> str | None:
    """Return the first thing that does not hold in a journal that nobody writes; None if all does.

    Raises OSError and sqlite3.Error if the disk does not answer.
    """
    with path.open("rb") as file:
        start = file.read(20)
    if start[:16] != _MAGIC or start[18:] != _IN_WAL_MODE:
        return "it is no journal"
    changed = wal_problem(path)
    if changed is not None:
        return changed
    try:
        with closing(Store(path, read_only=True)) as store:
            return next(problems(store), None)
    except (JournalError, *NO_TEXT):
        return "it is no journal"
    except sqlite3.Error as wrong:
        if of_the_disk(wrong):
            raise
        return f"SQLite: {wrong}"


def problems(store: Store) -> Iterator[str]:
    """Yield what does not hold in an open journal."""
    yield from store.problems()
    games, head_line = store.games(), store.head()
    head = read_head(head_line)
    if head is None:
        if games or head_line is not None:
            yield "its head was changed"
        return
    if [game.id for game in games] != list(range(head.first, head.game + 1)):
        yield f"expected the games {head.first} to {head.game}"
    for game in games:
        for problem in chain_problems(store, game):
            yield f"game {game.id}: {problem}"
    if store.orphans():
        yield "there are lines of no game"


def chain_problems(store: Store, game: StoredGame) -> Iterator[str]:
    """Yield what does not hold in a game's chain, up to the end that is told elsewhere."""
    seal, head = read_seal(game), read_head(store.head())
    if seal is not None:
        end = (seal.count, seal.head)
    elif head is not None and head.game == game.id and game.seal is None:
        end = (head.count, head.head)
    else:
        yield "its end was changed"
        return
    held = list(sound_lines(store, game))
    if not held:
        yield "its header was changed"
    elif (len(held) - 1, held[-1].hash.hex()) != end:
        changed = len(held) <= store.count(game.id)
        yield f"line {len(held)} was changed" if changed else "lines at its end are missing"


def read_seal(game: StoredGame) -> Seal | None:
    """Return a game's seal; None if there is none, or it is not sound."""
    if game.seal is None or not bound(b"", game.seal):
        return None
    return msgspec.json.decode(game.seal.text, type=Seal)


def sound_lines(store: Store, game: StoredGame) -> Iterator[Line]:
    """Yield the header and the lines of a game, as far as its chain holds."""
    if bound(b"", game.header):
        yield game.header
        yield from sound(game.header.hash, store.lines(game.id))


def of_the_disk(wrong: sqlite3.Error) -> bool:
    """Whether an error says that the disk does not answer, and nothing of what is on it."""
    return getattr(wrong, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in DISK
