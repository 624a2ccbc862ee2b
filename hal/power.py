"""The supply, read from sysfs: the Pi's voltage and the batteries' charge.

A reading may wait for a gauge on a bus. So a separate thread reads, and callers get its last
reading.
"""

import threading
from pathlib import Path
from typing import NamedTuple

from hal.message import Message
from hal.polling import run_every
from hal.ports import Time

SYS = Path("/sys")

LOW_PERCENT = 25
"""The charge at which a battery counts as low, unless configured otherwise."""

WEAK = Message("voltage too low")
STRONGER = Message("use a stronger supply and a shorter, thicker cable")
REPLUG = Message("check its plug on the Pi")

READ_EVERY_NS = 2_000_000_000
"""The Pi's driver asks the firmware every two seconds, and reports everything since then."""
WEAK_HELD_NS = 60_000_000_000
"""Low voltage comes and goes with the load, so the fault is shown this long after it was seen."""
STALE_NS = 30_000_000_000
"""An older reading is not trusted."""
JOIN_S_MAX = 1.0

PERCENT_MAX = 110
"""A gauge may report slightly more than 100; a gauge that does not answer reports 255."""

_BATTERIES, _PLUGS = ("Battery", "UPS"), ("Mains", "USB")
_FED, _DRAINED = ("Charging", "Full"), ("Discharging",)


class Battery(NamedTuple):
    """A battery that powers the clock."""

    name: str
    charge: int | None
    """In percent, 0 to 100; None if it cannot be read."""
    is_charging: bool
    """Charging, or full."""


class Supply(NamedTuple):
    """One reading of the supply."""

    weak: bool | None
    """Whether the Pi's voltage was too low in the last two seconds; None: unknown."""
    batteries: tuple[Battery, ...]

    @property
    def emptiest(self) -> Battery | None:
        """The battery with the least charge, among those with a known charge."""
        known = [each for each in self.batteries if each.charge is not None]
        return min(known, key=lambda each: each.charge or 0, default=None)


def read_supply(sys: Path = SYS) -> Supply:
    """Read the supply from the kernel's tree. Never raises, but may wait for a bus."""
    alarms = [
        _text(place / "in0_lcrit_alarm")
        for place in _places(sys / "class/hwmon")
        if _text(place / "name") == "rpi_volt"
    ]
    supplies = _places(sys / "class/power_supply")
    plugged = any(
        _text(place / "type") in _PLUGS and _text(place / "online") == "1" for place in supplies
    )
    batteries = (_battery(place, plugged=plugged) for place in supplies)
    return Supply(
        weak="1" in alarms if alarms else None,
        batteries=tuple(each for each in batteries if each is not None),
    )


def _battery(place: Path, *, plugged: bool) -> Battery | None:
    """Return a supply's battery; None if it does not power the clock or reports no charge."""
    if _text(place / "type") not in _BATTERIES:
        return None
    if _text(place / "scope") == "Device":  # of a keyboard or a mouse
        return None
    capacity = place / "capacity"
    if _text(place / "present") == "0" or not capacity.exists():
        return None
    status = _text(place / "status")
    # Some gauges report no status, or "Not charging" when full: then a plugged supply decides.
    charging = status in _FED or (plugged and status not in _DRAINED)
    return Battery(place.name, _percent(_text(capacity)), charging)


def _percent(text: str | None) -> int | None:
    if text is None or not (text.isascii() and text.isdigit()) or int(text) > PERCENT_MAX:
        return None
    return min(100, int(text))


def _places(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _text(file: Path) -> str | None:
    """Return a file's text; None if the file is missing or the device does not answer."""
    try:
        return file.read_bytes().decode(errors="replace").strip()
    except OSError:
        return None


class SysfsPower:
    """The `Power` port on sysfs. Nothing is read before `start`."""

    def __init__(self, time: Time, sys: Path = SYS) -> None:
        self._time, self._sys = time, sys
        self._supply = Supply(None, ())
        self._read_ns = time.now_ns()
        self._weak_ns: int | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start to read, every READ_EVERY_NS."""
        self._thread = threading.Thread(
            target=run_every,
            args=(READ_EVERY_NS, self.read, self._time.now_ns, self._stop.wait),
            name="power",
            daemon=True,
        )
        self._thread.start()

    def read(self) -> None:
        self._supply, self._read_ns = read_supply(self._sys), self._time.now_ns()
        if self._supply.weak:
            self._weak_ns = self._read_ns

    @property
    def charge(self) -> int | None:
        battery = self._supply.emptiest
        return None if battery is None else battery.charge

    @property
    def is_charging(self) -> bool:
        battery = self._supply.emptiest
        return battery is not None and battery.is_charging

    @property
    def fault(self) -> Message | None:
        now_ns = self._time.now_ns()
        if self._weak_ns is not None and now_ns - self._weak_ns < WEAK_HELD_NS:
            return Message("{problem}: {remedy}", problem=WEAK, remedy=STRONGER)
        for battery in self._supply.batteries:
            if battery.charge is None:
                return Message(
                    "{part}: its charge cannot be read: {remedy}", part=battery.name, remedy=REPLUG
                )
        if now_ns - self._read_ns >= STALE_NS:
            return Message("the battery does not answer: {remedy}", remedy=REPLUG)
        return None

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(JOIN_S_MAX)
