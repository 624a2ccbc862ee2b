"""How time passes: charging the clock that runs, and what happens by itself when it runs on.

Three things happen by themselves: a time referee is called (RIF 14.9), a seat's time runs out (RIF
14.4), and an absent player's default time is over (RIF 15). Each happens at its exact instant,
however late anybody looks.
"""

from msgspec.structs import replace

from clock.rules.control import Method, Period
from clock.rules.methods import WAYS
from clock.rules.outputs import (
    BothFallen,
    ClapperFell,
    ClocksStopped,
    DefaultTimeReached,
    Output,
    PeriodBegan,
    RefereeCalled,
)
from clock.rules.regulations import FirstBonus, OnFlag, Regulations, Rollover
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import NEVER_NS, Call, Phase, SeatState, Setup, State

COUNTING = (Phase.RUNNING, Phase.RECONSTRUCTION)

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_ARMED, _JOINT, _FINISHED, _DELAY = Call.ARMED, Phase.JOINT, Phase.FINISHED, Method.DELAY


def with_seat(state: State, seat: Seat, clock: SeatState) -> State:
    """Return the state with one seat's clock replaced."""
    return replace(state, left=clock) if seat is LEFT else replace(state, right=clock)


def running_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats whose time runs; both in joint time (RIF 15)."""
    if state.running is not None:
        return (state.running,)
    return (state.turn, state.turn.other) if state.phase is Phase.JOINT else ()


def charged_seat(clock: SeatState, elapsed_ns: int) -> SeatState:
    """Return a seat's clock after `elapsed_ns` of its time went by."""
    remaining_ns, delay_left_ns = WAYS[clock.terms.method].passes(
        clock.remaining_ns, clock.delay_left_ns, elapsed_ns
    )
    return replace(
        clock,
        remaining_ns=remaining_ns if remaining_ns > 0 else 0,
        delay_left_ns=delay_left_ns,
        spent_ns=clock.spent_ns + elapsed_ns,
        turn_ns=clock.turn_ns + elapsed_ns,
    )


def charged(state: State, at_ns: int) -> State:
    """Return the state with the running time charged up to `at_ns`, not earlier than before."""
    elapsed_ns = at_ns - state.since_ns
    for seat in running_seats(state):
        state = with_seat(state, seat, charged_seat(state.seat(seat), elapsed_ns))
    return replace(state, since_ns=at_ns)


def wake_ns(state: State) -> int:
    """Return the next instant at which the state changes by itself; NEVER_NS if at none."""
    running = state.running
    if running is not None:
        wake = _wake_of_seat_ns(state, running)
    elif state.phase is _JOINT:
        wake = min(_wake_of_seat_ns(state, LEFT), _wake_of_seat_ns(state, RIGHT))
    else:
        wake = NEVER_NS
    default_at_ns = state.default_at_ns
    if default_at_ns is None or state.phase is _FINISHED:
        return wake
    return min(wake, default_at_ns)


def settled(state: State, at_ns: int, outputs: list[Output]) -> State:
    """Return the state as of `at_ns`, with all that happened by itself up to then."""
    state = replace(state, wake_ns=wake_ns(state))
    while state.wake_ns <= at_ns:
        happened = _happened(state, max(state.wake_ns, state.since_ns), outputs)
        state = replace(happened, wake_ns=wake_ns(happened))
    return replace(state, at_ns=at_ns)


def first_terms(setup: Setup, seat: Seat) -> SeatState:
    """Return a seat's clock as it shows before the game."""
    terms = setup.control(seat)[0]
    given_ns = setup.left_remaining_ns if seat is LEFT else setup.right_remaining_ns
    full_ns = terms.time_ns + before_bonus_ns(setup.regulations, terms)
    remaining_ns = full_ns if given_ns is None else given_ns
    return SeatState(
        remaining_ns=remaining_ns,
        period=1,
        terms=terms,
        due=terms.moves,
        call=call_at_start(setup.regulations, remaining_ns),
        delay_left_ns=delay_ns(terms),
    )


def terms_of(setup: Setup, seat: Seat, period: int) -> Period | None:
    """Return the terms of a period, from 1; None if the control has no such period."""
    control = setup.control(seat)
    if period <= len(control):
        return control[period - 1]
    return control[-1] if control[-1].repeat else None


def delay_ns(terms: Period) -> int:
    """Return the delay a turn begins with."""
    return terms.bonus_ns if terms.method is _DELAY else 0


def before_bonus_ns(regulations: Regulations, terms: Period) -> int:
    """Return the increment given before the first move, where it is for the move to come."""
    first = regulations.first_bonus is FirstBonus.BEFORE and terms.method is Method.INCREMENT
    return terms.bonus_ns if first else 0


def call_at_start(regulations: Regulations, remaining_ns: int) -> Call:
    """Return how the referee's call stands when a period begins with `remaining_ns`."""
    if not regulations.referees:
        return Call.OFF
    return Call.ARMED if remaining_ns > regulations.referee_call_ns else Call.NO_ALARM


