"""The games of a journal as their files are just now, while a clock may go on writing them."""

from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from clock.files import read_file
from clock.game.chain import Chain, sound
from clock.game.recorded import End, RecordedGame, end_of, recorded_of
from clock.journal.folder import JournalError, game_files, read_head
from clock.rules.message import Problem, placed
from clock.rules.state import Phase

LAST = "last"
NEIGHBOURS = 3
"""Files that are not read again: to verify a game needs the one before it and the one after."""


class NoGame(JournalError):
    """A journal without games."""

    def __init__(self) -> None:
        super().__init__("there is no game in the journal yet")


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
        self._chain = lru_cache(NEIGHBOURS)(self._read_chain)

    @property
    def last_known(self) -> int:
        """The number of the last game that the head knows of; 0 if that is none."""
        return self.head.last.game if self.head is not None and self.head.last is not None else 0

    def read(self, number: int) -> RecordedGame:
        """Return a game, as far as its file is sound."""
        game = recorded_of(self._chain(number))
        if self.head is not None and number == self.last_known:
            return game._replace(until_ns=self.head.at_ns)
        return game

    def end(self, number: int, count: int | None = None) -> End:
        """Return how a game ends, or would with so many lines."""
        lines = self._chain(number).lines
        if not lines:
            raise JournalError("its header was changed")
        return end_of(number, lines if count is None else lines[: count + 1])

    def found(self, name: str) -> int:
        """Return the number that a name means: LAST is the last game that was begun, if one was.

        What is only set up, as the next game is while the last one is looked at, is none.
        """
        if not self.files:
            raise NoGame
        numbers = list(self.files)
        if name == LAST:
            return next(filter(self._may_be_begun, reversed(numbers)), numbers[-1])
        if name.isdecimal() and len(name) < 20 and int(name) in self.files:
            return int(name)
        values = {"first": numbers[0], "newest": numbers[-1], "last": LAST, "name": repr(name)}
        raise JournalError("GAME: expected {first} to {newest}, or {last}, got {name}", **values)

    def _may_be_begun(self, number: int) -> bool:
        with suppress(Problem):
            return is_begun(self.read(number))
        return True

    def _read_chain(self, number: int) -> Chain:
        try:
            return sound(read_file(self.files[number]))
        except (KeyError, FileNotFoundError):
            raise JournalError("its file is gone") from None
        except OSError as error:
            raise JournalError("cannot be read: {problem}", problem=error.strerror) from None


def is_begun(game: RecordedGame) -> bool:
    """Return whether a game was ever started; one that is not whole may have been."""
    is_whole = game.problem is None and not game.gaps
    return not is_whole or (bool(game.rows) and game.rows[-1].figures.phase is not Phase.READY)
