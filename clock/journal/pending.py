"""A game that is in memory: its header and lines, and how much of it is on the disk."""

from collections.abc import Sequence
from typing import Any

import msgspec

from clock.game.chain import body_of, encoded
from clock.game.recorded import Cause, End, Missing


class Game:
    """A game that is not whole on disk yet, or that may get more lines."""

    def __init__(self, header: bytes, *, at_once: bool = False) -> None:
        """With `at_once` it is to be on disk before its first input."""
        self.header, self.at_once = _without_place(header), at_once
        """The header, without what depends on the disk: its number, and the game before it."""
        self.bodies: list[bytes] = []
        """Of its inputs and gaps."""
        self.number = 0
        """On the disk that is there now; 0: it is not on it."""
        self.written = 0
        """How many of its bodies are on the disk for sure."""

    @classmethod
    def of_lines(cls, lines: Sequence[bytes]) -> "Game":
        """Return a game as it was recorded."""
        game = cls(lines[0])
        for line in lines[1:]:
            game.add(body_of(line))
        return game

    @property
    def empty(self) -> bool:
        """Whether it never began."""
        return not self.bodies

    @property
    def whole(self) -> bool:
        """Whether nothing of it is to be written now."""
        if not self.number:
            return self.empty and not self.at_once
        return self.written == len(self.bodies)

    def add(self, body: bytes) -> None:
        """Add a line."""
        self.bodies.append(body)

    def miss(self, cause: Cause, when: str) -> None:
        """Add that something is missing here."""
        self.add(encoded(Missing(cause, when)))

    def header_for(self, number: int, before: End | None) -> bytes:
        """Return the body of its header, under this number and after that game."""
        place: dict[str, Any] = {"game": number}
        if before is not None:
            place["before"] = before
        return msgspec.json.encode({**place, **self.header})

    def begins_with(self, lines: Sequence[bytes]) -> bool:
        """Return whether what is on the disk is this game, or its beginning."""
        if not lines or _without_place(lines[0]) != self.header:
            return False
        return [body_of(line) for line in lines[1:]] == self.bodies[: len(lines) - 1]


def _without_place(header: bytes) -> dict[str, Any]:
    table: dict[str, Any] = msgspec.json.decode(header)
    return {key: value for key, value in table.items() if key not in ("hash", "game", "before")}
