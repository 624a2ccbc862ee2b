"""The machine itself: board, kernel, power, warmth, disk, time, service."""

import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from clock.doctor.line import Line, ok, warning, wrong
from clock.doctor.machine import Machine
from clock.station.battery import LOW_PERCENT
from hal.power import REPLUG, STRONGER, UNREADABLE, WEAK, read_supply
from hal.wiring import Wiring

STATE = "/var/lib/clapper"
DISK_LOW_MB, DISK_FULL_MB = 200, 20
DRIFT_PPM_MAX = 100
"""Of a quartz: 100 millionths are a third of a second in an hour."""
WARM_C, HOT_C = 70, 80

_RPIGPIO_KERNEL_MAX = (6, 5)
"""From the next one on RPi.GPIO cannot watch edges."""

_THROTTLED = (
    (0, WEAK, STRONGER),
    (1, "slowed down to save power", STRONGER),
    (2, "throttled", "a stronger supply, and air for the case"),
    (3, "slowed down by warmth", "air for the case"),
)
"""The firmware's bits of what is the case now; 16 higher, of what was since power-on."""


def board(machine: Machine) -> Iterator[Line]:
    """Which Pi this is, if it is one."""
    model = machine.read("/proc/device-tree/model") or _cpu_model(machine)
    if model is not None:
        yield ok("board", model)
    elif has_pins(machine):
        yield warning("board", "it does not say what it is", "a Raspberry Pi is what is tested")
    else:
        yield wrong(
            "board",
            f"this machine ({platform.machine()}) is no Raspberry Pi: it has no GPIO, no pins to "
            "which plungers and displays could be wired",
            "run `clapper doctor` on the clock's Pi; to try the clock here: `clapper sim`",
        )


def _cpu_model(machine: Machine) -> str | None:
    for line in (machine.read("/proc/cpuinfo") or "").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "Model":
            return value.strip()
    return None


def has_pins(machine: Machine) -> bool:
    """Whether there is any GPIO chip."""
    return bool(machine.named("/dev/gpiochip*"))


def kernel(wiring: Wiring, release: str = "") -> Iterator[Line]:
    """The kernel, and whether the wiring's factory works on it."""
    release = release or platform.release()
    numbers = tuple(int(each) for each in release.split(".")[:2] if each.isdigit())
    pins = wiring.pins
    if pins.factory == "rpigpio" and pins.edges != "poll" and numbers > _RPIGPIO_KERNEL_MAX:
        yield wrong(
            "kernel",
            f"on Linux {release} RPi.GPIO cannot watch edges",
            '[pins] factory = "lgpio"; or edges = "poll"',
        )
    else:
        yield ok("kernel", f"Linux {release}")


def power(machine: Machine) -> Iterator[Line]:
    """What the firmware says of voltage and warmth."""
    bits = _throttled(machine)
    if read_supply(machine.at("/sys")).weak:
        bits = (bits or 0) | 1
    if bits is None:  # a board that does not tell
        return
    now = [each for each in _THROTTLED if bits & 1 << each[0]]
    before = [each for each in _THROTTLED if bits & 1 << each[0] + 16 and each not in now]
    for _, what, remedy in now:
        yield wrong("power", f"now: {what}", remedy)
    for _, what, remedy in before:
        yield warning("power", f"since power-on: {what}", remedy)
    if not now and not before:
        yield ok("power", "no warning since power-on")


def batteries(machine: Machine, low_percent: int = LOW_PERCENT) -> Iterator[Line]:
    """What each battery holds that the kernel knows of."""
    for battery in read_supply(machine.at("/sys")).batteries:
        told = f"{battery.name}: {battery.charge} %"
        if battery.charge is None:
            yield wrong("battery", f"{battery.name}: {UNREADABLE}", REPLUG)
        elif battery.charging:
            yield ok("battery", f"{told}, charging or full")
        elif battery.charge <= low_percent:
            yield warning("battery", told, f"charge it; it is low from {low_percent} % down")
        else:
            yield ok("battery", told)


def _throttled(machine: Machine) -> int | None:
    told = machine.read("/sys/devices/platform/soc/soc:firmware/get_throttled")
    if told is None:
        told = (machine.command("vcgencmd", "get_throttled") or "").removeprefix("throttled=")
    try:
        return int(told, 16)
    except ValueError:
        return None


