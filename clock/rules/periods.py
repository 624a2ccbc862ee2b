"""Periods: what a clock shows at the start of each, and when the next one begins (RIF 14.1)."""

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP, Method, Period
from clock.rules.outputs import Output, PeriodBegan
from clock.rules.regulations import FirstBonus, Regulations
from clock.rules.seats import LEFT, Seat
from clock.rules.state import Call, SeatState, Setup, State
from clock.rules.timing import with_seat

_DELAY = Method.DELAY


def first_terms(setup: Setup, seat: Seat) -> SeatState:
    """Return a seat's clock as it shows before the game."""
    terms = setup.control(seat)[0]
    given_ns = setup.left_remaining_ns if seat is LEFT else setup.right_remaining_ns
    full_ns = terms.time_ns + before_bonus_ns(setup.regulations, terms)
    remaining_ns = full_ns if given_ns is None else given_ns
    overtime = overtime_at_start(terms, remaining_ns)
    return SeatState(
        remaining_ns=remaining_ns if overtime is None else terms.bonus_ns,
        period=1,
        terms=terms,
        due=terms.moves,
        call=call_at_start(setup.regulations, terms, remaining_ns),
        delay_left_ns=delay_ns(terms),
        overtime=overtime,
    )


def terms_of(setup: Setup, seat: Seat, period: int) -> Period | None:
    """Return the terms of a period, from 1; None if the control has no such period."""
    control = setup.control(seat)
    if period <= len(control):
        return control[period - 1]
    return control[-1] if control[-1].repeat else None


def full_time(regulations: Regulations, terms: Period) -> tuple[int, int | None]:
    """Return what a period shows to which nothing is carried over, and its byo-yomi periods."""
    remaining_ns = terms.time_ns + before_bonus_ns(regulations, terms)
    overtime = overtime_at_start(terms, remaining_ns)
    return (remaining_ns if overtime is None else terms.bonus_ns), overtime


def delay_ns(terms: Period) -> int:
    """Return the delay a turn begins with."""
    return terms.bonus_ns if terms.method is _DELAY else 0


def before_turn(clock: SeatState) -> SeatState:
    """Return a seat's clock as a turn of its own begins: nothing spent, the whole delay to come."""
    return replace(clock, turn_ns=0, delay_left_ns=delay_ns(clock.terms))


def before_bonus_ns(regulations: Regulations, terms: Period) -> int:
    """Return the increment given before the first move, where it is for the move to come."""
    first = regulations.first_bonus is FirstBonus.BEFORE and terms.method is Method.INCREMENT
    return terms.bonus_ns if first else 0


def overtime_at_start(terms: Period, remaining_ns: int) -> int | None:
    """Return the byo-yomi periods of a period that begins with no main time; else None."""
    no_main_time = terms.method is Method.BYOYOMI and remaining_ns == 0
    return terms.count if no_main_time else None


def call_at_start(regulations: Regulations, terms: Period, remaining_ns: int) -> Call:
    """Return how the referee's call stands when a period begins with `remaining_ns`."""
    if not regulations.referees or terms.method is Method.COUNTUP:
        return Call.OFF
    return Call.ARMED if remaining_ns > regulations.referee_call_ns else Call.NO_ALARM


def record_waived(regulations: Regulations, clock: SeatState, remaining_ns: int) -> bool:
    """Whether a seat need not keep its record with `remaining_ns` left (RIF 13.2)."""
    limit_ns = regulations.record_limit_ns
    return (
        limit_ns is not None
        and clock.terms.method is not Method.COUNTUP
        and remaining_ns <= limit_ns
        and clock.terms.bonus_ns < regulations.record_bonus_ns
    )


def periods_made(
    state: State, seat: Seat, at_ns: int, outputs: list[Output], earned_ns: int = 0
) -> State:
    """Return the state after all the periods whose moves a seat has made (RIF 14.4).

    One press may credit several moves and so complete more than one; none comes after a fall.
    """
    while state.quota_made(seat) and not state.seat(seat).fallen:
        before, state = state, next_period(state, seat, at_ns, outputs, earned_ns)
        if state is before:
            break
    return state


def next_period(
    state: State, seat: Seat, at_ns: int, outputs: list[Output], earned_ns: int = 0
) -> State:
    """Return the state with a seat in its next period; unused time is carried over where it may be.

    A control without a next period leaves the state as it is. `earned_ns` is what of the time came
    with the same press: whether the record was waived is told by the time without it.
    """
    clock, regulations = state.seat(seat), state.setup.regulations
    terms = terms_of(state.setup, seat, clock.period + 1)
    if terms is None:
        return state
    remaining_ns = _carried_ns(regulations, clock, terms, earned_ns) + terms.time_ns
    overtime = overtime_at_start(terms, remaining_ns)
    if overtime is not None:
        remaining_ns = terms.bonus_ns
    made = state.play.made(seat) if clock.due is None else clock.due
    in_turn = state.running is seat
    begun = replace(
        clock,
        remaining_ns=remaining_ns,
        period=clock.period + 1,
        terms=terms,
        due=None if terms.moves is None else made + terms.moves,
        call=call_at_start(regulations, terms, remaining_ns),
        # A turn has one delay, and the turn that runs has had its own.
        delay_left_ns=min(clock.delay_left_ns, delay_ns(terms)) if in_turn else delay_ns(terms),
        overtime=overtime,
    )
    before_ns = clock.remaining_ns - earned_ns
    lifted = record_waived(regulations, clock, before_ns) and not record_waived(
        regulations, begun, remaining_ns
    )
    outputs.append(PeriodBegan(at_ns, seat, begun.period, remaining_ns - clock.remaining_ns))
    return with_seat(state, seat, replace(begun, record_due=lifted or clock.record_due))


def _carried_ns(regulations: Regulations, clock: SeatState, terms: Period, earned_ns: int) -> int:
    """What a seat takes along into its next period: unused time, if it is the player's own."""
    before = clock.terms
    if NEVER_USED_UP & {before.method, terms.method}:
        return 0
    if before.repeat or clock.overtime is not None:
        # An increment for the move to come is not of the block that ends.
        return before_bonus_ns(regulations, terms) if earned_ns else 0
    return clock.remaining_ns
