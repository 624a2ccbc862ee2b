"""What both clocks showed in the course of a game, wherever it changed. Pure data."""

from bisect import bisect_right

import msgspec

from clock.game.facts import Facts
from clock.rules.machine import begin
from clock.rules.outputs import ClapperFell, Output
from clock.rules.state import Setup, State
from clock.rules.timing import charged, running_seats


class Level(msgspec.Struct, frozen=True):
    """What the left and the right clock showed at an instant, before and after what happened then.

    From one level to the next a clock ran or stood: the line between them is straight.
    """

    at_ns: int
    """From the start of the game on."""
    before_ns: tuple[int, int]
    after_ns: tuple[int, int]


def levels_of(
    setup: Setup, began_ns: int, steps: list[tuple[State, list[Output]]]
) -> tuple[Level, ...]:
    """Return the levels of a game that began at `began_ns`: the start, every change, the end.

    A change is where another clock runs or none, a correction, a fall, a period or a byo-yomi
    period that began. What comes by itself needs a step of its own (`with_ticks`).
    """
    before = begin(setup, began_ns)
    shown_ns = _shown_ns(before, before.at_ns)
    found = [Level(0, shown_ns, shown_ns)]
    for state, outputs in steps:
        was_ns, shown_ns = _shown_ns(before, state.at_ns), _shown_ns(state, state.at_ns)
        if before.started_at_ns is None:
            found = [Level(0, shown_ns, shown_ns)]
        elif was_ns != shown_ns or _turns_off(before, state, outputs):
            found.append(Level(state.at_ns - began_ns, was_ns, shown_ns))
        before = state
    if before.started_at_ns is not None:
        found.append(Level(before.at_ns - began_ns, shown_ns, shown_ns))
    return tuple(found)


def place_of(facts: Facts, at_ns: int) -> float:
    """Return where an instant stands between the turns, by the time that has gone by.

    0 is the start, 12 the press that ended the twelfth turn, 12.5 half of the time until the next
    or, after the last, until the end.
    """
    ended = bisect_right(facts.turns, at_ns, key=lambda turn: turn.at_ns)
    began_ns = facts.turns[ended - 1].at_ns if ended else 0
    over_ns = facts.turns[ended].at_ns if ended < len(facts.turns) else facts.lasted_ns
    past = (at_ns - began_ns) / (over_ns - began_ns) if over_ns > began_ns else 0
    return ended + past


def _turns_off(before: State, state: State, outputs: list[Output]) -> bool:
    """Whether a line need not go on as it came: another clock runs, or one has reached its end."""
    fell = any(isinstance(output, ClapperFell) for output in outputs)
    return fell or running_seats(before) != running_seats(state)


def _shown_ns(state: State, at_ns: int) -> tuple[int, int]:
    """What both clocks show at an instant."""
    state = charged(state, max(at_ns, state.since_ns))
    return state.left.remaining_ns, state.right.remaining_ns
