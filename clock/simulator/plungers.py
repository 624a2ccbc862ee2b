"""The travel of plungers: down, a pause, up, a pause; never faster than real plungers.

A page can send "down" and "up" within a millisecond. No contact does that, and the debounce rightly
rejects it. So a plunger rests for its travel time after every move, and presses made meanwhile
wait. Lines do not wait for one another, so a flood on a line delays no other.
"""

from collections.abc import Callable, Iterable
from threading import RLock, Timer

from hal.ports import Line

MIN_TRAVEL_NS = 40_000_000
"""The shortest rest after a move: well over the usual lockout of a debounce."""
WAITING_MAX = 8
"""The most presses that wait on a line; no hand is that far ahead of its plunger."""

Later = Callable[[float, Callable[[], None]], object]
"""Calls a function after some seconds."""


def call_later(seconds: float, act: Callable[[], None]) -> None:
    """Call a function later, in a thread."""
    timer = Timer(seconds, act)
    timer.daemon = True
    timer.start()


class _Travel:
    """A plunger's position, whether it is held or moving, and the number of waiting presses."""

    down = held = moving = False
    waiting = 0


class Plungers:
    """All plungers and buttons of a body; `drive(line, down)` makes the moves, in order.

    A press of a plunger at rest drives its line at once, in the caller's thread, so that no other
    thread can delay its stamp. `later` makes the moves that are due later.
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
        self._lock = RLock()  # a listener of a line may press another line in the same thread
        self._closed = False

    def press(self, line: Line) -> None:
        """Press a line, at once if it is at rest. Raises KeyError if the line is not wired."""
        with self._lock:
            travel = self._travels[line]
            if not travel.held and travel.waiting < WAITING_MAX:
                travel.held = True
                travel.waiting += 1
            self._settle(line)

    def release(self, line: Line) -> None:
        """Release a line; even a short tap lasts the travel time."""
        with self._lock:
            self._travels[line].held = False
            self._settle(line)

    def close(self) -> None:
        """Stop moving plungers. Closing twice is fine."""
        with self._lock:
            self._closed = True

    def _settle(self, line: Line) -> None:
        """Move a plunger to its other end, if it is at rest and a move is wanted."""
        travel = self._travels[line]
        wants = travel.waiting > 0 or (travel.down and not travel.held)
        if wants and not (travel.moving or self._closed):
            travel.moving, travel.down = True, not travel.down
            travel.waiting -= travel.down
            try:
                self._drive(line, travel.down)
            except BaseException:  # otherwise the plunger would never move again
                travel.moving, travel.down = False, not travel.down
                raise
            self._later(self._travel_ns / 1e9, lambda: self._arrived(line))

    def _arrived(self, line: Line) -> None:
        with self._lock:
            self._travels[line].moving = False
            self._settle(line)
