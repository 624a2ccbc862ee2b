"""How a seat's time is counted, one row a method (RULES of the time control, not of the game).

`passes` takes what is left (of the time, and of the turn's delay) through some time that went by;
`zero_in` tells how long until the time has run out; `earns` tells what a press adds to the time.
All in nanoseconds; `zero_in` is None where time never runs out.
"""

from collections.abc import Callable
from typing import NamedTuple

from clock.rules.control import Method, Period


class Way(NamedTuple):
    """One method's arithmetic."""

    passes: Callable[[int, int, int], tuple[int, int]]
    """(remaining, delay left, elapsed) → (remaining, delay left); remaining may go below zero."""
    earns: Callable[[Period, int, int], int]
    """(terms, remaining, spent in the turn) → what the press adds."""
    zero_in: Callable[[int, int], int | None]
    """(remaining, delay left) → time until zero."""


def _runs(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    return remaining_ns - elapsed_ns, delay_left_ns


def _waits(remaining_ns: int, delay_left_ns: int, elapsed_ns: int) -> tuple[int, int]:
    waited_ns = min(delay_left_ns, elapsed_ns)
    return remaining_ns - (elapsed_ns - waited_ns), delay_left_ns - waited_ns


def _until_zero(remaining_ns: int, delay_left_ns: int) -> int | None:
    return remaining_ns + delay_left_ns


def _nothing(_terms: Period, _remaining_ns: int, _turn_ns: int) -> int:
    return 0


def _bonus(terms: Period, _remaining_ns: int, _turn_ns: int) -> int:
    return terms.bonus_ns


def _spent_up_to_bonus(terms: Period, _remaining_ns: int, turn_ns: int) -> int:
    return min(terms.bonus_ns, turn_ns)


WAYS: dict[Method, Way] = {
    Method.PLAIN: Way(_runs, _nothing, _until_zero),
    Method.INCREMENT: Way(_runs, _bonus, _until_zero),
    Method.BRONSTEIN: Way(_runs, _spent_up_to_bonus, _until_zero),
    Method.DELAY: Way(_waits, _nothing, _until_zero),
}
"""A method that is not in the table is refused when a game is set up."""
