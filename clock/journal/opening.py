"""What a journal's folder has when it is opened: its head, its last game, and what is wrong.

Nothing is written here. A line after those of which the head knows was not on the disk for sure:
where the chain breaks there, a power cut has torn it, and nobody misses it. Where less is there
than the head knows of, something was lost. A game that began after the last one of which the head
knows has the end of that in its header; a file that has not is none of this journal's.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.files import FILE_BYTES_MAX, UnreadableFile, open_file
from clock.game.chain import Chain, hash_of, sound
from clock.game.recorded import End, Number, changed, end_of, is_missing
from clock.journal.folder import game_files
from clock.journal.head import Head, Instant, read_head
from clock.journal.pace import lost_ns
from clock.journal.pending import fields_of
from clock.rules.message import Message

NO_HEAD = Head(sequence=-1, at_ns=0, boot_id="", shift_ns=0, slowest_ns=0, first=1, last=None)
UNREADABLE = (ValueError, RecursionError)
"""Errors of a text that is no line of ours; what msgspec raises is a ValueError."""


class Last(NamedTuple):
    """The last game of a journal; without lines if its file is gone, or cannot be read."""

    number: int = 0
    chain: Chain = Chain((), 0, b"")
    before: End | None = None
    """How the game before it ended, by its header."""

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The game, header first, as far as it is sound."""
        return self.chain.lines

    @property
    def end(self) -> End | None:
        """How it ends; None if there is nothing of it."""
        return end_of(self.number, self.lines) if self.lines else None


class Found(NamedTuple):
    """A journal as it is on the disk."""

    head: Head = NO_HEAD
    head_is_sound: bool = True
    """Whether both halves of it are."""
    last: Last = Last()
    highest: int = 0
    """The highest number in the name of a file, or in the head."""
    others: tuple[Path, ...] = ()
    """The files of the games before the last one."""
    damage: Message | None = None
    """What is wrong with the last game, the head, or a file behind them."""
    lacks: bool = False
    """Whether the last game has less than the head knows of, or something else."""

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The last game, header first, as far as it is sound."""
        return self.last.lines

    @property
    def cut_off(self) -> bool:
        """Whether something is missing at the end of the game, nobody knows how much."""
        return bool(self.lines) and (self.damage is not None or is_missing(self.lines[-1]))

    @property
    def last_ns(self) -> int:
        """The last instant at which the clock was there, or at which damage begins.

        Of what is missing nobody knows whose time it took.
        """
        at_ns = 0 if self.lines and self.lacks else self.head.at_ns
        return max((at_ns, *_instants_ns(self.lines[1:])))

    @property
    def uncertain_ns(self) -> int:
        """How much of a running clock a power cut may have taken.

        A half of the head that cannot be read may have been the newer one.
        """
        return (1 if self.head_is_sound else 2) * lost_ns(self.head.slowest_ns)

    @property
    def written(self) -> int:
        """How many of the game's inputs and gaps are on the disk for sure: the head knows them."""
        known = self.head.last
        count = known.count if known is not None and known.game == self.last.number else 0
        return max(0, min(count, len(self.lines) - 1))


def look(folder: Path) -> Found:
    """Return what a folder has. Raises OSError, and UnreadableFile if its head is no file."""
    newest, head_is_sound = read_head(folder)
    files = game_files(folder)
    head, last, lacks, problems = newest or NO_HEAD, Last(), False, list[Message]()
    if newest is None and files:
        head = msgspec.structs.replace(NO_HEAD, first=min(files))
        last = next((game for number in reversed(files) if (game := _game(files, number))), last)
        problems.append(Message("its head was changed"))
    elif newest is not None:
        if newest.last is not None:
            last, problem = _known(files, newest.last)
            if problem is not None:
                lacks = True
                problems.append(_of_game(last.number, problem))
        for number in [number for number in files if number > last.number]:
            game = _game(files, number)
            if game is not None and game.before == (last.end or newest.last):
                last = game
            else:
                problems.append(_of_game(number, Message("it is none of this journal's")))
    if last.chain.size + len(last.chain.rest) > FILE_BYTES_MAX:
        too_large = Message("expected at most {count} bytes", count=FILE_BYTES_MAX)
        problems.append(_of_game(last.number, too_large))
    others = tuple(path for number, path in files.items() if number < last.number)
    highest, damage = max((*files, last.number)), next(iter(problems), None)
    return Found(head, head_is_sound, last, highest, others, damage, lacks)


def _known(files: dict[int, Path], known: End) -> tuple[Last, Message | None]:
    """Return the last game of which the head knows, and what is wrong with it.

    One that was only set up may have been replaced by the next one, after the same game.
    """
    if known.game not in files or not files[known.game].is_file():
        return Last(known.game), Message("its file is gone")
    chain = _chain(files[known.game])
    place = _place(chain)
    if place is None:
        return Last(known.game), Message("its header was changed")
    if place.game != known.game:
        return Last(known.game), Message("its place was changed")
    last = Last(known.game, chain, place.before)
    if len(last.lines) <= known.count:
        return last, changed(chain) or Message("lines at its end are missing")
    if hash_of(last.lines[known.count]) == known.hash:
        return last, None
    problem = Message("it is not the one that was written")
    if known.count:
        return last, problem
    number = max((number for number in files if number < known.game), default=0)
    before = _game(files, number) or Last()
    return (last, None) if last.before == before.end else (Last(known.game), problem)


def _game(files: dict[int, Path], number: int) -> Last | None:
    """Return the game of a number; None if none of it can be read."""
    with suppress(OSError, UnreadableFile, KeyError):
        chain = _chain(files[number])
        place = _place(chain)
        if place is not None and place.game == number:
            return Last(number, chain, place.before)
    return None


def _chain(path: Path) -> Chain:
    """Return what of a file is sound, as far as a game can be long."""
    with open_file(path) as file:
        return sound(file.read(FILE_BYTES_MAX + 1))


class _Place(msgspec.Struct):
    """What a header, of whatever program, says of which game it is."""

    game: Number
    before: End | None = None


def _place(chain: Chain) -> _Place | None:
    with suppress(*UNREADABLE):
        if chain.lines and fields_of(chain.lines[0]):
            return msgspec.json.decode(chain.lines[0], type=_Place)
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
