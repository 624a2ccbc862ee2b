"""The loop of a clock: takes edges by their stamps, and updates lamps, screens and sounds.

docs/architecture.md describes the path of a press. Nothing on it waits for a disk, a bus or a
network.
"""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from msgspec.structs import replace

from clock.display.view import refresh_ns
from clock.game.names import NAMELESS, Names
from clock.game.taken_over import TakenOver
from clock.game.timeline import Timeline
from clock.journal.journal import Journal
from clock.menu.game_over import is_open
from clock.menu.levels import CLOSED, NO_CONTEXT, MenuContext, NewGame, NewSetup, TakeUp
from clock.menu.settings import ChangeSettings
from clock.presets.own import offers_with, save_preset
from clock.rules.inputs import Input, LateEdge, PutAside
from clock.rules.message import Message
from clock.rules.outputs import Output, PressIgnored
from clock.rules.refusal import Refused, SetupError
from clock.rules.regulations import HandRule
from clock.rules.state import Phase, Setup, State
from clock.rules.timing import running_seats
from clock.station.buttons import Buttons
from clock.station.hardware import (
    BY_HONOUR,
    UNSEEN,
    BatteryWarning,
    GameTime,
    HeldPlungers,
    hand_rule_problem,
    shown_faults,
)
from clock.station.orders import (
    DeskOrder,
    Identify,
    StationAct,
    StationSnapshot,
    TableOrder,
    may_follow,
    refusal,
    table_refusal,
)
from clock.station.presenter import Presenter
from clock.station.recovery import Notice
from clock.station.settings_file import SettingsFile
from clock.station.signals import BUTTONS, PLUNGERS, player_input
from clock.station.sounds import Sounder, is_audible, unheard
from clock.station.table_games import TableGames
from clock.text.language import Text, speaking
from hal.debounce import EDGE_LATENCY_NS_MAX, Change, Debounce
from hal.ports import Body, Edge, Line
from hal.power import LOW_PERCENT
from hal.wiring import DebounceWiring, knows_hands

WAIT_NS_MAX = 1_000_000_000
"""The longest time between two turns of the loop, which check the body's health."""

UNSAVED = Message("Preset not saved")

LEVELS_EVERY_NS = 1_000_000_000
"""How often every line's level is read, to make up for lost edges."""


