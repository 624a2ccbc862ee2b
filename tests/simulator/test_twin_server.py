"""The twin's server: what it lets in, what it tells, and how it ends."""

import asyncio
import base64
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, cast

import pytest
from PIL import Image
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from clock.simulator.body import Twin
from clock.simulator.server import PAGES_MAX, CannotListen, TwinServer, _Page
from clock.simulator.words import PageWords
from hal.ports import Frame, LampName, Line, ScreenName

if TYPE_CHECKING:
    from tests.simulator.conftest import Edges

WAIT_S = 10.0
NEWS_MAX = 1000
"""Messages that are read in search of one; far more than any test makes."""


def open_page(server: TwinServer, origin: str | None = None, **options: Any) -> ClientConnection:
    """A page's WebSocket, from the page's own origin unless another is given."""
    url = f"ws://127.0.0.1:{server.port}/body"
    origin = origin or server.url.rstrip("/")
    page: ClientConnection = connect(url, origin=cast(Any, origin), compression=None, **options)
    return page


def read(page: ClientConnection) -> dict[str, Any]:
    news: dict[str, Any] = json.loads(page.recv(WAIT_S))
    return news


def read_until(page: ClientConnection, part: str, name: str, value: Any) -> dict[str, Any]:
    """The first news in which that part of the body is as told."""
    for _ in range(NEWS_MAX):
        news = read(page)
        if news.get(part, {}).get(name) == value:
            return news
    pytest.fail(f"no news of {name} in {NEWS_MAX} messages")


def read_to_the_end(page: ClientConnection) -> None:
    """Raises ConnectionClosed when the server has taken leave."""
    for _ in range(NEWS_MAX):
        page.recv(WAIT_S)


def say(page: ClientConnection, line: str, down: bool) -> None:
    page.send(json.dumps({"line": line, "down": down}))


def get(server: TwinServer, path: str = "", **headers: str) -> tuple[int, str, Any]:
    """Status, text and headers of an answer."""
    request = urllib.request.Request(server.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), error.headers


# ---- The page


def test_the_page_comes_whole_and_forbids_script_from_elsewhere(server: TwinServer) -> None:
    status, text, headers = get(server)
    assert status == 200
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "<style" not in text
    assert " style=" not in text
    assert "http://" not in text
    assert "https://" not in text
    for name in ("style.css", "page.js", "icon.svg"):
        assert f'"{name}"' in text
        assert get(server, name)[0] == 200
    assert get(server, "body.py")[0] == 404


def test_a_page_first_gets_the_whole_picture(twin: Twin, server: TwinServer) -> None:
    twin.body.lamps[LampName.REFEREE].set(True)
    with open_page(server) as page:
        news = read(page)
    assert set(news["lines"]) == {str(line) for line in twin.body.inputs.lines}
    assert news["lamps"] == {str(name): name == LampName.REFEREE for name in twin.body.lamps}
    assert set(news["screens"]) == {"left", "right"}
    assert base64.b64decode(news["screens"]["left"]["bits"]) == bytes(1024)
    assert news["tone_hz"] == 0


def test_a_page_then_hears_only_of_what_has_changed(twin: Twin, server: TwinServer) -> None:
    with open_page(server) as page:
        read(page)
        twin.body.lamps[LampName.LEFT_CLAPPER].set(True)
        assert read(page) == {"lamps": {"left_clapper": True}}


def test_a_frame_reaches_the_page(twin: Twin, server: TwinServer) -> None:
    image = Image.new("1", (128, 64), 1)
    with open_page(server) as page:
        read(page)
        twin.body.screens[ScreenName.RIGHT].show(Frame(image, "White, 2:00:00"))
        bits = ""
        while bits != base64.b64encode(image.tobytes()).decode():
            picture = read(page)["screens"]["right"]
            bits = picture["bits"]
    assert (picture["width"], picture["height"]) == (128, 64)
    assert picture["sentence"] == "White, 2:00:00"


