"""Whether a journal is whole: SQLite's own check, the chain of every game, and both its ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

import msgspec

from clock.journal.databases import DATABASE
from clock.journal.lines import Head, Line, Seal, bound, sound
from clock.journal.store import (
    Connect,
    JournalError,
    OtherFormat,
    Store,
    StoredGame,
    beside,
    connect,
    connect_without_wal,
    gaps_text,
    read_head,
    require_file,
    require_files,
)
from clock.journal.wal import wal_problem

DISK = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
)
"""SQLite's errors that say nothing of what is in the file."""

NO_TEXT = (msgspec.DecodeError, UnicodeDecodeError)
"""What a text that was damaged leads to; SQLite's own messages may hold some of it."""

OTHER_WAL = "its WAL is an older one, or another journal's"

_IN_WAL_MODE = b"\x02\x02"


def problem_of(path: Path, connect: Connect = connect) -> str | None:
    """Return the first thing that does not hold in a journal that nobody writes; None if all does.

    Raises OSError and sqlite3.Error if the disk does not answer, JournalError if it is no file.
    """
    require_files(path)
    with path.open("rb") as file:
        start = file.read(20)
    if start[:16] != DATABASE or start[18:] != _IN_WAL_MODE:
        return "it is no journal"
    changed = wal_problem(path)
    if changed is not None:
        return changed
    try:
        if lost_by_wal(path, connect):
            return OTHER_WAL
        with closing(Store(path, read_only=True, connect=connect)) as store:
            return next(problems(store), None)
    except OtherFormat:
        return "it is of another format"
    except (JournalError, *NO_TEXT):
        return "it is no journal"
    except sqlite3.Error as wrong:
        if of_the_disk(wrong):
            raise
        return f"SQLite: {wrong}"


def require_journal(path: Path) -> None:
    """Raise JournalError for a file that holds something else than a database of SQLite.

    A damaged journal of the clock is set aside; a name that a person gave may be a slip.
    """
    require_file(path)
    with suppress(OSError), path.open("rb") as file:
        start = file.read(len(DATABASE))
        if start and start != DATABASE:
            raise JournalError(f"{path}: it is no journal, and stays as it is")


def lost_by_wal(path: Path, connect: Connect = connect) -> bool:
    """Whether a database has, without its WAL, an end of the journal that is lost with it.

    What it took over was in the WAL: so with that, the journal can only end there or later. Raises
    sqlite3.Error if the disk does not answer.
    """
    before = _head_without_wal(path)
    if before is None:
        return False
    try:
        with closing(Store(path, read_only=True, connect=connect)) as store:
            return _lost(store, before)
    except (JournalError, sqlite3.Error, *NO_TEXT) as wrong:
        if isinstance(wrong, sqlite3.Error) and of_the_disk(wrong):
            raise
        # No page of its own WAL makes nonsense of a database that is whole.
        with closing(Store(path, read_only=True, connect=connect_without_wal)) as alone:
            return next(problems(alone), None) is None


def _head_without_wal(path: Path) -> Head | None:
    """What the database says of its end, if it has a WAL, without it; None if that is nothing.

    It may have taken half of the WAL over, and then say what makes no sense.
    """
    if not beside(path, "-wal").exists():
        return None
    with (
        suppress(JournalError, sqlite3.Error, *NO_TEXT),
        closing(Store(path, read_only=True, connect=connect_without_wal)) as alone,
    ):
        return read_head(alone.head())
    return None


def _lost(store: Store, before: Head) -> bool:
    now, last = read_head(store.head()), before.last
    if now is None or last.game > now.last.game:
        return True
    if last.game < now.first or last.count == 0:  # it had to make room, or was empty
        return False
    line = store.line(last.game, last.count)
    return line is None or line.hash.hex() != last.head


def problems(store: Store) -> Iterator[str]:
    """Yield what does not hold in an open journal."""
    yield from store.problems()
    games, head_line = store.games(), store.head()
    head = read_head(head_line)
    if head is None:
        if games or head_line is not None:
            yield "its head was changed"
        return
    for game in games:
        for problem in chain_problems(store, game):
            yield f"game {game.id}: {problem}"
    yield from order_problems(store)
    if store.orphans():
        yield "there are lines of no game"


def order_problems(store: Store, beside: int | None = None) -> Iterator[str]:
    """Yield where a game does not follow the one that it followed; `beside`: only next to it."""
    games, head = store.games(), read_head(store.head())
    ends = (games[0].id, games[-1].id) if games else (0, 0)
    if head is not None and (beside is None or beside in ends):
        expected = (head.first, head.last.game)
        if ends != expected:
            yield f"expected the games {expected[0]} to {expected[1]}"
    for before, game in pairwise(games):
        if beside in (None, before.id, game.id) and not follows(before, end_of(game, head)):
            yield f"game {game.id}: the game before it was changed, removed or moved"


def follows(before: StoredGame, end: Seal | None) -> bool:
    """Whether the game that ends so was begun after a sealed one."""
    sealed = before.seal
    return sealed is not None and end is not None and sealed.hash == bytes.fromhex(end.before)


def chain_problems(store: Store, game: StoredGame) -> Iterator[str]:
    """Yield what does not hold in a game's chain, up to the end that is told elsewhere."""
    end = end_of(game, read_head(store.head()))
    if end is None:
        yield "its end was changed"
        return
    held = list(sound_lines(store, game))
    if not held:
        yield "its header was changed"
    elif (len(held) - 1, held[-1].hash.hex()) != (end.count, end.head):
        changed = len(held) <= store.count(game.id)
        yield f"line {len(held)} was changed" if changed else "lines at its end are missing"
    elif (game.id, game.before) != (end.game, bytes.fromhex(end.before)):
        yield "its place was changed"
    elif game.gaps != gaps_text(end.gaps):
        yield "what is missing of it was changed"


def end_of(game: StoredGame, head: Head | None) -> Seal | None:
    """Return what is told of a game's end: by its seal, or by the head of the journal.

    None if nothing is told, or what is told is not sound.
    """
    if game.seal is None:
        return head.last if head is not None and head.last.game == game.id else None
    if not bound(b"", game.seal):
        return None
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(game.seal.text, type=Seal)
    return None


def sound_lines(store: Store, game: StoredGame) -> Iterator[Line]:
    """Yield the header and the lines of a game, as far as its chain holds."""
    if bound(b"", game.header):
        yield game.header
        yield from sound(game.header.hash, store.lines(game.id))


def of_the_disk(wrong: sqlite3.Error) -> bool:
    """Whether an error says that the disk does not answer, and nothing of what is on it."""
    return getattr(wrong, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in DISK
