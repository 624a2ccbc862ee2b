"""What a journal's folder has when it is opened: its head, its last game, and what is wrong.

Nothing is written here. A line after those of which the head knows was not on the disk for sure:
where the chain breaks there, a power cut has torn it, and nobody misses it. Where less is there
than the head knows of, something was lost.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.game.chain import Chain, hash_of, sound
from clock.game.files import read_file
from clock.game.recorded import End, Number, changed, is_missing
from clock.journal.folder import game_files
from clock.journal.head import Head, Instant, read_head
from clock.journal.pace import lost_ns
from clock.rules.message import Message

NO_HEAD = Head(sequence=-1, at_ns=0, boot_id="", shift_ns=0, slowest_ns=0, first=1, last=None)
UNREADABLE = (ValueError, RecursionError)
"""Errors of a text that is no line of ours; what msgspec raises is a ValueError."""
NO_GAME = Chain((), 0, b"")


class Found(NamedTuple):
    """A journal as it is on the disk."""

    head: Head = NO_HEAD
    head_is_sound: bool = True
    """Whether both halves of it are."""
    number: int = 0
    """The highest that a game has; 0 if there is none."""
    chain: Chain = NO_GAME
    """That game's file; without lines if it is not there, or cannot be read."""
    before: End | None = None
    """How the game before it ended, by its header."""
    others: tuple[Path, ...] = ()
    """The files of the games before it."""
    damage: Message | None = None
    """What is wrong with the last game, or with the head."""

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The last game, header first, as far as it is sound."""
        return self.chain.lines

    @property
    def game(self) -> int:
        """The last game's number, from 1; 0 if there is none that can be read."""
        return self.number if self.lines else 0

    @property
    def cut_off(self) -> bool:
        """Whether something is missing at the end of the game, nobody knows how much."""
        return bool(self.lines) and (self.damage is not None or is_missing(self.lines[-1]))

    @property
    def last_ns(self) -> int:
        """The last instant at which the clock was there, or at which damage begins.

        Of what is missing nobody knows whose time it took.
        """
        is_damaged = self.lines and self.damage is not None
        return max([0 if is_damaged else self.head.at_ns, *_instants_ns(self.lines[1:])])

    @property
    def uncertain_ns(self) -> int:
        """How much of a running clock a power cut may have taken.

        A half of the head that cannot be read may have been the newer one.
        """
        return (1 if self.head_is_sound else 2) * lost_ns(self.head.slowest_ns)

    @property
    def written(self) -> int:
        """How many of the game's inputs and gaps are on the disk for sure: the head knows them."""
        last = self.head.last
        known = last.count if last is not None and last.game == self.number else 0
        return max(0, min(known, len(self.lines) - 1))


class _Place(msgspec.Struct):
    """What a header, of whatever program, says of which game it is."""

    game: Number
    before: End | None = None


def look(folder: Path) -> Found:
    """Return what a folder has. Raises OSError, and UnreadableFile for what is no file in it."""
    newest, head_is_sound = read_head(folder)
    games = game_files(folder)
    head = newest or msgspec.structs.replace(NO_HEAD, first=min(games, default=1))
    number = max(max(games, default=0), 0 if head.last is None else head.last.game)
    chain = sound(read_file(games[number])) if number in games else NO_GAME
    place = _place(chain.lines)
    damage = None
    if newest is None and games:
        damage = Message("its head was changed")
    elif number and number not in games:
        damage = _of_game(number, Message("its file is gone"))
    elif number and place is None:
        damage = _of_game(number, Message("its header was changed"))
    elif place is not None and place.game != number:
        damage = _of_game(number, Message("its place was changed"))
    elif head.last is not None and head.last.game == number:
        damage = _missing(head.last, chain)
    if place is None or place.game != number:
        place, chain = None, NO_GAME
    before = None if place is None else place.before
    others = tuple(path for each, path in games.items() if each != number)
    return Found(head, head_is_sound, number, chain, before, others, damage)


def _place(lines: tuple[bytes, ...]) -> _Place | None:
    with suppress(*UNREADABLE):
        return msgspec.json.decode(lines[0], type=_Place) if lines else None
    return None


def _missing(last: End, chain: Chain) -> Message | None:
    """Return what is wrong with a game of which the head knows; None if nothing is.

    A game that was only set up may have been replaced by the next one since.
    """
    count = len(chain.lines) - 1
    if count < last.count:
        problem = changed(chain) or Message("lines at its end are missing")
        return _of_game(last.game, problem)
    if last.count and hash_of(chain.lines[last.count]) != last.hash:
        return _of_game(last.game, Message("it is not the one that was written"))
    return None


def _of_game(number: int, problem: Message) -> Message:
    return Message("game {number}: {problem}", number=number, problem=problem)


class _AnyInput(msgspec.Struct):
    at_ns: Instant


class _AnyRow(msgspec.Struct):
    input: _AnyInput


_INPUTS = msgspec.json.Decoder(_AnyRow)


def _instants_ns(lines: tuple[bytes, ...]) -> Iterator[int]:
    """Yield the instants of a game's inputs, whether this program knows these or not."""
    for line in lines:
        with suppress(*UNREADABLE):
            yield _INPUTS.decode(line).input.at_ns
