"""The organizer's acts: resuming, correcting, penalties, the result (RIF 17, gomoku 6 and 11).

Every one of them is possible at every time it makes sense, is told with what was before and after,
and raises Refused, with nothing changed, where it makes none.
"""

from msgspec.structs import replace

from clock.rules import openings
from clock.rules.control import NEVER_USED_UP
from clock.rules.happenings import called, stopped_by_fall, used_up
from clock.rules.inputs import (
    Adjust,
    Finish,
    HandFault,
    PressKind,
    Resume,
    Retype,
    SetColours,
    SetMoves,
    SetPeriod,
    SetTurn,
)
from clock.rules.openings import Option
from clock.rules.outputs import (
    ClapperRaised,
    ClocksResumed,
    ClocksStopped,
    Corrected,
    GameFinished,
    HandFaulted,
    Output,
    PressRetyped,
)
from clock.rules.periods import (
    before_turn,
    call_at_start,
    delay_ns,
    full_time,
    periods_made,
    terms_of,
)
from clock.rules.refusal import Refused
from clock.rules.regulations import PenaltyTo, Rollover
from clock.rules.seats import Seat
from clock.rules.state import Call, Phase, SeatState, State
from clock.rules.timing import charged, running_seats, with_seat
from clock.rules.units import DURATION_NS_MAX

MOVES_MAX = 100_000
RETYPED = {
    PressKind.MOVE: Option.STAY,
    PressKind.SWAP: Option.SWAP,
    PressKind.TWO_MORE: Option.TWO_MORE,
}
PERIODS_MAX = 1_000
"""A period that repeats comes no more often than this."""


def require(holds: bool, place: str, message: str) -> None:
    """Raise Refused with the field at fault and what was expected, unless it holds."""
    if not holds:
        raise Refused(place, message)


def resumed(state: State, resume: Resume, outputs: list[Output]) -> State:
    """The clocks go on: the same seat, or another; only the organizer does this (RIF 14.6)."""
    halted = (Phase.STOPPED, Phase.CLAIMED, Phase.FALLEN, Phase.FINISHED)
    require(state.phase in halted, "Resume", "expected clocks that are stopped")
    require(not state.both_fallen, "Resume", "expected a seat with time left: both clappers fell")
    require(resume.seat is not None or not resume.reconstruct, "seat", "expected whose time runs")
    state = replace(state, claimant=None, result=None, ground="", uncertain_ns=0)
    if state.started_at_ns is None:
        return replace(state, phase=Phase.READY)
    at_ns, phase = resume.at_ns, state.resumes
    if phase is Phase.JOINT and resume.seat is None:
        outputs.append(ClocksResumed(at_ns, None, False))
        return replace(state, phase=phase, since_ns=at_ns)
    if phase is Phase.JOINT:  # the organizer ends joint time: it is no part of the first turn
        left, right = before_turn(state.left), before_turn(state.right)
        state = replace(state, left=left, right=right)
    running = state.turn if resume.seat is None else resume.seat
    outputs.append(ClocksResumed(at_ns, running, resume.reconstruct))
    if resume.reconstruct:
        return replace(state, phase=Phase.RECONSTRUCTION, running=running, since_ns=at_ns)
    if running is not state.turn:
        state = _turned(state, running)
    return replace(state, phase=Phase.RUNNING, running=running, since_ns=at_ns)


def adjusted(state: State, adjust: Adjust, outputs: list[Output]) -> State:
    """A seat's time changes, by or to an amount; none left is like time that was used up."""
    by_ns, to_ns = adjust.delta_ns, adjust.remaining_ns
    require((by_ns is None) is not (to_ns is None), "Adjust", "expected delta_ns or remaining_ns")
    require(to_ns is None or to_ns >= 0, "remaining_ns", "expected 0 or more")
    size_ns = to_ns if to_ns is not None else abs(by_ns or 0)
    require(size_ns <= DURATION_NS_MAX, "Adjust", "expected at most 1000 hours")
    state = charged(state, adjust.at_ns)
    before_ns = state.seat(adjust.seat).remaining_ns
    after_ns = to_ns if to_ns is not None else max(0, before_ns + (by_ns or 0))
    outputs.append(
        Corrected(adjust.at_ns, "remaining_ns", adjust.seat, before_ns, after_ns, adjust.reason)
    )
    return _given_time(state, adjust.seat, after_ns, adjust.at_ns, outputs)


