"""The twin's server: the page, and one WebSocket for each page that is open.

A page gets the whole picture when it connects and afterwards what has changed, as soon as it has.
What changes while a page is still busy with the message before goes out as it is then, not as it
was: a slow page skips pictures and is never behind. From a page come touches, in their order.
"""

import asyncio
import contextlib
import errno
import ipaddress
import logging
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
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

from clock.simulator.body import Twin
from clock.simulator.panel import Change, Sounder
from clock.simulator.words import PageWords, spoken
from hal.ports import LampName, Line, ScreenName

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8080
PORT_MAX = 65535
PAGES_MAX = 16
"""Pages that may be open at once; one more is refused and tries again by itself."""
MESSAGE_BYTES_MAX = 512
"""A longer message from a page ends its connection."""
HEARTBEAT_S = 4.0
"""A page hears something at least this often, so that it can tell a dead line from a calm game."""
PING_S = 5.0
"""How often a page is asked whether it lives, and how long it has to answer."""
STOP_WAIT_S = 5.0
GRACE_S = 1
"""How long pages have to take leave when the server stops."""

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


class CannotListen(Exception):
    """The server cannot have the address it was given; the message is one line for the user."""


class Touch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page says: a finger came down on a line, or went up from it."""

    line: Line
    down: bool


class ScreenNews(msgspec.Struct, frozen=True):
    """A display as it is: its `Picture`, the bits in base64."""

    width: int
    height: int
    bits: bytes
    sentence: str
    light: float


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a page is told: everything at first, then what has changed; empty as a heartbeat."""

    screens: dict[ScreenName, ScreenNews] = {}
    lamps: dict[LampName, bool] = {}
    lines: dict[Line, bool] = {}
    tone_hz: int | msgspec.UnsetType = msgspec.UNSET
    """What the buzzer plays; 0 for silence."""
    loudness: float | msgspec.UnsetType = msgspec.UNSET
    """How strong the tone is, from 0 to 1."""
    language: str = ""
    """The page's language, at first and when it has become another: the page is fetched anew."""


def news(twin: Twin, changes: set[Change]) -> News:
    """What a page must be told of these changes: each thing as it is now."""
    now = twin.snapshot()
    return News(
        screens={
            name: ScreenNews(*picture) for name, picture in now.screens.items() if name in changes
        },
        lamps={name: lit for name, lit in now.lamps.items() if name in changes},
        lines={line: down for line, down in now.lines.items() if line in changes},
        tone_hz=now.tone_hz if Sounder.BUZZER in changes else msgspec.UNSET,
        loudness=now.loudness if Sounder.BUZZER in changes else msgspec.UNSET,
    )


class _Page:
    """One open page: what it has yet to be told, and where its fingers are."""

    def __init__(self, twin: Twin, web_socket: WebSocket, words: Callable[[], PageWords]) -> None:
        self._twin = twin
        self._web_socket = web_socket
        self._words = words
        self._changes: set[Change] = twin.snapshot().parts
        self._changed = asyncio.Event()
        self._changed.set()
        self.holds: set[Line] = set()

    def tell(self, change: Change) -> None:
        """Remember that the page must hear of this."""
        self._changes.add(change)
        self._changed.set()

    async def send_news(self) -> None:
        """Send what has changed, for as long as the page is there."""
        encoder = msgspec.json.Encoder()
        spoken_there = ""
        # Starlette and uvicorn each have their own error for a line that is already closed.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), HEARTBEAT_S)
                self._changed.clear()
                changes, self._changes = self._changes, set()
                told, language = news(self._twin, changes), self._words().language
                if language != spoken_there:
                    told = msgspec.structs.replace(told, language=language)
                    spoken_there = language
                await self._web_socket.send_text(encoder.encode(told).decode())


