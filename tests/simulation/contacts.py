"""Contacts: a level that a person changes, and the edges that a kernel makes of it.

A closing or opening contact bounces. The kernel stamps every edge when it happens, samples its
polarity a little later, and delivers it later still; the edges of a line stay in order.
"""

from collections.abc import Callable
from random import Random

from hal.ports import Line
from tests.simulation.scheduler import MS, Scheduler

BOUNCE_NS_MAX = 20 * MS
GAP_NS_MAX = 2 * MS
"""Between two edges of a bounce: less than the debounce waits for silence."""
SAMPLED_NS_MAX, LATE_SAMPLE_NS_MAX = 100_000, 2 * MS
"""From an edge's stamp to the sampling of its polarity; in a late one the level may be another."""

REST_NS = 30 * MS
"""A finger needs so long to press again."""

Deliver = Callable[[Line, bool, int], None]
"""Takes a line, its sampled level and the stamp, in the simulation's time."""


class Contact:
    """One line's contact."""

    def __init__(
        self, line: Line, scheduler: Scheduler, random: Random, listener: Callable[[], Deliver]
    ) -> None:
        self.line, self.closed = line, False
        self.bounces = self.samples_late = False
        self.lateness_ns: Callable[[], int] = lambda: 0
        """How late an edge is delivered."""
        self._scheduler, self._random, self._listener = scheduler, random, listener
        self._delivered_ns = self.free_ns = 0
        """Until when a finger is on it."""

    def press(
        self,
        held_ns: int,
        lateness_ns: int | None = None,
        loses: Callable[[int], int] = lambda _: 0,
    ) -> int:
        """Close for a time, from now on; return until when edges are on their way.

        `loses` returns how many edges are lost, the oldest, of so many of the closing.
        """
        closing = self._changes_ns(self._scheduler.now_ns)
        opening = self._changes_ns(closing[-1] + held_ns)
        times_ns = closing + opening
        lost = loses(len(closing))
        for number, at_ns in enumerate(times_ns):
            toggle = self._toggle(number % 2 == 0, lateness_ns, is_lost=number < lost)
            self._scheduler.at(at_ns, toggle)
        self.free_ns = times_ns[-1] + REST_NS
        return times_ns[-1]

    def _changes_ns(self, at_ns: int) -> list[int]:
        """The instants at which the level changes, an odd number."""
        times_ns, until_ns = [at_ns], at_ns + self._random.randint(0, BOUNCE_NS_MAX - GAP_NS_MAX)
        while self.bounces and times_ns[-1] < until_ns:
            for _ in range(2):
                times_ns.append(times_ns[-1] + self._random.randint(1, GAP_NS_MAX // 2))
        return times_ns

    def _toggle(
        self, closed: bool, lateness_ns: int | None, *, is_lost: bool
    ) -> Callable[[], None]:
        def toggle() -> None:
            self.closed = closed
            if is_lost:
                return
            stamp_ns = self._scheduler.now_ns
            longest_ns = LATE_SAMPLE_NS_MAX if self.samples_late else SAMPLED_NS_MAX
            sampled_ns = self._random.randint(0, longest_ns)
            late_ns = self.lateness_ns() if lateness_ns is None else lateness_ns
            self._delivered_ns = max(self._delivered_ns, stamp_ns + max(late_ns, sampled_ns))
            deliver, level = self._listener(), list[bool]()
            self._scheduler.at(stamp_ns + sampled_ns, lambda: level.append(self.closed))
            self._scheduler.at(self._delivered_ns, lambda: deliver(self.line, level[0], stamp_ns))

        return toggle