def moves_set(state: State, given: SetMoves, outputs: list[Output]) -> State:
    """The move counter changes; a quota that this completes counts as at a press."""
    require(0 <= given.made <= MOVES_MAX, "made", f"expected 0 to {MOVES_MAX} moves")
    outputs.append(
        Corrected(given.at_ns, "moves", None, state.play.moves, given.made, given.reason)
    )
    state = charged(state, given.at_ns)
    if given.made != state.play.moves:
        opening = state.setup.opening
        step = openings.step_at(opening, state.play.step, given.made)
        open_colours = openings.open_at(opening, step)
        offers = state.play.offers if openings.remembers(opening, step) else 0
        play = replace(state.play, moves=given.made, step=step, open=open_colours, offers=offers)
        state = replace(state, play=play, before=None, choice=None)
    state = replace(state, count_moves=False)
    if state.setup.regulations.rollover is not Rollover.ON_MOVE:
        return state
    for seat in (state.turn, state.turn.other):
        state = periods_made(state, seat, given.at_ns, outputs)
    return state


def period_set(state: State, given: SetPeriod, outputs: list[Output]) -> State:
    """A seat is put into another period of its control; its time stays, if it can.

    What a count has come to, or a gong has left, is no time of another method's: between those a
    period begins with its own.
    """
    seat, regulations = given.seat, state.setup.regulations
    possible = 1 <= given.period <= PERIODS_MAX
    terms = terms_of(state.setup, seat, given.period) if possible else None
    if terms is None:
        raise Refused("period", f"expected a period of {seat.value}'s control, got {given.period}")
    state = charged(state, given.at_ns)
    clock = state.seat(seat)
    outputs.append(Corrected(given.at_ns, "period", seat, clock.period, given.period, given.reason))
    shown_ns, overtime = clock.remaining_ns, None
    methods = {clock.terms.method, terms.method}
    if len(methods) == 2 and methods & NEVER_USED_UP and not clock.fallen:
        shown_ns, overtime = full_time(regulations, terms)
    if shown_ns != clock.remaining_ns:
        before_ns = clock.remaining_ns
        outputs.append(
            Corrected(given.at_ns, "remaining_ns", seat, before_ns, shown_ns, given.reason)
        )
    clock = replace(
        clock,
        remaining_ns=shown_ns,
        period=given.period,
        terms=terms,
        due=_due(state, seat, given.period),
        call=clock.call
        if given.period == clock.period
        else call_at_start(regulations, terms, shown_ns),
        delay_left_ns=delay_ns(terms),
        overtime=overtime,
    )
    return with_seat(state, seat, clock)


def turn_set(state: State, given: SetTurn, outputs: list[Output]) -> State:
    """It becomes a seat's turn, and its clock runs if one ran; nothing is credited."""
    require(state.phase is not Phase.RECONSTRUCTION, "SetTurn", "expected no reconstruction")
    outputs.append(
        Corrected(given.at_ns, "turn", None, state.turn.value, given.seat.value, given.reason)
    )
    if given.seat is state.turn:
        return state
    state = _turned(charged(state, given.at_ns), given.seat)
    return replace(state, running=given.seat) if state.running is not None else state


def colours_set(state: State, given: SetColours, outputs: list[Output]) -> State:
    """The organizer settles who plays Black; times stay with the seats."""
    before = state.play.black.value if not state.play.open else "open"
    outputs.append(Corrected(given.at_ns, "black", None, before, given.black.value, given.reason))
    play = replace(state.play, black=given.black, open=False)
    return replace(state, play=play, before=None)


