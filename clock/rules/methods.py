"""How a seat's time is counted, one row a method.

`passes` takes what is left (of the time, and of the turn's delay) through some time that went by;
`zero_in` tells how long until the time has run out; `earns` tells what the end of a turn adds to
the time. All in nanoseconds; `zero_in` is None where time never runs out.
"""

from collections.abc import Callable
from typing import NamedTuple

from clock.rules.control import Method
from clock.rules.state import SeatState


class Way(NamedTuple):
    """One method's arithmetic."""

    passes: Callable[[int, int, int], tuple[int, int]]
    """(remaining, delay left, elapsed) → (remaining, delay left); remaining may go below zero."""
    earns: Callable[[SeatState], int]
    """The clock at the end of its turn → what that adds."""
    zero_in: Callable[[int, int], int | None]
    """(remaining, delay left) → time until zero."""


def _runs(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    return remaining_ns - elapsed_ns, delay_left_ns


def _waits(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    waited_ns = min(delay_left_ns, elapsed_ns)
    return remaining_ns - (elapsed_ns - waited_ns), delay_left_ns - waited_ns


def _climbs(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    return remaining_ns + elapsed_ns, delay_left_ns


def _until_zero(remaining_ns: int, delay_left_ns: int) -> int | None:
    return remaining_ns + delay_left_ns


def _never(_remaining_ns: int, _delay_left_ns: int) -> int | None:
    return None


def _nothing(_clock: SeatState) -> int:
    return 0


def _bonus(clock: SeatState) -> int:
    return clock.terms.bonus_ns


def _spent_up_to_bonus(clock: SeatState) -> int:
    return min(clock.terms.bonus_ns, clock.turn_ns)


def _full_byoyomi(clock: SeatState) -> int:
    return 0 if clock.overtime is None else clock.terms.bonus_ns - clock.remaining_ns


def _full_time(clock: SeatState) -> int:
    return clock.terms.time_ns - clock.remaining_ns


WAYS: dict[Method, Way] = {
    Method.PLAIN: Way(_runs, _nothing, _until_zero),
    Method.INCREMENT: Way(_runs, _bonus, _until_zero),
    Method.BRONSTEIN: Way(_runs, _spent_up_to_bonus, _until_zero),
    Method.DELAY: Way(_waits, _nothing, _until_zero),
    Method.BYOYOMI: Way(_runs, _full_byoyomi, _until_zero),
    Method.HOURGLASS: Way(_runs, _nothing, _until_zero),
    Method.COUNTUP: Way(_climbs, _nothing, _never),
    Method.GONG: Way(_runs, _full_time, _until_zero),
}
"""Every method there is. What else a method does when its time runs out is in `happenings`."""
