"""How time passes: charging the clock that runs, and when something will happen by itself.

A seat's clock is charged up to an instant by one subtraction; nothing counts down. What happens
when time runs on is in `happenings`.
"""

from msgspec.structs import replace

from clock.rules.control import Method
from clock.rules.methods import WAYS
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import NEVER_NS, Call, Phase, SeatState, State

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_ARMED, _JOINT, _FINISHED, _HOURGLASS = Call.ARMED, Phase.JOINT, Phase.FINISHED, Method.HOURGLASS


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
        remaining_ns=remaining_ns if remaining_ns > 0 and clock.fell_at_ns is None else 0,
        delay_left_ns=delay_left_ns,
        spent_ns=clock.spent_ns + elapsed_ns,
        turn_ns=clock.turn_ns + elapsed_ns,
    )


def flowed(clock: SeatState, before: SeatState, after: SeatState) -> SeatState:
    """Return the idle seat's clock after the other's was charged: an hourglass flows into it."""
    if before.terms.method is not _HOURGLASS or clock.fell_at_ns is not None:
        return clock
    return replace(
        clock, remaining_ns=clock.remaining_ns + before.remaining_ns - after.remaining_ns
    )


def charged(state: State, at_ns: int) -> State:
    """Return the state with the running time charged up to `at_ns`, not earlier than before."""
    elapsed_ns, running = at_ns - state.since_ns, state.running
    if running is not None:
        before = state.seat(running)
        after = charged_seat(before, elapsed_ns)
        state = with_seat(state, running, after)
        other = flowed(state.seat(running.other), before, after)
        state = with_seat(state, running.other, other)
    elif state.phase is _JOINT:
        for seat in (LEFT, RIGHT):
            state = with_seat(state, seat, charged_seat(state.seat(seat), elapsed_ns))
    return replace(state, since_ns=at_ns)


def remaining_ns(state: State, seat: Seat, at_ns: int) -> int:
    """Return what a seat has left at `at_ns`, not earlier than the last input; never below 0."""
    return charged(state, max(at_ns, state.since_ns)).seat(seat).remaining_ns


def wake_ns(state: State) -> int:
    """Return the next instant at which the state changes by itself; NEVER_NS if at none."""
    running = state.running
    if running is not None:
        wake = wake_of_seat_ns(state, running)
    elif state.phase is _JOINT:
        wake = min(wake_of_seat_ns(state, LEFT), wake_of_seat_ns(state, RIGHT))
    else:
        wake = NEVER_NS
    default_at_ns = state.default_at_ns
    if default_at_ns is None or state.phase is _FINISHED:
        return wake
    return min(wake, default_at_ns)


def deadline_ns(state: State) -> int | None:
    """Return when the state changes next by itself; None if it does not."""
    return None if state.wake_ns == NEVER_NS else state.wake_ns


def wake_of_seat_ns(state: State, seat: Seat) -> int:
    """When a running seat's referee is to be called, or its time is out; NEVER_NS if never."""
    clock = state.left if seat is LEFT else state.right
    if clock.fell_at_ns is not None:
        return NEVER_NS
    zero_in_ns = WAYS[clock.terms.method].zero_in(clock.remaining_ns, clock.delay_left_ns)
    if zero_in_ns is None:
        return NEVER_NS
    called = clock.call is not _ARMED or clock.overtime is not None
    if called or state.quota_made(seat):
        return state.since_ns + zero_in_ns
    call_in_ns = zero_in_ns - state.setup.regulations.referee_call_ns
    return state.since_ns + (call_in_ns if call_in_ns > 0 else 0)
