"""A clock on the table: the machine, its disk, and the program that runs on it, life after life."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path
from random import Random

from clock.journal.journal import Journal
from clock.link.work import LinkWork, Steps
from clock.rules.inputs import Input
from clock.rules.state import Setup, State
from clock.station.loop import WAIT_NS_MAX, Station
from hal.ports import Body, Edge, Line, ScreenName
from hal.wiring import DEFAULT
from tests.fakes import FakeInputs, FakeLamp, FakePower, FakeScreen
from tests.journal.disks import Image, LabDisk, Operation, works
from tests.simulation.hall import TABLE, Hall
from tests.simulation.scheduler import MS, SECOND_NS, MachineTime, Repeated, Scheduler

RETRY_S = 1.0
WALL = datetime(2026, 5, 4, 10, tzinfo=UTC)
"""The wall clock as a simulation begins."""


class Gone(BaseException):
    """The program was killed while it waited for the disk."""


class BusyDisk(LabDisk):
    """A disk whose every operation takes time, in which the world goes on."""

    def __init__(self, machine: "Machine") -> None:
        super().__init__(machine.image.names)
        self._machine = machine
        self.life: Life | None = None
        """None while the program starts."""
        self.fails = lambda operation: machine.disk_fails(operation)

    def _did(self, operation: Operation) -> None:
        scheduler, life = self._machine.scheduler, self.life
        # At its start the program waits for the disk itself, and within a turn time stands still.
        if life is not None and not life.is_turning:
            scheduler.run(scheduler.now_ns + self._machine.disk_takes_ns())
        self._machine.at_operation()
        if life is not None and life.is_dead:
            raise Gone
        self.room = self._machine.room
        super()._did(operation)

    def write(self, handle: int, data: bytes | memoryview, offset: int) -> None:
        try:
            super().write(handle, data, offset)
        except OSError:
            self._machine.room = self.room
            raise
        self._machine.room = self.room


class EagerJournal(Journal):
    """A journal whose thread may take an input before the next of the same turn is there."""

    added: Callable[[], None] = staticmethod(lambda: None)

    def add(self, event: Input, state: State) -> None:
        super().add(event, state)
        self.added()


class WiredInputs(FakeInputs):
    """The `Inputs` port on contacts, whose levels are read as they are."""

    def __init__(self, machine: "Machine") -> None:
        super().__init__(DEFAULT.lines, machine.time)
        self._machine = machine

    def pressed(self, line: Line) -> bool:
        return self._machine.level(line)


class Life:
    """One run of the program, from its start until it is killed."""

    def __init__(self, machine: "Machine", setup: Setup, disk: BusyDisk) -> None:
        self._machine, self._scheduler = machine, machine.scheduler
        self.is_dead, self.is_writing, self.is_turning = False, False, False
        self._loop = Repeated(machine.scheduler, lambda: self._turn(), machine.loop_lag_ns)
        self.wake = self._loop.wake
        """Have the loop turn soon: an edge has come, or an order."""
        self._link: Repeated | None = None
        self._steps: Steps | None = None
        time = machine.time
        self.inputs = WiredInputs(machine)
        self.lamps = {name: FakeLamp() for name in DEFAULT.lamps}
        self.screens = {name: FakeScreen() for name in ScreenName}
        self.disk = disk
        self.journal = EagerJournal(
            machine.folder,
            time.now_ns(),
            boot_id=machine.boot_id,
            disk=disk,
            retry_s=RETRY_S,
            now_s=lambda: self._scheduler.now_ns / SECOND_NS,
            own_thread=False,
        )
        body = Body(self.inputs, self.lamps, self.screens, None, time, machine.power)
        self.station = Station(body, setup, journal=self.journal)
        self.safe_ns = 0
        """Up to when everything is on the disk, in the simulation's time."""
        disk.life = self
        self.journal.added = self._written_at_once
        self.wake()
        if machine.hall is not None:
            self._linked(machine.hall)

    def _turn(self) -> int:
        """Have the loop turn; return when it does so again."""
        if self.journal.is_written:
            self.safe_ns = self._scheduler.now_ns
        machine_ns = self._machine.time.now_ns()
        self.is_turning = True
        next_ns = self.station.turn() - self.journal.shift_ns
        self.is_turning = False
        self._scheduler.after(self._machine.journal_lag_ns(), self._write)
        return self._scheduler.now_ns + min(max(0, next_ns - machine_ns), WAIT_NS_MAX)

    def _linked(self, hall: Hall) -> None:
        """Have a link of which the scheduler calls the steps."""
        link = Repeated(self._scheduler, lambda: self._step(), self._machine.loop_lag_ns)
        work = LinkWork(
            TABLE,
            self.journal,
            self.station,
            link.wake,
            connect=lambda _desk, _boot, received: hall.connect(received, link.wake),
            now_s=lambda: self._scheduler.now_ns / SECOND_NS,
        )
        self._link, self._steps = link, work.steps()
        link.wake()

    def _step(self) -> int:
        assert self._steps is not None
        return self._scheduler.now_ns + max(1, ceil(next(self._steps) * SECOND_NS))

    def _written_at_once(self) -> None:
        if self._machine.writes_at_once():
            self._write()

    def _write(self) -> None:
        """A turn of the journal's thread, unless it is still waiting for the disk."""
        if self.is_dead or self.is_writing:
            return
        self.is_writing = True
        try:
            self.journal.turn()
        except Gone:
            return
        self.is_writing = False

    def end(self) -> None:
        """End the program: the kernel closes its files."""
        self.is_dead = self._loop.is_over = True
        if self._link is not None and self._steps is not None:
            self._link.is_over = True
            self._steps.close()
        folder = self.journal._folder
        if folder is not None:
            folder.close()


