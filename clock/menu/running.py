"""The buttons while a clock runs: what an opening lets one enter, and that the referee has come."""

from typing import assert_never

from clock.menu import words
from clock.menu.places import Button
from clock.rules.inputs import Acknowledge, Announce, Choose, Input
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase, State
from clock.text.language import tr
from clock.text.offers import HINT_COUNT, HINT_COUNT_OR_SWAP


def while_running(state: State, button: Button, at_ns: int) -> tuple[Input, ...]:
    """Return what a button does while a clock runs."""
    match button:
        case Button.OK:
            return tuple(Acknowledge(at_ns, seat) for seat in _calling(state))
        case Button.MINUS | Button.PLUS:
            return _entered_in_opening(state, state.running, button, at_ns)
        case Button.OK_HELD:
            return ()
        case _:
            assert_never(button)


def running_hint(state: State) -> str:
    """Return the row for the faces that tells what the buttons do then."""
    options = _options(state)
    if _counts(state, Button.MINUS) and (options or not _calling(state)):
        return tr(HINT_COUNT_OR_SWAP if options else HINT_COUNT)
    if options:
        return words.choice_hint(_entered(state), _following(state, 1))
    return tr(words.HINT_REFEREE) if _calling(state) else ""


def _entered_in_opening(
    state: State, seat: Seat | None, button: Button, at_ns: int
) -> tuple[Input, ...]:
    """The next option of a choice, or one fifth more that is announced; after the most none."""
    step = state.play.step
    if seat is None or step is None:
        return ()
    if _counts(state, button):
        return (Announce(at_ns, seat, (state.play.offers + 1) % (step.announces + 1)),)
    if not _options(state):
        return ()
    return (Choose(at_ns, seat, _following(state, 1 if button is Button.PLUS else -1)),)


def _counts(state: State, button: Button) -> bool:
    """Whether a button counts fifths: Minus, and Plus where it has no swap to enter."""
    step = state.play.step if state.phase is Phase.RUNNING else None
    if step is None or not step.announces or state.choice is not None:
        return False
    return button is Button.MINUS or not step.options


def _calling(state: State) -> tuple[Seat, ...]:
    """The seats that wait for the time referee."""
    return tuple(
        seat
        for seat in (LEFT, RIGHT)
        if state.seat(seat).call is Call.CALLED or state.mismatch is seat
    )


def _options(state: State) -> tuple[Option, ...]:
    step = state.play.step if state.phase is Phase.RUNNING else None
    return () if step is None else step.options


def _entered(state: State) -> Option:
    return Option.STAY if state.choice is None else state.choice


def _following(state: State, way: int) -> Option:
    options = _options(state)
    return options[(options.index(_entered(state)) + way) % len(options)]
