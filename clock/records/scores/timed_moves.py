"""The moves of a game by its clock: the instant and the time left of each."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clock.game.replay import ReplayStep
from clock.rules.message import Message
from clock.rules.outputs import TurnPassed
from clock.rules.seats import Colour

TimedMoves = Mapping[int, "TimedMove"]
"""By the number of the move, counted for both players together."""


class TimedMove(NamedTuple):
    """A move that a press ended."""

    at_ns: int
    colour: Colour | None
    spent_ns: int
    remaining_ns: int
    """After the press, with what it earned."""
    byoyomi: int | None
    """Byo-yomi periods left, with the present one; None: main time."""
    block: int | None
    """Moves left in a block whose unused time is dropped, as in Canadian byo-yomi."""


def timed_moves(steps: Iterable[ReplayStep], until_ns: int | None = None) -> TimedMoves:
    """Return the moves of a game; what was taken back is not among them."""
    found: dict[int, TimedMove] = {}
    for event, state, outputs in steps:
        if until_ns is not None and event.at_ns > until_ns:
            break
        for output in outputs:
            if isinstance(output, TurnPassed) and output.credited:
                clock = state.seat(output.seat)
                is_block = clock.due is not None and not clock.terms.carry
                left = (clock.due or 0) - state.play.made(output.seat)
                found[output.moves] = TimedMove(
                    output.at_ns,
                    state.colour(output.seat),
                    output.spent_ns,
                    clock.remaining_ns,
                    clock.overtime,
                    max(0, left) if is_block else None,
                )
        for number in [each for each in found if each > state.play.moves]:
            del found[number]
    return found


def mismatch(moves: int, timed: TimedMoves) -> Message | None:
    """Return what does not match between a score with so many moves and the clock, if anything."""
    beside = sum(number <= moves for number in timed)
    last = max(timed, default=0)
    if beside == moves and last <= moves:
        return None
    return Message(
        "the score has {moves} moves, the clock {presses}: times stand beside {count} of them",
        moves=moves,
        presses=last,
        count=beside,
    )
