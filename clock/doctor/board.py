"""The board: its model, kernel, supply and temperature."""

import platform
from collections.abc import Iterator

from clock.doctor.findings import Finding, ok, warning, wrong
from clock.doctor.host_machine import Machine
from clock.rules.message import Message
from hal.power import REPLUG, STRONGER, WEAK, read_supply
from hal.wiring import Wiring

WARM_C, HOT_C = 70, 80

_AIR = Message("ventilate the case")
_THROTTLED = (
    (0, WEAK, STRONGER),
    (1, Message("slowed down to save power"), STRONGER),
    (2, Message("throttled"), Message("use a stronger supply, and ventilate the case")),
    (3, Message("slowed down by heat"), _AIR),
)
"""The firmware's bits for the present state; 16 bits higher, for any time since power-on."""

_WITHOUT_DETECTOR = (0x00, 0x01, 0x09, 0x0C, 0x12)
"""The types in a board's revision code for A, B, Zero, Zero W, Zero 2 W."""


def board(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Find the board's model, and whether it has the pins that the clock wants."""
    model = machine.read("/proc/device-tree/model")
    if model is not None:
        yield ok("board", "{model}", model=model)
    elif has_pins(machine):
        tested = Message("Clapper is made for a Raspberry Pi")
        yield warning("board", "the board does not identify itself", tested)
    elif not wiring.pins.exist:
        yield ok("board", "this machine ({name}) has no GPIO pins", name=platform.machine())
    else:
        yield wrong(
            "board",
            "this machine ({name}) is not a Raspberry Pi: it has no GPIO pins for plungers "
            "and displays",
            Message(
                "run `clapper doctor` on the clock's Pi; to play here with keys and one screen, "
                'write factory = "none" below [pins]'
            ),
            name=platform.machine(),
        )


def has_pins(machine: Machine) -> bool:
    """Return whether the machine has a GPIO chip."""
    return bool(machine.glob("/dev/gpiochip*"))


def kernel() -> Iterator[Finding]:
    """Find the kernel's version."""
    yield ok("kernel", "Linux {release}", release=platform.release())


def power(machine: Machine) -> Iterator[Finding]:
    """Find the firmware's warnings, and whether this Pi can detect low voltage at all."""
    measured = measures_voltage(machine)
    if not measured:
        yield ok(
            "power",
            "this Pi cannot detect low voltage: check that there are at least 4.8 V between pins "
            "2 and 6",
        )
    bits = _throttled(machine)
    if read_supply(machine.at("/sys")).weak:
        bits = (bits or 0) | 1
    if bits is None:  # a board without that report
        return
    now = [each for each in _THROTTLED if bits & 1 << each[0]]
    before = [each for each in _THROTTLED if bits & 1 << each[0] + 16 and each not in now]
    for _, what, remedy in now:
        yield wrong("power", "now: {what}", remedy, what=what)
    for _, what, remedy in before:
        yield warning("power", "since power-on: {what}", remedy, what=what)
    if measured and not now and not before:
        yield ok("power", "no warning since power-on")


def measures_voltage(machine: Machine) -> bool:
    """Return whether this Pi detects low voltage, as an unknown board is assumed to."""
    # Without a detector the firmware's bits of the voltage are always 0.
    revision = machine.read_bytes("/proc/device-tree/system/linux,revision")
    if revision is None:
        return True
    return int.from_bytes(revision, "big") >> 4 & 0xFF not in _WITHOUT_DETECTOR


def _throttled(machine: Machine) -> int | None:
    bits = machine.read("/sys/devices/platform/soc/soc:firmware/get_throttled")
    if bits is None:
        bits = (machine.command("vcgencmd", "get_throttled") or "").removeprefix("throttled=")
    return int(bits, 16) if bits else None


def batteries(machine: Machine, low_percent: int) -> Iterator[Finding]:
    """Find the charge of the kernel's batteries."""
    for battery in read_supply(machine.at("/sys")).batteries:
        name, percent = battery.name, battery.charge
        charge = Message("{battery}: {percent} %", battery=name, percent=percent)
        if battery.charge is None:
            yield wrong("battery", "{battery}: its charge cannot be read", REPLUG, battery=name)
        elif battery.is_charging:
            yield ok(
                "battery", "{battery}: {percent} %, charging or full", battery=name, percent=percent
            )
        elif battery.charge <= low_percent:
            low = Message("charge it; it counts as low at {percent} % or less", percent=low_percent)
            yield warning("battery", charge, low)
        else:
            yield ok("battery", charge)


def heat(machine: Machine) -> Iterator[Finding]:
    """Find the processor's temperature, if known."""
    thousandths = machine.read("/sys/class/thermal/thermal_zone0/temp")
    if thousandths is None or not thousandths.lstrip("-").isdigit():
        return
    degrees = int(thousandths) // 1000
    what = Message("{degrees} °C", degrees=degrees)
    if degrees >= HOT_C:
        smaller = Message("ventilate the case, or use a smaller Pi")
        yield wrong("heat", what, smaller)
    elif degrees >= WARM_C:
        yield warning("heat", what, _AIR)
    else:
        yield ok("heat", what)
