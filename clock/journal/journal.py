"""The journal of one clock: it takes inputs at once and writes them in a thread of its own.

Nothing here is on the way of a press: `begin`, `add` and `alive` put an order into a queue and
return. If the disk is full, or does not answer, the game goes on in memory, `fault` is not None,
and everything is written when the disk is back: even to another disk, the whole game then.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from enum import Enum
from errno import ENOSPC
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import NamedTuple

from clock.game.facts import Ended
from clock.game.file import table_from_setup
from clock.journal import boot
from clock.journal.damage import CUT_OFF
from clock.journal.evening import evening
from clock.journal.files import Connect, FileProblem, JournalError, Taken, connect
from clock.journal.lines import Cause, Gap, Header, Line, Row, Seal, encoded, figures_after, linked
from clock.journal.opening import JournalFile
from clock.journal.pace import Pace, every_ns
from clock.journal.pending import Game, find_again
from clock.journal.soundness import NO_TEXT
from clock.journal.store import Store, read_head
from clock.rules.inputs import Input
from clock.rules.message import Message, placed
from clock.rules.state import Setup, State

BYTES_MAX = 32_000_000
"""The room of a journal unless another is set: some 300 games of 300 presses."""
QUEUE_MAX = 100_000
"""Orders that wait for a disk that does not answer: some ten hours of play."""
RETRY_S = 1.0
CLOSE_WAIT_S = 5.0
SILENT_S = 2.0
"""A disk that takes longer than this does not answer."""

FAILURES = (OSError, sqlite3.Error, JournalError, *NO_TEXT)
"""Errors of a disk, or of a damaged file; they end no clock, and no writing."""


class Fault(Enum):
    """Why a journal cannot be written, as the faces show it."""

    DISK_FULL = Message("journal: disk is full")
    NOT_WRITTEN = Message("journal: cannot write")
    SILENT = Message("journal: disk is slow")
    LOST = Message("journal: some is lost")


_Order = Callable[[], None] | None
"""What the thread is to do next; None: end."""


class Found(NamedTuple):
    """The end of the journal at the start: its last game, header first, and the instant."""

    lines: tuple[Line, ...] = ()
    last_ns: int = 0
    boot_id: str = ""
    shift_ns: int = 0
    evening: tuple[Ended, ...] = ()
    """How the games before it ended, those of the last hours."""
    ended: tuple[Ended, ...] = ()
    """How the last game ended, if it is of the last hours and has begun."""
    slowest_ns: int = 0
    """How long the disk took to answer."""
    game: int = 0
    """The last game's number, from 1; 0 if there is none."""


