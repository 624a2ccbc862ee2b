"""The names and addresses of this machine."""

import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress

_ASK_ADDRESS = 0x8915
"""Linux's SIOCGIFADDR."""
_INSIDE = ("lo", "docker", "br-", "veth", "virbr")
"""Networks within the machine begin so: nobody in the hall is there."""


def host_names() -> tuple[str, ...]:
    """Return the machine's name in multicast DNS, and its plain name."""
    host = socket.gethostname().lower()
    return f"{host}.local", host


def own_addresses() -> tuple[str, ...]:
    """Return the machine's current IPv4 address in every network."""
    return tuple(_addresses())


def _addresses() -> Iterator[str]:
    with suppress(ImportError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asked:
        from fcntl import ioctl

        for _, name in socket.if_nameindex():
            if not name.startswith(_INSIDE):
                with suppress(OSError):  # it is down, or has no address
                    named = struct.pack("256s", name.encode()[:15])
                    yield socket.inet_ntoa(ioctl(asked.fileno(), _ASK_ADDRESS, named)[20:24])
