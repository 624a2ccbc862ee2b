"""The pins: libraries, permissions, the pin factory, and its timestamps."""

from collections.abc import Iterator

from clock.doctor import board
from clock.doctor.findings import Finding, ok, wrong
from clock.doctor.host_machine import Machine
from clock.rules.message import Message
from hal.body import MonotonicTime
from hal.factories import (
    HIDES_RPIGPIO,
    PinError,
    describe_factory,
    has_gpiod,
    open_factory,
    version_of,
)
from hal.pin_inputs import check_stamps
from hal.wiring import Wiring

LIBRARIES = ("lgpio", "gpiod", "RPi.GPIO", HIDES_RPIGPIO, "spidev")

_MADE_BY = {
    "gpio": Message("a Raspberry Pi's kernel creates it"),
    "i2c": Message(
        "put `dtparam=i2c_arm=on` into /boot/firmware/config.txt and `i2c-dev` into "
        "/etc/modules, then restart"
    ),
    "video": Message("plug in a screen, then restart"),
    "spi": Message("put `dtparam=spi=on` into /boot/firmware/config.txt, then restart"),
}
"""How the devices of a group are created."""


def installed(names: tuple[str, ...] = LIBRARIES) -> tuple[str, ...]:
    """Return the installed libraries with their versions."""
    return tuple(f"{name} {version}" for name in names if (version := version_of(name)))


def libraries(wiring: Wiring, found: tuple[str, ...]) -> Iterator[Finding]:
    """Find the installed and the missing libraries."""
    if found:
        yield ok("libraries", "{libraries}", libraries=", ".join(found))
    else:
        yield ok("libraries", "no pin library is installed")
    if wiring.pins.edges == "gpiod" and not has_gpiod():
        other = Message('install it, or set edges = "auto"')
        yield wrong("libraries", 'edges = "gpiod" needs gpiod 2', other)
    names = [each.split()[0] for each in found]
    if "spidev" not in names and any(each.bus == "spi" for each in wiring.screens.values()):
        install = "`sudo apt install python3-spidev`"
        yield wrong("libraries", "displays on SPI need spidev", install)


def permissions(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Find whether the devices exist, and the service may use them."""
    has_none = not wiring.pins.exist
    has_pins = board.has_pins(machine)
    wanted = {"/dev/gpiochip*": "gpio"} if has_pins and not has_none else {}
    for screen in wiring.screens.values() if has_pins or has_none else ():
        if screen.bus == "i2c":
            wanted[f"/dev/i2c-{screen.port}"] = "i2c"
        else:
            wanted[f"/dev/spidev{screen.port}.{screen.device}"] = "spi"
    if wiring.framebuffer is not None:
        wanted[wiring.framebuffer.device] = "video"
    for pattern, group in wanted.items():
        paths = machine.glob(pattern)
        if not paths:
            yield wrong("devices", "{path} does not exist", _MADE_BY[group], path=pattern)
        for path in paths:
            yield _permission(machine, path, group)


def _permission(machine: Machine, path: str, group: str) -> Finding:
    owner, mode = machine.device(path)
    if mode & 0o006 == 0o006 or (mode & 0o060 == 0o060 and owner == group):
        return ok("devices", "{path}: the clock may use it", path=path)
    rules = Message("install 60-clapper.rules into /etc/udev/rules.d, then restart")
    closed = "{path}: no access for the group {group}, which the clock belongs to"
    return wrong("devices", closed, rules, path=path, group=group)


def factory(wiring: Wiring) -> Iterator[Finding]:
    """Find whether the pins can be used, with the libraries and the source of the timestamps."""
    try:
        pins = open_factory(wiring.pins.factory)
    except PinError as error:
        yield unusable("pins", error)
        return
    try:
        check_stamps(pins, MonotonicTime())
        used, stamps = describe_factory(wiring.pins, pins)
        yield ok("pins", used)
        yield ok("timestamps", stamps)
    except PinError as error:
        yield unusable("timestamps", error)
    finally:
        pins.close()


def unusable(part: str, error: PinError) -> Finding:
    """Return the finding of a part whose pins cannot be used."""
    return wrong(part, error.problem, error.remedy or Message("`journalctl -k` may show more"))
