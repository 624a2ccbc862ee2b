"""How often a running clock is recorded, and how much time a power cut may take.

With a disk that writes within a third of a second, at most a second is lost. Twice the disk's
slowest time is subtracted from that second, because the last write before a power failure may be
slower than all others and never end. With a slower disk, its recent times say how much may be lost.
"""

from clock.rules.units import SECOND_NS

LOST_NS_MAX = SECOND_NS
"""The time lost in a power cut, at most, if the disk is fast enough."""
EVERY_NS_MAX = 870_000_000
EVERY_NS_MIN = 250_000_000
WRITES = 100
"""The number of recent writes that count, a minute of play or more: a slow write is forgotten."""
STEP_NS = 100_000_000
"""The time that may be lost is rounded up to these steps."""


def every_ns(slowest_ns: int) -> int:
    """Return the interval between writes, given the slowest recent write."""
    if slowest_ns > LOST_NS_MAX // 3:
        return EVERY_NS_MIN
    return min(EVERY_NS_MAX, LOST_NS_MAX - 2 * slowest_ns)


def lost_ns(slowest_ns: int) -> int:
    """Return the time that a power cut may take, given the slowest recent write; rounded up."""
    # An instant is queued at every interval and is on disk when its write ends. If it is queued
    # during a write, it waits for the end of that write as well.
    every = every_ns(slowest_ns)
    waits_ns = min(every, slowest_ns) + slowest_ns
    steps = -(-(max(every, waits_ns) + slowest_ns) // STEP_NS)
    return max(LOST_NS_MAX, steps * STEP_NS)
