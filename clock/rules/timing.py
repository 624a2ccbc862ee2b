"""How time passes, and when something will happen by itself.

A seat's clock is charged up to an instant by one subtraction; nothing counts down. What happens
when time runs on is in `timed_events`.
"""

from msgspec.structs import replace

from clock.rules.control import AtZero
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import NEVER_NS, Call, Phase, SeatState, State

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_ARMED, _JOINT, _RECONSTRUCTION = Call.ARMED, Phase.JOINT, Phase.RECONSTRUCTION
_COUNTS_ON = AtZero.NOTHING


def with_seat(state: State, seat: Seat, clock: SeatState) -> State:
    return replace(state, left=clock) if seat is LEFT else replace(state, right=clock)


def running_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats whose time runs; both in joint time (RIF 15)."""
    if state.running is not None:
        return (state.running,)
    return (state.turn, state.turn.other) if state.phase is Phase.JOINT else ()


def charged_seat(clock: SeatState, elapsed_ns: int) -> SeatState:
    """Return a seat's clock after `elapsed_ns` of its time went by."""
    counting = clock.terms.method.counting
    remaining_ns, delay_left_ns = counting.passes(
        clock.remaining_ns, clock.delay_left_ns, elapsed_ns
    )
    if (remaining_ns < 0 and not counting.below_zero) or clock.fell_at_ns is not None:
        remaining_ns = 0
    return replace(
        clock,
        remaining_ns=remaining_ns,
        delay_left_ns=delay_left_ns,
        spent_ns=clock.spent_ns + elapsed_ns,
        turn_ns=clock.turn_ns + elapsed_ns,
    )


def rebuilt(clock: SeatState, elapsed_ns: int) -> SeatState:
    """Return a seat's clock after `elapsed_ns` of a reconstruction, which is no part of a turn."""
    after = charged_seat(replace(clock, delay_left_ns=0), elapsed_ns)
    return replace(after, delay_left_ns=clock.delay_left_ns, turn_ns=clock.turn_ns)


def flowed(clock: SeatState, before: SeatState, after: SeatState) -> SeatState:
    """Return the idle seat's clock after the other's was charged: an hourglass flows into it."""
    if not before.terms.method.counting.flows or clock.fell_at_ns is not None:
        return clock
    return replace(
        clock, remaining_ns=clock.remaining_ns + before.remaining_ns - after.remaining_ns
    )


def charged(state: State, at_ns: int) -> State:
    """Return the state with the running time charged up to `at_ns`, not earlier than before."""
    elapsed_ns, running = at_ns - state.since_ns, state.running
    if running is not None:
        before = state.seat(running)
        spend = rebuilt if state.phase is _RECONSTRUCTION else charged_seat
        after = spend(before, elapsed_ns)
        state = with_seat(state, running, after)
        other = flowed(state.seat(running.other), before, after)
        state = with_seat(state, running.other, other)
    elif state.phase is _JOINT:
        for seat in (LEFT, RIGHT):
            state = with_seat(state, seat, charged_seat(state.seat(seat), elapsed_ns))
    else:
        return replace(state, since_ns=at_ns)
    waited_ns = state.waited_ns + elapsed_ns if state.absent else state.waited_ns
    return replace(state, since_ns=at_ns, waited_ns=waited_ns)


def halted(state: State, phase: Phase = Phase.STOPPED) -> State:
    """Return the state with no clock running; what went on is remembered (RIF 14.6)."""
    return replace(state, phase=phase, running=None, resumes=state.interrupted)


def remaining_ns(state: State, seat: Seat, at_ns: int) -> int:
    """Return what a seat has left at `at_ns`, not earlier than the last input."""
    return charged(state, max(at_ns, state.since_ns)).seat(seat).remaining_ns


def wake_ns(state: State) -> int:
    """Return the next instant at which the state changes by itself; NEVER_NS if at none."""
    running = state.running
    if running is not None:
        wake = wake_of_seat_ns(state, running)
    elif state.phase is _JOINT:
        wake = min(wake_of_seat_ns(state, LEFT), wake_of_seat_ns(state, RIGHT))
    else:
        return NEVER_NS
    default_in_ns = default_time_in_ns(state)
    if default_in_ns is None:
        return wake
    return min(wake, state.since_ns + (default_in_ns if default_in_ns > 0 else 0))


def default_time_in_ns(state: State) -> int | None:
    """Return after how much of running time those who are absent are reported (RIF 15)."""
    default_ns = state.setup.regulations.default_time_ns
    if default_ns is None or not state.absent or state.default_reported:
        return None
    return default_ns - state.waited_ns


def wake_of_seat_ns(state: State, seat: Seat) -> int:
    """When a running seat's referee is to be called, or its time is out; NEVER_NS if never."""
    clock = state.left if seat is LEFT else state.right
    if state.phase is _RECONSTRUCTION:
        clock = replace(clock, delay_left_ns=0)
    calls = clock.call is _ARMED and not state.completed(seat)
    return wake_of_clock_ns(
        clock, state.since_ns, state.setup.regulations.referee_call_ns if calls else 0
    )


def wake_of_clock_ns(clock: SeatState, since_ns: int, call_ns: int) -> int:
    """When a clock that runs from `since_ns` comes to `call_ns` left; NEVER_NS if it never does."""
    if clock.fell_at_ns is not None or clock.terms.method.counting.at_zero is _COUNTS_ON:
        return NEVER_NS
    zero_in_ns = clock.remaining_ns + clock.delay_left_ns
    return since_ns + zero_in_ns - call_ns if zero_in_ns > call_ns else since_ns
