"""Pins: the libraries, who may use the devices, the factory and the clock it stamps with."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from typing import Any

from clock.doctor.findings import Finding, ok, warning, wrong
from clock.doctor.machine import Machine
from clock.rules.message import Message
from hal.body import MonotonicTime
from hal.factories import BY_SYSFS, GPIOD_MAJOR_MIN, PinError, open_factory, report
from hal.inputs import check_stamps
from hal.wiring import Wiring

LIBRARIES = ("lgpio", "gpiod", "RPi.GPIO", "rpi-lgpio", "spidev")

_MADE_BY = {
    "gpio": Message("a Raspberry Pi's kernel makes it"),
    "i2c": Message(
        "`dtparam=i2c_arm=on` in /boot/firmware/config.txt, `i2c-dev` in /etc/modules, restart"
    ),
    "spi": Message("`dtparam=spi=on` in /boot/firmware/config.txt, restart"),
}
"""What makes a group's devices."""


def installed() -> tuple[str, ...]:
    """Return the libraries for pins that are installed, with their versions."""
    found = []
    for name in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return tuple(found)


def libraries(wiring: Wiring, found: tuple[str, ...]) -> Iterator[Finding]:
    """Find what is installed; RPi.GPIO and rpi-lgpio hide one another."""
    versions = dict(each.split() for each in found)
    if {"RPi.GPIO", "rpi-lgpio"} <= versions.keys():
        needed = wiring.pins.factory in ("rpigpio", "rpi-lgpio")
        yield (wrong if needed else warning)(
            "libraries",
            Message("RPi.GPIO and rpi-lgpio are both installed and hide one another"),
            Message("uninstall one of them"),
        )
    elif found:
        yield ok("libraries", "{libraries}", libraries=", ".join(found))
    else:
        yield ok("libraries", "none for pins is installed")
    gpiod_major = int(versions.get("gpiod", "0").partition(".")[0])
    if wiring.pins.edges == "gpiod" and gpiod_major < GPIOD_MAJOR_MIN:
        other = Message('install it, or take edges = "auto"')
        version = GPIOD_MAJOR_MIN
        yield wrong("libraries", 'edges = "gpiod" needs gpiod {version}', other, version=version)
    if "spidev" not in versions and any(each.bus == "spi" for each in wiring.screens.values()):
        install = "`sudo apt install python3-spidev`"
        yield wrong("libraries", "displays on SPI need spidev", install)


def permissions(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Find whether the devices are there, and the service may use them."""
    wanted = {"/dev/gpiochip*": "gpio"}
    for screen in wiring.screens.values():
        if screen.bus == "i2c":
            wanted[f"/dev/i2c-{screen.port}"] = "i2c"
        else:
            wanted[f"/dev/spidev{screen.port}.{screen.device}"] = "spi"
    for pattern, group in wanted.items():
        paths = machine.named(pattern)
        if not paths:
            yield wrong("devices", "{path} is not there", _MADE_BY[group], path=pattern)
        for path in paths:
            yield _permission(machine, path, group)


def _permission(machine: Machine, path: str, group: str) -> Finding:
    device = machine.device(path)
    if device is None:
        again = Message("run the doctor again")
        return wrong("devices", "{path} went away meanwhile", again, path=path)
    if device.for_all:
        return ok("devices", "{path}: everybody may use it", path=path)
    if device.for_group and device.group == group:
        return ok("devices", "{path}: for the group {group}", path=path, group=group)
    rules = Message("install 60-clapper.rules into /etc/udev/rules.d, restart")
    if device.group == group:
        closed = Message("{path}: its group {group} may not use it", path=path, group=group)
        return wrong("devices", closed, rules)
    other = Message(
        "{path}: not for the group {group}, in which the clock is, but for {other}",
        path=path,
        group=group,
        other=device.group,
    )
    return wrong("devices", other, rules)


def factory(wiring: Wiring, opened: Callable[[str], Any] = open_factory) -> Iterator[Finding]:
    """Find whether the pins can be used, by what, and whether the stamps are of the right clock."""
    try:
        pins = opened(wiring.pins.factory)
    except PinError as error:
        yield unusable("pins", error)
        return
    try:
        check_stamps(pins, MonotonicTime())
        used = report(wiring.pins, pins)
        place: str | Message = used.factory
        if used.chip:
            place = Message("{factory} on {chip}", factory=used.factory, chip=used.chip)
        used_by = {"library": used.library, "board": used.board}
        yield ok("pins", "{place} ({library}), {board}", place=place, **used_by)
        if used.edges == "factory" and used.factory in BY_SYSFS:
            yield wrong(
                "stamps",
                "the service cannot watch edges by {factory}: its /sys is read-only",
                Message('[pins] factory = "lgpio"; or edges = "poll"'),
                factory=used.factory,
            )
        else:
            yield ok("stamps", "edges by {means}: {stamps}", means=used.edges, stamps=used.stamps)
    except PinError as error:
        yield unusable("stamps", error)
    finally:
        pins.close()


def unusable(part: str, error: PinError) -> Finding:
    """Return a part whose pins cannot be used."""
    return wrong(part, error.problem, error.remedy or Message("`journalctl -k` may show more"))
