"""Time given to a seat and taken from it by corrections (RIF 17, gomoku 11).

Time taken counts as time that ran: what a period or a byo-yomi period does not cover comes off the
next. What none covers is kept as a debt (`SeatState.short_ns`): the clapper is down, and what is
given later pays it first. Time given in byo-yomi is main time; after it, byo-yomi resumes where it
was.
"""

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP
from clock.rules.outputs import Output
from clock.rules.periods import renumber
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Byoyomi, SeatState, State
from clock.rules.timed_events import byoyomi_after, stop_by_fall, use_up
from clock.rules.timing import charge_seat, passed_ns, with_seat


def change_time(state: State, seat: Seat, by_ns: int) -> State:
    """Give time to a seat, or take it if `by_ns` is negative; a fall is lifted by time given."""
    clock = state.seat(seat)
    if clock.ran_out:
        return _lift(state, seat, by_ns) if by_ns > 0 else state
    if by_ns > 0 and clock.overtime is not None and clock.remaining_ns > 0:
        return with_seat(state, seat, _add_main_time(clock, by_ns))
    clock = owing(clock)
    changed = replace(clock, remaining_ns=clock.remaining_ns + by_ns)
    return cover(with_seat(state, seat, changed), seat)


def set_time(state: State, seat: Seat, to_ns: int, by_ns: int) -> State:
    """Set a seat's time, and then give or take; in byo-yomi the excess of a period is main time."""
    clock = state.seat(seat)
    if clock.ran_out:
        if to_ns + by_ns <= 0:
            return state
        state = _raise_clapper(state, seat)
        clock = state.seat(seat)
    clock = replace(clock, remaining_ns=to_ns, short_ns=None)
    if clock.overtime is not None:  # a seat that fell is in its last period again
        clock = replace(clock, overtime=max(1, clock.overtime))
    return change_time(cover(with_seat(state, seat, clock), seat), seat, by_ns)


def set_byoyomi(state: State, seat: Seat, periods: int) -> State:
    """Set the byo-yomi periods left to a seat; without time it begins the first of them."""
    lifted = _raise_clapper(state, seat) if state.seat(seat).ran_out else state
    clock = lifted.seat(seat)
    if not clock.terms.has_byoyomi:
        return state
    if clock.remaining_ns <= 0:
        whole_ns = clock.terms.bonus_ns
        clock = replace(clock, remaining_ns=whole_ns, overtime=periods, coming=None, short_ns=None)
    elif clock.overtime is not None:
        clock = replace(clock, overtime=periods)
    else:
        left_ns = byoyomi_after(clock).left_ns or clock.terms.bonus_ns
        clock = replace(clock, coming=Byoyomi(periods, left_ns))
    return with_seat(state, seat, clock)


def owing(clock: SeatState) -> SeatState:
    """Return a clock whose time is below zero by its debt."""
    if clock.short_ns is None:
        return clock
    return replace(clock, remaining_ns=-clock.short_ns, short_ns=None)


def charge_in_stop(state: State, seat: Seat, length_ns: int) -> State:
    """Charge a time to a seat while no clock runs: what nothing covers is a debt, no fall."""
    clock = owing(state.seat(seat))
    charged = charge_seat(clock, length_ns)
    if not clock.ran_out:  # below zero as well: later periods may cover it
        left_ns = clock.remaining_ns + passed_ns(clock, length_ns)
        charged = replace(charged, remaining_ns=left_ns)
    return cover(with_seat(state, seat, charged), seat)


def covered_ns(state: State, seat: Seat, length_ns: int) -> int:
    """Return how much of a time charged in a stop a seat has; the rest is a debt."""
    if state.seat(seat).ran_out:
        return 0
    after = charge_in_stop(state, seat, length_ns)
    return length_ns + (debt_ns(state, seat) or 0) - (debt_ns(after, seat) or 0)


def flow(state: State, seat: Seat, by_ns: int) -> State:
    """Let time flow to a seat from the other's hourglass, or back; it pays a debt first."""
    clock = state.seat(seat)
    if clock.ran_out:
        return state
    owed = owing(clock)
    state = with_seat(state, seat, replace(owed, remaining_ns=owed.remaining_ns + by_ns))
    return state if owed is clock and owed.remaining_ns + by_ns > 0 else cover(state, seat)


def cover(state: State, seat: Seat) -> State:
    """Let later periods cover a time below zero, as if it had run; without them it is a debt."""
    clock = state.seat(seat)
    counting, over_ns = clock.terms.method.counting, clock.remaining_ns - clock.terms.bonus_ns
    if clock.ran_out or counting.below_zero:
        return state
    if clock.terms.method in NEVER_USED_UP:
        return with_seat(state, seat, replace(clock, remaining_ns=max(0, clock.remaining_ns)))
    if clock.remaining_ns > 0:
        if clock.overtime is None or over_ns <= 0:
            return state
        whole = replace(clock, remaining_ns=clock.terms.bonus_ns)
        return with_seat(state, seat, _add_main_time(whole, over_ns))
    covered, missing_ns = _use_periods(state, seat)
    if missing_ns is None:
        return covered
    debt = replace(clock, remaining_ns=0, short_ns=-clock.remaining_ns)
    return with_seat(state, seat, debt)


