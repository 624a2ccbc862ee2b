"""The figures that a clock had after an input, as they are recorded beside it."""

from collections.abc import Iterator

import msgspec

from clock.rules.inputs import Input, Result, Tick
from clock.rules.message import Message
from clock.rules.seats import Seat
from clock.rules.state import Phase, SeatState, State
from clock.rules.timing import charge


class SeatFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's figures, as of the instant to which the game is charged."""

    remaining_ns: int
    period: int
    overtime: int | None = None
    fell_at_ns: int | None = None


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock's figures after an input."""

    phase: Phase
    running: Seat | None
    since_ns: int
    moves: int
    left: SeatFigures
    right: SeatFigures
    result: Result | None = None


def figures_after(event: Input, state: State) -> Figures:
    """Return the figures recorded with an input: with a Tick, those that the clocks showed then."""
    return figures_of(charge(state, event.at_ns) if isinstance(event, Tick) else state)


def figures_of(state: State) -> Figures:
    """Return the figures of a state, as of its last charge."""
    return Figures(
        phase=state.phase,
        running=state.running,
        since_ns=state.since_ns,
        moves=state.play.moves,
        left=_seat_figures(state.left),
        right=_seat_figures(state.right),
        result=state.result,
    )


def differences(recorded: Figures, found: Figures) -> Iterator[Message]:
    """Yield which of the recorded figures differ from those by the rules of this program."""
    if recorded == found:
        return
    for key in Figures.__struct_fields__:
        before, now = (msgspec.to_builtins(getattr(each, key)) for each in (recorded, found))
        if before != now:
            yield Message(
                "{key} was recorded as {recorded}; by the rules it is {replayed}",
                key=key,
                recorded=before,
                replayed=now,
            )


def _seat_figures(clock: SeatState) -> SeatFigures:
    return SeatFigures(clock.remaining_ns, clock.period, clock.overtime, clock.fell_at_ns)
