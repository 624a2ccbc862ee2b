"""A Raspberry Pi's 40-pin header, and the pins of a wiring's parts on it."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from hal.ports import ScreenName
from hal.wiring import HEADER, ScreenWiring, Wiring

PINS = range(1, 41)

BCM_OF_PIN: Mapping[int, int] = {pin: bcm for bcm, pin in HEADER.items()}
"""The header pins with a BCM number; the others are power and ground."""

POWER: Mapping[int, str] = {
    1: "3V3", 17: "3V3", 2: "5V", 4: "5V",
    6: "GND", 9: "GND", 14: "GND", 20: "GND", 25: "GND", 30: "GND", 34: "GND", 39: "GND",
}  # fmt: skip

GROUNDS = tuple(pin for pin, name in POWER.items() if name == "GND")

# A bus's wires by its port, as the modules' makers print them.
_I2C: Mapping[int, dict[str, int]] = {0: {"SDA": 0, "SCL": 1}, 1: {"SDA": 2, "SCL": 3}}
_SPI: Mapping[int, dict[str, int]] = {0: {"CLK": 11, "DIN": 10}, 1: {"CLK": 21, "DIN": 20}}
_SPI_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}


class Kind(Enum):
    """The kind of a part, which determines its wiring."""

    PLUNGER = "plunger"
    SENSOR = "sensor"
    BUTTON = "button"
    LAMP = "lamp"
    BUZZER = "buzzer"


class Part(NamedTuple):
    """A part with a single pin."""

    name: str
    kind: Kind
    bcm: int

    @property
    def pin(self) -> int:
        """The header pin."""
        return HEADER[self.bcm]


def parts(wiring: Wiring) -> list[Part]:
    """Return the parts of a wiring with a single pin: switches, lamps, buzzer; not displays."""
    found = [Part(_text_of(line), _kind(line), bcm) for line, bcm in wiring.lines.items()]
    found += [
        Part(f"{_text_of(name)} lamp", Kind.LAMP, lamp.pin) for name, lamp in wiring.lamps.items()
    ]
    if wiring.buzzer is not None:
        found.append(Part("buzzer", Kind.BUZZER, wiring.buzzer.pin))
    return found


def _kind(line: str) -> Kind:
    if "plunger" in line:
        return Kind.PLUNGER
    return Kind.SENSOR if "stone" in line else Kind.BUTTON


def _text_of(name: str) -> str:
    """Return a part's name in words: "left_stone_lh" is "left stone sensor, left hand"."""
    seat, _, rest = name.partition("_")
    if not rest:
        return {"ok": "OK", "key": "key switch", "referee": "referee"}.get(name, name.capitalize())
    what, _, hand = rest.partition("_")
    hands = {"lh": ", left hand", "rh": ", right hand"}
    return f"{seat} {'stone sensor' if what == 'stone' else what}{hands.get(hand, '')}"


class BusWire(NamedTuple):
    """A wire of a display: the display, the name on its module, and the pin."""

    screen: ScreenName
    name: str
    bcm: int


def bus_wires(wiring: Wiring) -> Iterator[BusWire]:
    """Yield the signal wires of the displays; a bus in software has its own pins."""
    for side, screen in wiring.screens.items():
        for name, bcm in _wires(screen).items():
            yield BusWire(side, name, bcm)


def _wires(screen: ScreenWiring) -> dict[str, int]:
    if screen.bus_pins:
        return dict(zip(("SDA", "SCL"), screen.bus_pins, strict=True))
    if screen.bus == "i2c":
        return _I2C[screen.port]
    own = {"CS": _SPI_SELECTS[screen.port][screen.device], "DC": screen.dc, "RES": screen.reset}
    return _SPI[screen.port] | {name: pin for name, pin in own.items() if pin is not None}
