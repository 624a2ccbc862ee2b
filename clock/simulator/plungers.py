"""How a plunger travels: down, a while there, up, a while there; never faster than a real one.

A page can send "down" and "up" within a millisecond. No contact does that, and the debounce rightly
refuses it. So a plunger stays where it is for its travel time at least, and presses of it made
meanwhile wait. No line waits for another: a flood on one delays no other.
"""

import threading
import time
from collections.abc import Callable, Iterable

from hal.ports import Line

MIN_TRAVEL_NS = 40_000_000
"""A plunger stays down, and up, at least so long: well over the usual lockout of a debounce."""
WAITING_MAX = 8
"""Presses that may wait on one line; no hand is that far ahead of its plunger."""


class Travel:
    """One plunger: where it is, whether it is held, and how many presses wait for it."""

    def __init__(self) -> None:
        self.down = self.held = False
        self.waiting = 0
        self.free_at_ns = 0
        """When it may leave the end where it is."""

    @property
    def wants_to_move(self) -> bool:
        return self.waiting > 0 or (self.down and not self.held)


class Plungers:
    """All plungers and buttons of a body; `drive(line, down)` makes each move, in order.

    A press of a plunger at rest drives its line at once, in the caller's thread, so that its stamp
    owes nothing to another thread's waking. A thread makes later moves; without it (`threaded`
    false) a test calls `make_due_moves`.
    """

    def __init__(
        self,
        lines: Iterable[Line],
        drive: Callable[[Line, bool], None],
        now_ns: Callable[[], int] = time.monotonic_ns,
        *,
        travel_ns: int = MIN_TRAVEL_NS,
        threaded: bool = True,
    ) -> None:
        self._travels = {line: Travel() for line in lines}
        self._travel_ns = travel_ns
        self._drive = drive
        self._now_ns = now_ns
        # Re-entrant: what listens to a line may press another.
        self._change = threading.Condition(threading.RLock())
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="plungers", daemon=True)
        if threaded:
            self._thread.start()

    def press(self, line: Line) -> None:
        """Put a finger on `line`: at rest it goes down now. KeyError if it is not wired."""
        with self._change:
            self.make_due_moves()  # what was due before this press moves before it
            travel = self._travels[line]
            if not travel.held and travel.waiting < WAITING_MAX:
                travel.held = True
                travel.waiting += 1
            self._settle()

    def release(self, line: Line) -> None:
        """Take the finger off `line`; a short tap still lasts the travel time."""
        with self._change:
            self.make_due_moves()
            self._travels[line].held = False
            self._settle()

    def make_due_moves(self) -> int | None:
        """Make every move that is due, earliest first; return when the next one is, in ns."""
        with self._change:
            while not self._closed:
                waiting = [
                    (travel.free_at_ns, line)
                    for line, travel in self._travels.items()
                    if travel.wants_to_move
                ]
                if not waiting:
                    return None
                due_ns, line = min(waiting)
                now_ns = self._now_ns()
                if due_ns > now_ns:
                    return due_ns
                travel = self._travels[line]
                travel.down = not travel.down
                travel.free_at_ns = now_ns + self._travel_ns
                if travel.down:
                    travel.waiting -= 1
                self._drive(line, travel.down)
            return None

    def close(self) -> None:
        """Move no plunger any more. Closing twice is fine."""
        with self._change:
            self._closed = True
            self._change.notify()
        # A listener that closes the body from within a move cannot wait for its own thread.
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _settle(self) -> None:
        if self.make_due_moves() is not None:
            self._change.notify()

    def _run(self) -> None:
        with self._change:
            while not self._closed:
                due_ns = self.make_due_moves()
                if self._closed:
                    return
                self._change.wait(None if due_ns is None else max(0, due_ns - self._now_ns()) / 1e9)
