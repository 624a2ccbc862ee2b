"""The server of the simulated body's page: its files, and a report."""

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Self

import segno
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from clock.simulator.app_files import app_routes
from clock.simulator.feeds import Feed
from clock.simulator.moment import Moment
from clock.simulator.open_pages import About, OpenPages
from clock.simulator.page_files import build, file_routes
from clock.simulator.report import GameToReport, report_page
from clock.simulator.simulated_body import SimulatedBody
from clock.simulator.time_sheet import TimeSheet
from clock.web.guard import REPORT_POLICY, Guard
from clock.web.languages import reader_language
from clock.web.visitors import Limits, Server, configure, listen

LIMITS = Limits(of_all=64, of_one=32, backlog=16)
MESSAGE_BYTES_MAX = 512
"""A longer message from a page ends its connection."""
PING_S = 5.0
"""How often a page is pinged, and how long it has to answer."""
STOP_WAIT_S = 5.0
GRACE_S = 1
"""How long pages have to close when the server stops."""

_FILES = {
    "/": ("index.html", "text/html"),
    "/style.css": ("style.css", "text/css"),
    "/halves.css": ("halves.css", "text/css"),
    "/edition.js": ("edition.js", "text/javascript"),
    "/choices.js": ("choices.js", "text/javascript"),
    "/fingers.js": ("fingers.js", "text/javascript"),
    "/layout.js": ("layout.js", "text/javascript"),
    "/time.js": ("time.js", "text/javascript"),
    "/time.css": ("time.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/glass.js": ("glass.js", "text/javascript"),
    "/app.js": ("app.js", "text/javascript"),
    "/signals.js": ("signals.js", "text/javascript"),
    "/aids.js": ("aids.js", "text/javascript"),
    "/typed.js": ("typed.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_PAGE_POLICY = (
    "script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'none'"
)


def _phone_url(address: str, port: int) -> str:
    """Return the URL at which a phone can reach a server on `address`, or "" if it cannot."""
    ip = ipaddress.ip_address(_own_address() if address == "0.0.0.0" else address)
    if ip.is_loopback or ip.is_unspecified:
        return ""
    return _url(str(ip), port)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address() -> str:
    """Return this machine's address on its network: the source of a route to a test address."""
    with socket.socket(type=socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # UDP: connecting sends nothing
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


class PageServer:
    """Serves a simulated body's page from its own thread; port 0 picks a free port.

    `language` returns the page's language, "" for each browser's own; `game_to_report` the game
    of its report, `moment` the times and the turn; `sheet` sets the clock. The address is bound on
    construction; raises Problem if that fails.
    """

    def __init__(
        self,
        simulated: SimulatedBody,
        host: str = "127.0.0.1",
        port: int = 0,
        language: Callable[[], str] = lambda: "",
        game_to_report: Callable[[], GameToReport | None] = lambda: None,
        *,
        feed: Feed | None = None,
        moment: Callable[[], Moment | None] = lambda: None,
        sheet: TimeSheet | None = None,
    ) -> None:
        self._simulated, self._language, self._feed = simulated, language, feed
        self._game_to_report = game_to_report
        self._moment = moment
        self._sheet = sheet
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
            # Frames are about a kilobyte and stay in this room: compressing them only costs time.
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
        if self._feed is not None:
            self._feed.end()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_WAIT_S)
        self._door.close()

    def _app(self) -> ASGIApp:
        """Return the application, which answers only to addresses and names of this machine."""
        pages = OpenPages(self._simulated, self._about, self._moment)
        routes = [
            *file_routes(_FILES, self._reader_language, self._edition),
            *app_routes(_FILES, self._reader_language, self._edition),
            *(self._feed.routes(self._reader_language, self._edition) if self._feed else ()),
            Route("/phone.svg", self._qr_code),
            Route("/report", self._report),
            WebSocketRoute("/body", pages.serve),
            *(self._sheet.routes(self._reader_language) if self._sheet else ()),
        ]
        return Guard(Starlette(routes=routes, lifespan=pages.watching), [self.host], _PAGE_POLICY)

    def _about(self) -> About:
        sheet, report = self._sheet, self._game_to_report() is not None
        open_ = sheet is not None and sheet.is_open
        follows = sheet is not None and sheet.may_follow
        return About(self._edition(), self.phone_url, report, open_, follows)

    def _edition(self) -> str:
        return f"{build()}-{self._language()}"

    def _reader_language(self, request: HTTPConnection) -> str:
        return self._language() or reader_language(request)

    async def _qr_code(self, _request: Request) -> Response:
        """The page's address as a QR code for a phone's camera."""
        picture = BytesIO()
        segno.make(self.phone_url or self.url, micro=False).save(
            picture, kind="svg", xmldecl=False, omitsize=True, light="#fff"
        )
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def _report(self, request: Request) -> Response:
        """Send the report. A thread builds it, so that touches are handled meanwhile."""
        async with self._reporting:
            game = self._game_to_report()
            if game is None:
                return PlainTextResponse("no game has stopped or finished\n", 404)
            content = await asyncio.to_thread(report_page, game, self._reader_language(request))
        headers = {"Content-Security-Policy": REPORT_POLICY}
        return Response(content, media_type="text/html", headers=headers)
