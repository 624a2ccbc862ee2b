"""What the organizer sets right: moves, colours and turn, periods, the setting (RIF 17, gomoku 6).

A correction makes the clock as it would have been. The moves made, the colours and the turn are one
fact, which no correction splits; the periods follow the counter, up and down. Each act changes
figures alone, then `corrected` adds what follows: clappers, calls, the record, and the outputs.

Corrections of one kind in a row start from the state before the first of them, as long as nothing
else happened: so a typing error is corrected by typing again, whatever it did.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from clock.rules import openings
from clock.rules import outputs as out
from clock.rules.consequences import Figure, corrected
from clock.rules.control import COUNT_MAX, PERIOD_NUMBER_MAX, Method
from clock.rules.control import problems as control_problems
from clock.rules.inputs import SetByoyomi, SetColours, SetControl, SetMoves, SetPeriod
from clock.rules.openings import Play
from clock.rules.outputs import Output
from clock.rules.periods import come_by_moves, delay_ns, following, found, put_into
from clock.rules.refusal import Refused, require
from clock.rules.regulations import LateStart
from clock.rules.regulations import problems as regulations_problems
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import COUNTING, Byoyomi, Edit, Phase, SeatState, State
from clock.rules.timed_events import byoyomi_after
from clock.rules.timing import charged, halted, with_seat
from clock.rules.turns import turned

MOVES_MAX = 100_000


# The counter and the colours


def moves_set(state: State, event: SetMoves, outputs: list[Output]) -> State:
    """The counter is set: the turn, an opening's step and the periods of both follow."""
    require(0 <= event.made <= MOVES_MAX, "made", "expected 0 to {most} moves", most=MOVES_MAX)

    def change(before: State) -> State:
        before = replace(before, count_moves=False)
        if event.made == before.play.moves:
            return before
        opening, play = before.setup.opening, before.play
        step, is_open = openings.step_at(opening, play.step, event.made)
        play = replace(
            play,
            moves=event.made,
            step=step,
            open=is_open,
            offers=play.offers if openings.remembers(opening, step) else 0,
        )
        return _placed(before, play)

    return _edited(state, event, change, outputs, ("moves", None))


def colours_set(state: State, event: SetColours, outputs: list[Output]) -> State:
    """Who plays Black is set: the turn and the periods follow; before a start, who begins."""

    def change(before: State) -> State:
        play = openings.coloured(before.setup.opening, before.play, event.black)
        if before.started_at_ns is None:
            play = replace(before.play, black=event.black)
            starter = event.black if play.first is Colour.BLACK else event.black.other
            before = replace(before, setup=replace(before.setup, starter=starter))
        return before if play == before.play else _placed(before, play)

    return _edited(state, event, change, outputs, ("black", None))


def _placed(state: State, play: Play) -> State:
    """The state with the moves and the colours corrected: the turn and the periods follow."""
    return following(following(turned(state, play), LEFT), RIGHT)


# Periods and byo-yomi


def period_set(state: State, event: SetPeriod, outputs: list[Output]) -> State:
    """A seat is put into another period, where periods come by time."""
    seat, number, setup = event.seat, event.period, state.setup
    require(
        1 <= number <= PERIOD_NUMBER_MAX and setup.terms(seat, number) is not None,
        "period",
        "expected a period of {seat}'s control, got {period}",
        seat=seat.value,
        period=number,
    )
    require(
        not come_by_moves(setup, seat),
        "period",
        "expected periods that come by time: here the moves made decide",
    )

    def change(before: State) -> State:
        return put_into(before, seat, number)

    return _edited(state, event, change, outputs, ("period", seat))


def byoyomi_set(state: State, event: SetByoyomi, outputs: list[Output]) -> State:
    """A seat's byo-yomi periods are set, now or for when its main time is used up."""
    before = charged(state, event.at_ns)
    clock = before.seat(event.seat)
    require(clock.terms.method is Method.BYOYOMI, "seat", "expected a period with byo-yomi")
    require(not clock.fallen, "seat", "expected a seat with time left")
    require(
        1 <= event.left <= COUNT_MAX,
        "left",
        "expected 1 to {most} byo-yomi periods",
        most=COUNT_MAX,
    )
    if clock.overtime is not None:
        clock = replace(clock, overtime=event.left)
    else:
        clock = replace(clock, coming=Byoyomi(event.left, byoyomi_after(clock).left_ns))
    after = with_seat(before, event.seat, clock)
    what = ("byoyomi", event.seat)
    return corrected(before, after, event.at_ns, event.reason, outputs, what)


# The setting


