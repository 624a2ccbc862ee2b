"""The organizer's corrections: moves, colours, times, periods, controls (RIF 17, gomoku 6).

A correction makes the clock as it would have been without the mistake. Moves, colours and turn are
one fact that no correction splits, so that a press always credits the seat that pressed; periods
follow the move counter, up and down. Each function changes only its own figures; `consequences` has
what follows from them.

Time taken counts as time that ran: what a period or a byo-yomi period does not cover comes off the
next. Time added in byo-yomi is main time; after it, byo-yomi resumes where it was.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from clock.rules import inputs, openings
from clock.rules import outputs as out
from clock.rules.control import COUNT_MAX, EACH_MOVE, NEVER_USED_UP, PERIOD_NUMBER_MAX
from clock.rules.openings import Play
from clock.rules.outputs import HandFaulted, Output, RefereeCalled
from clock.rules.periods import (
    come_by_moves,
    delay_ns,
    follow_moves,
    period_by_moves,
    put_into,
    renumber,
)
from clock.rules.refusal import Refused, require
from clock.rules.regulations import LateStart, PenaltyTo
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import COUNTING, Byoyomi, Phase, SeatState, Setup, State
from clock.rules.timed_events import byoyomi_after, use_up
from clock.rules.timing import with_seat
from clock.rules.turns import set_play
from clock.rules.units import DURATION_NS_MAX, HOUR_NS

MOVES_MAX = 100_000
RAPID_NS, RAPID_MOVES = HOUR_NS, 60
"""A game is rapid or blitz with less than `RAPID_NS` for `RAPID_MOVES` (FIDE A.1, B.1)."""


# The counter and the colours


def set_moves(state: State, event: inputs.SetMoves, _outputs: list[Output]) -> State:
    """Set the move counter: the turn, the opening's step and the periods of both follow."""
    made, opening, play = event.made, state.setup.opening, state.play
    require(0 <= made <= MOVES_MAX, "made", "expected 0 to {most} moves", most=MOVES_MAX)
    state = replace(state, count_moves=False)
    if made == play.moves:
        return state
    step, is_open = openings.step_at(opening, play.step, made)
    offers = play.offers if openings.may_have_offers(opening, step) else 0
    return _set_position(state, replace(play, moves=made, step=step, open=is_open, offers=offers))


def set_colours(state: State, event: inputs.SetColours, _outputs: list[Output]) -> State:
    """Set the seat that plays Black: turn and periods follow; before the start, who begins."""
    play = openings.set_black(state.setup.opening, state.play, event.black)
    if state.started_at_ns is None:
        play = replace(state.play, black=event.black)
        starter = event.black if play.first is Colour.BLACK else event.black.other
        state = replace(state, setup=replace(state.setup, starter=starter))
    return state if play == state.play else _set_position(state, play)


def _set_position(state: State, play: Play) -> State:
    """Set moves and colours; the turn and the periods of both seats follow."""
    return follow_moves(follow_moves(set_play(state, play), LEFT), RIGHT)


# Times (gomoku 11)


def adjust_time(state: State, adjust: inputs.Adjust, outputs: list[Output]) -> State:
    """Change a seat's time by or to an amount; to 0 is the same as taking all of it."""
    seat, by_ns, to_ns = adjust.seat, adjust.delta_ns, adjust.remaining_ns
    require((by_ns is None) is not (to_ns is None), "Adjust", "expected delta_ns or remaining_ns")
    require(to_ns is None or to_ns >= 0, "remaining_ns", "expected 0 or more")
    size_ns = to_ns if to_ns is not None else abs(by_ns or 0)
    require(size_ns <= DURATION_NS_MAX, "Adjust", "expected at most 1000 hours")
    clock = state.seat(seat)
    if to_ns:
        return _raise_clapper(with_seat(state, seat, _set_to(clock, to_ns)), seat)
    change_ns = -clock.remaining_ns if by_ns is None else by_ns
    return change_time(state, seat, change_ns, adjust.at_ns, outputs)


