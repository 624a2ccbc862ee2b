"""Which clocks were replaced in mid-game, and by which others. Pure.

A clock is asked to go on with a game; that it does so only its own journal says, whose header names
the game that it continues. So a desk that ends at any moment finds out by the next message.
"""

from collections.abc import Iterable, Iterator

import msgspec

from clock.game.recorded import NO_LINE, ROWS, Continues
from clock.link.messages import Position
from clock.rules.inputs import Finish, PowerLost, Restarted, Stop
from clock.text.ending import MOVED


class Replacement(msgspec.Struct, frozen=True):
    """A clock that was asked to go on with the game of another, and when it did."""

    clock: str
    game: int
    at: Position
    """How far the game was known; what the clock played after that is a fork."""
    spare: str
    table: str
    """Where the game is played; empty: nowhere."""
    who: str
    asked: int
    """When, in milliseconds since 1970."""
    taken: int | None = None


class Replacements:
    """Those of an event."""

    def __init__(self, known: Iterable[Replacement]) -> None:
        self._known = {(each.clock, each.game, each.spare): each for each in known}

    def ask(self, asked: Replacement) -> None:
        """Store a request, or its outcome."""
        self._known[asked.clock, asked.game, asked.spare] = asked

    def take(self, spare: str, game: int, continues: Continues, now: int) -> Replacement | None:
        """Take the header of a spare's game; return what follows, or None.

        Nothing follows where nobody asked that clock. Of two that have the same game the first goes
        on; its own game is that of the second too, which is replaced by the first.
        """
        asked = self._known.get((continues.clock, continues.game, spare))
        if asked is None or asked.taken is not None:
            return None
        first = self.taken_by(continues.clock, continues.game)
        at = Position(continues.game, continues.lines, continues.hash)
        taken = msgspec.structs.replace(asked, at=at, taken=now)
        self.ask(taken)
        if first is not None:
            ends = Position(game, continues.lines + _OWN_LINES, continues.hash)
            taken = Replacement(spare, game, ends, first.spare, "", taken.who, taken.asked, now)
            self.ask(taken)
        return taken

    def taken_by(self, clock: str, game: int) -> Replacement | None:
        """Return the replacement of a clock in a game; None without one."""
        found = [each for each in self._of(clock) if each.game == game]
        return min(found, key=lambda each: each.taken or 0, default=None)

    def last(self, clock: str) -> Replacement | None:
        """Return the last replacement of a clock; None if it never was replaced."""
        return max(self._of(clock), key=lambda each: each.game, default=None)

    def _of(self, clock: str) -> Iterator[Replacement]:
        return (each for each in self._known.values() if each.clock == clock and each.taken)


_OWN_LINES = 2
"""A clock that takes a game over adds as many lines at most."""


def is_played(line: bytes) -> bool:
    """Return whether a line of a clock that was replaced is more than its own end."""
    try:
        event = ROWS.decode(line).input
    except NO_LINE:
        return True
    ends = isinstance(event, Finish) and event.ground == MOVED
    return not ends and not isinstance(event, Stop | PowerLost | Restarted)
