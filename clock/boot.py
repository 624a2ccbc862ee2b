"""The current boot of the machine, and the program's version. CLOCK_MONOTONIC lasts one boot."""

from contextlib import suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from clock.game.names import NAMELESS, Names
from clock.game.recorded import FORMAT, Header
from clock.notation.setup_table import table_from_setup
from clock.rules.edition import EDITION
from clock.rules.state import Setup

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
CLOCKSOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")


class Boot(NamedTuple):
    """The facts about the machine in a game's header."""

    id: str
    """The kernel's id of this boot; "" if unknown, which never equals another boot's."""
    time_source: str
    """The source of the kernel's clock."""
    program: str
    """The program's version."""

    def header(self, setup: Setup, names: Names, began_ns: int) -> Header:
        """Return the header of a new game; it has no number yet."""
        return Header(
            format=FORMAT,
            game=0,
            version=self.program,
            time_source=self.time_source,
            boot_id=self.id,
            wall=wall_time(),
            began_ns=began_ns,
            setup=table_from_setup(setup),
            names=names or NAMELESS,  # only the default is left out of the file
            rules=EDITION,
        )

    def taken(self, header: Header) -> Header:
        """Return the header of another clock's game for this clock."""
        return replace(header, version=self.program, time_source=self.time_source, boot_id=self.id)


def this_boot() -> Boot:
    """Return the current boot."""
    source = _read(CLOCKSOURCE) or "unknown source"
    try:
        program = version("clapper-clock")
    except PackageNotFoundError:  # the package's folder may be closed to this user
        program = "not installed"
    return Boot(_read(BOOT_ID), f"CLOCK_MONOTONIC, {source}", program)


def wall_time() -> str:
    """Return the date and time of day, as a label: no computation relies on it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _read(path: Path) -> str:
    with suppress(OSError):
        return path.read_text().strip()
    return ""
