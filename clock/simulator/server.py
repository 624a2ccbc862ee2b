"""The page of the simulated body: its files, and one WebSocket for each page that is open.

A page receives the whole body when it connects and afterwards what has changed, as it is at that
moment: a slow page skips pictures and is never behind. Touches come back from it, in their order.
"""

import asyncio
import contextlib
import errno
import ipaddress
import logging
import socket
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from importlib import resources
from typing import Self
from urllib.parse import urlsplit

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from clock.rules.message import Message, Problem
from clock.simulator.body import SimulatedBody
from clock.simulator.panel import Part
from clock.simulator.words import translated
from clock.text.language import ENGLISH
from hal.ports import Line

PAGES_MAX = 16
"""Pages that may be open at once; one more is refused and tries again by itself."""
MESSAGE_BYTES_MAX = 512
"""A longer message from a page ends its connection."""
HEARTBEAT_S = 4.0
"""A page receives something at least this often, or takes the line for dead."""
PING_S = 5.0
"""How often a page is asked whether it lives, and how long it has to answer."""
STOP_WAIT_S = 5.0
GRACE_S = 1
"""How long pages have to close when the server stops."""

_FILES = {
    "/": ("index.html", "text/html"),
    "/style.css": ("style.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

Language = Callable[[], str]
"""Returns the displays' language; asked whenever a page is fetched or updated."""


class Touch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: a finger came down on a line, or went up from it."""

    line: Line
    down: bool


class Page:
    """An open page: the lines it holds down, and what it has not been sent yet."""

    def __init__(self, simulated: SimulatedBody, web_socket: WebSocket, language: Language) -> None:
        self.held: set[Line] = set()
        self._panel = simulated.panel
        self._web_socket = web_socket
        self._language = language
        self._parts = set(self._panel.parts)
        self._changed = asyncio.Event()
        self._changed.set()

    def add(self, part: Part) -> None:
        """Note that this part has changed."""
        self._parts.add(part)
        self._changed.set()

    async def send_changes(self) -> None:
        """Send what changes, for as long as the page is there."""
        language = ""
        # Starlette and uvicorn each have their own error for a line that is already closed.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), HEARTBEAT_S)
                self._changed.clear()
                parts, self._parts = self._parts, set()
                update, before = self._panel.snapshot(parts), language
                language = self._language()
                if language != before:
                    update = msgspec.structs.replace(update, language=language)
                await self._web_socket.send_text(msgspec.json.encode(update).decode())


class Pages:
    """All open pages. Lives on the server's event loop."""

    def __init__(self, simulated: SimulatedBody, language: Language) -> None:
        self._simulated = simulated
        self._language = language
        self._pages: set[Page] = set()

    @contextlib.asynccontextmanager
    async def watching(self, _app: Starlette) -> AsyncIterator[None]:
        """Pass the body's changes on to the pages."""
        loop = asyncio.get_running_loop()

        def changed(part: Part) -> None:
            # A change at the very end finds the loop closed, and no page.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._add, part)

        unwatch = self._simulated.panel.watch(changed)
        try:
            yield
        finally:
            unwatch()

    def _add(self, part: Part) -> None:
        for page in self._pages:
            page.add(part)

    async def serve(self, web_socket: WebSocket) -> None:
        """Serve one page until it goes."""
        if len(self._pages) >= PAGES_MAX:
            await web_socket.close()
            return
        await web_socket.accept()
        page = Page(self._simulated, web_socket, self._language)
        self._pages.add(page)
        sender = asyncio.create_task(page.send_changes())
        try:
            while (message := await web_socket.receive())["type"] == "websocket.receive":
                self._receive(page, message.get("text"))
        finally:
            self._pages.discard(page)
            for line in tuple(page.held):
                self._release(page, line)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    def _receive(self, page: Page, text: str | None) -> None:
        try:
            touch = msgspec.json.decode(text or "", type=Touch)
        except msgspec.DecodeError:
            return
        if touch.line not in self._simulated.panel.parts:
            return
        if touch.down:
            page.held.add(touch.line)
            self._simulated.plungers.press(touch.line)
        else:
            self._release(page, touch.line)

    def _release(self, page: Page, line: Line) -> None:
        """Take this page's finger off; a plunger that another page holds stays down."""
        page.held.discard(line)
        if not any(line in other.held for other in self._pages):
            self._simulated.plungers.release(line)


class _Guard:
    """Lets in only requests to this clock's own name, from this clock's own page.

    A foreign page could open a WebSocket to the loopback address (its Origin betrays it) or point
    a name of its own there (the Host header does): an address in figures cannot be pointed.
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        own_name = socket.gethostname().lower()
        self._app = app
        self._names = {"localhost", host.lower(), own_name, f"{own_name}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._allows(Headers(scope=scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()
        else:
            await PlainTextResponse("not for this host or origin\n", 403)(scope, receive, send)

    def _allows(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        if headers.get("origin") not in (None, f"http://{host}"):
            return False
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False


def make_app(simulated: SimulatedBody, host: str, language: Language) -> ASGIApp:
    """Return the page as an ASGI application for addresses, localhost, `host` and its own name."""
    pages = Pages(simulated, language)
    folder = resources.files("clock.simulator").joinpath("page")

    def file_route(path: str, name: str, media_type: str) -> Route:
        source = folder.joinpath(name).read_text(encoding="utf-8")

        async def answer(_request: Request) -> Response:
            content = translated(source, media_type, language())
            return Response(content, media_type=media_type, headers=_HEADERS)

        return Route(path, answer)

    files = [file_route(path, *file) for path, file in _FILES.items()]
    routes = [*files, WebSocketRoute("/body", pages.serve)]
    return _Guard(Starlette(routes=routes, lifespan=pages.watching), host)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family)
    except UnicodeError:
        problem: object = Message("this is no name of a machine")
    except OSError as error:
        problem = error.strerror or error
        if error.errno == errno.EADDRINUSE:
            raise Problem(
                "port {port} on {host} is taken; choose another with --port, or --port 0",
                port=port,
                host=host,
            ) from None
    raise Problem("port {port} on {host}: {problem}", port=port, host=host, problem=problem)


class PageServer:
    """Serves a simulated body's page from a thread of its own; port 0 takes a free one.

    The address is taken at once: raises Problem if it cannot be.
    """

    def __init__(
        self,
        simulated: SimulatedBody,
        host: str = "127.0.0.1",
        port: int = 0,
        language: Language = lambda: ENGLISH,
    ) -> None:
        self._socket = _listen(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            make_app(simulated, host, language),
            lifespan="on",
            log_config=None,
            log_level=logging.ERROR,
            access_log=False,
            server_header=False,
            ws_max_size=MESSAGE_BYTES_MAX,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
            # A frame is a kilobyte for this machine or this room: packing it only costs time.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACE_S,
        )
        self._server = uvicorn.Server(config)
        run = partial(self._server.run, sockets=[self._socket])
        self._thread = threading.Thread(target=run, name="page-server", daemon=True)

    @property
    def url(self) -> str:
        """The page's address for a browser on this machine."""
        anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
        host = anywhere.get(self.host, self.host)
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Close the pages, free the port and end the thread. Stopping twice is fine."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_WAIT_S)
        self._socket.close()
