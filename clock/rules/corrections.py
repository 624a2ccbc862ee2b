"""What the organizer sets right: moves, colours and turn, periods, the setting (RIF 17, gomoku 6).

A correction makes the clock as it would have been. How many moves were made, who plays Black and
whose turn it is are one fact, which no correction parts; the periods follow the counter, up and
down. Each act changes figures alone, then `corrected` finds what comes of them: clappers,
calls, the record, and every figure before and after.

Corrections of one kind in a row count from what was before the first of them, as long as nothing
else happened: so what was typed wrong is set right by typing it anew, whatever it did.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from clock.rules import openings
from clock.rules.consequences import Figure, corrected
from clock.rules.control import COUNT_MAX, Method
from clock.rules.control import problems as control_problems
from clock.rules.inputs import (
    SetByoyomi,
    SetColours,
    SetControl,
    SetMoves,
    SetPeriod,
)
from clock.rules.openings import Play
from clock.rules.outputs import (
    ControlCorrected,
    Output,
    RegulationsCorrected,
)
from clock.rules.periods import (
    come_by_moves,
    delay_ns,
    due_of,
    following,
    found,
    put_into,
)
from clock.rules.refusal import Refused, require
from clock.rules.regulations import LateStart
from clock.rules.regulations import problems as regulations_problems
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import COUNTING, Byoyomi, Edit, Phase, SeatState, State
from clock.rules.timed_events import byoyomi_after
from clock.rules.timing import charged, with_seat
from clock.rules.turns import turned

MOVES_MAX = 100_000
PERIOD_NUMBER_MAX = 1_000
"""A period that repeats comes no more often than this."""


# The counter and the colours


def moves_set(state: State, given: SetMoves, outputs: list[Output]) -> State:
    """The counter is set: the turn, an opening's step and the periods of both follow."""
    require(0 <= given.made <= MOVES_MAX, "made", f"expected 0 to {MOVES_MAX} moves")

    def change(before: State) -> State:
        before = replace(before, count_moves=False)
        if given.made == before.play.moves:
            return before
        opening, play = before.setup.opening, before.play
        step = openings.step_at(opening, play.step, given.made)
        play = replace(
            play,
            moves=given.made,
            step=step,
            open=openings.open_at(opening, step),
            offers=play.offers if openings.remembers(opening, step) else 0,
        )
        return _placed(before, play)

    return _edited(state, given, change, outputs, ("moves", None))


def colours_set(state: State, given: SetColours, outputs: list[Output]) -> State:
    """Who plays Black is set: the turn and the periods follow; before a start, who begins."""

    def change(before: State) -> State:
        play = openings.coloured(before.setup.opening, before.play, given.black)
        if before.started_at_ns is None:
            play = replace(before.play, black=given.black)
            starter = given.black if play.first is Colour.BLACK else given.black.other
            before = replace(before, setup=replace(before.setup, starter=starter))
        return before if play == before.play else _placed(before, play)

    return _edited(state, given, change, outputs, ("black", None))


def _placed(state: State, play: Play) -> State:
    """The state with the moves and the colours corrected: the turn and the periods follow."""
    return following(following(turned(state, play), LEFT), RIGHT)


# Periods and byo-yomi


def period_set(state: State, given: SetPeriod, outputs: list[Output]) -> State:
    """A seat is put into another period, where periods come by time."""
    seat, setup = given.seat, state.setup
    possible = 1 <= given.period <= PERIOD_NUMBER_MAX
    if not possible or setup.terms(seat, given.period) is None:
        raise Refused("period", f"expected a period of {seat.value}'s control, got {given.period}")
    by_moves = come_by_moves(setup, seat)
    require(
        not by_moves, "period", "expected periods that come by time: here the moves made decide"
    )
    return _edited(
        state,
        given,
        lambda before: put_into(before, seat, given.period),
        outputs,
        ("period", seat),
    )


