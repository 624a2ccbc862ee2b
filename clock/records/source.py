"""A game to read, named by its number in a journal or by a file."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from clock.files import read_file
from clock.game.file import GameFileError, read_named
from clock.game.names import NAMELESS, Names
from clock.game.recorded import Gap, RecordedGame, is_recorded, read_recorded
from clock.game.replay import ReplayStep, played
from clock.journal.folder import JournalError, game_problem
from clock.notation.encoding import plain
from clock.notation.mistyped import nearest
from clock.presets import controls
from clock.records.figure_problems import edition_notes
from clock.records.games import LAST, JournalGames
from clock.records.sentences import gap_sentence, unread_sentence
from clock.rules.edition import EDITION
from clock.rules.inputs import Input
from clock.rules.message import Message, Problem, placed
from clock.rules.state import Setup
from clock.text.control import upper_first
from clock.text.language import render, tr


class Source(NamedTuple):
    """A game, and its origin."""

    name: str
    """The game's number in its journal, or the name of its file."""
    path: Path
    in_journal: bool
    setup: Setup
    inputs: tuple[Input, ...]
    """The inputs, in the order of their stamps."""
    recorded: RecordedGame | None
    """The clock's recording; None for a game file, which has only setup and inputs."""
    names: Names = NAMELESS
    file_edition: int = EDITION
    """The edition of a game file."""
    head_problem: Message | None = None
    """Why the journal's head cannot be read, if so."""
    is_left: bool = False
    """Whether later games followed while it had no result."""

    @property
    def edition(self) -> int:
        """The edition of the rules by which the game was counted."""
        return self.file_edition if self.recorded is None else self.recorded.header.rules

    @property
    def is_put_aside(self) -> bool:
        """Whether the game was put aside, to be taken up."""
        return self.recorded is not None and self.recorded.is_put_aside

    @property
    def wall(self) -> str:
        """The date and time of the game's start, by the machine's calendar; "" if unknown."""
        return "" if self.recorded is None else self.recorded.wall[:16].replace("T", " ")

    @property
    def version(self) -> str:
        """The version of the program that recorded the game; "" if unknown."""
        return "" if self.recorded is None else self.recorded.header.version

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """The gaps in the game."""
        return () if self.recorded is None else self.recorded.gaps

    @property
    def problems(self) -> tuple[str, ...]:
        """Why the game is not whole, or not the expected game."""
        return () if self.recorded is None else tuple(map(render, self.recorded.problems))

    def steps(self, *, ticks: bool = False) -> Iterator[ReplayStep]:
        """Replay the game up to its clock's last instant. Raises GameFileError with the path."""
        until_ns = None if self.recorded is None else self.recorded.until_ns
        try:
            yield from played(self.setup, self.inputs, ticks=ticks, until_ns=until_ns)
        except GameFileError as error:
            raise GameFileError(placed(self.path, error.message)) from None

    def notes(self) -> Iterator[str]:
        """Yield a sentence for every missing part of the game, and for a difference of editions.

        The first says where the game began, if that was on another clock.
        """
        continues = None if self.recorded is None else self.recorded.header.continues
        if continues is not None and not continues.clock:
            text = tr("It was put aside as game {game}, and taken up after line {line}.")
            yield text.format(game=continues.game, line=continues.lines)
        elif continues is not None:
            text = tr("It was taken over from {clock}, game {game}, after line {line}.")
            yield text.format(clock=continues.clock, game=continues.game, line=continues.lines)
        yield from map(gap_sentence, self.gaps)
        if self.recorded is not None:
            yield from edition_notes(self.recorded)
            if self.recorded.problem is not None:
                yield unread_sentence(len(self.recorded.rows), self.recorded.problem)
            if self.recorded.misplaced is not None:
                yield f"{upper_first(render(self.recorded.misplaced))}."


def is_number(name: str) -> bool:
    """Return whether a name is a game's number in a journal, or LAST."""
    return name == LAST or name.isdecimal()


def read_source(name: str, folder: Path) -> Source:
    """Read a journal's game by number or LAST, or a file. Raises OSError or a Problem."""
    if not is_number(name):
        try:
            return _of_file(Path(name))
        except FileNotFoundError:
            if (meant := nearest(name, (LAST,))) is None:
                raise
            raise Problem(
                "{name}: no such file: did you mean {meant}?", name=name, meant=meant
            ) from None
    games = JournalGames(folder)
    number = games.number_of(name)
    try:
        game = games.read(number)
    except Problem as error:
        raise JournalError(game_problem(number, error.message)) from None
    source = _recorded(str(number), games.files[number], game, in_journal=True)
    return source._replace(head_problem=games.head_problem, is_left=number < games.last_known)


def _of_file(path: Path) -> Source:
    data = plain(read_file(path))
    try:
        if is_recorded(data):
            return _recorded(path.name, path, read_recorded(data), in_journal=False)
        setup, inputs, names, edition = read_named(data, controls)
    except GameFileError as error:
        raise GameFileError(placed(path, error.message)) from None
    return Source(path.name, path, False, setup, inputs, None, names, edition)


def _recorded(name: str, path: Path, game: RecordedGame, *, in_journal: bool) -> Source:
    """Return a recorded game, its inputs in the order of their stamps."""
    inputs = tuple(row.input for row in game.rows)
    # Folding costs as much as a replay, and hardly any game needs it.
    if not all(earlier.at_ns <= later.at_ns for earlier, later in pairwise(inputs)):
        inputs = game.folded().all_inputs()
    return Source(name, path, in_journal, game.setup, inputs, game, game.header.names)
