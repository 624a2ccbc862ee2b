"""Time controls: periods of moves and time, and how the time of each is counted (RIF 14.1)."""

from collections.abc import Iterator
from enum import Enum

import msgspec

from clock.rules.message import Message
from clock.rules.units import DURATION_NS_MAX, SECOND_NS

MOVES_MAX = 9999
PERIODS_MAX = 20
PERIOD_NUMBER_MAX = 1_000  # to which one that repeats is set, and how many a press may bring
COUNT_MAX = 999  # Byo-yomi periods


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
"""Time is added with each move; byo-yomi adds none (FIDE 8.4)."""
WITH_BONUS = EACH_MOVE | {Method.BYOYOMI}
NEVER_USED_UP = frozenset({Method.COUNTUP, Method.GONG})
"""Only moves end a period that is counted so; its time is no time left, and none is carried."""


class Period(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stipulated number of moves in a stipulated time."""

    time_ns: int
    moves: int | None = None
    """Moves to be made in this period; None: the rest of the game, or until its time is used."""
    method: Method = Method.PLAIN
    bonus_ns: int = 0  # the increment, the delay, or the length of one byo-yomi period
    count: int = 0  # how many byo-yomi periods
    repeat: bool = False  # the last period comes again and again
    carry: bool = True
    """What is unused when its moves are made goes on into the next; else it is dropped."""


Control = tuple[Period, ...]
"""A seat's time control: its periods in order."""


def problems(control: Control) -> Iterator[tuple[str, Message]]:
    """Yield what is wrong with a control, as (place in it, what was expected)."""
    count = len(control)
    if not 1 <= count <= PERIODS_MAX:
        periods = "expected {fewest} to {most} periods, got {count}"
        yield "", Message(periods, fewest=1, most=PERIODS_MAX, count=count)
    for index, period in enumerate(control):
        for key, message in _period_problems(period, last=index == count - 1):
            yield f"[{index}].{key}", message


def _period_problems(period: Period, *, last: bool) -> Iterator[tuple[str, Message]]:
    moves, method = period.moves, period.method
    least_ns = 0 if method is Method.COUNTUP else 1
    if not least_ns <= period.time_ns + period.bonus_ns <= 2 * DURATION_NS_MAX:
        yield "time", Message("expected more than 0 and at most 1000 hours")
    if moves is not None and not 1 <= moves <= MOVES_MAX:
        quota = "expected {fewest} to {most} moves, got {count}"
        yield "moves", Message(quota, fewest=1, most=MOVES_MAX, count=moves)
    if moves is None and not last and method in NEVER_USED_UP:
        expected = "expected a number of moves: with method {method}, time does not end a period"
        yield "moves", Message(expected, method=method.value)
    with_bonus = method in WITH_BONUS
    if with_bonus and period.bonus_ns <= 0:
        yield "bonus", Message("expected a bonus with method {method}", method=method.value)
    if not with_bonus and period.bonus_ns != 0:
        yield "bonus", Message("expected no bonus with method {method}", method=method.value)
    if period.count not in (range(1, COUNT_MAX + 1) if method is Method.BYOYOMI else (0,)):
        problem = "expected {fewest} to {most}, and only with byoyomi"
        yield "count", Message(problem, fewest=1, most=COUNT_MAX)
    if period.repeat and not (last and moves):
        yield "repeat", Message("allowed only in the last period, and only with moves")
    if (period.repeat or method is Method.GONG) and period.time_ns < SECOND_NS:
        yield "time", Message("expected at least a second for a gong or a period that repeats")
