"""Plungers and buttons on libgpiod 2: the `Inputs` port on the kernel's own line events.

The kernel stamps an edge in ns of CLOCK_MONOTONIC and numbers the edges of each line, so that a
lost one is known and not only suspected; its queue holds QUEUE_EDGES edges of all lines here, where
other interfaces leave it at 16 a line. A thread sleeps until there are edges.
"""

import os
import threading
from collections.abc import Callable, Mapping
from select import select
from typing import Any

from hal.factories import PinError, one_line
from hal.inputs import LOSS_SHOWN_NS, lost_edges
from hal.ports import Edge, Line, Time

QUEUE_EDGES = 1024
READ_EDGES_MAX = 64

JOIN_S_MAX = 1.0
RETRY_S = 0.1
"""After a fault the thread waits this long."""


class GpiodInputs:
    """The `Inputs` port on a chip's lines, pulled up, pressed while low; raises PinError."""

    def __init__(self, lines: Mapping[Line, int], chip: str, time: Time) -> None:
        self._time = time
        self._pins = dict(lines)
        self._names = {pin: line for line, pin in lines.items()}
        self._sink: Callable[[Edge], None] | None = None
        self._last = dict.fromkeys(lines, False)
        self._numbers: dict[Line, int] = {}
        self._doubtful: dict[Line, bool] = dict.fromkeys(lines, False)
        self._lost: tuple[Line, int] | None = None
        self._fault: str | None = None
        self._unread: dict[Line, str] = {}
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        # libgpiod's requests are not to be used by two threads at once; waiting is apart from that.
        self._lock = threading.Lock()
        self._request = _request(chip, sorted(self._names))
        self._wake = os.eventfd(0)
        for line in lines:
            self._last[line] = self.pressed(line)

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Give every edge to `sink`, in its own thread; RuntimeError if called again."""
        if self._thread is not None:
            raise RuntimeError("listen() was called already")
        self._sink = sink
        self._start()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="edges", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                ready, _, _ = select([self._request.fd, self._wake], [], [])
                if self._request.fd in ready:
                    self._read()
            except Exception as error:  # whatever it is, this thread lives
                self._fault = f"edges cannot be read: {one_line(error)}"
                self._closed.wait(RETRY_S)

    def _read(self) -> None:
        with self._lock:
            events = self._request.read_edge_events(READ_EDGES_MAX)
        for event in events:
            line = self._names[event.line_offset]
            expected = self._numbers.get(line, 0) + 1
            self._numbers[line] = event.line_seqno
            if event.line_seqno != expected:
                self._doubtful[line] = True
                self._lost = (line, self._time.now_ns())
            pressed = event.event_type is type(event).Type.RISING_EDGE
            self._deliver(Edge(line, pressed, event.timestamp_ns))

    def _deliver(self, edge: Edge) -> None:
        self._last[edge.line] = edge.pressed
        try:
            if self._sink is not None:
                self._sink(edge)
        except Exception as error:
            self._doubtful[edge.line] = True
            self._fault = f"{edge.line}: an edge was not taken: {one_line(error)}"

    def pressed(self, line: Line) -> bool:
        """The level now, or if it cannot be read the last one known; KeyError if not wired."""
        pin = self._pins[line]
        try:
            with self._lock:
                pressed = bool(self._request.get_value(pin))
        except Exception as error:
            self._unread[line] = f"{line}: cannot be read: {one_line(error)}"
            return self._last[line]
        self._unread.pop(line, None)
        return pressed

    @property
    def lines(self) -> frozenset[Line]:
        """The lines that are wired."""
        return frozenset(self._pins)

    @property
    def alive(self) -> bool:
        """Whether the thread that brings the edges lives."""
        return self._thread is None or self._thread.is_alive()

    def mend(self) -> frozenset[Line]:
        """Start the thread again if it has ended; return the lines in doubt."""
        if not self.alive and not self._closed.is_set():
            self._start()
            return self.lines
        doubtful = frozenset(line for line, in_doubt in self._doubtful.items() if in_doubt)
        for line in doubtful:
            self._doubtful[line] = False
        return doubtful

    @property
    def fault(self) -> str | None:
        """None, or one line: edges were lost, or lines cannot be read."""
        if self._lost is not None and self._time.now_ns() - self._lost[1] < LOSS_SHOWN_NS:
            return lost_edges(self._lost[0])
        return self._fault or next(iter(self._unread.copy().values()), None)

    def close(self) -> None:
        """End the thread and let go of the lines."""
        self._sink = None
        if self._closed.is_set():
            return
        self._closed.set()
        os.eventfd_write(self._wake, 1)
        if self._thread is not None:
            self._thread.join(JOIN_S_MAX)
        with self._lock:
            self._request.release()
        os.close(self._wake)


def _request(chip: str, pins: list[int]) -> Any:
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
            config={tuple(pins): settings},
            consumer="clapper",
            event_buffer_size=QUEUE_EDGES,
        )
    except Exception as error:
        raise PinError(
            f"the lines of {chip} cannot be had by libgpiod ({one_line(error)}): "
            'install gpiod, or take edges = "factory"'
        ) from error
