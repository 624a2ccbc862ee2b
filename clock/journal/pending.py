"""A game in memory: its header and lines, and how much of it is on the disk."""

from collections.abc import Iterable, Sequence

import msgspec

from clock.game.chain import body_of, encoded
from clock.game.recorded import End

PLACE = ("hash", "game", "before")
"""The header's fields that depend on the disk: the game's number there, and the game before."""


class PendingGame:
    """A game that is not whole on disk yet, or may get more lines."""

    def __init__(
        self, header: bytes, lines: Iterable[bytes] = (), *, at_once: bool = False
    ) -> None:
        """Take a header and lines as in a file; with `at_once`, write before the first input."""
        self.header, self.at_once = _without_place(header), at_once
        self.bodies = [body_of(line) for line in lines]
        """The bodies of inputs and gaps."""
        self.number = 0
        """The game's number on the present disk; 0 if it is not there."""
        self.written = 0
        """The number of bodies that are durable."""

    @property
    def empty(self) -> bool:
        """Whether the game has no input."""
        return not self.bodies

    @property
    def whole(self) -> bool:
        """Whether nothing remains to be written."""
        if not self.number:
            return self.empty and not self.at_once
        return self.written == len(self.bodies)

    def add(self, struct: msgspec.Struct) -> None:
        """Add a line."""
        self.bodies.append(encoded(struct))

    def header_for(self, number: int, before: End | None) -> bytes:
        """Return the header's body, with the game's number and the end of the game before."""
        place = {"game": number} if before is None else {"game": number, "before": before}
        return msgspec.json.encode({**place, **self.header})

    def begins_with(self, lines: Sequence[bytes]) -> bool:
        """Return whether these lines of a file are this game, or its beginning."""
        if not lines or _without_place(lines[0]) != self.header:
            return False
        return [body_of(line) for line in lines[1:]] == self.bodies[: len(lines) - 1]


def fields_of(header: bytes) -> dict[str, msgspec.Raw]:
    """Return a header's fields as written; another version of the program may have written it."""
    return msgspec.json.decode(header, type=dict[str, msgspec.Raw])


def _without_place(header: bytes) -> dict[str, msgspec.Raw]:
    return {key: value for key, value in fields_of(header).items() if key not in PLACE}
