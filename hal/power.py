"""The supply as the kernel tells of it in sysfs: the Pi's voltage, and what a battery holds.

A reading may wait for a gauge on a bus, so a thread of its own reads, and whoever asks gets what
was read last.
"""

import threading
from pathlib import Path
from typing import NamedTuple

from hal.polling import run_every
from hal.ports import Time

SYS = Path("/sys")

WEAK = "too little voltage"
STRONGER = "a stronger supply, and a shorter, thicker cable"
UNREADABLE = "its charge cannot be read"
REPLUG = "its plug on the Pi"

READ_EVERY_NS = 2_000_000_000
"""The Pi's own driver asks the firmware every two seconds, and tells of all that was since."""
WEAK_HELD_NS = 60_000_000_000
"""Too little voltage comes and goes with the load: it is told for so long after it was seen."""
STALE_NS = 30_000_000_000
"""What was read longer ago is not believed."""
JOIN_S_MAX = 1.0

PERCENT_MAX = 110
"""A gauge may tell a little more than 100; one that does not answer is told as 255."""

_BATTERIES, _PLUGS = ("Battery", "UPS"), ("Mains", "USB")
_FED, _DRAINED = ("Charging", "Full"), ("Discharging",)


class Battery(NamedTuple):
    """A battery that feeds the clock."""

    name: str
    charge: int | None
    """In percent, 0 to 100; None if it cannot be read."""
    charging: bool
    """It is being charged, or is full and kept so."""


class Supply(NamedTuple):
    """What the kernel tells of the supply at one time."""

    weak: bool | None
    """The Pi has too little voltage, or had within two seconds; None: it cannot tell."""
    batteries: tuple[Battery, ...]

    @property
    def emptiest(self) -> Battery | None:
        """The battery that holds least, of those that can be read."""
        told = [each for each in self.batteries if each.charge is not None]
        return min(told, key=lambda each: each.charge or 0, default=None)


def read_supply(sys: Path = SYS) -> Supply:
    """Read it now, from the kernel's tree; never raises. It may take as long as a bus takes."""
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
    """The battery of a place; None if there is none that feeds the clock and tells its charge."""
    if _text(place / "type") not in _BATTERIES:
        return None
    if _text(place / "scope") == "Device":  # of a keyboard or a mouse
        return None
    capacity = place / "capacity"
    if _text(place / "present") == "0" or not capacity.exists():
        return None
    status = _text(place / "status")
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
    """What a file says; None if it is not there or the device does not answer."""
    try:
        return file.read_bytes().decode(errors="replace").strip()
    except OSError:
        return None


class _Seen(NamedTuple):
    """The last reading, put in place in one go."""

    supply: Supply
    at_ns: int
    weak_at_ns: int | None


class SysfsPower:
    """The `Power` port over sysfs. Nothing is read before `start`."""

    def __init__(self, time: Time, sys: Path = SYS) -> None:
        self._time, self._sys = time, sys
        self._seen = _Seen(Supply(None, ()), time.now_ns(), None)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to read, once in READ_EVERY_NS."""
        self._thread = threading.Thread(
            target=run_every,
            args=(READ_EVERY_NS, self.read, self._time.now_ns, self._stop.wait),
            name="power",
            daemon=True,
        )
        self._thread.start()

    def read(self) -> None:
        """Read once."""
        supply, now_ns = read_supply(self._sys), self._time.now_ns()
        weak_at_ns = now_ns if supply.weak else self._seen.weak_at_ns
        self._seen = _Seen(supply, now_ns, weak_at_ns)

    @property
    def charge(self) -> int | None:
        """What the battery holds, in percent; of several the one that holds least."""
        battery = self._seen.supply.emptiest
        return None if battery is None else battery.charge

    @property
    def charging(self) -> bool:
        """Whether that battery is being charged."""
        battery = self._seen.supply.emptiest
        return battery is not None and battery.charging

    @property
    def fault(self) -> str | None:
        """None, or what is wrong with the supply, and what helps."""
        seen, now_ns = self._seen, self._time.now_ns()
        if seen.weak_at_ns is not None and now_ns - seen.weak_at_ns < WEAK_HELD_NS:
            return f"{WEAK}: {STRONGER}"
        for battery in seen.supply.batteries:
            if battery.charge is None:
                return f"{battery.name}: {UNREADABLE}: {REPLUG}"
        if now_ns - seen.at_ns >= STALE_NS:
            return f"the battery does not answer: {REPLUG}"
        return None

    def close(self) -> None:
        """End the thread; one that waits for a device is left to itself. Twice is fine."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(JOIN_S_MAX)
