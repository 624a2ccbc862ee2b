"""The log of the service: lines for stderr, written by a thread of its own.

Whoever reads the log may stand still, and a full pipe or socket makes its writer wait. So a line is
put into a queue and the clock goes on. What finds no room there is lost, and the log has how much
as soon as somebody reads again.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from threading import Lock, Thread

Say = Callable[[str], None]
"""Takes a line for the log, and never waits."""

LINES_MAX = 1_000
"""Lines that wait for a reader; further ones are lost."""
CLOSE_S_MAX = 1.0
"""How long closing waits for a reader, once for room in the queue and once for its end."""


class Log:
    """Writes lines, and never waits. Without a file descriptor nobody reads them."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        self._lines: Queue[str | None] = Queue(LINES_MAX)
        self._lost = 0
        self._lock = Lock()
        self._writer = Thread(target=self._write_all, name="log", daemon=True)
        self._writer.start()

    def say(self, line: str) -> None:
        """Have a line written soon."""
        try:
            self._lines.put_nowait(line)
        except Full:
            self._add_lost(1)

    def close(self) -> None:
        """Write what is still to be written, within 2 CLOSE_S_MAX. Closing twice is fine."""
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
        """Write a line, past Python's buffers: their lock would be held while nobody reads."""
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
    """Return the log of this process; one that was started without stderr has none."""
    return Log(None if sys.stderr is None else sys.stderr.fileno())
