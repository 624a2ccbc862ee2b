"""The journal's file: an SQLite database in WAL mode, which one thread writes.

`synchronous=FULL`: what a transaction has committed is on disk. Many may read at the same time.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from clock.journal.lines import Gap, Head, Line, Seal, bound, linked, written

APPLICATION_ID = 0x434C4150
FORMAT = 2
WAL_PAGES = 256
"""The WAL is taken over into the database at this length, 1 MiB."""
BUSY_MS = 2_000
"""What another program that writes, or recovers, is waited for."""

TABLES = {
    "games": (
        "CREATE TABLE games (id INTEGER PRIMARY KEY, before BLOB NOT NULL, header TEXT NOT NULL, "
        "hash BLOB NOT NULL, gaps TEXT NOT NULL, seal TEXT, seal_hash BLOB) STRICT"
    ),
    "head": (
        "CREATE TABLE head (id INTEGER PRIMARY KEY, line TEXT NOT NULL, hash BLOB NOT NULL) STRICT"
    ),
    "lines": (
        "CREATE TABLE lines (game INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, "
        "hash BLOB NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID"
    ),
}

Connect = Callable[[Path, bool], sqlite3.Connection]
"""Opens a database at a path; True: only to read."""


class JournalError(ValueError):
    """A journal that cannot be read; the message says which and why."""


class Taken(JournalError):
    """A journal that another clock writes."""


class OtherFormat(JournalError):
    """A journal of an earlier or a later program."""


class StoredGame(NamedTuple):
    """A game as it stands in the journal, without its lines."""

    id: int
    before: bytes
    """The hash of the seal of the game before it."""
    header: Line
    gaps: str
    seal: Line | None


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """Open a database as the journal does.

    SQLite makes the index of the WAL even for a reader; where we may not write it is in memory.
    """
    if not read_only:
        return _connected(path, "rwc")
    there = beside(path, "-wal").exists() and beside(path, "-shm").exists()
    if there or os.access(path.parent, os.W_OK, effective_ids=True):
        return _connected(path, "ro")
    return connect_beside_nobody(path, read_only)


def connect_beside_nobody(path: Path, _read_only: bool) -> sqlite3.Connection:
    """Open a database that nobody writes, only to read; nothing is made beside it."""
    if not beside(path, "-wal").exists():
        return connect_without_wal(path, True)
    database = _connected(path, "ro&vfs=unix-none")
    database.execute("PRAGMA locking_mode=EXCLUSIVE")  # so the index is in memory
    return database


def connect_without_wal(path: Path, _read_only: bool) -> sqlite3.Connection:
    """Open a database, only to read, as it is without what its WAL holds."""
    return _connected(path, "ro&immutable=1")


def beside(path: Path, ending: str) -> Path:
    """Return the file beside a database that has this ending."""
    return path.with_name(f"{path.name}{ending}")


def family(path: Path) -> tuple[Path, Path, Path]:
    """Return a database, its WAL and the WAL's index, whether they are there or not."""
    return path, beside(path, "-wal"), beside(path, "-shm")


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"file://{quote(os.fsencode(path.absolute()))}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=32,
    )


def require_file(path: Path) -> None:
    """Raise JournalError for a folder, a pipe or a device: SQLite would wait, or not say which."""
    if path.is_dir():
        raise JournalError(f"{path}: {os.strerror(EISDIR)}")
    if path.exists() and not path.is_file():
        raise JournalError(f"{path}: expected a file: it is a pipe or a device")


def require_files(path: Path) -> None:
    """The same for a database and what SQLite keeps beside it."""
    for file in family(path):
        require_file(file)


def resolved(path: Path) -> Path:
    """Return where a journal is: what belongs to it lies beside the file, not beside a link."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path


def identity(path: Path) -> tuple[int, int] | None:
    """Return which file is at a path; None if there is none.

    Raises OSError if the disk does not answer.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


