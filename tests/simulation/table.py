"""A table: players who think, fumble and forget, and the faults of one seed."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec.structs import replace

from clock.notation.opening_files import OPENINGS
from clock.rules.control import Method
from clock.rules.control import Period as ClockPeriod
from clock.rules.regulations import PROFILES, FirstBonus, OnFlag
from clock.rules.seats import Seat
from clock.rules.state import Setup
from hal.ports import LampName, Line
from hal.wiring import DEFAULT
from tests.simulation.contacts import BOUNCE_NS_MAX, Contact
from tests.simulation.machine import MS, SECOND_NS, Life, Machine
from tests.simulation.observer import Act, Observer
from tests.simulation.scheduler import Scheduler
from tests.simulation.truth import OTHER, Fact, FactKind, Period, Rules, Side

PLUNGERS: dict[Side, Line] = {"left": Line.LEFT_PLUNGER, "right": Line.RIGHT_PLUNGER}
LATENCY_NS_MAX = 250 * MS
"""An edge that comes no later always counts."""
CONFIRMED_NS = 10 * MS
"""The debounce needs no longer, once it has the edges."""
SETTLED_NS = 700 * MS
"""After an act everything is known to everybody."""

FAULTS = (
    *("bounce", "late", "at the limit", "too late", "loop held up", "slow disk", "kill", "cut"),
    *("idle presses", "both at once", "fast", "forget", "stop", "long press", "display lost"),
    *("disk full", "disk broken"),
)


class Table:
    """One seed's table. `play` plays a game on it, and raises Wrong if the clock does not agree."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = Random(seed)
        self.faults = {each for each in FAULTS if self.random.random() < 0.4}
        self.scheduler = Scheduler()
        self.rules = random_rules(self.random)
        self.log: list[str] = []
        shutil.rmtree(folder, ignore_errors=True)
        self.machine = Machine(self.scheduler, self.random, folder / "games", setup_of(self.rules))
        self.contacts = {line: self._contact(line) for line in DEFAULT.lines}
        self.machine.level = lambda line: self.contacts[line].closed
        self._set_faults()
        self.observer = Observer(self.rules)
        self._busy_until_ns = 0

    def _contact(self, line: Line) -> Contact:
        contact = Contact(line, self.scheduler, self.random, self.machine.listener)
        contact.bounces = "bounce" in self.faults
        if "late" in self.faults:
            contact.lateness_ns = lambda: self.random.choice(
                (0, 0, self.random.randint(0, LATENCY_NS_MAX))
            )
        return contact

    def _set_faults(self) -> None:
        machine, random = self.machine, self.random
        self.lag_ns = 0
        """The most that the loop is held up."""
        if "loop held up" in self.faults:
            self.lag_ns = 300 * MS
            machine.loop_lag_ns = lambda: random.choice((0, 0, 0, random.randint(0, self.lag_ns)))
        if "slow disk" in self.faults:
            machine.disk_takes_ns = lambda: random.choice((MS, MS, random.randint(0, 60 * MS)))

    def play(self, acts: int) -> None:
        """Play until so many acts are done."""
        self.machine.start()
        self._wait(SETTLED_NS)
        self._start()
        for _ in range(acts):
            if self.observer.check(self.life, self.lag_ns).phase == "over":
                return
            self._next_act()
        self.observer.check(self.life, self.lag_ns)

    @property
    def life(self) -> Life:
        assert self.machine.life is not None
        return self.machine.life

    def _wait(self, length_ns: int) -> None:
        self.scheduler.run(self.scheduler.now_ns + length_ns)

    def _press(
        self, line: Line, fact: FactKind, side: Side | None = None, late_ns: int | None = None
    ) -> None:
        """Press a plunger or button as soon as it is free: by the rules a fact follows."""
        self._wait(max(0, self.contacts[line].free_ns - self.scheduler.now_ns))
        now_ns, life = self.scheduler.now_ns, self.life
        held_ns = self.random.randint(30, 150) * MS
        if "long press" in self.faults and self.random.random() < 0.1:
            held_ns = self.random.randint(150, 900) * MS
        ends_ns = self.contacts[line].press(held_ns, late_ns)
        latest_ns = LATENCY_NS_MAX if late_ns is None else late_ns
        arrived_ns = now_ns + BOUNCE_NS_MAX + latest_ns + CONFIRMED_NS + self.lag_ns
        late = late_ns is not None and late_ns + BOUNCE_NS_MAX > LATENCY_NS_MAX
        self.observer.took(Act(Fact(life.station.now_ns(), fact, side), arrived_ns, life, late))
        self._note(f"{fact} {line.value} held {held_ns / MS} ms{' late' if late else ''}")
        self._busy_until_ns = max(self._busy_until_ns, ends_ns, arrived_ns)

    def _note(self, text: str) -> None:
        self.log.append(f"{self.scheduler.now_ns / 1e9:.9f} {text}")

    def _start(self) -> None:
        self._press(Line.OK, "start")
        self._wait(self._thinking_ns())

    def _thinking_ns(self) -> int:
        longest_ns = 25 * SECOND_NS if "forget" in self.faults else 4 * SECOND_NS
        return self.random.choice((self.random.randint(300 * MS, longest_ns), 700 * MS))

    def _running_side(self) -> Side | None:
        """Whose running lamp people see."""
        for side in OTHER:
            if self.life.lamps[LampName(f"{side}_running")].lit:
                return side
        return None

    def _next_act(self) -> None:
        side = self._running_side()
        possible: list[Callable[[], None]] = []
        if side is None:
            possible.append(self._resume)
        else:
            possible += [lambda: self._plunge(side)] * 6
            if "idle presses" in self.faults:
                possible.append(lambda: self._plunge(OTHER[side]))
            if "both at once" in self.faults:
                possible.append(lambda: self._both(side))
            if "fast" in self.faults:
                possible.append(lambda: self._fast(side))
            if "stop" in self.faults:
                possible.append(self._stop)
            if "at the limit" in self.faults:
                possible.append(lambda: self._late(side, LATENCY_NS_MAX - BOUNCE_NS_MAX))
            if "too late" in self.faults:
                possible.append(
                    lambda: self._late(side, LATENCY_NS_MAX + self.random.choice((1, MS, 90 * MS)))
                )
        if "kill" in self.faults:
            possible.append(lambda: self._die(cut=False))
        if "cut" in self.faults:
            possible.append(lambda: self._die(cut=True))
        self.random.choice(possible)()
        self._wait(max(0, self._busy_until_ns - self.scheduler.now_ns) + SETTLED_NS)
        self._wait(self._thinking_ns())

    def _plunge(self, side: Side, late_ns: int | None = None) -> None:
        self._press(PLUNGERS[side], "press", side, late_ns)

    def _both(self, side: Side) -> None:
        first: Side = self.random.choice(("left", "right"))
        del side
        self._plunge(first)
        self._wait(self.random.choice((1, MS, self.random.randint(1, 300 * MS))))
        self._plunge(OTHER[first])

    def _fast(self, side: Side) -> None:
        for _ in range(self.random.randint(2, 6)):
            self._plunge(side)
            side = OTHER[side]
            self._wait(self.random.randint(100 * MS, 400 * MS))

    def _late(self, side: Side, late_ns: int) -> None:
        self._plunge(side, late_ns)

    def _stop(self) -> None:
        self._press(Line.STOP, "stop")

    def _resume(self) -> None:
        """OK asks, + is yes."""
        life = self.life
        self.contacts[Line.OK].press(80 * MS)
        self._wait(SETTLED_NS)
        if self.machine.life is life:
            self._press(Line.PLUS, "resume")

    def _die(self, *, cut: bool) -> None:
        """The program is killed, or the power fails, while an act may be on its way."""
        side = self._running_side()
        if side is not None and self.random.random() < 0.5:
            self._plunge(side)
        self._wait(self.random.randint(0, 500 * MS))
        died_ns, died_at_ns = self.scheduler.now_ns, self.life.station.now_ns()
        self._note("the power fails" if cut else "the program is killed")
        self.machine.cut_power() if cut else self.machine.kill()
        self._wait(self.random.randint(SECOND_NS, 5 * SECOND_NS))
        self.machine.start()
        self.observer.after_restart(self.life, died_ns, died_at_ns, cut=cut)
        self._note("on again")
        self._busy_until_ns = self.scheduler.now_ns


