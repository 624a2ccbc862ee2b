"""Time controls (periods of moves and time), and the methods of counting time (RIF 14.1)."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from clock.rules.message import Message
from clock.rules.units import DURATION_NS_MAX, HOUR_NS, MINUTE_NS, SECOND_NS

if TYPE_CHECKING:
    from clock.rules.state import SeatState

MOVES_MAX = 9999
PERIODS_MAX = 20
PERIOD_NUMBER_MAX = 1_000  # the highest number a correction can set, the most periods of a press
COUNT_MAX = 999  # byo-yomi periods
POINTS_MAX = 99  # of a period
RAPID_NS, RAPID_MOVES = HOUR_NS, 60
"""A game is rapid or blitz with less than `RAPID_NS` for `RAPID_MOVES` (FIDE A.1, B.1)."""
BLITZ_NS = 10 * MINUTE_NS
"""A game is blitz with no more than this for as many moves (FIDE B.1)."""


class AtZero(Enum):
    """The event when a seat's time is over."""

    USED_UP = "the next period begins if it is due, else the clapper falls"
    GONG = "the turn ends"
    NOTHING = "the clock counts on"


class Bonus(Enum):
    """The meaning of a period's bonus."""

    NONE = "nothing"
    ADDED = "added for every move, also before the first one where regulations say so"
    RETURNED = "given back for a move, at most what it took"
    WAITED = "a delay before the clock counts down in a turn"
    OVERTIME = "the length of a byo-yomi period"


