"""Periods: the time that a seat has in each, and when the next begins (RIF 14.1).

In play the next period begins at a press or at zero (`begin_next_period`). A correction of the move
counter moves a seat forwards and backwards through its periods (`follow_moves`, `put_into`). It
adds and removes their times, but it neither repeats nor undoes what presses earned or dropped.

A correction can be hundreds of repetitions of a period away. They are computed at once, so that no
step takes longer than any other.
"""

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP, PERIOD_NUMBER_MAX, Bonus, Period
from clock.rules.outputs import Output, PeriodBegan, RefereeCalled
from clock.rules.record import lift_waiver
from clock.rules.regulations import FirstBonus, Regulations, Rollover
from clock.rules.seats import LEFT, Seat
from clock.rules.state import Call, Rest, SeatState, Setup, State
from clock.rules.timing import with_seat

_WAITED = Bonus.WAITED


def first_clock(setup: Setup, seat: Seat) -> SeatState:
    """Return a seat's clock before the game, in its first period."""
    terms = setup.control(seat)[0]
    shown_ns = setup.left_remaining_ns if seat is LEFT else setup.right_remaining_ns
    full_ns = terms.time_ns + before_bonus_ns(setup.regulations, terms)
    remaining_ns = full_ns if shown_ns is None else shown_ns
    clock = SeatState(
        remaining_ns=remaining_ns,
        period=1,
        terms=terms,
        call=call_at_start(setup.regulations, terms),
        delay_left_ns=delay_ns(terms),
    )
    return _enter_byoyomi(clock)


def delay_ns(terms: Period) -> int:
    """Return the delay at the beginning of a turn; 0 with other methods."""
    return terms.bonus_ns if terms.method.counting.bonus is _WAITED else 0


def reset_turn(clock: SeatState) -> SeatState:
    """Begin a turn of this seat's own: no time spent yet, the whole delay to come."""
    return replace(clock, turn_ns=0, delay_left_ns=delay_ns(clock.terms))


def before_bonus_ns(regulations: Regulations, terms: Period) -> int:
    """Return the increment given before a period's first move; 0 if moves earn it afterwards."""
    first = regulations.first_bonus is FirstBonus.BEFORE
    return terms.bonus_ns if first and terms.method.counting.bonus is Bonus.ADDED else 0


def call_at_start(regulations: Regulations, terms: Period) -> Call:
    """Return the state of the referee's call at the beginning of a period."""
    calls = regulations.referees and terms.method not in NEVER_USED_UP
    return Call.ARMED if calls else Call.OFF


