"""A round on real clocks, journals and links, an event's own broker, and a desk in its process.

Time is the players' own: a clock's goes on to the next thing that somebody does at its table. The
links and the desk work meanwhile as they always do.
"""

import asyncio
import multiprocessing
import os
import selectors
import socket
from contextlib import suppress
from heapq import heapify, heapreplace
from pathlib import Path
from random import Random
from threading import Event, Thread

import msgspec
import pytest
from sqlalchemy import create_engine, func, select

from clock.desk.database import LINES
from clock.desk.desk import Desk
from clock.desk.event import FILE, database_url, make_event, read_event
from clock.desk.event.broker import CONF, CONTROL_TOPIC, DESK_USER, PASSWORD, admission
from clock.desk.event.certificates import CA
from clock.desk.store import Store
from clock.desk.subscriber import Subscriber
from clock.desk_pages.demo.tempo import move_times_ns
from clock.desk_pages.service import run
from clock.game.names import Names
from clock.journal.journal import Journal
from clock.link.desk_table import DeskTable
from clock.link.link import Link
from clock.link.messages import Ack, Assign, Op, position_of
from clock.notation.setup_table import SetupTable
from clock.rules.inputs import Result
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase
from clock.rules.units import MINUTE_NS, SECOND_NS
from hal.ports import Line
from tests.conftest import WAIT_S
from tests.link.hall import Mosquitto
from tests.station.tables import FakeRig, Table, setup

GAME = SetupTable("40/90m, 30m; +30s", "rif-referees")
PLUNGERS = {LEFT: Line.LEFT_PLUNGER, RIGHT: Line.RIGHT_PLUNGER}
LATE = (Op.START_WITHOUT_LEFT, Op.START_WITHOUT_RIGHT, Op.START_JOINT)
HOST = "127.0.0.2"
LOOK_S = 0.05
BUSY_S = 600.0
"""A machine that does much else may be so slow."""
LATE_NS = 12 * MINUTE_NS
JUDGED_NS = 90 * SECOND_NS
BYTES_MAX = 65536


def be_desk(folder: Path) -> None:
    """Be the desk of an event, as `clapper desk run` is, until it or pytest is killed."""
    Thread(target=_end_with_pytest, daemon=True).start()
    asyncio.run(run(folder, read_event(folder), lambda _port: None))


