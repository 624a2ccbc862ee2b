"""Input lines whatever brings their edges: floods, losses, and faults.

Edges can be lost, as the kernel's queue drops the oldest: a fault for a while, made good by reading
the level after the next edge, and each second. What brings the edges can end: then the inputs are
not alive, and all is to be opened again.
"""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress

from hal.factories import one_line
from hal.message import Message
from hal.ports import LOSS_SHOWN_NS, Edge, Line, Time

FLOOD_EDGES = 200
"""A line that makes more edges at once is a broken contact: the rest is thinned out."""

THINNED_NS = 500_000
"""Of a flood one edge in this time goes on: so close together that no level looks steady."""

JOIN_S_MAX = 1.0

ENDED = Message("the thread that delivers edges has ended: presses are no longer received")


class InputLine:
    """One line: the edges delivered, and its fault."""

    def __init__(self, line: Line, time: Time) -> None:
        self.line = line
        self.sink: Callable[[Edge], None] = lambda _: None
        """Takes every edge."""
        self._time = time
        self._last = False
        self._credit_ns = FLOOD_EDGES * THINNED_NS
        self._edge_ns = 0
        self._lost_ns: int | None = None
        self._unreadable: Message | None = None

    def read(self) -> bool:
        """The level now; raises what the library does."""
        raise NotImplementedError

    def pressed(self) -> bool:
        """The level now, or if it cannot be read the last one known."""
        try:
            pressed, self._unreadable = self.read(), None
        except Exception as error:
            why = one_line(error)
            self._unreadable = Message("{part}: cannot be read: {why}", part=self.line, why=why)
            return self._last
        return pressed

    def deliver(self, pressed: bool, at_ns: int) -> None:
        """Pass an edge on to the sink, of a flood only some."""
        self._last = pressed
        if self._is_flood(at_ns):
            self.note_loss()
        else:
            self.sink(Edge(self.line, pressed, at_ns))

    def deliver_level(self) -> None:
        """Pass the level on, if no edge has brought it; raises what the library does."""
        at_ns = self._time.now_ns()
        if (pressed := self.read()) != self._last:
            self.deliver(pressed, at_ns)

    def note_loss(self) -> None:
        """Edges were lost, or left out, because there were too many."""
        self._lost_ns = self._time.now_ns()

    def _is_flood(self, at_ns: int) -> bool:
        """Whether this edge is more than FLOOD_EDGES at once and one each THINNED_NS."""
        credit_ns = self._credit_ns + at_ns - self._edge_ns
        self._credit_ns = min(credit_ns, FLOOD_EDGES * THINNED_NS)
        self._edge_ns = at_ns
        if self._credit_ns < THINNED_NS:
            return True
        self._credit_ns -= THINNED_NS
        return False

    def fault(self, now_ns: int) -> Message | None:
        """None, or what is wrong with this line at `now_ns`."""
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
    """What the adapters of the `Inputs` port have in common; they add what brings the edges."""

    _lines: Mapping[Line, InputLine]

    def __init__(self, time: Time) -> None:
        self._time = time
        self._listening = False
        self._ended: Message | None = None
        """Why no edges arrive any more."""
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
        """None, or why no edges arrive any more."""
        if self._ended is None and self._listening and not self._is_bringing():
            self._ended = ENDED
        return self._ended

    def _is_bringing(self) -> bool:
        """Whether the thread that brings the edges lives."""
        return self._thread is not None and self._thread.is_alive()

    def _start(self) -> None:
        """Start what brings the edges; raises what the library does."""
        self._thread = threading.Thread(target=self._bring, name="edges", daemon=True)
        self._thread.start()

    def _bring(self) -> None:
        """Bring the edges in a thread, until that fails."""
        try:
            self._run()
        except Exception as error:
            self._ended = Message("edges cannot be read: {why}", why=one_line(error))

    def _run(self) -> None:
        """Bring the edges until `_stopping` is set; raises what the library does."""
        raise NotImplementedError
