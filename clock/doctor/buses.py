"""The displays' buses: the addresses that answer, and the time for a frame."""

from collections.abc import Iterable, Iterator

from clock.doctor.findings import Finding, ok, warning, wrong
from clock.doctor.host_machine import Machine
from clock.rules.message import Message
from hal.paint import WINDOW_BYTES
from hal.wiring import DRIVERS, I2C_ADDRESSES, ScreenWiring, Wiring, describe_screen
from hal.wiring_problems import I2C_PINS

FAST_HZ = 400_000
BITS_A_BYTE = 9
"""On I²C a byte has eight bits and an acknowledgement."""
GREY_BITS = 4
"""The bits per pixel of a grey display, though the clock lights it fully or not at all."""

QUICK = 1 << 16
"""The kernel's I2C_FUNC_SMBUS_QUICK: the bus can address a device without sending data."""

READ_NOT_WRITTEN = (range(0x30, 0x38), range(0x50, 0x60))
"""Addresses of memories, which an empty write could change: they are read, as by i2cdetect."""


def answering_addresses(port: int) -> set[int]:
    """Return the addresses that answer on an I²C bus; displays show nothing of it.

    Raises OSError without a bus, and TimeoutError for a bus that hangs.
    """
    from smbus2 import SMBus  # not needed on a machine without buses

    bus = SMBus(port)
    writes = bus.funcs & QUICK
    found = set()
    try:
        for address in I2C_ADDRESSES:
            try:
                if writes and not any(address in each for each in READ_NOT_WRITTEN):
                    bus.write_quick(address)
                else:
                    bus.read_byte(address)
                found.add(address)
            except TimeoutError:  # a kernel waits a second at each of the hundred addresses
                raise
            except OSError:
                continue
    finally:
        bus.close()
    return found


def _hangs(port: int, screens: Iterable[ScreenWiring], low: frozenset[int]) -> Finding:
    """Return the finding of a hanging bus, with the wires that are held low, if known."""
    (pins, *_) = [each.bus_pins or I2C_PINS.get(port, ()) for each in screens if each.port == port]
    held = [
        f"{name} (GPIO {pin})"
        for name, pin in zip(("SDA", "SCL"), pins, strict=False)
        if pin in low
    ]
    remedy = Message(
        "unplug one display at a time, with the power off, and try again: without the faulty one "
        "the bus does not hang; if it hangs with both unplugged, a wire touches GND"
    )
    if held:
        return wrong(
            "displays", "I²C {port} hangs: {wires} held low", remedy,
            port=port, wires=" + ".join(held),
        )  # fmt: skip
    return wrong("displays", "I²C {port} hangs", remedy, port=port)


def addresses(wiring: Wiring, low: frozenset[int] = frozenset()) -> Iterator[Finding]:
    """Find whether the displays answer at their configured addresses."""
    on_i2c = {name: screen for name, screen in wiring.screens.items() if screen.bus == "i2c"}
    for port in sorted({screen.port for screen in on_i2c.values()}):
        try:
            found = answering_addresses(port)
        except TimeoutError:
            yield _hangs(port, on_i2c.values(), low)
            continue
        except OSError as error:
            yield wrong(
                "displays",
                "I²C {port} cannot be queried: {problem}",
                Message("see the line about /dev/i2c above"),
                port=port,
                problem=error.strerror or error,
            )
            continue
        for name, screen in on_i2c.items():
            if screen.port != port:
                continue
            if screen.address in found:
                place = describe_screen(screen)
                yield ok("displays", "{side}: something answers as {place}", side=name, place=place)
            else:
                yield wrong(
                    "displays",
                    "{side}: nothing answers as {place}; addresses that answer: {addresses}",
                    _remedy(found, {each.address for each in on_i2c.values()}),
                    side=name,
                    place=describe_screen(screen),
                    addresses=_listed(found),
                )


def _listed(found: set[int]) -> str | Message:
    if not found:
        return Message("none at all")
    return ", ".join(f"0x{address:02X}" for address in sorted(found))


def _remedy(found: set[int], wanted: set[int]) -> Message:
    if not found:
        return Message("check its plug: 3V3, GND, SDA and SCL; some modules come set to SPI")
    if found & wanted:
        return Message(
            "check its plug; if both displays have the same address, move the resistor of one "
            "to 0x7A (modules print 0x3D as 0x7A)"
        )
    return Message("set `address` to the one that answers")


def speeds(machine: Machine, wiring: Wiring) -> Iterator[Finding]:
    """Find the speed of the buses, and the time for a whole frame of the largest display."""
    frames: dict[int, int] = {}
    for screen in wiring.screens.values():
        if screen.bus == "i2c":
            frames[screen.port] = max(frames.get(screen.port, 0), frame_bits(screen))
    for port, bits in sorted(frames.items()):
        node = f"/sys/bus/i2c/devices/i2c-{port}/of_node"
        frequency = machine.read_bytes(f"{node}/clock-frequency")
        speed_hz = int.from_bytes(frequency or b"", "big")
        if not speed_hz:
            yield ok("speed", "I²C {port} does not report its speed", port=port)
            continue
        what = Message(
            "I²C {port} runs at {speed} kHz: {length} ms for a whole frame",
            port=port,
            speed=speed_hz // 1000,
            length=f"{bits / speed_hz * 1000:.0f}",
        )
        if speed_hz < FAST_HZ:
            line = f"dtparam=i2c_arm_baudrate={FAST_HZ}"
            faster = Message("put `{line}` into /boot/firmware/config.txt, then restart", line=line)
            yield warning("speed", what, faster)
        else:
            yield ok("speed", what)


def frame_bits(screen: ScreenWiring) -> int:
    """Return the bits of a whole frame on I²C, within a tenth; an unknown driver is mono."""
    driver = DRIVERS.get(screen.driver)
    depth = GREY_BITS if driver is not None and driver.grey else 1
    return (screen.width * screen.height * depth // 8 + WINDOW_BYTES) * BITS_A_BYTE
