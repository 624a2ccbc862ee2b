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
from clock.text.language import N_, tr, trn
from hal.factories import RPIGPIO_KERNEL_MAX, kernel_numbers
from hal.power import REPLUG, STRONGER, UNREADABLE, WEAK, read_supply
from hal.wiring import Wiring

STATE = "/var/lib/clapper"
DISK_LOW_MB, DISK_FULL_MB = 200, 20
DRIFT_PPM_MAX = 100
"""Of a quartz: 100 millionths are a third of a second in an hour."""
WARM_C, HOT_C = 70, 80
UNITS = ("/etc/systemd/system/clapper.service", "/lib/systemd/system/clapper.service")
"""That of `make install`, and the Debian package's, which it hides."""

_THROTTLED = (
    (0, WEAK, STRONGER),
    (1, N_("slowed down to save power"), STRONGER),
    (2, N_("throttled"), N_("a stronger supply, and air for the case")),
    (3, N_("slowed down by warmth"), N_("air for the case")),
)
"""The firmware's bits of what is the case now; 16 higher, of what was since power-on."""

UNMEASURED = N_(
    "this Pi has no detector of low voltage: measure 4.8 V or more between pins 2 and 6"
)
# A board's revision code. New ones have this bit, and the type in the bits from 4 up:
_NEW_STYLE = 1 << 23
_WITHOUT_DETECTOR = (0x00, 0x01, 0x09, 0x0C, 0x12)  # A, B, Zero, Zero W, Zero 2 W
# Old ones are numbers; those below 0x10 are A and B, before the B+ brought the detector.
_OLD_WITHOUT_DETECTOR = range(0x10)


def board(machine: Machine) -> Iterator[Line]:
    """Which Pi this is, if it is one."""
    model = machine.read("/proc/device-tree/model") or _cpu_says(machine, "Model")
    if model is not None:
        yield ok("board", model)
    elif has_pins(machine):
        tested = tr("a Raspberry Pi is what is tested")
        yield warning("board", tr("it does not say what it is"), tested)
    else:
        yield wrong(
            "board",
            tr(
                "this machine ({name}) is no Raspberry Pi: it has no GPIO, no pins to which "
                "plungers and displays could be wired"
            ).format(name=platform.machine()),
            tr(
                "run `clapper doctor` on the clock's Pi; to try the clock here: `make run` in the "
                "project's folder"
            ),
        )


def _cpu_says(machine: Machine, wanted: str) -> str | None:
    for line in (machine.read("/proc/cpuinfo") or "").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == wanted:
            return value.strip()
    return None


def has_pins(machine: Machine) -> bool:
    """Whether there is any GPIO chip."""
    return bool(machine.named("/dev/gpiochip*"))


def kernel(wiring: Wiring, release: str = "") -> Iterator[Line]:
    """The kernel, and whether the wiring's factory works on it."""
    release = release or platform.release()
    pins = wiring.pins
    by_sysfs = pins.factory == "rpigpio" and pins.edges in ("auto", "factory")
    if by_sysfs and kernel_numbers(release) > RPIGPIO_KERNEL_MAX:
        yield wrong(
            "kernel",
            tr("on Linux {release} RPi.GPIO cannot watch edges").format(release=release),
            tr('[pins] factory = "lgpio"; or edges = "poll"'),
        )
    else:
        yield ok("kernel", f"Linux {release}")


def power(machine: Machine) -> Iterator[Line]:
    """What the firmware says of voltage and warmth, and whether this Pi can tell a low voltage."""
    measured = measures_voltage(machine)
    if not measured:
        yield ok("power", tr(UNMEASURED))
    bits = _throttled(machine)
    if read_supply(machine.at("/sys")).weak:
        bits = (bits or 0) | 1
    if bits is None:  # a board that does not tell
        return
    now = [each for each in _THROTTLED if bits & 1 << each[0]]
    before = [each for each in _THROTTLED if bits & 1 << each[0] + 16 and each not in now]
    for _, what, remedy in now:
        yield wrong("power", tr("now: {what}").format(what=tr(what)), tr(remedy))
    for _, what, remedy in before:
        since = tr("since power-on: {what}").format(what=tr(what))
        yield warning("power", since, tr(remedy))
    if measured and not now and not before:
        yield ok("power", tr("no warning since power-on"))


def measures_voltage(machine: Machine) -> bool:
    """Whether this Pi has a detector of low voltage; one that does not say what it is has.

    Without one the firmware's bits of the voltage are 0, whatever the voltage.
    """
    told = machine.read_bytes("/proc/device-tree/system/linux,revision")
    code = int.from_bytes(told, "big") if told else _cpu_revision(machine)
    if code is None:
        return True
    if not code & _NEW_STYLE:
        return code & 0xFFFF not in _OLD_WITHOUT_DETECTOR
    return code >> 4 & 0xFF not in _WITHOUT_DETECTOR


def _cpu_revision(machine: Machine) -> int | None:
    told = _cpu_says(machine, "Revision")
    try:
        return None if told is None else int(told, 16)
    except ValueError:
        return None


