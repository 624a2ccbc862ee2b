"""The last press corrected: taken back, or retyped (RIF 12.5, 12.7).

A press that is taken back leaves the state before it, but for the time spent: what the press added
is found by making it once more, and is subtracted from the clocks as they are now.
"""

from msgspec.structs import replace

from clock.rules import openings
from clock.rules.consequences import corrected
from clock.rules.control import NEVER_USED_UP
from clock.rules.inputs import PressKind, Retype, SetTurn
from clock.rules.message import Message
from clock.rules.methods import METHODS
from clock.rules.openings import Option
from clock.rules.outputs import Output, PressRetyped, PressTakenBack
from clock.rules.periods import put_into, reaching
from clock.rules.refusal import Refused, require
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, SeatState, State
from clock.rules.times import added, taken
from clock.rules.timing import charged, with_seat
from clock.rules.turns import turn_begun, turn_passed, turned

RETYPED = {
    PressKind.MOVE: Option.STAY,
    PressKind.SWAP: Option.SWAP,
    PressKind.TWO_MORE: Option.TWO_MORE,
}
_EXPECTED = {
    Option.SWAP: Message("expected a press at which the opening allows a swap"),
    Option.TWO_MORE: Message("expected a press at which the opening allows two more"),
}


def turn_set(state: State, event: SetTurn, outputs: list[Output]) -> State:
    """The last press is taken back, unless it is the seat's turn anyway."""
    require(state.started_at_ns is not None, "SetTurn", "expected a game that has begun")
    require(state.phase is not Phase.RECONSTRUCTION, "SetTurn", "expected no reconstruction")
    before, events = charged(state, event.at_ns), list[Output]()
    after = before
    if event.seat is not state.turn:
        after = taken_back(before, event.at_ns, outputs, events)
    return corrected(before, after, event.at_ns, event.reason, outputs, ("turn", None), events)


def taken_back(state: State, at_ns: int, outputs: list[Output], events: list[Output]) -> State:
    """Return the state with the last press undone: what it credited, not the time it took.

    Calls of the referee that follow are added to `events`. Raises Refused if there is none, or
    the turn has been corrected since.
    """
    if state.last is None:
        raise Refused("seat", "expected a press to take back: else set the moves made")
    last, other, seat = state.last, state.turn, state.turn.other
    changes = _changed_by_press(state, at_ns)
    state = replace(state, play=last.play)
    for each in (seat, other):
        state = _undone(state, each, *changes[each], at_ns, events)
    own = replace(
        turn_begun(state.seat(seat)),
        turn_ns=last.presser.turn_ns,
        record=last.presser.record,
        stone=last.presser.stone,
    )
    own = replace(own, delay_left_ns=min(own.delay_left_ns, last.presser.delay_left_ns))
    state = with_seat(with_seat(state, seat, own), other, turn_begun(state.seat(other)))
    outputs.append(PressTakenBack(at_ns, seat, last.play.moves))
    running = seat if state.phase is Phase.RUNNING else state.running
    return replace(state, turn=seat, running=running, last=None, choice=None)


def _changed_by_press(state: State, at_ns: int) -> dict[Seat, tuple[SeatState, SeatState]]:
    """Both clocks before the last press and after it, found by making it once more."""
    last, seat = state.last, state.turn.other
    assert last is not None
    before = {seat: last.presser, seat.other: last.other}
    at_press = replace(
        state,
        phase=Phase.RUNNING,
        turn=seat,
        running=seat,
        since_ns=at_ns,
        left=before[LEFT],
        right=before[RIGHT],
        play=last.play,
        choice=last.choice,
    )
    pressed = turn_passed(at_press, seat, at_ns, [])
    return {each: (before[each], pressed.seat(each)) for each in (seat, seat.other)}


def _undone(
    state: State, seat: Seat, before: SeatState, after: SeatState, at_ns: int, events: list[Output]
) -> State:
    """The state now, without the press that led a seat from `before` to `after`."""
    clock, gain_ns = state.seat(seat), after.remaining_ns - before.remaining_ns
    spent_ns = clock.spent_ns - after.spent_ns
    brought = before.period < clock.period == after.period
    if brought:
        clock = replace(
            clock,
            period=before.period,
            terms=before.terms,
            entered=before.entered,
            call=before.call,
        )
    if clock.fallen:
        return with_seat(state, seat, clock)
    was = replace(
        clock, remaining_ns=before.remaining_ns, overtime=before.overtime, coming=before.coming
    )
    if brought and NEVER_USED_UP & {before.terms.method, after.terms.method}:
        remaining_ns, _ = METHODS[before.terms.method].passes(before.remaining_ns, 0, spent_ns)
        return with_seat(state, seat, replace(was, remaining_ns=remaining_ns))
    if clock.coming is not None and after.overtime is not None:  # main time was added since
        return with_seat(state, seat, added(was, clock.remaining_ns))
    if clock.overtime == after.overtime:
        clock = replace(clock, overtime=before.overtime)
    if clock.coming == after.coming:
        clock = replace(clock, coming=before.coming)
    if gain_ns < 0:
        return with_seat(state, seat, replace(clock, remaining_ns=clock.remaining_ns - gain_ns))
    return taken(with_seat(state, seat, clock), seat, gain_ns, at_ns, events)


def retyped(state: State, event: Retype, outputs: list[Output]) -> State:
    """The last press becomes another kind: counter, colours and periods follow (RIF 12.5)."""
    if state.last is None:
        raise Refused("Retype", "expected a press that is still the last act of the game")
    seat, option, step = state.turn.other, RETYPED[event.as_], state.last.play.step
    if option is not Option.STAY and (step is None or option not in step.options):
        raise Refused("as", _EXPECTED[option])
    before = charged(state, event.at_ns)
    play = openings.pressed(state.setup.opening, state.last.play, seat, option)
    outputs.append(PressRetyped(event.at_ns, seat, option, play.moves))
    after = before
    for each, (was, made) in _changed_by_press(state, event.at_ns).items():
        if was.period < before.seat(each).period == made.period:
            after = put_into(after, each, was.period)
    choice = None if option is Option.STAY else option
    after = turned(after, play)
    after = reaching(reaching(after, LEFT), RIGHT)
    after = replace(after, last=replace(state.last, choice=choice))
    return corrected(before, after, event.at_ns, "", outputs)
