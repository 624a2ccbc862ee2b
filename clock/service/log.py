"""The service's log: lines for stderr, written in a thread.

The reader of the log may stop reading, and a full pipe makes its writer wait. So lines go into a
queue, and the clock goes on. Lines that do not fit are lost; their number is logged once the reader
reads again.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from threading import Lock, Thread

Say = Callable[[str], None]
"""Logs a line, and never waits."""

LINES_MAX = 1_000
"""The most lines that wait for the reader; further lines are lost."""
CLOSE_S_MAX = 1.0
"""How long closing waits for room in the queue, and again for the thread's end."""


class Log:
    """Writes lines, and never waits. Without a file descriptor they are dropped."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        self._lines: Queue[str | None] = Queue(LINES_MAX)
        self._lost = 0
        self._lock = Lock()
        self._writer = Thread(target=self._write_all, name="log", daemon=True)
        self._writer.start()

    def say(self, line: str) -> None:
        """Queue a line."""
        try:
            self._lines.put_nowait(line)
        except Full:
            self._add_lost(1)

    def close(self) -> None:
        """Write the queued lines, within 2 CLOSE_S_MAX. Closing twice is fine."""
        with suppress(Full):
            self._lines.put(None, timeout=CLOSE_S_MAX)
            self._writer.join(CLOSE_S_MAX)

    def _add_lost(self, count: int) -> None:
        with self._lock:
            self._lost += count

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            if not self._write(line):
                self._add_lost(1)
            elif self._lines.empty():
                self._write_lost()
        self._write_lost()

    def _write_lost(self) -> None:
        with self._lock:
            lost, self._lost = self._lost, 0
        if lost and not self._write(f"lines that were lost, since nobody read the log: {lost}"):
            self._add_lost(lost)

    def _write(self, line: str) -> bool:
        """Write a line; return whether it was written."""
        # Not through sys.stderr: its lock would be held for as long as nobody reads.
        left = f"clapper: {line}\n".encode(errors="backslashreplace")
        if self._descriptor is None:
            return False
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError:
            return False
        return True


def log_to_stderr() -> Log:
    """Return a log on stderr, or without a descriptor if the process has no stderr."""
    return Log(None if sys.stderr is None else sys.stderr.fileno())
