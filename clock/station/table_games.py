"""The game on the table, and the games before it on the same evening."""

from collections.abc import Set

from msgspec.structs import replace

from clock import boot
from clock.game.facts import Ended, Turn, facts_of
from clock.game.names import NAMELESS, Names
from clock.game.put_aside import AsideGame, aside_game, take_up_aside
from clock.game.recorded import HEADERS
from clock.game.replay import played
from clock.game.taken_over import TakenOver
from clock.game.timeline import Timeline
from clock.journal.journal import Journal
from clock.menu.levels import MenuContext, TakeUp
from clock.rules.inputs import PutAside
from clock.rules.message import Message, Problem
from clock.rules.organizer import last_move_of
from clock.rules.state import Phase, Setup
from clock.rules.timing import charge, running_seats
from clock.rules.units import MINUTE_NS
from clock.station.evening import ended_games
from clock.station.hardware import hand_rule_problem
from clock.station.recovery import PUT_ASIDE, UNWRITTEN, Notice, recover, take_up
from clock.text.counting import number_of
from hal.ports import Line

NOTICE_NS = MINUTE_NS
"""How long the faces show a notice."""
GAMES_MAX = 99
"""The most games of an evening that are remembered; the oldest are forgotten."""

GONE = Message("its file is gone")
DAMAGED = Notice(Message("journal was damaged"))


