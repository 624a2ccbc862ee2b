"""Reads levels where edges cannot be had: a thousand times a second, in a thread of its own."""

import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from hal.ports import LOSS_SHOWN_NS, Time

POLL_NS = 1_000_000

GAP_NS_MAX = 25_000_000
"""Between readings further apart a tap may begin and end."""

JOIN_S_MAX = 1.0


class Polled(Protocol):
    """A line whose level is read."""

    def pressed(self) -> bool: ...
    def deliver(self, pressed: bool, at_ns: int) -> None: ...


class Poller:
    """Delivers an edge whenever a level is another than at the last reading.

    Its stamp is taken before the reading: as late as the readings are apart. On a busy machine that
    is more than POLL_NS, beyond GAP_NS_MAX a fault.
    """

    def __init__(self, lines: Iterable[Polled], time: Time) -> None:
        self._lines = tuple(lines)
        self._time = time
        self._last = [line.pressed() for line in self._lines]
        self._read_ns: int | None = None
        self._late_ns: int | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="poller", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread lives."""
        return self._thread.is_alive()

    def poll(self) -> None:
        """Read every line once."""
        now_ns = self._time.now_ns()
        if self._read_ns is not None and now_ns - self._read_ns > GAP_NS_MAX:
            self._late_ns = now_ns
        self._read_ns = now_ns
        for index, line in enumerate(self._lines):
            at_ns = self._time.now_ns()
            pressed = line.pressed()
            if pressed != self._last[index]:
                self._last[index] = pressed
                line.deliver(pressed, at_ns)

    def fault(self, now_ns: int) -> str | None:
        """None, or one line: readings were too far apart."""
        if self._late_ns is None or now_ns - self._late_ns >= LOSS_SHOWN_NS:
            return None
        return "levels were read too seldom: a press may be dated late, a short one lost"

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join(JOIN_S_MAX)

    def _run(self) -> None:
        run_every(POLL_NS, self.poll, self._time.now_ns, self._stop.wait)


def run_every(
    period_ns: int,
    act: Callable[[], None],
    now_ns: Callable[[], int],
    wait: Callable[[float], bool],
) -> None:
    """Act once a period until `wait`, given seconds, returns True.

    Each turn is due a period after the last one was due, so that waiting too long adds nothing up;
    turns that were missed altogether are left out.
    """
    due_ns = now_ns()
    while True:
        act()
        now = now_ns()
        due_ns = max(due_ns + period_ns, now - (now - due_ns) % period_ns)
        if wait(max(0, due_ns - now) / 1e9):
            return
