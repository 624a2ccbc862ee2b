"""The link to a referees' desk as that desk hands it out: `desk-link.toml`, and what it names."""

from pathlib import Path

import msgspec

from clock.link.desk_table import DeskTable, is_url, name_problem
from clock.notation.reader import Reader
from clock.notation.toml import parsed, read_text
from clock.rules.message import Message, Problem

DESK_FILE = "desk-link.toml"
ADDRESSES_FILE = "desk-addresses.txt"
"""A file of its own: programs before it refuse a key that they do not know."""
FILES = ("password_file", "ca_file", "addresses_file")


class DeskFileError(Problem):
    """The file cannot be used, with a message for each mistake."""

    def __init__(self, messages: tuple[Message, ...]) -> None:
        super().__init__(messages[0])
        self.messages = messages


def read_desk_file(folder: Path) -> DeskTable | None:
    """Return the link in a folder's DESK_FILE; None if it names no desk.

    Its other files are beside it. Raises OSError, and Problem with every mistake.
    """
    file = folder / DESK_FILE
    toml = parsed(read_text(file), str(file))
    reader = Reader()
    tables = reader.table("", toml.tables, {"desk"})
    usual = DeskTable(addresses_file=ADDRESSES_FILE)
    table = reader.laid_over(usual, "desk", tables.get("desk", {}))
    require_desk(table, reader)
    if reader.faults:
        raise DeskFileError(tuple(toml.mistakes(reader.faults)))
    if table.address is None:
        return None
    beside = {key: str(folder / getattr(table, key)) for key in FILES}
    return msgspec.structs.replace(table, **beside)


def require_desk(table: DeskTable, reader: Reader) -> None:
    """Find what is wrong with the desk, if there is one."""
    if table.address is None:
        return
    if not table.host or not table.port:
        got = repr(table.address)
        reader.add_fault("desk.address", "expected a host or host:port, got {address}", address=got)
    if table.page and not is_url(table.page, "https"):
        got = repr(table.page)
        reader.add_fault(
            "desk.page", "expected https://host or https://host:port, got {page}", page=got
        )
    for key, name in (("event", table.event), ("clock", table.clock)):
        problem = name_problem(name)
        if problem is not None and not (key == "clock" and table.page and not name):
            reader.add_fault(f"desk.{key}", problem, "desk.address")