def warmth(machine: Machine) -> Iterator[Line]:
    """How warm the processor is, where it says so."""
    told = machine.read("/sys/class/thermal/thermal_zone0/temp")
    if told is None or not told.lstrip("-").isdigit():
        return
    degrees = int(told) // 1000
    if degrees >= HOT_C:
        yield wrong("warmth", f"{degrees} °C", "air for the case, or a smaller Pi")
    elif degrees >= WARM_C:
        yield warning("warmth", f"{degrees} °C", "air for the case")
    else:
        yield ok("warmth", f"{degrees} °C")


def disk(machine: Machine, folder: str = STATE) -> Iterator[Line]:
    """Whether the games can be kept."""
    path = machine.at(folder)
    if not path.is_dir():
        yield warning("disk", f"{folder} is not there", "the service makes it when it starts")
        return
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        yield wrong("disk", f"{folder} is read-only", "put it on a partition that can be written")
        return
    free_mb = shutil.disk_usage(path).free // 1_000_000
    told = f"{free_mb:,} MB are free for {folder}"
    if free_mb < DISK_FULL_MB:
        yield wrong("disk", told, "make room: the clock goes on, but games are not kept")
    elif free_mb < DISK_LOW_MB:
        yield warning("disk", told, "make room")
    else:
        yield ok("disk", told)
    if os.access(path, os.W_OK):
        yield _written(folder, str(path))
    elif (owner := _owner(path)) == "clapper":
        yield ok("disk", f"{folder} belongs to the clock; as root the doctor tries to write there")
    else:
        yield wrong("disk", f"{folder} belongs to {owner}", f"sudo chown -R clapper: {folder}")


def _owner(path: Path) -> str:
    """Whose a folder is: a name, or the number of somebody whom this system does not know."""
    try:
        return path.owner()
    except KeyError:
        return str(path.stat().st_uid)


def _written(folder: str, path: str) -> Line:
    try:
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(b"clapper")
            file.flush()
            began_ns = time.monotonic_ns()
            os.fsync(file.fileno())
            took_ms = (time.monotonic_ns() - began_ns) / 1e6
    except OSError as error:
        return wrong("disk", f"{folder}: {error.strerror}", "another card; this one may be worn")
    return ok("disk", f"{folder} can be written, in {took_ms:.1f} ms")


def clocks(machine: Machine, monotonic_s: float = 0.0, raw_s: float = 0.0) -> Iterator[Line]:
    """The source of time, and how far its quartz was from the network's time."""
    source = machine.read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    told = f"the clock source is {source or 'not told'}"
    synced = machine.command("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synced != "yes":
        yield ok("time", f"{told}; the network's time is not known, so the quartz goes unchecked")
        return
    monotonic_s = monotonic_s or time.clock_gettime(time.CLOCK_MONOTONIC)
    raw_s = raw_s or time.clock_gettime(time.CLOCK_MONOTONIC_RAW)
    ppm = (monotonic_s - raw_s) / raw_s * 1e6
    told += f"; corrected by {ppm:+.1f} millionths since power-on"
    if abs(ppm) > DRIFT_PPM_MAX:
        yield warning("time", told, "compare an hour of the clock with a radio clock")
    else:
        yield ok("time", told)


def service(machine: Machine) -> Iterator[Line]:
    """How the service fares, as systemd says."""
    names = ("LoadState", "ActiveState", "UnitFileState", "NRestarts", "StatusText")
    told = machine.command("systemctl", "show", "clapper.service", f"--property={','.join(names)}")
    if told is None:
        yield warning("service", "systemd does not answer", "the clock runs by `clapper run`")
        return
    state = dict(line.partition("=")[::2] for line in told.splitlines())
    restarts = int(state.get("NRestarts") or 0)
    if state.get("LoadState") != "loaded":
        yield warning("service", "it is not installed", "`make install`, or the Debian package")
    elif state.get("ActiveState") == "failed":
        yield wrong("service", "it has failed", "`journalctl -u clapper` tells why")
    elif restarts:
        yield warning(
            "service", f"it was started again {restarts} times", "`journalctl -u clapper` tells why"
        )
    elif state.get("ActiveState") == "active":
        yield ok("service", f"it runs. {state.get('StatusText', '')}".rstrip())
    elif state.get("UnitFileState") != "enabled":
        yield warning("service", "it does not start by itself", "`systemctl enable --now clapper`")
    else:
        yield ok("service", "it starts at the next power-on; `systemctl start clapper` does now")


def serving(machine: Machine) -> bool:
    """Whether the clock runs now, and has the pins."""
    return machine.command("systemctl", "is-active", "clapper.service") == "active"
