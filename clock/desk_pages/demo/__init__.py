"""`clapper desk demo`: a whole round on virtual clocks, as a newcomer may look at it.

The clocks play by the real rules at a real game's pace; three referees of the machine go where the
desk sends them. Nothing of it is left when it ends.
"""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from clock.desk.confirmed_games import end_confirmed_games
from clock.desk.desk import Desk
from clock.desk.enrolments import Enrolments
from clock.desk.event import Event, database_url
from clock.desk.people import People, UserRole
from clock.desk.round_tables import assignments, expect_round
from clock.desk.rounds_store import Rounds
from clock.desk.site import Site
from clock.desk.store import Store
from clock.desk_pages.app import DeskApp
from clock.desk_pages.demo.tempo import move_times_ns
from clock.desk_pages.demo.virtual_clocks import VirtualClock
from clock.desk_pages.serve import serve
from clock.presets import find_presets
from clock.rounds.pairings import Pairing
from clock.rounds.results import Round
from clock.rounds.setups import RoundSetup
from clock.rules.units import MINUTE_NS, SECOND_NS
from clock.text.language import tr

ORGANIZER, PASSWORD = "organizer", "demo"
TURN_S = 0.1
_PLAYED_NS = 150 * MINUTE_NS
"""The round has gone on for so long when somebody looks first."""
_REFEREES = ("Anna", "Jiří", "Min-jun")
_WALK_NS = 25 * SECOND_NS
_FAMILY = "Aoki Berg Chen Dvořák Endo Fang Grant Havel Ivanov Jung Kim Lind Mori Novák Olsen Park"
_FIRST = "Adam Bo Chiara Daniel Eva Filip Hana Igor Jana Ken Lee Mei Nina Oskar Petr Yuki"


class Hall:
    """The tables, and what goes between them and the desk."""

    def __init__(self, tables: int, chance: random.Random) -> None:
        self.now_ns = time.monotonic_ns
        self.desk: Desk | None = None
        self._chance = chance
        self._queue: list[Callable[[], None]] = []
        self.stations = {
            f"clock-{number:02}": VirtualClock(
                f"clock-{number:02}", self._publish, chance, lambda: move_times_ns(chance)
            )
            for number in range(1, tables + 1)
        }
        self._busy: dict[str, tuple[str, int]] = {}

    def send(
        self, clock: str, leaf: str, message: msgspec.Struct | None, *, retain: bool = False
    ) -> None:
        """Bring a message of the desk to a clock, in a moment."""
        del leaf, retain
        station = self.stations[clock]
        if message is not None:
            self._queue.append(lambda: station.receive(message, self.now_ns()))

    def _publish(self, clock: str, leaf: str, message: msgspec.Struct) -> None:
        if self.desk is not None and self.stations[clock].online:
            self.desk.receive(clock, leaf, msgspec.json.encode(message), self.now_ns())

    def begin(self, site: Site, *, played: bool) -> None:
        """Set every clock to its game; with `played` the round goes on already."""
        now_ns = self.now_ns()
        began_ns = now_ns - (_PLAYED_NS if played else 0)
        by_table = {f"{number}": each for number, each in enumerate(self.stations.values(), 1)}
        for number, assign in enumerate(assignments(site, site.rounds.current_rounds)):
            station = by_table[assign.table]
            if number == 3 and not played:  # somebody set this one by hand
                assign = msgspec.structs.replace(
                    assign, setup=msgspec.structs.replace(assign.setup, control="5400")
                )
            station.set_to(assign)
            if played:
                late_ns = self._chance.randrange(20 * SECOND_NS)
                station.start(began_ns + late_ns)
                for at_ns in range(began_ns, now_ns, MINUTE_NS):
                    station.run(at_ns)
                    station.acknowledge(at_ns)
        self.desk = site.desk
        for number, station in enumerate(by_table.values()):
            station.battery = 9 if number == 11 else None
            station.connect(now_ns)

    async def run(self) -> None:
        """Let the tables play."""
        started_ns = walked_ns = self.now_ns()
        while True:
            await asyncio.sleep(TURN_S)
            queue, self._queue = self._queue, []
            for job in queue:
                job()
            now_ns = self.now_ns()
            self._fail(now_ns - started_ns, now_ns)
            for station in self.stations.values():
                station.run(now_ns)
            if now_ns - walked_ns >= SECOND_NS:
                walked_ns = now_ns
                self._referee(now_ns)

    def _fail(self, since_ns: int, now_ns: int) -> None:
        """Let the access point of a few tables fail now and then."""
        is_up = not 60 * SECOND_NS < since_ns % (10 * MINUTE_NS) < 90 * SECOND_NS
        for station in list(self.stations.values())[20:26]:
            if is_up and not station.online:
                station.connect(now_ns)
            station.online = is_up

    def _referee(self, now_ns: int) -> None:
        """The machine's referees take what the desk gives them, and go there."""
        assert self.desk is not None
        attention = self.desk.attention
        for item in attention.items(now_ns):
            name = item.suggested_to
            if name in _REFEREES and not item.taken_by and self._chance.random() < 1 / 6:
                attention.take(item.key, name, now_ns)
                self._busy[name] = (item.key, now_ns + _WALK_NS)
            key, there_ns = self._busy.get(item.taken_by, ("", 0))
            if key == item.key and now_ns >= there_ns and not item.stays:
                attention.stay(key, item.taken_by, now_ns)
                clock = self.desk.by_table(item.tables[0])
                if clock is not None:
                    self.stations[clock.id].acknowledge(now_ns)


