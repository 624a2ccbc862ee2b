"""The games of a journal, read while a clock may be writing them."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from pathlib import Path

from clock.files import UnreadableFile, read_file
from clock.game.chain import Chain, intact_chain
from clock.game.head import Heads
from clock.game.recorded import (
    HEADERS,
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
"""The number of files kept in memory: verifying a game needs its neighbours as well."""


class JournalGames:
    """A journal's games by number, the oldest first. Every method may raise a Problem."""

    def __init__(self, folder: Path) -> None:
        """List the games, and read the head of the clock that writes them."""
        # The head before the files: the clock writes files first, so they have all the head counts.
        (self.head, self.head_is_sound), self.head_problem = _read_head(folder)
        self.known = None if self.head is None else self.head.last
        """The end of the head's last game; `last_known` is the game's number, or 0."""
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
        """Return the sound part of a game, with every contradiction between file and journal."""
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
        """Return a game's end from the head or the next game; None if neither has it."""
        known = self.known
        if number != self.last_known:
            known = self._place(next((each for each in self._ours if each > number), 0)).before
        return known if known is not None and known.game == number else None

    def follows(self, number: int) -> bool:
        """Return whether the game before is the one in this game's header, if its file exists."""
        before = self._place(number).before
        if before is None:
            return number == min(self._ours)
        return before.game not in self.files or self._end(before.game) == before

    def takers(self, game: RecordedGame) -> tuple[int, ...]:
        """Return the games that continue a game; two are a fork."""
        return tuple(n for n, hash_ in self._continued.items() if hash_ == game.end.hash)

    @cached_property
    def _continued(self) -> dict[int, str]:
        """By number: the last hash of the game before, for games that continue another."""
        found = {}
        for number in self._ours:
            with suppress(Problem, IndexError, *NO_LINE):
                continues = HEADERS.decode(self._chain(number).lines[0]).continues
                found[number] = "" if continues is None else continues.hash
        return found

    def missing_numbers(self) -> Iterator[tuple[int, int]]:
        """Yield the first and last number of every range of missing files."""
        first = min(self._ours, default=1) if self.head is None else self.head.first
        ends = [(number, self._place(number).before) for number in self._ours]
        for number, before in (*ends, (self.last_known + 1, self.known)):
            if before is not None and first <= before.game < number:
                yield first, before.game
            first = max(first, number + 1)  # a game that was put aside outlives those after it

    def number_of(self, name: str) -> int:
        """Return a game's number by its name: a number, or LAST for the last game begun, if any.

        LAST skips a game that is only set up, as the next one is while the last is reported.
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
        """The numbers of the journal's own files: those the head counts, and those that follow.

        Without a head, every readable file counts.
        """
        if self.head is None:
            return tuple(number for number in self.files if self._place(number) != NOWHERE)
        ours = [number for number in self.files if number <= self.last_known]
        last = self._end(self.last_known) or self.known
        for number in self.files:
            place = self._place(number)
            if number > self.last_known and (place.game, place.before) == (number, last):
                ours.append(number)
                last = self._end(number)
        return tuple(ours)

    def _may_be_begun(self, number: int) -> bool:
        with suppress(Problem):
            return is_begun(self.read(number))
        return True

    def _is_known(self, known: End) -> bool:
        """Return whether a game has this line; a game only set up may have been replaced."""
        lines = self._chain(known.game).lines[: known.count + 1]
        return end_of(known.game, lines) == known or (known.count == 0 and self.follows(known.game))

    def _end(self, number: int) -> End | None:
        """Return the end of a game's file; None if it cannot be read."""
        with suppress(Problem):
            lines = self._chain(number).lines
            return end_of(number, lines) if lines else None
        return None

    def _read_place(self, number: int) -> JournalPlace:
        """Return a game's place in the journal, from its header; NOWHERE if it cannot be read."""
        with suppress(IndexError, *NO_LINE):
            return PLACES.decode(self._chain(number).lines[0])
        return NOWHERE

    def _read_chain(self, number: int) -> Chain:
        try:
            return intact_chain(read_file(self.files[number]))
        except (KeyError, FileNotFoundError):
            raise JournalError("its file is gone") from None
        except OSError as error:
            raise JournalError("cannot be read: {problem}", problem=error.strerror) from None


def is_begun(game: RecordedGame) -> bool:
    """Return whether a game was ever started, or may have been if part of it is missing."""
    is_whole = not (game.problems or game.gaps)
    return not is_whole or (bool(game.rows) and game.rows[-1].figures.phase is not Phase.READY)


def _read_head(folder: Path) -> tuple[Heads, Message | None]:
    """Return a journal's head, and why it cannot be read, if so."""
    try:
        heads = read_head(folder)
    except OSError as error:
        return Heads(None, sound=False), placed(folder / HEAD, error.strerror)
    except UnreadableFile as error:
        return Heads(None, sound=False), error.message
    problem = None if heads.newest else placed(folder, Message("its head was changed"))
    return heads, problem
