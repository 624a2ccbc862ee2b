"""The page's server: who is let in, what a page receives, and how it ends."""

import asyncio
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, cast

import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from clock.rules.message import Problem
from clock.simulator.body import SimulatedBody
from clock.simulator.server import PAGES_MAX, Page, PageServer
from clock.simulator.words import texts_of, translated
from hal.ports import LampName, Line, ScreenName

if TYPE_CHECKING:
    from tests.simulator.conftest import Edges

WAIT_S = 10.0
MESSAGES_MAX = 1000
"""Messages that are read in search of one; far more than any test makes."""


def open_page(server: PageServer, origin: str | None = None) -> ClientConnection:
    """A page's WebSocket, by default from the page's own origin."""
    page_origin = cast(Any, origin or server.url.rstrip("/"))
    return connect(f"ws://127.0.0.1:{server.port}/body", origin=page_origin, compression=None)


def read(page: ClientConnection) -> dict[str, Any]:
    update: dict[str, Any] = json.loads(page.recv(WAIT_S))
    return update


def read_until(page: ClientConnection, part: str, name: str, value: Any) -> None:
    for _ in range(MESSAGES_MAX):
        if read(page).get(part, {}).get(name) == value:
            return
    pytest.fail(f"no update of {name} in {MESSAGES_MAX} messages")


def read_to_the_end(page: ClientConnection) -> None:
    """Read until the server has closed the page."""
    with suppress(ConnectionClosed):
        for _ in range(MESSAGES_MAX):
            page.recv(WAIT_S)
        pytest.fail("the page is still open")


def touch(page: ClientConnection, line: str, down: bool) -> None:
    page.send(json.dumps({"line": line, "down": down}))


def get(server: PageServer, path: str = "", **headers: str) -> tuple[int, str, Any]:
    """Status, text and headers of an answer."""
    request = urllib.request.Request(server.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), error.headers


def test_the_page_forbids_script_from_elsewhere(server: PageServer) -> None:
    status, text, headers = get(server)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    for foreign in ("<style", " style=", "http://", "https://"):
        assert foreign not in text
    for name in ("style.css", "page.js", "icon.svg"):
        assert f'"{name}"' in text
        assert get(server, name)[0] == 200
    assert get(server, "body.py")[0] == 404


# ---- Touches


def test_a_plunger_goes_up_when_the_last_page_that_holds_it_lets_go_or_closes(
    server: PageServer, edges: "Edges"
) -> None:
    with open_page(server) as one, open_page(server) as other:
        read(other)
        touch(one, "left_plunger", True)
        read_until(other, "lines", "left_plunger", True)
        touch(other, "left_plunger", True)
        touch(other, "stop", True)
        edges.first(2)  # now the other page's finger is on the plunger too
        one.close()
        for down in (True, False):  # a travel later the other plunger is still down
            touch(other, "ok", down)
        assert edges.moves(4)[2:] == [(Line.OK, True), (Line.OK, False)]
        other.close()
        assert sorted(edges.moves(6)[4:]) == [(Line.LEFT_PLUNGER, False), (Line.STOP, False)]


def test_bad_messages_are_ignored_and_one_too_long_ends_that_page_alone(
    server: PageServer, edges: "Edges"
) -> None:
    known = Line.LEFT_PLUNGER
    bad: tuple[str | bytes, ...] = (
        *("", "no json", "[]", "null", "17", "{}", "[" * 400, b"\x00\xff"),
        *(json.dumps({"line": known, **more}) for more in ({}, {"down": 1}, {"down": "true"})),
        json.dumps({"line": known, "down": True, "seat": "left"}),
        *(
            json.dumps({"line": line, "down": True})
            for line in (known.upper(), "left_stone_lh", "referee", 4)
        ),
        json.dumps({"line": known, "down": True}).encode(),
    )
    with open_page(server) as one, open_page(server) as other:
        for message in bad:
            one.send(message)
        touch(one, "ok", True)
        assert edges.presses(1) == [Line.OK]
        one.send(" " * 10_000)
        read_to_the_end(one)
        touch(other, "stop", True)
        assert edges.presses(2) == [Line.OK, Line.STOP]


# ---- Who is let in


