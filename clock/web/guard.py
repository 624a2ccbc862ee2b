"""The guard of both servers: which hosts and origins are let in, and what every answer forbids."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

_NOTHING = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
_SCHEMES = {"ws": "http", "wss": "https"}
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def policy(allowed: str) -> str:
    """Return a content security policy that allows nothing else."""
    return _NOTHING + allowed


REPORT_POLICY = policy("style-src 'unsafe-inline'; form-action 'none'")
"""Of a game's report: one file, with its style in it."""


class Guard:
    """Lets in only requests to this machine's own names, from this server's own pages.

    A foreign page could send a request to this machine (its Origin betrays it) or point a name of
    its own here (the Host header does): an address in figures cannot be pointed.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], allowed: str, shared: str = "") -> None:
        """`names` are the server's besides the machine's own; pages may do what is `allowed`.

        Pages from anywhere may read below the path `shared`, which therefore asks for a key in the
        address, and never looks at a cookie.
        """
        self._shared = shared
        own_name = socket.gethostname().lower()
        self._app, self._policy = app, policy(allowed)
        self._names = {"localhost", own_name, f"{own_name}.local", *map(str.lower, names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", self._policy)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        is_shared = bool(self._shared) and scope["path"].startswith(self._shared)
        is_read = is_shared and scope.get("method") == "GET"
        if self._allows(Headers(scope=scope), scope["scheme"], from_anywhere=is_read):
            await self._app(scope, receive, send_guarded)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()
        else:
            answer = PlainTextResponse("not for this host or origin\n", 403)
            await answer(scope, receive, send_guarded)

    def _allows(self, headers: Headers, scheme: str, *, from_anywhere: bool) -> bool:
        host = headers.get("host", "")
        own = f"{_SCHEMES.get(scheme, scheme)}://{host}"
        if headers.get("origin") not in (None, own) and not from_anywhere:
            return False
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False