def record_waived(regulations: Regulations, clock: SeatState, remaining_ns: int) -> bool:
    """Whether a seat need not keep its record with `remaining_ns` left (RIF 13.2)."""
    limit_ns = regulations.record_limit_ns
    return (
        limit_ns is not None
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
    """Return the state with a seat in its next period; the unused time is carried over.

    A control without a next period leaves the state as it is. `earned_ns` is what of the time came
    with the same press: whether the record was waived is told by the time without it.
    """
    clock, regulations = state.seat(seat), state.setup.regulations
    terms = terms_of(state.setup, seat, clock.period + 1)
    if terms is None:
        return state
    carried_ns = 0 if clock.terms.repeat else clock.remaining_ns
    remaining_ns = carried_ns + terms.time_ns
    made = state.play.made(seat) if clock.due is None else clock.due
    begun = replace(
        clock,
        remaining_ns=remaining_ns,
        period=clock.period + 1,
        terms=terms,
        due=None if terms.moves is None else made + terms.moves,
        call=call_at_start(regulations, remaining_ns),
        delay_left_ns=delay_ns(terms),
        overtime=None,
    )
    before_ns = clock.remaining_ns - earned_ns
    lifted = record_waived(regulations, clock, before_ns) and not record_waived(
        regulations, begun, remaining_ns
    )
    outputs.append(PeriodBegan(at_ns, seat, begun.period, remaining_ns - clock.remaining_ns))
    return with_seat(state, seat, replace(begun, record_due=lifted or clock.record_due))


def called(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Return the state with the time referee called for a seat, if it is time (RIF 14.9)."""
    clock, limit_ns = state.seat(seat), state.setup.regulations.referee_call_ns
    if clock.call is not Call.ARMED or clock.remaining_ns > limit_ns or state.quota_made(seat):
        return state
    outputs.append(RefereeCalled(at_ns, seat))
    return with_seat(state, seat, replace(clock, call=Call.CALLED))


def fallen(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Return the state with a seat's clapper down (RIF 14.4)."""
    outputs.append(ClapperFell(at_ns, seat))
    return with_seat(state, seat, replace(state.seat(seat), remaining_ns=0, fell_at_ns=at_ns))


def stopped_by_fall(state: State, at_ns: int, outputs: list[Output]) -> State:
    """Return the state after a fall: both down stops both (RIF 10.4), one as regulations say."""
    regulations = state.setup.regulations
    running = state.phase in COUNTING or state.phase is Phase.JOINT
    if state.both_fallen:
        outputs.append(BothFallen(at_ns, regulations.both_fallen_draw))
    elif regulations.on_flag is OnFlag.RUN:
        return state
    if not running:
        return state
    outputs.append(ClocksStopped(at_ns, None))
    resumes = Phase.JOINT if state.phase is Phase.JOINT else Phase.RUNNING
    return replace(state, phase=Phase.FALLEN, running=None, resumes=resumes)


def _wake_of_seat_ns(state: State, seat: Seat) -> int:
    """When a running seat's referee is to be called, or its time is out; NEVER_NS if never."""
    clock = state.left if seat is LEFT else state.right
    if clock.fell_at_ns is not None:
        return NEVER_NS
    zero_in_ns = WAYS[clock.terms.method].zero_in(clock.remaining_ns, clock.delay_left_ns)
    if zero_in_ns is None:
        return NEVER_NS
    if clock.call is not _ARMED or state.quota_made(seat):
        return state.since_ns + zero_in_ns
    call_in_ns = zero_in_ns - state.setup.regulations.referee_call_ns
    return state.since_ns + (call_in_ns if call_in_ns > 0 else 0)


def _happened(state: State, at_ns: int, outputs: list[Output]) -> State:
    state = charged(state, at_ns)
    if state.default_at_ns is not None and state.default_at_ns <= at_ns:
        outputs.extend(DefaultTimeReached(at_ns, seat) for seat in state.absent)
        state = replace(state, default_at_ns=None)
    ran_out = [seat for seat in running_seats(state) if _wake_of_seat_ns(state, seat) <= at_ns]
    for seat in ran_out:
        clock = state.seat(seat)
        if clock.remaining_ns > 0:
            state = called(state, seat, at_ns, outputs)
        elif not clock.fallen:
            state = _at_zero(state, seat, at_ns, outputs)
    if any(state.seat(seat).fallen for seat in ran_out):
        state = stopped_by_fall(state, at_ns, outputs)
    return state


def _at_zero(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """A seat's time ran out: its next period where that is due, else its clapper falls."""
    clock = state.seat(seat)
    if terms_of(state.setup, seat, clock.period + 1) is None:
        return fallen(state, seat, at_ns, outputs)
    if state.setup.regulations.rollover is Rollover.AT_ZERO_BOTH:
        for each in (seat, seat.other):
            other = state.seat(each)
            if other.period <= clock.period and not other.fallen:
                state = next_period(state, each, at_ns, outputs)
        return replace(state, count_moves=True)
    if clock.due is None or state.quota_made(seat):
        return next_period(state, seat, at_ns, outputs)
    return fallen(state, seat, at_ns, outputs)
