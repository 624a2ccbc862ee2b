"""Corrections of the last press: to take it back, also as illegal, or to retype it (RIF 12).

The state before the press cannot simply be restored, because time was spent, and perhaps given or
taken, since. So the press is made once more from the state before it (`LastPress`); the difference
between that result and the wanted one is then applied to the clocks as they are now.
"""

from msgspec.structs import replace

from clock.rules.control import NEVER_USED_UP, AtZero
from clock.rules.corrections import award_ns, require_illegal_moves
from clock.rules.inputs import IllegalMove, PressKind, Resume, Retype, SetTurn
from clock.rules.message import Message
from clock.rules.openings import Option
from clock.rules.outputs import IllegalMoveRuled, Output, PressRetyped, PressTakenBack
from clock.rules.periods import delay_left_ns, put_into, renumber, reset_turn
from clock.rules.record import lift_waiver
from clock.rules.refusal import Refused, require
from clock.rules.regulations import Rollover
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import LastPress, Phase, SeatState, State
from clock.rules.time_changes import (
    change_time,
    charge_in_stop,
    covered_ns,
    flow,
    owing,
    reserve_ns,
)
from clock.rules.timing import passed_ns, with_seat
from clock.rules.turns import begin_turn, pass_turn, set_play

_EXPECTED = {
    Option.SWAP: Message("expected a press at which the opening allows a swap"),
    Option.TWO_MORE: Message("expected a press at which the opening allows two more"),
}


def set_turn(state: State, event: SetTurn, outputs: list[Output]) -> State:
    """Give a seat the turn by taking back the last press; no change if it has the turn.

    With `charge`, the time that the other's clock has run since is that seat's too (RIF 12.7).
    """
    require(state.started_at_ns is not None, "SetTurn", "expected a game that has begun")
    require(state.phase is not Phase.RECONSTRUCTION, "SetTurn", "expected no reconstruction")
    if event.seat is state.turn:
        return state
    after = take_back(state, event, outputs)
    return _charge_presser(state, after) if event.charge else after


def take_back(state: State, event: SetTurn | Resume | IllegalMove, outputs: list[Output]) -> State:
    """Undo the last press, but not the time spent; refused if the turn was corrected since."""
    if state.last is None:
        raise Refused("seat", "expected a press to take back; without one, set the move count")
    at_ns = event.at_ns
    last, other, seat = state.last, state.turn, state.turn.other
    made = _left_by_press(state, last, last.kind)
    was, idle = begin_turn(last.presser), last.other
    if idle.terms.method.counting.at_zero is AtZero.GONG:
        # What was spent in a gong's turn goes with the turn.
        idle = replace(idle, remaining_ns=idle.remaining_ns + state.seat(other).turn_ns)
    state = replace(state, play=last.play)
    state = _replace_effect(state, seat, made.seat(seat), was)
    state = _replace_effect(state, other, made.seat(other), idle)
    own, waiting = reset_turn(state.seat(seat)), reset_turn(state.seat(other))
    own = replace(
        own,
        turn_ns=last.presser.turn_ns,
        delay_left_ns=min(own.delay_left_ns, last.presser.delay_left_ns),
        record=last.presser.record,
        stone=last.presser.stone,
    )
    coming = last.presser.coming
    if own.coming is not None and coming is not None:  # the press had made its period whole
        own = replace(own, coming=replace(coming, periods=own.coming.periods))
    if own.remaining_ns > was.remaining_ns:  # time was given since
        own = lift_waiver(state.setup.regulations, was, own)
    if waiting.record is made.seat(other).record:
        waiting = replace(waiting, record=idle.record)
    state = with_seat(with_seat(state, seat, own), other, waiting)
    outputs.append(PressTakenBack(at_ns, seat, last.play.moves))
    running = seat if state.phase is Phase.RUNNING else state.running
    return replace(state, turn=seat, running=running, last=None, choice=None)


def rule_illegal_move(state: State, event: IllegalMove, outputs: list[Output]) -> State:
    """Count an illegal move, take its press back, and give the opponent time (FIDE 7.5.5).

    At the limit no time is given: the organizer enters the result.
    """
    regulations, seat = state.setup.regulations, event.seat
    require_illegal_moves(state, "IllegalMove")
    count = state.seat(seat).illegal_moves + 1
    loses = regulations.loses_by_illegal_move(count)
    opponents_ns = 0 if loses else award_ns(state, seat)
    outputs.append(IllegalMoveRuled(event.at_ns, seat, count, opponents_ns, loses))
    if state.last is not None and state.turn is not seat:
        state = take_back(state, event, outputs)
    state = with_seat(state, seat, replace(state.seat(seat), illegal_moves=count))
    return change_time(state, seat.other, opponents_ns)