class TableGames:
    """The game on the table, its notices, and the journal if there is one."""

    def __init__(
        self, journal: Journal | None, setup: Setup, now_ns: int, names: Names = NAMELESS
    ) -> None:
        """Recover the journal's last game, or begin one; a journal has names of its own."""
        self._journal = journal
        self._notices: tuple[Notice, ...] = ()
        self._turns: tuple[int, tuple[Turn, ...]] = (0, ())
        """A number of inputs, and the turns computed from them."""
        self._damage = None if journal is None else journal.damage
        """The damage already noticed."""
        self._before: tuple[Ended, ...] = ()
        self._notices_until_ns = now_ns + NOTICE_NS
        self.recovered = 0
        """The journal's number of the game on the table at the start; 0 if it was new."""
        self._names = names if journal is None else journal.names
        """Of the next game."""
        self.all: list[Timeline] = []
        """The games since the start, the last on the table; with a journal at most two."""
        if journal is not None:
            timeline, notices = recover(journal, now_ns)
            self._before, ended = ended_games(journal.found, boot.wall_time())
            if journal.found.head.unwritten:
                notices = (*notices, UNWRITTEN)
            self._notices = notices if journal.damage is None else (*notices, DAMAGED)
            if timeline is not None:
                self.all = [timeline]
                self.recovered = journal.found.last.number
                timeline.names = HEADERS.decode(journal.found.lines[0]).names
                self._names = journal.names.over(timeline.names)
                return
            self._before += ended
        self.begin(setup, now_ns)

    def begin(self, setup: Setup, at_ns: int, names: Names | None = None) -> None:
        """Put a new game on the table; all but the first since the start are on disk at once.

        Without `names` it keeps the names of the game before.
        """
        timeline = Timeline(setup, at_ns)
        self._leave(at_ns)
        if names is not None:
            self._names = names
        if self._journal is not None:
            self._journal.names = self._names
            self._journal.begin(setup, at_ns, at_once=bool(self.all))
            timeline.recorder = self._journal.add
        self._put(timeline)

    def take_over(self, taken: TakenOver, at_ns: int) -> None:
        """Go on with a game of another clock, stopped; all of it is on the disk, or nothing."""
        assert self._journal is not None
        self._leave(at_ns)
        self._names = self._journal.names = taken.game.header.names
        with self._journal.together():
            self._journal.take_over(taken.game.header, taken.lines, at_ns)
            notices = take_up(taken, self._journal.add)
        self._notices, self._notices_until_ns = notices, at_ns + NOTICE_NS
        self._put(taken.timeline)

    def put_aside(self, act: PutAside, at_ns: int) -> Names:
        """Put the game on the table aside; return the names of the next one: its event's alone."""
        self.all[-1].add(act)
        self.show_notice(PUT_ASIDE, at_ns)
        return Names(event=self.names.event)

    def go_on(self, act: TakenOver | TakeUp, at_ns: int, lines: Set[Line]) -> bool:
        """Go on with a game of another clock or with an old one; show a problem, if any."""
        try:
            if isinstance(act, TakeUp):
                act = self._taken_up(act.game, at_ns, lines)
            self.take_over(act, at_ns)
        except Problem as error:
            self.show_notice(Notice(error.message), at_ns)
            return False
        return True

    def _taken_up(self, game: AsideGame, at_ns: int, lines: Set[Line]) -> TakenOver:
        """Return a game that was put aside as it goes on. Raises Problem if it cannot."""
        asides = () if self._journal is None else self._journal.asides
        found = next((each for each in asides if each.game.end.hash == game.key), None)
        problem = GONE if found is None else hand_rule_problem(lines, game.setup)
        if problem is not None or found is None:
            raise Problem(problem or GONE)
        return take_up_aside(found.lines, found.game, "", at_ns, boot.wall_time())

    @property
    def asides(self) -> tuple[AsideGame, ...] | None:
        """The games that can be taken up; None without a journal."""
        if self._journal is None:
            return None
        return tuple(aside_game(each.game, each.taken) for each in self._journal.asides)

    def _leave(self, at_ns: int) -> None:
        """Leave the game on the table for another one."""
        if self.all:
            self.all[-1].leave(at_ns)
        self._remove_seen()
        self._before = self.evening[-GAMES_MAX:]
        self._turns = 0, ()

    def _put(self, timeline: Timeline) -> None:
        """Put a game on the table; the journal has the games before the last."""
        timeline.names = self._names
        if self._journal is not None:
            self.all = self.all[-1:]
        self.all.append(timeline)

    @property
    def names(self) -> Names:
        """The names of the game on the table."""
        return self.all[-1].names

    @property
    def evening(self) -> tuple[Ended, ...]:
        """How the evening's games ended, the oldest first, with the game on the table."""
        state = self.all[-1].state if self.all else None
        if state is None or state.phase is Phase.READY:
            return self._before
        now = charge(state, state.at_ns)
        times = now.left.remaining_ns, now.right.remaining_ns
        moves = number_of(state.setup.game, last_move_of(state))
        game, black = state.setup.game, state.play.black
        return (*self._before, Ended(state.result, moves, *times, game, black))

    def menu_context(self, context: MenuContext) -> MenuContext:
        """Return the menu's context with the evening's games, and the turns of a finished game."""
        timeline, context = self.all[-1], replace(context, asides=self.asides)
        if self._journal is not None and not running_seats(timeline.state):
            self._journal.look()
        if timeline.state.phase is not Phase.FINISHED:
            return replace(context, evening=self.evening, turns=())
        inputs = timeline.all_inputs()
        if len(inputs) != self._turns[0]:  # a replay at every press of a button would be slow
            steps = ((state, outputs) for _, state, outputs in played(timeline.setup, inputs))
            self._turns = len(inputs), facts_of(timeline.setup, 0, steps).turns
        return replace(context, evening=self.evening, turns=self._turns[1])

    def record_running(self, now_ns: int) -> None:
        """Have the journal record that a clock runs, when it is time; notice new damage."""
        if running_seats(self.all[-1].state):
            self._remove_seen()
        if self._journal is None:
            return
        damage = self._journal.damage
        if damage is not None and damage != self._damage:
            self._damage = damage
            log = Message("journal: {damage}", damage=damage)
            self.show_notice(DAMAGED._replace(log=log), now_ns)
        if self.due_ns is not None and now_ns >= self.due_ns:
            self._journal.record_running(now_ns)

    @property
    def due_ns(self) -> int | None:
        """When to call `record_running` next; None if no clock is recorded."""
        if self._journal is None or not running_seats(self.all[-1].state):
            return None
        return self._journal.due_ns

    @property
    def faults(self) -> tuple[Message, ...]:
        """The journal's fault, if any."""
        fault = None if self._journal is None else self._journal.fault
        return () if fault is None else (fault.value,)

    @property
    def warnings(self) -> tuple[Message, ...]:
        """The system's reason for the journal's fault, for the log."""
        trouble = None if self._journal is None else self._journal.trouble
        return () if trouble is None else (trouble,)

    def notices(self, now_ns: int) -> tuple[Notice, ...]:
        """Return the recent notices, and those that stay until somebody is at the clock."""
        is_new = now_ns < self._notices_until_ns
        return tuple(each for each in self._notices if is_new or each.stays)

    def show_notice(self, notice: Notice, now_ns: int) -> None:
        """Show a notice, in place of earlier ones that do not stay."""
        stay = (each for each in self._notices if each.stays)
        self._notices, self._notices_until_ns = (*stay, notice), now_ns + NOTICE_NS

    def _remove_seen(self) -> None:
        """Remove the notices that stay: somebody is at the clock, and has seen them."""
        self._notices = tuple(each for each in self._notices if not each.stays)
