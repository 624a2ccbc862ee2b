"""Pins: the libraries, who may use the devices, the factory and the clock it stamps with."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from typing import Any

from clock.doctor.line import Line, ok, warning, wrong
from clock.doctor.machine import Machine
from clock.text.language import N_, tr
from clock.text.mistakes import mistake
from hal.body import MonotonicTime
from hal.factories import BY_SYSFS, GPIOD_MAJOR_MIN, PinError, open_factory, report
from hal.inputs import check_stamps
from hal.wiring import Wiring

LIBRARIES = ("lgpio", "gpiod", "RPi.GPIO", "rpi-lgpio", "spidev")


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
    told = ", ".join(found) or tr("none for pins is installed")
    if {"RPi.GPIO", "rpi-lgpio"} <= names:
        what = tr("RPi.GPIO and rpi-lgpio are both installed and hide one another")
        needed = wiring.pins.factory in ("rpigpio", "rpi-lgpio")
        yield (wrong if needed else warning)("libraries", what, tr("uninstall one of them"))
    else:
        yield ok("libraries", told)
    if wiring.pins.edges == "gpiod" and not _has_gpiod(found):
        unheard = tr('edges = "gpiod" needs gpiod {version}').format(version=GPIOD_MAJOR_MIN)
        yield wrong("libraries", unheard, tr('install it, or take edges = "auto"'))
    if "spidev" not in names and any(each.bus == "spi" for each in wiring.screens.values()):
        needed_too = tr("displays on SPI need spidev")
        yield wrong("libraries", needed_too, "`sudo apt install python3-spidev`")


def _has_gpiod(found: tuple[str, ...]) -> bool:
    """Whether gpiod is among the libraries, from GPIOD_MAJOR_MIN on."""
    version = dict(each.split() for each in found).get("gpiod", "0")
    return int(version.partition(".")[0]) >= GPIOD_MAJOR_MIN


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
            missing = tr("{path} is not there").format(path=pattern)
            yield wrong("devices", missing, tr(_DEVICES_BY[group]))
        for path in paths:
            yield _permission(machine, path, group)


_DEVICES_BY = {
    "gpio": N_("a Raspberry Pi's kernel makes it"),
    "i2c": N_(
        "`dtparam=i2c_arm=on` in /boot/firmware/config.txt, `i2c-dev` in /etc/modules, restart"
    ),
    "spi": N_("`dtparam=spi=on` in /boot/firmware/config.txt, restart"),
}


def _permission(machine: Machine, path: str, group: str) -> Line:
    device = machine.device(path)
    if device is None:
        gone = tr("{path} went away meanwhile").format(path=path)
        return wrong("devices", gone, tr("run the doctor again"))
    if device.for_all:
        return ok("devices", tr("{path}: everybody may use it").format(path=path))
    if device.for_group and device.group == group:
        return ok("devices", tr("{path}: for the group {group}").format(path=path, group=group))
    if device.group == group:
        closed = tr("{path}: its group {group} may not use it").format(path=path, group=group)
        return wrong("devices", closed, tr(_RULES))
    return wrong(
        "devices",
        tr("{path}: not for the group {group}, in which the clock is, but for {other}").format(
            path=path, group=group, other=device.group
        ),
        tr(_RULES),
    )


_RULES = N_("install 60-clapper.rules into /etc/udev/rules.d, restart")


def factory(wiring: Wiring, opened: Callable[[str], Any] = open_factory) -> Iterator[Line]:
    """Whether the pins can be had, by what, and whether the stamps are of the right clock."""
    try:
        pins = opened(wiring.pins.factory)
    except PinError as error:
        yield unusable("pins", error)
        return
    try:
        check_stamps(pins, MonotonicTime())
        told = report(wiring.pins, pins)
        where = tr("{factory} on {chip}").format(factory=told.factory, chip=told.chip)
        yield ok("pins", f"{where if told.chip else told.factory} ({told.library}), {told.board}")
        if told.edges == "factory" and told.factory in BY_SYSFS:
            unwatched = tr("the service cannot watch edges by {factory}: its /sys is read-only")
            remedy = tr('[pins] factory = "lgpio"; or edges = "poll"')
            yield wrong("stamps", unwatched.format(factory=told.factory), remedy)
            return
        edges = tr("edges by {means}: {stamps}")
        yield ok("stamps", edges.format(means=told.edges, stamps=tr(told.stamps)))
    except PinError as error:
        yield unusable("stamps", error)
    finally:
        pins.close()


def unusable(part: str, error: PinError) -> Line:
    """A part whose pins cannot be used; the error is "what is wrong: what helps"."""
    what, _, remedy = mistake(str(error)).rpartition(": ")
    return wrong(part, what or remedy, remedy if what else tr("`journalctl -k` may tell more"))


# How edges are stamped, as the hardware tells it: for the catalogues.
N_("by the kernel, at the edge")
N_("when the callback runs, which may be late")
N_("when the level is read, about 1 ms after the edge, later on a busy machine")
