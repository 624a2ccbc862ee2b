"""Measure how soon the referees' page in Chromium shows a clock's message, in a playing hall.

The clocks run in a process of their own. All tables play; one after another is stopped and resumed.
The time runs from the clock's message to the frame in which the map of the hall shows it.
"""

import asyncio
import gc
import random
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import Pipe, Process, Queue
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty
from shutil import which
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright

from benchmarks.figures import Figure, percentile
from clock.desk.desk import Desk
from clock.desk.enrolments import Enrolments
from clock.desk.event import Event
from clock.desk.people import People, UserRole
from clock.desk.rounds_store import Rounds
from clock.desk.site import Site
from clock.desk.store import Store
from clock.desk_pages.app import COOKIE, DeskApp
from clock.desk_pages.demo import ORGANIZER
from clock.desk_pages.demo.tempo import move_times_ns
from clock.desk_pages.demo.virtual_clocks import VirtualClock
from clock.desk_pages.serve import serve
from clock.link.messages import Assign, Have
from clock.notation.setup_table import SetupTable
from clock.presets import find_presets
from clock.rules.inputs import Resume, Stop
from tests.conftest import CHROMIUM

TABLES = (100, 500, 1_000)
EVENTS = 400
EVERY_S = 0.05
SETTLES_S = 5.0
TURN_S = 0.1
P99_MS_MAX = 50.0
GAME = SetupTable("40/90m, 30m; +30s", "rif-referees")
WATCH = """() => {
  window.painted = [];
  const channel = new MessageChannel();
  let waiting = [];
  channel.port1.onmessage = () => {
    const at = performance.timeOrigin + performance.now();
    for (const [table, state] of waiting.splice(0)) window.painted.push([table, state, at]);
  };
  new MutationObserver((changes) => {
    if (!waiting.length) requestAnimationFrame(() => channel.port2.postMessage(0));
    for (const { target } of changes) waiting.push([target.dataset.table, target.className]);
  }).observe(document.querySelector(".hall"), { attributeFilter: ["class"], subtree: true });
}"""


def figures() -> Iterator[Figure]:
    """Yield the times by the number of tables; nothing without Chromium."""
    chromium = next(filter(None, map(which, CHROMIUM)), None)
    if chromium is None:
        return
    for tables in TABLES:
        with (
            TemporaryDirectory() as folder,
            _served(Path(folder), tables) as (url, cookie, clocks),
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page()
            page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
            times = _measured(page, f"{url}/now", clocks, tables)
            browser.close()
        most = P99_MS_MAX if tables == 500 else None
        name = f"desk's page, {tables} tables"
        yield Figure(f"{name}, event to paint p50", percentile(times, 50), "ms")
        yield Figure(f"{name}, event to paint p99", percentile(times, 99), "ms", most)


def _measured(page: Page, url: str, clocks: Connection, tables: int) -> list[float]:
    page.goto(url)
    page.locator(".cell.running").nth(tables - 1).wait_for(timeout=60_000)
    page.evaluate(WATCH)
    page.wait_for_timeout(SETTLES_S * 1000)
    clocks.send(None)
    sent: list[tuple[str, float]] = clocks.recv()
    page.wait_for_timeout(1000)
    painted: list[list[Any]] = page.evaluate("window.painted")
    return [
        min((at for name, _, at in painted if name == table and at > at_ms), default=1e9) - at_ms
        for table, at_ms in sent
    ]


def play(tables: int, desk: Connection, had: "Queue[tuple[str, Have]]", bench: Connection) -> None:
    """Run the clocks until the desk ends; stop and resume some once the benchmark begins."""
    chance, now_ns = random.Random(5), time.monotonic_ns

    def publish(clock: str, leaf: str, message: msgspec.Struct) -> None:
        desk.send((clock, leaf, msgspec.json.encode(message)))

    stations = {}
    for number in range(1, tables + 1):
        id = f"c{number}"
        station = VirtualClock(id, publish, chance, partial(move_times_ns, chance))
        station.set_to(Assign("a", GAME, table=str(number)))
        station.connect(now_ns())
        station.start(now_ns())
        stations[id] = station
    sent: list[tuple[str, float]] = []
    turns_s, event_s, acts = time.monotonic(), float("inf"), [Stop, Resume]
    chosen = "c1"
    while True:
        wait_s = min(turns_s, event_s) - time.monotonic()
        with suppress(Empty):
            clock, have = had.get(timeout=max(0.001, min(wait_s, TURN_S)))
            stations[clock].receive(have, now_ns())
        if bench.poll():
            bench.recv()
            event_s = time.monotonic()
        if time.monotonic() >= turns_s:
            turns_s = time.monotonic() + TURN_S
            for station in stations.values():
                station.run(now_ns())
        if time.monotonic() >= event_s:
            act = acts[len(sent) % 2]
            chosen = chance.choice(list(stations)) if act is Stop else chosen
            event_s = time.monotonic() + chance.uniform(0.5, 1.5) * EVERY_S
            sent.append((chosen[1:], time.time_ns() / 1e6))
            stations[chosen].do(act, now_ns())
            stations[chosen].run(now_ns())
            if len(sent) == EVENTS:
                bench.send(sent)
                event_s = float("inf")


class _Clocks:
    """The desk's way to send to the clocks' process."""

    def __init__(self, had: "Queue[tuple[str, Have]]") -> None:
        self._had = had

    def send(
        self,
        clock: str,
        leaf: str,  # noqa: ARG002
        message: msgspec.Struct | None,
        *,
        retain: bool = False,  # noqa: ARG002
    ) -> None:
        """Send the lines that the desk has; the clocks need no other message."""
        if isinstance(message, Have):
            self._had.put((clock, message))


@contextmanager
def _served(folder: Path, tables: int) -> Iterator[tuple[str, str, Connection]]:
    """Serve the desk of a playing hall; yield its address, a session, and the clocks."""
    had: Queue[tuple[str, Have]] = Queue()
    (ours, theirs), (bench, acts) = Pipe(), Pipe()
    clocks = Process(target=play, args=(tables, theirs, had, acts), daemon=True)
    port: Future[int] = Future()
    store = Store(f"sqlite:///{folder / 'desk.sqlite'}")
    desk, people = Desk(store, _Clocks(had)), People(store.engine)
    event = Event("bench", "Bench", "")
    site = Site(
        desk, Rounds(store.engine), people, event, find_presets(), b"", lambda _: None, Enrolments()
    )
    people.put(ORGANIZER, UserRole.ORGANIZER, "bench")
    cookie, _ = people.admit(ORGANIZER, UserRole.ORGANIZER)
    ends = asyncio.Event()
    loop = asyncio.new_event_loop()

    def receive() -> None:
        while ours.poll():
            clock, leaf, payload = ours.recv()
            desk.receive(clock, leaf, payload, desk.now_ns())

    async def wait() -> None:
        loop.add_reader(ours, receive)
        await ends.wait()

    def run() -> None:
        gc.freeze()  # as the desk does
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            jobs = [desk.run(), wait()]
            runner.run(serve(DeskApp(site), "127.0.0.1", 0, jobs, ready=port.set_result))

    clocks.start()
    thread = Thread(target=run, name="desk", daemon=True)
    thread.start()
    try:
        yield (
            f"http://127.0.0.1:{port.result(60)}",
            cookie,
            bench,
        )
    finally:
        clocks.kill()
        loop.call_soon_threadsafe(ends.set)
        thread.join()
        store.engine.dispose()


if __name__ == "__main__":
    for each in figures():
        print(f"{each.name:<46} {each.value:10.1f} {each.unit}")
