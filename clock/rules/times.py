"""The organizer gives and takes time: corrections, compensation, penalties (RIF 17, gomoku 11)."""

from msgspec.structs import replace

from clock.rules.amounts import given, set_to, taken
from clock.rules.consequences import corrected
from clock.rules.control import EACH_MOVE
from clock.rules.inputs import Adjust, HandFault
from clock.rules.outputs import HandFaulted, Output
from clock.rules.periods import numbered
from clock.rules.refusal import require
from clock.rules.regulations import PenaltyTo
from clock.rules.seats import Seat
from clock.rules.state import Setup, State
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
        after = _raised(with_seat(before, seat, set_to(before.seat(seat), to_ns)), seat)
    else:
        change_ns = -before.seat(seat).remaining_ns if by_ns is None else by_ns
        after = _changed(before, seat, change_ns, adjust.at_ns, events)
    what = ("remaining_ns", seat)
    return corrected(before, after, adjust.at_ns, adjust.reason, outputs, what, events)


def hand_faulted(state: State, fault: HandFault, outputs: list[Output]) -> State:
    """A hand fault: a warning, later a time penalty as the regulations say (RIF 14.3)."""
    regulations, seat, at_ns = state.setup.regulations, fault.seat, fault.at_ns
    before = charged(state, at_ns)
    count = before.seat(seat).hand_faults + 1
    before = with_seat(before, seat, replace(before.seat(seat), hand_faults=count))
    if before.mismatch is seat:
        before = replace(before, mismatch=None)
    takes = regulations.hand_penalty_to is PenaltyTo.OFFENDER
    whose = seat if takes else seat.other
    due = count > regulations.hand_warnings and not before.seat(whose).fallen
    penalty_ns = _penalty_ns(before, seat) if due else 0  # no penalty raises a clapper
    outputs.append(HandFaulted(at_ns, seat, count, penalty_ns))
    events: list[Output] = []
    after = _changed(before, whose, -penalty_ns if takes else penalty_ns, at_ns, events)
    return corrected(before, after, at_ns, "penalty", outputs, events=events)


def _changed(state: State, seat: Seat, by_ns: int, at_ns: int, events: list[Output]) -> State:
    if by_ns > 0:
        return _raised(with_seat(state, seat, given(state.seat(seat), by_ns)), seat)
    return taken(state, seat, -by_ns, at_ns, events)


def _raised(state: State, seat: Seat) -> State:
    """A seat that was given time; one whose clapper was down is in the period of its moves."""
    clock = state.seat(seat)
    if not clock.fallen:
        return state
    return numbered(with_seat(state, seat, replace(clock, fell_at_ns=None)), seat)


def _penalty_ns(state: State, offender: Seat) -> int:
    """The penalty of a hand fault, which may be another in a rapid game (FIDE A.3, B.3)."""
    regulations = state.setup.regulations
    rapid_ns = regulations.hand_penalty_rapid_ns
    rapid = rapid_ns is not None and _is_rapid(state.setup, offender)
    return rapid_ns if rapid and rapid_ns is not None else regulations.hand_penalty_ns


def _is_rapid(setup: Setup, seat: Seat) -> bool:
    total_ns, moves, number = 0, RAPID_MOVES, 1
    while moves > 0 and (terms := setup.terms(seat, number)) is not None:
        made = min(moves, terms.moves or moves)
        bonus_ns = terms.bonus_ns if terms.method in EACH_MOVE else 0
        total_ns += terms.time_ns + made * bonus_ns
        moves, number = moves - made, number + 1
    return total_ns < RAPID_NS
