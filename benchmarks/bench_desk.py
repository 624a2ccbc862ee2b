"""Measure the desk's process and a real broker with up to 1,000 virtual clocks playing a round."""

import asyncio
import os
import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import aiomqtt
import psutil
from sqlalchemy import func, select

from benchmarks.clocks import Clocks
from benchmarks.figures import Figure
from clock.desk.database import LINES
from clock.desk.event import FILE, database_url, make_event, read_event
from clock.desk.event.broker import CONF, CONTROL_TOPIC, DESK_USER, PASSWORD, admission
from clock.desk.event.certificates import CA
from clock.desk.people import People, UserRole
from clock.desk.store import Store
from clock.link.credentials import trusting
from tests.desk.organizer import Organizer

TABLES = (100, 500, 1000)
HOST = "127.0.0.2"
"""With this address the desk takes the broker for another machine's, and does not start its own."""
SECRET = "secret"
PLAYED_S, DEAD_S = 20.0, 10.0
LOOK_S = 0.1
WAIT_S = 120.0
PROGRAM = "import sys; from clock.cli import main; sys.exit(main())"
MIB = 1 << 20


def figures() -> Iterator[Figure]:
    """Yield a round's costs by the number of tables, and the time to recover from a dead broker."""
    for tables in TABLES:
        with TemporaryDirectory(prefix="clapper-bench-") as folder:
            yield from asyncio.run(_round(Path(folder), tables))


async def _round(folder: Path, tables: int) -> list[Figure]:
    make_event(folder, "Cup", (HOST,))
    page, broker = _free_port(), _free_port()
    for file, old, new in (
        (FILE, "localhost:8883", f"{HOST}:{broker}"),
        (FILE, "8443", str(page)),
        (CONF, "listener 8883", f"listener {broker} {HOST}"),
    ):
        (folder / file).write_text((folder / file).read_text().replace(old, new))
    event = read_event(folder)
    store = Store(database_url(folder, event))
    People(store.engine).put("organizer", UserRole.ORGANIZER, SECRET)
    ids = [f"clock-{number}" for number in range(1, tables + 1)]
    for number, id in enumerate(ids, 1):
        store.register(id, str(number), 0)
    with _process(folder, "mosquitto", "-c", CONF):
        await _admit(folder, ids, broker)
    clocks = Clocks(ids, event.event, HOST, broker, folder / CA)
    desk_command = (sys.executable, "-c", PROGRAM, "desk", "run", str(folder))
    # aiomqtt leaves callbacks behind when a connection ends, which asyncio would print.
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    playing = asyncio.create_task(clocks.run(SECRET))
    try:
        with _process(folder, *desk_command) as desk:
            with _process(folder, "mosquitto", "-c", CONF) as mosquitto:
                await _until(lambda: _listens(page))
                organizer = await asyncio.to_thread(Organizer, folder, f"{HOST}:{page}", SECRET)
                await _until(lambda: all(each.online for each in clocks.stations.values()))
                started_s, started = await _started(organizer, tables)
                shares = await _shares(desk, mosquitto)
                memory = [process.memory_info().rss / MIB for process in (desk, mosquitto)]
            await asyncio.sleep(DEAD_S)  # the broker is gone, and the games go on
            with _process(folder, "mosquitto", "-c", CONF):
                since_s = time.monotonic()
                await _until(lambda: _has_all(store, clocks))
                caught_up_s = time.monotonic() - since_s
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        store.engine.dispose()
    name, at_most = f"{tables:,} tables", 10 if tables == TABLES[0] else None
    return [
        Figure(f"{name}: start all to the last answer", started_s * 1e3, "ms"),
        Figure(f"{name}: started by it", started, "", at_least=tables),
        Figure(f"{name}: share of a core, desk", shares[0], "%"),
        Figure(f"{name}: share of a core, broker", shares[1], "%"),
        Figure(f"{name}: memory, desk", memory[0], "MiB"),
        Figure(f"{name}: memory, broker", memory[1], "MiB"),
        Figure(f"{name}: caught up after a dead broker", caught_up_s, "s", at_most),
    ]


async def _admit(folder: Path, ids: list[str], port: int) -> None:
    """Admit the clocks at the broker."""
    await _until(lambda: _listens(port))
    client = aiomqtt.Client(
        HOST,
        port,
        username=DESK_USER,
        password=(folder / PASSWORD).read_text(),
        protocol=aiomqtt.ProtocolVersion.V5,
        tls_context=trusting(folder / CA),
    )
    async with client:
        for id in ids:
            await client.publish(CONTROL_TOPIC, admission("cup", id, SECRET), qos=1)


async def _started(organizer: Organizer, tables: int) -> tuple[float, int]:
    """Set up and start the round; return the time to start, and the number of clocks started."""
    rows = "table,black,white\n" + "".join(f"{n},Ann {n},Bo {n}\n" for n in range(1, tables + 1))
    setup = "round=1&control=40%2F90m%2C%2030m%3B%20%2B30s&regulations=rif-referees"
    await asyncio.to_thread(organizer.act, f"/round/import?{setup}", rows.encode())
    while f"{tables} of {tables} set" not in await _asked(organizer, "/round/set", tables):
        pass
    while True:
        since_s = time.monotonic()
        answer = await _asked(organizer, "/round/start", tables)
        if (found := re.search(r"(\d+) of \d+ started", answer)) is not None:
            return time.monotonic() - since_s, int(found[1])


async def _asked(organizer: Organizer, path: str, tables: int) -> str:
    _, _, answer = await asyncio.to_thread(organizer.ask, path, {"count": str(tables)})
    return answer.decode().replace(",", "")


async def _shares(*processes: psutil.Process) -> list[float]:
    """Return the processes' shares of a core, in percent."""

    def worked_s() -> list[float]:
        return [sum(process.cpu_times()[:2]) for process in processes]

    before_s, since_s = worked_s(), time.monotonic()
    await asyncio.sleep(PLAYED_S)
    took_s = time.monotonic() - since_s
    return [100 * (now - then) / took_s for then, now in zip(before_s, worked_s(), strict=True)]


def _has_all(store: Store, clocks: Clocks) -> bool:
    """Return whether the desk's database has all lines written by the clocks."""
    has = select(LINES.c.clock, func.count()).group_by(LINES.c.clock)
    with store.engine.connect() as connection:
        lines = dict(tuple(row) for row in connection.execute(has))
    return all(
        lines.get(id) == sum(map(len, station._games)) for id, station in clocks.stations.items()
    )


@contextmanager
def _process(folder: Path, *command: str) -> Iterator[psutil.Process]:
    environment = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"}
    with psutil.Popen(command, cwd=folder, env=environment, stdout=-3, stderr=-3) as process:
        try:
            yield process
        finally:
            process.kill()


async def _until(holds: Callable[[], bool]) -> None:
    until_s = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < until_s
        await asyncio.sleep(LOOK_S)


def _free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind((HOST, 0))
        return int(free.getsockname()[1])


def _listens(port: int) -> bool:
    with closing(socket.socket()) as asking:
        return asking.connect_ex((HOST, port)) == 0