def enter_hand_fault(state: State, fault: inputs.HandFault, outputs: list[Output]) -> State:
    """Count a hand fault: first warnings, then time penalties, by the regulations (RIF 14.3)."""
    regulations, seat, at_ns = state.setup.regulations, fault.seat, fault.at_ns
    count = state.seat(seat).hand_faults + 1
    state = with_seat(state, seat, replace(state.seat(seat), hand_faults=count))
    if state.mismatch is seat:
        state = replace(state, mismatch=None)
    takes = regulations.hand_penalty_to is PenaltyTo.OFFENDER
    penalized = seat if takes else seat.other
    is_warning = count <= regulations.hand_warnings
    due = not is_warning and not state.seat(penalized).fallen
    penalty_ns = _penalty_ns(state, seat) if due else 0  # not `due`: it would raise a clapper
    outputs.append(HandFaulted(at_ns, seat, count, penalty_ns, is_warning))
    return change_time(state, penalized, -penalty_ns if takes else penalty_ns, at_ns, outputs)


def add_time(clock: SeatState, amount_ns: int) -> SeatState:
    """Add time to a clock; in byo-yomi as main time, which is used up first."""
    if clock.overtime is None:
        return replace(clock, remaining_ns=clock.remaining_ns + amount_ns)
    coming = Byoyomi(clock.overtime, clock.remaining_ns)
    return replace(clock, remaining_ns=amount_ns, overtime=None, coming=coming)


def take_time(state: State, seat: Seat, amount_ns: int, at_ns: int, outputs: list[Output]) -> State:
    """Take time from a seat as if it had run.

    A seat without more time is left at 0; `consequences` drops its clapper. Of the events on the
    way only the referee's calls go into `outputs`: the periods are reported as changed figures.
    """
    happened: list[Output] = []
    while amount_ns > 0 and not state.seat(seat).fallen:
        clock = state.seat(seat)
        ends = clock.terms.method not in NEVER_USED_UP
        if ends:  # first all whole periods at once: an amount may be hundreds of them
            clock, amount_ns = _use_whole_periods(state, seat, amount_ns)
        rest_ns = clock.remaining_ns - amount_ns
        left_ns = rest_ns if clock.terms.method.counting.below_zero else max(0, rest_ns)
        state = with_seat(state, seat, replace(clock, remaining_ns=left_ns))
        if rest_ns > 0 or not ends:
            break
        after, amount_ns = use_up(state, seat, at_ns, happened), -rest_ns
        if after.seat(seat).fallen:
            break
        state = after
    outputs += [each for each in happened if isinstance(each, RefereeCalled)]
    return state


def reserve_ns(clock: SeatState) -> int:
    """Return the time left to a seat in its period, including byo-yomi."""
    byoyomi = byoyomi_after(clock)
    later_ns = byoyomi.left_ns + (byoyomi.periods - 1) * clock.terms.bonus_ns
    return clock.remaining_ns + (later_ns if byoyomi.periods else 0)


