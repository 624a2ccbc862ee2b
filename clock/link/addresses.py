"""A desk's address, and further addresses in a file that is read anew at every attempt.

The file may be replaced while the clock runs, and no mistake in it keeps a clock from starting.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from msgspec.structs import replace

from clock.files import UnreadableFile, read_file
from clock.link.desk_table import ADDRESS, DeskTable

ADDRESSES_MAX = 6
"""So many are tried in turn: one that does not answer takes seconds."""
ADDRESSES_BYTES_MAX = 4_000


class Places:
    """The addresses of a desk in the order in which they are tried, the last good one first."""

    def __init__(self, desk: DeskTable) -> None:
        self._desk, self._good = desk, desk.address

    def in_turn(self) -> tuple[DeskTable, ...]:
        """Return the desk at each of its addresses, of which there is at least one."""
        found = dict[str, str]()
        for address in _addresses(self._desk):
            found.setdefault(_with_port(address, self._desk), address)
        addresses = sorted(found.values(), key=lambda each: each != self._good)
        return tuple(_at(self._desk, address) for address in addresses[:ADDRESSES_MAX])

    def found(self, desk: DeskTable) -> None:
        """Try this address first from now on."""
        self._good = desk.address


def lines_without_address(desk: DeskTable) -> tuple[str, ...]:
    """Return the lines of the file that are none."""
    return tuple(line for line in _lines(desk) if not _with_port(line, desk))


def _addresses(desk: DeskTable) -> Iterator[str]:
    if desk.address is not None:
        yield desk.address
    yield from filter(None, (_with_port(line, desk) for line in _lines(desk)))


def _lines(desk: DeskTable) -> Iterator[str]:
    """The lines of the file, without remarks."""
    with suppress(OSError, UnreadableFile):
        content = read_file(Path(desk.addresses_file), ADDRESSES_BYTES_MAX)
        for line in content.decode("utf-8-sig", "replace").splitlines():
            if text := line.partition("#")[0].strip():
                yield text


def _with_port(line: str, desk: DeskTable) -> str:
    """A line's address with a port, by default the desk's; empty if it is none."""
    match, named = ADDRESS.fullmatch(line), DeskTable(line)
    if match is None or not named.host or not named.port:
        return ""
    return f"{_bracketed(named.host)}:{named.port if match[2] else desk.port}"


def _at(desk: DeskTable, address: str) -> DeskTable:
    """The desk at an address: its broker and its page are on the same machine."""
    if address == desk.address:
        return desk
    moved = replace(desk, address=address)
    if not desk.page or not moved.host:
        return moved
    port = urlsplit(desk.page).port
    host = _bracketed(moved.host)
    return replace(moved, page=f"https://{host}:{port}" if port else f"https://{host}")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
