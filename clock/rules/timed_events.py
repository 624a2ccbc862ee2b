"""Timed events: what the passing of time does without an input.

The time referee is called (RIF 14.9), a seat's time runs out (RIF 14.4), an absent player's default
time is over (RIF 15).

No timer fires here. Every state knows the instant of its next event, `wake_ns`; `settle` applies
all events up to an input, each at its own instant and in their order. So the game does not depend
on how late or how often somebody looks: a slow loop, a replay and a restart give the same game.
Several events may precede an input, and one may cause the next (a gong starts a turn), so `settle`
loops; `TIMED_EVENTS_MAX` bounds a game that nobody plays any more.
"""

from msgspec.structs import replace

from clock.rules import outputs as out
from clock.rules.control import AtZero
from clock.rules.outputs import Output
from clock.rules.periods import begin_next_period, call_referee
from clock.rules.regulations import OnFlag, Rollover
from clock.rules.seats import Seat
from clock.rules.state import NEVER_NS, Byoyomi, Phase, SeatState, State
from clock.rules.timing import (
    charge,
    charge_seat,
    default_time_in_ns,
    flow_hourglass,
    halt,
    running_seats,
    wake_ns,
    wake_of_clock_ns,
    wake_of_seat_ns,
    with_seat,
)
from clock.rules.turns import pass_turn

TIMED_EVENTS_MAX = 10_000
"""The events of a game after which its clocks stop: only an abandoned game has so many gongs."""


def settle(state: State, at_ns: int, outputs: list[Output]) -> State:
    """Apply all timed events up to `at_ns`, and return the state at that instant."""
    state = replace(state, wake_ns=wake_ns(state))
    while state.wake_ns <= at_ns:
        happened = _handle_event(state, max(state.wake_ns, state.since_ns), outputs)
        state = replace(happened, wake_ns=wake_ns(happened))
    return replace(state, at_ns=at_ns)


def drop_clapper(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Drop a seat's clapper (RIF 14.4)."""
    clock = state.seat(seat)
    overtime = None if clock.overtime is None and clock.coming is None else 0
    outputs.append(out.ClapperFell(at_ns, seat))
    return with_seat(
        state,
        seat,
        replace(
            clock,
            remaining_ns=0,
            short_ns=None,
            fell_at_ns=at_ns,
            overtime=overtime,
            coming=None,
        ),
    )


def stop_by_fall(state: State, at_ns: int, outputs: list[Output]) -> State:
    """Stop both clocks after the second fall (RIF 10.4), or after the first by the regulations."""
    regulations = state.setup.regulations
    if state.both_fallen:
        outputs.append(out.BothFallen(at_ns, regulations.both_fallen_draw))
    elif regulations.on_flag is OnFlag.RUN:
        return state
    if not running_seats(state):
        stopped = state.both_fallen and state.phase is Phase.STOPPED
        return replace(state, phase=Phase.FALLEN) if stopped else state
    outputs.append(out.ClocksStopped(at_ns, None))
    return halt(state, Phase.FALLEN)


def _handle_event(state: State, at_ns: int, outputs: list[Output]) -> State:
    state = charge(state, at_ns)
    default_in_ns = default_time_in_ns(state)
    if default_in_ns is not None and default_in_ns <= 0:
        outputs.extend(out.DefaultTimeReached(at_ns, seat) for seat in state.absent)
        state = replace(state, default_reported=True)
    # Joint time can run out for both seats at one instant: both events come before any stop.
    ran_out = [seat for seat in running_seats(state) if wake_of_seat_ns(state, seat) <= at_ns]
    for seat in ran_out:
        clock = state.seat(seat)
        if clock.remaining_ns > 0:
            state = call_referee(state, seat, at_ns, outputs)
        elif not clock.fallen:
            state = use_up(state, seat, at_ns, outputs)
    if any(state.seat(seat).fallen for seat in ran_out):
        state = stop_by_fall(state, at_ns, outputs)
    state = replace(state, timed_events=state.timed_events + 1)
    if state.timed_events < TIMED_EVENTS_MAX or not running_seats(state):
        return state
    outputs += (out.ClocksStopped(at_ns, None), out.OrganizerCalled(at_ns))
    return halt(state)


def use_up(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """End a time at zero: byo-yomi, gong, the next period if it is due, or the clapper's fall.

    A period that repeats is completed only by moves, even where periods begin at zero; else it
    would never end.
    """
    clock = state.seat(seat)
    begins = byoyomi_after(clock)
    if begins.periods:
        outputs.append(out.ByoyomiBegan(at_ns, seat, begins.periods))
        begun = replace(clock, remaining_ns=begins.left_ns, overtime=begins.periods, coming=None)
        return with_seat(state, seat, begun)
    if clock.terms.method.counting.at_zero is AtZero.GONG:
        return _strike_gong(state, seat, at_ns, outputs)
    if state.setup.terms(seat, clock.period + 1) is None:
        return drop_clapper(state, seat, at_ns, outputs)
    if state.setup.regulations.rollover is Rollover.AT_ZERO_BOTH and not clock.terms.repeat:
        for each in (seat, seat.other):
            other = state.seat(each)
            if other.period <= clock.period and not (other.fallen or other.terms.repeat):
                state = begin_next_period(state, each, at_ns, outputs)
        return replace(state, count_moves=True)
    if clock.due is None or state.completed(seat):
        return begin_next_period(state, seat, at_ns, outputs)
    return drop_clapper(state, seat, at_ns, outputs)


def run_at_once(
    state: State, seat: Seat, length_ns: int, at_ns: int, outputs: list[Output]
) -> State:
    """Let time run on a seat's clock at one instant, with all consequences but a stop."""
    while length_ns > 0:
        before = state.seat(seat)
        if before.terms.method.counting.at_zero is AtZero.GONG:  # takes no time of another turn
            after = replace(charge_seat(before, length_ns), remaining_ns=before.remaining_ns)
            return with_seat(state, seat, after)
        left_ns = wake_of_clock_ns(before, 0, 0)
        part_ns = min(length_ns, left_ns)
        after, length_ns = charge_seat(before, part_ns), length_ns - part_ns
        idle = flow_hourglass(state.seat(seat.other), before, after)
        state = with_seat(with_seat(state, seat, after), seat.other, idle)
        if left_ns != NEVER_NS:
            state = call_referee(state, seat, at_ns, outputs)
        if part_ns == left_ns:
            state = use_up(state, seat, at_ns, outputs)
    return state


def byoyomi_after(clock: SeatState) -> Byoyomi:
    """Return the byo-yomi left to a seat after the time that it has now."""
    terms = clock.terms
    if clock.coming is not None:
        return clock.coming
    periods = terms.count if clock.overtime is None else clock.overtime - 1
    return Byoyomi(periods if terms.has_byoyomi else 0, terms.bonus_ns)


def byoyomi_left(clock: SeatState) -> int | None:
    """Return the byo-yomi periods left, or to come after the main time; None without byo-yomi."""
    if not clock.terms.has_byoyomi:
        return None
    return byoyomi_after(clock).periods if clock.overtime is None else clock.overtime


def _strike_gong(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Strike the gong: it ends the turn; without a turn its time only starts again."""
    outputs.append(out.GongStruck(at_ns, seat))
    if state.phase is Phase.RUNNING:
        return pass_turn(state, seat, at_ns, outputs)
    clock = state.seat(seat)
    return with_seat(state, seat, replace(clock, remaining_ns=clock.terms.time_ns))
