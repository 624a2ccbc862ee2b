"""The organizer's corrections: moves, colours, times, periods, controls (RIF 17, gomoku 6).

A correction makes the clock as it would have been without the mistake. Moves, colours and turn are
one fact that no correction splits, so that a press always credits the seat that pressed; periods
follow the move counter, up and down. Each function checks an act; most return an entry, which
`fold` makes together with all others of the same stop. `consequences` has what follows.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.rules import inputs
from clock.rules import outputs as out
from clock.rules.control import COUNT_MAX, PERIOD_NUMBER_MAX, is_rapid
from clock.rules.outputs import HandFaulted, Output
from clock.rules.periods import come_by_moves, delay_left_ns, period_by_moves, reset_turn
from clock.rules.refusal import Refused, require
from clock.rules.regulations import IllegalMoves, LateStart, PenaltyTo
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, ListEntry, Phase, SeatState, State
from clock.rules.time_changes import cover, owing
from clock.rules.timing import with_seat
from clock.rules.units import DURATION_NS_MAX

MOVES_MAX = 100_000
ILLEGAL_MOVES_MAX = 99


# Entries of a stop


def set_moves(_state: State, event: inputs.SetMoves, _outputs: list[Output]) -> ListEntry:
    """Set the move counter: the turn, the opening's step and the periods of both follow."""
    possible = 0 <= event.made <= MOVES_MAX
    require(possible, "made", "expected 0 to {most} moves", most=MOVES_MAX)
    return ListEntry(event)


def set_colours(_state: State, event: inputs.SetColours, _outputs: list[Output]) -> ListEntry:
    """Set the seat that plays Black: turn and periods follow; before the start, who begins."""
    return ListEntry(event)


def set_period(state: State, event: inputs.SetPeriod, _outputs: list[Output]) -> ListEntry:
    """Put a seat into another period; refused where the moves alone decide it."""
    seat, number, setup = event.seat, event.period, state.setup
    require(
        1 <= number <= PERIOD_NUMBER_MAX and setup.terms(seat, number) is not None,
        "period",
        "expected a period of {seat}'s control, got {period}",
        seat=seat.value,
        period=number,
    )
    require(
        not come_by_moves(setup, seat),
        "period",
        "expected periods that begin when time runs out; here they begin when the moves are made",
    )
    return ListEntry(event)


def set_stones(state: State, event: inputs.SetStones, _outputs: list[Output]) -> ListEntry:
    """Set the moves that a seat still has to make in its block; the counter stays."""
    terms = state.seat(event.seat).terms
    require(terms.repeat, "seat", "expected a period that repeats")
    possible = 1 <= event.left <= (terms.moves or 0)
    require(possible, "left", "expected 1 to {most} moves", most=terms.moves)
    return ListEntry(event)


def set_byoyomi(state: State, event: inputs.SetByoyomi, _outputs: list[Output]) -> ListEntry:
    """Set a seat's byo-yomi periods, those left now or those after its main time."""
    has_byoyomi = state.seat(event.seat).terms.has_byoyomi
    require(has_byoyomi, "seat", "expected a period with byo-yomi")
    require(
        1 <= event.left <= COUNT_MAX,
        "left",
        "expected 1 to {most} byo-yomi periods",
        most=COUNT_MAX,
    )
    return ListEntry(event)


def adjust_time(_state: State, adjust: inputs.Adjust, _outputs: list[Output]) -> ListEntry:
    """Change a seat's time by or to an amount; to 0 is the same as taking all of it."""
    by_ns, to_ns = adjust.delta_ns, adjust.remaining_ns
    require((by_ns is None) is not (to_ns is None), "Adjust", "expected delta_ns or remaining_ns")
    require(to_ns is None or to_ns >= 0, "remaining_ns", "expected 0 or more")
    size_ns = to_ns if to_ns is not None else abs(by_ns or 0)
    require(size_ns <= DURATION_NS_MAX, "Adjust", "expected at most 1000 hours")
    return _entry_of(adjust, adjust.seat, by_ns or 0)


def enter_hand_fault(state: State, fault: inputs.HandFault, outputs: list[Output]) -> ListEntry:
    """Count a hand fault: first warnings, then time penalties, by the regulations (RIF 14.3)."""
    regulations, seat = state.setup.regulations, fault.seat
    count = state.seat(seat).hand_faults + 1
    takes = regulations.hand_penalty_to is PenaltyTo.OFFENDER
    penalized = seat if takes else seat.other
    is_warning = count <= regulations.hand_warnings
    due = not is_warning and not state.seat(penalized).ran_out
    penalty_ns = _penalty_ns(state, seat) if due else 0  # not `due`: it would raise a clapper
    outputs.append(HandFaulted(fault.at_ns, seat, count, penalty_ns, is_warning))
    return _entry_of(fault, penalized, -penalty_ns if takes else penalty_ns)


def award_ns(state: State, offender: Seat) -> int:
    """Return the opponent's time for an illegal move or a rejected claim of a draw."""
    regulations = state.setup.regulations
    usual_ns, rapid_ns = regulations.illegal_move_ns, regulations.illegal_move_rapid_ns
    return _by_control(state, offender, usual_ns, rapid_ns)


