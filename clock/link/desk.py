"""Which referees' desk a clock is linked to: a table of the configuration."""

import re

import msgspec

PORT, PORT_END = 8883, 65536
ADDRESS = re.compile(r"([\w.-]+|\[[\da-fA-F:.%]+\])(?::(\d{1,5}))?", re.ASCII)
"""A host, one of IPv6 in brackets, and a port."""
PAGE_MAX = 200
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
    """The event's own authority, which alone is trusted."""

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
        return ("", "") if match is None else (match[1], match[2] or "")


def is_page(text: str, scheme: str = "https") -> bool:
    """Return whether a text is https://host or https://host:port."""
    begins, _, address = text.removesuffix("/").partition("://")
    page = DeskTable(address)
    return begins == scheme and bool(page.host and page.port) and len(text) <= PAGE_MAX


def is_name(text: str) -> bool:
    """Return whether an event or a clock may be called so."""
    return re.fullmatch(NAME, text) is not None
