"""The organizer gives and takes time: corrections, compensation, penalties (RIF 17, gomoku 11).

Time that is taken counts as time that ran: what exceeds a period, or a byo-yomi period, goes on
into the next. Time added in byo-yomi is main time; after it byo-yomi goes on as it stood.
"""

from msgspec.structs import replace

from clock.rules.consequences import corrected
from clock.rules.control import EACH_MOVE, NEVER_USED_UP
from clock.rules.inputs import Adjust, HandFault
from clock.rules.outputs import HandFaulted, Output, RefereeCalled
from clock.rules.periods import blocks_made, numbered
from clock.rules.refusal import require
from clock.rules.regulations import PenaltyTo
from clock.rules.seats import Seat
from clock.rules.state import Byoyomi, SeatState, Setup, State
from clock.rules.timed_events import byoyomi_after, used_up
from clock.rules.timing import charged, with_seat
from clock.rules.units import DURATION_NS_MAX, HOUR_NS

RAPID_NS, RAPID_MOVES = HOUR_NS, 60
"""A game is rapid or blitz if it has less than this for so many moves (FIDE A.1, B.1)."""


def adjusted(state: State, adjust: Adjust, outputs: list[Output]) -> State:
    """A seat's time changes, by or to an amount; none left is like time that was used up."""
    seat, by_ns, to_ns = adjust.seat, adjust.delta_ns, adjust.remaining_ns
    require((by_ns is None) is not (to_ns is None), "Adjust", "expected delta_ns or remaining_ns")
    require(to_ns is None or to_ns >= 0, "remaining_ns", "expected 0 or more")
    size_ns = to_ns if to_ns is not None else abs(by_ns or 0)
    require(size_ns <= DURATION_NS_MAX, "Adjust", "expected at most 1000 hours")
    before, events = charged(state, adjust.at_ns), list[Output]()
    if to_ns:
        after = _raised(with_seat(before, seat, _set_to(before.seat(seat), to_ns)), seat)
    else:
        change_ns = -before.seat(seat).remaining_ns if by_ns is None else by_ns
        after = changed(before, seat, change_ns, adjust.at_ns, events)
    figure = ("remaining_ns", seat)
    return corrected(before, after, adjust.at_ns, adjust.reason, outputs, figure, events)


def hand_faulted(state: State, fault: HandFault, outputs: list[Output]) -> State:
    """A hand fault: a warning, later a time penalty as the regulations say (RIF 14.3)."""
    regulations, seat, at_ns = state.setup.regulations, fault.seat, fault.at_ns
    before = charged(state, at_ns)
    count = before.seat(seat).hand_faults + 1
    before = with_seat(before, seat, replace(before.seat(seat), hand_faults=count))
    if before.mismatch is seat:
        before = replace(before, mismatch=None)
    takes = regulations.hand_penalty_to is PenaltyTo.OFFENDER
    penalized = seat if takes else seat.other
    due = count > regulations.hand_warnings and not before.seat(penalized).fallen
    penalty_ns = _penalty_ns(before, seat) if due else 0  # no penalty raises a clapper
    outputs.append(HandFaulted(at_ns, seat, count, penalty_ns))
    events: list[Output] = []
    after = changed(before, penalized, -penalty_ns if takes else penalty_ns, at_ns, events)
    return corrected(before, after, at_ns, "penalty", outputs, events=events)


def added(clock: SeatState, amount_ns: int) -> SeatState:
    """Return a clock with more time; what is added in byo-yomi comes before it."""
    if clock.overtime is None:
        return replace(clock, remaining_ns=clock.remaining_ns + amount_ns)
    coming = Byoyomi(clock.overtime, clock.remaining_ns)
    return replace(clock, remaining_ns=amount_ns, overtime=None, coming=coming)


