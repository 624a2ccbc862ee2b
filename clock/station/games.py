"""The games of an evening: the one on the table and, where no journal keeps them, those before."""

from clock.journal.journal import Journal
from clock.rules.state import Setup, State
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS
from clock.station.recovery import brought_back
from clock.station.timeline import Timeline

NOTICE_NS = MINUTE_NS
"""What happened to the clock while it was away is told this long."""


class Games:
    """What is on the table, and in the journal if there is one."""

    def __init__(self, journal: Journal | None, setup: Setup, now_ns: int) -> None:
        """Take up the journal's last game, or begin one."""
        self._journal = journal
        self._notices: tuple[str, ...] = ()
        self._told_until_ns = now_ns + NOTICE_NS
        self.all: list[Timeline] = []
        """The games since the start, the last one on the table; with a journal that one alone."""
        if journal is not None:
            timeline, notice = brought_back(journal, now_ns)
            damage = "" if journal.damage is None else "journal was damaged"
            self._notices = tuple(told for told in (damage, notice) if told)
            if timeline is not None:
                self.all = [timeline]
                return
        self.begin(setup, now_ns)

    def begin(self, setup: Setup, at_ns: int) -> None:
        """Put a fresh game on the table; one that the organizer has set up is kept at once."""
        timeline = Timeline(setup, at_ns)
        if self._journal is not None:
            self._journal.begin(setup, at_ns, at_once=bool(self.all))
            timeline.keep = self._journal.add
            self.all = []
        self.all.append(timeline)

    def alive(self, state: State, now_ns: int) -> None:
        """Have it written from time to time that a clock runs."""
        if self._journal is not None and running_seats(state):
            self._journal.alive(now_ns)

    def due_ns(self, state: State) -> int | None:
        """When `alive` is to be called next; None if it need not be."""
        if self._journal is None or not running_seats(state):
            return None
        return self._journal.due_ns

    def faults(self, now_ns: int) -> tuple[str, ...]:
        """What is wrong with the journal, and for a while what happened at the start."""
        told = self._notices if now_ns < self._told_until_ns else ()
        fault = None if self._journal is None else self._journal.fault
        return told if fault is None else (fault, *told)
