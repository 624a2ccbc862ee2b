"""Inputs for pins without edge detection: a thread reads the levels a thousand times a second."""

from collections.abc import Callable, Mapping
from typing import Any

from hal.message import Message
from hal.pin_inputs import PinInputs
from hal.ports import LOSS_SHOWN_NS, Line, Time

POLL_NS = 1_000_000

GAP_NS_MAX = 25_000_000
"""If readings are further apart than this, a tap may begin and end unseen."""


class PolledInputs(PinInputs):
    """The `Inputs` port on gpiozero pins whose levels are polled.

    An edge is a level that differs from the last reading. It is stamped just before the reading
    that finds it, so the stamp is late by at most the gap between readings: about POLL_NS, more on
    a busy machine. A gap longer than GAP_NS_MAX is a fault.
    """

    def __init__(self, lines: Mapping[Line, int], factory: Any, time: Time) -> None:
        super().__init__(lines, factory, time)
        self._read_ns: int | None = None
        self._gap_seen_ns: int | None = None

    def poll(self) -> None:
        """Read every line once. Raises the library's errors."""
        now_ns = self._time.now_ns()
        if self._read_ns is not None and now_ns - self._read_ns > GAP_NS_MAX:
            self._gap_seen_ns = now_ns
        self._read_ns = now_ns
        for line in self._lines.values():
            line.deliver_level()

    @property
    def fault(self) -> Message | None:
        gap_seen_ns = self._gap_seen_ns
        if self._end() or gap_seen_ns is None or self._time.now_ns() - gap_seen_ns >= LOSS_SHOWN_NS:
            return super().fault
        return Message(
            "levels were read too rarely: a press may be timestamped late, and a short one may "
            "be lost"
        )

    def _run(self) -> None:
        run_every(POLL_NS, self.poll, self._time.now_ns, self._stopping.wait)


def run_every(
    period_ns: int,
    act: Callable[[], None],
    now_ns: Callable[[], int],
    wait: Callable[[float], bool],
) -> None:
    """Call `act` once a period until `wait`, given seconds, returns True.

    A call is due one period after the previous call was due, so delays do not add up. Missed calls
    are skipped.
    """
    due_ns = now_ns()
    while True:
        act()
        now = now_ns()
        # The next period, or if some were missed, the latest one already due.
        due_ns = max(due_ns + period_ns, now - (now - due_ns) % period_ns)
        if wait(max(0, due_ns - now) / 1e9):
            return
