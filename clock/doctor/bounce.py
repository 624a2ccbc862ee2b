"""Measure how a switch bounces, and suggest debounce times for it."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from hal.ports import Edge
from hal.wiring import CONFIRM_NS_MAX, LOCKOUT_NS_MAX, DebounceWiring

MS = 1_000_000
APART_NS = LOCKOUT_NS_MAX // 2
"""Edges farther apart come from two movements of the hand, not from one bouncing contact."""

MARGIN = 1.5
"""The ratio of a suggested time to the measured one."""


class Bounce(NamedTuple):
    """A switch's measured movements, and the worst of them."""

    movements: int
    """Presses and releases."""
    edges_max: int
    """The most edges of a movement; 1 if the switch does not bounce."""
    length_ns: int
    """The longest time from the first to the last edge of a movement."""
    gap_ns: int
    """The longest gap within a movement."""


def measure_bounce(edges: Sequence[Edge]) -> Bounce:
    """Measure the bounce in the edges of one line."""
    bursts: list[list[int]] = []
    for edge in sorted(edges, key=lambda each: each.at_ns):
        if bursts and edge.at_ns - bursts[-1][-1] < APART_NS:
            bursts[-1].append(edge.at_ns)
        else:
            bursts.append([edge.at_ns])
    gaps = [later - at for burst in bursts for at, later in pairwise(burst)]
    return Bounce(
        movements=len(bursts),
        edges_max=max(map(len, bursts), default=0),
        length_ns=max((burst[-1] - burst[0] for burst in bursts), default=0),
        gap_ns=max(gaps, default=0),
    )


def suggest_debounce(seen: Bounce, now: DebounceWiring) -> DebounceWiring | None:
    """Return debounce times for a switch; None if the present times are enough."""
    if seen.gap_ns < now.confirm_ns and seen.length_ns < now.lockout_ns:
        return None
    confirm_ns = max(now.confirm_ns, _rounded(seen.gap_ns * MARGIN, MS // 2))
    lockout_ns = max(now.lockout_ns, _rounded(seen.length_ns * MARGIN, 5 * MS), confirm_ns)
    return DebounceWiring(
        lockout_ns=min(lockout_ns, LOCKOUT_NS_MAX), confirm_ns=min(confirm_ns, CONFIRM_NS_MAX)
    )


def _rounded(length_ns: float, step_ns: int) -> int:
    return ceil(length_ns / step_ns) * step_ns
