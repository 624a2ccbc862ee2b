"""A game that is in memory: its header and lines, and how much of it is on the disk."""

from collections.abc import Iterable, Sequence

import msgspec

from clock.game.chain import body_of, encoded
from clock.game.recorded import End

PLACE = ("hash", "game", "before")
"""What of a header depends on the disk: its number there, and the game before it."""


class PendingGame:
    """A game that is not whole on disk yet, or that may get more lines."""

    def __init__(
        self, header: bytes, lines: Iterable[bytes] = (), *, at_once: bool = False
    ) -> None:
        """The lines are those of a file; with `at_once` it is on disk before its first input."""
        self.header, self.at_once = _without_place(header), at_once
        self.bodies = [body_of(line) for line in lines]
        """Of its inputs and gaps."""
        self.number = 0
        """On the disk that is there now; 0: it is not on it."""
        self.written = 0
        """How many of its bodies are on the disk for sure."""

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

    def add(self, struct: msgspec.Struct) -> None:
        """Add a line."""
        self.bodies.append(encoded(struct))

    def header_for(self, number: int, before: End | None) -> bytes:
        """Return the body of its header, under this number and after that game."""
        place = {"game": number} if before is None else {"game": number, "before": before}
        return msgspec.json.encode({**place, **self.header})

    def begins_with(self, lines: Sequence[bytes]) -> bool:
        """Return whether what is on the disk is this game, or its beginning."""
        if not lines or _without_place(lines[0]) != self.header:
            return False
        return [body_of(line) for line in lines[1:]] == self.bodies[: len(lines) - 1]


def fields_of(header: bytes) -> dict[str, msgspec.Raw]:
    """Return what stands in a header, of whatever program, as it was written."""
    return msgspec.json.decode(header, type=dict[str, msgspec.Raw])


def _without_place(header: bytes) -> dict[str, msgspec.Raw]:
    return {key: value for key, value in fields_of(header).items() if key not in PLACE}
