"""A journal's file is locked, checked and opened: at the start, and after the disk failed."""

import fcntl
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage
from typing import IO

from clock.journal import boot
from clock.journal.damage import both, repair
from clock.journal.files import (
    Connect,
    FileProblem,
    JournalError,
    Taken,
    beside,
    connect_beside_nobody,
    family,
    identity,
    require_file,
    require_files,
    resolved,
)
from clock.journal.soundness import of_the_disk, problem_of
from clock.journal.store import Store
from clock.rules.message import Message, placed

CHECKS_MAX = 0.1
"""The share of the time in which a file that comes and goes is checked whole, at most."""
REST_S_MAX = 30.0
"""A file that is there waits no longer than this for its check."""

OPENS_S, OPENS_S_MAX = 20.0, 600.0
BYTES_A_SECOND = 1_700_000
"""On a slow card and a small Pi a megabyte is checked in a tenth of a second, and a damaged one
set aside in three; we allow twice that."""

INDEX_BYTES = 32_768
"""The least that SQLite takes for the index of a WAL."""


def opens_within_s(path: Path) -> float:
    """Return how long it may take to check a journal, and to set a damaged one aside."""
    size = 0
    for each in family(path):
        with suppress(OSError):
            size += each.stat().st_size
    return min(OPENS_S + size / BYTES_A_SECOND, OPENS_S_MAX)


class JournalFile:
    """A journal's file. One that was sound and stayed in its place is not checked again."""

    def __init__(
        self, path: Path, connect: Connect, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.path = path
        self._there = path
        """Where a link at the path leads, if it is one; found out with every opening."""
        self.damage: Message | None = None
        """What was wrong with the file, each time, and its name now; None if nothing was."""
        self._connect, self._now_s = connect, now_s
        self._lock: IO[str] | None = None
        self._sound: tuple[int, int] | None = None
        self._check_at_s = 0.0

    def open(self) -> Store:
        """Open it. Raises Taken if another clock has it, JournalError if it is no file.

        Raises OSError and sqlite3.Error if the disk does not answer, or has only just come back.
        """
        try:
            return self._opened()
        except sqlite3.Error as error:
            if of_the_disk(error) and self._is_full():
                raise _full() from error
            raise

    def read(self) -> Store:
        """Open it only to read, after `open` could not; nothing is made or changed on the disk.

        Raises JournalError if it is not whole, and what `open` raises.
        """
        if not self._there.exists():
            raise FileProblem(Message("{file} is not there", file=self.path))
        problem = problem_of(self._there, connect_beside_nobody)
        if problem is not None:
            raise JournalError(placed(self.path, problem))
        return Store(self._there, read_only=True, connect=connect_beside_nobody)

    def _opened(self) -> Store:
        require_file(self.path)
        self._there = resolved(self.path)
        self._there.parent.mkdir(parents=True, exist_ok=True)
        require_files(self._there)
        self._take_lock()
        if self._sound is None or self._sound != identity(self._there):
            self._check()
        store = Store(self._there, connect=self._connect)
        if store.identity != self._sound:  # it is not the one that was checked
            store.close()
            self._sound = None
            raise FileProblem(Message("{file} was replaced", file=self.path))
        return store

    def failed(self, error: Exception) -> None:
        """It could not be written; unless that is of the disk alone it is checked again."""
        if not (isinstance(error, sqlite3.Error) and of_the_disk(error)):
            self._sound = None

    def close(self) -> None:
        """Let go of it."""
        if self._lock is not None:
            self._lock.close()

    def _check(self) -> None:
        self._sound, began_s = None, self._now_s()
        if began_s < self._check_at_s:
            raise FileProblem(Message("{file} was checked just now", file=self.path))
        self.damage = both(self.damage, repair(self._there, boot.stamp()))
        self._sound = identity(self._there)
        ended_s = self._now_s()
        self._check_at_s = ended_s + min(REST_S_MAX, (ended_s - began_s) / CHECKS_MAX)

    def _take_lock(self) -> None:
        """Lock the journal for this clock; the lock ends with the process, however that ends."""
        self.close()
        lock = beside(self._there, ".lock")
        require_file(lock)
        try:
            self._lock = lock.open("a")
        except OSError:  # it may be another user's, or on a disk that cannot be written
            if not lock.is_file():
                raise
            self._lock = lock.open("r")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise Taken(placed(self.path, Message("another clock writes this journal"))) from None

    def _is_full(self) -> bool:
        with suppress(OSError):
            return disk_usage(self._there.parent).free < INDEX_BYTES
        return False


def _full() -> sqlite3.Error:
    """Return SQLite's error of a full disk: without room for the index of the WAL it has none."""
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    return full
