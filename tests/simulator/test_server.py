"""The page's server: admission, messages to a page, and the end."""

import asyncio
import json
import re
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import h11
import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from clock.game.names import Names
from clock.game.timeline import Timeline
from clock.presets import find_presets
from clock.rules.inputs import Finish, Input, Press, Result, Start, Stop
from clock.rules.message import Problem
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS
from clock.simulator.followers import FOLLOWERS_MAX, FOLLOWERS_OF_ONE
from clock.simulator.open_pages import About, OpenPage
from clock.simulator.options import setup_from
from clock.simulator.page_texts import texts_of, translate_page
from clock.simulator.report import game_to_report
from clock.simulator.server import LIMITS, PageServer
from clock.simulator.simulated_body import SimulatedBody
from clock.web import visitors
from hal.ports import LampName, Line, ScreenName
from tests.conftest import WAIT_S

if TYPE_CHECKING:
    from tests.simulator.conftest import Edges

MESSAGES_MAX = 1000
"""Messages that are read in search of one; far more than any test makes."""


def open_page(
    server: PageServer, origin: str = "", host: str = "", address: str = "127.0.0.1"
) -> ClientConnection:
    """A page's WebSocket, by default from the page's own origin, from a visitor's address."""
    url = f"ws://{host or f'127.0.0.1:{server.port}'}/body"
    page_origin = cast(Any, origin or server.url.rstrip("/"))
    return connect(url, origin=page_origin, compression=None, sock=from_address(server, address))


def from_address(server: PageServer, address: str) -> socket.socket:
    """A connection of a visitor with this address, which says nothing yet."""
    return socket.create_connection(("127.0.0.1", server.port), WAIT_S, (address, 0))


def read(page: ClientConnection) -> dict[str, Any]:
    """The next update of the body."""
    update: dict[str, Any] = json.loads(page.recv(WAIT_S))
    return read(page) if "edition" in update else update


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
            return answer.status, answer.read().decode(errors="replace"), answer.headers
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
    for name in re.findall(r'(?:src|href)="([^"]+\.\w+)"', text):
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
        edges.first(4)  # the other page's finger has pressed the plunger once more
        one.close()
        for down in (True, False):  # a travel later that plunger is still down
            touch(other, "ok", down)
        assert edges.moves(6)[4:] == [(Line.OK, True), (Line.OK, False)]
        other.close()
        assert sorted(edges.moves(8)[6:]) == [(Line.LEFT_PLUNGER, False), (Line.STOP, False)]


