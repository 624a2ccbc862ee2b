"""The journal's file: an SQLite database in WAL mode, which one thread writes.

`synchronous=FULL`: what a transaction has committed is on disk. Many may read at the same time.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from clock.journal.files import (
    Connect,
    FileProblem,
    JournalError,
    OtherFormat,
    connect,
    identity,
    require_files,
)
from clock.journal.lines import Gap, Head, Line, Seal, bound, encoded, linked
from clock.rules.message import Message, placed

APPLICATION_ID = 0x434C4150
FORMAT = 2
WAL_PAGES = 256
"""The WAL is moved into the database at this length, 1 MiB."""
BUSY_MS = 2_000
"""How long to wait for another program that writes, or recovers."""

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


class StoredGame(NamedTuple):
    """A game as the journal has it, without its lines; `before` is the seal before it, hashed."""

    id: int
    before: bytes
    header: Line
    gaps: str
    seal: Line | None


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
                raise FileProblem(Message("{file} was replaced", file=path))
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
        marks = self._number("PRAGMA application_id"), self._number("PRAGMA user_version")
        if (tables, marks) == (TABLES, (APPLICATION_ID, FORMAT)):
            return
        if tables or marks != (0, 0):
            if marks[0] == APPLICATION_ID and marks[1] != FORMAT:
                other = Message(
                    "expected a journal of format {format}, got {other}",
                    format=FORMAT,
                    other=marks[1],
                )
                raise OtherFormat(placed(self._path, other))
            expected = Message("expected a journal of format {format}", format=FORMAT)
            raise JournalError(placed(self._path, expected))
        if read_only:
            raise JournalError(placed(self._path, Message("expected a journal: it is empty")))
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
        found = [str(row[0]) for row in self._ask("PRAGMA integrity_check(3)")]
        return [] if found == ["ok"] else found

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
            raise FileProblem(Message("{file} was replaced", file=self._path))

    def require_end(self, known: Seal | None) -> None:
        """Raise JournalError if the last game does not end as it is known to."""
        if self.end() != known:
            problem = Message("its end is not the one that was written")
            raise JournalError(placed(self._path, problem))

    def checkpoint(self) -> None:
        """Move all that was committed into the database itself, and leave the WAL empty.

        Raises sqlite3.Error if there is no room for it, OSError if another program reads it.
        """
        busy, *_ = self._ask("PRAGMA wal_checkpoint(TRUNCATE)")[0]
        if busy:
            raise FileProblem(Message("{file} is read by another program", file=self._path))

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

    def append(self, game: int, after: int, lines: list[Line]) -> None:
        """Add lines to a game that has `after` of them."""
        self._database.executemany(
            "INSERT INTO lines VALUES (?, ?, ?, ?)",
            [(game, number, *line) for number, line in enumerate(lines, start=after + 1)],
        )

    def end(self) -> Seal | None:
        """Return how the last game ends as it stands here; None in a journal without games."""
        last = self._number("SELECT coalesce(max(id), 0) FROM games")
        return self._end_of(last) if last else None

    def _end_of(self, game: int) -> Seal:
        """Return how a game ends as it stands here: the text of its seal."""
        try:
            before, gaps, header_hash = self._ask(
                "SELECT before, gaps, hash FROM games WHERE id = ?", game
            )[0]
            count = self.count(game)
            last = self.line(game, count)
            last_hash = header_hash if last is None else last.hash
            return Seal(game, bytes.hex(before), count, bytes.hex(last_hash), read_gaps(gaps))
        # A flipped bit makes a text of a hash, or has a game counted that is not found.
        except (msgspec.DecodeError, TypeError, LookupError):
            raise JournalError(placed(self._path, Message("its end cannot be read"))) from None

    def seal(self, game: int) -> bytes:
        """Write down how a game ends; return the hash of that, by which the next is bound."""
        text, hash = linked(b"", encoded(self._end_of(game)))
        self._ask("UPDATE games SET seal = ?, seal_hash = ? WHERE id = ?", text, hash, game)
        return hash

    def set_head(self, at_ns: int, boot_id: str, shift_ns: int, slowest_ns: int = 0) -> Seal | None:
        """Write down where the journal ends now, and how slow the disk was; return the end.

        None, and nothing is written, in a journal without games.
        """
        end = self.end()
        if end is not None:
            first = self._number("SELECT min(id) FROM games")
            head = Head(at_ns, boot_id, shift_ns, first, end, slowest_ns)
            self._ask("REPLACE INTO head VALUES (1, ?, ?)", *linked(b"", encoded(head)))
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


_GAPS = msgspec.json.Decoder(tuple[Gap, ...])


def gaps_text(gaps: tuple[Gap, ...]) -> str:
    """Return the gaps of a game as they stand beside it."""
    return msgspec.json.encode(gaps).decode()


def read_gaps(text: str) -> tuple[Gap, ...]:
    """Return the gaps that a text holds. Raises msgspec.DecodeError."""
    return _GAPS.decode(text)


def read_head(line: Line | None) -> Head | None:
    """Return the head that a line holds; None if it is not sound."""
    if line is None or not bound(b"", line):
        return None
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(line.text, type=Head)
    return None
