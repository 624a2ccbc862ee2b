"""The wiring as data: parts and their pins or keys.

This is the only file with pin numbers. They are BCM numbers of a Raspberry Pi's header.
"""

from collections.abc import Iterator, Mapping, Set
from typing import Annotated, Literal, NamedTuple

import msgspec

from hal.keys import ANY, CODES, DeviceKey
from hal.message import Message
from hal.ports import LampName, Line, ScreenName

PINS = range(28)
HEADER: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35,
    16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""The header's pin of each BCM number."""
I2C_ADDRESSES = range(0x08, 0x78)
LOCKOUT_NS_MAX = 100_000_000
CONFIRM_NS_MAX = 20_000_000

Pin = Annotated[int, msgspec.Meta(ge=PINS[0], le=PINS[-1])]
"""The bounds are checked when a configuration is read."""


class Driver(NamedTuple):
    """A display driver's abilities: its sizes in pixels, its buses, and whether it shows greys."""

    sizes: frozenset[tuple[int, int]]
    buses: frozenset[str]
    grey: bool = False


def _driver(*sizes: tuple[int, int], buses: str = "i2c spi", grey: bool = False) -> Driver:
    return Driver(frozenset(sizes), frozenset(buses.split()), grey)


SCREEN_MIN = (128, 64)
"""The smallest usable display: width and height as the player sees them."""

DRIVERS: Mapping[str, Driver] = {
    "ssd1306": _driver((128, 64)),
    "ssd1309": _driver((128, 64)),
    "ssd1315": _driver((128, 64)),
    "ssd1316": _driver((128, 64)),
    "ssd1305": _driver((128, 64)),
    "sh1106": _driver((128, 128), (128, 64)),
    "sh1107": _driver((64, 128), (80, 128), (128, 128)),
    "ch1115": _driver((128, 64)),
    "ssd1322": _driver((256, 64), (128, 64), buses="spi", grey=True),
    "ssd1325": _driver((128, 64), buses="spi", grey=True),
    "ssd1327": _driver((128, 128), grey=True),
    "ssd1362": _driver((256, 64), grey=True),
    "ssd1363": _driver((256, 128), buses="spi", grey=True),
}
"""luma's drivers with the sizes that can show a clock; smaller sizes are left out."""


class PinsWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The gpiozero factory, and the source of edges."""

    factory: Literal["lgpio", "rpigpio", "mock", "none"] = "lgpio"
    """With `none` nothing is on pins: for a machine without a GPIO chip."""
    edges: Literal["auto", "gpiod", "factory", "poll"] = "auto"
    """The source of edges: libgpiod, the factory, or a thousand readings of the levels a second.

    `auto` is libgpiod if the factory is lgpio and libgpiod 2 is installed, otherwise the factory.
    With RPi.GPIO it is `poll`: RPi.GPIO's edge detection fails on kernels from 6.6 on, and needs
    to write to /sys.
    """

    @property
    def exist(self) -> bool:
        """Whether there are pins at all."""
        return self.factory != "none"


class KeyboardsWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Keyboards that no line names."""

    any: bool = True
    """Whether their keys press the lines of KEYS, besides pins.

    If a line names a key of ANY, only those that have no pin and no key of their own.
    """


class LampWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lamp's pin, and whether the lamp is lit while the pin is high."""

    pin: Pin
    lit_when_high: bool = True


class BuzzerWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The buzzer's pin."""

    pin: Pin


class ScreenWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A display: its driver, its size in pixels before rotation, its bus and address."""

    driver: str = "ssd1306"
    width: int = 128
    height: int = 64
    bus: Literal["i2c", "spi"] = "i2c"
    port: Annotated[int, msgspec.Meta(ge=0, le=255)] = 1
    address: int = 0x3C
    """On I²C."""
    device: int = 0
    """On SPI: the chip select."""
    dc: Pin | None = None
    """On SPI: the D/C pin, which tells data from commands."""
    reset: Pin | None = None
    """On SPI: the pin that resets the display, if wired."""
    bus_pins: tuple[Pin, ...] = ()
    """The pins of a bus in software (`dtoverlay=i2c-gpio`)."""
    rotate: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Quarter turns, clockwise."""
    contrast: Annotated[int, msgspec.Meta(ge=0, le=255)] = 0xCF


class FramebufferWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One screen for both faces: an HDMI or DSI screen that the kernel has as a framebuffer."""

    device: str = "/dev/fb0"
    layout: Literal["beside", "facing"] = "beside"
    """Both faces upright, or each turned to its player at that end of the screen."""
    rotate: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Quarter turns of the whole picture, clockwise."""


class DebounceWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long edges are ignored after a change, and how long a new level must hold."""

    lockout_ns: int = 25_000_000
    confirm_ns: int = 2_500_000


def _on_any_keyboard(names: str) -> tuple[DeviceKey, ...]:
    return tuple(DeviceKey(ANY, CODES[f"KEY_{name}"]) for name in names.split())


KEYS: Mapping[Line, tuple[DeviceKey, ...]] = {
    Line.LEFT_PLUNGER: _on_any_keyboard("Q W E R A S D F G Z X C V B LEFT 102ND"),
    Line.RIGHT_PLUNGER: _on_any_keyboard(
        "Y U I O P H J K L SEMICOLON APOSTROPHE N M COMMA DOT SLASH RIGHT"
    ),
    Line.STOP: _on_any_keyboard("SPACE ESC"),
    Line.MINUS: _on_any_keyboard("MINUS KPMINUS UP"),
    Line.OK: _on_any_keyboard("ENTER KPENTER"),
    Line.PLUS: _on_any_keyboard("EQUAL KPPLUS DOWN"),
}
"""The lines of keyboards that no line names, as on the clock's page."""


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One clock's wiring. Lines close to ground, or are keys; absent parts are not wired."""

    lines: dict[Line, Pin]
    keys: dict[Line, DeviceKey] = {}
    """Lines that are a key of a device."""
    bare: tuple[Line, ...] = ()
    """Lines with neither, which only keyboards that no line names press."""
    keyboards: KeyboardsWiring = KeyboardsWiring()
    screens: dict[ScreenName, ScreenWiring]
    framebuffer: FramebufferWiring | None = None
    """One screen in place of the two."""
    lamps: dict[LampName, LampWiring] = {}
    buzzer: BuzzerWiring | None = None
    debounce: DebounceWiring = DebounceWiring()
    pins: PinsWiring = PinsWiring()

    @property
    def wired(self) -> frozenset[Line]:
        """The lines that are there, on pins or keys."""
        return frozenset((*self.lines, *self.keys, *self.bare))

    @property
    def all_keys(self) -> Mapping[Line, tuple[DeviceKey, ...]]:
        """Return the keys of every line that has some: its own, and any keyboard's."""
        own = {line: (key,) for line, key in self.keys.items()}
        if not self.keyboards.any or self.pins.factory == "mock":
            return own
        named = {key for key in self.keys.values() if key.device == ANY}
        lines = self.bare if named else self.wired
        return own | {
            line: (*own.get(line, ()), *(key for key in keys if key not in named))
            for line, keys in KEYS.items()
            if line in lines
        }


HANDS = frozenset(line for line in Line if "_stone" in line or line.endswith("plunger_lh"))


def knows_hands(lines: Set[Line]) -> bool:
    """Return whether a body with these lines has a plunger and a stone sensor for each hand."""
    return lines >= HANDS


# Lamps and buzzer are on pins that are pulled down from power-on (9 to 27), so nothing flashes
# while the Pi boots. The pins of I²C (2, 3), SPI (7 to 11), the serial console (14, 15) and the
# HAT's memory (0, 1) stay free.
DEFAULT = Wiring(
    lines={
        Line.LEFT_PLUNGER: 5,
        Line.RIGHT_PLUNGER: 6,
        Line.STOP: 4,
        Line.MINUS: 17,
        Line.OK: 27,
        Line.PLUS: 22,
    },
    lamps={
        LampName.LEFT_CLAPPER: LampWiring(pin=23),
        LampName.RIGHT_CLAPPER: LampWiring(pin=24),
        LampName.LEFT_RUNNING: LampWiring(pin=16),
        LampName.RIGHT_RUNNING: LampWiring(pin=26),
        LampName.REFEREE: LampWiring(pin=25),
    },
    buzzer=BuzzerWiring(pin=18),
    screens={
        ScreenName.LEFT: ScreenWiring(address=0x3C),
        ScreenName.RIGHT: ScreenWiring(address=0x3D),
    },
)


WITHOUT_PINS = msgspec.structs.replace(
    DEFAULT, lines={}, lamps={}, buzzer=None, bare=tuple(KEYS), pins=PinsWiring(factory="none")
)
"""The default wiring of a machine without pins: any keyboard's keys."""

KEY_PIN = 12  # free in the default wiring, and on no bus
"""The pin of the organizer's key, for a clock with a key and otherwise the default wiring."""


def pins_of_parts(wiring: Wiring) -> Iterator[tuple[str, str, int]]:
    """Yield the key's path, the name and the pin of every part with a single pin."""
    yield from ((f"lines.{line}", line, pin) for line, pin in wiring.lines.items())
    yield from ((f"lamps.{name}.pin", name, lamp.pin) for name, lamp in wiring.lamps.items())
    if wiring.buzzer is not None:
        yield "buzzer.pin", "buzzer", wiring.buzzer.pin


def describe_pin(pin: int) -> Message:
    """Describe a pin by both its numbers."""
    return Message("GPIO {pin}, header pin {header}", pin=pin, header=HEADER[pin])


def describe_screen(screen: ScreenWiring) -> Message:
    """Describe a display by its driver and address: "ssd1306 at 0x3C on I²C 1"."""
    if screen.bus == "spi":
        on_spi = "{driver} at chip select {device} on SPI {port}"
        return Message(on_spi, driver=screen.driver, device=screen.device, port=screen.port)
    on_i2c = "{driver} at {address} on I²C {port}"
    return Message(
        on_i2c, driver=screen.driver, address=f"0x{screen.address:02X}", port=screen.port
    )