class Journal:
    """One clock's journal. Its methods never wait for the disk, except `flush` and `close`."""

    def __init__(
        self,
        path: Path,
        now_ns: int,
        *,
        boot_id: str | None = None,
        bytes_max: int = BYTES_MAX,
        retry_s: float = RETRY_S,
        connect: Connect = connect,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the journal, and find the last game in it; `now_ns` is of CLOCK_MONOTONIC.

        What is wrong with the disk, or with the file, is in `fault`, `trouble` and `damage`. Raises
        Taken if another clock has the journal.
        """
        self.path = path
        self._boot_id = boot.boot_id() if boot_id is None else boot_id
        # Found out now: while a game begins its first inputs wait for the header.
        self._program, self._time_source = boot.program(), boot.time_source()
        self._bytes_max, self._retry_s = bytes_max, retry_s
        self._now_s, self._pace = now_s, Pace()
        self._file = JournalFile(path, connect, now_s)
        self._queue: SimpleQueue[_Order] = SimpleQueue()
        self._complete = True
        """Whether all of the game on the table went into the queue."""
        self._store: Store | None = None
        self._end: Seal | None = None
        """How the last game on the disk ends, as it was written; None if there is none."""
        self._again_at_s = 0.0
        self._games: list[Game] = []
        self.due_ns = 0
        """When to call `alive` next, if a clock runs."""
        self._flushed: list[Event] = []
        self._failing: Fault | None = None
        self.trouble: Message | None = None
        """The system's error, with the file; None while the disk answers."""
        self._busy_since_s: float | None = None
        self.found = self._opened()
        """The last game of the journal, as it was at the start."""
        self._at_ns = self._saved_at_ns = self.found.last_ns
        self.same_boot = (
            self.found.boot_id == self._boot_id != ""
            and now_ns + self.found.shift_ns >= self.found.last_ns
        )
        """Whether the machine was switched on before the journal ended: the time went on."""
        self.shift_ns = (
            self.found.shift_ns if self.same_boot else max(0, self.found.last_ns - now_ns)
        )
        """How far the instants of this journal are ahead of CLOCK_MONOTONIC: none goes back."""
        self._thread = Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def damage(self) -> Message | None:
        """What was wrong with the file, each time, and its name now; None if nothing was."""
        return self._file.damage

    @property
    def fault(self) -> Fault | None:
        """Why the journal cannot be written, or None; LOST of the game on the table comes last."""
        if not self._thread.is_alive():
            return Fault.LOST
        busy_since_s = self._busy_since_s
        if busy_since_s is not None and self._now_s() - busy_since_s > SILENT_S:
            return Fault.SILENT
        if self._failing is None and not self._complete:
            return Fault.LOST
        return self._failing

    def begin(self, setup: Setup, at_ns: int, *, at_once: bool = False) -> None:
        """Begin another game; it is written with its first input, or at once."""
        self._complete = True
        self._queue.put(partial(self._begin, setup, at_ns, at_once))

    def add(self, event: Input, state: State) -> None:
        """Record an input that was folded into the game, and the state after it.

        Once too many wait the game is recorded no further: later inputs would not fit the rest.
        """
        if self._complete and self._queue.qsize() >= QUEUE_MAX:
            self._complete = False
            self._queue.put(self._lose)
        elif self._complete:
            self._queue.put(partial(self._add, event, state))

    def alive(self, now_ns: int) -> None:
        """Record that a clock runs; to be called as often as one likes."""
        if now_ns >= self.due_ns:
            self.due_ns = now_ns + every_ns(self._pace.slowest_ns)
            if self._complete and self._queue.qsize() < QUEUE_MAX:
                self._queue.put(partial(self._reach, now_ns))

    def flush(self, timeout_s: float) -> bool:
        """Wait until everything so far is on disk; return False if it is not in time."""
        done = Event()
        self._queue.put(partial(self._flushed.append, done))
        return done.wait(timeout_s)

    def close(self) -> None:
        """Write what is left, as long as the disk answers soon, and let go of the file."""
        self._queue.put(None)
        self._thread.join(CLOSE_WAIT_S)

    # At the start

    def _opened(self) -> Found:
        try:
            return self._last_game(self._open())
        except Taken:
            raise
        except FAILURES as error:
            self._failed(error)
            return self._read_only()

    def _read_only(self) -> Found:
        """Return the last game of a journal that cannot be written now: it goes on in memory."""
        with suppress(*FAILURES), closing(self._file.read()) as store:
            return self._last_game(store)
        return Found()

    def _last_game(self, store: Store) -> Found:
        games, head = store.games(), read_head(store.head())
        if not games or head is None:
            return Found()
        last = Game(games[-1].header)
        last.lines, last.gaps = list(store.lines(games[-1].id)), head.last.gaps
        last.is_saved(games[-1].id)
        before, this = evening(store, games, boot.wall_time(), head.at_ns)
        self._games = [last]
        ends_in_gap = any(gap.line == len(last.lines) for gap in last.gaps)
        return Found(
            lines=(last.header, *last.lines),
            last_ns=head.at_ns,
            boot_id=CUT_OFF if ends_in_gap else head.boot_id,
            shift_ns=head.shift_ns,
            evening=before,
            ended=this,
            slowest_ns=head.slowest_ns,
            game=games[-1].id,
        )

    # In the thread

    def _run(self) -> None:
        closing = False
        while not closing:
            closing = self._obey()
            if not closing and self._now_s() < self._again_at_s:
                continue
            self._busy_since_s = self._now_s()
            try:
                self._save()
                self._failing, self.trouble, self._again_at_s = None, None, 0.0
            except FAILURES as error:
                self._failed(error)
            self._busy_since_s = None
        if self._store is not None:
            self._store.close()
        self._file.close()

    def _obey(self) -> bool:
        """Do all orders that wait, or wait for one; return whether the last one was to end."""
        wait_s = max(0.0, self._again_at_s - self._now_s())
        with suppress(Empty):
            order = self._queue.get(timeout=None if self._failing is None else wait_s)
            while order is not None:
                order()
                order = self._queue.get_nowait()
            return True
        return False

    def _begin(self, setup: Setup, at_ns: int, at_once: bool) -> None:
        header = Header(
            version=self._program,
            time_source=self._time_source,
            boot_id=self._boot_id,
            wall=boot.wall_time(),
            began_ns=at_ns,
            setup=table_from_setup(setup),
        )
        game = Game(linked(b"", encoded(header)), at_once=at_once)
        self._games = [each for each in self._games if not (each.whole or each.empty)] + [game]
        if at_once:  # else the game before it, which may not be over, ends where it ended
            self._reach(at_ns)

    def _add(self, event: Input, state: State) -> None:
        game = self._games[-1]
        row = Row(event, figures_after(event, state))
        game.lines.append(linked(game.end, encoded(row)))
        self._reach(event.at_ns)

    def _reach(self, at_ns: int) -> None:
        self._at_ns = max(self._at_ns, at_ns)

    def _lose(self) -> None:
        game = self._games[-1]
        game.gaps = (*game.gaps, Gap(len(game.lines), Cause.UNWRITTEN, boot.wall_time()))

    def _save(self) -> None:
        """Write all that is not on disk yet."""
        store = self._store or self._open()
        store.require_in_place()
        unsaved = [game for game in self._games if not game.whole]
        if unsaved or self._at_ns > self._saved_at_ns:
            at_ns, began_s = self._at_ns, self._now_s()
            with store.transaction():
                store.require_end(self._end)
                ids = [game.write(store, self._bytes_max) for game in unsaved]
                slowest_ns = self._pace.slowest_ns
                end = store.set_head(at_ns, self._boot_id, self.shift_ns, slowest_ns)
            self._end, self._saved_at_ns = end, at_ns
            self._pace.wrote(round((self._now_s() - began_s) * 1e9))
            for game, id in zip(unsaved, ids, strict=True):
                game.is_saved(id)
            self._games = self._games[-1:]  # room may have been made of one that is over
        for done in self._flushed:
            done.set()
        self._flushed.clear()

    def _open(self) -> Store:
        """Open the file, and find out how much of the games in memory is in it."""
        self._store = store = self._file.open()
        head = read_head(store.head())
        self._end = None if head is None else head.last
        find_again(store, self._games)
        return store

    def _failed(self, error: Exception) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None
        self._file.failed(error)
        self._again_at_s = self._now_s() + self._retry_s
        code = getattr(error, "sqlite_errorcode", None)
        full = code is not None and code & 0xFF == sqlite3.SQLITE_FULL
        full = full or getattr(error, "errno", None) == ENOSPC
        self._failing = Fault.DISK_FULL if full else Fault.NOT_WRITTEN
        if isinstance(error, (JournalError, FileProblem)):
            self.trouble = error.message
        else:
            self.trouble = placed(self.path, getattr(error, "strerror", None) or error)