def test_only_this_clocks_own_names_and_pages_are_let_in(server: PageServer) -> None:
    for host in ("localhost", "127.0.0.1", "[::1]", "192.168.1.20", socket.gethostname()):
        assert get(server, Host=f"{host}:{server.port}")[0] == 200
    name = f"evil.example:{server.port}"
    for host in (name, "127.0.0.1.evil.example", "[::1", "a b", "@"):
        assert get(server, Host=host)[0] == 403
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"):
        with pytest.raises(InvalidStatus, match="403"), open_page(server, origin):
            pass
    line = socket.create_connection(("127.0.0.1", server.port))
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"ws://{name}/body", origin=cast(Any, f"http://{name}"), sock=line),
    ):
        pass


def test_one_page_too_many_is_refused(server: PageServer) -> None:
    with ExitStack() as pages:
        for _ in range(PAGES_MAX):
            read(pages.enter_context(open_page(server)))
        with pytest.raises(InvalidStatus, match="403"), open_page(server):
            pass


# ---- Address, start and stop


def test_the_server_listens_on_loopback_alone_and_names_an_address_that_cannot_be(
    simulated: SimulatedBody, server: PageServer
) -> None:
    assert server.url == f"http://127.0.0.1:{server.port}/"
    with pytest.raises(Problem, match=rf"^port {server.port} on 127.0.0.1 is taken; choose "):
        PageServer(simulated, port=server.port)
    for host in ("203.0.113.1", "a..b"):
        with pytest.raises(Problem, match=rf"^port 0 on {host}: .+$"):
            PageServer(simulated, host)


def test_the_server_ends_with_pages_open_and_its_port_is_free_again(
    simulated: SimulatedBody,
) -> None:
    before = threading.active_count()
    with PageServer(simulated) as server, open_page(server) as page:
        read(page)
        start = time.monotonic()
        server.stop()
        server.stop()
        assert time.monotonic() - start < 3.0
        read_to_the_end(page)
    assert threading.active_count() == before
    simulated.body.lamps[LampName.REFEREE].set(True)  # nobody hears of it, and nothing breaks
    PageServer(simulated, port=server.port).stop()  # never started
    with PageServer(simulated, port=server.port) as again, open_page(again) as page:
        assert read(page)["lamps"]["referee"]


class SlowSocket:
    """A WebSocket whose line takes a message only when the test allows it."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.free, self.waiting = asyncio.Event(), asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.waiting.set()
        await self.free.wait()
        self.sent.put_nowait(json.loads(text))


def test_a_slow_page_gets_only_the_latest_frame(simulated: SimulatedBody) -> None:
    async def draw_while_slow() -> list[dict[str, Any]]:
        line = SlowSocket()
        page = Page(simulated, cast(WebSocket, line), lambda: "en")
        sender = asyncio.create_task(page.send_changes())
        await line.waiting.wait()  # the first update is on its way, and stuck
        for number in range(100):
            simulated.panel.set_screen(ScreenName.LEFT, sentence=f"Frame {number}")
            page.add(ScreenName.LEFT)
        line.free.set()
        updates = [await asyncio.wait_for(line.sent.get(), WAIT_S) for _ in range(2)]
        sender.cancel()
        return updates

    # In a thread of its own: Playwright keeps an event loop running in the tests' own.
    with ThreadPoolExecutor() as pool:
        first, second = pool.submit(asyncio.run, draw_while_slow()).result()
    assert first["screens"]["left"]["sentence"] == ""
    assert list(second) == ["screens"]
    assert second["screens"]["left"]["sentence"] == "Frame 99"


# ---- The page's texts


def test_texts_are_found_translated_and_escaped_for_where_they_stand() -> None:
    assert texts_of('<b title="{{One}}">{{Two, three}}</b>') == ["One", "Two, three"]
    page = translated('<html lang="en"><p>{{Left plunger}}, {{a < `b`}}</p>', "text/html", "cs")
    assert page == '<html lang="cs"><p>Levé tlačítko, a &lt; <kbd>b</kbd></p>'
    script = translated('f("{{<a> "`${x}`}}")', "text/javascript", "en")
    assert script == r'f("<a> \"\`\${x}\`")'
    assert translated("a { b: {{c}} }", "text/css", "cs") == "a { b: {{c}} }"
