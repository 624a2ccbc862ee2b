"""The displays' buses: who answers at which address, and how long a frame takes."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from clock.doctor.line import Line, ok, warning, wrong
from clock.doctor.machine import Machine
from clock.text.language import tr
from clock.text.parts import display_place, part_name
from hal.paint import WINDOW_BYTES
from hal.ports import ScreenName
from hal.wiring import DRIVERS, I2C_ADDRESSES, ScreenWiring, Wiring, where

FAST_HZ = 400_000
BITS_A_BYTE = 9
"""On I²C: eight and the acknowledgement."""
GREY_BITS = 4
"""Of a pixel on a grey display, which is lit or dark here too."""

QUICK = 1 << 16
"""The kernel's I2C_FUNC_SMBUS_QUICK: the bus can write nothing to an address."""

READ_NOT_WRITTEN = (range(0x30, 0x38), range(0x50, 0x60))
"""Memories answer here that a bare write could change: they are read instead, as i2cdetect does."""


def _bus(port: int) -> Any:
    from smbus2 import SMBus

    return SMBus(port)


def answering(port: int, connect: Callable[[int], Any] = _bus) -> set[int]:
    """The addresses of an I²C bus at which something answers; raises OSError if it has none.

    The question has no data: a display shows nothing of it.
    """
    bus = connect(port)
    writes = bus.funcs & QUICK
    found = set()
    try:
        for address in I2C_ADDRESSES:
            with suppress(OSError):
                if writes and not any(address in each for each in READ_NOT_WRITTEN):
                    bus.write_quick(address)
                else:
                    bus.read_byte(address)
                found.add(address)
    finally:
        bus.close()
    return found


def addresses(wiring: Wiring, asked: Callable[[int], set[int]] = answering) -> Iterator[Line]:
    """Whether each display answers where it is configured."""
    on_i2c = {name: screen for name, screen in wiring.screens.items() if screen.bus == "i2c"}
    for port in sorted({screen.port for screen in on_i2c.values()}):
        try:
            found = asked(port)
        except OSError as error:
            yield wrong(
                "displays",
                tr("I²C {port} cannot be asked: {problem}").format(
                    port=port, problem=error.strerror or error
                ),
                tr("look at the line of /dev/i2c above"),
            )
            continue
        told = ", ".join(f"0x{address:02X}" for address in sorted(found)) or tr("no address at all")
        for name, screen in on_i2c.items():
            if screen.port != port:
                continue
            if screen.address in found:
                answers = tr("{side}: something answers as {place}")
                yield ok("displays", _placed(answers, name, screen))
            else:
                silent = tr("{side}: nothing answers as {place}; there answers {addresses}")
                yield wrong(
                    "displays",
                    _placed(silent, name, screen, addresses=told),
                    _no_answer(found, {each.address for each in on_i2c.values()}),
                )


def _placed(told: str, name: ScreenName, screen: ScreenWiring, **figures: str) -> str:
    """A sentence about a display and its place, filled in."""
    return told.format(side=part_name(name), place=display_place(where(screen)), **figures)


def _no_answer(found: set[int], wanted: set[int]) -> str:
    if not found:
        return tr("its plug: 3V3, GND, SDA and SCL; some modules come set to SPI")
    if found & wanted:
        return tr("its plug; or both displays have one address: move the resistor of one")
    return tr("set `address` to what answers")


def speeds(machine: Machine, wiring: Wiring) -> Iterator[Line]:
    """How fast each bus is, and what that means for a whole frame of its largest display."""
    frames: dict[int, int] = {}
    for screen in wiring.screens.values():
        if screen.bus == "i2c":
            frames[screen.port] = max(frames.get(screen.port, 0), frame_bits(screen))
    for port, bits in sorted(frames.items()):
        told = machine.read_bytes(
            f"/sys/class/i2c-adapter/i2c-{port}/of_node/clock-frequency"
        ) or machine.read_bytes(f"/sys/bus/i2c/devices/i2c-{port}/of_node/clock-frequency")
        speed_hz = int.from_bytes(told or b"", "big")
        if not speed_hz:
            yield ok("speed", tr("I²C {port} does not tell its speed").format(port=port))
            continue
        frame_ms = bits / speed_hz * 1000
        what = tr("I²C {port} has {speed} kHz: {length} ms for a whole frame").format(
            port=port, speed=speed_hz // 1000, length=f"{frame_ms:.0f}"
        )
        if speed_hz < FAST_HZ:
            faster = tr("`{setting}` in /boot/firmware/config.txt, restart")
            yield warning(
                "speed", what, faster.format(setting=f"dtparam=i2c_arm_baudrate={FAST_HZ}")
            )
        else:
            yield ok("speed", what)


def frame_bits(screen: ScreenWiring) -> int:
    """The bits on I²C of a whole frame, within a tenth; an unknown driver counts as a mono one."""
    driver = DRIVERS.get(screen.driver)
    depth = GREY_BITS if driver is not None and driver.grey else 1
    return (screen.width * screen.height * depth // 8 + WINDOW_BYTES) * BITS_A_BYTE
