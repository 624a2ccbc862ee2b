"""Time controls: periods of moves and time, and how the time of each is counted (RIF 14.1)."""

from collections.abc import Iterator
from enum import Enum

import msgspec

from clock.rules.units import DURATION_NS_MAX, SECOND_NS

MOVES_MAX = 9999
PERIODS_MAX = 20
COUNT_MAX = 999
"""Byo-yomi periods."""


class Method(Enum):
    """How a period's time is counted."""

    PLAIN = "plain"
    INCREMENT = "increment"
    BRONSTEIN = "bronstein"
    DELAY = "delay"
    BYOYOMI = "byoyomi"
    HOURGLASS = "hourglass"
    COUNTUP = "countup"
    GONG = "gong"

    # Looked up at every press: Enum's own hash is written in Python, identity serves as well.
    __hash__ = object.__hash__


EACH_MOVE = frozenset({Method.INCREMENT, Method.BRONSTEIN, Method.DELAY})
"""Time is given with each move; byo-yomi gives none (FIDE 8.4)."""
WITH_BONUS = EACH_MOVE | {Method.BYOYOMI}
NEVER_USED_UP = frozenset({Method.COUNTUP, Method.GONG})
"""Only moves end a period that is counted so; its time is no time left, and none is carried."""


class Period(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stipulated number of moves in a stipulated time."""

    time_ns: int
    moves: int | None = None
    """Moves to be made in this period; None: the rest of the game, or until its time is used."""
    method: Method = Method.PLAIN
    bonus_ns: int = 0
    """The increment, the delay, or the length of one byo-yomi period."""
    count: int = 0
    """How many byo-yomi periods."""
    repeat: bool = False
    """The last period comes again and again."""
    carry: bool = True
    """What is unused when its moves are made goes on into the next; else it is dropped."""


Control = tuple[Period, ...]
"""A seat's time control: its periods in order."""


def problems(control: Control) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a control, as (place in it, what was expected)."""
    if not 1 <= len(control) <= PERIODS_MAX:
        yield "", f"expected 1 to {PERIODS_MAX} periods, got {len(control)}"
    for index, period in enumerate(control):
        place, last = f"[{index}]", index == len(control) - 1
        counted_up = period.method is Method.COUNTUP
        if not (0 if counted_up else 1) <= period.time_ns + period.bonus_ns <= 2 * DURATION_NS_MAX:
            yield f"{place}.time", "expected more than 0 and at most 1000 hours"
        if period.moves is not None and not 1 <= period.moves <= MOVES_MAX:
            yield f"{place}.moves", f"expected 1 to {MOVES_MAX} moves, got {period.moves}"
        if period.moves is None and not last and period.method in NEVER_USED_UP:
            yield f"{place}.moves", f"expected moves: {period.method.value} does not end by time"
        if period.bonus_ns < 0 or (period.bonus_ns == 0) is (period.method in WITH_BONUS):
            with_bonus = "a" if period.method in WITH_BONUS else "no"
            yield f"{place}.bonus", f"expected {with_bonus} bonus with method {period.method.value}"
        counts = range(1, COUNT_MAX + 1) if period.method is Method.BYOYOMI else (0,)
        if period.count not in counts:
            yield f"{place}.count", f"expected 1 to {COUNT_MAX} with byoyomi, and only there"
        if period.repeat and not (last and period.moves):
            yield f"{place}.repeat", "expected only in the last period, and with moves"
        if (period.repeat or period.method is Method.GONG) and period.time_ns < SECOND_NS:
            yield f"{place}.time", "expected at least a second for what comes again and again"
