"""An address of this machine to serve pages on, by a name or in figures."""

import errno
import socket

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
            problem = Message("it is taken; choose another, or 0 for any that is free")
    raise Problem("port {port} on {host}: {problem}", port=port, host=host, problem=problem)
