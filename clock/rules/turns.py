"""A turn ends: one press stops this clock and starts the other at one instant (RIF 14.3, 14.4)."""

from msgspec.structs import replace

from clock.rules import openings
from clock.rules.control import Method
from clock.rules.methods import WAYS
from clock.rules.outputs import ColoursTurned, Output, PressIgnored, TurnPassed, Why
from clock.rules.periods import before_bonus_ns, delay_ns, periods_made, terms_of
from clock.rules.regulations import FirstBonus, Rollover
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import SeatState, State
from clock.rules.timing import charged_seat, flowed, wake_ns

# Looked up at every press: an enum's member is found three times faster by a name of the module.
_ON_MOVE, _GONG = Rollover.ON_MOVE, Method.GONG


def turn_passed(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """Return the state after the turn of the seat whose clock runs; its move is made now.

    With a gong only the end of the time ends a turn: a press before is ignored.
    """
    setup = state.setup
    play = openings.pressed(setup.opening, state.play, seat, state.choice)
    other = RIGHT if seat is LEFT else LEFT
    before = state.left if seat is LEFT else state.right
    clock = charged_seat(before, at_ns - state.since_ns)
    if before.terms.method is _GONG and clock.remaining_ns > 0:
        outputs.append(PressIgnored(at_ns, seat, Why.GONG))
        return replace(state, at_ns=at_ns)
    idle = flowed(state.right if seat is LEFT else state.left, before, clock)
    credited = play.moves - state.play.moves
    on_move = setup.regulations.rollover is _ON_MOVE
    rolls = on_move and clock.due is not None and play.made(seat) >= clock.due
    earned_ns = _earned_ns(state, seat, clock, credited, rolls)
    spent_ns = clock.turn_ns
    clock = replace(
        clock,
        remaining_ns=clock.remaining_ns + earned_ns,
        turn_ns=0,
        delay_left_ns=delay_ns(clock.terms),
        record_due=False,
    )
    outputs.append(
        TurnPassed(at_ns, seat, spent_ns, clock.remaining_ns, earned_ns, credited, play.moves)
    )
    if play.black is not state.play.black or play.open is not state.play.open:
        outputs.append(ColoursTurned(at_ns, play.black))
    state = replace(
        state,
        at_ns=at_ns,
        turn=other,
        running=other,
        since_ns=at_ns,
        left=clock if seat is LEFT else idle,
        right=clock if seat is RIGHT else idle,
        play=play,
        before=state.play,
        choice=None,
        stone=None,
    )
    if on_move:
        if rolls:
            state = periods_made(state, seat, at_ns, outputs, earned_ns)
        if state.quota_made(other):
            state = periods_made(state, other, at_ns, outputs)
    return replace(state, wake_ns=wake_ns(state))


def _earned_ns(state: State, seat: Seat, clock: SeatState, credited: int, rolls: bool) -> int:
    """What a press adds: once, whatever it credits, and nothing with the clapper down."""
    regulations = state.setup.regulations
    if clock.fell_at_ns is not None or (credited == 0 and not regulations.swap_earns):
        return 0
    terms = clock.terms
    earned_ns = WAYS[terms.method].earns(clock)
    coming = terms_of(state.setup, seat, clock.period + 1) if rolls else None
    if coming is None or regulations.first_bonus is FirstBonus.AFTER:
        return earned_ns
    return earned_ns - before_bonus_ns(regulations, terms) + before_bonus_ns(regulations, coming)
