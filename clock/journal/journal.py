"""The journal of one clock: it takes inputs at once and writes them in a thread of its own.

Nothing here is on the way of a press: `begin`, `add` and `alive` put something into a queue and
return. If the disk is full, or does not answer, the game goes on in memory, `fault` says so, and
everything is written when the disk is back: even to another disk, the whole game then.
"""

import fcntl
import sqlite3
import time
from contextlib import suppress
from enum import StrEnum
from errno import ENOSPC
from itertools import islice
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import IO, NamedTuple, assert_never

from clock.gamefile import table_from_setup
from clock.journal import boot
from clock.journal.damage import made_sound
from clock.journal.evening import evening
from clock.journal.lines import Header, Line, Row, figures_of, linked, written
from clock.journal.store import Connect, JournalError, Store, connect, read_head
from clock.rules.facts import Ended
from clock.rules.inputs import Input
from clock.rules.state import Setup, State

BYTES_MAX = 32_000_000
"""The room of a journal unless another is set: some 300 games of 300 presses."""
CHECKPOINT_NS = 750_000_000
"""While a clock runs, that it did is written this often: with a slow disk a second at most."""
QUEUE_MAX = 100_000
RETRY_S = 1.0
CLOSE_WAIT_S = 5.0

SILENT_S = 5.0
"""A disk that takes longer than this is told as one that does not answer."""


class Fault(StrEnum):
    """What keeps a journal from being written."""

    DISK_FULL = "the disk is full"
    NOT_WRITTEN = "it cannot be written"
    SILENT = "the disk does not answer"
    LOST = "not everything could be written"


class _Begin(NamedTuple):
    setup: Setup
    at_ns: int
    at_once: bool


class _Add(NamedTuple):
    given: Input
    state: State


class _Alive(NamedTuple):
    at_ns: int


class _Flush(NamedTuple):
    done: Event


class _Close(NamedTuple):
    pass


_Order = _Begin | _Add | _Alive | _Flush | _Close


class Found(NamedTuple):
    """What was in the journal at the start: its last game, header first, and where it ended."""

    lines: tuple[Line, ...] = ()
    last_ns: int = 0
    boot_id: str = ""
    shift_ns: int = 0
    evening: tuple[Ended, ...] = ()
    """How the games before it ended, those of the last hours."""
    ended: tuple[Ended, ...] = ()
    """The same of this one, if it is of the last hours and has begun."""


