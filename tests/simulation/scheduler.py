"""The only time in a simulation: what is to happen waits here for its instant."""

import heapq
from collections.abc import Callable
from itertools import count

MS, SECOND_NS = 1_000_000, 1_000_000_000

Act = Callable[[], None]


class Scheduler:
    """Carries out acts at their instants in ns; those of one instant in the order of asking."""

    def __init__(self) -> None:
        self.now_ns = 0
        self._acts: list[tuple[int, int, Act]] = []
        self._numbers = count()

    def at(self, at_ns: int, act: Act) -> None:
        """Have an act carried out at an instant, or at once if that is past."""
        heapq.heappush(self._acts, (max(at_ns, self.now_ns), next(self._numbers), act))

    def after(self, by_ns: int, act: Act) -> None:
        """Have an act carried out after a time."""
        self.at(self.now_ns + by_ns, act)

    def run(self, until_ns: int) -> None:
        """Carry out all that is due until an instant; an act may call this to wait."""
        while self._acts and self._acts[0][0] <= until_ns:
            at_ns, _, act = heapq.heappop(self._acts)
            self.now_ns = max(self.now_ns, at_ns)  # an act that waited has moved time on
            act()
        self.now_ns = max(self.now_ns, until_ns)


class Repeated:
    """What is done again and again, when it is due by itself or when it is woken."""

    def __init__(
        self, scheduler: Scheduler, act: Callable[[], int], lag_ns: Callable[[], int]
    ) -> None:
        """`act` returns when it is due again; it is late by a lag."""
        self._scheduler, self._act, self._lag_ns = scheduler, act, lag_ns
        self._next_ns: int | None = None
        self.is_over = False

    def wake(self) -> None:
        """Have it done soon."""
        self.do_at(self._scheduler.now_ns)

    def do_at(self, at_ns: int) -> None:
        """Have it done at an instant, unless it will be done earlier."""
        at_ns += self._lag_ns()
        if self._next_ns is None or at_ns < self._next_ns:
            self._next_ns = at_ns
            self._scheduler.at(at_ns, lambda: self._do(at_ns))

    def _do(self, at_ns: int) -> None:
        if self.is_over or at_ns != self._next_ns:
            return  # it has been done earlier
        self._next_ns = None
        self.do_at(self._act())


class MachineTime:
    """The `Time` port of a machine that was switched on at `booted_ns` of the simulation."""

    FIRST_NS = SECOND_NS

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler, self._booted_ns = scheduler, scheduler.now_ns - self.FIRST_NS

    def now_ns(self) -> int:
        return self.of(self._scheduler.now_ns)

    def of(self, at_ns: int) -> int:
        """The machine's time at an instant of the simulation."""
        return at_ns - self._booted_ns
