"""What a clock says to a desk whose authority it does not trust: whose files it has.

It keeps no secret, and takes nothing in return; the desk lists it for its organizer.
"""

from contextlib import closing, suppress
from http.client import HTTPException, HTTPSConnection
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from clock import boot
from clock.link.credentials import CONNECT_S_MAX, trusting_anybody
from clock.link.desk_table import DeskTable
from clock.link.messages import Name

STRANGER_PATH = "/stranger"


class Stranger(msgspec.Struct, frozen=True):
    """A clock of another event or club."""

    event: Name
    """Or the club."""
    clock: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{0,40}$")] = ""
    """Its name there; empty: it has none."""
    version: Annotated[str, msgspec.Meta(pattern=r"^[\w.+ -]{0,40}$")] = ""


def introduce(desk: DeskTable, folder: Path) -> None:
    """Tell a desk that does not know this clock what files the clock has; it may not listen.

    `folder` keeps the clock's password, by whose name the clock knows its own.
    """
    parts = urlsplit(desk.page)
    if not parts.hostname:
        return
    names = (file.stem.partition("~")[2] for file in folder.glob(f"{desk.event}~*"))
    stranger = Stranger(desk.event, desk.clock or next(names, ""), boot.this_boot().program)
    connection = HTTPSConnection(
        parts.hostname, parts.port, timeout=CONNECT_S_MAX, context=trusting_anybody()
    )
    with suppress(OSError, HTTPException), closing(connection):
        connection.request("POST", STRANGER_PATH, body=msgspec.json.encode(stranger))
        connection.getresponse().read(1)
