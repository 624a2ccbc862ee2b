"""Pins: the libraries, who may use the devices, the factory and the clock it stamps with."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from typing import Any

from clock.doctor.line import Line, ok, warning, wrong
from clock.doctor.machine import Machine
from hal.body import MonotonicTime
from hal.factories import PinError, open_factory, report
from hal.inputs import check_stamps
from hal.wiring import Wiring

LIBRARIES = ("lgpio", "gpiod", "RPi.GPIO", "rpi-lgpio", "spidev")
GROUPS = {"/dev/gpiochip*": "gpio", "/dev/i2c-*": "i2c", "/dev/spidev*": "spi"}
"""The devices and the group that the service is in for each."""


def installed() -> tuple[str, ...]:
    """The libraries for pins that are there, with their versions."""
    found = []
    for name in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return tuple(found)


def libraries(wiring: Wiring, found: tuple[str, ...]) -> Iterator[Line]:
    """What is installed; RPi.GPIO and rpi-lgpio hide one another."""
    names = {each.split()[0] for each in found}
    told = ", ".join(found) or "none for pins is installed"
    if {"RPi.GPIO", "rpi-lgpio"} <= names:
        what = "RPi.GPIO and rpi-lgpio are both installed and hide one another"
        needed = wiring.pins.factory in ("rpigpio", "rpi-lgpio")
        yield (wrong if needed else warning)("libraries", what, "uninstall one of them")
    else:
        yield ok("libraries", told)
    if "spidev" not in names and any(each.bus == "spi" for each in wiring.screens.values()):
        yield wrong("libraries", "displays on SPI need spidev", "`sudo apt install python3-spidev`")


def permissions(machine: Machine, wiring: Wiring) -> Iterator[Line]:
    """Whether the devices are there, and the service may use them."""
    wanted = {"/dev/gpiochip*": "gpio"}
    for screen in wiring.screens.values():
        if screen.bus == "i2c":
            wanted[f"/dev/i2c-{screen.port}"] = "i2c"
        else:
            wanted[f"/dev/spidev{screen.port}.{screen.device}"] = "spi"
    for pattern, group in wanted.items():
        paths = machine.named(pattern)
        if not paths:
            yield wrong("devices", f"{pattern} is not there", _DEVICES_BY[group])
        for path in paths:
            yield _permission(machine, path, group)


_DEVICES_BY = {
    "gpio": "a Raspberry Pi's kernel makes it",
    "i2c": "`dtparam=i2c_arm=on` in /boot/firmware/config.txt, `i2c-dev` in /etc/modules, restart",
    "spi": "`dtparam=spi=on` in /boot/firmware/config.txt, restart",
}


def _permission(machine: Machine, path: str, group: str) -> Line:
    device = machine.device(path)
    if device is None:
        return wrong("devices", f"{path} went away meanwhile", "run the doctor again")
    if device.for_all:
        return ok("devices", f"{path}: everybody may use it")
    if device.for_group and device.group == group:
        return ok("devices", f"{path}: for the group {group}")
    return wrong(
        "devices",
        f"{path}: not for the group {group}, in which the clock is, but for {device.group}",
        "install 60-clapper.rules into /etc/udev/rules.d, restart",
    )


def factory(wiring: Wiring, opened: Callable[[str], Any] = open_factory) -> Iterator[Line]:
    """Whether the pins can be had, by what, and whether the stamps are of the right clock."""
    try:
        pins = opened(wiring.pins.factory)
    except PinError as error:
        yield wrong("pins", *_halves(error))
        return
    try:
        check_stamps(pins, MonotonicTime())
        told = report(wiring.pins, pins)
        chip = f" on {told.chip}" if told.chip else ""
        yield ok("pins", f"{told.factory}{chip} ({told.library}), {told.board}")
        yield ok("stamps", f"edges by {told.edges}: {told.stamps}")
    except PinError as error:
        yield wrong("stamps", *_halves(error))
    finally:
        pins.close()


def _halves(error: PinError) -> tuple[str, str]:
    """A pin error is "what is wrong: what helps"."""
    what, _, remedy = str(error).rpartition(": ")
    return (what, remedy) if what else (remedy, "`journalctl -k` may tell more")
