"""What a report has of a game: its facts, and what both clocks showed in the course of it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from clock.game.facts import Facts, facts_of
from clock.game.replay import began_ns
from clock.notation.setup_table import table_from_setup
from clock.records.source import Source
from clock.rules.machine import begin
from clock.rules.outputs import ClapperFell, Output
from clock.rules.state import Setup, State
from clock.rules.timing import charged, running_seats
from clock.text.language import ENGLISH, speaking

FORMAT = "clapper-report/1"
KNOWN = ("names", "wall", "version", "gaps", "problems")
"""What of a source is in the data if it is known."""


class Level(msgspec.Struct, frozen=True):
    """What the left and the right clock showed at an instant, before and after what happened then.

    From one level to the next a clock ran or stood: the line between them is straight.
    """

    at_ns: int
    """From the start of the game on."""
    before_ns: tuple[int, int]
    after_ns: tuple[int, int]


class ReportedGame(NamedTuple):
    """A game with all that its report is made of."""

    source: Source
    facts: Facts
    levels: tuple[Level, ...]


def as_json(game: ReportedGame) -> bytes:
    """Return the report of a game as data."""
    source = game.source
    about = {"name": source.name, "in_journal": source.in_journal}
    with speaking(ENGLISH):  # data is for programs
        about |= {key: getattr(source, key) for key in KNOWN if getattr(source, key)}
    data = {"format": FORMAT, "game": about, "setup": table_from_setup(source.setup)}
    data |= {"facts": game.facts, "levels": game.levels}
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def reported(source: Source) -> ReportedGame:
    """Return a game's report, with instants from its start on; raises GameFileError."""
    steps = [(state, outputs) for _, state, outputs in source.steps(ticks=True)]
    start_ns = began_ns(source.inputs, (state for state, _ in steps))
    levels = tuple(_levels(source.setup, start_ns, steps))
    return ReportedGame(source, facts_of(source.setup, start_ns, steps), levels)


def _levels(
    setup: Setup, start_ns: int, steps: Iterable[tuple[State, list[Output]]]
) -> Iterator[Level]:
    """The start, every change, and the end.

    A change is where another clock runs or none, a delay that is over, a correction, a fall, a
    period or a byo-yomi period that began.
    """
    before = begin(setup, start_ns)
    shown_ns = _shown_ns(before, before.at_ns)
    for state, outputs in steps:
        if before.started_at_ns is None and state.started_at_ns is not None:
            shown_ns = _shown_ns(state, state.at_ns)
            yield Level(0, shown_ns, shown_ns)
        elif before.started_at_ns is not None:
            delayed_ns = before.since_ns + _delay_left_ns(before)
            if before.since_ns < delayed_ns < state.at_ns:
                flat_ns = _shown_ns(before, delayed_ns)
                yield Level(delayed_ns - start_ns, flat_ns, flat_ns)
            last_ns, shown_ns = _shown_ns(before, state.at_ns), _shown_ns(state, state.at_ns)
            fell = any(isinstance(output, ClapperFell) for output in outputs)
            if last_ns != shown_ns or fell or running_seats(before) != running_seats(state):
                yield Level(state.at_ns - start_ns, last_ns, shown_ns)
        else:
            shown_ns = _shown_ns(state, state.at_ns)
        before = state
    if before.started_at_ns is None:
        yield Level(0, shown_ns, shown_ns)
    else:
        yield Level(before.at_ns - start_ns, shown_ns, shown_ns)


def _delay_left_ns(state: State) -> int:
    """How long a running clock still stands."""
    return max((state.seat(seat).delay_left_ns for seat in running_seats(state)), default=0)


def _shown_ns(state: State, at_ns: int) -> tuple[int, int]:
    """What both clocks show at an instant."""
    state = charged(state, max(at_ns, state.since_ns))
    return state.left.remaining_ns, state.right.remaining_ns
