"""The clock as data: what programs read of it, what they are sent, and the overlay of a stream."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from websockets.sync.client import connect
from websockets.typing import Origin

from clock.game.names import Names
from clock.game.timeline import Timeline
from clock.presets import find_presets
from clock.rules.inputs import Press, Start, Stop
from clock.rules.seats import LEFT
from clock.rules.units import SECOND_NS
from clock.simulator.feeds import Feed
from clock.simulator.followers import FOLLOWERS_MAX, FOLLOWERS_OF_ONE
from clock.simulator.options import setup_from
from clock.simulator.reading import ClockReading, read_clock
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from clock.web import visitors
from tests.conftest import WAIT_S
from tests.simulator.clock_page import DESKTOP
from tests.simulator.sims import simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

MANY = 40
"""Readings of a megabyte each: far more than any buffer on the way to a listener holds."""


class Table:
    """A game at a time that the test sets, and what it shows."""

    def __init__(self) -> None:
        self.game = Timeline(setup_from("30+3x30s", None, None, find_presets(), "go"), 0)
        self.now_ns, self.names = 0, Names(left="Lee")
        self.feed = Feed(self.read)

    def read(self) -> ClockReading:
        return read_clock(self.game.state, self.names, self.now_ns)

    def turn(self, now_ns: int) -> None:
        self.now_ns = now_ns
        self.feed.note_turn()


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def server(simulated: SimulatedBody, table: Table) -> Iterator[PageServer]:
    with PageServer(simulated, feed=table.feed) as server:
        yield server


@contextmanager
def listening(server: PageServer, address: str = "127.0.0.1") -> Iterator[HTTPResponse]:
    """The stream of events for a listener of this address."""
    line = HTTPConnection("127.0.0.1", server.port, WAIT_S, (address, 0))
    line.request("GET", "/events")
    with closing(line), line.getresponse() as stream:
        yield stream


@contextmanager
def deaf(server: PageServer, path: str) -> Iterator[socket.socket]:
    """A visitor who asks, and does not read."""
    with socket.create_connection(("127.0.0.1", server.port), WAIT_S) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        yield line


def events(stream: HTTPResponse) -> Iterator[dict[str, Any]]:
    for line in stream:
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))


def test_what_programs_read_is_what_the_displays_show(server: PageServer, table: Table) -> None:
    with urlopen(f"{server.url}state.json", timeout=WAIT_S) as answer:
        ready = json.load(answer)
    assert (ready["game"], ready["phase"], ready["running"]) == ("go", "ready", [])
    assert (ready["left"]["name"], ready["left"]["time"]) == ("Lee", "30:00")
    table.game.add(Start(0))
    table.game.add(Press(SECOND_NS, LEFT))
    table.now_ns = SECOND_NS + 1801 * SECOND_NS
    with urlopen(f"{server.url}state.json", timeout=WAIT_S) as answer:
        later = json.load(answer)
    assert (later["at_ns"], later["running"]) == (table.now_ns, ["right"])
    left, right = later["left"], later["right"]
    assert (left["remaining_ns"], left["moves"], left["runs"]) == (1799 * SECOND_NS, 1, False)
    assert (left["colour"], left["byoyomi"], left["clapper"]) == ("black", None, False)
    assert (right["time"], right["byoyomi"], right["runs"]) == ("0:29", 3, True)
    assert right["beside"][0]["texts"][0] == "3 periods"


def test_an_event_comes_at_every_change_that_is_seen_and_at_no_other(
    server: PageServer, table: Table
) -> None:
    with listening(server) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        heard = events(stream)
        assert next(heard)["phase"] == "ready"
        table.game.add(Start(0))
        table.turn(0)
        assert next(each for each in heard if each["running"] == ["left"])["left"]["moves"] == 0
        table.game.add(Press(SECOND_NS // 2, LEFT))
        table.turn(SECOND_NS // 2)
        assert next(each for each in heard if each["running"] == ["right"])["left"]["moves"] == 1
        table.turn(SECOND_NS * 2)
        assert next(each for each in heard if each["right"]["time"] != "30:00")
        table.game.add(Stop(3 * SECOND_NS))
        table.turn(3 * SECOND_NS)
        assert next(each for each in heard if each["phase"] == "stopped")["running"] == []
    reading = table.read()
    for seen, other in (
        (True, replace(reading, at_ns=reading.at_ns + 1)),
        (True, replace(reading, right=replace(reading.right, remaining_ns=1))),
        (False, replace(reading, right=replace(reading.right, time="0:01"))),
        (False, None),
    ):
        assert reading.looks_like(other) is seen


def test_a_listener_that_does_not_read_holds_nobody_up(
    server: PageServer, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.names = Names(left="Lee" * 333_333)
    with deaf(server, "/events"), listening(server) as stream:
        heard = events(stream)
        for number in range(MANY):
            table.names = Names(left=table.names.left, right=str(number))
            table.turn(number)
            assert next(each for each in heard if each["right"]["name"] == str(number))
        server.stop()
        assert not server._thread.is_alive()
    assert caplog.text == ""


def test_a_visitor_that_takes_nothing_of_an_answer_is_cut_off(
    server: PageServer, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "STUCK_S", 0)
    table.names = Names(left="Lee" * 10_000_000)
    with deaf(server, "/state.json") as line:
        assert 0 < sum(map(len, iter(lambda: line.recv(1 << 20), b""))) < len(table.names.left)


def test_listeners_have_a_bound_and_no_address_has_all_of_them(server: PageServer) -> None:
    with ExitStack() as streams:
        for number in range(FOLLOWERS_MAX):
            if number == FOLLOWERS_OF_ONE:
                assert streams.enter_context(listening(server)).status == 503
            address = f"127.0.0.{1 + number // FOLLOWERS_OF_ONE}"
            assert next(events(streams.enter_context(listening(server, address))))
        assert streams.enter_context(listening(server, "127.0.0.9")).status == 503


@pytest.mark.browser
def test_the_overlay_has_the_times_of_the_displays_and_who_runs(new_page: "NewPage") -> None:
    with simulating("--game", "chess", "--control", "3+2", "--right", "Ng") as sim:
        page = new_page(**DESKTOP)
        page.goto(f"{sim.url}overlay")
        left, right = page.locator("[data-seat=left]"), page.locator("[data-seat=right]")
        expect(left.locator(".time")).to_have_text("3:02")
        expect(right.locator(".name")).to_have_text("Ng")
        assert (
            page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        )
        url = f"{sim.url.replace('http', 'ws')}body"
        with connect(url, origin=Origin(sim.url.rstrip("/")), compression=None) as body:
            for line, seat, other in (("ok", left, right), ("left_plunger", right, left)):
                for down in (True, False):
                    body.send(json.dumps({"line": line, "down": down}))
                expect(seat).to_have_class(re.compile("runs"))
                expect(other).not_to_have_class(re.compile("runs"))
        expect(left.locator(".time")).to_have_text(re.compile("^3:0[234]$"))
        expect(right.locator(".time")).to_have_text(re.compile(r"^(3:0[012]|2:\d\d)$"))
        sim.interrupt()
        expect(page.locator(".game")).to_have_class("game off")


@pytest.mark.browser
def test_the_overlay_of_another_edition_loads_itself_again(
    new_page: "NewPage", server: PageServer, simulated: SimulatedBody
) -> None:
    page = new_page(**DESKTOP)
    page.goto(f"{server.url}overlay")
    expect(page.locator(".game.off")).to_have_count(0)
    server.stop()
    with PageServer(simulated, port=server.port, language=lambda: "cs", feed=Table().feed):
        expect(page.locator("html")).to_have_attribute("lang", "cs")
        expect(page.locator(".game.off")).to_have_count(0)
        page.close()
