"""One game as it is asked for: by its number in a journal, or by a file on any machine."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from clock.files import read_file
from clock.game.file import GameFileError, read_named
from clock.game.names import NAMELESS, Names
from clock.game.recorded import Gap, RecordedGame, is_recorded, read_recorded
from clock.game.replay import ReplayStep, played
from clock.journal.folder import JournalError, of_game
from clock.presets import controls
from clock.records.games import LAST, Games
from clock.records.sentences import missing, unread
from clock.rules.inputs import Input
from clock.rules.message import Message, Problem, placed
from clock.rules.state import Setup
from clock.text.control import upper_first
from clock.text.language import render


class Source(NamedTuple):
    """A game, and where it is from."""

    name: str
    """Its number in its journal, or the name of its file."""
    path: Path
    in_journal: bool
    setup: Setup
    inputs: tuple[Input, ...]
    """In the order of their stamps."""
    recorded: RecordedGame | None
    """What a clock has recorded with it; None: it was written otherwise."""
    names: Names = NAMELESS
    head_problem: Message | None = None
    """Why the head of its journal cannot be read, if that is so."""

    @property
    def wall(self) -> str:
        """When it began, by the machine's calendar; "" if nobody noted it."""
        return "" if self.recorded is None else self.recorded.wall[:16].replace("T", " ")

    @property
    def version(self) -> str:
        """Of the program that kept its time."""
        return "" if self.recorded is None else self.recorded.header.version

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Where something of it is missing."""
        return () if self.recorded is None else self.recorded.gaps

    @property
    def problems(self) -> tuple[str, ...]:
        """Why it is not whole, or not the one that it should be."""
        return () if self.recorded is None else tuple(map(render, self.recorded.problems))

    def steps(self, *, ticks: bool = False) -> Iterator[ReplayStep]:
        """Play it, as `played`, up to where its clock was there; GameFileError names the file."""
        until_ns = None if self.recorded is None else self.recorded.until_ns
        try:
            yield from played(self.setup, self.inputs, ticks=ticks, until_ns=until_ns)
        except GameFileError as error:
            raise GameFileError(placed(self.path, error.message)) from None

    def notes(self) -> Iterator[str]:
        """Yield a sentence for all that is missing of it."""
        yield from map(missing, self.gaps)
        if self.recorded is not None:
            if self.recorded.problem is not None:
                yield unread(len(self.recorded.rows), self.recorded.problem)
            if self.recorded.misplaced is not None:
                yield f"{upper_first(render(self.recorded.misplaced))}."


def is_number(name: str) -> bool:
    """Return whether a game is asked for by its number in a journal."""
    return name == LAST or name.isdecimal()


def read_source(name: str, folder: Path) -> Source:
    """Return a journal's game by number or LAST, or that of a file; raises OSError or a Problem."""
    if not is_number(name):
        return _of_file(Path(name))
    games = Games(folder)
    number = games.found(name)
    try:
        game = games.read(number)
    except Problem as error:
        raise JournalError(of_game(number, error.message)) from None
    source = _recorded(str(number), games.files[number], game, in_journal=True)
    return source._replace(head_problem=games.head_problem)


def _of_file(path: Path) -> Source:
    data = read_file(path)
    try:
        if is_recorded(data):
            return _recorded(path.name, path, read_recorded(data), in_journal=False)
        setup, inputs, names = read_named(data, controls)
    except GameFileError as error:
        raise GameFileError(placed(path, error.message)) from None
    return Source(path.name, path, False, setup, inputs, None, names)


def _recorded(name: str, path: Path, game: RecordedGame, *, in_journal: bool) -> Source:
    """A recorded game, folded only if its inputs did not come in the order of their stamps."""
    inputs = tuple(row.input for row in game.rows)
    if not all(earlier.at_ns <= later.at_ns for earlier, later in pairwise(inputs)):
        inputs = game.folded().everything()
    return Source(name, path, in_journal, game.setup, inputs, game, game.header.names)
