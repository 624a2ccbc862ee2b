"""One clock on one table: edges come in by their stamps, lamps and screens follow.

Nothing on the path of a press, which docs/architecture.md describes, waits for a disk, a bus or a
network.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from msgspec.structs import replace

from clock.display.view import refresh_ns
from clock.game.names import Names
from clock.game.timeline import Timeline
from clock.journal.journal import Journal
from clock.menu.levels import CLOSED, NO_CONTEXT, Act, MenuContext, NewGame, NewSetup
from clock.menu.settings import ChangeSettings
from clock.presets import OWN, Offer
from clock.presets.own import save_preset
from clock.rules.inputs import Input
from clock.rules.message import Message
from clock.rules.outputs import Output, PressIgnored
from clock.rules.refusal import Refused, SetupError
from clock.rules.regulations import HandRule
from clock.rules.state import Setup, State
from clock.rules.timing import running_seats
from clock.station.body import BY_HONOUR, UNSEEN, Battery, GameTime, unwatched
from clock.station.buttons import Buttons
from clock.station.games import Games
from clock.station.orders import MOVED_ON, Correct, Identify, Order, Shared, refusal
from clock.station.presenter import Presenter
from clock.station.settings_file import SettingsFile
from clock.station.signals import BUTTONS, player_input
from clock.station.sounds import Sounder
from clock.text.language import Text, speaking
from hal.debounce import EDGE_LATENCY_NS_MAX, Change, Debounce
from hal.ports import Body, Edge, Line
from hal.power import LOW_PERCENT
from hal.wiring import DebounceWiring, knows_hands

WAIT_NS_MAX = 1_000_000_000
"""The loop looks at the body's health at least this often."""

UNSAVED = Message("Preset not saved")

LEVELS_EVERY_NS = 1_000_000_000
"""Every line's level is read this often, edge or none: so no lost edge is lost for good."""