def test_a_tone_reaches_the_page(twin: Twin, server: TwinServer) -> None:
    assert twin.body.buzzer is not None
    with open_page(server) as page:
        read(page)
        twin.body.buzzer.beep(880, 60_000_000_000)
        assert read(page) == {"tone_hz": 880, "loudness": 1.0}
        twin.body.buzzer.close()
        assert read(page) == {"tone_hz": 0, "loudness": 0.0}


# ---- Touches


def test_presses_arrive_in_their_order(server: TwinServer, edges: "Edges") -> None:
    lines = ["left_plunger", "right_plunger", "stop", "minus", "ok", "plus"]
    with open_page(server) as page:
        for line in lines:
            say(page, line, True)
            say(page, line, False)
        assert edges.presses(6) == lines


def test_a_page_that_goes_lets_go_of_what_it_held(server: TwinServer, edges: "Edges") -> None:
    with open_page(server) as page:
        say(page, "left_plunger", True)
        assert edges.moves(1) == [(Line.LEFT_PLUNGER, True)]
    assert edges.moves(2) == [(Line.LEFT_PLUNGER, True), (Line.LEFT_PLUNGER, False)]


def test_a_plunger_stays_down_while_another_page_holds_it(
    server: TwinServer, edges: "Edges"
) -> None:
    with open_page(server) as one, open_page(server) as other:
        say(one, "left_plunger", True)
        edges.first(1)
        say(other, "left_plunger", True)
        say(other, "stop", True)
        edges.first(2)  # now the other page's finger is on the plunger too
        one.close()
        say(other, "ok", True)
        edges.first(3)
        say(other, "left_plunger", False)
        moves = edges.moves(4)
    assert moves[:3] == [(Line.LEFT_PLUNGER, True), (Line.STOP, True), (Line.OK, True)]
    assert moves[3] == (Line.LEFT_PLUNGER, False)


def test_every_page_sees_a_plunger_go_down(server: TwinServer) -> None:
    with open_page(server) as one, open_page(server) as other:
        read(other)
        say(one, "left_plunger", True)
        read_until(other, "lines", "left_plunger", True)
        one.close()
        read_until(other, "lines", "left_plunger", False)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no json",
        "[]",
        "null",
        "17",
        "{}",
        '{"line": "left_plunger"}',
        '{"line": "left_plunger", "down": 1}',
        '{"line": "left_plunger", "down": "true"}',
        '{"line": "left_plunger", "down": true, "seat": "left"}',
        '{"line": "LEFT_PLUNGER", "down": true}',
        '{"line": "left_stone_lh", "down": true}',
        '{"line": 4, "down": true}',
        '{"line": ["left_plunger"], "down": true}',
        "[" * 400,
        b"\x00\xff",
        b'{"line": "left_plunger", "down": true}',
    ],
)
def test_a_bad_message_is_ignored(server: TwinServer, edges: "Edges", message: str | bytes) -> None:
    with open_page(server) as page:
        page.send(message)
        say(page, "ok", True)
        assert edges.moves(1) == [(Line.OK, True)]


def test_a_message_beyond_the_bound_ends_that_page_alone(
    server: TwinServer, edges: "Edges"
) -> None:
    with open_page(server) as bad, open_page(server) as good:
        bad.send(" " * 10_000)
        with pytest.raises(ConnectionClosed):
            read_to_the_end(bad)
        say(good, "ok", True)
        assert edges.moves(1) == [(Line.OK, True)]


# ---- Who is let in


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"]
)
def test_a_foreign_page_cannot_press(server: TwinServer, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"), open_page(server, origin):
        pass


def test_a_foreign_name_that_points_here_is_refused(server: TwinServer) -> None:
    for host in (f"evil.example:{server.port}", "127.0.0.1.evil.example", "[::1", "a b", "@"):
        assert get(server, Host=host)[0] == 403
    name = f"evil.example:{server.port}"
    line = socket.create_connection(("127.0.0.1", server.port))
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"ws://{name}/body", origin=cast(Any, f"http://{name}"), sock=line),
    ):
        pass


