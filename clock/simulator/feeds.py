"""The clock as data for other programs: `/state.json`, the events of `/events`, `/overlay`.

No header lets pages of other sites read them, and the guard refuses such requests: an unknown page
in a player's browser is not to read names and times from his network. Nothing is lost by that:
programs send no Origin, and OBS opens the overlay at this server's address.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from clock.simulator.followers import HEARTBEAT_S, admits
from clock.simulator.page_files import Language, file_routes
from clock.simulator.reading import ClockReading

_FILES = {
    "/overlay": ("overlay.html", "text/html"),
    "/overlay.css": ("overlay.css", "text/css"),
    "/overlay.js": ("overlay.js", "text/javascript"),
}


class Feed:
    """The readings of a clock, and those who listen to them.

    A slow listener skips readings, but is never behind; nobody waits for it.
    """

    def __init__(self, read: Callable[[], ClockReading]) -> None:
        """`read` reads the clock, in any thread."""
        self._read = read
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        """Set, and replaced by a new one, when the clock shows something else."""
        self._last: ClockReading | None = None
        self._listeners: list[str] = []
        """Their addresses."""
        self._ended = False

    def routes(self, language: Language, edition: Callable[[], str]) -> Iterator[Route]:
        """Yield the routes of the data, and of the overlay's files."""
        yield Route("/state.json", self._state)
        yield Route("/events", partial(self._events, edition))
        yield from file_routes(_FILES, language, edition)

    def note_turn(self) -> None:
        """Note that the clock may show something else. May be called in any thread; never waits."""
        if self._loop is not None and self._listeners:
            with suppress(RuntimeError):  # at the very end the loop is closed
                self._loop.call_soon_threadsafe(self._look)

    def end(self) -> None:
        """End all streams. May be called in any thread."""
        self._ended = True
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake)

    def _look(self) -> None:
        last, self._last = self._last, self._read()
        if not self._last.looks_like(last):
            self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def _state(self, _request: Request) -> Response:
        return Response(msgspec.json.encode(self._read()), media_type="application/json")

    async def _events(self, edition: Callable[[], str], request: Request) -> Response:
        """Stream the readings and, to an overlay that asks for it, the edition as well."""
        address = "" if request.client is None else request.client.host
        if not admits(address, self._listeners):
            return Response(status_code=503)
        self._loop = asyncio.get_running_loop()
        self._listeners.append(address)  # here, so that none of many at once slips in uncounted
        events = self._listen(edition if "edition" in request.query_params else None)
        return _Stream(events, partial(self._listeners.remove, address))

    async def _listen(self, edition: Callable[[], str] | None) -> AsyncIterator[bytes]:
        """Yield an event at once, at every change, and where nothing changes at every heartbeat."""
        self._look()
        while not self._ended:
            news = self._news
            if edition is not None:
                yield b"event: edition\ndata: %b\n\n" % edition().encode()
            yield b"data: %b\n\n" % msgspec.json.encode(self._last)
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await news.wait()
            except TimeoutError:
                self._look()


class _Stream(StreamingResponse):
    """A listener's events; `ends` is called when he is gone, even before the first."""

    def __init__(self, events: AsyncIterator[bytes], ends: Callable[[], None]) -> None:
        super().__init__(events, media_type="text/event-stream")
        self._ends = ends

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ends()