class Pages:
    """All open pages. Lives on the server's event loop, hears of changes from any thread."""

    def __init__(self, twin: Twin, words: Callable[[], PageWords]) -> None:
        self._twin = twin
        self._words = words
        self._lines = twin.snapshot().lines.keys()
        self._pages: set[_Page] = set()
        self._decoder = msgspec.json.Decoder(Touch)

    @contextlib.contextmanager
    def watching(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Pass the twin's changes on to the pages, on `loop`."""

        def changed(change: Change) -> None:
            # A change at the very end finds the loop closed, and no page to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._tell, change)

        unwatch = self._twin.watch(changed)
        try:
            yield
        finally:
            unwatch()

    def _tell(self, change: Change) -> None:
        for page in self._pages:
            page.tell(change)

    async def serve(self, web_socket: WebSocket) -> None:
        """Talk to one page until it goes."""
        if len(self._pages) >= PAGES_MAX:
            await web_socket.close()
            return
        await web_socket.accept()
        page = _Page(self._twin, web_socket, self._words)
        self._pages.add(page)
        sender = asyncio.create_task(page.send_news())
        try:
            while (message := await web_socket.receive())["type"] == "websocket.receive":
                self._take(page, message.get("text"))
        finally:
            self._pages.discard(page)
            for line in tuple(page.holds):
                self._release(page, line)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    def _take(self, page: _Page, text: str | None) -> None:
        try:
            touch = self._decoder.decode(text or "")
        except msgspec.DecodeError:
            return
        if touch.line not in self._lines:
            return
        if touch.down:
            page.holds.add(touch.line)
            self._twin.press(touch.line)
        else:
            self._release(page, touch.line)

    def _release(self, page: _Page, line: Line) -> None:
        """Take this page's finger off; a plunger that another page holds stays down."""
        page.holds.discard(line)
        if not any(line in other.holds for other in self._pages):
            self._twin.release(line)


class _Guard:
    """Lets in only who was addressed by this clock's own name, from this clock's own page.

    A foreign page could open a WebSocket to the loopback address (its Origin betrays it) or point
    a name of its own there (the Host header does): an address in figures cannot be pointed.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._allows(Headers(scope=scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()
        else:
            await PlainTextResponse("not for this host or origin\n", 403)(scope, receive, send)

    def _allows(self, headers: Headers) -> bool:
        host = headers.get("host", "")
        origin = headers.get("origin")
        return self._is_own_name(host) and (origin is None or origin == f"http://{host}")

    def _is_own_name(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(name)
            return True
        return False


def make_app(
    twin: Twin, host: str = DEFAULT_HOST, words: Callable[[], PageWords] = PageWords
) -> ASGIApp:
    """The twin as an ASGI application; it answers to addresses, localhost, `host` and its name.

    `words` is asked for whenever a page is fetched, and whenever one is told something.
    """
    pages = Pages(twin, words)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        with pages.watching(asyncio.get_running_loop()):
            yield

    routes: list[Route | WebSocketRoute] = [
        Route(path, _file(name, media_type, words)) for path, (name, media_type) in _FILES.items()
    ]
    routes.append(WebSocketRoute("/body", pages.serve))
    own_name = socket.gethostname().lower()
    names = frozenset({"localhost", host.lower(), own_name, f"{own_name}.local"})
    return _Guard(Starlette(routes=routes, lifespan=lifespan), names)


def _file(
    name: str, media_type: str, words: Callable[[], PageWords]
) -> Callable[[Request], Awaitable[Response]]:
    source = resources.files("clock.simulator").joinpath("page", name).read_text(encoding="utf-8")

    async def answer(_request: Request) -> Response:
        content = spoken(source, media_type, words())
        return Response(content, media_type=media_type, headers=_HEADERS)

    return answer


def _listen(host: str, port: int) -> socket.socket:
    if port not in range(PORT_MAX + 1):
        raise CannotListen(f"port {port} on {host}: a port is 0 to {PORT_MAX}")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family)
    except UnicodeError:
        raise CannotListen(f"port {port} on {host}: this is no name of a machine") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotListen(f"port {port} on {host} is taken") from None
        raise CannotListen(f"port {port} on {host}: {error.strerror or error}") from None


class TwinServer:
    """Serves a twin from a thread of its own; port 0 takes a free one.

    The address is taken at once: raises `CannotListen` with one line that says why it cannot be.
    """

    def __init__(
        self,
        twin: Twin,
        host: str = DEFAULT_HOST,
        port: int = DEFAULT_PORT,
        words: Callable[[], PageWords] = PageWords,
    ) -> None:
        self._socket = _listen(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            make_app(twin, host, words),
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
        self._thread = threading.Thread(target=self._run, name="twin-server", daemon=True)

    @property
    def url(self) -> str:
        """The page's address for a browser on this machine."""
        anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
        host = anywhere.get(self.host, self.host)
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    def start(self) -> str:
        """Start to serve and return the page's address; pages that come early wait. Once."""
        self._thread.start()
        return self.url

    def stop(self) -> None:
        """Take leave of the pages, free the port and end the thread. Stopping twice is fine."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_WAIT_S)
        self._socket.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])
