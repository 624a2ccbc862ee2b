"""Which referees' desk a clock is linked to: a table of the configuration."""

import re
from socket import AF_INET6, inet_pton

import msgspec

from clock.rules.message import Message

PORT, PORT_END = 8883, 65536
ADDRESS = re.compile(r"([\w.-]+|\[[\da-fA-F:.%]+\])(?::(\d{1,5}))?", re.ASCII)
"""A host, one of IPv6 in brackets, and a port."""
URL_MAX = 200
NAME = r"^[a-z0-9][a-z0-9-]{0,39}$"
"""Of an event, a clock or a command: it is part of a topic."""


class DeskTable(msgspec.Struct, frozen=True):
    """The desk's broker, and who the clock is there; without an address there is no link."""

    address: str | None = None
    """A host, or host:port."""
    event: str = ""
    clock: str = ""
    """Its name at the event, and its user at the broker; empty: it asks `page` for it."""
    page: str = ""
    """The desk's page, as https://host:port."""
    password_file: str = "/etc/clapper/desk.password"
    ca_file: str = "/etc/clapper/desk-ca.pem"
    """The authority of the event or its club, which alone is trusted."""
    addresses_file: str = "/etc/clapper/desk-addresses.txt"
    """Further addresses of the desk, a line each; it may be missing."""

    @property
    def host(self) -> str:
        """The host of the address; "" if it is no address."""
        return self._parts[0].strip("[]")

    @property
    def port(self) -> int:
        """The port of the address, from 1 to 65535; 0 if there is none such."""
        port = self._parts[1] or str(PORT)
        return int(port) if int(port) < PORT_END else 0

    @property
    def _parts(self) -> tuple[str, str]:
        match = ADDRESS.fullmatch(self.address or "")
        if match is None or not _is_host(match[1]):
            return "", ""
        return match[1], match[2] or ""


def is_url(text: str, scheme: str) -> bool:
    """Return whether a text is scheme://host or scheme://host:port."""
    begins, _, address = text.removesuffix("/").partition("://")
    url = DeskTable(address)
    return begins.lower() == scheme and bool(url.host and url.port) and len(text) <= URL_MAX


def name_problem(name: str) -> Message | None:
    """Return why a name cannot be that of an event or a clock; None if it can."""
    if re.fullmatch(NAME, name) is not None:
        return None
    expected = "expected 1 to 40 characters from a-z, 0-9 and -, got {name}"
    return Message(expected, name=repr(name))


def _is_host(text: str) -> bool:
    """Return whether what is in brackets is an address of IPv6; names are the network's matter."""
    try:
        return text[0] != "[" or bool(inet_pton(AF_INET6, text[1:-1].partition("%")[0]))
    except OSError:
        return False
