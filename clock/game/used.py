"""What each turn used in whole seconds, so that it agrees with the clocks beside it. Pure.

A clock shows what is left rounded up; so what a seat has used by then is rounded down. A turn used
the difference of two such sums: its clock goes down by that, and the turns add up to the whole.
"""

from collections.abc import Sequence

from clock.game.facts import Turn
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import SECOND_NS


def used_ns(turns: Sequence[Turn]) -> tuple[int, ...]:
    """Return what each turn used, in nanoseconds that are whole seconds."""
    by_seat = dict.fromkeys((LEFT, RIGHT), 0)
    used = []
    for turn in turns:
        before_ns = by_seat[turn.seat]
        by_seat[turn.seat] = after_ns = before_ns + turn.spent_ns
        used.append((after_ns // SECOND_NS - before_ns // SECOND_NS) * SECOND_NS)
    return tuple(used)
