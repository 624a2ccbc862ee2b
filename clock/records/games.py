"""The games of a journal as their files are just now, while a clock may go on writing them."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.game.chain import sound
from clock.game.file import GameFileError, setup_from_table
from clock.game.files import read_file
from clock.game.recorded import (
    HEADERS,
    ROWS,
    End,
    Header,
    RecordedGame,
    Row,
    changed,
    end_of,
    is_missing,
    read_recorded,
    unreadable,
)
from clock.journal.folder import JournalError, game_files
from clock.journal.head import read_head
from clock.rules.message import Message, Problem, placed
from clock.rules.state import Phase, Setup

LAST = "last"


class NoGame(JournalError):
    """A journal without games."""

    def __init__(self) -> None:
        super().__init__("there is no game in the journal yet")


class Outline(NamedTuple):
    """A game in short, as far as its file is sound."""

    header: Header
    setup: Setup
    last: Row | None
    """Its last input, with the figures after it."""
    begun: bool
    """Whether it was ever started; one that is not whole may have been."""
    problem: Message | None
    """Why the rest was not read."""


class Games:
    """A journal's games by their numbers, the oldest first; each method raises a Problem."""

    def __init__(self, folder: Path) -> None:
        """Look which games there are, and what the clock that writes them knows of the last."""
        try:
            # The head first: it knows of no more than the files have then.
            self.head, self.head_is_sound = read_head(folder)
            self.files = game_files(folder)
            if self.head is None and not self.files:
                raise FileNotFoundError
        except FileNotFoundError:
            raise JournalError(
                "{folder}: there is no journal; --journal FOLDER names another", folder=folder
            ) from None
        except OSError as error:
            raise JournalError(placed(folder, error.strerror)) from None

    @property
    def last_known(self) -> int:
        """The number of the last game that the head knows of; 0 if that is none."""
        return self.head.last.game if self.head is not None and self.head.last is not None else 0

    def read(self, number: int) -> RecordedGame:
        """Return a game, as far as its file is sound."""
        game = read_recorded(self._data(number))
        if self.head is not None and number == self.last_known:
            return game._replace(until_ns=self.head.at_ns)
        return game

    def end(self, number: int, count: int | None = None) -> End:
        """Return how a game ends, or would with so many lines."""
        lines = sound(self._data(number)).lines
        return end_of(number, lines if count is None else lines[: count + 1])

    def outline(self, number: int) -> Outline:
        """Return a game in short."""
        header, chain = None, sound(self._data(number))
        rows = [line for line in chain.lines[1:] if not is_missing(line)]
        if not chain.lines:
            raise GameFileError("its header was changed")
        try:
            header = HEADERS.decode(chain.lines[0])
            setup = setup_from_table(header.setup)
            last = ROWS.decode(rows[-1]) if rows else None
        except (Problem, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise unreadable(error, header) from None
        problem = changed(chain)
        is_whole = problem is None and len(rows) == len(chain.lines) - 1
        is_ready = last is None or last.figures.phase is Phase.READY
        return Outline(header, setup, last, not (is_whole and is_ready), problem)

    def _data(self, number: int) -> bytes:
        try:
            return read_file(self.files[number])
        except (KeyError, FileNotFoundError):
            raise JournalError("its file is gone") from None
        except OSError as error:
            raise JournalError("cannot be read: {problem}", problem=error.strerror) from None

    def found(self, name: str) -> int:
        """Return the number that a name means: LAST is the last game that was begun, if one was.

        What is only set up, as the next game is while the last one is looked at, is none.
        """
        if not self.files:
            raise NoGame
        numbers = list(self.files)
        if name == LAST:
            return next(filter(self._may_be_begun, reversed(numbers)), numbers[-1])
        if name.isdecimal() and int(name[:20]) in self.files:
            return int(name)
        values = {"first": numbers[0], "newest": numbers[-1], "last": LAST, "name": repr(name)}
        if len(numbers) == 1:
            raise JournalError("GAME: expected {first}, or {last}, got {name}", **values)
        raise JournalError("GAME: expected {first} to {newest}, or {last}, got {name}", **values)

    def _may_be_begun(self, number: int) -> bool:
        with suppress(Problem):
            return self.outline(number).begun
        return True


def of_game(number: int, problem: Message) -> Message:
    """Return a problem with the number of the game that it is of."""
    return Message("game {number}: {problem}", number=number, problem=problem)
