"""How a plunger travels: down, a while there, up, a while there; never quicker than a real one.

A page can say "down" and "up" in one millisecond. No contact does that, and the debounce rightly
refuses what does. So a plunger stays where it is for its travel's time at least, and presses that
come meanwhile wait their turn: on that line for its travel, on other lines for those before them,
so that a stop never overtakes a move.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from hal.ports import Line

MIN_TRAVEL_NS = 40_000_000
"""What a plunger stays down, and up, at least: well over the usual lockout of a debounce."""
WAITING_MAX = 32
"""Presses that may wait on one line; no hand is that far ahead of its plunger."""


class Travel:
    """One plunger: where it is, whether it is held, and how many presses wait for it. Pure."""

    def __init__(self, travel_ns: int = MIN_TRAVEL_NS) -> None:
        self.down = False
        self._travel_ns = travel_ns
        self._held = False
        self._waiting = 0
        self._free_at_ns = 0

    def press(self) -> bool:
        """A finger comes down; False if it is already down, or too many presses wait."""
        if self._held or self._waiting == WAITING_MAX:
            return False
        self._held = True
        self._waiting += 1
        return True

    def release(self) -> None:
        """The finger goes up."""
        self._held = False

    def due_ns(self) -> int | None:
        """The instant from which the plunger may move, None while nothing would move it."""
        wants_to_move = self._waiting > 0 or (self.down and not self._held)
        return self._free_at_ns if wants_to_move else None

    def move(self, now_ns: int) -> None:
        """Go to the other end, where the plunger then stays for its travel's time."""
        self.down = not self.down
        if self.down:
            self._waiting -= 1
        self._free_at_ns = now_ns + self._travel_ns


class Plungers:
    """All plungers and buttons of a body; `drive(line, down)` is told of every move, in order.

    A press of a plunger at rest drives its line at once, in the caller's thread: its stamp owes
    nothing to another thread's waking. A thread makes the moves that come later. With `by_hand`
    there is no thread, and `make_due_moves` does its work when a test says so.
    """

    def __init__(
        self,
        lines: Iterable[Line],
        drive: Callable[[Line, bool], None],
        now_ns: Callable[[], int] = time.monotonic_ns,
        *,
        travel_ns: int = MIN_TRAVEL_NS,
        by_hand: bool = False,
    ) -> None:
        self._travels = {line: Travel(travel_ns) for line in lines}
        self._order: deque[Line] = deque()  # presses that wait, whatever their line
        self._drive = drive
        self._now_ns = now_ns
        # Re-entrant: what listens to a line may press another.
        self._change = threading.Condition(threading.RLock())
        self._closed = False
        self._thread: threading.Thread | None = None
        if not by_hand:
            self._thread = threading.Thread(target=self._run, name="twin-plungers", daemon=True)
            self._thread.start()

    def press(self, line: Line) -> None:
        """Put a finger on `line`; KeyError if the body has no such line."""
        with self._change:
            self.make_due_moves()  # what was due before this press moves before it
            if self._travels[line].press():
                self._order.append(line)
            self._settle()

    def release(self, line: Line) -> None:
        """Take the finger off `line`; KeyError if the body has no such line."""
        with self._change:
            self.make_due_moves()
            self._travels[line].release()
            self._settle()

    def make_due_moves(self) -> int | None:
        """Make every move that is due, the earliest first; say when the next one is, in ns."""
        with self._change:
            while not self._closed:
                waiting = [
                    (due_ns, line)
                    for line, travel in self._travels.items()
                    if (due_ns := travel.due_ns()) is not None
                    and (travel.down or self._order[0] is line)
                ]
                if not waiting:
                    return None
                due_ns, line = min(waiting)
                now_ns = self._now_ns()
                if due_ns > now_ns:
                    return due_ns
                travel = self._travels[line]
                travel.move(now_ns)
                if travel.down:
                    self._order.popleft()
                self._drive(line, travel.down)
            return None

    def close(self) -> None:
        """Move no plunger any more. Closing twice is fine."""
        with self._change:
            self._closed = True
            self._change.notify()
        # A listener that closes the body from within a move cannot wait for its own thread.
        if self._thread is not None and self._thread is not threading.current_thread():
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
                wait_s = None if due_ns is None else max(0, due_ns - self._now_ns()) / 1e9
                self._change.wait(wait_s)