class Station:
    """A body and a game. `turn` does everything that is due; `run` repeats it."""

    def __init__(
        self,
        body: Body,
        setup: Setup,
        debounce: DebounceWiring | None = None,
        context: MenuContext = NO_CONTEXT,
        journal: Journal | None = None,
        settings_file: SettingsFile | None = None,
        low_percent: int = LOW_PERCENT,
        *,
        presets_folder: Path | None = None,
        lamp_test: bool = False,
        names: Names = NAMELESS,
    ) -> None:
        """Start with the journal's last game, or with a new game of this setup.

        `context` has the menu's choices from the configuration. At `low_percent` or less the
        battery is low. Presets made on the clock are saved in `presets_folder`, if given. With
        `lamp_test` all lamps are lit at first, unless a clock runs. Without a journal the games
        have `names`. Raises SetupError if the body cannot watch the setup's rules.
        """
        lines = body.inputs.lines
        problem = hand_rule_problem(lines, setup)
        if problem is not None:
            raise SetupError("", problem)
        self._body = body
        # Putting into a SimpleQueue never waits, so no library's thread is held up.
        self._edges: SimpleQueue[Edge | None] = SimpleQueue()
        """None wakes the loop for an order."""
        self._orders: SimpleQueue[DeskOrder | TableOrder] = SimpleQueue()
        # Listen before reading the levels: the edge of a change in between is then in the queue.
        self._time = GameTime(body.time, 0 if journal is None else journal.shift_ns)
        body.inputs.listen(lambda edge: self._edges.put(self._time.restamp(edge)))
        self._debounce = Debounce(lines, body.inputs.pressed, debounce)
        self._held = HeldPlungers(lines, self._debounce.pressed, self._time.now_ns())
        self._levels_ns = self._time.now_ns() + LEVELS_EVERY_NS
        self._settings = settings_file or SettingsFile()
        self._presets_folder, self._journal = presets_folder, journal
        context = replace(
            context,
            hands=knows_hands(lines),
            settings=self._settings.settings,
            key=Line.KEY in lines and self._debounce.pressed(Line.KEY),
            saves=presets_folder is not None,
            recent=self._settings.recent,
        )
        self._buttons = Buttons(lines, context)
        self._presenter = Presenter(body, self._time.now_ns(), lamp_test=lamp_test)
        self._sounder = Sounder(body.buzzer)
        self._battery = BatteryWarning(body.power, low_percent)
        self._games = TableGames(journal, setup, self._time.now_ns(), names)
        self.recovered = self._games.recovered
        """The journal's number of the game on the table at the start; 0 if it was new."""
        self.snapshot = StationSnapshot(
            self.state, self._games.names, (), None, recent_setups=self._settings.recent
        )
        """The state for other threads, as of the last turn."""

    def ask(self, order: DeskOrder | TableOrder) -> None:
        """Have an order carried out or refused soon. May be called in any thread."""
        self._orders.put(order)
        self._edges.put(None)

    def now_ns(self) -> int:
        """Return the time of the game and the journal. May be called in any thread."""
        return self._time.now_ns()

    @property
    def games(self) -> list[Timeline]:
        """The games since the start; with a journal at most two."""
        return self._games.all

    @property
    def timeline(self) -> Timeline:
        """The timeline of the game on the table."""
        return self.games[-1]

    @property
    def state(self) -> State:
        """The state of the game on the table."""
        return self.timeline.state

    def faults(self) -> tuple[Text, ...]:
        """Return the clock's faults for the log (RIF 14.5)."""
        held = self._held.held(self._time.now_ns())
        return self._body.faults + self._other_faults() + held

    def warnings(self) -> tuple[Text, ...]:
        """Return the problems that are logged, but not shown as faults."""
        hands = tuple(filter(None, (self._unwatched(),)))
        return self._battery.warnings + self._games.warnings + hands

    def news(self) -> tuple[Text, ...]:
        """Return recent events of the clock, for the log."""
        notices = self._games.notices(self._time.now_ns())
        return tuple(notice.log or notice.message for notice in notices)

    @property
    def language(self) -> str:
        """The language of the faces."""
        return self._settings.settings.language

    def run(self, ends: Callable[[], bool], turned: Callable[[], None] = lambda: None) -> None:
        """Turn until `ends()`, noticed within WAIT_NS_MAX; call `turned` after every turn."""
        edge = None
        while True:
            next_ns = self.turn(edge)
            turned()
            if ends():
                return
            wait_ns = min(max(0, next_ns - self._time.now_ns()), WAIT_NS_MAX)
            try:
                edge = self._edges.get(timeout=wait_ns / 1e9)
            except Empty:
                edge = None

    def leave(self) -> None:
        """Leave a last face on the screens before the clock is switched off."""
        with speaking(self.language):
            self._presenter.leave(self.state, self._time.now_ns())

    def turn(self, edge: Edge | None = None) -> int:
        """Do everything that is due, `edge` first; return when to turn again without an edge."""
        # Take the watermark's time before emptying the queue: if this thread is then held up, an
        # edge that arrives meanwhile is not behind the watermark.
        emptied_ns = self._time.now_ns()
        with speaking(self.language):
            now_ns = self._fold(edge, emptied_ns)
        with speaking(self.language):  # again, because the menu may have changed the language
            self._present(now_ns)
        self._games.record_running(now_ns)
        return self._next_ns(now_ns, emptied_ns)

    def _fold(self, edge: Edge | None, emptied_ns: int) -> int:
        """Fold in all edges, holds and orders; return the time up to which."""
        for change in self._changes(edge):
            self._changed(change)
        now_ns = self._time.now_ns()
        self._do(self._buttons.check_held(now_ns, self.state), now_ns)
        # Orders after edges, which happened before; the watermark last, for it settles both.
        while not self._orders.empty():
            order = self._orders.get_nowait()
            order.answer(self._carried_out(order, now_ns))
        self._hear(self.timeline.follow(self._debounce.watermark_ns(emptied_ns)))
        self._buttons.follow(self.state)
        return now_ns

    def _present(self, now_ns: int) -> None:
        """Update lamps, then screens, then sound: players notice lamps soonest."""
        notices = self._games.notices(now_ns)
        stay = [each for each in notices if each.stays and each.is_fault]
        faults: tuple[Text, ...] = tuple(each.message for each in stay)
        faults += shown_faults(self._body) + self._other_faults()
        recent: tuple[Text, ...] = tuple(each.message for each in notices if each not in stay)
        settings, held = self._settings.settings, self._held.held(now_ns)
        heard = unheard(self.state.setup, settings, buzzer=self._body.buzzer is not None)
        silent = () if self.state.phase is Phase.FINISHED else tuple(heard)
        if not running_seats(self.state):
            faults += tuple(self._settings.saver.notes.values())
            recent += held + (silent if self.state.phase is Phase.READY else ())
        self._presenter.light(self.state, now_ns)
        menu, low = self._buttons.page_or_hint(self.state), self._battery.low_charge()
        self._presenter.show(self.state, menu, now_ns, faults, recent, low)
        self._presenter.shine(self.state, settings.brightness, now_ns)
        self._sounder.sound(self.state, settings, now_ns)
        ending, level = is_open(self._buttons.menu), self._buttons.level
        opens = self._buttons.hold_opens(self.state)
        setups, names = self._settings.recent, self._games.names
        follows = may_follow(self.state, self._buttons.menu, self._buttons.context)
        audible = is_audible(settings, buzzer=self._body.buzzer is not None)
        known = (low, held + silent, ending, opens, setups, follows, self._battery.charge, audible)
        self.snapshot = StationSnapshot(self.state, names, faults, *known, level)

    def _changes(self, edge: Edge | None) -> list[Change]:
        """Return the lines' changes, by their stamps; of equal ones the running clock's is last."""
        edges = [edge]
        while not self._edges.empty():
            edges.append(self._edges.get_nowait())
        found = [self._debounce.add_edge(each) for each in edges if each is not None]
        changes, turn = [change for change in found if change is not None], self.state.turn.value
        now_ns = self._time.now_ns()
        if now_ns >= self._levels_ns:
            self._levels_ns = now_ns + LEVELS_EVERY_NS
            self._debounce.doubt(self._body.inputs.lines, now_ns)
        changes += self._debounce.settle(self._time.now_ns)
        return sorted(changes, key=lambda each: (each.at_ns, each.line.startswith(turn)))

    def _changed(self, change: Change) -> None:
        line, at_ns = self._buttons.role(change.line, self.state), change.at_ns
        self._presenter.touch(at_ns)
        if change.proved and line in PLUNGERS:
            self._held.add(change)
        if not change.proved:
            if change.pressed and line in PLUNGERS:
                self._add(LateEdge(self.state.at_ns, PLUNGERS[line][0], at_ns))
        elif line is Line.KEY:
            self._buttons.turn_key(self.state, turned=change.pressed)
        elif line in BUTTONS:
            if change.pressed:
                self._buttons.context = self._games.menu_context(self._buttons.context)
            acts = self._buttons.take_change(line, at_ns, self.state, pressed=change.pressed)
            self._do(acts, at_ns)
        elif change.pressed:
            act = player_input(line, at_ns)
            taken = self._buttons.offer(act, self.state)  # the menu may be waiting for a plunger
            self._do((act,) if taken is None else taken, at_ns)

    def _do(self, acts: tuple[StationAct, ...], at_ns: int) -> None:
        """Carry out acts of the menu: of several at once a kill leaves all on the disk, or none."""
        journal = self._journal if len(acts) > 1 else None
        with nullcontext() if journal is None else journal.together():
            for act in acts:
                self._do_one(act, at_ns)
        self._buttons.follow(self.state)

    def _do_one(self, act: StationAct, at_ns: int) -> None:
        if isinstance(act, NewGame):
            self._begin(act.setup_after(self.state), at_ns)
        elif isinstance(act, NewSetup):
            self._begin(act.setup, at_ns, act.names)
            if act.title:
                self._save_preset(act)
        elif isinstance(act, ChangeSettings):
            self._set(act)
        elif isinstance(act, Notice):
            self._games.show_notice(act, at_ns)
        elif isinstance(act, TakenOver | TakeUp):
            if self._games.go_on(act, at_ns, self._body.inputs.lines):
                self._use(self.state.setup)
                self._buttons.menu = CLOSED
        elif isinstance(act, PutAside):
            self._begin(self.state.following(), at_ns, self._games.put_aside(act, at_ns))
        else:
            self._add(act)

    def _set(self, act: ChangeSettings) -> None:
        """Change the clock's settings at once, and sound a sample of a volume."""
        self._settings.change(act.settings)
        self._buttons.context = replace(self._buttons.context, settings=act.settings)
        if act.sample is not None:
            self._sounder.sample(act.sample)

    def _save_preset(self, act: NewSetup) -> None:
        """Offer a setup at once, and save it."""
        title, context, folder = act.title, self._buttons.context, self._presets_folder
        offers = offers_with(context.offers, title, act.setup)
        self._buttons.context = replace(context, offers=offers)
        if folder is not None:
            write = partial(save_preset, folder, title, act.setup)
            self._settings.saver.save(folder / title, write, UNSAVED)

    def _add(self, act: Input) -> None:
        """Fold an act into the game."""
        # An ignored press goes to the menu: in a stop it asks whether its seat claims.
        if self.state.phase is Phase.READY:
            self._use(self.state.setup)
        outputs = self.timeline.add(act)
        self._hear(outputs)
        for output in outputs:
            if isinstance(output, PressIgnored):
                self._buttons.route(output, output.at_ns, self.state)

    def _carried_out(self, order: DeskOrder | TableOrder, at_ns: int) -> Message | None:
        """Carry out an order; return why it was refused, or None."""
        if isinstance(order, TableOrder):
            menu, context = self._buttons.menu, self._buttons.context
            problem = table_refusal(self.state, order.act, menu, context)
            if problem is None:
                self._do(order.act.steps(at_ns), at_ns)
            return problem
        if isinstance(order.act, Identify):
            self._presenter.identify(order.act, at_ns)
            return None
        lines, menu = self._body.inputs.lines, self._buttons.menu
        problem = refusal(order, self.state, menu, self._journal, lines)
        if problem is None:
            try:
                self._do(order.acts(self.state, at_ns), at_ns)
            except Refused as error:
                return error.message
        return problem

    def _begin(self, setup: Setup, at_ns: int, names: Names | None = None) -> None:
        """Begin a game, by honour if the body cannot watch the hands."""
        if hand_rule_problem(self._body.inputs.lines, setup) is not None:
            honour = replace(setup.regulations, hand_rule=HandRule.HONOUR)
            setup = replace(setup, regulations=honour)
            self._games.show_notice(BY_HONOUR, at_ns)
        self._games.begin(setup, at_ns, names)
        self._use(setup)
        self._buttons.menu = CLOSED

    def _use(self, setup: Setup) -> None:
        """Offer a setup among the last ones."""
        self._settings.use(setup)
        self._buttons.context = replace(self._buttons.context, recent=self._settings.recent)

    def _hear(self, outputs: list[Output]) -> None:
        self._sounder.add(outputs, self.state.setup.regulations)

    def _other_faults(self) -> tuple[Text, ...]:
        return self._games.faults + (() if self._unwatched() is None else (UNSEEN,))

    def _unwatched(self) -> Message | None:
        return hand_rule_problem(self._body.inputs.lines, self.state.setup)

    def _next_ns(self, now_ns: int, emptied_ns: int) -> int:
        looks = (
            self._levels_ns,
            self._debounce.due_ns,
            refresh_ns(self.state, now_ns),
            self._presenter.dims_ns if self._presenter.dims_ns > now_ns else None,
            self._presenter.tests_ns,
            self._buttons.due_ns,
            self._games.due_ns,
        )
        passes = (self.timeline.first_open_ns, self.state.wake_ns, *self._debounce.overs_ns)
        due = [each_ns for each_ns in looks if each_ns is not None] + [*self._held.due_ns(now_ns)]
        # Wait for the watermark to pass these. If a line being debounced holds it back, they are
        # already past, and the line's own due time ends the wait.
        due += [
            at_ns + EDGE_LATENCY_NS_MAX
            for at_ns in passes
            if at_ns is not None and at_ns + EDGE_LATENCY_NS_MAX > emptied_ns
        ]
        return min(due)
