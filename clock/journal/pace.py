"""How often a running clock is recorded, and how much of it a power cut may then take.

A second at most, with a disk that answers within a third of one: what it takes is left free of it
twice, for an answer that is slower than all before it and never comes, since the power fails. With
a slower disk the last answers show how much more may be lost.
"""

from clock.rules.units import SECOND_NS

LOST_NS_MAX = SECOND_NS
"""What a power cut takes of a running clock, with a disk that answers in time."""
EVERY_NS_MAX = 870_000_000
EVERY_NS_MIN = 250_000_000
WRITES = 100
"""The last answers that count, a minute of a game or more: one slow answer is forgotten in time."""
STEP_NS = 100_000_000
"""What may be lost is rounded up to steps of this."""


def every_ns(slowest_ns: int) -> int:
    """Return how long to wait between two writes, of which the slowest took so long."""
    if slowest_ns > LOST_NS_MAX // 3:
        return EVERY_NS_MIN
    return min(EVERY_NS_MAX, LOST_NS_MAX - 2 * slowest_ns)


def lost_ns(slowest_ns: int) -> int:
    """Return how much a power cut may take, when the slowest write took so long; rounded up.

    The clock's instant is queued every so often, and with each press; it is on disk when its
    write ends. What is queued during a write waits for the end of that, which may hold no more
    than what was queued during the one before it.
    """
    every = every_ns(slowest_ns)
    waits_ns = min(every, slowest_ns) + slowest_ns
    steps = -(-(max(every, waits_ns) + slowest_ns) // STEP_NS)
    return max(LOST_NS_MAX, steps * STEP_NS)
