"""The outbox of the link: the lines of the journal's files, from where the desk has them.

The files are opened to be read, and each is read again where it stands: one that was replaced or
cut meanwhile is noticed by its chain. A line is sent only once the journal's head knows of it.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from clock.files import UnreadableFile, open_file, read_file
from clock.game.chain import hash_of, intact_chain, is_linked
from clock.game.recorded import End
from clock.journal.folder import game_files, game_name
from clock.link.messages import LINES_BYTES_MAX, Have, Lines, Position

AHEAD_MAX = 8
"""Messages that may be on their way to the desk's database."""
AGAIN_S = 3.0
"""What the desk does not have after this is sent again, when it asks."""
UNREADABLE = (OSError, UnreadableFile)


class Bookmark(NamedTuple):
    """Where to read on: after so many lines and bytes of a game, the last with this hash."""

    game: int
    lines: int = 0
    size: int = 0
    hash: str = ""


class Outbox:
    """What is still to be sent of a journal's folder, in the order of the games."""

    def __init__(self, folder: Path, now_s: Callable[[], float] = time.monotonic) -> None:
        self._folder, self._now_s = folder, now_s
        self._place: Bookmark | None = None
        """None: what the desk has is not known."""
        self._have: Position | None = None
        self._ahead: deque[Position] = deque()
        """How far each message goes that the desk may not have yet."""
        self._since_s = 0.0
        """Since when the desk has not got on."""

    def forget(self) -> None:
        """Send nothing more until the desk reports its last line."""
        self._place = None
        self._ahead.clear()

    def had(self, have: Have) -> None:
        """Take note of what the desk has."""
        at = have.at
        if at is not None and at in self._ahead:
            while self._ahead.popleft() != at:
                pass
            self._have, self._since_s = at, self._now_s()
        elif at != self._have or self._place is None or self._waits_too_long():
            self._have, self._since_s = at, self._now_s()
            self._ahead.clear()
            self._place = self._after(at)

    def following(self, on_disk: End | None) -> Lines | None:
        """Return the next message; None if there is none now, or enough is on its way."""
        while (place := self._place) is not None and on_disk is not None:
            if len(self._ahead) >= AHEAD_MAX:
                return None
            last = place.game == on_disk.game
            if last and (place.lines, place.hash) == (on_disk.count + 1, on_disk.hash):
                return None
            lines = self._read(place, on_disk.count + 1 if last else None)
            if lines:
                hash_ = hash_of(lines[-1])
                size = place.size + sum(map(len, lines))
                self._place = Bookmark(place.game, place.lines + len(lines), size, hash_)
                if not self._ahead:
                    self._since_s = self._now_s()
                self._ahead.append(Position(place.game, self._place.lines, hash_))
                texts = tuple(line.decode(errors="replace") for line in lines)
                return Lines(place.game, place.lines, texts)
            if last:  # it is another one than before: the desk asks for what it lacks
                self.forget()
            else:
                self._place = self._later(place.game)
        return None

    def _waits_too_long(self) -> bool:
        return bool(self._ahead) and self._now_s() - self._since_s > AGAIN_S

    def _after(self, at: Position | None) -> Bookmark | None:
        """Return where the desk's last line ends; at the game's start if the line is not here."""
        with suppress(*UNREADABLE):
            games = game_files(self._folder)
            oldest = min(games, default=0)
            if at is None or at.game < oldest:
                return Bookmark(oldest) if games else None
            if at.game not in games:
                return None
            with open_file(games[at.game]) as file:
                size = 0
                for count, line in enumerate(file, 1):
                    size += len(line)
                    if count == at.lines and hash_of(line) == at.hash:
                        return Bookmark(at.game, count, size, at.hash)
                    if count >= at.lines:
                        break
            return Bookmark(at.game)
        return None

    def _read(self, place: Bookmark, lines_max: int | None) -> list[bytes]:
        """Return the lines of a message; none where the file ends, or is another than before."""
        lines: list[bytes] = []
        before, room = place.hash, LINES_BYTES_MAX
        with suppress(*UNREADABLE), open_file(self._folder / game_name(place.game)) as file:
            file.seek(place.size)
            for line in file:
                too_many = lines_max is not None and place.lines + len(lines) >= lines_max
                if too_many or not is_linked(before, line) or (lines and len(line) > room):
                    break
                lines.append(line)
                before, room = hash_of(line), room - len(line)
        return lines

    def _later(self, game: int) -> Bookmark | None:
        """Return the beginning of the game after this one."""
        with suppress(*UNREADABLE):
            later = (number for number in game_files(self._folder) if number > game)
            return next(map(Bookmark, later), None)
        return None


class Endings:
    """The last lines of a folder's games; an unchanged file is read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[int, tuple[tuple[int, ...], Position]] = {}

    def read(self, on_disk: End) -> Iterator[Position]:
        """Yield how each game ends, as far as its file is sound and on the disk."""
        games: dict[int, Path] = {}
        with suppress(OSError):
            games = game_files(self._folder)
        for number, path in games.items():
            end = None
            with suppress(*UNREADABLE):
                end = self._end(number, path, on_disk) if number <= on_disk.game else None
            if end is not None:
                yield end

    def _end(self, number: int, path: Path, on_disk: End) -> Position | None:
        found = os.stat(path)
        stamp = (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        known = self._known.get(number)
        if known is not None and known[0] == stamp:
            return known[1]
        lines = intact_chain(read_file(path)).lines
        if number == on_disk.game:
            lines = lines[: on_disk.count + 1]
        if not lines:
            return None
        position = Position(number, len(lines), hash_of(lines[-1]))
        if number < on_disk.game:
            self._known[number] = stamp, position
        return position
