"""The games of an evening: the one on the table and, where no journal keeps them, those before."""

from msgspec.structs import replace

from clock.game.facts import Ended, Turn, facts_of
from clock.game.timeline import Timeline
from clock.journal.journal import Fault, Journal
from clock.menu.setup.places import MenuContext
from clock.rules.inputs import Input
from clock.rules.machine import begin, step
from clock.rules.organizer import last_move_of
from clock.rules.state import Phase, Setup, State
from clock.rules.timing import charged, running_seats
from clock.rules.units import MINUTE_NS
from clock.station.recovery import Notice, brought_back
from clock.text.language import N_, tr

NOTICE_NS = MINUTE_NS
"""What happened to the clock while it was away is told this long."""
GAMES_MAX = 99
"""Games of an evening that are remembered; of more the first are forgotten."""

_UNREAD: tuple[int, tuple[Turn, ...]] = (0, ())
"""Of how many inputs the turns were found out, and those turns."""

SET_ASIDE = Notice(N_("journal set aside"))
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
        self._standing: tuple[Notice, ...] = ()
        """What is told until a clock runs: then somebody has looked at it."""
        self._read = _UNREAD
        self._damage = None if journal is None else journal.damage
        """What was told of damage."""
        self._before: tuple[Ended, ...] = () if journal is None else journal.found.evening
        self._told_until_ns = now_ns + NOTICE_NS
        self.brought_back = 0
        """The number in the journal of the game that it put on the table at the start; 0: none."""
        self.all: list[Timeline] = []
        """The games since the start, the last one on the table; with a journal that one alone."""
        if journal is not None:
            timeline, notices = brought_back(journal, now_ns)
            aside = () if journal.damage is None else (SET_ASIDE,)
            self._notices = tuple(each for each in notices if not each.stays) + aside
            self._standing = tuple(each for each in notices if each.stays)
            if timeline is not None:
                self.all = [timeline]
                self.brought_back = journal.found.game
                return
            self._before += journal.found.ended
        self.begin(setup, now_ns)

    def begin(self, setup: Setup, at_ns: int) -> None:
        """Put a fresh game on the table; one that the organizer has set up is kept at once."""
        timeline = Timeline(setup, at_ns)
        if self.all:
            self.all[-1].leave(at_ns)
        self._standing = ()
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
        now = charged(state, state.at_ns)
        times = now.left.remaining_ns, now.right.remaining_ns
        return (*self._before, Ended(state.result, last_move_of(state), *times))

    def menu_context(self, context: MenuContext) -> MenuContext:
        """Return what the menu has to show, with the games that are over, and the last one's turns.

        The turns are found out anew by the rules, once the game has ended.
        """
        timeline = self.all[-1]
        if timeline.state.phase is not Phase.FINISHED:
            return replace(context, evening=self.evening, turns=())
        inputs = timeline.everything()
        if len(inputs) != self._read[0]:
            self._read = len(inputs), _turns(timeline.setup, inputs)
        return replace(context, evening=self.evening, turns=self._read[1])

    def alive(self, state: State, now_ns: int) -> None:
        """Have it written from time to time that a clock runs."""
        if running_seats(state):
            self._standing = ()
        self._tell_damage(now_ns)
        due_ns = self.due_ns(state)
        if self._journal is None or due_ns is None or now_ns < due_ns:
            return
        self._journal.alive(now_ns)

    def due_ns(self, state: State) -> int | None:
        """When `alive` is to be called next; None if it need not be."""
        if self._journal is None or not running_seats(state):
            return None
        return self._journal.due_ns

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the journal."""
        fault = None if self._journal is None else self._journal.fault
        return () if fault is None else (tr(FAULTS[fault]),)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the log says of it beside that."""
        trouble = None if self._journal is None else self._journal.trouble
        return () if trouble is None else (trouble,)

    def standing(self) -> tuple[str, ...]:
        """What has to be looked at before a clock runs, before anything else that is told."""
        return tuple(notice.told for notice in self._standing)

    def recent(self, now_ns: int) -> tuple[str, ...]:
        """What happened, as long as it is new; after what is wrong now."""
        return tuple(notice.told for notice in self._recent(now_ns))

    def logged(self, now_ns: int) -> tuple[str, ...]:
        """Both, as the log tells them."""
        notices = self._standing + self._recent(now_ns)
        return tuple(notice.log or notice.told for notice in notices)

    def tell(self, notice: Notice, now_ns: int) -> None:
        """Have something told for a while, in the place of what happened before."""
        self._notices, self._told_until_ns = (notice,), now_ns + NOTICE_NS

    def _tell_damage(self, now_ns: int) -> None:
        """Have it told that the journal was set aside while the clock was on."""
        damage = None if self._journal is None else self._journal.damage
        if damage is not None and damage != self._damage:
            self._damage = damage
            self.tell(SET_ASIDE._replace(log=f"journal: {damage}"), now_ns)

    def _recent(self, now_ns: int) -> tuple[Notice, ...]:
        return self._notices if now_ns < self._told_until_ns else ()


def _turns(setup: Setup, inputs: tuple[Input, ...]) -> tuple[Turn, ...]:
    """The turns of a game that has been played."""
    state, steps = begin(setup, inputs[0].at_ns), []
    for given in inputs:
        state, outputs = step(state, given)
        steps.append((state, outputs))
    return facts_of(setup, state.started_at_ns or 0, steps).turns
