"""Periods: what a clock shows at the start of each, and when the next one begins (RIF 14.1).

In play the next period begins at a press or at zero (`next_period`). A correction of the counter
adds and removes periods as well (`following`, `put_into`): with their times, but not with what a
press earned or dropped.
"""

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP, PERIOD_NUMBER_MAX, Bonus, Period
from clock.rules.outputs import Output, PeriodBegan, RefereeCalled
from clock.rules.record import lifted
from clock.rules.regulations import FirstBonus, Regulations, Rollover
from clock.rules.seats import LEFT, Seat
from clock.rules.state import Call, SeatState, Setup, State
from clock.rules.timing import with_seat

_WAITED = Bonus.WAITED


def first_terms(setup: Setup, seat: Seat) -> SeatState:
    """Return a seat's clock as it shows before the game."""
    terms = setup.control(seat)[0]
    shown_ns = setup.left_remaining_ns if seat is LEFT else setup.right_remaining_ns
    full_ns = terms.time_ns + before_bonus_ns(setup.regulations, terms)
    remaining_ns = full_ns if shown_ns is None else shown_ns
    clock = SeatState(
        remaining_ns=remaining_ns,
        period=1,
        terms=terms,
        call=armed(setup.regulations, terms),
        delay_left_ns=delay_ns(terms),
    )
    return _in_byoyomi(clock)


def delay_ns(terms: Period) -> int:
    """Return the delay a turn begins with."""
    return terms.bonus_ns if terms.method.counting.bonus is _WAITED else 0


def before_turn(clock: SeatState) -> SeatState:
    """Return a seat's clock as a turn of its own begins: nothing spent, the whole delay to come."""
    return replace(clock, turn_ns=0, delay_left_ns=delay_ns(clock.terms))


def before_bonus_ns(regulations: Regulations, terms: Period) -> int:
    """Return the increment given before the first move, where it is for the move to come."""
    first = regulations.first_bonus is FirstBonus.BEFORE
    return terms.bonus_ns if first and terms.method.counting.bonus is Bonus.ADDED else 0


def armed(regulations: Regulations, terms: Period) -> Call:
    """Return how the referee's call stands as a period begins."""
    calls = regulations.referees and terms.method not in NEVER_USED_UP
    return Call.ARMED if calls else Call.OFF


