"""Which run of the machine this is: its CLOCK_MONOTONIC goes on as long as the boot lasts."""

from contextlib import suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
CLOCKSOURCE = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")


def boot_id() -> str:
    """Return the kernel's name for this boot; "" if it has none, which is never taken for equal."""
    return _read(BOOT_ID)


def time_source() -> str:
    """Return what the kernel's clock goes by."""
    return f"CLOCK_MONOTONIC, {_read(CLOCKSOURCE) or 'unknown source'}"


def program() -> str:
    """Return the version of this program."""
    try:
        return version("clapper-clock")
    except PackageNotFoundError:  # a folder that this user may not enter
        return "not installed"


def wall_time() -> str:
    """Return the time of day and the date, as a label."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _read(path: Path) -> str:
    with suppress(OSError):
        return path.read_text().strip()
    return ""