def set_illegal_moves(
    state: State, event: inputs.SetIllegalMoves, _outputs: list[Output]
) -> ListEntry:
    """Set the number of a seat's illegal moves; what was given for them stays."""
    require_illegal_moves(state, "SetIllegalMoves")
    possible = 0 <= event.count <= ILLEGAL_MOVES_MAX
    require(possible, "count", "expected 0 to {most} illegal moves", most=ILLEGAL_MOVES_MAX)
    return ListEntry(event)


def require_illegal_moves(state: State, at: str) -> None:
    """Raise Refused unless the regulations count illegal moves."""
    counted = state.setup.regulations.illegal_moves is not IllegalMoves.OFF
    require(counted, at, "expected regulations that count illegal moves")


def award_draw_claim(state: State, dismiss: inputs.Dismiss, _outputs: list[Output]) -> ListEntry:
    """Give the opponent of a rejected claim of a draw time (FIDE 9.5.3)."""
    return _entry_of(dismiss, dismiss.seat.other, award_ns(state, dismiss.seat))


def warn_player(state: State, warn: inputs.Warn, outputs: list[Output]) -> ListEntry:
    """Count an official warning of a seat (gomoku 11.9.1)."""
    count = state.seat(warn.seat).warnings + 1
    outputs.append(out.Warned(warn.at_ns, warn.seat, count, warn.reason))
    return ListEntry(warn)


def _entry_of(act: inputs.Input, seat: Seat, by_ns: int) -> ListEntry:
    return ListEntry(act, by_ns, 0) if seat is LEFT else ListEntry(act, 0, by_ns)


def _penalty_ns(state: State, offender: Seat) -> int:
    """Return the penalty of a hand fault."""
    regulations = state.setup.regulations
    usual_ns, rapid_ns = regulations.hand_penalty_ns, regulations.hand_penalty_rapid_ns
    return _by_control(state, offender, usual_ns, rapid_ns)


def _by_control(state: State, offender: Seat, usual_ns: int, rapid_ns: int | None) -> int:
    """Return a penalty; a rapid game may have its own (FIDE A.3, B.3)."""
    if rapid_ns is not None and is_rapid(state.setup.control(offender)):
        return rapid_ns
    return usual_ns


# Controls and regulations


def set_control(state: State, event: inputs.SetControl, outputs: list[Output]) -> State:
    """Replace controls or regulations; times, moves, colours and clappers stay (gomoku 6.4)."""
    setup = state.setup
    require(state.phase not in COUNTING, "SetControl", "expected clocks that are stopped")
    require(setup.match is None, "SetControl", "not possible in a game of a match")
    by_colour = event.times_by_colour
    some = (event.left, event.right, event.regulations, by_colour) != (None,) * 4
    require(some, "SetControl", "expected control or regulations")
    setup = replace(
        setup,
        left=setup.left if event.left is None else event.left,
        right=setup.right if event.right is None else event.right,
        regulations=event.regulations or setup.regulations,
        # What the clocks showed at the start belongs to the control that was wrong.
        left_remaining_ns=setup.left_remaining_ns if event.left is None else None,
        right_remaining_ns=setup.right_remaining_ns if event.right is None else None,
        starter=state.beginner if by_colour else setup.starter,
        times_by_colour=setup.times_by_colour if by_colour is None else by_colour,
    )
    for place, message in setup.problems():
        raise Refused(place.removeprefix("control."), message)
    after = replace(state, setup=setup, last=None)
    if after.resumes is Phase.JOINT and setup.regulations.late_start is LateStart.STARTER:
        after = replace(after, resumes=Phase.RUNNING)
        for seat in (LEFT, RIGHT):  # joint time is no part of the first turn
            after = with_seat(after, seat, reset_turn(after.seat(seat)))
    for seat in (LEFT, RIGHT):
        clock = _recount(state, after, seat)
        after = with_seat(after, seat, owing(clock))
        if clock.remaining_ns <= 0:
            # By the new control what is missing is time of a later period, or too much.
            after = cover(after, seat)
    outputs += _control_outputs(state, after, event)
    return after


def _recount(before: State, state: State, seat: Seat) -> SeatState:
    """Return a seat's clock in its new control; a new delay holds from its next turn."""
    clock, control = state.seat(seat), state.setup.control(seat)
    by_moves = come_by_moves(state.setup, seat)
    if control == before.setup.control(seat) and by_moves is come_by_moves(before.setup, seat):
        return clock
    number, entered = (
        period_by_moves(state, seat, 1, 0) if by_moves else (clock.period, clock.entered)
    )
    if state.setup.terms(seat, number) is None:
        number = len(control)
    terms = control[min(number, len(control)) - 1]
    byoyomi = terms.has_byoyomi
    coming = clock.coming if byoyomi else None
    if coming is not None and coming.left_ns == clock.terms.bonus_ns:  # none of it has run
        coming = replace(coming, left_ns=terms.bonus_ns)
    return replace(
        clock,
        period=number,
        terms=terms,
        entered=entered,
        overtime=clock.overtime if byoyomi else None,
        coming=coming,
        delay_left_ns=delay_left_ns(state, seat, terms),
    )


def _control_outputs(before: State, after: State, event: inputs.SetControl) -> Iterator[Output]:
    at_ns, reason = event.at_ns, event.reason
    for seat in (LEFT, RIGHT):
        old, new = before.setup.control(seat), after.setup.control(seat)
        if old != new:
            yield out.ControlCorrected(at_ns, seat, old, new, reason)
    if before.setup.regulations != after.setup.regulations:
        yield out.RegulationsCorrected(
            at_ns, before.setup.regulations, after.setup.regulations, reason
        )