def _use_whole_periods(state: State, seat: Seat, amount_ns: int) -> tuple[SeatState, int]:
    """Skip the repetitions and byo-yomi periods that the amount uses up whole, but for the last.

    Returns the clock, and the amount that is still to be taken. The time left in the present period
    stays: skipping a whole period and taking its time cancel out.
    """
    clock = state.seat(seat)
    terms = clock.terms
    if terms.repeat and terms.moves:
        more_ns = amount_ns - reserve_ns(clock)
        whole_ns = terms.time_ns + terms.count * terms.bonus_ns
        made = (state.play.made(seat) - clock.entered) // terms.moves
        blocks = max(0, min(made - 1, more_ns // whole_ns))
        entered = clock.entered + blocks * terms.moves
        clock = replace(clock, period=clock.period + blocks, entered=entered)
        amount_ns -= blocks * whole_ns
    if clock.overtime:
        whole = (amount_ns - clock.remaining_ns) // terms.bonus_ns
        periods = max(0, min(clock.overtime - 1, whole))
        clock = replace(clock, overtime=clock.overtime - periods)
        amount_ns -= periods * terms.bonus_ns
    return clock, amount_ns


def _set_to(clock: SeatState, remaining_ns: int) -> SeatState:
    """Set the time of a clock; in byo-yomi the excess over a whole period is main time."""
    if clock.overtime is None:
        return replace(clock, remaining_ns=remaining_ns)
    clock, whole_ns = replace(clock, overtime=max(1, clock.overtime)), clock.terms.bonus_ns
    period = replace(clock, remaining_ns=min(remaining_ns, whole_ns))
    return period if remaining_ns <= whole_ns else add_time(period, remaining_ns - whole_ns)


def change_time(state: State, seat: Seat, by_ns: int, at_ns: int, outputs: list[Output]) -> State:
    """Give time to a seat, or take it if `by_ns` is negative."""
    if by_ns > 0:
        return _raise_clapper(with_seat(state, seat, add_time(state.seat(seat), by_ns)), seat)
    return take_time(state, seat, -by_ns, at_ns, outputs)


def _raise_clapper(state: State, seat: Seat) -> State:
    """Raise the clapper of a seat with time again, and put it into the period of its moves."""
    clock = state.seat(seat)
    if not clock.fallen:
        return state
    return renumber(with_seat(state, seat, replace(clock, fell_at_ns=None)), seat)


def _penalty_ns(state: State, offender: Seat) -> int:
    """Return the penalty of a hand fault; a rapid game may have its own (FIDE A.3, B.3)."""
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


# Periods and byo-yomi


def set_period(state: State, event: inputs.SetPeriod, _outputs: list[Output]) -> State:
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
    return put_into(state, seat, number)


def set_byoyomi(state: State, event: inputs.SetByoyomi, _outputs: list[Output]) -> State:
    """Set a seat's byo-yomi periods, those left now or those after its main time."""
    clock = state.seat(event.seat)
    require(clock.terms.has_byoyomi, "seat", "expected a period with byo-yomi")
    require(not clock.fallen, "seat", "expected a seat with time left")
    require(
        1 <= event.left <= COUNT_MAX,
        "left",
        "expected 1 to {most} byo-yomi periods",
        most=COUNT_MAX,
    )
    if clock.overtime is not None:
        clock = replace(clock, overtime=event.left)
    else:
        clock = replace(clock, coming=Byoyomi(event.left, byoyomi_after(clock).left_ns))
    return with_seat(state, event.seat, clock)


# Controls and regulations


def set_control(state: State, event: inputs.SetControl, outputs: list[Output]) -> State:
    """Replace controls or regulations; times, moves, colours and clappers stay (gomoku 6.4)."""
    setup = state.setup
    require(state.phase not in COUNTING, "SetControl", "expected clocks that are stopped")
    require(setup.match is None, "SetControl", "not possible in a game of a match")
    some = event.left is not None or event.right is not None or event.regulations is not None
    require(some, "SetControl", "expected control or regulations")
    setup = replace(
        setup,
        left=setup.left if event.left is None else event.left,
        right=setup.right if event.right is None else event.right,
        regulations=event.regulations or setup.regulations,
        # What the clocks showed at the start belongs to the control that was wrong.
        left_remaining_ns=setup.left_remaining_ns if event.left is None else None,
        right_remaining_ns=setup.right_remaining_ns if event.right is None else None,
    )
    for place, message in setup.problems():
        raise Refused(place.removeprefix("control."), message)
    after = replace(state, setup=setup, last=None)
    if after.resumes is Phase.JOINT and setup.regulations.late_start is LateStart.STARTER:
        after = replace(after, resumes=Phase.RUNNING)
    for seat in (LEFT, RIGHT):
        clock = _recount(state, after, seat)
        after = with_seat(after, seat, clock)
        if clock.remaining_ns < 0 and not clock.terms.method.counting.below_zero:
            # By the new control what ran below zero is time of a later period, or too much.
            after = with_seat(after, seat, replace(clock, remaining_ns=0))
            after = take_time(after, seat, -clock.remaining_ns, event.at_ns, outputs)
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
    byoyomi, in_turn = terms.has_byoyomi, state.turn is seat
    return replace(
        clock,
        period=number,
        terms=terms,
        entered=entered,
        overtime=clock.overtime if byoyomi else None,
        coming=clock.coming if byoyomi else None,
        delay_left_ns=min(clock.delay_left_ns, delay_ns(terms)) if in_turn else delay_ns(terms),
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
