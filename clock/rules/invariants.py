"""What holds in every state of a game, whatever the input."""

from collections.abc import Iterator

from clock.rules.openings import may_have_offers
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import COUNTING, Phase, SeatState, State


class InvariantBroken(RuntimeError):
    """The state contradicts itself: a defect of the program, whatever the input."""


def check(state: State) -> None:
    """Raise InvariantBroken if an invariant does not hold; runs after every step, also under -O."""
    for broken in _broken(state):
        raise InvariantBroken(f"{broken} at {state.at_ns} ns")


def _broken(state: State) -> Iterator[str]:
    counting = state.phase in COUNTING
    if (state.running is not None) is not (counting and state.phase is not Phase.JOINT):
        yield "a clock must run if and only if the phase says so"
    if state.phase is Phase.RUNNING and state.running is not state.turn:
        yield "the clock that runs must be that of the seat to move"
    if state.turn is not state.play.mover:
        yield "a press must credit the seat that presses"
    if state.interrupted is Phase.JOINT and len(state.absent) < 2:
        yield "joint time must end with the first arrival"
    if counting and state.both_fallen:
        yield "no clock may run with both clappers down"
    if counting and (state.left.short_ns, state.right.short_ns) != (None, None):
        yield "no clock may run while a time is below zero"
    if state.since_ns > state.at_ns or state.wake_ns <= state.at_ns:
        yield "the state must be settled up to its instant"
    if (state.phase is Phase.CLAIMED) is not bool(state.claims):
        yield "there must be a claim that stands if and only if the phase says so"
    if (state.phase is Phase.FINISHED) is not (state.result is not None):
        yield "there must be a result if and only if the game is finished"
    if state.play.moves < 0:
        yield "moves must not be negative"
    opening, offers = state.setup.opening, state.play.offers
    if offers and not (
        0 < offers <= opening.offers_max and may_have_offers(opening, state.play.step)
    ):
        yield "offers must be within the opening, and only from their announcement to its end"
    for seat in (LEFT, RIGHT):
        yield from _seat_broken(state.seat(seat), seat.value)


def _seat_broken(seat: SeatState, name: str) -> Iterator[str]:
    if seat.remaining_ns < 0 and not seat.terms.method.counting.below_zero:
        yield f"{name}: remaining must be 0 or more"
    if seat.fallen and seat.remaining_ns != 0:
        yield f"{name}: remaining must be 0 with the clapper down"
    if not 0 <= seat.turn_ns <= seat.spent_ns:
        yield f"{name}: a turn's time must be part of all time spent"
    if not 0 <= seat.delay_left_ns <= seat.terms.bonus_ns:
        yield f"{name}: the delay left must be within the delay"
    byoyomi = seat.overtime is not None or seat.coming is not None
    if byoyomi and not seat.terms.has_byoyomi:
        yield f"{name}: byo-yomi must be of the present period"
    if seat.period < 1:
        yield f"{name}: periods count from 1"