def taken(state: State, seat: Seat, amount_ns: int, at_ns: int, events: list[Output]) -> State:
    """Return the state after an amount of a seat's time ran.

    A seat that has nothing more is left with 0, for its clapper. Calls of the referee on the way
    are added to `events`.
    """
    outputs: list[Output] = []
    while amount_ns > 0 and not state.seat(seat).fallen:
        clock = state.seat(seat)
        ends = clock.terms.method not in NEVER_USED_UP
        if ends:
            clock, amount_ns = _without_whole(state, seat, amount_ns)
        rest_ns = clock.remaining_ns - amount_ns
        state = with_seat(state, seat, replace(clock, remaining_ns=max(0, rest_ns)))
        if rest_ns > 0 or not ends:
            break
        after, amount_ns = used_up(state, seat, at_ns, outputs), -rest_ns
        if after.seat(seat).fallen:
            break
        state = after
    events += [each for each in outputs if isinstance(each, RefereeCalled)]
    return state


def reserve_ns(clock: SeatState) -> int:
    """Return all that a seat has left in its period, with its byo-yomi."""
    byoyomi = byoyomi_after(clock)
    later_ns = byoyomi.left_ns + (byoyomi.periods - 1) * clock.terms.bonus_ns
    return clock.remaining_ns + (later_ns if byoyomi.periods else 0)


def _without_whole(state: State, seat: Seat, amount_ns: int) -> tuple[SeatState, int]:
    """A clock after all the blocks and byo-yomi periods that are used up whole but the last.

    Its figures are those of the present one; with it comes what is still to be taken.
    """
    clock = state.seat(seat)
    terms = clock.terms
    if terms.repeat:
        more_ns = amount_ns - reserve_ns(clock)
        whole_ns = terms.time_ns + terms.count * terms.bonus_ns
        blocks = max(0, min(blocks_made(state, seat) - 1, more_ns // whole_ns))
        entered = clock.entered + blocks * (terms.moves or 0)
        clock = replace(clock, period=clock.period + blocks, entered=entered)
        amount_ns -= blocks * whole_ns
    if clock.overtime:
        whole = (amount_ns - clock.remaining_ns) // terms.bonus_ns
        periods = max(0, min(clock.overtime - 1, whole))
        clock = replace(clock, overtime=clock.overtime - periods)
        amount_ns -= periods * terms.bonus_ns
    return clock, amount_ns


def _set_to(clock: SeatState, remaining_ns: int) -> SeatState:
    """A clock with another time; in byo-yomi the present period, and main time beyond it."""
    if clock.overtime is None:
        return replace(clock, remaining_ns=remaining_ns)
    clock, whole_ns = replace(clock, overtime=max(1, clock.overtime)), clock.terms.bonus_ns
    period = replace(clock, remaining_ns=min(remaining_ns, whole_ns))
    return period if remaining_ns <= whole_ns else added(period, remaining_ns - whole_ns)


def changed(state: State, seat: Seat, by_ns: int, at_ns: int, events: list[Output]) -> State:
    """Return the state with time given to a seat, or taken from it.

    Calls of the referee on the way are added to `events`.
    """
    if by_ns > 0:
        return _raised(with_seat(state, seat, added(state.seat(seat), by_ns)), seat)
    return taken(state, seat, -by_ns, at_ns, events)


def _raised(state: State, seat: Seat) -> State:
    """A seat with more time; one whose clapper was down is in the period of its moves."""
    clock = state.seat(seat)
    if not clock.fallen:
        return state
    return numbered(with_seat(state, seat, replace(clock, fell_at_ns=None)), seat)


def _penalty_ns(state: State, offender: Seat) -> int:
    """The penalty of a hand fault, which may be another in a rapid game (FIDE A.3, B.3)."""
    regulations = state.setup.regulations
    rapid_ns = regulations.hand_penalty_rapid_ns
    if rapid_ns is not None and _is_rapid(state.setup, offender):
        return rapid_ns
    return regulations.hand_penalty_ns


def _is_rapid(setup: Setup, seat: Seat) -> bool:
    total_ns, moves, number = 0, RAPID_MOVES, 1
    while moves > 0 and (terms := setup.terms(seat, number)) is not None:
        made = min(moves, terms.moves or moves)
        bonus_ns = terms.bonus_ns if terms.method in EACH_MOVE else 0
        total_ns += terms.time_ns + made * bonus_ns
        moves, number = moves - made, number + 1
    return total_ns < RAPID_NS
