"""The time of games: CLOCK_MONOTONIC, later by what was played before the machine was switched on.

CLOCK_MONOTONIC begins anew with every boot, and the instants of a game, and of a journal, never go
back. Here, and nowhere else, the kernel's stamps become the game's.
"""

from hal.ports import Edge, Time


class GameTime:
    """The `Time` of a station, `shift_ns` later than that of its body."""

    def __init__(self, time: Time, shift_ns: int) -> None:
        self._time, self._shift_ns = time, shift_ns

    def now_ns(self) -> int:
        """Nanoseconds."""
        return self._time.now_ns() + self._shift_ns

    def stamped(self, edge: Edge) -> Edge:
        """Return an edge at its instant of the game."""
        return edge._replace(at_ns=edge.at_ns + self._shift_ns) if self._shift_ns else edge
