"""The open pages: send them the body's changes, and take their touches.

A page receives the whole body when it connects, then every changed part in its present state: a
slow page skips pictures, but is never behind. Touches are taken in their order.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable

import msgspec
from starlette.applications import Starlette
from starlette.websockets import WebSocket, WebSocketDisconnect

from clock.simulator.followers import HEARTBEAT_S, admits
from clock.simulator.front_panel import PanelPart
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import Line

FACTS_FOLLOW_S = 0.1
"""How long after a change of the body the facts may still change, as the station's turn ends."""


class Touch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page's message: a line was pressed or released."""

    line: Line
    down: bool


class About(msgspec.Struct, frozen=True):
    """What a page has to know besides the body and the times."""

    edition: str
    """The page's: of another one than its own, it loads itself again."""
    phone: str
    """The page's address for a phone; "" if a phone cannot reach it."""
    report: bool
    """Whether there is a report: in a stop and after a game."""
    sets: bool = False
    """Whether the clock can be set, because no game is in progress."""
    follows: bool = False
    """Whether the next game may begin."""


PageFact = Callable[[], msgspec.Struct | None]
"""What a page is sent besides the body, at first and after every change; None: nothing."""


class OpenPage:
    """An open page: the lines it holds down, and the changes not sent yet."""

    def __init__(
        self, simulated: SimulatedBody, web_socket: WebSocket, facts: Iterable[PageFact]
    ) -> None:
        self.held: set[Line] = set()
        self.address = web_socket.client and web_socket.client.host
        self._panel = simulated.panel
        self._web_socket = web_socket
        self._facts = facts
        self._parts = set(self._panel.parts)
        self._changed = asyncio.Event()
        self._changed.set()

    def add(self, part: PanelPart) -> None:
        """Note that a part has changed."""
        self._parts.add(part)
        self._changed.set()

    async def send_changes(self) -> None:
        """Send changes until the page is closed."""
        known: dict[PageFact, msgspec.Struct | None] = {}
        pause_s = HEARTBEAT_S
        # For a closed connection Starlette and uvicorn raise different errors.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause_s):
                        await self._changed.wait()
                pause_s = FACTS_FOLLOW_S if self._changed.is_set() else HEARTBEAT_S
                self._changed.clear()
                for fact in self._facts:
                    news = fact()
                    if news is not None and news != known.get(fact):
                        known[fact] = news
                        await self._send(news)
                parts, self._parts = self._parts, set()
                await self._send(self._panel.snapshot(parts))

    async def _send(self, message: msgspec.Struct) -> None:
        await self._web_socket.send_text(msgspec.json.encode(message).decode())


class OpenPages:
    """All open pages. To be used on the server's event loop."""

    def __init__(self, simulated: SimulatedBody, *facts: PageFact) -> None:
        self._simulated = simulated
        self._facts = facts
        self._pages: set[OpenPage] = set()

    @contextlib.asynccontextmanager
    async def watching(self, _app: Starlette) -> AsyncIterator[None]:
        """Pass the body's changes to the pages while the server runs."""
        loop = asyncio.get_running_loop()

        def changed(part: PanelPart) -> None:
            # At the very end the loop is closed, and so are the pages.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._add, part)

        self._simulated.panel.watcher = changed
        yield

    def _add(self, part: PanelPart) -> None:
        for page in self._pages:
            page.add(part)

    async def serve(self, web_socket: WebSocket) -> None:
        """Serve a page until it is closed."""
        page = OpenPage(self._simulated, web_socket, self._facts)
        if not admits(page.address, [other.address for other in self._pages]):
            await web_socket.close()
            return
        self._pages.add(page)
        await web_socket.accept()
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

    def _receive(self, page: OpenPage, text: str | None) -> None:
        try:
            touch = msgspec.json.decode(text or "", type=Touch)
        except msgspec.DecodeError:
            return
        if touch.line not in self._simulated.panel.parts:
            return
        if touch.down:
            page.held.add(touch.line)
            # A further finger presses a plunger on which another rests: that is let go first.
            self._simulated.plungers.release(touch.line)
            self._simulated.plungers.press(touch.line)
        else:
            self._release(page, touch.line)

    def _release(self, page: OpenPage, line: Line) -> None:
        """Release a page's line, unless another page still holds it."""
        page.held.discard(line)
        if not any(line in other.held for other in self._pages):
            self._simulated.plungers.release(line)
