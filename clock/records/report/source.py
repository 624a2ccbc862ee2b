"""Which game a report is of: one of a journal, or a game file; and what it is folded from."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.game.facts import Facts, facts_of
from clock.game.file import GameFileError, SetupTable, read_game, table_from_setup
from clock.game.replay import began_ns, played, with_ticks
from clock.journal.lines import Gap
from clock.records.recorded import LAST, found, journal, read
from clock.records.report.levels import Level, levels_of
from clock.rules.inputs import Input
from clock.rules.state import Setup


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a game is called, and what is known of it beside its inputs."""

    name: str
    """The number in its journal, or the name of its file."""
    in_journal: bool
    wall: str = ""
    """When it began, as the machine's calendar said; "" if nobody noted it."""
    version: str = ""
    """Of the program that kept its time."""
    gaps: tuple[Gap, ...] = ()
    """Where something of it is missing."""


class Told(NamedTuple):
    """A game as a report tells it."""

    source: Source
    setup: Setup
    facts: Facts
    levels: tuple[Level, ...]


class Report(msgspec.Struct, frozen=True):
    """A whole report as data: what `clapper report --json` prints."""

    format: str
    game: Source
    setup: SetupTable
    facts: Facts
    levels: tuple[Level, ...]


FORMAT = "clapper-report/1"


def read_source(name: str, file: Path) -> Told:
    """Return a game by its number in the journal `file`, or as the game file of that name.

    Raises JournalError, or GameFileError for what cannot be read or played.
    """
    if _is_number(name):
        with journal(file) as store:
            game = read(store, found(store, name))
        head = game.header
        wall = head.wall[:16].replace("T", " ")
        source = Source(
            name=str(game.number), in_journal=True, wall=wall, version=head.version,
            gaps=game.gaps,
        )  # fmt: skip
        return _told(source, game.setup, game.inputs())
    path = Path(name)
    try:
        setup, inputs = read_game(path.read_bytes())
        source = Source(name=path.name, in_journal=False)
        return _told(source, setup, inputs)
    except OSError as wrong:
        raise GameFileError(f"{path}: {wrong.strerror}") from None
    except GameFileError as wrong:
        raise GameFileError(f"{path}: {wrong}") from None


def source_file(name: str, journal: Path) -> Path:
    """Return the file that a report is made of: the journal, or the game file of that name."""
    return journal if _is_number(name) else Path(name)


def _is_number(name: str) -> bool:
    """Whether a name is of a game in a journal."""
    return name == LAST or name.isdecimal()


def as_data(told: Told) -> Report:
    """Return a report as data."""
    return Report(FORMAT, told.source, table_from_setup(told.setup), told.facts, told.levels)


def _told(source: Source, setup: Setup, inputs: tuple[Input, ...]) -> Told:
    """A game as the clock itself would keep it, its instants from the start on."""
    kept = tuple(with_ticks(setup, inputs))
    steps = [(state, outputs) for _, state, outputs in played(setup, kept)]
    start_ns = began_ns(inputs, (state for state, _ in steps))
    facts = facts_of(setup, start_ns, steps)
    return Told(source, setup, facts, levels_of(setup, start_ns, steps))
