"""The link to the referees' desk: whether a linked clock can reach the desk's broker."""

from collections.abc import Iterator
from importlib.util import find_spec

from clock.doctor.findings import Finding, ok, warning
from clock.link.addresses import Places, lines_without_address
from clock.link.credentials import reason, try_out
from clock.link.desk_table import DeskTable
from clock.rules.message import Message, placed


def link(desk: DeskTable | None) -> Iterator[Finding]:
    """Find whether the desk can be reached; the clock also runs without it."""
    if desk is None:
        return
    if find_spec("paho") is None:
        install = Message("install paho-mqtt; the Debian package and `make install` include it")
        yield warning("desk", "{name} is not installed", install, name="paho-mqtt")
        return
    for line in lines_without_address(desk):
        expected = Message("expected a host or host:port, got {address}", address=repr(line))
        hint = Message("correct the line in {file}", file=desk.addresses_file)
        yield warning("desk", expected, hint)
    yield from _reached(desk)


def _reached(desk: DeskTable) -> Iterator[Finding]:
    """Find at which address the desk answers; without one, why at none."""
    network = Message(
        "check the network and, in `[desk]`, `address`, `ca_file` and `password_file`; "
        "the clock runs without the desk"
    )
    silent = []
    for place in Places(desk).in_turn():
        try:
            try_out(place)
        except Exception as error:
            silent.append(warning("desk", placed(place.address, reason(error)), network))
        else:
            login = "{address} answers; `journalctl -u clapper` shows whether it accepts this clock"
            yield ok("desk", login, address=place.address)
            return
    yield from silent