class Machine:
    """The computer: boots, starts the program, is killed, loses its power."""

    def __init__(self, scheduler: Scheduler, random: Random, folder: Path, setup: Setup) -> None:
        self.scheduler, self.random, self.folder, self.setup = scheduler, random, folder, setup
        self.hall: Hall | None = None
        """Where its desk is."""
        self.level: Callable[[Line], bool] = lambda _: False
        self.disk_takes_ns: Callable[[], int] = lambda: MS
        self.disk_fails: Callable[[Operation], None] = works
        self.loop_lag_ns: Callable[[], int] = lambda: 0
        self.journal_lag_ns: Callable[[], int] = lambda: MS
        self.writes_at_once: Callable[[], bool] = lambda: False
        """Whether the journal takes an input before the turn of the loop goes on."""
        self.image = Image({})
        self.room: int | None = None
        """What a full disk still takes, in bytes."""
        self.at_operation: Callable[[], None] = lambda: None
        """Called before each operation on the disk; may kill the program."""
        self.power = FakePower()
        self.wall_off_ns = 0
        """What was set at the wall clock."""
        self.boots = 0
        self.life: Life | None = None
        self._boot()

    def _boot(self) -> None:
        self.boots += 1
        self.boot_id = f"boot {self.boots}"
        self.time = MachineTime(self.scheduler)

    def wall_time(self) -> str:
        passed = timedelta(microseconds=(self.scheduler.now_ns + self.wall_off_ns) // 1000)
        return (WALL + passed).isoformat(timespec="seconds")

    def start(self) -> None:
        """Start the program. Raises Gone if it is killed before it runs."""
        disk = BusyDisk(self)
        try:
            self.life = Life(self, self.setup, disk)
        except Gone:
            self._keep(disk)
            raise

    def kill(self) -> None:
        """End the program in the midst of anything; what it wrote can be read.

        Raises Gone if it was waiting for the disk, and so called this.
        """
        if self._end():
            raise Gone

    def cut_power(self) -> None:
        """The power fails: of what was not synced, anything may be on the disk. Raises Gone."""
        waited = self._end()
        self.image = self.image.after_a_cut(self._torn, self.random.random())
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for name, data in self.image.files().items():
            (self.folder / name).write_bytes(data)
        self._boot()
        if waited:
            raise Gone

    def _end(self) -> bool:
        """End the program; return whether it was waiting for the disk."""
        life, self.life = self.life, None
        if life is None:
            return False
        life.end()
        self._keep(life.disk)
        return life.is_writing

    def _keep(self, disk: BusyDisk) -> None:
        """Keep what a program's life did to the disk."""
        for operation in disk.operations:
            self.image.apply(operation)

    def _torn(self, operation: Operation) -> bytes | None:
        if self.random.random() < 0.5:
            return None
        return operation.data[: self.random.randint(0, len(operation.data))]

    def listener(self) -> Callable[[Line, bool, int], None]:
        """Return where an edge of now goes: to the program that runs now, as long as it runs."""
        life, time = self.life, self.time

        def deliver(line: Line, pressed: bool, at_ns: int) -> None:
            if life is not None and life is self.life:
                life.inputs.deliver(Edge(line, pressed, time.of(at_ns)))
                life.wake()

        return deliver
