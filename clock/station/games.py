"""The games of an evening: the one on the table and, where no journal keeps them, those before."""

from msgspec.structs import replace

from clock.faces.setup.places import Shelf
from clock.faces.words.language import N_, tr
from clock.journal.journal import Fault, Journal
from clock.rules.facts import Ended, Turn, facts_of
from clock.rules.inputs import Input
from clock.rules.machine import begin, step
from clock.rules.state import Phase, Setup, State
from clock.rules.timing import running_seats
from clock.rules.units import MINUTE_NS
from clock.station.recovery import Notice, brought_back
from clock.station.timeline import Timeline

NOTICE_NS = MINUTE_NS
"""What happened to the clock while it was away is told this long."""
GAMES_MAX = 99
"""Games of an evening that are remembered; of more the first are forgotten."""

_UNREAD: tuple[int, tuple[Turn, ...]] = (0, ())
"""Of how many inputs the turns were found out, and those turns."""

DAMAGED = Notice(N_("journal was damaged"))
FAULTS = {
    Fault.DISK_FULL: N_("journal: disk is full"),
    Fault.NOT_WRITTEN: N_("journal: cannot write"),
    Fault.SILENT: N_("journal: disk is slow"),
    Fault.LOST: N_("journal: some is lost"),
}


class Games:
    """What is on the table, and in the journal if there is one."""

    def __init__(self, journal: Journal | None, setup: Setup, now_ns: int) -> None:
        """Take up the journal's last game, or begin one."""
        self._journal = journal
        self._notices: tuple[Notice, ...] = ()
        self._read = _UNREAD
        self._before: tuple[Ended, ...] = () if journal is None else journal.found.evening
        self._told_until_ns = now_ns + NOTICE_NS
        self.all: list[Timeline] = []
        """The games since the start, the last one on the table; with a journal that one alone."""
        if journal is not None:
            timeline, notice = brought_back(journal, now_ns)
            damage = None if journal.damage is None else DAMAGED
            self._notices = tuple(each for each in (damage, notice) if each is not None)
            if timeline is not None:
                self.all = [timeline]
                return
            self._before += journal.found.ended
        self.begin(setup, now_ns)

    def begin(self, setup: Setup, at_ns: int) -> None:
        """Put a fresh game on the table; one that the organizer has set up is kept at once."""
        timeline = Timeline(setup, at_ns)
        self._before = self.evening[-GAMES_MAX:]
        self._read = _UNREAD
        if self._journal is not None:
            self._journal.begin(setup, at_ns, at_once=bool(self.all))
            timeline.keep = self._journal.add
            self.all = []
        self.all.append(timeline)

    @property
    def evening(self) -> tuple[Ended, ...]:
        """How the games since the evening began have ended, the oldest first."""
        state = self.all[-1].state if self.all else None
        if state is None or state.phase is Phase.READY:
            return self._before
        times = state.left.remaining_ns, state.right.remaining_ns
        return (*self._before, Ended(state.result, state.play.moves, *times))

    def on_shelf(self, shelf: Shelf) -> Shelf:
        """Return what the menu has to show, with the games that are over, and the last one's turns.

        The turns are found out anew by the rules, once the game has ended.
        """
        timeline = self.all[-1]
        if timeline.state.phase is not Phase.FINISHED:
            return replace(shelf, evening=self.evening, turns=())
        inputs = timeline.everything()
        if len(inputs) != self._read[0]:
            self._read = len(inputs), _turns(timeline.state.setup, inputs)
        return replace(shelf, evening=self.evening, turns=self._read[1])

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
        notices = self._notices if now_ns < self._told_until_ns else ()
        told = tuple(notice.told for notice in notices)
        fault = None if self._journal is None else self._journal.fault
        return told if fault is None else (tr(FAULTS[fault]), *told)


def _turns(setup: Setup, inputs: tuple[Input, ...]) -> tuple[Turn, ...]:
    """The turns of a game that has been played."""
    state, steps = begin(setup, inputs[0].at_ns), []
    for given in inputs:
        state, outputs = step(state, given)
        steps.append((state, outputs))
    return facts_of(setup, state.started_at_ns or 0, steps).turns