class Station:
    """A body and a game. `turn` does all that is due; `run` keeps turning."""

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
    ) -> None:
        """`context` has what the configuration gives the menu; a game in the `journal` goes on.

        From `low_percent` down the battery is low. Presets that are made on the clock are saved in
        `presets_folder`, if there is one.
        With `lamp_test` all lamps are lit at first, unless a clock runs.
        Raises SetupError if the body cannot watch the setup's rules.
        """
        lines = body.inputs.lines
        problem = unwatched(lines, setup)
        if problem is not None:
            raise SetupError("", problem)
        self._body = body
        self._edges: SimpleQueue[Edge | None] = SimpleQueue()
        """None: there is an order."""
        self._orders: SimpleQueue[Order] = SimpleQueue()
        # Listen first: a level that changes before it is read still has its edge in the queue.
        self._time = GameTime(body.time, 0 if journal is None else journal.shift_ns)
        body.inputs.listen(lambda edge: self._edges.put(self._time.stamped(edge)))
        self._debounce = Debounce(lines, body.inputs.pressed, debounce)
        self._levels_ns = self._time.now_ns() + LEVELS_EVERY_NS
        self._settings = settings_file or SettingsFile()
        self._presets_folder = presets_folder
        context = replace(
            context,
            hands=knows_hands(lines),
            settings=self._settings.settings,
            key=Line.KEY in lines and self._debounce.pressed(Line.KEY),
            saves=presets_folder is not None,
        )
        self._buttons = Buttons(lines, context)
        self._presenter = Presenter(body, self._time.now_ns(), lamp_test=lamp_test)
        self._sounder = Sounder(body.buzzer)
        self._battery = Battery(body.power, low_percent)
        self._games, self._journal = Games(journal, setup, self._time.now_ns()), journal
        self.recovered = self._games.recovered
        """The journal's number of the game that was on the table at the start; 0: a new one was."""
        self.shared = Shared(self.state, self._games.names, (), None)
        """For other threads, as of the last turn."""

    def ask(self, order: Order) -> None:
        """Have an order carried out soon, or refused; from any thread."""
        self._orders.put(order)
        self._edges.put(None)

    def now_ns(self) -> int:
        """Return the instant, in the time of the game and of the journal; from any thread."""
        return self._time.now_ns()

    @property
    def games(self) -> list[Timeline]:
        """The games since the start; with a journal at most one before that on the table."""
        return self._games.all

    @property
    def timeline(self) -> Timeline:
        """The game on the table, as the fold of its inputs."""
        return self.games[-1]

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.timeline.state

    def faults(self) -> tuple[Text, ...]:
        """Return the clock's faults (RIF 14.5)."""
        unseen = () if self._unwatched() is None else (UNSEEN,)
        return self._body.faults + self._games.faults + unseen

    def warnings(self) -> tuple[Text, ...]:
        """Return what the log has beside the faults."""
        problem = self._unwatched()
        hands = () if problem is None else (problem,)
        return self._battery.warnings + self._games.warnings + hands

    def news(self) -> tuple[Text, ...]:
        """Return what happened to the clock, for the log, as long as it is new."""
        notices = self._games.notices(self._time.now_ns())
        return tuple(notice.log or notice.message for notice in notices)

    @property
    def language(self) -> str:
        """The language of the faces."""
        return self._settings.settings.language

    def run(self, ends: Callable[[], bool], turned: Callable[[], None] = lambda: None) -> None:
        """Turn until it ends, which may last WAIT_NS_MAX to be seen; call `turned` after each."""
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
        """Leave a last face on the screens: the clock is about to be off."""
        with speaking(self.language):
            self._presenter.leave(self.state, self._time.now_ns())

    def turn(self, edge: Edge | None = None) -> int:
        """Do all that is due now, `edge` first; return when to turn again if no edge comes."""
        # The watermark goes by the time before the queue is emptied: if this thread is held up
        # after that, an edge that arrives meanwhile is not behind it.
        emptied_ns = self._time.now_ns()
        with speaking(self.language):
            now_ns = self._fold(edge, emptied_ns)
        with speaking(self.language):  # which the menu may have changed
            self._present(now_ns)
        self._games.alive(now_ns)
        return self._next_ns(now_ns, emptied_ns)

    def _fold(self, edge: Edge | None, emptied_ns: int) -> int:
        """Fold in all that happened; return the instant up to which."""
        for change in self._changes(edge):
            self._changed(change)
        now_ns = self._time.now_ns()
        self._do(self._buttons.held(now_ns, self.state), now_ns)
        while not self._orders.empty():
            order = self._orders.get_nowait()
            order.answer(self._carried_out(order, now_ns))
        self._hear(self.timeline.follow(self._watermark_ns(emptied_ns)))
        self._buttons.follow(self.state)
        return now_ns

    def _present(self, now_ns: int) -> None:
        """Update the lamps first, the sound last: nobody waits for it."""
        notices = self._games.notices(now_ns)
        faults = tuple(each.message for each in notices if each.stays) + self.faults()
        if not running_seats(self.state):
            faults += tuple(self._settings.saver.notes.values())
        recent = tuple(each.message for each in notices if not each.stays)
        self._presenter.light(self.state, now_ns)
        menu, low = self._buttons.shown(self.state), self._battery.low()
        self._presenter.show(self.state, menu, now_ns, faults, recent, low)
        self._presenter.shine(self.state, self._settings.settings.brightness, now_ns)
        self._sounder.sound(self.state, self._settings.settings, now_ns)
        self.shared = Shared(self.state, self._games.names, faults, low)

    def _changes(self, edge: Edge | None) -> list[Change]:
        """Return which lines changed, in the order of their stamps."""
        edges = [edge]
        while not self._edges.empty():
            edges.append(self._edges.get_nowait())
        found = [self._debounce.edge(each) for each in edges if each is not None]
        changes = [change for change in found if change is not None]
        now_ns = self._time.now_ns()
        if now_ns >= self._levels_ns:
            self._levels_ns = now_ns + LEVELS_EVERY_NS
            self._debounce.doubt(self._body.inputs.lines, now_ns)
        changes += self._debounce.settle(self._time.now_ns)
        return sorted(changes, key=lambda change: change.at_ns)

    def _changed(self, change: Change) -> None:
        line, at_ns = self._buttons.meaning(change.line, self.state), change.at_ns
        self._presenter.touch(at_ns)
        if line is Line.KEY:
            self._buttons.turn_key(self.state, turned=change.pressed)
        elif line in BUTTONS:
            if change.pressed:
                self._buttons.context = self._games.menu_context(self._buttons.context)
            acts = self._buttons.changed(line, at_ns, self.state, pressed=change.pressed)
            self._do(acts, at_ns)
        elif change.pressed:
            act = player_input(line, at_ns)
            if not self._buttons.takes(act, self.state):  # else the set-up menu waits for it
                self._add(act)
                self._buttons.follow(self.state)

    def _do(self, acts: tuple[Act, ...], at_ns: int) -> None:
        """Do the acts of the buttons."""
        for act in acts:
            if isinstance(act, NewGame):
                state, turned = self.state, act.colours_turned
                self._begin(state.setup.following(state.result, colours_turned=turned), at_ns)
            elif isinstance(act, NewSetup):
                self._begin(act.setup, at_ns)
                if act.title:
                    self._save_preset(act)
            elif isinstance(act, ChangeSettings):
                self._set(act)
            else:
                self._add(act)
        self._buttons.follow(self.state)

    def _set(self, act: ChangeSettings) -> None:
        """Change the clock's own settings, which is heard or seen at once."""
        self._settings.change(act.settings)
        self._buttons.context = replace(self._buttons.context, settings=act.settings)
        if act.sample is not None:
            self._sounder.sample(act.sample)

    def _save_preset(self, act: NewSetup) -> None:
        """Offer a setting at once, in place of one of the user's with that title, and save it."""
        title, context, folder = act.title, self._buttons.context, self._presets_folder
        others = (each for each in context.offers if (each.game, each.title) != (OWN, title))
        offers = (*others, Offer(title, title, OWN, act.setup))
        self._buttons.context = replace(context, offers=offers)
        if folder is not None:
            write = partial(save_preset, folder, title, act.setup)
            self._settings.saver.save(folder / title, write, UNSAVED)

    def _add(self, act: Input) -> None:
        """Fold an act in; a press that turns out to be in a stop asks for a claim there."""
        outputs = self.timeline.add(act)
        self._hear(outputs)
        for output in outputs:
            if isinstance(output, PressIgnored):
                self._buttons.route(output, output.at_ns, self.state)

    def _carried_out(self, order: Order, at_ns: int) -> Message | None:
        """Carry an order out; return why it was not."""
        if isinstance(order.act, Identify):
            self._presenter.identify(order.act, at_ns)
            return None
        lines, menu, journal = self._body.inputs.lines, self._buttons.menu, self._journal
        is_written = journal is not None and journal.is_written  # before `on_disk`
        on_disk = None if journal is None else journal.on_disk
        problem = refusal(order, self.state, menu, on_disk, lines)
        if problem is None and isinstance(order.act, Correct) and not is_written:
            problem = MOVED_ON  # a start or a new game, unlike this, does nothing twice
        if problem is None and isinstance(order.act, NewSetup):
            self._begin(order.act.setup, at_ns, order.names)
        elif problem is None:
            acts = order.act.acts if isinstance(order.act, Correct) else (order.act,)
            try:
                self._do(tuple(replace(act, at_ns=at_ns) for act in acts), at_ns)
            except Refused as error:
                return error.message
        return problem

    def _begin(self, setup: Setup, at_ns: int, names: Names | None = None) -> None:
        """Begin a game, as the organizer has set it; by honour where no hand can be seen."""
        if unwatched(self._body.inputs.lines, setup) is not None:
            honour = replace(setup.regulations, hand_rule=HandRule.HONOUR)
            setup = replace(setup, regulations=honour)
            self._games.notice(BY_HONOUR, at_ns)
        self._games.begin(setup, at_ns, names)
        self._buttons.menu = CLOSED

    def _watermark_ns(self, now_ns: int) -> int:
        """Return the instant before which no edge is on its way, or still being debounced."""
        watermark_ns = now_ns - EDGE_LATENCY_NS_MAX
        undecided_ns = self._debounce.since_ns
        return watermark_ns if undecided_ns is None else min(watermark_ns, undecided_ns)

    def _hear(self, outputs: list[Output]) -> None:
        self._sounder.add(outputs, self.state.setup.regulations)

    def _unwatched(self) -> Message | None:
        return unwatched(self._body.inputs.lines, self.state.setup)

    def _next_ns(self, now_ns: int, emptied_ns: int) -> int:
        looks = (
            self._debounce.due_ns,
            refresh_ns(self.state, now_ns),
            self._presenter.dims_ns if self._presenter.dims_ns > now_ns else None,
            self._presenter.tests_ns,
            self._buttons.due_ns,
            self._games.due_ns,
        )
        passes = (self.timeline.settles_ns, self.state.wake_ns)
        due = [each_ns for each_ns in looks if each_ns is not None]
        # What the watermark is to pass. One that is held back by a line which is still being
        # debounced is not waited for: the line itself is due then.
        due += [
            at_ns + EDGE_LATENCY_NS_MAX
            for at_ns in passes
            if at_ns is not None and at_ns + EDGE_LATENCY_NS_MAX > emptied_ns
        ]
        return min(due, default=now_ns + WAIT_NS_MAX)
