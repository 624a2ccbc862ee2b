"""Which game a report is of, its facts, and what both clocks showed in the course of it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.game.facts import Facts, facts_of
from clock.game.file import table_from_setup
from clock.game.replay import began_ns, played
from clock.journal.lines import Gap
from clock.records.recorded import LAST, found, game_file, journal, read
from clock.rules.inputs import Input
from clock.rules.machine import begin
from clock.rules.outputs import ClapperFell, Output
from clock.rules.state import Setup, State
from clock.rules.timing import charged, running_seats

FORMAT = "clapper-report/1"


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The name of a game, and what is known of it beside its inputs."""

    name: str
    """The number in its journal, or the name of its file."""
    in_journal: bool
    wall: str = ""
    """When it began, by the machine's calendar; "" if nobody noted it."""
    version: str = ""
    """Of the program that kept its time."""
    gaps: tuple[Gap, ...] = ()
    """Where something of it is missing."""


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
    setup: Setup
    facts: Facts
    levels: tuple[Level, ...]


def as_json(game: ReportedGame) -> bytes:
    """Return the report of a game as data."""
    data = {"format": FORMAT, "game": game.source, "setup": table_from_setup(game.setup)}
    data |= {"facts": game.facts, "levels": game.levels}
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def read_source(name: str, file: Path) -> ReportedGame:
    """Return a game by its number in the journal `file`, or as the game file of that name.

    Raises OSError, JournalError, or GameFileError for what cannot be played.
    """
    if not _is_number(name):
        path = Path(name)
        with game_file(path) as (setup, inputs):
            return reported(Source(name=path.name, in_journal=False), setup, inputs)
    with journal(file) as store:
        game = read(store, found(store, name))
    source = Source(
        name=str(game.number),
        in_journal=True,
        wall=game.header.wall[:16].replace("T", " "),
        version=game.header.version,
        gaps=game.gaps,
    )
    return reported(source, game.setup, game.inputs())


def source_file(name: str, journal: Path) -> Path:
    """Return the file that a report is made of: the journal, or the game file of that name."""
    return journal if _is_number(name) else Path(name)


def _is_number(name: str) -> bool:
    return name == LAST or name.isdecimal()


def reported(source: Source, setup: Setup, inputs: tuple[Input, ...]) -> ReportedGame:
    """Return a game's report, with instants from its start on."""
    steps = [(state, outputs) for _, state, outputs in played(setup, inputs, ticks=True)]
    start_ns = began_ns(inputs, (state for state, _ in steps))
    levels = tuple(_levels(setup, start_ns, steps))
    return ReportedGame(source, setup, facts_of(setup, start_ns, steps), levels)


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
