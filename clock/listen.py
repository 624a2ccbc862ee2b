"""What serves pages: an address of this machine, and a server that leaves nothing open."""

import asyncio
import errno
import socket

import uvicorn

from clock.rules.message import Message, Problem


def listen(host: str, port: int) -> socket.socket:
    """Listen, without a host everywhere, with port 0 on a free one. Raises Problem."""
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, address = found[0]
        return socket.create_server((str(address[0]), port), family=family)
    except UnicodeError:
        problem: object = Message("unknown host name")
    except OSError as error:
        problem = error.strerror or error
        if error.errno == errno.EADDRINUSE:
            taken = "it is taken; choose another with --port, or any that is free with --port 0"
            problem = Message(taken)
    raise Problem("port {port} on {host}: {problem}", port=port, host=host, problem=problem)


class Server(uvicorn.Server):
    """Closes every connection as it ends, also one that was accepted meanwhile."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        for connection in self.server_state.connections:
            connection.transport.abort()
        await asyncio.sleep(0)  # which closes them
