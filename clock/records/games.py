"""The games of a journal as their files are just now, while a clock may go on writing them."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from pathlib import Path

from clock.files import UnreadableFile, read_file
from clock.game.chain import Chain, sound
from clock.game.head import Heads
from clock.game.recorded import (
    NO_LINE,
    PLACES,
    End,
    JournalPlace,
    RecordedGame,
    end_of,
    recorded_of,
)
from clock.journal.folder import HEAD, JournalError, game_files, read_head
from clock.rules.message import Message, Problem, placed
from clock.rules.state import Phase

LAST = "last"
NOWHERE = JournalPlace(0)
NEIGHBOURS = 3
"""Files that are not read again: to verify a game needs the one before it and the one after."""


class Games:
    """A journal's games by their numbers, the oldest first; each method raises a Problem."""

    def __init__(self, folder: Path) -> None:
        """Look which games there are, and what the clock that writes them knows of the last."""
        # The head first: it knows of no more than the files have then.
        (self.head, self.head_is_sound), self.head_problem = _read_head(folder)
        self.known = None if self.head is None else self.head.last
        """How the last game ends of which the head knows; `last_known` is its number, or 0."""
        self.last_known = 0 if self.known is None else self.known.game
        self._chain = lru_cache(NEIGHBOURS)(self._read_chain)
        self._place = cache(self._read_place)
        try:
            self.files = game_files(folder)
            if self.head is None and not self.files:
                raise FileNotFoundError
        except FileNotFoundError:
            raise JournalError(
                "{folder}: no games here; for another folder use --journal FOLDER",
                folder=folder,
            ) from None
        except OSError as error:
            raise JournalError(placed(folder, error.strerror)) from None

    def read(self, number: int) -> RecordedGame:
        """Return a game, as far as its file is sound, with all that the journal has against it."""
        game, known = recorded_of(self._chain(number)), self.known_end(number)
        if number not in self._ours:
            game = game._replace(misplaced=Message("it does not belong to this journal"))
        elif game.number != number:
            game = game._replace(misplaced=Message("its game number was changed"))
        elif known is not None and game.end.count < known.count:
            missing = Message("lines at its end are missing")
            game = game._replace(problem=game.problem or missing)
        elif known is not None and not self._is_known(known):
            game = game._replace(misplaced=Message("it is not the game that was written"))
        if self.head is not None and number == self.last_known and not game.problems:
            game = game._replace(until_ns=self.head.at_ns)
        return game

    def known_end(self, number: int) -> End | None:
        """Return how a game ended by the head or by the game after it; None if neither knows."""
        known = self.known
        if number != self.last_known:
            known = self._place(next((each for each in self._ours if each > number), 0)).before
        return known if known is not None and known.game == number else None

    def follows(self, number: int) -> bool:
        """Return whether the game before one is what its header says, if it is there."""
        before = self._place(number).before
        if before is None:
            return number == min(self._ours)
        return before.game not in self.files or self._end(before.game) == before

    def gone(self) -> Iterator[tuple[int, int]]:
        """Yield the first and the last number wherever files of games are gone."""
        first = min(self._ours, default=1) if self.head is None else self.head.first
        ends = [(number, self._place(number).before) for number in self._ours]
        for number, before in (*ends, (self.last_known + 1, self.known)):
            if before is not None and first <= before.game < number:
                yield first, before.game
            first = number + 1

    def found(self, name: str) -> int:
        """Return the number that a name means: LAST is the last game that was begun, if one was.

        What is only set up, as the next game is while the last one is looked at, is none.
        """
        numbers = sorted({*self.files, self.last_known} - {0})
        if not numbers:
            raise JournalError("there is no game in the journal yet")
        if name == LAST:
            ours = sorted({*self._ours, self.last_known} - {0}) or numbers
            return next(filter(self._may_be_begun, reversed(ours)), ours[-1])
        first = numbers[0] if self.head is None else min(numbers[0], self.head.first)
        if name.isdecimal() and len(name) < 20 and first <= int(name) <= numbers[-1]:
            return int(name)
        values = {"first": first, "newest": numbers[-1], "last": LAST, "name": repr(name)}
        raise JournalError("GAME: expected {first} to {newest}, or {last}, got {name}", **values)

    @cached_property
    def _ours(self) -> tuple[int, ...]:
        """The numbers of the files of which the head knows, and of those that follow them.

        Without a head all that can be read are taken for ours.
        """
        if self.head is None:
            return tuple(number for number in self.files if self._place(number) != NOWHERE)
        ours = [number for number in self.files if number <= self.last_known]
        last = self._end(self.last_known) or self.known
        for number in self.files:
            if number > self.last_known and self._place(number) == JournalPlace(number, last):
                ours.append(number)
                last = self._end(number)
        return tuple(ours)

    def _may_be_begun(self, number: int) -> bool:
        with suppress(Problem):
            return is_begun(self.read(number))
        return True

    def _is_known(self, known: End) -> bool:
        """Whether a game has this line; one that was only set up may have been set up anew."""
        lines = self._chain(known.game).lines[: known.count + 1]
        return end_of(known.game, lines) == known or (known.count == 0 and self.follows(known.game))

    def _end(self, number: int) -> End | None:
        """How the file of a game ends; None if it cannot be read."""
        with suppress(Problem):
            lines = self._chain(number).lines
            return end_of(number, lines) if lines else None
        return None

    def _read_place(self, number: int) -> JournalPlace:
        """What the header of a game says of its place; NOWHERE if it cannot be read."""
        with suppress(IndexError, *NO_LINE):
            return PLACES.decode(self._chain(number).lines[0])
        return NOWHERE

    def _read_chain(self, number: int) -> Chain:
        try:
            return sound(read_file(self.files[number]))
        except (KeyError, FileNotFoundError):
            raise JournalError("its file is gone") from None
        except OSError as error:
            raise JournalError("cannot be read: {problem}", problem=error.strerror) from None


def is_begun(game: RecordedGame) -> bool:
    """Return whether a game was ever started; one that is not whole may have been."""
    is_whole = not (game.problems or game.gaps)
    return not is_whole or (bool(game.rows) and game.rows[-1].figures.phase is not Phase.READY)


def _read_head(folder: Path) -> tuple[Heads, Message | None]:
    """Return the head of a journal, and why it cannot be read."""
    try:
        heads = read_head(folder)
    except OSError as error:
        return Heads(None, sound=False), placed(folder / HEAD, error.strerror)
    except UnreadableFile as error:
        return Heads(None, sound=False), error.message
    problem = None if heads.newest else placed(folder, Message("its head was changed"))
    return heads, problem
