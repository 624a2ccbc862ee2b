"""Ports of this machine for programs that cannot take a free one by themselves."""

import random
import socket
from contextlib import closing, suppress

BELOW_CONNECTIONS = range(20_000, 32_000)
"""The system takes ports for connections from above: none of these is taken between two steps."""


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port that nobody has."""
    for port in random.sample(BELOW_CONNECTIONS, len(BELOW_CONNECTIONS)):
        with closing(socket.socket()) as asking, suppress(OSError):
            asking.bind((host, port))
            return port
    raise AssertionError("no port is free")