class Store:
    """An open journal file. Every method raises sqlite3.Error as SQLite does."""

    def __init__(self, path: Path, *, read_only: bool = False, connect: Connect = connect) -> None:
        """Open it; one that is not there is made, unless it is only to be read.

        Raises JournalError for a database that is no journal, and for what is no file; OSError if
        the file goes meanwhile.
        """
        require_files(path)
        self._path, before = path, identity(path)
        self._database = connect(path, read_only)
        try:
            self._ask(f"PRAGMA busy_timeout={BUSY_MS}")
            if not read_only:
                self._ask("PRAGMA journal_mode=WAL")
                self._ask("PRAGMA synchronous=FULL")
                self._ask(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
                self._ask(f"PRAGMA journal_size_limit={2 * WAL_PAGES * 4096}")
            self._require_ours(read_only)
            now = identity(path)
            if now is None or before not in (None, now):
                raise FileNotFoundError(f"{path} was replaced")
            self.identity = now
            """Which file it is."""
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; never raises, since what is committed is on disk."""
        with suppress(sqlite3.Error):
            self._database.close()

    def _require_ours(self, read_only: bool) -> None:
        tables = dict(self._ask("SELECT name, sql FROM sqlite_master"))
        marks = [self._number("PRAGMA application_id"), self._number("PRAGMA user_version")]
        empty = not tables and marks == [0, 0]
        if empty and not read_only:
            self._make()
            return
        if empty:
            raise JournalError(f"{self._path}: expected a journal: it is empty")
        expected = f"{self._path}: expected a journal of format {FORMAT}"
        if marks[0] == APPLICATION_ID and marks[1] != FORMAT:
            raise OtherFormat(f"{expected}, got {marks[1]}")
        if tables != TABLES or marks[0] != APPLICATION_ID:
            raise JournalError(expected)

    def _make(self) -> None:
        with self.transaction():
            for table in TABLES.values():
                self._ask(table)
            self._ask(f"PRAGMA application_id={APPLICATION_ID}")
            self._ask(f"PRAGMA user_version={FORMAT}")

    # Reading

    def games(self) -> list[StoredGame]:
        """Return all games, the oldest first."""
        return list(self.each_game())

    def each_game(self, *, newest_first: bool = False) -> Iterator[StoredGame]:
        """Yield all games, up to where the file cannot be read."""
        order = "DESC" if newest_first else "ASC"
        found = self._database.execute(
            f"SELECT id, before, header, hash, gaps, seal, seal_hash FROM games ORDER BY id {order}"
        )
        for id, before, header, hash, gaps, seal, seal_hash in found:
            ending = None if seal is None else Line(seal, seal_hash)
            yield StoredGame(id, before, Line(header, hash), gaps, ending)

    def lines(self, game: int) -> Iterator[Line]:
        """Yield a game's lines in their order, up to the first that is missing."""
        found = self._database.execute(
            "SELECT number, line, hash FROM lines WHERE game = ? ORDER BY number", (game,)
        )
        for expected, (number, text, hash) in enumerate(found, start=1):
            if number != expected:
                return
            yield Line(text, hash)

    def line(self, game: int, number: int) -> Line | None:
        """Return one line of a game; None if there is no such line."""
        sql = "SELECT line, hash FROM lines WHERE game = ? AND number = ?"
        rows = self._ask(sql, game, number)
        return Line(*rows[0]) if rows else None

    def count(self, game: int) -> int:
        """Return how many lines of a game there are."""
        return self._number("SELECT coalesce(max(number), 0) FROM lines WHERE game = ?", game)

    def orphans(self) -> int:
        """Return how many lines are of no game."""
        return self._number("SELECT count(*) FROM lines WHERE game NOT IN (SELECT id FROM games)")

    def head(self) -> Line | None:
        """Return the head's line; None in a journal without games."""
        rows = self._ask("SELECT line, hash FROM head WHERE id = 1")
        return Line(*rows[0]) if rows else None

    def problems(self) -> list[str]:
        """Return what SQLite's own check finds."""
        told = [str(row[0]) for row in self._ask("PRAGMA integrity_check(3)")]
        return [] if told == ["ok"] else told

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one instant, whatever is written meanwhile."""
        self._ask("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._ask("ROLLBACK")

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is on disk after it, or nothing of it."""
        self._ask("BEGIN IMMEDIATE")
        try:
            yield
            self._ask("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._ask("ROLLBACK")
            raise

    def require_in_place(self) -> None:
        """Raise OSError if the file that is open is not the one at its path any more."""
        if identity(self._path) != self.identity:
            raise FileNotFoundError(f"{self._path} was replaced")

    def take_over(self) -> None:
        """Have all that was committed in the database itself, and nothing in its WAL.

        Raises sqlite3.Error if there is no room for it, or somebody else looks at an earlier state.
        """
        busy, *_ = self._ask("PRAGMA wal_checkpoint(TRUNCATE)")[0]
        if busy:
            raise sqlite3.OperationalError(f"{self._path} is looked at by another program")

    def begin_game(self, header: Line) -> int:
        """Add a game and return its number; the one before it is sealed, or goes if it is empty."""
        end, before = self.end(), b""
        game = 1 if end is None else end.game + 1
        if end is not None and end.count == 0 and not end.gaps:
            self._ask("DELETE FROM games WHERE id = ?", end.game)
            game, before = end.game, bytes.fromhex(end.before)
        elif end is not None:
            before = self.seal(end.game)
        self.put_game(game, header, before)
        return game

    def put_game(self, game: int, header: Line, before: bytes) -> None:
        """Add a game with its number; `before` is the hash of the seal of the one before it."""
        sql = "INSERT INTO games (id, before, header, hash, gaps) VALUES (?, ?, ?, ?, ?)"
        self._ask(sql, game, before, header.text, header.hash, gaps_text(()))

    def set_gaps(self, game: int, gaps: tuple[Gap, ...]) -> None:
        """Write down what is missing of a game."""
        self._ask("UPDATE games SET gaps = ? WHERE id = ?", gaps_text(gaps), game)

    def require_end(self, known: Seal | None) -> None:
        """Raise JournalError if the last game does not end as it is known to."""
        if self.end() != known:
            raise JournalError(f"{self._path}: its end is not the one that was written")

    def end(self) -> Seal | None:
        """Return how the last game ends as it stands here; None in a journal without games."""
        last = self._number("SELECT coalesce(max(id), 0) FROM games")
        return self._end_of(last) if last else None

    def _end_of(self, game: int) -> Seal:
        """How a game ends as it stands here, which is what its seal is to say."""
        try:
            before, gaps = self._ask("SELECT before, gaps FROM games WHERE id = ?", game)[0]
            count, last_hash = self.count(game), self._last_hash(game)
            return Seal(game, bytes.hex(before), count, bytes.hex(last_hash), read_gaps(gaps))
        # A flipped bit makes a text of a hash, or has a game counted that is not found.
        except (msgspec.DecodeError, TypeError, LookupError):
            raise JournalError(f"{self._path}: its end cannot be read") from None

    def seal(self, game: int) -> bytes:
        """Write down how a game ends; return the hash of that, by which the next is bound."""
        text, hash = linked(b"", written(self._end_of(game)))
        self._ask("UPDATE games SET seal = ?, seal_hash = ? WHERE id = ?", text, hash, game)
        return hash

    def _last_hash(self, game: int) -> Any:
        rows = self._ask(
            "SELECT hash FROM lines WHERE game = ? ORDER BY number DESC LIMIT 1", game
        ) or self._ask("SELECT hash FROM games WHERE id = ?", game)
        return rows[0][0]

    def append(self, game: int, after: int, lines: list[Line]) -> None:
        """Add lines to a game that has `after` of them."""
        self._database.executemany(
            "INSERT INTO lines VALUES (?, ?, ?, ?)",
            [(game, number, *line) for number, line in enumerate(lines, start=after + 1)],
        )

    def set_head(self, at_ns: int, boot_id: str, shift_ns: int, slowest_ns: int = 0) -> Seal | None:
        """Write down where the journal ends now, and how slow the disk was; return the end.

        None, and nothing is written, in a journal without games.
        """
        end = self.end()
        if end is not None:
            first = self._number("SELECT min(id) FROM games")
            head = Head(at_ns, boot_id, shift_ns, first, end, slowest_ns)
            self._ask("REPLACE INTO head VALUES (1, ?, ?)", *linked(b"", written(head)))
        return end

    def drop_oldest(self, bytes_max: int) -> None:
        """Let whole games go, the oldest first, until no more room is used.

        The last one and the one before it stay: what has just ended may be disputed yet.
        """
        while self.used_bytes() > bytes_max and self._number("SELECT count(*) FROM games") > 2:
            first = self._number("SELECT min(id) FROM games")
            self._ask("DELETE FROM lines WHERE game = ?", first)
            self._ask("DELETE FROM games WHERE id = ?", first)

    def used_bytes(self) -> int:
        """Return the room that is used in the file; what was dropped is used again."""
        pages = self._number("PRAGMA page_count") - self._number("PRAGMA freelist_count")
        return pages * self._number("PRAGMA page_size")

    def _ask(self, sql: str, *values: object) -> list[Any]:
        return self._database.execute(sql, values).fetchall()

    def _number(self, sql: str, *values: object) -> int:
        return int(self._ask(sql, *values)[0][0])


def gaps_text(gaps: tuple[Gap, ...]) -> str:
    """Return the gaps of a game as they stand beside it."""
    return msgspec.json.encode(gaps).decode()


def read_gaps(text: str) -> tuple[Gap, ...]:
    """Return the gaps that a text tells; raises msgspec.DecodeError if it tells none."""
    return _GAPS.decode(text)


def read_head(line: Line | None) -> Head | None:
    """Return the head that a line holds; None if it is not sound."""
    if line is None or not bound(b"", line):
        return None
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(line.text, type=Head)
    return None


_GAPS = msgspec.json.Decoder(tuple[Gap, ...])
