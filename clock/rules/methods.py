"""How a seat's time is counted, one row a method. All times are nanoseconds."""

from collections.abc import Callable
from typing import NamedTuple

from clock.rules.control import Method
from clock.rules.state import SeatState


def _runs(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    return remaining_ns - elapsed_ns, delay_left_ns


def _waits(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    waited_ns = min(delay_left_ns, elapsed_ns)
    return remaining_ns - (elapsed_ns - waited_ns), delay_left_ns - waited_ns


def _climbs(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    return remaining_ns + elapsed_ns, delay_left_ns


def _until_zero(remaining_ns: int, delay_left_ns: int) -> int | None:
    return remaining_ns + delay_left_ns


def _nothing(_clock: SeatState) -> int:
    return 0


def _full_byoyomi(clock: SeatState) -> int:
    return 0 if clock.overtime is None else clock.terms.bonus_ns - clock.remaining_ns


class Arithmetic(NamedTuple):
    """How one method counts."""

    passes: Callable[[int, int, int], tuple[int, int]] = _runs
    """(remaining, delay left, elapsed) → (remaining, delay left); remaining may go below zero."""
    earns: Callable[[SeatState], int] = _nothing
    """The clock at the end of its turn → what that adds to its time."""
    zero_in: Callable[[int, int], int | None] = _until_zero
    """(remaining, delay left) → time until zero; None: it never comes."""


METHODS: dict[Method, Arithmetic] = {
    Method.PLAIN: Arithmetic(),
    Method.INCREMENT: Arithmetic(earns=lambda clock: clock.terms.bonus_ns),
    Method.BRONSTEIN: Arithmetic(earns=lambda clock: min(clock.terms.bonus_ns, clock.turn_ns)),
    Method.DELAY: Arithmetic(_waits),
    Method.BYOYOMI: Arithmetic(earns=_full_byoyomi),
    Method.HOURGLASS: Arithmetic(),
    Method.COUNTUP: Arithmetic(_climbs, zero_in=lambda _remaining_ns, _delay_left_ns: None),
    Method.GONG: Arithmetic(earns=lambda clock: clock.terms.time_ns - clock.remaining_ns),
}
"""Every method. What else one does when its time runs out is in `timed_events`."""
