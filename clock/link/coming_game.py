"""The lines of another clock's game that the desk sends, part by part, until all are here."""

from clock import boot
from clock.game.file import GameFileError
from clock.game.taken_over import TakenOver, take_over
from clock.link.messages import GamePart, Leaves, Position
from clock.rules.message import Message

BYTES_MAX = 32_000_000
"""No game's file is longer that a clock goes on with."""


class ComingGame:
    """One game; the first part of another one takes its place."""

    def __init__(self) -> None:
        self._at: Position | None = None
        self._lines: list[bytes] = []
        self._size = 0

    def take(self, part: GamePart | None) -> Message | None:
        """Keep a part; return why it cannot be kept."""
        if part is None:
            return Message("expected lines")
        if part.first == 0:
            self._at, self._lines, self._size = part.at, [], 0
        if (part.at, part.first) != (self._at, len(self._lines)):
            return Message("lines before these are missing")
        lines = [line.encode() for line in part.lines]
        self._size += sum(map(len, lines))
        if self._size > BYTES_MAX:
            self._at, self._lines = None, []
            return Message("the game is too long")
        self._lines += lines
        return None

    def game(self, leaves: Leaves | None, now_ns: int) -> TakenOver:
        """Return the whole game as it goes on, and forget it. Raises as `take_over`."""
        if leaves is None or leaves.at != self._at or leaves.at.lines != len(self._lines):
            raise GameFileError("lines of the game are missing")
        lines, self._at, self._lines = self._lines, None, []
        taken = take_over(lines, leaves.of, now_ns, boot.wall_time())
        if taken.continues.hash != leaves.at.hash or taken.game.end.game != leaves.at.game:
            raise GameFileError("the lines of the game were changed on their way")
        return taken
