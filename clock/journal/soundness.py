"""Whether a journal is whole: SQLite's own check, the chain of every game, and both its ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

import msgspec

from clock.journal.files import (
    DATABASE,
    Connect,
    JournalError,
    OtherFormat,
    beside,
    connect,
    connect_without_wal,
    require_file,
    require_files,
)
from clock.journal.lines import Head, Line, Seal, bound, sound
from clock.journal.store import Store, StoredGame, gaps_text, read_head
from clock.journal.wal import wal_problem
from clock.rules.message import Message, placed

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
"""SQLite's errors that mean nothing about the content of the file."""

NO_TEXT = (msgspec.DecodeError, UnicodeDecodeError)
"""Errors of a text that was damaged; SQLite's own messages may hold some of it."""

NO_JOURNAL = Message("it is no journal")
OTHER_WAL = Message("its WAL is an older one, or another journal's")

_IN_WAL_MODE = b"\x02\x02"


def problem_of(path: Path, connect: Connect = connect) -> Message | None:
    """Return the first thing that does not hold in a journal that nobody writes; None if all does.

    Raises OSError and sqlite3.Error if the disk does not answer, JournalError if it is no file.
    """
    require_files(path)
    with path.open("rb") as file:
        start = file.read(20)
    if start[:16] != DATABASE or start[18:] != _IN_WAL_MODE:
        return NO_JOURNAL
    changed = wal_problem(path)
    if changed is not None:
        return changed
    try:
        if lost_by_wal(path, connect):
            return OTHER_WAL
        with closing(Store(path, read_only=True, connect=connect)) as store:
            return next(problems(store), None)
    except OtherFormat:
        return Message("it is of another format")
    except (JournalError, *NO_TEXT):
        return NO_JOURNAL
    except sqlite3.Error as error:
        if of_the_disk(error):
            raise
        return Message("SQLite: {problem}", problem=error)


def require_journal(path: Path) -> None:
    """Raise JournalError for a file that holds something else than a database of SQLite.

    A damaged journal of the clock is set aside; a name that a person gave may be a slip.
    """
    require_file(path)
    with suppress(OSError), path.open("rb") as file:
        start = file.read(len(DATABASE))
        if start and start != DATABASE:
            raise JournalError(placed(path, Message("it is no journal, and stays as it is")))


def lost_by_wal(path: Path, connect: Connect = connect) -> bool:
    """Return whether a database has, without its WAL, an end of the journal that is lost with it.

    All in the database was in the WAL first: so with that, the journal can only end there or later.
    Raises sqlite3.Error if the disk does not answer.
    """
    before = _head_without_wal(path)
    if before is None:
        return False
    try:
        with closing(Store(path, read_only=True, connect=connect)) as store:
            return _lost(store, before)
    except (JournalError, sqlite3.Error, *NO_TEXT) as error:
        if isinstance(error, sqlite3.Error) and of_the_disk(error):
            raise
        # No page of its own WAL makes nonsense of a database that is whole.
        with closing(Store(path, read_only=True, connect=connect_without_wal)) as alone:
            return next(problems(alone), None) is None


def _head_without_wal(path: Path) -> Head | None:
    """Return the head in a database that has a WAL, without that; None if there is none.

    A database with half of the WAL in it may make no sense.
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
    if last.game < now.first or last.count == 0:  # it made room, or was empty
        return False
    line = store.line(last.game, last.count)
    return line is None or line.hash.hex() != last.head


def problems(store: Store) -> Iterator[Message]:
    """Yield what does not hold in an open journal."""
    yield from (Message("SQLite: {problem}", problem=each) for each in store.problems())
    games, head_line = store.games(), store.head()
    head = read_head(head_line)
    if head is None:
        if games or head_line is not None:
            yield Message("its head was changed")
        return
    for game in games:
        for problem in chain_problems(store, game):
            yield of_game(game, problem)
    yield from order_problems(store)
    if store.orphans():
        yield Message("there are lines of no game")


def of_game(game: StoredGame, problem: object) -> Message:
    """Return a problem with the number of the game that it is of."""
    return Message("game {number}: {problem}", number=game.id, problem=problem)


def order_problems(store: Store, beside: int | None = None) -> Iterator[Message]:
    """Yield where a game does not follow the one that it followed; `beside`: only next to it."""
    games, head = store.games(), read_head(store.head())
    ends = (games[0].id, games[-1].id) if games else (0, 0)
    if head is not None and (beside is None or beside in ends):
        expected = (head.first, head.last.game)
        if ends != expected:
            first, last = expected
            yield Message("expected the games {first} to {last}", first=first, last=last)
    for before, game in pairwise(games):
        if beside in (None, before.id, game.id) and not follows(before, end_of(game, head)):
            yield of_game(game, Message("the game before it was changed, removed or moved"))


def follows(before: StoredGame, end: Seal | None) -> bool:
    """Return whether the game with this end was begun after a sealed one."""
    sealed = before.seal
    return sealed is not None and end is not None and sealed.hash == bytes.fromhex(end.before)


def chain_problems(store: Store, game: StoredGame) -> Iterator[Message]:
    """Yield what does not hold in a game's chain, up to the end that its seal or the head has."""
    end = end_of(game, read_head(store.head()))
    if end is None:
        yield Message("its end was changed")
        return
    lines = list(sound_lines(store, game))
    if not lines:
        yield Message("its header was changed")
    elif (len(lines) - 1, lines[-1].hash.hex()) != (end.count, end.head):
        if len(lines) <= store.count(game.id):
            yield Message("line {number} was changed", number=len(lines))
        else:
            yield Message("lines at its end are missing")
    elif (game.id, game.before) != (end.game, bytes.fromhex(end.before)):
        yield Message("its place was changed")
    elif game.gaps != gaps_text(end.gaps):
        yield Message("what is missing of it was changed")


def end_of(game: StoredGame, head: Head | None) -> Seal | None:
    """Return a game's end by its seal, or by the head of the journal; None without a sound one."""
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


def of_the_disk(error: sqlite3.Error) -> bool:
    """Return whether an error means that the disk does not answer, not that the file is bad."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in DISK
