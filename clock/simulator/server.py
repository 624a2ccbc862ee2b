"""The server of the simulated body's page: its files, and the last game's report."""

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from importlib import resources
from io import BytesIO
from typing import Self

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from clock.game.names import NAMELESS, Names
from clock.game.timeline import Timeline
from clock.simulator.open_pages import About, OpenPages
from clock.simulator.page_texts import translate_page
from clock.simulator.report import report_page
from clock.simulator.simulated_body import SimulatedBody
from clock.text.language import ENGLISH
from clock.web.guard import REPORT_POLICY, Guard
from clock.web.visitors import Limits, Server, configure, listen

LIMITS = Limits(of_all=64, of_one=32, backlog=16)
MESSAGE_BYTES_MAX = 512
"""A longer message from a page ends its connection."""
PING_S = 5.0
"""How often a page is asked whether it lives, and how long it has to answer."""
STOP_WAIT_S = 5.0
GRACE_S = 1
"""How long pages have to close when the server stops."""

_FILES = {
    "/": ("index.html", "text/html"),
    "/style.css": ("style.css", "text/css"),
    "/fingers.js": ("fingers.js", "text/javascript"),
    "/page.js": ("page.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_ALLOWED = (
    "script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'"
)


def _phone_url(address: str, port: int) -> str:
    """Return where a phone finds a server that listens on an address; "" where it cannot."""
    ip = ipaddress.ip_address(_own_address() if address == "0.0.0.0" else address)
    if ip.is_loopback or ip.is_unspecified:
        return ""
    return _url(str(ip), port)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address() -> str:
    """Return this machine's address in its network, by the way to an address that nobody has."""
    with socket.socket(type=socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # which sends nothing
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


class PageServer:
    """Serves a simulated body's page from a thread of its own; port 0 takes a free one.

    `over` returns the last game that is over, `names_of` what it is called. The address is taken at
    once: raises Problem if it cannot be.
    """

    def __init__(
        self,
        simulated: SimulatedBody,
        host: str = "127.0.0.1",
        port: int = 0,
        language: Callable[[], str] = lambda: ENGLISH,
        over: Callable[[], Timeline | None] = lambda: None,
        names_of: Callable[[Timeline], Names] = lambda _: NAMELESS,
    ) -> None:
        self._simulated, self._language = simulated, language
        self._over, self._names_of = over, names_of
        self._door = listen(host, port, LIMITS)
        self.host = host
        address, self.port = self._door.getsockname()[:2]
        self.phone_url = _phone_url(address, self.port)
        self._reporting = asyncio.Lock()
        config = configure(
            self._app(),
            self._door,
            lifespan="on",
            ws_max_size=MESSAGE_BYTES_MAX,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
            # A frame is a kilobyte for this machine or this room: packing it only costs time.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACE_S,
        )
        self._server = Server(config)
        run = partial(self._server.run, sockets=[self._door])
        self._thread = threading.Thread(target=run, name="page-server", daemon=True)

    @property
    def url(self) -> str:
        """The page's address for a browser on this machine."""
        anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
        return _url(anywhere.get(self.host, self.host), self.port)

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
        self._door.close()

    def _app(self) -> ASGIApp:
        """Return the page as an ASGI application for addresses, localhost and the host's names."""
        pages = OpenPages(self._simulated, self._about)
        routes = [
            *(Route(path, self._file(*file)) for path, file in _FILES.items()),
            Route("/phone.svg", self._code),
            Route("/report", self._report),
            WebSocketRoute("/body", pages.serve),
        ]
        return Guard(Starlette(routes=routes, lifespan=pages.watching), [self.host], _ALLOWED)

    def _about(self) -> About:
        return About(self._language(), self.phone_url, self._over() is not None)

    def _file(self, name: str, media_type: str) -> Callable[[Request], Awaitable[Response]]:
        folder = resources.files("clock.simulator").joinpath("page")
        source = folder.joinpath(name).read_text(encoding="utf-8")

        async def answer(_request: Request) -> Response:
            content = translate_page(source, media_type, self._language())
            return Response(content, media_type=media_type)

        return answer

    async def _code(self, _request: Request) -> Response:
        """The page's address as a QR code, for a phone's camera."""
        picture = BytesIO()
        segno.make(self.phone_url or self.url, micro=False).save(
            picture, kind="svg", xmldecl=False, omitsize=True, light="#fff"
        )
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def _report(self, _request: Request) -> Response:
        """The last game's report, made by one thread at a time: touches do not wait for it."""
        async with self._reporting:
            game = self._over()
            if game is None:
                return PlainTextResponse("no game is over\n", 404)
            content = await asyncio.to_thread(
                report_page, game, self._language(), self._names_of(game)
            )
        headers = {"Content-Security-Policy": REPORT_POLICY}
        return Response(content, media_type="text/html", headers=headers)
