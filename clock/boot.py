"""This run of the machine, whose CLOCK_MONOTONIC goes on as long as it lasts, and the program."""

from contextlib import suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from clock.game.names import NAMELESS, Names
from clock.game.recorded import FORMAT, Header
from clock.notation.setup_table import table_from_setup
from clock.rules.state import Setup

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
CLOCKSOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")


class Boot(NamedTuple):
    """What a game's header has of the machine that it is played on."""

    id: str
    """The kernel's name for this boot; "" if it has none, which is never taken for equal."""
    time_source: str
    """What the kernel's clock goes by."""
    program: str
    """The version of this program."""

    def header(self, setup: Setup, names: Names, began_ns: int) -> Header:
        """Return the header of a game that begins; it has no number yet."""
        return Header(
            format=FORMAT,
            game=0,
            version=self.program,
            time_source=self.time_source,
            boot_id=self.id,
            wall=wall_time(),
            began_ns=began_ns,
            setup=table_from_setup(setup),
            names=names or NAMELESS,  # which alone is left out
        )


def this_boot() -> Boot:
    """Return the boot that this program runs in."""
    source = _read(CLOCKSOURCE) or "unknown source"
    try:
        program = version("clapper-clock")
    except PackageNotFoundError:  # a folder that this user may not enter
        program = "not installed"
    return Boot(_read(BOOT_ID), f"CLOCK_MONOTONIC, {source}", program)


def wall_time() -> str:
    """Return the time of day and the date, as a label."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _read(path: Path) -> str:
    with suppress(OSError):
        return path.read_text().strip()
    return ""
