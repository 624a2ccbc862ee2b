"""Charging time to clocks, and the instants of the next timed events.

Nothing counts down: a clock is charged up to an instant by one subtraction, so its time is exact
however long nobody looked. `timed_events` says what happens at the instants computed here.
"""

from msgspec.structs import replace

from clock.rules.control import AtZero
from clock.rules.regulations import LateStart
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import NEVER_NS, Call, Phase, SeatState, State

# Needed at every press: a module's name is found three times faster than a member of an Enum.
_ARMED, _JOINT, _RECONSTRUCTION = Call.ARMED, Phase.JOINT, Phase.RECONSTRUCTION
_COUNTS_ON = AtZero.NOTHING
_SPLIT = LateStart.SPLIT


def with_seat(state: State, seat: Seat, clock: SeatState) -> State:
    return replace(state, left=clock) if seat is LEFT else replace(state, right=clock)


def running_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats whose clocks run: both in joint time (RIF 15)."""
    if state.running is not None:
        return (state.running,)
    return (state.turn, state.turn.other) if state.phase is Phase.JOINT else ()


def charge_seat(clock: SeatState, elapsed_ns: int) -> SeatState:
    """Charge `elapsed_ns` to a seat's clock."""
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


def passed_ns(clock: SeatState, spent_ns: int) -> int:
    """Return the change of a clock by time spent: negative, or positive if it counts up."""
    remaining_ns, _ = clock.terms.method.counting.passes(0, clock.delay_left_ns, spent_ns)
    return remaining_ns


def charge_reconstruction(clock: SeatState, elapsed_ns: int) -> SeatState:
    """Charge `elapsed_ns` of a reconstruction: it is no part of a turn, and no delay covers it."""
    after = charge_seat(replace(clock, delay_left_ns=0), elapsed_ns)
    return replace(after, delay_left_ns=clock.delay_left_ns, turn_ns=clock.turn_ns)


def flow_hourglass(clock: SeatState, before: SeatState, after: SeatState) -> SeatState:
    """Return the idle seat's clock with the time that flowed from the other's hourglass."""
    if not before.terms.method.counting.flows or clock.fell_at_ns is not None:
        return clock
    return replace(
        clock, remaining_ns=clock.remaining_ns + before.remaining_ns - after.remaining_ns
    )


def charge(state: State, at_ns: int) -> State:
    """Charge the time up to `at_ns` to the clocks that run; not before `since_ns`."""
    elapsed_ns, running = at_ns - state.since_ns, state.running
    if running is not None:
        before = state.seat(running)
        spend = charge_reconstruction if state.phase is _RECONSTRUCTION else charge_seat
        after = spend(before, elapsed_ns)
        state = with_seat(state, running, after)
        other = flow_hourglass(state.seat(running.other), before, after)
        state = with_seat(state, running.other, other)
    elif state.phase is _JOINT:
        share_ns, odd_ns = elapsed_ns, state.odd_ns
        if splits(state):
            share_ns, odd_ns = divmod(odd_ns + elapsed_ns, 2)
        state = replace(state, odd_ns=odd_ns)
        for seat in (LEFT, RIGHT):
            state = with_seat(state, seat, charge_seat(state.seat(seat), share_ns))
    else:
        return replace(state, since_ns=at_ns)
    waited_ns = state.waited_ns + elapsed_ns if state.absent else state.waited_ns
    return replace(state, since_ns=at_ns, waited_ns=waited_ns)


def halt(state: State, phase: Phase = Phase.STOPPED) -> State:
    """Stop all clocks, and remember the phase to resume (RIF 14.6)."""
    return replace(
        state,
        phase=phase,
        running=None,
        resumes=state.interrupted,
        fall_stopped=phase is Phase.FALLEN,
        stoppage=None,
    )


def remaining_ns(state: State, seat: Seat, at_ns: int) -> int:
    """Return a seat's remaining time at `at_ns`, or at the last input if that is later."""
    return charge(state, max(at_ns, state.since_ns)).seat(seat).remaining_ns


def wake_ns(state: State) -> int:
    """Return the instant of the next timed event; NEVER_NS if there is none."""
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
    """Return the running time until absent players are reported; None if never (RIF 15)."""
    default_ns = state.setup.regulations.default_time_ns
    if default_ns is None or not state.absent or state.default_reported:
        return None
    return default_ns - state.waited_ns


def splits(state: State) -> bool:
    """Whether one clock runs for both at half speed each (US Chess 16K)."""
    return state.phase is _JOINT and state.setup.regulations.late_start is _SPLIT


def takes_ns(state: State, length_ns: int) -> int:
    """Return how long, from `since_ns` on, each running clock needs to be charged this much."""
    return max(0, 2 * length_ns - state.odd_ns) if splits(state) else length_ns


def wake_of_seat_ns(state: State, seat: Seat) -> int:
    """Return the instant of a running seat's referee call or zero; NEVER_NS if there is none."""
    clock = state.left if seat is LEFT else state.right
    if state.phase is _RECONSTRUCTION:
        clock = replace(clock, delay_left_ns=0)
    calls = clock.call is _ARMED and not state.completed(seat)
    call_ns = state.setup.regulations.referee_call_ns if calls else 0
    due_in_ns = wake_of_clock_ns(clock, 0, call_ns)
    return NEVER_NS if due_in_ns == NEVER_NS else state.since_ns + takes_ns(state, due_in_ns)


def wake_of_clock_ns(clock: SeatState, since_ns: int, call_ns: int) -> int:
    """Return the instant at which a running clock reaches `call_ns`; NEVER_NS if it never does."""
    if clock.fell_at_ns is not None or clock.terms.method.counting.at_zero is _COUNTS_ON:
        return NEVER_NS
    zero_in_ns = clock.remaining_ns + clock.delay_left_ns
    return since_ns + zero_in_ns - call_ns if zero_in_ns > call_ns else since_ns