def debt_ns(state: State, seat: Seat) -> int | None:
    """Return the time that a seat owes beyond all its periods; None without a debt."""
    if state.seat(seat).short_ns is None:
        return None
    return _use_periods(state, seat)[1]


def run_out(state: State, seat: Seat, at_ns: int) -> State:
    """Make a seat's debt a fall at this instant, in the period in which its time ends."""
    state, _ = _use_periods(state, seat)
    return with_seat(state, seat, replace(state.seat(seat), fell_at_ns=at_ns))


def fall_in_debt(state: State, at_ns: int, outputs: list[Output]) -> State:
    """Let the clappers that debts have lowered stay down as play goes on: now they are falls."""
    falls = [seat for seat in (LEFT, RIGHT) if state.seat(seat).short_ns is not None]
    for seat in falls:
        state = run_out(state, seat, at_ns)
    return stop_by_fall(state, at_ns, outputs) if falls else state


def reserve_ns(clock: SeatState) -> int:
    """Return the time left to a seat in its period, including byo-yomi."""
    byoyomi = byoyomi_after(clock)
    later_ns = byoyomi.left_ns + (byoyomi.periods - 1) * clock.terms.bonus_ns
    return clock.remaining_ns + (later_ns if byoyomi.periods else 0)


def _lift(state: State, seat: Seat, by_ns: int) -> State:
    state = _raise_clapper(state, seat)
    clock = state.seat(seat)
    if clock.overtime is not None:  # its byo-yomi is used up
        return with_seat(state, seat, _add_main_time(clock, by_ns))
    return with_seat(state, seat, replace(clock, remaining_ns=by_ns))


def _raise_clapper(state: State, seat: Seat) -> State:
    """Raise the clapper of a seat whose time ran out, in the period of its moves."""
    return renumber(with_seat(state, seat, replace(state.seat(seat), fell_at_ns=None)), seat)


def _add_main_time(clock: SeatState, amount_ns: int) -> SeatState:
    """Add time to a clock in byo-yomi, which goes on after it."""
    coming = Byoyomi(clock.overtime or 0, clock.remaining_ns)
    return replace(clock, remaining_ns=amount_ns, overtime=None, coming=coming)


def _use_periods(state: State, seat: Seat) -> tuple[State, int | None]:
    """Use up the periods that a seat's time below zero covers, and the time still missing.

    None is missing if the seat has time left. Of the outputs on the way none is wanted: what
    changed is reported as figures.
    """
    ignored: list[Output] = []
    missing_ns = -owing(state.seat(seat)).remaining_ns
    while True:
        # First all whole periods at once: an amount may be hundreds of them.
        clock, missing_ns = _use_whole_periods(state, seat, missing_ns)
        state = use_up(with_seat(state, seat, clock), seat, state.at_ns, ignored)
        clock = state.seat(seat)
        if clock.ran_out:
            return state, missing_ns
        left_ns, _ = clock.terms.method.counting.passes(clock.remaining_ns, 0, missing_ns)
        if left_ns > 0 or clock.terms.method in NEVER_USED_UP:
            signed = clock.terms.method.counting.below_zero
            clock = replace(clock, remaining_ns=left_ns if signed else max(0, left_ns))
            return with_seat(state, seat, clock), None
        missing_ns = -left_ns


def _use_whole_periods(state: State, seat: Seat, missing_ns: int) -> tuple[SeatState, int]:
    """Skip the repetitions and byo-yomi periods that the time uses up whole, but for the last.

    Returns the clock at zero, and the time still missing.
    """
    clock = replace(state.seat(seat), remaining_ns=0, short_ns=None)
    terms = clock.terms
    if terms.repeat and terms.moves:
        more_ns = missing_ns - reserve_ns(clock)
        whole_ns = terms.time_ns + terms.count * terms.bonus_ns
        made = (state.play.made(seat) - clock.entered) // terms.moves
        blocks = max(0, min(made - 1, more_ns // whole_ns))
        entered = clock.entered + blocks * terms.moves
        clock = replace(clock, period=clock.period + blocks, entered=entered)
        missing_ns -= blocks * whole_ns
    if clock.overtime:
        periods = max(0, min(clock.overtime - 1, missing_ns // terms.bonus_ns))
        clock = replace(clock, overtime=clock.overtime - periods)
        missing_ns -= periods * terms.bonus_ns
    return clock, missing_ns