def test_bad_messages_are_ignored_and_one_that_is_no_text_or_too_long_ends_that_page_alone(
    server: PageServer, edges: "Edges", caplog: pytest.LogCaptureFixture
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
        with open_page(server) as third:
            third.send(b"\xff\xfe", text=True)
            read_to_the_end(third)
        touch(other, "stop", True)
        assert edges.presses(2) == [Line.OK, Line.STOP]
    assert caplog.text == ""


# ---- Who is let in


def test_a_page_of_another_origin_is_not_let_in(server: PageServer) -> None:
    name = f"evil.example:{server.port}"
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"):
        with pytest.raises(InvalidStatus, match="403"):
            open_page(server, origin)
    with pytest.raises(InvalidStatus, match="403"):
        open_page(server, f"http://{name}", name)


def test_pages_have_a_bound_and_no_address_has_all_of_them(server: PageServer) -> None:
    with ExitStack() as pages:
        for number in range(FOLLOWERS_MAX):
            if number == FOLLOWERS_OF_ONE:
                with pytest.raises(InvalidStatus, match="403"):
                    open_page(server)
            address = f"127.0.0.{1 + number // FOLLOWERS_OF_ONE}"
            read(pages.enter_context(open_page(server, address=address)))
        with pytest.raises(InvalidStatus, match="403"):
            open_page(server, address="127.0.0.9")


def test_a_page_has_no_end(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for stage in (h11.IDLE, h11.SEND_BODY):
        monkeypatch.setitem(visitors._STAGES_S, stage, 0.5)
    with open_page(server) as page:
        for begun in (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"):
            with from_address(server, "127.0.0.2") as silent:
                silent.sendall(begun)
                while silent.recv(65536):
                    pass  # until it is cut off
        touch(page, "ok", True)
        read_until(page, "lines", "ok", True)


def test_few_connections_wait_to_be_accepted(server: PageServer) -> None:
    get(server)
    info = server._door.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)
    (waiting_max,) = struct.unpack_from("I", info, 28)  # tcpi_sacked: of a socket that listens
    assert waiting_max == LIMITS.backlog


# ---- The last game's report


def test_the_report_is_of_the_game_on_the_table_once_it_stands_and_else_of_the_one_before(
    simulated: SimulatedBody,
) -> None:
    def add(*events: Input) -> None:
        for event in events:
            games[-1].add(event)

    none = (404, "no game has stopped or finished\n")
    setup = setup_from("5m", "club", None, find_presets())
    games = [Timeline(setup, 0)]
    games[0].names = Names(left="Lee")
    with PageServer(simulated, game_to_report=partial(game_to_report, games)) as server:
        assert get(server, "report")[:2] == none
        add(Start(0), Press(SECOND_NS, LEFT))
        assert get(server, "report")[:2] == none
        add(Stop(2 * SECOND_NS))
        assert "The game is not over" in get(server, "report")[1]
        add(Finish(3 * SECOND_NS, result=Result.LEFT, ground="time"))
        games.append(Timeline(setup, 4 * SECOND_NS))  # not begun yet
        with open_page(server) as page:
            assert json.loads(page.recv(WAIT_S))["report"]
        status, text, headers = get(server, "report")
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert "Lee won on time" in text
        assert "Left · Lee" in text
        add(Start(4 * SECOND_NS))
        assert get(server, "report")[:2] == none
        add(Stop(5 * SECOND_NS))
        assert "Lee" not in get(server, "report")[1]
        games.append(Timeline(setup, 6 * SECOND_NS))
        assert '<p class="headline">No result' in get(server, "report")[1]


def test_no_report_says_whose_clapper_fell_first_where_the_rules_hide_it() -> None:
    presses = Press(SECOND_NS, LEFT), Press(70 * SECOND_NS, RIGHT)
    for rules, shown in (("rif", False), ("fide", True)):
        game = Timeline(setup_from("1m", rules, None, find_presets()), 0)
        for event in (Start(0), *presses, Stop(200 * SECOND_NS)):
            game.add(event)
        assert game.state.phase is Phase.FALLEN  # by FIDE at the first fall
        assert (game_to_report([game]) is not None) is shown, rules


# ---- Address, start and stop


def test_the_server_listens_on_loopback_alone_and_names_an_address_that_cannot_be(
    simulated: SimulatedBody, server: PageServer
) -> None:
    assert server.url == f"http://127.0.0.1:{server.port}/"
    taken = rf"^port {server.port} on 127.0.0.1: it is taken; .* make PORT="
    with pytest.raises(Problem, match=taken):
        PageServer(simulated, port=server.port)
    for host in ("203.0.113.1", "a..b"):
        with pytest.raises(Problem, match=rf"^port 0 on {host}: .+$"):
            PageServer(simulated, host)


def test_the_server_ends_with_pages_open_and_its_port_is_free_again(
    simulated: SimulatedBody,
) -> None:
    before = set(threading.enumerate())
    with PageServer(simulated) as server, open_page(server) as page:
        read(page)
        start = time.monotonic()
        server.stop()
        server.stop()
        assert time.monotonic() - start < WAIT_S, "it does not wait for the page"
        read_to_the_end(page)
    assert set(threading.enumerate()) <= before
    simulated.body.lamps[LampName.REFEREE].set(True)  # nobody hears of it, and nothing breaks
    PageServer(simulated, port=server.port).stop()  # never started
    with PageServer(simulated, port=server.port) as again, open_page(again) as page:
        assert read(page)["lamps"]["referee"]


def test_a_slow_page_gets_only_the_latest_frame(simulated: SimulatedBody) -> None:
    async def draw_while_slow() -> list[str]:
        sent: list[str] = []
        free, waiting, again = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def send_text(text: str) -> None:
            waiting.set()
            await free.wait()
            sent.append(text)
            if len(sent) == 3:
                again.set()

        line = SimpleNamespace(client=None, send_text=send_text)
        page = OpenPage(simulated, cast(WebSocket, line), [lambda: About("en", "", False)])
        sender = asyncio.create_task(page.send_changes())
        await waiting.wait()  # the first message is on its way, and stuck
        for number in range(100):
            simulated.panel.set(ScreenName.LEFT, sentence=f"Frame {number}")
            page.add(ScreenName.LEFT)
        free.set()
        await asyncio.wait_for(again.wait(), WAIT_S)
        sender.cancel()
        return sent

    # In a thread of its own: Playwright keeps an event loop running in the tests' own.
    with ThreadPoolExecutor() as pool:
        about, body, nothing = map(json.loads, pool.submit(asyncio.run, draw_while_slow()).result())
    assert about == {
        "edition": "en",
        "phone": "",
        "report": False,
        "sets": False,
        "follows": False,
    }
    assert body["screens"]["left"]["sentence"] == "Frame 99"
    assert nothing == {}


# ---- The page's texts


def test_texts_are_found_translated_and_escaped_for_where_they_stand() -> None:
    assert texts_of('<b title="{{One}}">{{Two, three}}</b>') == ["One", "Two, three"]
    page = translate_page('<html lang="en"><p>{{Left side}}, {{a < `b`}}</p>', "text/html", "cs")
    assert page == '<html lang="cs"><p>Levá strana, a &lt; <kbd>b</kbd></p>'
    script = translate_page('f("{{<a> "`${x}`}}")', "text/javascript", "en")
    assert script == r'f("<a> \"\`\${x}\`")'
    assert translate_page("a { b: {{c}} }", "text/css", "cs") == "a { b: {{c}} }"