def called(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Return the state with the time referee called for a seat, if it is time (RIF 14.9)."""
    clock, limit_ns = state.seat(seat), state.setup.regulations.referee_call_ns
    if clock.call is not Call.ARMED or clock.remaining_ns > limit_ns or state.completed(seat):
        return state
    outputs.append(RefereeCalled(at_ns, seat))
    return with_seat(state, seat, replace(clock, call=Call.CALLED))


def periods_made(
    state: State, seat: Seat, at_ns: int, outputs: list[Output], earned_ns: int = 0
) -> State:
    """Return the state after all the periods whose moves a seat has made (RIF 14.4).

    One press may credit several moves and so complete more than one; none comes after a fall.
    """
    for _ in range(PERIOD_NUMBER_MAX):
        if not state.completed(seat) or state.seat(seat).fallen:
            break
        state = next_period(state, seat, at_ns, outputs, earned_ns)
    return state


def next_period(
    state: State, seat: Seat, at_ns: int, outputs: list[Output], earned_ns: int = 0
) -> State:
    """Return the state with a seat in its next period; unused time is carried over where it may be.

    A control without a next period leaves the state as it is. `earned_ns` is the part of the time
    that the same press added.
    """
    clock, regulations = state.seat(seat), state.setup.regulations
    terms = state.setup.terms(seat, clock.period + 1)
    if terms is None:
        return state
    remaining_ns = _carried_ns(regulations, clock, terms, earned_ns) + terms.time_ns
    begun = _begun(state, seat, clock.period + 1, terms, remaining_ns)
    outputs.append(PeriodBegan(at_ns, seat, begun.period, begun.remaining_ns - clock.remaining_ns))
    before = replace(clock, remaining_ns=clock.remaining_ns - earned_ns)
    state = with_seat(state, seat, lifted(regulations, before, begun))
    return called(state, seat, at_ns, outputs)


def _carried_ns(regulations: Regulations, clock: SeatState, terms: Period, earned_ns: int) -> int:
    """What a seat takes along into its next period: unused time, if it is the player's own."""
    before = clock.terms
    if NEVER_USED_UP & {before.method, terms.method}:
        return 0
    if not before.carry or clock.overtime is not None:
        # An increment for the move to come is not of the period that ends.
        return before_bonus_ns(regulations, terms) if earned_ns else 0
    return clock.remaining_ns


def _begun(state: State, seat: Seat, number: int, terms: Period, remaining_ns: int) -> SeatState:
    """A seat's clock as its next period, or a later one that repeats, begins."""
    clock = state.seat(seat)
    entered = state.play.made(seat) if clock.due is None else clock.due
    entered += (number - clock.period - 1) * (terms.moves or 0)
    begun = _moved(state, seat, number, terms, entered, remaining_ns)
    return replace(begun, call=armed(state.setup.regulations, terms))


def _moved(
    state: State, seat: Seat, number: int, terms: Period, entered: int, remaining_ns: int
) -> SeatState:
    """A seat's clock in another period, which begins at `entered` moves."""
    clock = replace(
        state.seat(seat),
        remaining_ns=remaining_ns,
        period=number,
        terms=terms,
        entered=entered,
        # A turn has one delay, and the turn that runs has had its own.
        delay_left_ns=delay_left_ns(state, seat, terms),
        overtime=None,
        coming=None,
    )
    return _in_byoyomi(clock)


def _in_byoyomi(clock: SeatState) -> SeatState:
    """A clock; with no main time left, or less than none, its byo-yomi has begun, and run."""
    terms = clock.terms
    if not terms.has_byoyomi or clock.remaining_ns > 0:
        return clock
    gone, over_ns = divmod(-clock.remaining_ns, terms.bonus_ns)
    if gone >= terms.count:
        return clock
    return replace(clock, remaining_ns=terms.bonus_ns - over_ns, overtime=terms.count - gone)


def delay_left_ns(state: State, seat: Seat, terms: Period) -> int:
    """Return what a seat has of the delay in a period that begins now."""
    full_ns = delay_ns(terms)
    return min(state.seat(seat).delay_left_ns, full_ns) if state.turn is seat else full_ns


# Corrections


def come_by_moves(setup: Setup, seat: Seat) -> bool:
    """Whether the counter alone decides which period a seat is in."""
    on_move = setup.regulations.rollover is Rollover.ON_MOVE
    return on_move and all(period.moves for period in setup.control(seat)[:-1])


def following(state: State, seat: Seat) -> State:
    """Return the state with a seat in the period of its corrected moves (RIF 14.1).

    The time of a period that is reached is added, of one that is left is taken back: what remains
    may be 0 or less. Where periods come at zero, and with the clapper down, none follows.
    """
    clock, on_move = state.seat(seat), state.setup.regulations.rollover is Rollover.ON_MOVE
    if clock.fallen or not on_move:
        return state
    number, entered = counted(state, seat, clock.period, clock.entered)
    state = put_into(state, seat, number)
    return with_seat(state, seat, replace(state.seat(seat), entered=entered))


def counted(state: State, seat: Seat, number: int, entered: int) -> tuple[int, int]:
    """Return the period that a seat's moves bring it to, and the moves at which that begins.

    They are counted from a period that begins at `entered` moves; one that came by time is
    completed by moves, and not left by them.
    """
    setup, made = state.setup, state.play.made(seat)
    while number > 1 and made < entered:
        before = setup.terms(seat, number - 1)
        if before is None or before.moves is None:
            break
        times = min(-((made - entered) // before.moves), _again(setup, seat, number))
        number -= times
        entered = entered - times * before.moves if number > 1 else 0
    while (terms := setup.terms(seat, number)) is not None and terms.moves is not None:
        if made < entered + terms.moves or setup.terms(seat, number + 1) is None:
            break
        times = (made - entered) // terms.moves if terms.repeat else 1
        number, entered = number + times, entered + times * terms.moves
    return number, entered


def put_into(state: State, seat: Seat, period: int) -> State:
    """Return the state with a seat in another period; its time follows if its clapper is up."""
    if state.seat(seat).period == period:
        return state
    while more := period - state.seat(seat).period:
        state = with_seat(state, seat, _towards(state, seat, more))
    clock = state.seat(seat)
    if not clock.fallen:
        return state
    return with_seat(state, seat, replace(clock, remaining_ns=0, overtime=None))


def numbered(state: State, seat: Seat) -> State:
    """Return the state with a seat in the period of its moves, with the time it has now."""
    clock, after = state.seat(seat), following(state, seat).seat(seat)
    if after.period != clock.period:
        clock = replace(after, remaining_ns=clock.remaining_ns, overtime=None, coming=None)
    return with_seat(state, seat, clock)


def _towards(state: State, seat: Seat, more: int) -> SeatState:
    """A seat's clock in the next period, or the one before; of one that repeats, in as many.

    The time of those that it reaches is added, of those that it leaves taken back.
    """
    clock, forward = state.seat(seat), more > 0
    if forward:
        times = more if clock.terms.repeat else 1
    else:
        times = max(more, -_again(state.setup, seat, clock.period))
    number = clock.period + times
    terms = state.setup.terms(seat, number)
    assert terms is not None
    unused_ns = 0 if clock.overtime is not None else clock.remaining_ns
    remaining_ns = unused_ns + times * (terms if forward else clock.terms).time_ns
    if NEVER_USED_UP & {clock.terms.method, terms.method}:
        remaining_ns = terms.time_ns + before_bonus_ns(state.setup.regulations, terms)
    if forward:
        return _begun(state, seat, number, terms, remaining_ns)
    if times < -1 and terms.has_byoyomi:  # each had its own, for what is missing
        remaining_ns = max(remaining_ns, -clock.terms.time_ns)
    entered = clock.entered + times * (terms.moves or 0) if number > 1 else 0
    return _moved(state, seat, number, terms, entered, remaining_ns)


def _again(setup: Setup, seat: Seat, number: int) -> int:
    """How often a seat's last period has come again at this number; at least 1."""
    return max(1, number - len(setup.control(seat)))
