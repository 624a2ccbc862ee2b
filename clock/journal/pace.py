"""How often a running clock is written down, and how much of it a power cut may then take.

A second at most, with a disk that answers within a third of one; where it takes longer than a
quarter it is asked more often. Of a disk that is slower the last answers tell how much more may be
lost. An answer that is slower than all before it, and never comes since the power fails, is told by
nothing.
"""

from collections import deque

from clock.rules.units import SECOND_NS

LOST_NS_MAX = SECOND_NS
"""What a power cut takes of a running clock, with a disk that answers in time."""
EVERY_NS_MAX = 750_000_000
EVERY_NS_MIN = 250_000_000
WRITES = 100
"""So many are looked back on, a minute of a game or more: one slow answer is not told for good."""
TOLD_NS = 100_000_000
"""What may be lost is told in steps of this."""


def every_ns(slowest_ns: int) -> int:
    """Return how long to wait between two writes, of which the slowest took so long."""
    if slowest_ns > LOST_NS_MAX // 3:
        return EVERY_NS_MIN
    return min(EVERY_NS_MAX, LOST_NS_MAX - slowest_ns)


def lost_ns(slowest_ns: int) -> int:
    """Return how much a power cut may take, when the slowest write took so long; rounded up.

    That the clock is there is told every so often, and with each press; it is on disk when the
    write with it ends. What comes while a write is under way waits for the end of that, which may
    carry no more than what had come while the one before it was under way.
    """
    every = every_ns(slowest_ns)
    waits_ns = min(every, slowest_ns) + slowest_ns
    steps = -(-(max(every, waits_ns) + slowest_ns) // TOLD_NS)
    return max(LOST_NS_MAX, steps * TOLD_NS)


class Pace:
    """Follows how long writes take."""

    def __init__(self) -> None:
        self._took_ns: deque[int] = deque(maxlen=WRITES)
        self.slowest_ns = 0
        """The slowest of the last writes; any thread may look."""

    def took(self, length_ns: int) -> None:
        """A write took so long; told by one thread."""
        self._took_ns.append(length_ns)
        self.slowest_ns = max(self._took_ns)