def hand_faulted(state: State, fault: HandFault, outputs: list[Output]) -> State:
    """A hand fault: a warning, later a time penalty as the regulations say (RIF 14.3)."""
    regulations, seat = state.setup.regulations, fault.seat
    state = charged(state, fault.at_ns)
    clock = state.seat(seat)
    count = clock.hand_faults + 1
    taken = regulations.hand_penalty_to is PenaltyTo.OFFENDER
    whose = seat if taken else seat.other
    due = count > regulations.hand_warnings and not state.seat(whose).fallen
    penalty_ns = regulations.hand_penalty_ns if due else 0  # no penalty raises a clapper
    outputs.append(HandFaulted(fault.at_ns, seat, count, penalty_ns))
    state = with_seat(state, seat, replace(clock, hand_faults=count))
    if state.mismatch is seat:
        state = replace(state, mismatch=None)
    if penalty_ns == 0:
        return state
    after_ns = state.seat(whose).remaining_ns + (-penalty_ns if taken else penalty_ns)
    return _given_time(state, whose, max(0, after_ns), fault.at_ns, outputs)


def retyped(state: State, retype: Retype, outputs: list[Output]) -> State:
    """The last press becomes another kind: counter and colours follow, all times stay."""
    if state.before is None:
        raise Refused("Retype", "expected a press that is still the last act of the game")
    seat, option, step = state.turn.other, RETYPED[retype.as_], state.before.step
    if option is not Option.STAY and (step is None or option not in step.options):
        said = option.value.replace("_", " ")
        raise Refused("as", f"expected a press at which the opening allows a {said}")
    play = openings.pressed(state.setup.opening, state.before, seat, option)
    outputs.append(PressRetyped(retype.at_ns, seat, option, play.moves))
    return replace(charged(state, retype.at_ns), play=play, choice=None)


def finished(state: State, finish: Finish, outputs: list[Output]) -> State:
    """The organizer enters the result; entered anew it takes the place of the old one."""
    state = charged(state, finish.at_ns)
    if running_seats(state):
        outputs.append(ClocksStopped(finish.at_ns, None))
        state = replace(state, resumes=state.interrupted)
    outputs.append(GameFinished(finish.at_ns, finish.result, finish.ground))
    return replace(
        state,
        phase=Phase.FINISHED,
        running=None,
        claimant=None,
        result=finish.result,
        ground=finish.ground,
    )


def _turned(state: State, seat: Seat) -> State:
    """It is another seat's turn, by the organizer's word."""
    turn = before_turn(state.seat(seat.other))
    state = with_seat(state, seat.other, turn)
    return replace(state, turn=seat, before=None, choice=None, stone=None)


def _given_time(
    state: State, seat: Seat, after_ns: int, at_ns: int, outputs: list[Output]
) -> State:
    """A seat has `after_ns` left by the organizer's word; the clapper follows."""
    clock = state.seat(seat)
    if after_ns == 0 and clock.fallen:
        return state
    given = replace(
        clock, remaining_ns=after_ns, fell_at_ns=None, overtime=_overtime(clock, after_ns)
    )
    state = with_seat(state, seat, given)
    if after_ns == 0 and clock.terms.method not in NEVER_USED_UP:
        state = used_up(state, seat, at_ns, outputs)
        fell = state.seat(seat).fallen
        return stopped_by_fall(state, at_ns, outputs) if fell else state
    if clock.fallen:
        outputs.append(ClapperRaised(at_ns, seat))
    if state.started_at_ns is None or clock.call is Call.NO_ALARM:
        call = call_at_start(state.setup.regulations, clock.terms, after_ns)
        return with_seat(state, seat, replace(state.seat(seat), call=call))
    return called(state, seat, at_ns, outputs)


def _overtime(clock: SeatState, after_ns: int) -> int | None:
    """Byo-yomi goes on with what it is given; more than one period's time is main time again."""
    if clock.overtime is None or after_ns > clock.terms.bonus_ns:
        return None
    return max(1, clock.overtime)


def _due(state: State, seat: Seat, period: int) -> int | None:
    """Moves of the seat's colour that complete a period which the organizer set."""
    terms = [terms_of(state.setup, seat, each) for each in range(1, period + 1)]
    quotas = [each.moves for each in terms if each is not None]
    if quotas[-1] is None:
        return None
    if None in quotas:
        return state.play.made(seat) + quotas[-1]
    return sum(quota for quota in quotas if quota is not None)
