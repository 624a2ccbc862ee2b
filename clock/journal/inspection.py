"""Inspect a journal's folder when it is opened: the head, the last game, and any damage.

Nothing is written here. Lines beyond those that the head counts were never durable: if the chain
breaks there, a power cut tore the last line, and no durable line is missing. If there are fewer
lines than the head counts, some were lost. A game newer than the head's last game records the end
of the game before it in its header; a file without that does not belong to this journal.
"""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from clock.files import FILE_BYTES_MAX, UnreadableFile, open_file
from clock.game.chain import Chain, hash_of, intact_chain
from clock.game.head import Head
from clock.game.recorded import NO_LINE, PLACES, End, changed, end_of, instants_ns, is_missing
from clock.journal.folder import game_files, game_problem, read_head
from clock.journal.pace import lost_ns
from clock.journal.pending import fields_of
from clock.rules.message import Message

NO_HEAD = Head(sequence=0, at_ns=0, boot_id="", shift_ns=0, slowest_ns=0, first=1, last=None)


class LastGame(NamedTuple):
    """The last game of a journal; without lines if its file is missing or unreadable."""

    number: int = 0
    chain: Chain = Chain((), 0, b"")
    before: End | None = None
    """The end of the game before it, from its header."""
    began_ns: int = 0
    """When it was put on the table, from its header."""

    @property
    def end(self) -> End | None:
        """The game's end; None without lines."""
        return end_of(self.number, self.chain.lines) if self.chain.lines else None


class FoundJournal(NamedTuple):
    """A journal as found on the disk."""

    head: Head = NO_HEAD
    head_is_sound: bool = True
    """Whether both halves of the head are sound."""
    last: LastGame = LastGame()
    highest: int = 0
    """The highest game number among the files and in the head."""
    others: tuple[Path, ...] = ()
    """The files of the games before the last one."""
    damage: Message | None = None
    """What is wrong with the last game, the head, or a later file."""
    last_ns: int = 0
    """The last instant at which the clock was on, or at which the damage begins."""

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The sound part of the last game, header first."""
        return self.last.chain.lines

    @property
    def cut_off(self) -> bool:
        """Whether an unknown part of the game is missing at its end."""
        unwritten = self.damage is not None or self.head.unwritten
        return bool(self.lines) and (unwritten or is_missing(self.lines[-1]))

    @property
    def uncertain_ns(self) -> int:
        """The time of a running clock that a power cut may have taken."""
        # The damaged half of a head may have been the newer one, so a second write may be lost.
        return (1 if self.head_is_sound else 2) * lost_ns(self.head.slowest_ns)


def inspect_folder(folder: Path) -> FoundJournal:
    """Inspect a folder. Raises OSError, and UnreadableFile if its head is not a file."""
    newest, head_is_sound = read_head(folder)
    files = game_files(folder)
    head, last, lacks, problems = newest or NO_HEAD, LastGame(), False, list[Message]()
    if newest is None and files:
        head = msgspec.structs.replace(NO_HEAD, first=min(files))
        last = next((game for number in reversed(files) if (game := _game(files, number))), last)
        problems.append(Message("its head was changed"))
    elif newest is not None:
        if newest.last is not None:
            last, problem = _known(files, newest.last)
            if problem is not None:
                lacks = True
                problems.append(game_problem(last.number, problem))
        for number in [number for number in files if number > last.number]:
            game = _game(files, number)
            if game is not None and game.before == (last.end or newest.last):
                last = game
            else:
                problems.append(game_problem(number, Message("it does not belong to this journal")))
    if last.chain.size + len(last.chain.rest) > FILE_BYTES_MAX:
        too_large = Message("expected at most {count} bytes", count=FILE_BYTES_MAX)
        problems.append(game_problem(last.number, too_large))
    others = tuple(path for number, path in files.items() if number < last.number)
    highest, damage = max((*files, last.number)), next(iter(problems), None)
    # Missing inputs may have passed the turn, so the time after them cannot be charged to a seat.
    reached_ns = 0 if last.chain.lines and (lacks or head.unwritten) else head.at_ns
    last_ns = max((reached_ns, last.began_ns, *instants_ns(last.chain.lines[1:])))
    return FoundJournal(head, head_is_sound, last, highest, others, damage, last_ns)


def _known(files: dict[int, Path], known: End) -> tuple[LastGame, Message | None]:
    """Return the head's last game, and its problem, if any.

    A game that was only set up may have been replaced by the next, after the same earlier game.
    """
    last, problem = _read(files, known.game)
    if problem is not None:
        return last, problem
    if len(last.chain.lines) <= known.count:
        return last, changed(last.chain) or Message("lines at its end are missing")
    if hash_of(last.chain.lines[known.count]) == known.hash:
        return last, None
    problem = Message("it is not the game that was written")
    if known.count:
        return last, problem
    number = max((number for number in files if number < known.game), default=0)
    before = _game(files, number) or LastGame()
    return (last, None) if last.before == before.end else (LastGame(known.game), problem)


def _game(files: dict[int, Path], number: int) -> LastGame | None:
    """Return a game by its number; None if it cannot be read."""
    with suppress(OSError, UnreadableFile):
        last, problem = _read(files, number)
        return last if problem is None else None
    return None


def _read(files: dict[int, Path], number: int) -> tuple[LastGame, Message | None]:
    """Return the sound part of a game, and why there is none, if so."""
    nothing, place = LastGame(number), None
    if number not in files or not files[number].is_file():
        return nothing, Message("its file is gone")
    with open_file(files[number]) as file:
        chain = intact_chain(file.read(FILE_BYTES_MAX + 1))
    with suppress(*NO_LINE):
        if chain.lines and fields_of(chain.lines[0]):
            place = PLACES.decode(chain.lines[0])
    if place is None:
        return nothing, Message("its header was changed")
    if place.game != number:
        return nothing, Message("its game number was changed")
    return LastGame(number, chain, place.before, place.began_ns), None
