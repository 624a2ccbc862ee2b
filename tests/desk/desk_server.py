"""A desk with its pages on a port of this machine, and virtual clocks that play a round."""

import asyncio
import http.client
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
import pytest
from argon2 import PasswordHasher

from clock.desk.confirmed_games import end_confirmed_games
from clock.desk.people import UserRole
from clock.desk.site import Site
from clock.desk_pages.app import COOKIE, DeskApp
from clock.desk_pages.demo import ORGANIZER, PASSWORD, Hall, make_hall
from clock.desk_pages.serve import serve
from clock.rules.inputs import Input
from clock.rules.message import Message
from tests.conftest import WAIT_S

REFEREE, SCREEN = "Eva", "hall"


class Answer(NamedTuple):
    """What the desk answers to a request."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def act(self) -> dict[str, str]:
        """What an act came to."""
        return dict(json.loads(self.text))


class DeskServer:
    """A desk that is served, with everybody's passwords the same."""

    def __init__(
        self,
        site: Site,
        hall: Hall,
        loop: asyncio.AbstractEventLoop,
        port: int,
        troubles: list[Message],
    ) -> None:
        self.site, self.hall, self.port, self._loop = site, hall, port, loop
        self.troubles = troubles
        """Why it has no broker; empty: it has one."""
        self.url = f"http://127.0.0.1:{port}"

    def admit(self, name: str, role: UserRole) -> tuple[str, str]:
        """Return the cookie and the token of a new session."""
        cookie, session = self.site.people.admit(name, role)
        return cookie, session.token

    def ask(
        self,
        path: str,
        cookie: str = "",
        body: bytes | dict[str, str] | None = None,
        **headers: str,
    ) -> Answer:
        """Send a request, a POST if it has a body; return the answer."""
        if isinstance(body, dict):
            body = urlencode(body).encode()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if cookie:
            sent["Cookie"] = f"{COOKIE}={cookie}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        try:
            connection.request("GET" if body is None else "POST", path, body, sent)
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read().decode(errors="replace"))
        finally:
            connection.close()

    def act(self, path: str, name: str, role: UserRole, **fields: str) -> Answer:
        """Do an act as its page does."""
        cookie, token = self.admit(name, role)
        return self.ask(path, cookie, fields, X_Token=token)

    def at_table(self, number: int, act: Callable[..., Input], *values: object) -> None:
        """Let somebody at a table do something: an input, by its values after the instant."""
        station, now_ns = self.hall.stations[f"clock-{number:02}"], self.hall.now_ns()
        self._loop.call_soon_threadsafe(station.do, lambda at_ns: act(at_ns, *values), now_ns)

    def start(self, number: int) -> None:
        """Let somebody start the game that a table's clock is set to; nobody presses in it."""
        station, now_ns = self.hall.stations[f"clock-{number:02}"], self.hall.now_ns()

        def start() -> None:
            station.start(now_ns)
            station._next_ns = None

        self._loop.call_soon_threadsafe(start)

    def set_by_hand(self, number: int, **changed: Any) -> None:
        """Let somebody set a table's clock otherwise than it is set."""
        station = self.hall.stations[f"clock-{number:02}"]
        clock = self.site.desk.clocks[station.id]
        assert clock.expected is not None
        assign = msgspec.structs.replace(clock.expected, **changed)
        self._loop.call_soon_threadsafe(station.set_to, assign)
        self._loop.call_soon_threadsafe(station.connect, self.hall.now_ns())

    def put_back(self, number: int) -> None:
        """Let somebody put a table's journal back to where its game began."""
        station = self.hall.stations[f"clock-{number:02}"]

        def put_back() -> None:
            del station._games[-1][1:]
            station._boot_id = "5" * 32  # which takes a restart

        self._loop.call_soon_threadsafe(put_back)


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < until, holds
        time.sleep(0.05)


def is_over(desk: DeskServer, table: str) -> bool:
    clock = desk.site.desk.by_table(table)
    return clock is not None and clock.state is not None and clock.state.result is not None


def hash_quickly(patch: pytest.MonkeyPatch) -> None:
    """Have passwords hashed without the time and the memory that a guess is meant to take."""
    patch.setattr("clock.desk.people.PasswordHasher", partial(PasswordHasher, 1, 8, 1))


@contextmanager
def desk_pages_on(
    folder: Path, tables: int = 6, tls: Path | None = None, authority: bytes = b"", **event: Any
) -> Iterator[DeskServer]:
    """Serve the desk of a round that is yet to be started; table 4's clock is set differently.

    `event` is what the event's configuration has otherwise than the demo's.
    """
    with pytest.MonkeyPatch.context() as patch:
        hash_quickly(patch)
        site, hall = make_hall(folder, tables)
    troubles: list[Message] = []
    site = site._replace(authority=authority)
    site = site._replace(event=msgspec.structs.replace(site.event, **event))
    site = site._replace(broker_trouble=lambda: next(iter(troubles), None))
    site.people.put(REFEREE, UserRole.REFEREE, PASSWORD)
    site.people.put(SCREEN, UserRole.SCREEN, PASSWORD)
    hall.begin(site, played=False)
    port: Future[int] = Future()
    ends = asyncio.Event()
    loop = asyncio.new_event_loop()

    async def wait() -> None:
        await ends.wait()

    def run() -> None:
        jobs = [site.desk.run(), hall.run(), end_confirmed_games(site), wait()]
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve(DeskApp(site), "127.0.0.1", 0, jobs, tls, port.set_result))

    thread = Thread(target=run, name="desk", daemon=True)
    thread.start()
    try:
        yield DeskServer(site, hall, loop, port.result(WAIT_S), troubles)
    finally:
        loop.call_soon_threadsafe(ends.set)
        thread.join(WAIT_S)
        site.desk.store.engine.dispose()


__all__ = [
    "ORGANIZER",
    "PASSWORD",
    "REFEREE",
    "SCREEN",
    "Answer",
    "DeskServer",
    "desk_pages_on",
    "hash_quickly",
    "is_over",
    "wait_until",
]
