"""The journal of one clock: takes inputs at once, and writes them in its own thread.

A press never waits for it: `begin`, `add` and `record_running` put an order into a queue and
return. If the disk is full or does not answer, the game goes on in memory and `fault` says so; when
the disk is back, everything is written. To a different disk, the whole game is written.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from errno import EDQUOT, ENOSPC
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

from clock import boot
from clock.game.chain import encoded
from clock.game.figures import figures_after
from clock.game.names import NAMELESS, Names
from clock.game.recorded import End, GapCause, Header, Missing, RecordedInput
from clock.journal.aside_files import Aside
from clock.journal.disk import Disk
from clock.journal.folder import JournalInUse
from clock.journal.inspection import FoundJournal, inspect_folder
from clock.journal.pace import WRITES, every_ns
from clock.journal.pending import PendingGame
from clock.journal.writing import Folder
from clock.rules.inputs import Input
from clock.rules.message import Message, Problem, placed
from clock.rules.state import Setup, State

BYTES_MAX = 32_000_000
"""The default size limit of a journal: some 300 games of 300 presses."""
INPUTS_MAX = 100_000
"""A longer game is recorded no further: its file would exceed FILE_BYTES_MAX and could not be read,
and while a disk does not answer, all its inputs would wait in memory."""
RETRY_S = 1.0
RETRY_S_MAX = 30.0
TRIES_MAX = 0.1
"""The largest share of the time spent on opening a failing disk again."""
CLOSE_WAIT_S = 5.0
SILENT_S = 2.0
"""A disk that takes longer counts as not answering."""

NO_ROOM = (ENOSPC, EDQUOT)
FAILURES = (OSError, Problem)
"""The errors of a disk. They must not stop the clock, nor the writing thread."""


class Fault(Enum):
    """A reason why the journal cannot be written, as the faces show it."""

    DISK_FULL = Message("journal: disk is full")
    NOT_WRITTEN = Message("journal: cannot write")
    SILENT = Message("journal: disk is slow")
    LOST = Message("journal: data lost")


_Order = Callable[[], None] | None
"""A task for the thread; None ends it."""


class Journal:
    """One clock's journal. Only `flush` and `close` wait for the disk.

    `asides` has the games that were put aside, as of the last look, the last first.
    """

    asides: tuple[Aside, ...] = ()
    _looks = True

    def __init__(
        self,
        path: Path,
        now_ns: int,
        *,
        boot_id: str | None = None,
        bytes_max: int = BYTES_MAX,
        names: Names = NAMELESS,
        retry_s: float = RETRY_S,
        disk: Disk | None = None,
        now_s: Callable[[], float] = time.monotonic,
        own_thread: bool = True,
    ) -> None:
        """Open the journal in a folder and find its last game; `now_ns` is CLOCK_MONOTONIC.

        `names` apply to new games; the last game keeps its own. Without a thread of its own, a
        scheduler calls `turn`. Problems with the disk or a file are in `fault`, `trouble` and
        `damage`. Raises JournalInUse if another clock writes it.
        """
        self.path, self._disk = path, disk or Disk()
        self._boot = boot.this_boot()
        if boot_id is not None:
            self._boot = self._boot._replace(id=boot_id)
        self._bytes_max, self._retry_s, self._now_s = bytes_max, retry_s, now_s
        self.names = names
        self._queue: SimpleQueue[_Order] = SimpleQueue()
        self._together: list[Callable[[], None]] | None = None
        """The orders that wait until `together` ends."""
        self._complete = True
        """Whether the whole game on the table went into the queue."""
        self._folder: Folder | None = None
        self._again_at_s = 0.0
        self._games: list[PendingGame] = []
        self.due_ns = 0
        """When to call `record_running` next, if a clock runs."""
        self._flushed: list[Event] = []
        self._failing: Fault | None = None
        self.trouble: Message | None = None
        """The system's error and the file; None while the disk answers."""
        self.damage: Message | None = None
        """The last damage found in a file; None if there was none."""
        self._busy_since_s: float | None = None
        self.on_disk: End | None = None
        """The end of the last game on the disk: everything up to it survives a power cut."""
        self._put = self._taken = self._written = 0
        """The numbers of games and inputs put into the queue, taken from it, and on disk."""
        self.on_saved: Callable[[], None] = lambda: None
        """Called in the journal's thread after a change of `on_disk`; must not wait."""
        self.found = self._opened()
        """The journal as found at the start, with its last game."""
        self._count = len(self.found.lines)
        """The number of inputs in the game on the table, give or take its header."""
        head, last_ns = self.found.head, self.found.last_ns
        self._slowest_ns = head.slowest_ns
        self._answers_ns = deque([head.slowest_ns], maxlen=WRITES)
        """The times of recent writes, beginning with the head's: the disk may still be slow."""
        self._at_ns = self._saved_at_ns = last_ns
        self.same_boot = (
            head.boot_id == self._boot.id != ""
            and now_ns + head.shift_ns >= last_ns
            and not self.found.cut_off
        )
        """Whether the machine has run since the journal's end, so that its time went on."""
        self.shift_ns = head.shift_ns if self.same_boot else max(0, last_ns - now_ns)
        """The journal's instants minus CLOCK_MONOTONIC, which restarts at a boot; they never go
        back."""
        self._thread: Thread | None = None
        if own_thread:
            self._thread = Thread(target=self._run, name="journal", daemon=True)
            self._thread.start()

    @property
    def fault(self) -> Fault | None:
        """Why the journal cannot be written; None if it can."""
        if self._thread is not None and not self._thread.is_alive():
            return Fault.LOST
        busy_since_s = self._busy_since_s
        if busy_since_s is not None and self._now_s() - busy_since_s > SILENT_S:
            return Fault.SILENT
        if self._failing is None and not self._complete:  # a failing disk is the more urgent
            return Fault.LOST
        return self._failing

    @property
    def is_written(self) -> bool:
        """Whether the whole game on the table is on disk. Read `on_disk` after this, not before."""
        return self._complete and self._written == self._put

    def begin(self, setup: Setup, at_ns: int, *, at_once: bool) -> None:
        """Begin a game; it is written with its first input, or at once."""
        self._complete, self._count = True, 0
        self._put += 1
        header = partial(self._boot.header, setup, self.names, at_ns)
        self._ask(partial(self._begin, header, (), at_ns, at_once))

    def take_over(
        self, header: Header, lines: Sequence[RecordedInput | Missing], at_ns: int
    ) -> None:
        """Begin with the lines of a game that another clock has played so far, at once.

        They get their name when all of them are on the disk: a kill leaves all, or none.
        """
        self._complete, self._count = True, len(lines)
        self._put += 1
        self._ask(partial(self._begin, partial(self._boot.taken, header), lines, at_ns, True))

    def add(self, event: Input, state: State) -> None:
        """Record an input of the game, and the state after it; at most INPUTS_MAX for a game."""
        self._count += 1
        # After a gap nothing more is recorded: later inputs would not replay.
        if self._complete and self._count > INPUTS_MAX:
            self._complete = False
            self._ask(self._lose)
        elif self._complete:
            self._put += 1
            self._ask(partial(self._add, event, state))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what is added meanwhile in one go: a kill leaves all of it on the disk, or none."""
        orders = self._together = []
        try:
            yield
        finally:
            self._together = None
            self._queue.put(partial(_obey_all, orders))

    def record_running(self, now_ns: int) -> None:
        """Record that a clock runs. May be called at any time; nothing happens before `due_ns`."""
        if now_ns >= self.due_ns:
            self.due_ns = now_ns + every_ns(self._slowest_ns)
            if self._complete and self._queue.qsize() < INPUTS_MAX:
                self._queue.put(partial(self._reach, now_ns))

    def look(self) -> None:
        """Look soon for games that were put aside; `asides` has them then."""
        self._queue.put(self._look)

    def flush(self, timeout_s: float) -> bool:
        """Wait until everything so far is on disk; return False on timeout."""
        done = Event()
        self._queue.put(partial(self._flushed.append, done))
        return done.wait(timeout_s)

    def close(self) -> None:
        """Write the rest if the disk answers within CLOSE_WAIT_S, and close the files."""
        self._queue.put(None)
        if self._thread is None:
            self.turn()
        else:
            self._thread.join(CLOSE_WAIT_S)

    def _ask(self, order: Callable[[], None]) -> None:
        if self._together is None:
            self._queue.put(order)
        else:
            self._together.append(order)

    # At the start

    def _opened(self) -> FoundJournal:
        try:
            folder = self._open()
            self.on_disk = folder.last
            return folder.found
        except JournalInUse:
            raise
        except FAILURES as error:
            self._failed(error)
        with suppress(*FAILURES):  # a journal that cannot be written may still be readable
            found = inspect_folder(self.path)
            self.damage, self.on_disk = found.damage, found.head.last
            self._recover(found)
            return found
        return FoundJournal()

    def _recover(self, found: FoundJournal) -> None:
        """Put the folder's last game before those in memory, with a mark if part is missing."""
        if found.lines:
            game = PendingGame(found.lines[0], found.lines[1:])
            if found.damage is not None or found.head.unwritten:
                cause = GapCause.DAMAGED if found.damage is not None else GapCause.UNWRITTEN
                game.add(Missing(cause, boot.wall_time()))
            self._games.insert(0, game)

    # In the thread, or under a scheduler

    def turn(self, *, wait: bool = False) -> bool:
        """Write what the orders so far ask for; return False once the journal is closed.

        For the journal's thread, which waits for an order first, or for a scheduler.
        """
        goes_on = self._obey(wait=wait)
        if not goes_on or self._now_s() >= self._again_at_s:  # else leave a failing disk alone
            self._busy_since_s = self._now_s()
            try:
                self._save()
                self._failing, self.trouble, self._again_at_s = None, None, 0.0
            except FAILURES as error:
                self._failed(error)
            self._busy_since_s = None
        if not goes_on and self._folder is not None:
            self._folder.close()
        return goes_on

    def _run(self) -> None:
        while self.turn(wait=True):
            pass

    def _obey(self, *, wait: bool) -> bool:
        """Carry out all waiting orders, or wait for one; return False if one was to close."""
        wait_s = max(0.0, self._again_at_s - self._now_s())
        with suppress(Empty):
            order = self._queue.get(wait, None if self._failing is None else wait_s)
            while order is not None:  # all that wait, so that one write covers them
                order()
                order = self._queue.get_nowait()
            return False
        return True

    def _begin(
        self,
        header: Callable[[], Header],
        lines: Sequence[RecordedInput | Missing],
        at_ns: int,
        at_once: bool,
    ) -> None:
        self._taken += 1
        self._looks = True
        game = PendingGame(encoded(header()), at_once=at_once)
        for line in lines:
            game.add(line)
        self._games = [each for each in self._games if not (each.whole or each.empty)] + [game]
        if at_once:  # otherwise the game before, which may not be over, keeps its last instant
            self._reach(at_ns)

    def _add(self, event: Input, state: State) -> None:
        self._taken += 1
        self._games[-1].add(RecordedInput(event, figures_after(event, state)))
        self._reach(event.at_ns)

    def _look(self) -> None:
        self._looks = True

    def _reach(self, at_ns: int) -> None:
        self._at_ns = max(self._at_ns, at_ns)

    def _lose(self) -> None:
        self._games[-1].add(Missing(GapCause.UNWRITTEN, boot.wall_time()))

    def _save(self) -> None:
        """Write everything that is not on disk yet."""
        folder = self._folder or self._open()
        folder.require_in_place()
        unsaved = [game for game in self._games if not game.whole]
        if unsaved or self._at_ns > self._saved_at_ns:
            at_ns, began_s = self._at_ns, self._now_s()
            for game in unsaved:
                self._games = self._games[self._games.index(game) :]  # all before it are whole
                self._write(folder, game)
            folder.set_head(at_ns, self._boot.id, self.shift_ns, self._slowest_ns)
            self._saved_at_ns = at_ns
            self._answers_ns.append(round((self._now_s() - began_s) * 1e9))
            self._slowest_ns = max(self._answers_ns)
            if folder.last != self.on_disk:
                self.on_disk = folder.last
                self.on_saved()
        self._written = self._taken
        if self._looks:
            self._looks, self.asides = False, folder.asides()
        while self._flushed:
            self._flushed.pop().set()

    def _write(self, folder: Folder, game: PendingGame) -> None:
        """Write a game; on a full disk note in the head, which has room, that lines are missing."""
        try:
            folder.write(game, self._bytes_max)
        except OSError as error:
            if error.errno in NO_ROOM:
                times = self._saved_at_ns, self._boot.id, self.shift_ns, self._slowest_ns
                with suppress(OSError):
                    folder.set_head(*times, unwritten=True)
            raise

    def _open(self) -> Folder:
        """Open the folder, and find out how much of the games in memory it has."""
        self._began_s = self._now_s()
        # The path is resolved at every opening: a link may lead to another disk by now.
        self._folder = folder = Folder(Path(os.path.realpath(self.path)), self._disk)
        self.damage = folder.damage or self.damage
        if not folder.find_again(self._games) and (folder.damage is not None or not self._games):
            self._recover(folder.found)
            folder.find_again(self._games)
        return folder

    def _failed(self, error: OSError | Problem) -> None:
        wait_s = self._retry_s
        if self._folder is None:  # opening reads the last game, which takes time if it is large
            taken_s = self._now_s() - self._began_s
            wait_s = max(wait_s, min(RETRY_S_MAX, taken_s / TRIES_MAX))
        else:
            with suppress(OSError):  # a broken disk may refuse even that
                self._folder.close()
            self._folder = None
        self._again_at_s = self._now_s() + wait_s
        self._failing = Fault.NOT_WRITTEN
        if isinstance(error, Problem):
            self.trouble = error.message
        else:
            self.trouble = placed(error.filename or self.path, error.strerror or error)
            if error.errno in NO_ROOM:
                self._failing = Fault.DISK_FULL


def _obey_all(orders: list[Callable[[], None]]) -> None:
    for order in orders:
        order()
