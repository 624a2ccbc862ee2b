"""A server's port, and its end."""

import asyncio
import socket
from contextlib import closing
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from clock.web.visitors import Server, listen
from tests.web.conftest import LIMITS


def test_pages_are_served_on_an_address_of_either_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []  # not every machine has IPv6

    def create_server(address: object, family: int) -> socket.socket:
        asked.append((address, family))
        return socket.socket()

    monkeypatch.setattr(socket, "create_server", create_server)
    for host in ("127.0.0.1", "::1"):
        listen(host, 8443, LIMITS).close()
    assert asked == [(("127.0.0.1", 8443), socket.AF_INET), (("::1", 8443), socket.AF_INET6)]


def test_a_connection_that_comes_as_the_server_ends_is_closed() -> None:
    late: list[H11Protocol] = []

    class Late(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            late.append(self)
            server.should_exit = True

        def shutdown(self) -> None:
            """The server does not know of this one yet."""

    with closing(listen("127.0.0.1", 0, LIMITS)) as listening:
        port = listening.getsockname()[1]
        server = Server(uvicorn.Config(Mock(), http=Late, timeout_graceful_shutdown=1))
        with closing(socket.create_connection(("127.0.0.1", port))):
            asyncio.run(server.serve([listening]))
    assert [each.transport.is_closing() for each in late] == [True]
