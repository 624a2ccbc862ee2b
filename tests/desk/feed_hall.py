"""A hall whose time a test sets, its desk, and a reader of the feed written from docs/feed.md."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import pytest

from clock.desk.people import UserRole
from clock.desk.site import Site
from clock.desk_pages.app import DeskApp
from clock.desk_pages.demo import PASSWORD, Hall, make_hall
from clock.desk_pages.demo.virtual_clocks import VirtualClock
from clock.desk_pages.feed.feed import EventFeed
from clock.desk_pages.feed.feed_view import BEHIND_MAX, FeedQueue
from clock.desk_pages.serve import serve
from clock.link.messages import Assign
from clock.notation.setup_table import SetupTable
from clock.rules.state import State
from clock.rules.units import SECOND_NS
from tests.conftest import WAIT_S
from tests.desk.desk_server import SCREEN, hash_quickly

STEP_NS = SECOND_NS // 4
PAUSE_S = 0.002
"""What two seconds of an hour that passes quickly take at least."""


class FeedHall:
    """Tables that play in a time of their own, with the feed of their desk."""

    def __init__(self, site: Site, hall: Hall) -> None:
        self.site, self.hall = site, hall
        self.time_ns = 10**15
        site.desk.now_ns = hall.now_ns = lambda: self.time_ns
        site.desk.wall_ms = lambda: self.time_ns // 1_000_000
        hall.begin(site, played=False)
        self.feed = EventFeed(site)
        self.feed.look()

    def pass_time(self, seconds: float, step_ns: int = STEP_NS) -> None:
        """Let the tables play on."""
        until_ns = self.time_ns + round(seconds * SECOND_NS)
        while self.time_ns < until_ns:
            self.time_ns = min(until_ns, self.time_ns + step_ns)
            self.step()

    def step(self) -> None:
        """Take what came by now."""
        queue, self.hall._queue = self.hall._queue, []
        for job in queue:
            job()
        for station in self.hall.stations.values():
            station.run(self.time_ns)
        self.site.desk.commit()
        self.feed.look()

    def start(self, *tables: int) -> None:
        """Start games."""
        for table in tables:
            self.hall.stations[f"clock-{table:02}"].start(self.time_ns)

    def set_to(self, number: int, setup: SetupTable) -> VirtualClock:
        """Let somebody set a table's clock."""
        station = self.hall.stations[f"clock-{number:02}"]
        names = self.site.desk.clocks[station.id].names
        station.set_to(Assign("a", setup, names, str(number)))
        station.connect(self.time_ns)
        return station

    def reader(self, delay_s: int = 0, since: str = "") -> "FeedReader":
        """A reader of the stream who has all up to an event."""
        queue = FeedQueue(BEHIND_MAX)
        view = self.feed.view(delay_s)
        view.readers.add(queue)
        reader = FeedReader()
        for text in view.first_texts(since, self.feed.now_ms):
            reader.take(text)
        reader.queue = queue
        return reader

    def polled(self, delay_s: int) -> dict[str, Any] | None:
        """What a poller is given; None: it has to wait."""
        state = self.feed.state(delay_s)
        return None if state is None else dict(as_json(state))

    def tables(self) -> dict[str, Any]:
        """What a poller without a delay is given."""
        found = self.polled(0)
        assert found is not None
        return found

    def state(self, number: int) -> State:
        """The game at a table, as its clock has it."""
        state = self.hall.stations[f"clock-{number:02}"].state
        assert state is not None
        return state


class FeedReader:
    """Reads the stream as docs/feed.md says, and knows nothing else."""

    def __init__(self) -> None:
        self.id, self.time_ms = "", 0
        self.rounds: list[dict[str, Any]] = []
        self.tables: dict[str, dict[str, Any]] = {}
        self.names: list[str] = []
        """The events, without beats."""
        self.queue: FeedQueue | None = None
        self.is_cut_off = False

    def read(self) -> list[str]:
        """Take what came; return the names of the events."""
        assert self.queue is not None
        before = len(self.names)
        while not self.queue.empty():
            text = self.queue.get_nowait()
            if text is None:
                self.is_cut_off = True
                break
            self.take(text)
        return self.names[before:]

    def take(self, text: bytes) -> None:
        lines = [line for line in text.decode().splitlines() if not line.startswith(":")]
        fields = dict(line.split(": ", 1) for line in lines if line)
        if not fields:
            return
        self.id, data = fields.get("id", self.id), json.loads(fields["data"])
        self.time_ms = data.get("time_ms", data.get("at_ms"))
        match fields["event"]:
            case "state":
                assert data["version"] == 1
                self.rounds = data["rounds"]
                self.tables = {each["table"]: each for each in data["tables"]}
            case "table":
                self.tables[data["table"]] = data
            case "gone":
                del self.tables[data["table"]]
            case "rounds":
                self.rounds = data["rounds"]
            case "beat":
                return
        self.names.append(fields["event"])

    def remaining_ms(self, table: str, side: str, at_ms: int) -> int:
        """What a clock shows at an instant."""
        row = self.tables[table]
        seat: dict[str, Any] = row[side]
        if not seat["rate_ms_per_s"]:
            return int(seat["remaining_ms"])
        ran_ms = max(0, at_ms - row["at_ms"] - seat["delay_left_ms"])
        found = int(seat["remaining_ms"]) + ran_ms * int(seat["rate_ms_per_s"]) / 1000
        shown: float = found if seat["below_zero"] else max(0, found)
        return round(shown)


def as_json(value: object) -> Any:
    """A value as a program has it that has read it."""
    return json.loads(msgspec.json.encode(value))


@contextmanager
def feed_hall(folder: Path, tables: int = 6) -> Iterator[FeedHall]:
    """A hall whose round is yet to be started."""
    with pytest.MonkeyPatch.context() as patch:
        hash_quickly(patch)
        site, hall = make_hall(folder, tables)
    site.people.put(SCREEN, UserRole.SCREEN, PASSWORD)
    try:
        yield FeedHall(site, hall)
    finally:
        site.desk.store.engine.dispose()


class Hour:
    """A desk with its pages on a port, and an hour that passes there whenever a test lets it."""

    def __init__(self, hall: FeedHall) -> None:
        self.hall, self.port = hall, Future[int]()
        self._ends, self._seconds, self._idle = asyncio.Event(), 0, Event()

    def pass_time(self, seconds: int) -> None:
        """Let so many seconds pass, in a fraction of a second each."""
        self._idle.clear()
        self._seconds = seconds
        assert self._idle.wait(WAIT_S)

    async def _play(self) -> None:
        while not self._ends.is_set():
            await asyncio.sleep(PAUSE_S)
            if self._seconds:
                self.hall.time_ns += 2 * SECOND_NS
                self.hall.step()
                self._seconds -= 2
            if not self._seconds:
                self._idle.set()

    def run(self) -> None:
        """Serve the pages."""
        app = DeskApp(self.hall.site)
        jobs = [self._play()]
        asyncio.run(serve(app, "127.0.0.1", 0, jobs, None, self.port.set_result))


@contextmanager
def served_hour(hall: FeedHall) -> Iterator[Hour]:
    """Serve a hall's desk."""
    hour = Hour(hall)
    thread = Thread(target=hour.run, daemon=True)
    thread.start()
    hour.port.result(WAIT_S)
    try:
        yield hour
    finally:
        hour._ends.set()
        thread.join(WAIT_S)