def test_the_clocks_own_names_and_any_address_are_answered(server: TwinServer) -> None:
    for host in ("localhost", "127.0.0.1", "[::1]", "192.168.1.20", socket.gethostname()):
        assert get(server, Host=f"{host}:{server.port}")[0] == 200


def test_a_page_too_many_is_refused(server: TwinServer) -> None:
    with ExitStack() as pages:
        for _ in range(PAGES_MAX):
            read(pages.enter_context(open_page(server)))
        with pytest.raises(InvalidStatus, match="403"), open_page(server):
            pass


# ---- Address, start and stop


def test_a_taken_port_is_told_in_one_line(twin: Twin, server: TwinServer) -> None:
    with pytest.raises(CannotListen) as raised:
        TwinServer(twin, port=server.port)
    assert str(raised.value) == f"port {server.port} on 127.0.0.1 is taken"


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("203.0.113.1", 0)])
def test_an_address_that_cannot_be_is_told_in_one_line(twin: Twin, host: str, port: int) -> None:
    with pytest.raises(CannotListen, match=f"^port {port} on {host}: .+$"):
        TwinServer(twin, host=host, port=port)


def test_the_server_listens_on_loopback_alone_unless_told(server: TwinServer) -> None:
    assert server.url == f"http://127.0.0.1:{server.port}/"
    assert server._socket.getsockname()[0] == "127.0.0.1"


def test_the_server_ends_cleanly_with_pages_open_and_its_port_is_free_again(twin: Twin) -> None:
    before = threading.active_count()
    server = TwinServer(twin, port=0)
    server.start()
    with open_page(server) as page:
        read(page)
        began = time.monotonic()
        server.stop()
        server.stop()
        assert time.monotonic() - began < 1.0
        with pytest.raises(ConnectionClosed):
            read_to_the_end(page)
    assert threading.active_count() == before
    twin.body.lamps[LampName.REFEREE].set(True)  # nobody is told, and nothing breaks
    with TwinServer(twin, port=server.port) as again, open_page(again) as page:
        assert read(page)["lamps"]["referee"]


def test_a_server_that_was_never_started_frees_its_port(twin: Twin) -> None:
    server = TwinServer(twin, port=0)
    server.stop()
    with TwinServer(twin, port=server.port) as again:
        assert get(again)[0] == 200


# ---- A slow page


class SlowSocket:
    """A WebSocket whose line takes a message only when the test says so."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.free = asyncio.Event()
        self.waiting = asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.waiting.set()
        await self.free.wait()
        self.sent.append(json.loads(text))


async def _draw_while_slow(twin: Twin, frames: int) -> list[dict[str, Any]]:
    line = SlowSocket()
    page = _Page(twin, cast(WebSocket, line), PageWords)
    sender = asyncio.create_task(page.send_news())
    await line.waiting.wait()  # the first news is on its way, and stuck
    line.waiting.clear()
    for number in range(frames):
        twin._panel.say(ScreenName.LEFT, f"Frame {number}")
        page.tell(ScreenName.LEFT)
    line.free.set()
    await line.waiting.wait()
    await asyncio.wait_for(asyncio.shield(_two(line)), WAIT_S)
    sender.cancel()
    return line.sent


async def _two(line: SlowSocket) -> None:
    while len(line.sent) < 2:
        await asyncio.sleep(0)


def test_a_slow_page_gets_only_the_latest_frame(twin: Twin) -> None:
    first, second = asyncio.run(_draw_while_slow(twin, 100))
    assert first["screens"]["left"]["sentence"] == ""
    assert list(second) == ["screens"]
    assert second["screens"]["left"]["sentence"] == "Frame 99"