def _end_with_pytest() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class Cable(Thread):
    """A network between clocks and broker: while it is cut, all that is sent is lost in silence."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._broker, self._both = port, dict[socket.socket, socket.socket]()
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self.is_cut, self._end = Event(), Event()
        self._lossy: set[socket.socket] = set()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listening, selectors.EVENT_READ)

    def run(self) -> None:
        while not self._end.is_set():
            for key, _ in self._selector.select(0.1):
                source = key.fileobj
                assert isinstance(source, socket.socket)
                if source is self._listening:
                    self._join(source.accept()[0])
                elif source in self._both:
                    self._carry(source)
            if not self.is_cut.is_set():
                for lossy in tuple(self._lossy & self._both.keys()):
                    self._drop(lossy)
        for each in tuple(self._both):
            each.close()

    def close(self) -> None:
        self._end.set()
        self.join(WAIT_S)
        self._listening.close()

    def _join(self, clock: socket.socket) -> None:
        try:
            broker = socket.create_connection((HOST, self._broker))
        except OSError:
            clock.close()
            return
        for one, other in ((clock, broker), (broker, clock)):
            self._both[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _carry(self, source: socket.socket) -> None:
        data = b""
        with suppress(OSError):
            data = source.recv(BYTES_MAX)
            if self.is_cut.is_set():
                self._lossy.add(source)
            else:
                self._both[source].sendall(data)
        if not data:
            self._drop(source)

    def _drop(self, source: socket.socket) -> None:
        for each in (source, self._both[source]):
            self._both.pop(each, None)
            self._selector.unregister(each)
            each.close()


class Seated(Table):
    """A clock with its journal and its link, and the people at it, who play at a real pace."""

    def __init__(self, number: int, desk: DeskTable, folder: Path, chance: Random) -> None:
        rig = FakeRig(pytest.MonkeyPatch())
        self.journal = Journal(folder, rig.time.now_ns(), boot_id=desk.clock)
        super().__init__(rig, setup(), journal=self.journal)
        self.number, self.id = number, desk.clock
        self.link = Link(desk, self.journal, self.station)
        self._chance = chance
        self._turns = iter(move_times_ns(chance))
        self.due_ns = 0
        self.calls = self.claims = 0

    def sit_down(self) -> None:
        """Begin to think; who is late comes later."""
        self.due_ns = self.now_ns + (LATE_NS if self.state.absent else next(self._turns))

    def play(self) -> None:
        """Do what comes next at this table."""
        self.rig.time.move_to(max(self.due_ns, self.now_ns))
        self._turn()
        state = self.state
        if any(state.seat(seat).call is Call.CALLED for seat in Seat):
            self.calls += 1
            self.tap(Line.OK)
        if state.absent:
            self.tap(PLUNGERS[state.absent[0]])
        elif any(state.seat(seat).fallen for seat in Seat):
            self._claim(LEFT if state.seat(RIGHT).fallen else RIGHT)
            return
        elif state.running is not None:
            self.tap(PLUNGERS[state.running])
        think_ns = next(self._turns, None)
        if think_ns is None:
            self.over(self._chance.choice((Result.LEFT, Result.RIGHT, Result.DRAW)))
        else:
            self.due_ns = self.now_ns + think_ns

    def over(self, result: Result) -> None:
        """The players have agreed on a result, and write it down."""
        self.finish(result)
        self.due_ns = 2**62

    def _claim(self, seat: Seat) -> None:
        self.do("stop")
        self.tap(PLUNGERS[seat])
        self.tap(Line.PLUS)
        self.claims += len(self.state.claims)
        self.rig.time.advance(JUDGED_NS)
        self.over(Result.LEFT if seat is LEFT else Result.RIGHT)


class Hall:
    """An event with its broker, its desk's process and its tables; the last are behind a cable."""

    def __init__(self, folder: Path, tables: int, behind: int, chance: Random) -> None:
        make_event(folder, "Cup", ("localhost",))
        conf = (folder / CONF).read_text().replace("listener 8883", f"listener {{port}} {HOST}")
        self.folder, self.broker = folder, Mosquitto(folder, conf)
        self.cable = Cable(self.broker.port)
        self.broker.start()
        self.cable.start()
        # By this address the broker is not the desk's own, which it would start.
        toml = (folder / FILE).read_text().replace("localhost:8883", f"{HOST}:{self.broker.port}")
        toml = toml.replace("port = 8443", "port = 0").replace("0.0.0.0", HOST)
        (folder / FILE).write_text(toml)
        self._event = read_event(folder)
        self._engine = create_engine(database_url(folder, self._event))
        self._processes = multiprocessing.get_context("forkserver")
        self._processes.set_forkserver_preload(["tests.desk.round"])
        self._desk: multiprocessing.process.BaseProcess | None = None
        (folder / "clocks").mkdir()
        self.tables = [
            self._seated(number, behind=number >= tables - behind, chance=chance)
            for number in range(tables)
        ]
        self._due: list[tuple[int, int]] = []

    def close(self) -> None:
        for table in self.tables:
            table.link.close()
            table.journal.close()
        self.kill_desk()
        self.broker.kill()
        self.cable.close()
        self._engine.dispose()

    def start_desk(self) -> None:
        self._desk = self._processes.Process(target=be_desk, args=(self.folder,))
        self._desk.start()

    def kill_desk(self) -> None:
        if self._desk is not None:
            self._desk.kill()
            self._desk.join()

    def begin(self) -> None:
        """Let the clocks in, set them, and start them; at some tables players are late."""
        asyncio.run(self._begun())
        for table in self.tables:
            table.sit_down()
        self._due = [(table.due_ns, number) for number, table in enumerate(self.tables)]
        heapify(self._due)

    def play(self, until_ns: int) -> None:
        """Let the round go on."""
        while self._due[0][0] < until_ns:
            table = self.tables[self._due[0][1]]
            table.play()
            heapreplace(self._due, (table.due_ns, table.number))

    def end(self) -> None:
        """Every game that still goes on is a draw."""
        for table in self.tables:
            if table.state.phase is not Phase.FINISHED:
                table.over(Result.DRAW)

    def behind(self) -> set[str]:
        """The clocks of which the desk's database has not all."""
        query = select(LINES.c.clock, LINES.c.game, func.count()).group_by(*LINES.c[:2])
        with self._engine.connect() as connection:
            has = {(clock, game): lines for clock, game, lines in connection.execute(query)}
        found = set()
        for table in self.tables:
            assert table.journal.flush(BUSY_S)
            at = position_of(table.journal.on_disk)
            assert at is not None
            if has.get((table.id, at.game)) != at.lines:
                found.add(table.id)
        return found

    def desk_in_memory(self) -> Desk:
        """A desk that has nothing but the database."""
        return Desk(Store(database_url(self.folder, self._event)), _Nobody())

    def _seated(self, number: int, *, behind: bool, chance: Random) -> Seated:
        id_ = f"clock-{number}"
        password = self.folder / f"{id_}.password"
        password.write_text(f"secret-{id_}")
        port = self.cable.port if behind else self.broker.port
        ca = str(self.folder / CA)
        desk = DeskTable(
            address=f"{HOST}:{port}",
            event=self._event.event,
            clock=id_,
            password_file=str(password),
            ca_file=ca,
        )
        return Seated(number, desk, self.folder / "clocks" / id_, chance)

    async def _begun(self) -> None:
        secret, event = (self.folder / PASSWORD).read_text(), self._event
        subscriber = Subscriber(event.broker, event.event, DESK_USER, secret, self.folder / CA)
        desk = Desk(Store(database_url(self.folder, event)), subscriber)
        jobs = [asyncio.create_task(job) for job in (subscriber.run(desk), desk.run())]
        jobs.append(asyncio.create_task(self._turning()))
        while not subscriber.connected:
            await asyncio.sleep(LOOK_S)
        for table in self.tables:
            secret = f"secret-{table.id}"
            subscriber.publish(CONTROL_TOPIC, admission(event.event, table.id, secret))
            desk.register(table.id, str(table.number))
        async with asyncio.timeout(BUSY_S), asyncio.TaskGroup() as all_tables:
            for table in self.tables:
                all_tables.create_task(self._start(desk, table))
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _start(self, desk: Desk, table: Seated) -> None:
        """Set a clock and start it, as often as it takes until it has done so."""
        live, names = desk.clocks[table.id], Names(left=f"Ann {table.number}", right="Bo")
        while not live.online(desk.now_ns()):
            await asyncio.sleep(LOOK_S)
        assign = Assign(f"a-{table.number}", GAME, names, str(table.number))
        while (await desk.assign(table.id, assign)) != Ack(assign.id, True):
            pass
        op = LATE[table.number] if table.number < len(LATE) else Op.START
        while table.state.phase is Phase.READY:  # the answer to a start may come too late
            if live.beat.at == position_of(table.journal.on_disk):
                await desk.command(table.id, op, "Ann")
            await asyncio.sleep(LOOK_S)

    async def _turning(self) -> None:
        while True:
            for table in self.tables:
                table.station.turn()
            await asyncio.sleep(LOOK_S)


class _Nobody:
    """There is no broker: a desk that only looks at its database."""

    def send(
        self, clock: str, leaf: str, message: msgspec.Struct | None, *, retain: bool = False
    ) -> None:
        """Nobody hears it."""
