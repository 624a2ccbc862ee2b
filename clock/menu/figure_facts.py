"""The figures of a state as facts, and which of them an act changes."""

from collections.abc import Container, Iterator

from clock.menu.question_facts import Fact, FactKind
from clock.rules.record import record_of
from clock.rules.seats import Seat
from clock.rules.state import HALTED, Phase, State
from clock.rules.timed_events import byoyomi_left
from clock.rules.units import SECOND_NS
from clock.text.counting import by_both
from clock.text.sides import has_colours


def times(state: State) -> Fact:
    """Return both times as one fact."""
    left_ns, right_ns = (state.seat(seat).remaining_ns for seat in Seat)
    return Fact(FactKind.TIMES, after=(left_ns, right_ns))


def phase_fact(state: State) -> Fact:
    """Return the phase and whose clock runs, as one fact."""
    return Fact(FactKind.PHASE, after=(state.phase, state.running))


def figure_changes(
    before: State, after: State, without: Container[FactKind] = ()
) -> Iterator[Fact]:
    """Yield all figures that differ as they are shown, what matters most last; then what runs."""
    # Who runs next is news only where joint time ends meanwhile: the turn has a figure of its own.
    is_news = after.phase in HALTED and before.resumes is Phase.JOINT is not after.resumes
    for (kind, seat, old), (_, _, new) in zip(_figures(before), _figures(after), strict=True):
        if old != new and kind not in without and (is_news or kind is not FactKind.THEN):
            yield Fact(kind, seat, old, new)
    differs = (before.phase, before.running) != (after.phase, after.running)
    if differs and FactKind.PHASE not in without:
        yield phase_fact(after)


def _figures(state: State) -> Iterator[tuple[FactKind, Seat | None, object]]:
    """Everything an act can change: kind, seat and value."""
    play, joint = state.play, state.resumes is Phase.JOINT
    if has_colours(state.setup):
        yield FactKind.BLACK, None, None if play.open else play.black
    yield FactKind.OPENING_OVER, None, play.step is None
    yield FactKind.FIFTHS, None, play.offers
    yield FactKind.BEGINS, None, state.setup.starter
    yield FactKind.TO_MOVE, None, state.turn
    yield FactKind.THEN, None, None if joint else state.turn
    yield FactKind.MOVES_COUNTED, None, not state.count_moves
    yield FactKind.GROUND, None, state.ground
    yield FactKind.RESULT, None, state.result
    yield FactKind.LAST_MOVE, None, state.last_move
    for seat in Seat:
        yield from ((kind, seat, value) for kind, value in _of_seat(state, seat))
    if not by_both(state.setup.game):  # there the number and who is to move say both
        yield FactKind.BLACK_MOVES, play.black, play.made(play.black)
        yield FactKind.WHITE_MOVES, play.black.other, play.made(play.black.other)
    yield FactKind.MOVES, None, play.moves
    for seat in Seat:
        remaining_ns = state.seat(seat).remaining_ns
        shown_s = -(-abs(remaining_ns) // SECOND_NS)  # rounded away from zero, as on the displays
        yield FactKind.TIME, seat, shown_s if remaining_ns >= 0 else -shown_s


def _of_seat(state: State, seat: Seat) -> Iterator[tuple[FactKind, object]]:
    clock = state.seat(seat)
    yield FactKind.LATE, seat in state.absent
    yield FactKind.HAND_FAULTS, clock.hand_faults
    yield FactKind.ILLEGAL_MOVES, clock.illegal_moves
    yield FactKind.WARNINGS, clock.warnings
    yield FactKind.RECORD, record_of(state, seat, clock.remaining_ns)
    yield FactKind.REFEREE, clock.call
    yield FactKind.PERIOD, clock.period
    yield FactKind.BYOYOMI, byoyomi_left(clock)
    yield FactKind.STONES, block_left(state, seat)
    yield FactKind.CLAPPER_DOWN, clock.fallen
    yield FactKind.CLAIM_STANDS, any(claim.seat is seat for claim in state.claims)


def block_left(state: State, seat: Seat) -> int | None:
    """Return the moves that a seat still has to make in its block; None outside a block."""
    clock = state.seat(seat)
    if not clock.terms.repeat or clock.terms.moves is None or clock.due is None:
        return None
    return clock.due - state.play.made(seat)