def _runs(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    return remaining_ns - elapsed_ns, delay_left_ns


def _waits(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    waited_ns = min(delay_left_ns, elapsed_ns)
    return remaining_ns - (elapsed_ns - waited_ns), delay_left_ns - waited_ns


def _climbs(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    return remaining_ns + elapsed_ns, delay_left_ns


def _nothing(_clock: "SeatState") -> int:
    return 0


def _increment(clock: "SeatState") -> int:
    return clock.terms.bonus_ns


def _spent(clock: "SeatState") -> int:
    return min(clock.terms.bonus_ns, clock.turn_ns)


def _full_byoyomi(clock: "SeatState") -> int:
    return 0 if clock.overtime is None else clock.terms.bonus_ns - clock.remaining_ns


def _full_turn(clock: "SeatState") -> int:
    return clock.terms.time_ns - clock.remaining_ns


class Counting(msgspec.Struct, frozen=True):
    """The arithmetic of a method; the defaults are those of plain time."""

    passes: Callable[[int, int, int], tuple[int, int]] = _runs
    """(remaining, delay left, elapsed) → (remaining, delay left); remaining may go below zero."""
    earns: Callable[["SeatState"], int] = _nothing
    """A seat's clock at the end of a turn → the time added to it."""
    at_zero: AtZero = AtZero.USED_UP
    bonus: Bonus = Bonus.NONE
    begins_whole: bool = False
    """Whether a turn begins with its whole time, however long the last one took."""
    flows: bool = False
    """Whether the time that a player uses is added to the other's."""
    counts_up: bool = False
    """Whether the clock shows the time used, not the time left."""
    below_zero: bool = False
    """Whether the clock counts on below zero; with other methods it stops at zero."""


class Method(Enum):
    """The methods of counting time, a row each: the name in files, and the arithmetic."""

    PLAIN = "plain"
    INCREMENT = "increment", Counting(earns=_increment, bonus=Bonus.ADDED)
    BRONSTEIN = "bronstein", Counting(earns=_spent, bonus=Bonus.RETURNED)
    DELAY = "delay", Counting(_waits, bonus=Bonus.WAITED)
    BYOYOMI = "byoyomi", Counting(earns=_full_byoyomi, bonus=Bonus.OVERTIME, begins_whole=True)
    HOURGLASS = "hourglass", Counting(flows=True)
    COUNTUP = "countup", Counting(_climbs, at_zero=AtZero.NOTHING, counts_up=True)
    BELOW_ZERO = "below_zero", Counting(at_zero=AtZero.NOTHING, below_zero=True)
    GONG = "gong", Counting(earns=_full_turn, at_zero=AtZero.GONG, begins_whole=True)

    _value_: str
    counting: Counting

    def __new__(cls, name: str, counting: Counting | None = None) -> "Method":
        method = object.__new__(cls)
        method._value_, method.counting = name, counting or Counting()
        return method

    # Looked up at presses and in sets: Enum's own hash is written in Python, identity serves too.
    __hash__ = object.__hash__


WITH_BONUS = frozenset(each for each in Method if each.counting.bonus is not Bonus.NONE)
EACH_MOVE = frozenset(each for each in WITH_BONUS if each.counting.bonus is not Bonus.OVERTIME)
"""Methods that add time for a move, as FIDE 8.4 means it; byo-yomi does not."""
NEVER_USED_UP = frozenset(each for each in Method if each.counting.at_zero is not AtZero.USED_UP)
"""Methods by which only moves end a period: no clapper falls, and no time is carried over."""


def implied_method(bonus_ns: int) -> Method:
    """Return the method of a period that names none."""
    return Method.INCREMENT if bonus_ns else Method.PLAIN


class Period(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stipulated number of moves in a stipulated time."""

    time_ns: int
    moves: int | None = None
    """The moves of this period; None: the rest of the game, or until its time is used up."""
    method: Method = Method.PLAIN
    bonus_ns: int = 0  # the increment, the delay, or the length of a byo-yomi period
    count: int = 0  # the number of byo-yomi periods
    repeat: bool = False  # only the last period: it begins again whenever its moves are made
    carry: bool = True
    """Whether time unused when the moves are made carries over into the next period."""
    points: int = 0
    """What the period costs a player who begins it (Ing); no time depends on it."""

    @property
    def has_byoyomi(self) -> bool:
        return self.method.counting.bonus is Bonus.OVERTIME


Control = tuple[Period, ...]
"""A seat's time control: its periods in order."""


def is_rapid(control: Control) -> bool:
    """Whether a game with this control is rapid or blitz."""
    return _whole_ns(control) < RAPID_NS


def is_blitz(control: Control) -> bool:
    """Whether a game with this control is blitz."""
    return _whole_ns(control) <= BLITZ_NS


def _whole_ns(control: Control) -> int:
    """The time for `RAPID_MOVES`."""
    total_ns, moves = 0, RAPID_MOVES
    for terms in control + control[-1:] * (RAPID_MOVES if control[-1].repeat else 0):
        if not moves:
            break
        made = min(moves, terms.moves or moves)
        bonus_ns = terms.bonus_ns if terms.method in EACH_MOVE else 0
        total_ns += terms.time_ns + made * bonus_ns
        moves -= made
    return total_ns


def problems(control: Control) -> Iterator[tuple[str, Message]]:
    """Yield the mistakes in a control, as (place in it, message)."""
    count = len(control)
    if not 1 <= count <= PERIODS_MAX:
        periods = "expected {fewest} to {most} periods, got {count}"
        yield "", Message(periods, fewest=1, most=PERIODS_MAX, count=count)
    for index, period in enumerate(control):
        for key, message in _period_problems(period, last=index == count - 1):
            yield f"[{index}].{key}", message
        if period.points not in (range(POINTS_MAX + 1) if index else (0,)):
            points = "expected 0 to {most}, and only in a later period than the first"
            yield f"[{index}].points", Message(points, most=POINTS_MAX)


def _period_problems(period: Period, *, last: bool) -> Iterator[tuple[str, Message]]:
    moves, method, counting = period.moves, period.method, period.method.counting
    least_ns = 0 if counting.counts_up else 1
    longest_ns = max(period.time_ns, period.bonus_ns)
    if period.time_ns + period.bonus_ns < least_ns or longest_ns > DURATION_NS_MAX:
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
    if period.count not in (range(1, COUNT_MAX + 1) if period.has_byoyomi else (0,)):
        problem = "expected {fewest} to {most}, and only with byoyomi"
        yield "count", Message(problem, fewest=1, most=COUNT_MAX)
    if period.repeat and not (last and moves):
        yield "repeat", Message("allowed only in the last period, and only with moves")
    if (period.repeat or counting.at_zero is AtZero.GONG) and period.time_ns < SECOND_NS:
        yield "time", Message("expected at least a second for a gong or a period that repeats")
