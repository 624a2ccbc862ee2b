"""A journal's folder, open for writing by one clock.

The order of writes is fixed: a game's lines are on the disk before the head counts them, and a file
is whole on the disk before it has its name. So whenever the power fails, everything that the head
counts is there.
"""

import fcntl
import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from clock.game.chain import chained, hash_of
from clock.game.head import FILE_BYTES, Head
from clock.game.recorded import End, end_of
from clock.journal.aside_files import Aside, Asides
from clock.journal.disk import Disk
from clock.journal.folder import NAME, JournalError, JournalInUse, game_files, game_name
from clock.journal.head_file import HeadFile
from clock.journal.inspection import FoundJournal, inspect_folder
from clock.journal.pending import PendingGame
from clock.rules.message import Message, placed


class Folder:
    """A journal's folder, locked for this clock until it is closed."""

    def __init__(self, path: Path, disk: Disk) -> None:
        """Open the folder, created if missing, and copy a damaged last game.

        Raises JournalInUse if another clock has it, JournalError, OSError, or UnreadableFile.
        """
        self._path, self._disk = path, disk
        self._game: tuple[Path, int] | None = None
        """The path and the open file of the last game."""
        self._asides = Asides()
        self._dropped: list[Path] = []
        """Games to delete after the next head is on disk."""
        missing = [each for each in (path, *path.parents) if not each.exists()]
        path.mkdir(parents=True, exist_ok=True)
        for each in missing:  # a new folder is durable only once its parent is synced
            disk.sync_folder(each.parent)
        with ExitStack() as stack:
            stack.callback(os.close, _locked(path))
            self.found = found = inspect_folder(path)
            """The journal as it was before this clock opened it."""
            self._head = HeadFile(path, disk, sound=found.head_is_sound)
            stack.callback(self._head.close)
            stack.callback(self._close_game)
            self.damage = self._set_aside(found)
            """What was wrong with the journal."""
            disk.sync_folder(path)  # a killed program may have renamed a file without a sync
            self._sequence, self._first = found.head.sequence + 1, found.head.first
            self._number, self._before = found.highest, found.last.before
            self.last, self._size = found.last.end or found.head.last, found.last.chain.size
            """The end of the last game, for the next head."""
            if found.lines:
                name = path / game_name(found.last.number)
                self._game = name, disk.open(name)
                if found.last.chain.rest:
                    disk.truncate(self._game[1], self._size)
                    disk.sync(self._game[1])  # else it is back after a power cut
            if found.highest == found.head.sequence == 0:  # a head always exists before a game
                self.set_head(0, "", 0, 0)
            self.close = stack.pop_all().close
            """Close the files, and unlock the folder."""

    def require_in_place(self) -> None:
        """Raise JournalError or OSError unless the open files are still those in the folder."""
        files = [(self._head.path, self._head.handle, FILE_BYTES)]
        if self._game is not None:
            files.append((*self._game, self._size))
        for path, handle, size in files:
            if handle is None:
                continue
            there = path.stat()
            if not os.path.samestat(there, os.fstat(handle)) or there.st_size < size:
                raise JournalError(placed(path, Message("it was replaced")))

    def find_again(self, games: Sequence[PendingGame]) -> bool:
        """Return whether the folder's last game is the first of these, or its beginning.

        Only the last game can grow. If it is not among these, they are all written after it.
        """
        for game in games:
            game.number = game.written = 0
        number, lines, known = self.found.last.number, self.found.lines, self.found.head.last
        if not games or not games[0].begins_with(lines):
            return False
        # Lines that the head does not count may not be durable, so they are written again.
        lines = lines[: known.count + 1 if known is not None and known.game == number else 1]
        self.last, self._size = end_of(number, lines), sum(map(len, lines))
        games[0].number, games[0].written = number, self.last.count
        return True

    def write(self, game: PendingGame, bytes_max: int) -> None:
        """Write the part of a game that is not on the disk yet.

        With a new game the oldest games are dropped if all together exceed `bytes_max`.
        """
        if game.number:
            self._append(game)
        else:
            self._begin(game)
            self._make_room(bytes_max)
        game.written = len(game.bodies)

    def asides(self) -> tuple[Aside, ...]:
        """Return the games that were put aside. Raises OSError."""
        return self._asides.find(self._path)

    def set_head(
        self, at_ns: int, boot_id: str, shift_ns: int, slowest_ns: int, *, unwritten: bool = False
    ) -> None:
        """Record in the head where the journal ends, and how slow the disk was."""
        ends = self._first, self.last, unwritten
        head = Head(self._sequence, at_ns, boot_id, shift_ns, slowest_ns, *ends)
        self._head.write(head)
        self._sequence += 1
        for path in self._dropped:
            with suppress(OSError):  # the next game will try again
                self._disk.unlink(path)
        self._dropped = []

    def _set_aside(self, found: FoundJournal) -> Message | None:
        """Copy a damaged game before its unreadable rest is cut off; return what is wrong."""
        rest = found.last.chain.rest
        if found.damage is None or not found.lines or not rest:
            return found.damage
        data = b"".join((*found.lines, rest))
        name = game_name(found.last.number)
        copy = self._path / name.replace(".", f"-damaged-{sha256(data).hexdigest()[:16]}.")
        if not copy.exists():  # an earlier start may have copied it, then failed
            os.close(self._disk.put(copy, data))
        return Message("{problem}; set aside as {name}", problem=found.damage, name=copy.name)

    def _append(self, game: PendingGame) -> None:
        assert self._game is not None
        assert self.last is not None
        lines = chained(self.last.hash, game.bodies[game.written :])
        data = b"".join(lines)
        # At a known offset: after a failed write, the next attempt overwrites the incomplete line.
        handle, ends = self._game[1], self._size + len(data)
        self._disk.write(handle, data, self._size)
        if os.fstat(handle).st_size > ends:  # the rest of a longer line that was not counted
            self._disk.truncate(handle, ends)
        self._disk.sync(handle)
        self._size = ends
        self.last = End(game.number, game.written + len(lines), hash_of(lines[-1]))

    def _begin(self, game: PendingGame) -> None:
        """Write a new game's file, in place of a last game that never began."""
        number, before = self._number + 1, self.last
        if self._game is not None and before is not None and before.count == 0:
            number, before = before.game, self._before
        path = self._path / game_name(number)
        if NAME.fullmatch(path.name) is None:
            raise JournalError(placed(path, Message("expected a lower number")))
        lines = chained("", [game.header_for(number, before), *game.bodies])
        data = b"".join(lines)
        handle = self._disk.put(path, data)  # may raise: until then the last game stays open
        self._close_game()
        self._game, self._size = (path, handle), len(data)
        self._number, self._before, self.last = number, before, end_of(number, lines)
        game.number = number

    def _close_game(self) -> None:
        if self._game is not None:
            os.close(self._game[1])

    def _make_room(self, bytes_max: int) -> None:
        """Drop the oldest games, never one of the last two or one put aside.

        They are deleted after the next head.
        """
        games = game_files(self._path)
        sizes = {number: path.lstat().st_size for number, path in games.items()}
        used = sum(sizes.values())
        waiting = self._asides.waiting(self._path) if used > bytes_max else ()
        for number, after in list(pairwise(games))[:-1]:
            if used > bytes_max and number not in waiting:
                used -= sizes[number]
                self._dropped.append(games[number])
                self._first = max(self._first, after)


def _locked(folder: Path) -> int:
    """Open and lock a folder. Raises JournalInUse if another clock has locked it."""
    # The folder and not `head` is locked, because a damaged head is replaced by a new file.
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise JournalInUse(
            placed(folder, Message("another clock is writing to this journal"))
        ) from None
    return handle
