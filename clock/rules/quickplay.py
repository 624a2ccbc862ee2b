"""A bonus for both on a player's request near the end of a quickplay finish (FIDE III.4)."""

from msgspec.structs import replace

from clock.rules.control import Control, Method, is_blitz
from clock.rules.inputs import Adjust, SetControl
from clock.rules.seats import Seat
from clock.rules.state import State
from clock.rules.units import MINUTE_NS, SECOND_NS

BONUS_NS = 5 * SECOND_NS
"""Of each move from then on."""
AWARD_NS = 2 * MINUTE_NS
"""The opponent's. Only a player with less than this left may ask for the bonus."""
GUIDELINES = ("fide",)
"""The regulations that have III.4."""


def may_ask_for_bonus(state: State) -> bool:
    """Return whether the player to move may ask: all moves in less than 2:00, without a bonus.

    The guidelines are for standard and rapid games (FIDE III.2.2).
    """
    if state.setup.regulations.name not in GUIDELINES or is_blitz(state.setup.control(state.turn)):
        return False
    clock = state.seat(state.turn)
    plain = clock.terms.method is Method.PLAIN and clock.terms.moves is None
    return plain and 0 < clock.remaining_ns < AWARD_NS and not clock.fallen


def grant_bonus(state: State, seat: Seat, at_ns: int, reason: str) -> tuple[SetControl, Adjust]:
    """Return the corrections that a seat has asked for, stamped `at_ns`."""
    left, right = (_with_bonus(state.setup.control(each)) for each in Seat)
    control = SetControl(at_ns, left=left, right=right, reason=reason)
    return control, Adjust(at_ns, seat.other, delta_ns=AWARD_NS, reason=reason)


def _with_bonus(control: Control) -> Control:
    last = replace(control[-1], method=Method.INCREMENT, bonus_ns=BONUS_NS)
    return (*control[:-1], last)