class _Game:
    """A game that is not whole on disk yet, or that may get more lines."""

    def __init__(self, header: Line, lines: list[Line], id: int | None, saved: int) -> None:
        self.header, self.lines, self.id, self.saved = header, lines, id, saved
        self.wanted = bool(lines)

    @property
    def end(self) -> bytes:
        return self.lines[-1].hash if self.lines else self.header.hash

    @property
    def whole(self) -> bool:
        return not self.wanted or (self.id is not None and self.saved == len(self.lines))


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
    ) -> None:
        """Open the journal, and find the last game in it; `now_ns` is of CLOCK_MONOTONIC.

        What is wrong with the disk, or with the file, is in `fault` and `damage`. Raises
        JournalError if another clock has the journal.
        """
        self.path = path
        self.damage: str | None = None
        """What was wrong with the file, and under what name it was set aside; None if nothing."""
        self._boot_id = boot.boot_id() if boot_id is None else boot_id
        # Found out now: while a game begins its first inputs wait for the header.
        self._program, self._time_source = boot.program(), boot.time_source()
        self._bytes_max, self._retry_s, self._connect = bytes_max, retry_s, connect
        self._queue: Queue[_Order] = Queue(QUEUE_MAX)
        self._store: Store | None = None
        self._games: list[_Game] = []
        self._due_ns = 0
        self._flushed: list[Event] = []
        self._failing: Fault | None = None
        self._busy_since_s: float | None = None
        self._lost = False
        self._lock: IO[str] | None = None
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
        """What the instants of this journal are later by than CLOCK_MONOTONIC: none goes back."""
        self._thread = Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def fault(self) -> Fault | None:
        """What keeps the journal from being written, or None."""
        if self._lost or not self._thread.is_alive():
            return Fault.LOST
        busy_since_s = self._busy_since_s
        if busy_since_s is not None and time.monotonic() - busy_since_s > SILENT_S:
            return Fault.SILENT
        return self._failing

    @property
    def due_ns(self) -> int:
        """When `alive` is to be told next, if a clock runs."""
        return self._due_ns

    def begin(self, setup: Setup, at_ns: int, *, at_once: bool = False) -> None:
        """Another game is on the table; it is written with its first input, or at once."""
        self._put(_Begin(setup, at_ns, at_once))

    def add(self, given: Input, state: State) -> None:
        """An input was folded into the game, and this is the state after it."""
        self._put(_Add(given, state))

    def alive(self, now_ns: int) -> None:
        """The clock is there, and a clock runs; to be told as often as one likes."""
        if now_ns >= self._due_ns:
            self._due_ns = now_ns + CHECKPOINT_NS
            self._put(_Alive(now_ns))

    def flush(self, timeout_s: float) -> bool:
        """Wait until all that was told is on disk; return False if it is not in time."""
        done = Event()
        self._put(_Flush(done))
        return done.wait(timeout_s)

    def close(self) -> None:
        """Write what is left, as long as the disk answers soon, and let go of the file."""
        self._put(_Close())
        self._thread.join(CLOSE_WAIT_S)

    def _put(self, order: _Order) -> None:
        try:
            self._queue.put_nowait(order)
        except Full:
            self._lost = True

    # At the start

    def _opened(self) -> Found:
        try:
            self._store = self._open()
            return self._last_game(self._store)
        except (OSError, sqlite3.Error) as wrong:
            self._failed(wrong)
            return Found()

    def _open(self) -> Store:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        problem = made_sound(self.path, boot.stamp())
        if problem is not None:
            self.damage = problem
        return Store(self.path, connect=self._connect)

    def _take_lock(self) -> None:
        """One clock writes a journal; the lock goes with the process, however that ends."""
        if self._lock is not None:
            self._lock.close()
        self._lock = self.path.with_name(f"{self.path.name}.lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise JournalError(f"{self.path}: another clock writes this journal") from None

    def _last_game(self, store: Store) -> Found:
        games, head = store.games(), read_head(store.head())
        if not games or head is None:
            return Found()
        id, header, _ = games[-1]
        lines = list(store.lines(id))
        self._games = [_Game(header, lines, id, len(lines))]
        before, this = (evening(store, each, boot.wall_time()) for each in (games[:-1], games[-1:]))
        return Found((header, *lines), head.at_ns, head.boot_id, head.shift_ns, before, this)

    # In the thread

    def _run(self) -> None:
        closing = False
        while not closing:
            closing = self._took_orders()
            self._busy_since_s = time.monotonic()
            try:
                self._save()
                self._failing = None
            except (OSError, sqlite3.Error, JournalError) as wrong:
                self._failed(wrong)
            self._busy_since_s = None
        if self._store is not None:
            self._store.close()
        if self._lock is not None:
            self._lock.close()

    def _took_orders(self) -> bool:
        """Take all that waits, or wait for one; return whether it was the last."""
        with suppress(Empty):
            order = self._queue.get(timeout=None if self._failing is None else self._retry_s)
            while True:
                if self._took(order):
                    return True
                order = self._queue.get_nowait()
        return False

    def _took(self, order: _Order) -> bool:
        match order:
            case _Begin(setup, at_ns, at_once):
                self._games = [game for game in self._games if not game.whole]
                self._games.append(self._game(setup, at_ns))
                self._games[-1].wanted = at_once
                self._at_ns = max(self._at_ns, at_ns)
            case _Add(given, state):
                game = self._games[-1]
                row = Row(given, figures_of(state))
                game.lines.append(linked(game.end, written(row)))
                game.wanted = True
                self._at_ns = max(self._at_ns, given.at_ns)
            case _Alive(at_ns):
                self._at_ns = max(self._at_ns, at_ns)
            case _Flush(done):
                self._flushed.append(done)
            case _Close():
                return True
            case _:
                assert_never(order)
        return False

    def _game(self, setup: Setup, at_ns: int) -> _Game:
        header = Header(
            version=self._program,
            time_source=self._time_source,
            boot_id=self._boot_id,
            wall=boot.wall_time(),
            began_ns=at_ns,
            setup=table_from_setup(setup),
        )
        return _Game(linked(b"", written(header)), [], None, 0)

    def _save(self) -> None:
        """Write all that is not on disk yet; what was not committed is found out again."""
        if self._store is None:
            self._store = self._open()
            self._find_again(self._store)
        store = self._store
        store.require_in_place()
        unsaved = [game for game in self._games if not game.whole]
        if unsaved or self._at_ns > self._saved_at_ns:
            at_ns, ids = self._at_ns, []
            with store.transaction():
                for game in unsaved:
                    if game.id is None:
                        store.drop_oldest(self._bytes_max)
                    id = store.begin_game(game.header) if game.id is None else game.id
                    store.append(id, game.saved, game.lines[game.saved :])
                    if game is not self._games[-1]:
                        store.seal(id)
                    ids.append((game, id))
                store.set_head(at_ns, self._boot_id, self.shift_ns)
            self._saved_at_ns = at_ns
            for game, id in ids:
                game.id, game.saved = id, len(game.lines)
        for done in self._flushed:
            done.set()
        self._flushed = []

    def _find_again(self, store: Store) -> None:
        """How much of each game is on the disk that is there now: what it said, or nothing."""
        newest = islice(store.each_game(newest_first=True), len(self._games))
        there = {game.header: game.id for game in newest}
        for game in self._games:
            game.id, game.saved = there.get(game.header), 0
            lines = [] if game.id is None else list(store.lines(game.id))
            if lines != game.lines[: len(lines)]:
                game.id = None
            elif game.id is not None:
                game.saved = len(lines)

    def _failed(self, wrong: Exception) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None
        code = getattr(wrong, "sqlite_errorcode", None)
        full = code is not None and code & 0xFF == sqlite3.SQLITE_FULL
        full = full or getattr(wrong, "errno", None) == ENOSPC
        self._failing = Fault.DISK_FULL if full else Fault.NOT_WRITTEN