def control_set(state: State, event: SetControl, outputs: list[Output]) -> State:
    """A wrong setting is set right: times, moves, colours and clappers stay (gomoku 6.4)."""
    setup = state.setup
    require(state.phase not in COUNTING, "SetControl", "expected clocks that are stopped")
    require(setup.match is None, "SetControl", "expected no game of a match")
    some = event.left is not None or event.right is not None or event.regulations is not None
    require(some, "SetControl", "expected control or regulations")
    setup = replace(
        setup,
        left=setup.left if event.left is None else event.left,
        right=setup.right if event.right is None else event.right,
        regulations=event.regulations or setup.regulations,
        # What the clocks showed at the start belongs to the control that was wrong.
        left_remaining_ns=setup.left_remaining_ns if event.left is None else None,
        right_remaining_ns=setup.right_remaining_ns if event.right is None else None,
    )
    for seat in (LEFT, RIGHT):
        for place, message in control_problems(setup.control(seat)):
            raise Refused(f"{seat.value}{place}", message)
    for place, message in regulations_problems(setup.regulations):
        raise Refused(f"regulations.{place}", message)
    before = charged(state, event.at_ns)
    after = replace(before, setup=setup, last=None)
    if after.resumes is Phase.JOINT and setup.regulations.late_start is LateStart.STARTER:
        after = replace(after, resumes=Phase.RUNNING)
    for seat in (LEFT, RIGHT):
        after = with_seat(after, seat, _recounted(before, after, seat))
    outputs += _setting_outputs(before, after, event)
    return corrected(before, after, event.at_ns, event.reason, outputs)


def _recounted(before: State, state: State, seat: Seat) -> SeatState:
    """A seat's clock by its new control; a delay holds from the next turn on."""
    clock, control = state.seat(seat), state.setup.control(seat)
    by_moves = come_by_moves(state.setup, seat)
    if control == before.setup.control(seat) and by_moves is come_by_moves(before.setup, seat):
        return clock
    number, entered = found(state, seat) if by_moves else (clock.period, clock.entered)
    if state.setup.terms(seat, number) is None:
        number = len(control)
    terms = control[min(number, len(control)) - 1]
    byoyomi, in_turn = terms.method is Method.BYOYOMI, state.turn is seat
    return replace(
        clock,
        period=number,
        terms=terms,
        entered=entered,
        overtime=clock.overtime if byoyomi else None,
        coming=clock.coming if byoyomi else None,
        delay_left_ns=min(clock.delay_left_ns, delay_ns(terms)) if in_turn else delay_ns(terms),
    )


def _setting_outputs(before: State, after: State, event: SetControl) -> Iterator[Output]:
    at_ns, reason = event.at_ns, event.reason
    for seat in (LEFT, RIGHT):
        old, new = before.setup.control(seat), after.setup.control(seat)
        if old != new:
            yield out.ControlCorrected(at_ns, seat, old, new, reason)
    if before.setup.regulations != after.setup.regulations:
        yield out.RegulationsCorrected(
            at_ns, before.setup.regulations, after.setup.regulations, reason
        )


# Corrections of one kind in a row

_Corrects = SetMoves | SetColours | SetPeriod


def _edited(
    state: State,
    event: _Corrects,
    change: Callable[[State], State],
    outputs: list[Output],
    named: Figure,
) -> State:
    """The state after a correction that counts from before the first of its kind in a row."""
    kind, at_ns = (type(event).__name__, named[1]), event.at_ns
    before = charged(state, at_ns)
    base = _base(before, kind, at_ns)
    after = change(base)
    for seat in (LEFT, RIGHT):
        clock, was = after.seat(seat), before.seat(seat)
        if clock.remaining_ns == was.remaining_ns:
            after = with_seat(after, seat, replace(clock, record=was.record))
    after = corrected(before, after, at_ns, event.reason, outputs, named)
    return replace(after, edit=Edit(*kind, at_ns, _still(base), _still(after)))


def _base(state: State, kind: tuple[str, Seat | None], at_ns: int) -> State:
    edit = state.edit
    state = replace(state, edit=None)
    if edit is None or (edit.kind, edit.seat) != kind or _still(state) != edit.after:
        return state
    if state.phase in COUNTING and edit.at_ns != at_ns:
        return state
    before = replace(edit.before, at_ns=state.at_ns, since_ns=at_ns)
    if before.phase in COUNTING and state.phase not in COUNTING:  # a fall has stopped them
        return halted(before)
    return before


def _still(state: State) -> State:
    """A state without its instants: that time went by while no clock ran changes nothing."""
    return replace(state, edit=None, at_ns=0, since_ns=0, wake_ns=0)