def byoyomi_set(state: State, given: SetByoyomi, outputs: list[Output]) -> State:
    """A seat's byo-yomi periods are set, now or for when its main time is used up."""
    before = charged(state, given.at_ns)
    clock = before.seat(given.seat)
    require(clock.terms.method is Method.BYOYOMI, "seat", "expected a period with byo-yomi")
    require(not clock.fallen, "seat", "expected a seat with time left")
    require(1 <= given.left <= COUNT_MAX, "left", f"expected 1 to {COUNT_MAX} byo-yomi periods")
    if clock.overtime is not None:
        clock = replace(clock, overtime=given.left)
    else:
        clock = replace(clock, coming=Byoyomi(given.left, byoyomi_after(clock).left_ns))
    after = with_seat(before, given.seat, clock)
    what = ("byoyomi", given.seat)
    return corrected(before, after, given.at_ns, given.reason, outputs, what)


# The setting


def control_set(state: State, given: SetControl, outputs: list[Output]) -> State:
    """A wrong setting is set right: times, moves, colours and clappers stay (gomoku 6.4)."""
    setup = state.setup
    require(state.phase not in COUNTING, "SetControl", "expected clocks that are stopped")
    require(setup.match is None, "SetControl", "expected no game of a match")
    some = given.left is not None or given.right is not None or given.regulations is not None
    require(some, "SetControl", "expected control or regulations")
    setup = replace(
        setup,
        left=setup.left if given.left is None else given.left,
        right=setup.right if given.right is None else given.right,
        regulations=given.regulations or setup.regulations,
        # What the clocks showed at the start belongs to the control that was wrong.
        left_remaining_ns=setup.left_remaining_ns if given.left is None else None,
        right_remaining_ns=setup.right_remaining_ns if given.right is None else None,
    )
    for seat in (LEFT, RIGHT):
        for place, message in control_problems(setup.control(seat)):
            raise Refused(f"{seat.value}{place}", message)
    for place, message in regulations_problems(setup.regulations):
        raise Refused(f"regulations.{place}", message)
    before = charged(state, given.at_ns)
    after = replace(before, setup=setup, last=None)
    if after.resumes is Phase.JOINT and setup.regulations.late_start is LateStart.STARTER:
        after = replace(after, resumes=Phase.RUNNING)
    for seat in (LEFT, RIGHT):
        after = with_seat(after, seat, _recounted(before, after, seat))
    outputs += _settings_told(before, after, given)
    return corrected(before, after, given.at_ns, given.reason, outputs)


def _recounted(before: State, state: State, seat: Seat) -> SeatState:
    """A seat's clock by the control it has now; a delay holds from the next turn on."""
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
        due=due_of(terms, entered),
        overtime=clock.overtime if byoyomi else None,
        coming=clock.coming if byoyomi else None,
        delay_left_ns=min(clock.delay_left_ns, delay_ns(terms)) if in_turn else delay_ns(terms),
    )


def _settings_told(before: State, after: State, given: SetControl) -> Iterator[Output]:
    at_ns, reason = given.at_ns, given.reason
    for seat in (LEFT, RIGHT):
        old, new = before.setup.control(seat), after.setup.control(seat)
        if old != new:
            yield ControlCorrected(at_ns, seat, old, new, reason)
    if before.setup.regulations != after.setup.regulations:
        yield RegulationsCorrected(at_ns, before.setup.regulations, after.setup.regulations, reason)


# Corrections of one kind in a row

_Corrects = SetMoves | SetColours | SetPeriod


def _edited(
    state: State,
    given: _Corrects,
    change: Callable[[State], State],
    outputs: list[Output],
    named: Figure,
) -> State:
    """The state after a correction that counts from before the first of its kind in a row."""
    kind, at_ns = (type(given).__name__, named[1]), given.at_ns
    before = charged(state, at_ns)
    base = _base(before, kind, at_ns)
    after = corrected(before, change(base), at_ns, given.reason, outputs, named)
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
        resumes = before.interrupted
        return replace(before, phase=Phase.STOPPED, running=None, resumes=resumes)
    return before


def _still(state: State) -> State:
    """A state without its instants: that time went by while no clock ran changes nothing."""
    return replace(state, edit=None, at_ns=0, since_ns=0, wake_ns=0)
