"""What a wiring may be, but was probably not meant to be: reasons to warn, not to refuse."""

import re
from collections.abc import Iterator

from hal.message import KeyFault, Message
from hal.wiring import DEFAULT, HEADER, Wiring, pins_of_parts

_LASTS_NOT = re.compile(r"(?:.*/)?event\d+")
"""A device's file as the kernel numbers them, anew at each start."""
_CONSOLE, _HAT, _PULLED_UP = (14, 15), (0, 1), range(9)
_ADDRESSES = (0x3C, 0x3D)


def doubts(wiring: Wiring) -> tuple[KeyFault, ...]:
    """Return what is doubtful in a wiring without mistakes, one doubt a key."""
    found = (
        *_header_doubts(wiring),
        *_pin_doubts(wiring),
        *_lamp_doubts(wiring),
        *_device_doubts(wiring),
        *_screen_doubts(wiring),
    )
    return tuple({each.path: each for each in reversed(found)}.values())[::-1]


def _header_doubts(wiring: Wiring) -> Iterator[KeyFault]:
    """Pins with the number that the header has for the part's usual pin."""
    usual = {path: pin for path, _, pin in pins_of_parts(DEFAULT)}
    for path, _, pin in pins_of_parts(wiring):
        if path in usual and HEADER[usual[path]] == pin:
            counted = (
                "GPIO {pin} is header pin {header}: if the wire is on header pin {pin}, write "
                "{usual}"
            )
            yield KeyFault(path, counted, pin=pin, header=HEADER[pin], usual=usual[path])


def _pin_doubts(wiring: Wiring) -> Iterator[KeyFault]:
    """Pins that something else may use."""
    for path, _, pin in pins_of_parts(wiring):
        if pin in _CONSOLE:
            console = (
                "GPIO {pin} is the serial console's: switch that off with `raspi-config`, or use "
                "another pin"
            )
            yield KeyFault(path, console, pin=pin)
        elif pin in _HAT:
            hat = "GPIO {pin} is used at power-on, to look for a HAT: use another pin"
            yield KeyFault(path, hat, pin=pin)


def _lamp_doubts(wiring: Wiring) -> Iterator[KeyFault]:
    for name, lamp in wiring.lamps.items():
        if lamp.lit_when_high and lamp.pin in _PULLED_UP:
            flashes = "GPIO {pin} is high from power-on, so the lamp flashes: use one of 9 to 27"
            yield KeyFault(f"lamps.{name}.pin", flashes, pin=lamp.pin)


def _device_doubts(wiring: Wiring) -> Iterator[KeyFault]:
    for line, key in wiring.keys.items():
        if _LASTS_NOT.fullmatch(key.device):
            changes = (
                "{device} may be another device after a restart: write its name in "
                "/dev/input/by-id, which `clapper doctor` prints"
            )
            yield KeyFault(f"lines.{line}", changes, device=key.device)


def _screen_doubts(wiring: Wiring) -> Iterator[KeyFault]:
    for side, screen in wiring.screens.items():
        if screen.bus == "i2c" and screen.address not in _ADDRESSES:
            usual = "expected {names}, got {value}"
            names = Message("{names} or {last}", names="0x3C", last="0x3D")
            value = f"0x{screen.address:02X}"
            yield KeyFault(f"screens.{side}.address", usual, names=names, value=value)
    if not wiring.pins.exist and wiring.screens == DEFAULT.screens:
        one = "both displays are on I²C: for an HDMI screen add the line [{table}]"
        yield KeyFault("pins.factory", one, table="screens.both")
