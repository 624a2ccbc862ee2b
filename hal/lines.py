"""Input lines, whatever delivers their edges: floods, losses, faults.

Edges can be lost, because the kernel's queue drops the oldest. The level is read after the next
edge and once a second, which makes up for it; the fault is shown for a while. If the thread that
delivers edges ends, the inputs are no longer alive and must be opened again.
"""

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from select import select

from hal.factories import one_line
from hal.message import Message
from hal.ports import LOSS_SHOWN_NS, Edge, Line, Time

FLOOD_EDGES = 200
"""More edges at once come from a broken contact: the rest is thinned out."""

THINNED_NS = 500_000
"""The time between the edges of a flood that pass: too short for a level to look steady."""

JOIN_S_MAX = 1.0

ENDED = Message("the thread that delivers edges has ended: presses are no longer received")


class InputLine:
    """A line: delivers its edges, and reports its fault."""

    def __init__(self, line: Line, time: Time) -> None:
        self.line = line
        self.sink: Callable[[Edge], None] = lambda _: None
        """Receives every edge."""
        self._time = time
        self._last = False
        self._credit_ns = FLOOD_EDGES * THINNED_NS
        self._edge_ns = 0
        self._lost_ns: int | None = None
        self._unreadable: Message | None = None

    def read(self) -> bool:
        """Return the level now. Raises the library's errors."""
        raise NotImplementedError

    def pressed(self) -> bool:
        """Return the level now, or the last known level if reading fails."""
        try:
            pressed, self._unreadable = self.read(), None
        except Exception as error:
            why = one_line(error)
            self._unreadable = Message("{part}: cannot be read: {why}", part=self.line, why=why)
            return self._last
        return pressed

    def deliver(self, pressed: bool, at_ns: int) -> None:
        """Pass an edge to the sink; thin out a flood."""
        self._last = pressed
        if self._is_flood(at_ns):
            self.note_loss()
        else:
            self.sink(Edge(self.line, pressed, at_ns))

    def deliver_level(self) -> None:
        """Pass a changed level to the sink as an edge. Raises the library's errors."""
        at_ns = self._time.now_ns()
        if (pressed := self.read()) != self._last:
            self.deliver(pressed, at_ns)

    def note_loss(self) -> None:
        """Note that edges were lost or left out, because there were too many."""
        self._lost_ns = self._time.now_ns()

    def _is_flood(self, at_ns: int) -> bool:
        """Return whether this edge exceeds FLOOD_EDGES at once and one per THINNED_NS."""
        # A token bucket: an edge costs THINNED_NS of credit, and time earns the credit back.
        credit_ns = self._credit_ns + at_ns - self._edge_ns
        self._credit_ns = min(credit_ns, FLOOD_EDGES * THINNED_NS)
        self._edge_ns = at_ns
        if self._credit_ns < THINNED_NS:
            return True
        self._credit_ns -= THINNED_NS
        return False

    def fault(self, now_ns: int) -> Message | None:
        """Return this line's fault at `now_ns`; None if there is none."""
        if self._lost_ns is not None and now_ns - self._lost_ns < LOSS_SHOWN_NS:
            return Message(
                "{part}: so many edges at once that some were lost; check its contact",
                part=self.line,
            )
        return self._unreadable

    def close(self) -> None:
        """Release the pin."""
        raise NotImplementedError


class LineInputs:
    """The common part of the `Inputs` adapters; a subclass adds the source of the edges."""

    _lines: Mapping[Line, InputLine]

    def __init__(self, time: Time) -> None:
        self._time = time
        self._listening = False
        self._ended: Message | None = None
        """Why edges no longer arrive."""
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def listen(self, sink: Callable[[Edge], None]) -> None:
        self._listening = True
        for line in self._lines.values():
            line.sink = sink
        self._start()

    def pressed(self, line: Line) -> bool:
        return self._lines[line].pressed()

    @property
    def lines(self) -> frozenset[Line]:
        return frozenset(self._lines)

    @property
    def alive(self) -> bool:
        return self._end() is None

    @property
    def fault(self) -> Message | None:
        now_ns = self._time.now_ns()
        faults = (line.fault(now_ns) for line in self._lines.values())
        return self._end() or next((fault for fault in faults if fault), None)

    def drain(self) -> None:
        for line in self._lines.values():
            with suppress(Exception):  # the line may be what has failed
                line.deliver_level()

    def close(self) -> None:
        self._listening = False
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(JOIN_S_MAX)
        for line in self._lines.values():
            line.close()

    def _end(self) -> Message | None:
        """Return why edges no longer arrive; None if they do."""
        if self._ended is None and self._listening and not self._is_delivering():
            self._ended = ENDED
        return self._ended

    def _is_delivering(self) -> bool:
        """Return whether the thread that delivers edges is alive."""
        return self._thread is not None and self._thread.is_alive()

    def _start(self) -> None:
        """Start the delivery of edges. Raises the library's errors."""
        self._thread = threading.Thread(target=self._deliver_all, name="edges", daemon=True)
        self._thread.start()

    def _deliver_all(self) -> None:
        """Deliver edges in a thread until that fails."""
        try:
            self._run()
        except Exception as error:
            self._ended = Message("edges cannot be read: {why}", why=one_line(error))

    def _run(self) -> None:
        """Deliver edges until `_stopping` is set. Raises the library's errors."""
        raise NotImplementedError


class WaitingInputs(LineInputs):
    """The common part of adapters whose thread sleeps until open files have edges."""

    def __init__(self, time: Time) -> None:
        super().__init__(time)
        self._wake = os.eventfd(0)  # ends the thread's wait on closing

    def _ready(self, files: Iterable[int], timeout_s: float | None = None) -> list[int]:
        """Wait for files to have edges, or for closing, or so long; return the files that have."""
        ready = select([*files, self._wake], [], [], timeout_s)[0]
        return [file for file in ready if file != self._wake]

    def close(self) -> None:
        if not self._stopping.is_set():
            self._stopping.set()
            os.eventfd_write(self._wake, 1)
            super().close()
            os.close(self._wake)
