"""The journal's file: an SQLite database in WAL mode, which one thread writes.

`synchronous=FULL`: what a transaction has committed is on disk. Many may read at the same time.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from clock.journal.lines import Head, Line, Seal, bound, linked, written

APPLICATION_ID = 0x434C4150
FORMAT = 1
WAL_PAGES = 256
"""The WAL is taken over into the database at this length, 1 MiB."""
BUSY_MS = 2_000
"""What another program that writes, or recovers, is waited for."""

TABLES = {
    "games": (
        "CREATE TABLE games (id INTEGER PRIMARY KEY, header TEXT NOT NULL, hash BLOB NOT NULL, "
        "seal TEXT, seal_hash BLOB) STRICT"
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


class StoredGame(NamedTuple):
    """A game as it stands in the journal, without its lines."""

    id: int
    header: Line
    seal: Line | None


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """Open a database as the journal does.

    A journal at rest, in a folder where we may not write, is read as what does not change: SQLite
    would want to make its WAL even for a reader.
    """
    at_rest = read_only and not os.access(path.parent, os.W_OK, effective_ids=True)
    at_rest = at_rest and not path.with_name(f"{path.name}-wal").exists()
    mode = "rwc" if not read_only else "ro&immutable=1" if at_rest else "ro"
    return sqlite3.connect(
        f"file://{quote(os.fsencode(path.absolute()))}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=32,
    )


class Store:
    """An open journal file. Every method raises sqlite3.Error as SQLite does."""

    def __init__(self, path: Path, *, read_only: bool = False, connect: Connect = connect) -> None:
        """Open it; one that is not there is made, unless it is only to be read.

        Raises JournalError for a database that is no journal.
        """
        self._path = path
        self._database = connect(path, read_only)
        try:
            self._ask(f"PRAGMA busy_timeout={BUSY_MS}")
            if not read_only:
                self._ask("PRAGMA journal_mode=WAL")
                self._ask("PRAGMA synchronous=FULL")
                self._ask(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
                self._ask(f"PRAGMA journal_size_limit={2 * WAL_PAGES * 4096}")
            self._require_ours(read_only)
            self._inode = os.stat(path).st_ino
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
        if not tables and marks == [0, 0] and not read_only:
            self._make()
        elif tables != TABLES or marks != [APPLICATION_ID, FORMAT]:
            raise JournalError(f"{self._path}: expected a journal of format {FORMAT}")

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
            f"SELECT id, header, hash, seal, seal_hash FROM games ORDER BY id {order}"
        )
        for id, header, hash, seal, seal_hash in found:
            ending = None if seal is None else Line(seal, seal_hash)
            yield StoredGame(id, Line(header, hash), ending)

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
        if os.stat(self._path).st_ino != self._inode:
            raise FileNotFoundError(f"{self._path} was replaced")

    def begin_game(self, header: Line) -> int:
        """Add a game and return its number; the one before it is sealed, or goes if it is empty."""
        last = self._number("SELECT coalesce(max(id), 0) FROM games")
        if last and self.count(last) == 0:
            self._ask("DELETE FROM games WHERE id = ?", last)
            last -= 1
        elif last:
            self.seal(last)
        self.put_game(last + 1, header)
        return last + 1

    def put_game(self, game: int, header: Line) -> None:
        """Add a game with its number."""
        self._ask(
            "INSERT INTO games (id, header, hash) VALUES (?, ?, ?)", game, header.text, header.hash
        )

    def seal(self, game: int, damaged: str = "") -> None:
        """Write down how many lines a game has, and the last hash."""
        count = self.count(game)
        sealed = linked(b"", written(Seal(count, self.last_hash(game).hex(), damaged)))
        self._ask(
            "UPDATE games SET seal = ?, seal_hash = ? WHERE id = ?",
            sealed.text,
            sealed.hash,
            game,
        )

    def last_hash(self, game: int) -> bytes:
        """Return the hash of a game's last line, or of its header."""
        rows = self._ask(
            "SELECT hash FROM lines WHERE game = ? ORDER BY number DESC LIMIT 1", game
        ) or self._ask("SELECT hash FROM games WHERE id = ?", game)
        return bytes(rows[0][0])

    def append(self, game: int, after: int, lines: list[Line]) -> None:
        """Add lines to a game that has `after` of them."""
        self._database.executemany(
            "INSERT INTO lines VALUES (?, ?, ?, ?)",
            [(game, number, *line) for number, line in enumerate(lines, start=after + 1)],
        )

    def set_head(self, at_ns: int, boot_id: str, shift_ns: int) -> None:
        """Write down where the journal ends now."""
        first, game = self._ask("SELECT min(id), max(id) FROM games")[0]
        if game is None:
            return
        head = Head(
            at_ns, boot_id, shift_ns, first, game, self.count(game), self.last_hash(game).hex()
        )
        self._ask("REPLACE INTO head VALUES (1, ?, ?)", *linked(b"", written(head)))

    def drop_oldest(self, bytes_max: int) -> None:
        """Let whole games go, the oldest first, never the last, until no more room is used."""
        while self.used_bytes() > bytes_max:
            first, last = self._ask("SELECT min(id), max(id) FROM games")[0]
            if first == last:
                return
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


def read_head(line: Line | None) -> Head | None:
    """Return the head that a line holds; None if it is not sound."""
    if line is None or not bound(b"", line):
        return None
    return msgspec.json.decode(line.text, type=Head)