def batteries(machine: Machine, low_percent: int = LOW_PERCENT) -> Iterator[Line]:
    """What each battery holds that the kernel knows of."""
    for battery in read_supply(machine.at("/sys")).batteries:
        told = f"{battery.name}: {battery.charge} %"
        if battery.charge is None:
            yield wrong("battery", f"{battery.name}: {tr(UNREADABLE)}", tr(REPLUG))
        elif battery.charging:
            charging = tr("{battery}: {percent} %, charging or full")
            full = charging.format(battery=battery.name, percent=battery.charge)
            yield ok("battery", full)
        elif battery.charge <= low_percent:
            low = tr("charge it; it is low from {percent} % down")
            yield warning("battery", told, low.format(percent=low_percent))
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
        yield wrong("warmth", f"{degrees} °C", tr("air for the case, or a smaller Pi"))
    elif degrees >= WARM_C:
        yield warning("warmth", f"{degrees} °C", tr("air for the case"))
    else:
        yield ok("warmth", f"{degrees} °C")


def disk(machine: Machine, folder: str = STATE) -> Iterator[Line]:
    """Whether the games can be kept."""
    path = machine.at(folder)
    if not path.is_dir():
        missing = tr("{path} is not there").format(path=folder)
        yield warning("disk", missing, tr("the service makes it when it starts"))
        return
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        fixed = tr("{path} is read-only").format(path=folder)
        yield wrong("disk", fixed, tr("put it on a partition that can be written"))
        return
    free_mb = shutil.disk_usage(path).free // 1_000_000
    told = tr("{megabytes} MB are free for {path}").format(megabytes=f"{free_mb:,}", path=folder)
    if free_mb < DISK_FULL_MB:
        yield wrong("disk", told, tr("make room: the clock goes on, but games are not kept"))
    elif free_mb < DISK_LOW_MB:
        yield warning("disk", told, tr("make room"))
    else:
        yield ok("disk", told)
    if os.access(path, os.W_OK):
        yield _written(folder, str(path))
    elif (owner := _owner(path)) == "clapper":
        ours = tr("{path} belongs to the clock; as root the doctor tries to write there")
        yield ok("disk", ours.format(path=folder))
    else:
        others = tr("{path} belongs to {owner}").format(path=folder, owner=owner)
        yield wrong("disk", others, f"sudo chown -R clapper: {folder}")


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
        worn = tr("another card; this one may be worn")
        return wrong("disk", f"{folder}: {error.strerror}", worn)
    told = tr("{path} can be written, in {milliseconds} ms")
    return ok("disk", told.format(path=folder, milliseconds=f"{took_ms:.1f}"))


def clocks(machine: Machine, monotonic_s: float = 0.0, raw_s: float = 0.0) -> Iterator[Line]:
    """The source of time, and how far its quartz was from the network's time."""
    source = machine.read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    told = tr("the clock source is {source}").format(source=source or tr("not told"))
    synced = machine.command("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synced != "yes":
        unchecked = tr("the network's time is not known, so the quartz goes unchecked")
        yield ok("time", f"{told}; {unchecked}")
        return
    monotonic_s = monotonic_s or time.clock_gettime(time.CLOCK_MONOTONIC)
    raw_s = raw_s or time.clock_gettime(time.CLOCK_MONOTONIC_RAW)
    ppm = (monotonic_s - raw_s) / raw_s * 1e6
    corrected = tr("corrected by {count} millionths since power-on")
    told += f"; {corrected.format(count=f'{ppm:+.1f}')}"
    if abs(ppm) > DRIFT_PPM_MAX:
        yield warning("time", told, tr("compare an hour of the clock with a radio clock"))
    else:
        yield ok("time", told)


def service(machine: Machine) -> Iterator[Line]:
    """How the service fares, as systemd says."""
    names = ("LoadState", "ActiveState", "UnitFileState", "NRestarts", "StatusText")
    told = machine.command("systemctl", "show", "clapper.service", f"--property={','.join(names)}")
    if told is None:
        by_hand = tr(
            "the clock runs by `clapper run`, and keeps its games in FOLDER by "
            "`STATE_DIRECTORY=FOLDER clapper run`"
        )
        yield warning("service", tr("systemd does not answer"), by_hand)
        return
    state = dict(line.partition("=")[::2] for line in told.splitlines())
    restarts = int(state.get("NRestarts") or 0)
    if state.get("LoadState") != "loaded":
        package = tr("`make install`, or the Debian package")
        yield warning("service", tr("it is not installed"), package)
    elif state.get("ActiveState") == "failed":
        yield wrong("service", tr("it has failed"), tr("`journalctl -u clapper` tells why"))
    elif restarts:
        again = trn(
            "it was started again {count} time", "it was started again {count} times", restarts
        ).format(count=restarts)
        yield warning("service", again, tr("`journalctl -u clapper` tells why"))
    elif state.get("ActiveState") == "active":
        runs = tr("it runs.")
        yield ok("service", f"{runs} {state.get('StatusText', '')}".rstrip())
    elif state.get("UnitFileState") != "enabled":
        idle = tr("it does not start by itself")
        yield warning("service", idle, "`systemctl enable --now clapper`")
    else:
        later = tr("it starts at the next power-on; `systemctl start clapper` does now")
        yield ok("service", later)


def installations(machine: Machine) -> Iterator[Line]:
    """Whether the clock is installed in two ways."""
    if all(machine.at(unit).is_file() for unit in UNITS):
        twice = tr(
            "the clock is installed twice: that of `make install` hides the Debian package's"
        )
        yield warning("service", twice, tr("`make uninstall`, or `apt remove clapper-clock`"))


def serving(machine: Machine) -> bool:
    """Whether the clock runs now, and has the pins."""
    return machine.command("systemctl", "is-active", "clapper.service") == "active"
