"""The games of an evening: the one on the table, and those before it."""

from msgspec.structs import replace

from clock import boot
from clock.game.facts import Ended, Turn, facts_of
from clock.game.names import NAMELESS, Names
from clock.game.recorded import HEADERS
from clock.game.replay import played
from clock.game.timeline import Timeline
from clock.journal.journal import Journal
from clock.menu.levels import MenuContext
from clock.rules.message import Message
from clock.rules.organizer import last_move_of
from clock.rules.state import Phase, Setup
from clock.rules.timing import charge, running_seats
from clock.rules.units import MINUTE_NS
from clock.station.evening import evening
from clock.station.recovery import Notice, recover

NOTICE_NS = MINUTE_NS
"""How long the notice of an event is on the faces."""
GAMES_MAX = 99
"""Games of an evening that are remembered; of more the first are forgotten."""

DAMAGED = Notice(Message("journal was damaged"))


class Games:
    """The game on the table, and the journal if there is one."""

    def __init__(self, journal: Journal | None, setup: Setup, now_ns: int) -> None:
        """Recover the journal's last game, or begin one."""
        self._journal = journal
        self._notices: tuple[Notice, ...] = ()
        self._turns: tuple[int, tuple[Turn, ...]] = (0, ())
        """The turns of so many inputs."""
        self._damage = None if journal is None else journal.damage
        """The damage that was noticed."""
        self._before: tuple[Ended, ...] = ()
        self._notices_until_ns = now_ns + NOTICE_NS
        self.recovered = 0
        """The number in the journal of the game that was on the table at the start; 0: none."""
        self.names = NAMELESS
        """What the game on the table is called."""
        self.all: list[Timeline] = []
        """The games since the start, the last on the table; with a journal two at most."""
        if journal is not None:
            timeline, notices = recover(journal, now_ns)
            self._before, ended = evening(journal.found, boot.wall_time())
            self._notices = notices if journal.damage is None else (*notices, DAMAGED)
            if timeline is not None:
                self.all = [timeline]
                self.recovered = journal.found.last.number
                self.names = HEADERS.decode(journal.found.lines[0]).names
                return
            self._before += ended
        self.begin(setup, now_ns)

    def begin(self, setup: Setup, at_ns: int, names: Names | None = None) -> None:
        """Put a new game on the table; one that the organizer has set up is on disk at once.

        It is called as the one before it, unless it has `names` of its own.
        """
        timeline = Timeline(setup, at_ns)
        if self.all:
            self.all[-1].leave(at_ns)
        self._seen()
        self._before = self.evening[-GAMES_MAX:]
        self._turns = 0, ()
        if self._journal is not None:
            if names is not None:
                self._journal.names = names
            self.names = self._journal.names
            self._journal.begin(setup, at_ns, at_once=bool(self.all))
            timeline.recorder = self._journal.add
            self.all = self.all[-1:]
        self.all.append(timeline)

    @property
    def evening(self) -> tuple[Ended, ...]:
        """How the games since the evening began have ended, the oldest first."""
        state = self.all[-1].state if self.all else None
        if state is None or state.phase is Phase.READY:
            return self._before
        now = charge(state, state.at_ns)
        times = now.left.remaining_ns, now.right.remaining_ns
        return (*self._before, Ended(state.result, last_move_of(state), *times))

    def menu_context(self, context: MenuContext) -> MenuContext:
        """Return the menu's context with the games that are over, and the turns of the last one."""
        timeline = self.all[-1]
        if timeline.state.phase is not Phase.FINISHED:
            return replace(context, evening=self.evening, turns=())
        inputs = timeline.everything()
        if len(inputs) != self._turns[0]:
            steps = ((state, outputs) for _, state, outputs in played(timeline.setup, inputs))
            self._turns = len(inputs), facts_of(timeline.setup, 0, steps).turns
        return replace(context, evening=self.evening, turns=self._turns[1])

    def alive(self, now_ns: int) -> None:
        """Have it recorded from time to time that a clock runs, and notice new damage."""
        if running_seats(self.all[-1].state):
            self._seen()
        if self._journal is None:
            return
        damage = self._journal.damage
        if damage is not None and damage != self._damage:
            self._damage = damage
            log = Message("journal: {damage}", damage=damage)
            self.notice(DAMAGED._replace(log=log), now_ns)
        if self.due_ns is not None and now_ns >= self.due_ns:
            self._journal.alive(now_ns)

    @property
    def due_ns(self) -> int | None:
        """When `alive` is to be called next; None if it need not be."""
        if self._journal is None or not running_seats(self.all[-1].state):
            return None
        return self._journal.due_ns

    @property
    def faults(self) -> tuple[Message, ...]:
        """The journal's fault, if there is one."""
        fault = None if self._journal is None else self._journal.fault
        return () if fault is None else (fault.value,)

    @property
    def warnings(self) -> tuple[Message, ...]:
        """The system's reason for it, for the log."""
        trouble = None if self._journal is None else self._journal.trouble
        return () if trouble is None else (trouble,)

    def notices(self, now_ns: int) -> tuple[Notice, ...]:
        """Return the notices of what happened: as long as it is new, or until somebody saw it."""
        is_new = now_ns < self._notices_until_ns
        return tuple(each for each in self._notices if is_new or each.stays)

    def notice(self, notice: Notice, now_ns: int) -> None:
        """Show a notice for a while, in the place of those before that do not stay."""
        stay = (each for each in self._notices if each.stays)
        self._notices, self._notices_until_ns = (*stay, notice), now_ns + NOTICE_NS

    def _seen(self) -> None:
        """Somebody is at the clock, and has seen what stays until then."""
        self._notices = tuple(each for each in self._notices if not each.stays)