def call_referee(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Call the time referee for a seat whose time is short, once per period (RIF 14.9)."""
    clock, limit_ns = state.seat(seat), state.setup.regulations.referee_call_ns
    if clock.call is not Call.ARMED or clock.remaining_ns > limit_ns or state.completed(seat):
        return state
    outputs.append(RefereeCalled(at_ns, seat))
    return with_seat(state, seat, replace(clock, call=Call.CALLED))


def complete_periods(
    state: State, seat: Seat, at_ns: int, outputs: list[Output], earned_ns: int = 0
) -> State:
    """Begin the next period as often as a seat has made the moves of its present one (RIF 14.4).

    One press may credit several moves and complete several periods. Nothing follows a fall.
    """
    for _ in range(PERIOD_NUMBER_MAX):  # a bound: no press completes so many
        if not state.completed(seat) or state.seat(seat).fallen:
            break
        state = begin_next_period(state, seat, at_ns, outputs, earned_ns)
    return state


def begin_next_period(
    state: State, seat: Seat, at_ns: int, outputs: list[Output], earned_ns: int = 0
) -> State:
    """Put a seat into its next period, if there is one, with the unused time that carries over.

    `earned_ns` is the part of the seat's time that the same press earned.
    """
    clock, regulations = state.seat(seat), state.setup.regulations
    terms = state.setup.terms(seat, clock.period + 1)
    if terms is None:
        return state
    carried_ns = _carried_ns(regulations, clock, terms, earned_ns)
    begun = _begin_period(state, seat, clock.period + 1, terms, carried_ns + terms.time_ns)
    begun = _note_rest(clock, begun, clock.remaining_ns - carried_ns)
    outputs.append(PeriodBegan(at_ns, seat, begun.period, begun.remaining_ns - clock.remaining_ns))
    # Without the increment, which may have lifted the time above the limit of the record.
    before = replace(clock, remaining_ns=clock.remaining_ns - earned_ns)
    state = with_seat(state, seat, lift_waiver(regulations, before, begun))
    return call_referee(state, seat, at_ns, outputs)


def _carried_ns(regulations: Regulations, clock: SeatState, terms: Period, earned_ns: int) -> int:
    """Return the time that carries over into the next period."""
    before = clock.terms
    if NEVER_USED_UP & {before.method, terms.method}:
        return 0
    if not before.carry or clock.overtime is not None:
        # An increment for the move to come is not of the period that ends.
        return before_bonus_ns(regulations, terms) if earned_ns else 0
    return clock.remaining_ns


def _begin_period(
    state: State, seat: Seat, number: int, terms: Period, remaining_ns: int
) -> SeatState:
    """Return a seat's clock at the beginning of its next period, or of a later repetition."""
    clock = state.seat(seat)
    entered = state.play.made(seat) if clock.due is None else clock.due
    entered += (number - clock.period - 1) * (terms.moves or 0)
    begun = _move_to(state, seat, number, terms, entered, remaining_ns)
    return replace(begun, call=call_at_start(state.setup.regulations, terms))


def _move_to(
    state: State, seat: Seat, number: int, terms: Period, entered: int, remaining_ns: int
) -> SeatState:
    """Return a seat's clock in another period, which begins at `entered` moves."""
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
    return _enter_byoyomi(clock)


def _enter_byoyomi(clock: SeatState) -> SeatState:
    """Begin byo-yomi on a clock without main time; time below zero is taken from its periods."""
    terms = clock.terms
    if not terms.has_byoyomi or clock.remaining_ns > 0:
        return clock
    gone, over_ns = divmod(-clock.remaining_ns, terms.bonus_ns)
    if gone >= terms.count:
        return clock
    return replace(clock, remaining_ns=terms.bonus_ns - over_ns, overtime=terms.count - gone)


def _note_rest(ended: SeatState, begun: SeatState, dropped_ns: int) -> SeatState:
    """Note the time that a seat's period dropped at its end, in case the counter is set back."""
    if dropped_ns == 0 or NEVER_USED_UP & {ended.terms.method, begun.terms.method}:
        return begun
    rest = Rest(ended.period, ended.period, dropped_ns, ended.overtime)
    return replace(begun, rests=(*ended.rests, rest))


def delay_left_ns(state: State, seat: Seat, terms: Period) -> int:
    """Return the delay left to a seat in a period that begins now."""
    full_ns = delay_ns(terms)
    return min(state.seat(seat).delay_left_ns, full_ns) if state.in_turn(seat) else full_ns


# Corrections


def come_by_moves(setup: Setup, seat: Seat) -> bool:
    """Whether the move counter alone decides the period of a seat."""
    on_move = setup.regulations.rollover is Rollover.ON_MOVE
    return on_move and all(period.moves for period in setup.control(seat)[:-1])


def follow_moves(state: State, seat: Seat) -> State:
    """Put a seat into the period of its corrected moves (RIF 14.1).

    The times of periods entered are added, of periods left taken back, so the remaining time may
    become 0 or less. Nothing changes where periods begin at zero, or after a fall.
    """
    clock, on_move = state.seat(seat), state.setup.regulations.rollover is Rollover.ON_MOVE
    if clock.ran_out or not on_move:
        return state
    number, entered = period_by_moves(state, seat, clock.period, clock.entered)
    state = put_into(state, seat, number)
    return with_seat(state, seat, replace(state.seat(seat), entered=entered))


def period_by_moves(state: State, seat: Seat, number: int, entered: int) -> tuple[int, int]:
    """Return the number of the period for a seat's moves, and the moves at its beginning.

    Counting starts from period `number`, which begins at `entered` moves. A period without moves is
    left by time alone, so counting back stops at it.
    """
    setup, made = state.setup, state.play.made(seat)
    while number > 1 and made < entered:
        before = setup.terms(seat, number - 1)
        if before is None or before.moves is None:
            break
        times = min(-((made - entered) // before.moves), _repeats(setup, seat, number))
        number -= times
        entered = entered - times * before.moves if number > 1 else 0
    while (terms := setup.terms(seat, number)) is not None and terms.moves is not None:
        if made < entered + terms.moves or setup.terms(seat, number + 1) is None:
            break
        times = (made - entered) // terms.moves if terms.repeat else 1
        number, entered = number + times, entered + times * terms.moves
    return number, entered


def put_into(state: State, seat: Seat, period: int) -> State:
    """Put a seat into another period; its time follows, unless its clapper is down."""
    if state.seat(seat).period == period:
        return state
    while more := period - state.seat(seat).period:
        state = with_seat(state, seat, _step_towards(state, seat, more))
    clock = state.seat(seat)
    if not clock.ran_out:
        return state
    return with_seat(state, seat, replace(clock, remaining_ns=0, overtime=None))


def renumber(state: State, seat: Seat) -> State:
    """Put a seat into the period of its moves and keep its time."""
    clock, after = state.seat(seat), follow_moves(state, seat).seat(seat)
    if after.period != clock.period:
        clock = replace(after, remaining_ns=clock.remaining_ns, overtime=None, coming=None)
    return with_seat(state, seat, clock)


def _step_towards(state: State, seat: Seat, more: int) -> SeatState:
    """Return a seat's clock one period nearer to `more` periods away; of repetitions, all at once.

    The times of the periods entered are added, of those left taken back.
    """
    clock, setup = state.seat(seat), state.setup
    if more < 0:
        return _step_back(state, seat, max(more, -_repeats(setup, seat, clock.period)))
    times = more if clock.terms.repeat else 1
    number = clock.period + times
    terms = setup.terms(seat, number)
    assert terms is not None
    first_ns = terms.time_ns + before_bonus_ns(setup.regulations, terms)
    if NEVER_USED_UP & {clock.terms.method, terms.method}:
        return _begin_period(state, seat, number, terms, first_ns)
    if clock.terms.carry:
        unused_ns = 0 if clock.overtime is not None else clock.remaining_ns
        return _begin_period(state, seat, number, terms, unused_ns + times * terms.time_ns)
    begun = _begin_period(state, seat, number, terms, first_ns)
    begun = _note_rest(clock, begun, clock.remaining_ns)
    if times == 1:
        return begun
    skipped = Rest(clock.period + 1, number - 1, terms.time_ns)
    return replace(begun, rests=(*begun.rests, skipped))


def _step_back(state: State, seat: Seat, times: int) -> SeatState:
    """Return a seat's clock in an earlier period, `times` below zero away.

    What that period dropped at its end comes back, less what has run since.
    """
    clock = state.seat(seat)
    number = clock.period + times
    terms = state.setup.terms(seat, number)
    assert terms is not None
    rests, dropped_ns = _rests_before(clock, number)
    unused_ns = 0 if clock.overtime is not None else clock.remaining_ns
    remaining_ns = unused_ns + times * clock.terms.time_ns + dropped_ns
    if NEVER_USED_UP & {clock.terms.method, terms.method}:
        remaining_ns = terms.time_ns + before_bonus_ns(state.setup.regulations, terms)
    elif times < -1 and terms.has_byoyomi:
        # Each of these repetitions had byo-yomi of its own, which covered what was missing.
        remaining_ns = max(remaining_ns, -clock.terms.time_ns)
    entered = clock.entered + times * (terms.moves or 0) if number > 1 else 0
    overtime = next((each.overtime for each in clock.rests if each.last == number), None)
    back = _move_to(state, seat, number, terms, entered, remaining_ns)
    if overtime is not None:
        back = replace(back, remaining_ns=remaining_ns, overtime=overtime)
    return replace(back, rests=rests)


def _rests_before(clock: SeatState, number: int) -> tuple[tuple[Rest, ...], int]:
    """Return what periods before `number` dropped, and the sum of what later ones did."""
    rests, sum_ns = list[Rest](), 0
    for rest in clock.rests:
        later = rest.last - max(rest.first, number) + 1
        sum_ns += max(0, later) * rest.dropped_ns
        if rest.first < number:
            rests.append(replace(rest, last=min(rest.last, number - 1)))
    return tuple(rests), sum_ns


def _repeats(setup: Setup, seat: Seat, number: int) -> int:
    """Return how often a seat's last period has repeated at this number, at least 1."""
    return max(1, number - len(setup.control(seat)))
