"""The link to the referees' desk: whether a linked clock can reach the desk's broker."""

from collections.abc import Iterator
from importlib.util import find_spec

from clock.doctor.findings import Finding, ok, warning
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
    try:
        try_out(desk)
    except Exception as error:
        network = Message(
            "check the network and, in `[desk]`, `address`, `ca_file` and `password_file`; "
            "the clock runs without the desk"
        )
        yield warning("desk", placed(desk.address, reason(error)), network)
    else:
        login = "{address} answers; `journalctl -u clapper` shows whether it accepts this clock"
        yield ok("desk", login, address=desk.address)
