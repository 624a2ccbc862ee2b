"""Which pairs have begun their game, wherever its clock is by now, and which are being started."""

from collections.abc import Iterable

from clock.desk.live import ClockLive
from clock.game.names import Names
from clock.link.messages import Position
from clock.rounds.pairings import Pairing

_Pair = tuple[str, frozenset[str]]
"""A round and its two players."""


class BegunGames:
    """The names of all games of an event that have begun."""

    def __init__(self, begun: Iterable[Names]) -> None:
        self._begun: dict[_Pair, set[str]] = {}
        """By pair: what the event was called."""
        self._starting: dict[str, tuple[Position | None, Names]] = {}
        """By clock: its journal as the start was sent, and what it was set to."""
        for names in begun:
            self.add(names)

    def add(self, names: Names) -> bool:
        """Add a game; return whether it was not known."""
        events = self._begun.setdefault(_pair(names), set())
        known = names.event in events
        events.add(names.event)
        return not known

    def start(self, clock: ClockLive) -> bool:
        """Count the game on a clock as begun until the clock refuses, or its journal shows it.

        Return whether nobody else is starting the clock.
        """
        if clock.id in self._starting:
            return False
        self._starting[clock.id] = (clock.at, clock.names)
        return True

    def refuse(self, clock: str) -> None:
        """Take it back: the clock did not start."""
        self._starting.pop(clock, None)

    def settle(self, clock: ClockLive) -> None:
        """Forget a start that the clock's journal shows by now."""
        at, _ = self._starting.get(clock.id, (clock.at, None))
        if at != clock.at:
            del self._starting[clock.id]

    def has(self, event: str, pairing: Pairing) -> bool:
        """Return whether a pair's game has begun, or is being started."""
        pair = _pair_of(pairing)
        starting = any(_pair(names) == pair for _, names in self._starting.values())
        return starting or self.has_recorded(event, pairing)

    def has_recorded(self, event: str, pairing: Pairing) -> bool:
        """Return whether a journal shows that a pair's game has begun."""
        return not {event, ""}.isdisjoint(self._begun.get(_pair_of(pairing), ()))


def _pair(names: Names) -> _Pair:
    return names.round, frozenset((names.left, names.right))


def _pair_of(pairing: Pairing) -> _Pair:
    return str(pairing.round), frozenset((pairing.black, pairing.white))