async def demo(
    tables: int, host: str, port: int, ready: Callable[[int], None], *, played: bool
) -> None:
    """Serve the desk of a round on virtual clocks, until it is ended; `ready` is as in `serve`.

    `played`: the round has gone on for hours; else it is yet to be started.
    """
    with TemporaryDirectory(prefix="clapper-desk-") as folder:
        site, hall = make_hall(Path(folder), tables)
        hall.begin(site, played=played)
        for name in _REFEREES:
            site.people.put(name, UserRole.REFEREE, PASSWORD)
            site.desk.attention.on_duty(name, True)
        jobs = [site.desk.run(), hall.run(), end_confirmed_games(site)]
        await serve(DeskApp(site), host, port, jobs, ready=ready)


def make_hall(folder: Path, tables: int) -> tuple[Site, Hall]:
    """Return the desk of a round with this many tables, its database in a folder, and the hall."""
    chance = random.Random(5)
    hall = Hall(tables, chance)
    event = Event("demo", tr("Demo tournament"), "", zones=_zones(tables))
    store = Store(database_url(folder, event))
    rounds = Rounds(store.engine, event.section_at)
    desk, people = Desk(store, hall), People(store.engine)
    people.put(ORGANIZER, UserRole.ORGANIZER, PASSWORD)
    for number, id in enumerate(hall.stations, start=1):
        desk.register(id, str(number))
    site = Site(desk, rounds, people, event, find_presets(), b"", _no_broker, Enrolments())
    played_by = RoundSetup(
        game="renju", control="40/90m, 30m; +30s", regulations="rif-referees", opening="none"
    )
    rounds.put(Round(1, tuple(_pairings(tables, chance)), played_by))
    expect_round(site)
    return site, hall


def _pairings(tables: int, chance: random.Random) -> Iterator[Pairing]:
    parts = product(("", " B.", " K.", " M."), _FAMILY.split(), _FIRST.split())
    names = [f"{family} {first}{middle}" for middle, family, first in parts]
    players = iter(chance.sample(names, 2 * tables))
    for table in range(1, tables + 1):
        yield Pairing(1, str(table), next(players), next(players))


def _zones(tables: int) -> dict[str, tuple[int, ...]]:
    half = (tables + 1) // 2
    return {"A": (1, half), "B": (half + 1, tables)}


def _no_broker(_payload: bytes) -> None:
    """There is no broker to let anybody in."""
