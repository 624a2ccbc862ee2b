"""A game replayed: the states after its inputs, and the lines of `replay --json`. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from clock.game.file import GameFileError
from clock.rules.inputs import Input, Tick
from clock.rules.invariants import check
from clock.rules.machine import begin, step
from clock.rules.message import placed
from clock.rules.outputs import Output
from clock.rules.record import record_of
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Phase, Setup, State
from clock.rules.time_changes import debt_ns
from clock.rules.timing import charge, running_seats

ReplayStep = tuple[Input, State, list[Output]]
"""An input, the state after it and its outputs."""


def played(
    setup: Setup, inputs: Sequence[Input], *, ticks: bool = False, until_ns: int | None = None
) -> Iterator[ReplayStep]:
    """Yield each input with the state after it and its outputs.

    With `ticks` a Tick is put in wherever something happens by itself between two inputs. With
    `until_ns` the game is left then, or with its last input, as `Timeline.leave` does it. Raises
    GameFileError with the input's place if the rules refuse it.
    """
    state = begin(setup, inputs[0].at_ns if inputs else 0)
    for index, event in enumerate(inputs):
        while ticks and state.wake_ns < event.at_ns:
            tick = Tick(state.wake_ns)
            state, outputs = step(state, tick)
            yield tick, state, outputs
        try:
            state, outputs = step(state, event)
        except Refused as error:
            field = f".{error.place}" if error.place in event.__struct_fields__ else ""
            raise GameFileError(placed(f"inputs[{index}]{field}", error.message)) from None
        check(state)
        yield event, state, outputs
    if until_ns is not None:
        yield from _left(state, max(until_ns, state.at_ns))


def _left(state: State, until_ns: int) -> Iterator[ReplayStep]:
    """Yield a Tick wherever something happens by itself, and one at the end if a clock runs."""
    while state.wake_ns <= until_ns:
        tick = Tick(state.wake_ns)
        state, outputs = step(state, tick)
        if outputs:
            yield tick, state, outputs
    if running_seats(state):
        tick = Tick(until_ns)
        yield tick, *step(state, tick)


def began_ns(inputs: Sequence[Input], states: Iterable[State]) -> int:
    """Return the instant from which a game's times count: its start, or if none its first input."""
    starts = (state.started_at_ns for state in states if state.started_at_ns is not None)
    return next(starts, inputs[0].at_ns if inputs else 0)


def summary(state: State, outputs: list[Output]) -> dict[str, Any]:
    """Return what a line of `replay --json` holds, as of the state's last input."""
    now = charge(state, state.at_ns) if running_seats(state) else state
    return {
        "at_ns": state.at_ns,
        "phase": state.phase,
        "running": "joint" if state.phase is Phase.JOINT else state.running,
        "left": _seat(now, LEFT),
        "right": _seat(now, RIGHT),
        "outputs": outputs,
    }


def _seat(state: State, seat: Seat) -> dict[str, Any]:
    clock = state.seat(seat)
    overtime = None
    if clock.overtime is not None:
        overtime = {"periods": clock.overtime, "left_ns": clock.remaining_ns}
    debt = debt_ns(state, seat)
    return {
        # In byo-yomi the main time is used up; what is left of the period stands apart.
        "remaining_ns": clock.remaining_ns if overtime is None else 0,
        **({} if debt is None else {"debt_ns": debt}),
        "clapper": "fallen" if clock.fallen else "up",
        "moves": state.play.made(seat),
        "period": clock.period,
        "delay_left_ns": clock.delay_left_ns,
        "overtime": overtime,
        "colour": state.colour(seat),
        "record": record_of(state, seat, clock.remaining_ns),
    }
