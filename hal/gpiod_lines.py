"""Plungers and buttons on libgpiod 2: the `Inputs` port on the kernel's own line events.

The kernel stamps an edge in ns of CLOCK_MONOTONIC and numbers the edges of each line, so that a
lost one is known and not only suspected; its queue holds QUEUE_EDGES edges of each line here, where
other interfaces leave it at 16. A thread sleeps until there are edges.
"""

import errno
import os
import threading
from collections.abc import Callable, Mapping
from select import select
from typing import Any

from hal.attempts import Attempts
from hal.factories import FREE_PIN, PinError, device_remedy, one_line
from hal.inputs import InputLine
from hal.ports import PLUNGERS, Edge, Line, Time
from hal.revivals import Revivals

QUEUE_EDGES = 1024
"""As many as the kernel keeps at most."""

READ_EDGES_MAX = 64

JOIN_S_MAX = 1.0
RETRY_S = 0.1
"""After a fault the thread waits this long."""


class _Line(InputLine):
    """A line of a chip, with a queue of its own: a noisy line takes no room from another."""

    def __init__(self, line: Line, pin: int, chip: str, time: Time) -> None:
        super().__init__(line, time)
        self._pin = pin
        self._number = 0
        self._fetching = Attempts(time)
        # libgpiod's requests are not to be used by two threads at once; waiting is apart from that.
        self._lock = threading.Lock()
        self._request = _request(chip, pin)
        self.fd: int = self._request.fd
        self._last = self.pressed()

    def fetch(self) -> bool:
        """Deliver the edges that wait; False if they cannot be read, which shows in `fault`."""
        try:
            with self._lock:
                events = self._request.read_edge_events(READ_EDGES_MAX)
        except Exception as error:
            self._fetching.failed(f"{self.line}: edges cannot be read: {one_line(error)}")
            return False
        self._fetching.succeeded()
        for event in events:
            if event.line_seqno != self._number + 1:
                self.lose()
            self._number = event.line_seqno
            pressed = event.event_type is type(event).Type.RISING_EDGE
            self.deliver(pressed, event.timestamp_ns)
        return True

    @property
    def is_deaf(self) -> bool:
        """Whether its edges have failed to be read for longer than DEAF_NS."""
        return self._fetching.have_failed_long

    def fault(self, now_ns: int) -> str | None:
        """None, or what is wrong with this line at `now_ns`."""
        return self._fetching.fault or super().fault(now_ns)

    def read(self) -> bool:
        """The level now; raises what the library does."""
        with self._lock:
            return bool(self._request.get_value(self._pin))

    def close(self) -> None:
        """Let go of the line."""
        self._request.release()


class GpiodInputs:
    """The `Inputs` port on a chip's lines, pulled up, pressed while low; raises PinError."""

    def __init__(self, lines: Mapping[Line, int], chip: str, time: Time) -> None:
        self._time = time
        self._lines: dict[Line, _Line] = {}
        self._waiting = Attempts(time)
        self._revivals = Revivals()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        try:
            for line, pin in lines.items():
                self._lines[line] = _Line(line, pin, chip, time)
        except PinError:
            self._release()
            raise
        self._wake = os.eventfd(0)

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Give every edge to `sink`, in its own thread; RuntimeError if called again."""
        if self._thread is not None:
            raise RuntimeError("listen() was called already")
        for line in self._lines.values():
            line.listen(sink)
        self._start()

    def _start(self) -> None:
        thread = threading.Thread(target=self._run, name="edges", daemon=True)
        thread.start()
        self._thread = thread

    def _run(self) -> None:
        lines = {line.fd: line for line in self._lines.values()}
        while not self._closed.is_set():
            try:
                ready = select([*lines, self._wake], [], [])[0]
                fetched = [lines[each].fetch() for each in ready if each in lines]
                self._waiting.succeeded()
            except Exception as error:  # whatever it is, this thread lives
                fetched = [False]
                self._waiting.failed(f"edges cannot be read: {one_line(error)}")
            if not all(fetched):
                self._closed.wait(RETRY_S)

    def pressed(self, line: Line) -> bool:
        """The level now, or if it cannot be read the last one known; KeyError if not wired."""
        return self._lines[line].pressed()

    @property
    def lines(self) -> frozenset[Line]:
        """The lines that are wired."""
        return frozenset(self._lines)

    @property
    def alive(self) -> bool:
        """Whether the thread that brings the edges lives, and can read those of the plungers."""
        if self._has_ended or self._is_deaf:
            return False
        return not self._revivals.are_too_many(self._time.now_ns())

    @property
    def _has_ended(self) -> bool:
        return self._thread is not None and not self._thread.is_alive()

    @property
    def _is_deaf(self) -> bool:
        # Of a deaf button the fault tells: all else goes on, and is not ended for it.
        plungers = (line for name, line in self._lines.items() if name in PLUNGERS)
        return self._waiting.have_failed_long or any(line.is_deaf for line in plungers)

    def mend(self) -> frozenset[Line]:
        """Start the thread again if it has ended; return the lines in doubt."""
        if self._has_ended and not self._closed.is_set():
            try:
                self._start()
            except RuntimeError:  # no room for a thread: the next call tries again
                return frozenset()
            self._revivals.add(self._time.now_ns())
            return self.lines
        doubtful = [line for line in self._lines.values() if line.doubtful]
        for line in doubtful:
            line.doubtful = False
        return frozenset(line.line for line in doubtful)

    @property
    def fault(self) -> str | None:
        """None, or one line: edges were lost, or lines cannot be read."""
        now_ns = self._time.now_ns()
        faults = [line.fault(now_ns) for line in self._lines.values()]
        of_all = self._waiting.fault or self._revivals.fault(now_ns)
        return of_all or next((fault for fault in faults if fault), None)

    def close(self) -> None:
        """End the thread and let go of the lines."""
        if self._closed.is_set():
            return
        self._closed.set()
        os.eventfd_write(self._wake, 1)
        if self._thread is not None:
            self._thread.join(JOIN_S_MAX)
        self._release()
        os.close(self._wake)

    def _release(self) -> None:
        for line in self._lines.values():
            line.close()


def _request(chip: str, pin: int) -> Any:
    try:
        import gpiod
        from gpiod.line import Bias, Clock, Direction
        from gpiod.line import Edge as Edges

        settings = gpiod.LineSettings(
            direction=Direction.INPUT,
            edge_detection=Edges.BOTH,
            bias=Bias.PULL_UP,
            active_low=True,
            event_clock=Clock.MONOTONIC,
        )
        return gpiod.request_lines(
            chip,
            config={pin: settings},
            consumer="clapper",
            event_buffer_size=QUEUE_EDGES,
        )
    except Exception as error:
        raise PinError(
            f"GPIO {pin} of {chip} cannot be had by libgpiod ({one_line(error)}): "
            f"{_remedy(error, chip)}"
        ) from error


def _remedy(error: Exception, chip: str) -> str:
    """What helps where a line cannot be had, for this cause alone."""
    match error:
        case ImportError():  # also of libgpiod 1, which has other modules
            return 'install gpiod 2, or take edges = "factory"'
        case OSError(errno=errno.EBUSY):
            return FREE_PIN
        case FileNotFoundError() | PermissionError():
            return device_remedy(chip)
        case _:
            return 'take edges = "factory"'
