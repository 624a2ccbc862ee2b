"""A server of pages: its port, how many visitors it has and for how long, and its end."""

import asyncio
import errno
import logging
import socket
from asyncio import Transport
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from clock.rules.message import Message, Problem

HEAD_S = 10.0
"""Seconds for TLS, and for the head of each request; a slow network needs one or two."""
BODY_S = 60.0
"""Seconds for the body of a request: 4 MB at the pace of a poor wireless network."""
_STAGES_S = {h11.IDLE: HEAD_S, h11.SEND_BODY: BODY_S}
"""An answer may take as long as it likes: a page's stream has no end."""
STUCK_S = 60.0
"""Seconds for a visitor to take what waits for him."""


class Limits(NamedTuple):
    """How many connections a server has open at once."""

    of_all: int
    """Well below the 1,024 files that a process may have open."""
    of_one: int
    """From one address, so that nobody keeps all others out; a browser opens six, and its pages."""
    backlog: int
    """Connections that may wait to be accepted."""


def has_room(hosts: Sequence[str | None], host: str | None, of_all: int, of_one: int) -> bool:
    """Return whether one more may come from a host, beside those that are there."""
    return len(hosts) < of_all and hosts.count(host) < of_one


class Door(socket.socket):
    """A listening socket that turns away whoever is one too many.

    It does so as it accepts: a connection that never gets as far as TLS takes a file as well.
    """

    def __init__(self, listening: socket.socket, limits: Limits) -> None:
        super().__init__(fileno=listening.detach())
        self.limits = limits
        self._inside: dict[socket.socket, str] = {}
        self._waits: dict[int, asyncio.TimerHandle] = {}
        """By file: when a visitor is cut off whose TLS is not done."""

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. Raises ConnectionAbortedError for one too many."""
        visitor, address = super().accept()
        self._inside = {each: host for each, host in self._inside.items() if each.fileno() >= 0}
        hosts = [*self._inside.values()]
        if not has_room(hosts, address[0], self.limits.of_all, self.limits.of_one):
            visitor.close()
            raise ConnectionAbortedError  # asyncio goes on as if the visitor had gone by himself
        self._inside[visitor] = address[0]
        cut_off = asyncio.get_running_loop().call_later(HEAD_S, _cut_off, visitor)
        self._waits[visitor.fileno()] = cut_off
        return visitor, address

    def welcome(self, transport: Transport) -> None:
        """Note that a visitor's TLS is done."""
        if (wait := self._waits.pop(transport.get_extra_info("socket").fileno(), None)) is not None:
            wait.cancel()


class _Visit(H11Protocol):
    """A connection. Each stage of a request has its time; who takes longer is cut off."""

    def __init__(self, door: Door, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._door = door
        self._stage: object = None
        self._end: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._door.welcome(transport)
        self._time()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._set_end(None)
        self.resume_writing()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(STUCK_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()

    def handle_events(self) -> None:
        super().handle_events()
        self._time()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._time()

    def _time(self) -> None:
        """Set the time limit of the request's stage, when the stage has changed."""
        stage = self.conn.their_state
        if self.transport.get_protocol() is not self:  # a web socket, which is pinged
            self._set_end(None)
        elif stage is not self._stage:
            self._stage = stage
            self._set_end(_STAGES_S.get(stage))

    def _set_end(self, seconds: float | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = None
        if seconds is not None:
            self._end = self.loop.call_later(seconds, self.transport.abort)


class Server(uvicorn.Server):
    """Closes every connection at its end, also those accepted meanwhile; waits for none stuck."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for connection in self.server_state.connections:
            if isinstance(connection, _Visit) and connection.flow.write_paused:
                connection.transport.abort()
        await super().shutdown(sockets)
        for connection in self.server_state.connections:
            connection.transport.abort()
        await asyncio.sleep(0)  # which closes them


def listen(host: str, port: int, limits: Limits) -> Door:
    """Listen, without a host everywhere, with port 0 on a free one. Raises Problem."""
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, address = found[0]
        return Door(socket.create_server((str(address[0]), port), family=family), limits)
    except UnicodeError:
        problem: object = Message("unknown host name")
    except OSError as error:
        problem = error.strerror or error
        if error.errno == errno.EADDRINUSE:
            problem = Message(
                "it is taken; choose another with --port or make PORT=; 0 takes any that is free"
            )
    raise Problem("port {port} on {host}: {problem}", port=port, host=host, problem=problem)


def configure(app: ASGIApp | Callable[..., Any], door: Door, **options: Any) -> uvicorn.Config:
    """Return what a server of pages needs; `options` are uvicorn's, such as a certificate."""
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    return uvicorn.Config(
        app,
        http=partial(_Visit, door),  # type: ignore[arg-type]
        loop="asyncio",  # another one accepts connections without asking the door
        backlog=door.limits.backlog,
        log_config=None,
        log_level=logging.ERROR,
        access_log=False,
        server_header=False,
        **options,
    )


def _cut_off(visitor: socket.socket) -> None:
    with suppress(OSError):  # he has gone
        visitor.shutdown(socket.SHUT_RDWR)


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether a record is worth a traceback; a page's text that is no UTF-8 is not."""
    return record.exc_info is None or not isinstance(record.exc_info[1], UnicodeDecodeError)
