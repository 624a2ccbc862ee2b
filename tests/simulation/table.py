"""A table: a machine, its contacts, what is wrong with both, and what people have done there."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from clock.link.messages import COMMAND_S, DeskCorrection, Op
from clock.rules.inputs import Start
from clock.rules.state import Phase
from clock.station.orders import Correct, DeskOrder
from hal.ports import Line
from hal.wiring import DEFAULT
from tests.simulation.contacts import BOUNCE_NS_MAX, Contact
from tests.simulation.controls import random_rules, setup_of
from tests.simulation.desk import Asked, Desk
from tests.simulation.hall import DELAY_NS_MAX, Hall
from tests.simulation.machine import Life, Machine
from tests.simulation.observer import Act, Observer, Wrong
from tests.simulation.scheduler import MS, SECOND_NS, Scheduler
from tests.simulation.seat_clock import Period
from tests.simulation.situations import SITUATIONS
from tests.simulation.truth import Fact, FactKind, Game, Rules, Side

PLUNGERS: dict[Side, Line] = {"left": Line.LEFT_PLUNGER, "right": Line.RIGHT_PLUNGER}
LATENCY_NS_MAX = 250 * MS
"""An edge that comes no later always counts."""
LEVEL_READ_NS_MAX = 1100 * MS
"""A level is read again so often."""
CONFIRMED_NS = 10 * MS
"""The debounce needs no longer, once it has the edges."""
SETTLED_NS = 700 * MS
"""After an act everything is known to everybody."""

ANSWERED_NS_MAX = (COMMAND_S + 2) * SECOND_NS
"""A command that is done is done by then."""

FAULTS = (
    *(
        "bounce",
        "late samples",
        "late edges",
        "loop held up",
        "slow disk",
        "forget",
        "long press",
        "short tap",
    ),
    *("kill at start", "joint time", "eager journal"),
    *("desk", "messages late", "messages twice", "stray copies"),
)
"""What is wrong with a table all the time; trouble.py has what happens now and then."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. Every act has its own random numbers, so some of them can be left out."""

    seed: int
    swarm: frozenset[str]
    """The faults and acts that occur."""
    acts: tuple[tuple[int, str], ...]
    """Their numbers and names; "": whatever is drawn."""
    rules: Rules | None = None
    """None: those that are drawn."""


