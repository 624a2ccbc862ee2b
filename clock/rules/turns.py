"""Turns: one press stops a clock and starts the other at one instant (RIF 14.3, 14.4).

`pass_turn` is the path of every press, so it builds the next state once, reads fields without
helpers, and handles periods and the general `wake_ns` only if a quota may be complete.
`set_play` is for corrections.
"""

from msgspec.structs import replace

from clock.rules import openings, record
from clock.rules.control import AtZero
from clock.rules.openings import Play
from clock.rules.outputs import ColoursTurned, IgnoreReason, Output, PressIgnored, TurnPassed
from clock.rules.periods import before_bonus_ns, complete_periods, delay_ns, reset_turn
from clock.rules.regulations import FirstBonus, Rollover
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Byoyomi, Call, LastPress, Phase, Record, SeatState, State
from clock.rules.timing import charge_seat, flow_hourglass, wake_ns, wake_of_clock_ns, with_seat

# Needed at every press: a module's name is found three times faster than a member of an Enum.
_ON_MOVE, _GONG, _MUST_RECORD, _ARMED = Rollover.ON_MOVE, AtZero.GONG, Record.KEPT, Call.ARMED


def pass_turn(state: State, seat: Seat, at_ns: int, outputs: list[Output]) -> State:
    """End the turn of the seat whose clock runs; its move counts from this instant."""
    regulations, opening = state.setup.regulations, state.setup.opening
    play = openings.press(opening, state.play, seat, state.choice)
    other = RIGHT if seat is LEFT else LEFT
    before = state.left if seat is LEFT else state.right
    ended = charge_seat(before, at_ns - state.since_ns)
    if before.terms.method.counting.at_zero is _GONG and ended.remaining_ns > 0:
        outputs.append(PressIgnored(at_ns, seat, IgnoreReason.GONG))
        return replace(state, at_ns=at_ns)
    idle = flow_hourglass(state.right if seat is LEFT else state.left, before, ended)
    credited = play.moves - state.play.moves
    on_move = regulations.rollover is _ON_MOVE
    quota, others_quota = ended.terms.moves, idle.terms.moves
    # Before the earning: an increment for the move to come is that of the period to come.
    rolls = on_move and quota is not None and play.made(seat) >= ended.entered + quota
    earned_ns = _earned_ns(state, seat, ended, credited, rolls)
    clock = replace(
        ended,
        remaining_ns=ended.remaining_ns + earned_ns,
        turn_ns=0,
        delay_left_ns=delay_ns(ended.terms),
        coming=ended.coming and Byoyomi(ended.coming.periods, ended.terms.bonus_ns),
        stone=None,
    )
    limit_ns = regulations.record_limit_ns
    if clock.record is not _MUST_RECORD or (
        limit_ns is not None and ended.remaining_ns <= limit_ns
    ):
        clock = record.complete_by_press(regulations, ended, clock)
    outputs.append(
        TurnPassed(at_ns, seat, ended.turn_ns, clock.remaining_ns, earned_ns, credited, play.moves)
    )
    if play.black is not state.play.black or play.open is not state.play.open:
        outputs.append(ColoursTurned(at_ns, play.black))
    calls = idle.call is _ARMED
    done = others_quota is not None and play.made(other) >= idle.entered + others_quota
    more = done or rolls or state.absent
    state = replace(
        state,
        at_ns=at_ns,
        turn=other,
        running=other,
        since_ns=at_ns,
        # A shorter `timing.wake_ns`, exact unless `more` is set; then it is computed again below.
        wake_ns=wake_of_clock_ns(idle, at_ns, regulations.referee_call_ns if calls else 0),
        left=clock if seat is LEFT else idle,
        right=clock if seat is RIGHT else idle,
        play=play,
        last=LastPress(state.play, state.choice, state.choice, ended, idle),
        choice=None,
        idle_presses=(),
    )
    if not more:
        return state
    if on_move:  # for both seats: the stones of an opening's press are of both colours
        state = complete_periods(state, seat, at_ns, outputs, earned_ns)
        state = complete_periods(state, other, at_ns, outputs)
    return replace(state, wake_ns=wake_ns(state))


def _earned_ns(state: State, seat: Seat, clock: SeatState, credited: int, rolls: bool) -> int:
    """Return the time that a press earns: once for all its moves, none with the clapper down."""
    regulations, counting = state.setup.regulations, clock.terms.method.counting
    if clock.fell_at_ns is not None:
        return 0
    if credited == 0 and not regulations.swap_earns and not counting.begins_whole:
        return 0
    terms = clock.terms
    earned_ns = counting.earns(clock)
    coming = state.setup.terms(seat, clock.period + 1) if rolls else None
    if coming is None or regulations.first_bonus is FirstBonus.AFTER:
        return earned_ns
    return earned_ns - before_bonus_ns(regulations, terms) + before_bonus_ns(regulations, coming)


def set_play(state: State, play: Play) -> State:
    """Set moves and colours by a correction; they decide the turn (`Play.mover`)."""
    turn = play.mover
    if turn is not state.turn:
        state = with_seat(state, turn.other, begin_turn(state.seat(turn.other)))
    running = turn if state.phase is Phase.RUNNING else state.running
    return replace(state, turn=turn, running=running, play=play, last=None, choice=None)


def begin_turn(clock: SeatState) -> SeatState:
    """Begin a turn of this seat's own; a gong gives the whole time for it."""
    clock = reset_turn(clock)
    if clock.terms.method.counting.at_zero is not _GONG or clock.ran_out:
        return clock
    return replace(clock, remaining_ns=clock.terms.time_ns)