def random_rules(random: Random) -> Rules:
    """A short game by a control of any method that the truth knows."""

    def control() -> tuple[Period, ...]:
        main_ns = random.choice((5, 10, 20, 60)) * SECOND_NS
        bonus_ns = random.choice((1, 2, 3)) * SECOND_NS
        moves = random.randint(1, 4)
        return random.choice(
            (
                (Period(main_ns),),
                (Period(main_ns, None, "increment", bonus_ns),),
                (Period(main_ns, None, "delay", bonus_ns),),
                (Period(main_ns, None, "bronstein", bonus_ns),),
                (Period(main_ns, None, "byoyomi", bonus_ns, random.randint(1, 4)),),
                (Period(main_ns, moves), Period(main_ns)),
                (
                    Period(main_ns, moves, "increment", bonus_ns),
                    Period(main_ns, None, "increment", bonus_ns * 2),
                ),
                (Period(main_ns, moves, repeat=True, carry=random.random() < 0.5),),
                (Period(main_ns), Period(main_ns, moves, repeat=True, carry=False)),
            )
        )

    left = control()
    right = left if random.random() < 0.7 else control()
    starter: Side = random.choice(("left", "right"))
    return Rules(left, right, starter, random.random() < 0.5, random.random() < 0.3)


def setup_of(rules: Rules) -> Setup:
    """The clock's setup of these rules."""

    def control(periods: tuple[Period, ...]) -> tuple[ClockPeriod, ...]:
        return tuple(
            ClockPeriod(
                each.time_ns,
                each.moves,
                Method(each.method),
                each.bonus_ns,
                each.periods,
                each.repeat,
                each.carry,
            )
            for each in periods
        )

    regulations = replace(
        PROFILES["club"],
        on_flag=OnFlag.STOP if rules.stops_at_fall else OnFlag.RUN,
        first_bonus=FirstBonus.BEFORE if rules.bonus_before else FirstBonus.AFTER,
    )
    return Setup(
        left=control(rules.left),
        right=control(rules.right),
        regulations=regulations,
        opening=OPENINGS["none"],
        starter=Seat(rules.starter),
    )