def _charge_presser(before: State, after: State) -> State:
    """Charge what has run since the press that was taken back to the seat that had pressed."""
    seat, other, last = after.turn, before.turn, before.last
    assert last is not None
    now = before.seat(other)
    elapsed_ns = now.turn_ns - last.other.turn_ns  # what he owed for being late was there before
    change_ns = _change_since(before, last, elapsed_ns)
    was = replace(
        last.other,
        spent_ns=now.spent_ns - elapsed_ns,
        call=now.call,
        hand_faults=now.hand_faults,
        illegal_moves=now.illegal_moves,
        warnings=now.warnings,
        stone=now.stone,
    )
    after = with_seat(after, other, was)
    if change_ns:  # else what had flowed into byo-yomi stays there
        after = change_time(after, other, change_ns)
    ran_from = _left_by_press(before, last, last.kind)
    if before.setup.regulations.rollover is Rollover.AT_ZERO_BOTH:
        # The time that began a period for both is now the seat's own: it begins by that.
        begun = before.seat(seat).period - ran_from.seat(seat).period
        after = put_into(after, seat, after.seat(seat).period - begun)
    if now.terms.method.counting.flows:  # back to the other; no debt flows
        flowed_ns = covered_ns(ran_from, other, elapsed_ns) if now.ran_out else elapsed_ns
        after = flow(after, seat, -flowed_ns)
    charged = charge_in_stop(after, seat, elapsed_ns)
    if after.seat(seat).terms.method.counting.flows:
        charged = flow(charged, other, covered_ns(after, seat, elapsed_ns))
    clocks = [state.seat(each) for state in (before, charged) for each in (seat, other)]
    methods = {clock.terms.method.counting.at_zero for clock in clocks}
    require(AtZero.GONG not in methods, "charge", "not possible with a gong")
    return charged


def _change_since(state: State, last: LastPress, elapsed_ns: int) -> int:
    """Return the time that the seat to move was given since the last press; below zero, taken."""
    seat = state.turn
    now = state.seat(seat)
    if now.ran_out:
        return 0
    ran = charge_in_stop(_left_by_press(state, last, last.kind), seat, elapsed_ns).seat(seat)
    if ran.fallen:
        return reserve_ns(owing(now))
    return reserve_ns(owing(now)) - reserve_ns(ran) if now.period == ran.period else 0


def retype(state: State, event: Retype, outputs: list[Output]) -> State:
    """Make the last press another kind: counter, colours and periods follow (RIF 12.5).

    A press that was already retyped starts from its original kind, so nothing accumulates.
    """
    last, at_ns = state.last, event.at_ns
    option = Option.STAY if event.as_ is PressKind.MOVE else Option(event.as_.value)
    if last is None:
        raise Refused("Retype", "expected a press that is still the last act of the game")
    if option is not Option.STAY and (
        last.play.step is None or option not in last.play.step.options
    ):
        raise Refused("as", _EXPECTED[option])
    kind = None if option is Option.STAY else option
    made, wanted = (_left_by_press(state, last, each) for each in (last.kind, kind))
    outputs.append(PressRetyped(at_ns, state.turn.other, option, wanted.play.moves))
    state = set_play(state, wanted.play)
    for each in (LEFT, RIGHT):
        state = _replace_effect(state, each, made.seat(each), wanted.seat(each))
    return replace(state, last=replace(last, kind=kind))


def _left_by_press(state: State, last: LastPress, kind: Option | None) -> State:
    """Return the state just after the last press, as if it had been of this kind.

    Retyping keeps the times of the original press, unless the other kind leads to another period.
    """
    left, pressed = (_press_again(state, last, each) for each in (kind, last.choice))
    for seat in (LEFT, RIGHT):
        if left.seat(seat).period == pressed.seat(seat).period:
            left = with_seat(left, seat, pressed.seat(seat))
    return left


def _press_again(state: State, last: LastPress, choice: Option | None) -> State:
    """Make the last press once more, with this choice, from the state before it."""
    seat = state.turn.other
    before = replace(
        state,
        phase=Phase.RUNNING,
        turn=seat,
        running=seat,
        left=last.presser if seat is LEFT else last.other,
        right=last.presser if seat is RIGHT else last.other,
        play=last.play,
        choice=choice,
    )
    return pass_turn(before, seat, state.since_ns, [])


def _replace_effect(state: State, seat: Seat, made: SeatState, wanted: SeatState) -> State:
    """Change a seat as if the last press had left it as `wanted` in place of `made`.

    Time given, taken or spent since the press stays so.
    """
    clock = state.seat(seat)
    if made.ran_out and not clock.ran_out:  # time was given since, for the period of its moves
        return renumber(state, seat)
    if clock.period == made.period != wanted.period:
        return _move_to(state, seat, made, wanted)
    if clock.ran_out:
        return state
    gain_ns = wanted.remaining_ns - made.remaining_ns
    if clock.coming is not None and made.overtime is not None:  # main time was added since
        coming = replace(clock.coming, left_ns=clock.coming.left_ns + gain_ns)
        return with_seat(state, seat, replace(clock, coming=coming))
    return change_time(state, seat, gain_ns)


def _move_to(state: State, seat: Seat, made: SeatState, wanted: SeatState) -> State:
    """Put a seat into the period of `wanted`, with all changes of its time since `made`."""
    clock = owing(state.seat(seat))
    moved = replace(
        clock,
        remaining_ns=wanted.remaining_ns,
        rests=wanted.rests,
        period=wanted.period,
        terms=wanted.terms,
        entered=wanted.entered,
        call=wanted.call,
        delay_left_ns=delay_left_ns(state, seat, wanted.terms),
        overtime=wanted.overtime,
        coming=wanted.coming,
    )
    if clock.ran_out:
        return with_seat(state, seat, replace(moved, remaining_ns=0, overtime=None, coming=None))
    change_ns = reserve_ns(clock) - reserve_ns(made)
    if NEVER_USED_UP & {wanted.terms.method, made.terms.method}:
        spent_ns = clock.spent_ns - made.spent_ns
        change_ns += passed_ns(wanted, spent_ns) - passed_ns(made, spent_ns)
    return change_time(with_seat(state, seat, moved), seat, change_ns)
