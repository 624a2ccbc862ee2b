"""How a plunger travels: down, a while there, up, a while there; never faster than a real one.

A page can send "down" and "up" within a millisecond. No contact does that, and the debounce rightly
refuses it. So a plunger stays where it is for its travel time at least, and presses of it made
meanwhile wait. No line waits for another: a flood on one delays no other.
"""

from collections.abc import Callable, Iterable
from threading import RLock, Timer

from hal.ports import Line

MIN_TRAVEL_NS = 40_000_000
"""A plunger stays down, and up, at least so long: well over the usual lockout of a debounce."""
WAITING_MAX = 8
"""Presses that may wait on one line; no hand is that far ahead of its plunger."""

Later = Callable[[float, Callable[[], None]], object]
"""Calls something after so many seconds."""


def call_later(seconds: float, act: Callable[[], None]) -> None:
    """Call something later, in a thread of its own."""
    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


class _Travel:
    """One plunger: where it is, whether it is held or on its way, how many presses wait for it."""

    down = held = moving = False
    waiting = 0


class Plungers:
    """All plungers and buttons of a body; `drive(line, down)` makes each move, in order.

    A press of a plunger at rest drives its line at once, in the caller's thread, so that its stamp
    owes nothing to another thread's waking; what is due later is done by `later`.
    """

    def __init__(
        self,
        lines: Iterable[Line],
        drive: Callable[[Line, bool], None],
        travel_ns: int = MIN_TRAVEL_NS,
        later: Later = call_later,
    ) -> None:
        self._travels = {line: _Travel() for line in lines}
        self._drive, self._travel_ns, self._later = drive, travel_ns, later
        self._lock = RLock()  # what listens to a line may press another
        self._closed = False

    def press(self, line: Line) -> None:
        """Put a finger on `line`: at rest it goes down now. KeyError if it is not wired."""
        with self._lock:
            travel = self._travels[line]
            if not travel.held and travel.waiting < WAITING_MAX:
                travel.held = True
                travel.waiting += 1
            self._settle(line)

    def release(self, line: Line) -> None:
        """Take the finger off `line`; a short tap still lasts the travel time."""
        with self._lock:
            self._travels[line].held = False
            self._settle(line)

    def close(self) -> None:
        """Move no plunger any more. Closing twice is fine."""
        with self._lock:
            self._closed = True

    def _settle(self, line: Line) -> None:
        """Move a plunger to its other end, if it is at rest and wants to."""
        travel = self._travels[line]
        wants = travel.waiting > 0 or (travel.down and not travel.held)
        if wants and not (travel.moving or self._closed):
            travel.moving, travel.down = True, not travel.down
            travel.waiting -= travel.down
            try:
                self._drive(line, travel.down)
            except BaseException:
                travel.moving, travel.down = False, not travel.down
                raise
            self._later(self._travel_ns / 1e9, lambda: self._arrived(line))

    def _arrived(self, line: Line) -> None:
        with self._lock:
            self._travels[line].moving = False
            self._settle(line)
