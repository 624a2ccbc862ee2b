"""Time given to a seat and taken from it, as arithmetic; what comes of it is in `consequences`.

Time that is taken counts as time that ran: what exceeds a period, or a byo-yomi period, goes on
into the next. Time given in byo-yomi is main time; after it byo-yomi goes on as it stood.
"""

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP
from clock.rules.outputs import Output, RefereeCalled
from clock.rules.seats import Seat
from clock.rules.state import Byoyomi, SeatState, State
from clock.rules.timed_events import used_up
from clock.rules.timing import with_seat


def given(clock: SeatState, amount_ns: int) -> SeatState:
    """Return a clock with more time; what is given in byo-yomi comes before it."""
    if clock.overtime is None:
        return replace(clock, remaining_ns=clock.remaining_ns + amount_ns)
    coming = Byoyomi(clock.overtime, clock.remaining_ns)
    return replace(clock, remaining_ns=amount_ns, overtime=None, coming=coming)


def set_to(clock: SeatState, remaining_ns: int) -> SeatState:
    """Return a clock with another time; in byo-yomi the present period, and main time beyond it."""
    if clock.overtime is None:
        return replace(clock, remaining_ns=remaining_ns)
    clock, whole_ns = replace(clock, overtime=max(1, clock.overtime)), clock.terms.bonus_ns
    period = replace(clock, remaining_ns=min(remaining_ns, whole_ns))
    return period if remaining_ns <= whole_ns else given(period, remaining_ns - whole_ns)


def taken(state: State, seat: Seat, amount_ns: int, at_ns: int, events: list[Output]) -> State:
    """Return the state after time that is taken ran: what exceeds a period goes on into the next.

    A seat that has nothing more is left with 0, for its clapper. Calls of the referee on the way
    are added to `events`.
    """
    told: list[Output] = []
    while amount_ns > 0 and not state.seat(seat).fallen:
        clock = state.seat(seat)
        rest_ns = clock.remaining_ns - amount_ns
        state = with_seat(state, seat, replace(clock, remaining_ns=max(0, rest_ns)))
        if rest_ns > 0 or clock.terms.method in NEVER_USED_UP:
            break
        after, amount_ns = used_up(state, seat, at_ns, told), -rest_ns
        if after.seat(seat).fallen:
            break
        state = after
    events += [each for each in told if isinstance(each, RefereeCalled)]
    return state