class Table:
    """One case's table."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.random, self.swarm = Random(case.seed), case.swarm
        self.scheduler = Scheduler()
        drawn = random_rules(self.random)
        self.rules = case.rules or drawn
        self.log: list[str] = []
        self.met: Counter[str] = Counter()
        """How often each situation was met."""
        self.machine = Machine(self.scheduler, self.random, folder, setup_of(self.rules))
        self.contacts = {line: self._contact(line) for line in DEFAULT.lines}
        self.machine.level = lambda line: self.contacts[line].closed
        self._set_faults()
        self.observer = Observer(self.rules, self.lag_ns)
        self.desk = self._desk() if "desk" in self.swarm else None
        self.is_over = False
        """The game is over, and no longer on the table."""
        self.busy_until_ns = 0
        """When all that has been done is known to the clock."""

    def begin(self, rules: Rules) -> None:
        """Go on with another game."""
        bad_until_ns, self.rules = self.observer.disk_bad_until_ns, rules
        self.observer = Observer(rules, self.lag_ns)
        self.observer.disk_bad_until_ns = bad_until_ns
        self.note_rules()

    def _contact(self, line: Line) -> Contact:
        contact = Contact(line, self.scheduler, self.random, lambda: self.machine.listener())
        contact.bounces = "bounce" in self.swarm
        contact.samples_late = "late samples" in self.swarm
        if "late edges" in self.swarm:
            contact.lateness_ns = lambda: self.random.choice(
                (0, 0, self.random.randint(0, LATENCY_NS_MAX))
            )
        return contact

    def _desk(self) -> Desk:
        """Put a desk at the other end of a network that may be bad."""
        hall, chance = Hall(self.scheduler, self.random), self.random.random
        self.machine.hall, hall.meet = hall, self.meet
        if "messages late" in self.swarm:
            hall.delay_ns = lambda: self.random.choice((MS, self.random.randint(0, DELAY_NS_MAX)))
        if "messages twice" in self.swarm:
            hall.doubles = lambda: chance() < 0.2
        if "stray copies" in self.swarm:
            hall.strays = lambda: chance() < 0.2
        return Desk(hall)

    def _set_faults(self) -> None:
        machine, random = self.machine, self.random
        self.lag_ns = 0
        """The most that the loop is held up."""
        if "loop held up" in self.swarm:
            self.lag_ns = 300 * MS
            machine.loop_lag_ns = lambda: random.choice((0, 0, 0, random.randint(0, self.lag_ns)))
        if "slow disk" in self.swarm:
            machine.disk_takes_ns = lambda: random.choice((MS, MS, random.randint(0, 60 * MS)))
        if "eager journal" in self.swarm:
            machine.writes_at_once = lambda: random.random() < 0.7
        self.usual_disk_ns = machine.disk_takes_ns

    @property
    def life(self) -> Life:
        """The program that runs."""
        assert self.machine.life is not None
        return self.machine.life

    @property
    def now_ns(self) -> int:
        """The game's time."""
        return self.life.station.now_ns()

    def game(self) -> Game:
        """Return the truth of now."""
        return self.observer.game(self.now_ns)

    def check(self) -> Game:
        """Return the truth as the clock has settled it. Raises Wrong if the clock differs."""
        if self.desk is not None:
            self.desk.check(self.life.journal)
        return self.observer.check(self.life)

    def meet(self, situation: str) -> None:
        """Count a situation. Raises KeyError if it has no such name."""
        self.met[SITUATIONS[situation]] += 1

    def note(self, text: str) -> None:
        """Write a line of what people see."""
        self.log.append(f"{self.scheduler.now_ns / 1e9:.9f} {text}")

    def note_rules(self) -> None:
        """Write a line for each rule of the game that is not the usual one."""
        rules = (f"\n  {name}: {_brief(each)}" for name, each in _unusual(self.rules))
        self.note(f"a game{''.join(rules)}")

    @property
    def well_ns(self) -> int:
        """When nothing is wrong any more with the disk, the network and the desk."""
        return max(self.observer.disk_bad_until_ns, 0 if self.desk is None else self.desk.well_ns)

    @property
    def effect(self) -> tuple[int, ...]:
        """What any act changes that does something."""
        return self.scheduler.now_ns, self.busy_until_ns, len(self.log)

    def wait(self, length_ns: int) -> None:
        self.scheduler.run(self.scheduler.now_ns + length_ns)

    def settle(self) -> None:
        """Wait until everything is known to everybody."""
        self.wait(max(0, self.busy_until_ns - self.scheduler.now_ns) + SETTLED_NS)

    def read_on(self) -> None:
        """Read a question to its end, where + is yes."""
        for _ in range(9):
            if "Plus more" in self.words():
                self.tap(Line.PLUS)
                self.settle()

    def think(self) -> None:
        """Wait as players do."""
        longest_ns = 12 * SECOND_NS if "forget" in self.swarm else 4 * SECOND_NS
        self.wait(self.random.choice((self.random.randint(300 * MS, longest_ns), 700 * MS)))

    def tap(self, line: Line, late_ns: int | None = None) -> tuple[int, int]:
        """Press a plunger or button as soon as it is free.

        Return the instant of the game, and when in the simulation's time the clock knows of it.
        """
        self.wait(max(0, self.contacts[line].free_ns - self.scheduler.now_ns))
        held_ns = self.random.randint(30, 150) * MS
        if "long press" in self.swarm and line is not Line.OK and self.random.random() < 0.1:
            held_ns = self.random.randint(150, 900) * MS
            self.meet("a plunger is held for long")
        if "short tap" in self.swarm and self.random.random() < 0.2:
            held_ns = self.random.randint(4, 30) * MS
            self.meet("a tap shorter than 30 ms")
        at_ns, latest_ns = self.now_ns, LATENCY_NS_MAX if late_ns is None else late_ns
        closed_ns = self.scheduler.now_ns + BOUNCE_NS_MAX
        ends_ns = self.contacts[line].press(held_ns, late_ns)
        if ends_ns < closed_ns + latest_ns:  # it is up again: the clock needs that edge as well
            closed_ns = ends_ns
        known_ns = closed_ns + latest_ns + CONFIRMED_NS + self.lag_ns
        self.busy_until_ns = max(self.busy_until_ns, ends_ns, known_ns)
        return at_ns, known_ns

    def press_half_seen(self, side: Side) -> None:
        """Press a plunger while the kernel's queue is full: its oldest edges are lost."""
        contact, random = self.contacts[PLUNGERS[side]], self.random
        self.wait(max(0, contact.free_ns - self.scheduler.now_ns))
        at_ns, held_ns = self.now_ns, random.choice((50, 400, 2500)) * MS
        loses = random.choice((lambda closing: closing, lambda closing: (closing + 1) // 2))
        ends_ns = contact.press(held_ns, loses=loses)
        known_ns = ends_ns + LEVEL_READ_NS_MAX + LATENCY_NS_MAX + self.lag_ns
        is_read = held_ns > LEVEL_READ_NS_MAX + LATENCY_NS_MAX + 2 * self.lag_ns
        act = Act(
            Fact(at_ns, "press", side), known_ns, self.life, late=True, may_vanish=not is_read
        )
        self.observer.acts.append(act)
        self.busy_until_ns = max(self.busy_until_ns, known_ns)
        self.note(f"press {side}, held {held_ns / MS} ms, edges are lost")

    def words(self) -> str:
        """Return what the displays say."""
        screens = self.life.screens.values()
        return " ".join(each.shown.sentence for each in screens if each.shown is not None)

    def press(
        self,
        line: Line,
        kind: FactKind,
        side: Side | None = None,
        late_ns: int | None = None,
        value: int = 0,
    ) -> None:
        """Press a plunger or button, of which by the rules a fact follows."""
        at_ns, known_ns = self.tap(line, late_ns)
        late = late_ns is not None and late_ns > self._latest_ns(line)
        # The desk may set up the game after the press, and before the kernel tells of it.
        late = late or (self.desk is not None and self.life.station.state.phase is Phase.READY)
        self.observer.acts.append(Act(Fact(at_ns, kind, side, value), known_ns, self.life, late))
        self.note(f"{kind} {line.value}{f' late by {late_ns / MS} ms' if late_ns else ''}")

    def order(
        self,
        *acts: DeskCorrection | Start,
        kind: FactKind,
        side: Side | None = None,
        value: int = 0,
        op: Op = Op.CORRECT,
    ) -> bool:
        """Have the desk start or correct the game; return whether it was done, and is a fact.

        A table without a desk takes the order as from one.
        """
        life, sent_ns, sent = self.life, self.now_ns, self.scheduler.now_ns
        if self.desk is not None:
            asked = self.desk.ask(op, acts if op is Op.CORRECT else ())
            self.await_answer(asked)
        else:
            life.station.ask(DeskOrder(Correct(acts), life.journal.on_disk, lambda _: None))
            life.wake()
            self.wait(self.lag_ns + SETTLED_NS)
        done = [
            each.at_ns
            for each in life.station.timeline.all_inputs()
            if each.at_ns >= sent_ns and replace(each, at_ns=0) == acts[0]
        ]
        if len(done) > 1:
            raise Wrong(f"done {len(done)} times: {acts}")
        if self.desk is not None and asked is not None:
            self.desk.check_answer(asked, done=bool(done), is_due=self.machine.life is life)
            if done:
                self.meet("a correction over the network")
                if asked.id not in self.desk.acks:
                    self.meet("an answer of the clock is lost")
        for at_ns in done:
            fact = Fact(at_ns, kind, side, value)
            self.observer.acts.append(Act(fact, sent + at_ns - sent_ns + 1, life))
        self.note(f"the desk: {acts} {'done' if done else 'not done'}")
        self.busy_until_ns = self.scheduler.now_ns
        return bool(done)

    def await_answer(self, asked: Asked | None) -> None:
        """Wait until the clock has answered, or cannot do so any more."""
        assert self.desk is not None
        until_ns = self.scheduler.now_ns + ANSWERED_NS_MAX
        while asked is not None and asked.id not in self.desk.acks:
            if self.scheduler.now_ns >= until_ns:
                return
            self.wait(100 * MS)
        self.wait(self.lag_ns + SETTLED_NS)

    def any_side(self) -> Side:
        return self.random.choice(("left", "right"))

    def latest_ns(self, side: Side) -> int:
        """Return how late all edges of a plunger may come: a bounce ends later than it begins."""
        return self._latest_ns(PLUNGERS[side])

    def _latest_ns(self, line: Line) -> int:
        return LATENCY_NS_MAX - BOUNCE_NS_MAX * self.contacts[line].bounces

    def plunge(self, side: Side, late_ns: int | None = None) -> None:
        self.press(PLUNGERS[side], "press", side, late_ns)


def _unusual(rules: Rules | Period) -> Iterator[tuple[str, object]]:
    for name, value in rules._asdict().items():
        if name not in rules._field_defaults or value != rules._field_defaults[name]:
            yield name, value


def _brief(value: object) -> str:
    """A rule's value; of a control the periods, each by what is not usual."""
    if isinstance(value, Period):
        return ", ".join(f"{name} {each}" for name, each in _unusual(value))
    return "; then ".join(map(_brief, value)) if isinstance(value, tuple) else str(value)
