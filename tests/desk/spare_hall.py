"""Clocks whose games move between them: real programs on simulated machines, at a real desk.

Each has a disk, a network that is late, doubles, loses and brings copies much later, and dies as a
test likes. The desk's tasks go by the simulation's time.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from clock.desk.desk import Desk
from clock.desk.store import Store
from clock.game.recorded import RecordedGame, game_of
from clock.journal.folder import game_files
from clock.rules.refusal import Refused
from clock.rules.seats import Colour
from clock.rules.state import Setup
from tests.rules.games import setup as spare_setup
from tests.rules.random_games import DrawnAct, input_of
from tests.simulation.hall import DELAY_NS_MAX, Hall
from tests.simulation.machine import Gone, Machine
from tests.simulation.scheduler import MS, SECOND_NS, Scheduler

THINKS_NS_MAX = 6 * SECOND_NS
LOOK_NS = 20 * MS
COMMIT_NS = 50 * MS
OFFLINE_NS = 8 * SECOND_NS
SPARE = spare_setup("5:00+3", rules="fide", first=Colour.WHITE)
"""What a spare was set to."""


class SimulatedLoop(asyncio.SelectorEventLoop):
    """A loop that takes its time from a scheduler, and never waits."""

    def __init__(self, scheduler: Scheduler) -> None:
        super().__init__()
        self._scheduler = scheduler

    def time(self) -> float:
        return self._scheduler.now_ns / SECOND_NS

    def turn(self) -> None:
        """Do what is ready."""
        self.call_soon(self.stop)
        self.run_forever()


class Played:
    """A clock of the hall."""

    def __init__(self, hall: "SpareHall", id: str, setup: Setup) -> None:
        self.id, self._hall = id, hall
        self.wire = Hall(hall.scheduler, hall.random)
        self.wire.delay_ns = hall.delay_ns
        self.wire.doubles = self.wire.strays = lambda: hall.random.random() < hall.badness
        self.loses_lines = False
        """Its lines are lost on their way; its beats say that there are some."""
        self.wire.to_desk = self._to_desk
        self.machine = Machine(hall.scheduler, hall.random, hall.folder / id, setup)
        self.machine.disk_takes_ns = lambda: hall.random.randint(0, 30 * MS)
        self.machine.hall = self.wire
        self.on()

    def _to_desk(self, leaf: str, payload: bytes) -> None:
        if leaf != "lines" or not self.loses_lines:
            self._hall.receive(self.id, leaf, payload)

    def on(self) -> None:
        """Switch it on, unless it is on."""
        self.machine.at_operation = lambda: None
        while self.machine.life is None:
            with suppress(Gone):
                self.machine.start()

    def off(self, *, cut: bool) -> None:
        """Kill its program, or cut its power. Raises Gone if it was waiting for its disk."""
        if self.machine.life is not None:
            self.wire.cut()
            self.machine.cut_power() if cut else self.machine.kill()

    def dies_in_operation(self, number: int, *, cut: bool) -> None:
        """Let it die in one of its next operations on the disk."""
        left = number

        def count() -> None:
            nonlocal left
            left -= 1
            if left == 0:
                self.off(cut=cut)

        self.machine.at_operation = count

    @property
    def station(self) -> Any:
        """The station of the program that runs."""
        assert self.machine.life is not None
        return self.machine.life.station

    def act(self, drawn: DrawnAct) -> None:
        """Have somebody at the clock do something, after a time."""
        if self.machine.life is None:
            return
        event = input_of(self.station.state, drawn)
        think_ns = min(max(0, event.at_ns - self.station.now_ns()), THINKS_NS_MAX)
        self._hall.wait(think_ns)
        if self.machine.life is None:
            return
        event = input_of(self.station.state, drawn)
        with suppress(Refused):
            at_ns = max(self.station.now_ns(), self.station.state.at_ns)
            self.station.timeline.add(msgspec.structs.replace(event, at_ns=at_ns))
        self.machine.life.wake()

    def files(self) -> dict[int, list[bytes]]:
        """The lines of its games."""
        found = game_files(self.machine.folder).items()
        return {number: path.read_bytes().splitlines(keepends=True) for number, path in found}

    def game(self, number: int) -> RecordedGame:
        """A game as its disk has it."""
        return game_of(self.files()[number])


class SpareHall:
    """A desk, and the clocks of one table and its spares."""

    def __init__(self, folder: Path, seed: int, setup: Setup, clocks: int = 3) -> None:
        self.folder, self.random, self.scheduler = folder, Random(seed), Scheduler()
        self.badness = self.random.choice((0.0, 0.0, 0.1, 0.3))
        self.loop = SimulatedLoop(self.scheduler)
        self._store: Store | None = None
        self.opened = 0
        """How often the desk was started."""
        self.clocks: dict[str, Played] = {}
        self.later: list[tuple[int, Callable[[], None]]] = []
        """What is to happen between two looks, and when."""
        self.open()
        for number in range(clocks):
            its = SPARE if number else setup
            self.clocks[f"c-{number}"] = Played(self, f"c-{number}", its)
            self.wait(self.random.randint(0, 9) * SECOND_NS)
        self.desk.register("c-0", "7")
        self._commit()
        self.wait(OFFLINE_NS)

    def after(self, by_ns: int, act: Callable[[], None]) -> None:
        """Let something happen after a time, while nobody waits for a disk."""
        self.later.append((self.scheduler.now_ns + by_ns, act))

    def open(self) -> None:
        """Start the desk, which knows what its database has."""
        if self._store is not None:
            self._store.engine.dispose()
        self.opened += 1
        self._store = Store(f"sqlite:///{self.folder / 'desk.sqlite'}")
        self.desk = Desk(
            self._store,
            self,
            now_ns=lambda: self.scheduler.now_ns,
            wall_ms=lambda: self.scheduler.now_ns // MS + 1,
        )

    def close(self) -> None:
        """Let go of all files."""
        for each in self.clocks.values():
            each.off(cut=False)
        self.loop.close()
        if self._store is not None:
            self._store.engine.dispose()

    def delay_ns(self) -> int:
        """How long a message is on its way."""
        if self.random.random() >= self.badness:
            return MS
        return self.random.randint(0, DELAY_NS_MAX)

    def send(
        self, clock: str, leaf: str, message: msgspec.Struct | None, *, retain: bool = False
    ) -> None:
        """Bring a clock a message of the desk."""
        if message is None:
            self.clocks[clock].wire.forget_assignment()
        else:
            self.clocks[clock].wire.send(leaf, message, retain=retain)

    def receive(self, clock: str, leaf: str, payload: bytes) -> None:
        """Bring the desk a message of a clock."""
        self.desk.receive(clock, leaf, payload, self.scheduler.now_ns)

    def wait(self, length_ns: int) -> None:
        """Let time pass."""
        until_ns = self.scheduler.now_ns + length_ns
        while self.scheduler.now_ns < until_ns:
            for at_ns, act in [each for each in self.later if each[0] <= self.scheduler.now_ns]:
                self.later.remove((at_ns, act))
                act()
            self.scheduler.run(min(until_ns, self.scheduler.now_ns + LOOK_NS))
            self.loop.turn()

    def _commit(self) -> None:
        self.desk.commit()
        self.scheduler.after(COMMIT_NS, self._commit)

    def run(self, work: Coroutine[Any, Any, Any], ends_ns: int | None = None) -> Any:
        """Do what the desk is asked for; return what came of it, None if the desk ends meanwhile.

        With `ends_ns` the desk is killed after that time, and starts again. Raises as `work` does.
        """
        task = self.loop.create_task(work)
        until_ns = None if ends_ns is None else self.scheduler.now_ns + ends_ns
        while not task.done():
            if until_ns is not None and self.scheduler.now_ns >= until_ns:
                task.cancel()
                self.loop.turn()
                self.open()
                return None
            self.wait(LOOK_NS)
        return task.result()

    def stored(self, clock: str) -> dict[int, list[bytes]]:
        """What the database has of a clock."""
        numbers = {game for id, game, _ in self.desk.store.hashes() if id == clock}
        return {each: list(self.desk.store.lines(clock, each)) for each in numbers}
