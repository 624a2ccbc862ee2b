"""Which pin is what: the wiring as data, and every mistake in it found at once.

The only file of the project where pin numbers stand: BCM numbers of a Raspberry Pi's header.
"""

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Literal

import msgspec

from hal.overlay import one_of
from hal.ports import LampName, Line, ScreenName

PINS = range(28)
I2C_ADDRESSES = range(0x08, 0x78)
LOCKOUT_NS_MAX = 100_000_000
CONFIRM_NS_MIN = 1_000_000
CONFIRM_NS_MAX = 20_000_000

# What a bus takes of the header. SPI 0 takes both its chip selects, whichever display is there.
_I2C_PINS: Mapping[int, tuple[int, ...]] = {0: (0, 1), 1: (2, 3)}
_SPI_PINS: Mapping[int, tuple[int, ...]] = {0: (7, 8, 9, 10, 11), 1: (19, 20, 21)}
_SPI_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}


@dataclass(frozen=True, slots=True)
class Driver:
    """What a display driver can do: its sizes in pixels, its buses, and whether it shows greys."""

    sizes: frozenset[tuple[int, int]]
    buses: frozenset[str]
    grey: bool = False


def _driver(*sizes: tuple[int, int], buses: str = "i2c spi", grey: bool = False) -> Driver:
    return Driver(frozenset(sizes), frozenset(buses.split()), grey)


_SSD1306_SIZES = ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32))

DRIVERS: Mapping[str, Driver] = {
    "ssd1306": _driver(*_SSD1306_SIZES),
    "ssd1309": _driver(*_SSD1306_SIZES),
    "ssd1315": _driver(*_SSD1306_SIZES),
    "ssd1316": _driver(*_SSD1306_SIZES),
    "ssd1305": _driver((128, 64), (128, 32)),
    "sh1106": _driver((128, 128), (128, 64), (128, 32)),
    "sh1107": _driver((64, 128), (80, 128), (128, 128)),
    "ch1115": _driver((128, 64)),
    "ssd1322": _driver((256, 64), (256, 48), (256, 32), (128, 64), (128, 48), (128, 32),
                       (64, 64), (64, 48), (64, 32), buses="spi", grey=True),
    "ssd1325": _driver((128, 64), buses="spi", grey=True),
    "ssd1327": _driver((128, 128), grey=True),
    "ssd1362": _driver((256, 64), grey=True),
    "ssd1363": _driver((256, 128), buses="spi", grey=True),
}  # fmt: skip


SCREEN_MIN = (128, 64)
"""The smallest display that shows a clock: width and height as the player sees them."""


class WiringError(ValueError):
    """A wiring that cannot be: one line a problem, each "key.path: what was expected"."""


class PinsWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """By which of gpiozero's factories the pins are had, and what tells of their edges."""

    factory: Literal["lgpio", "rpigpio", "rpi-lgpio", "native", "mock"] = "lgpio"
    edges: Literal["auto", "gpiod", "factory", "poll"] = "auto"
    """What tells of edges: libgpiod, the factory, or a thousand readings of the levels a second.

    `auto` is libgpiod where the factory is lgpio and libgpiod 2 is installed, else the factory.
    """


WITHOUT_PWM = ("native",)
"""Factories that sound no buzzer."""


class LampWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lamp's pin, and whether the lamp is lit while that pin is high."""

    pin: int
    lit_when_high: bool = True


class BuzzerWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The buzzer's pin."""

    pin: int


class ScreenWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A display: driver, size in pixels before it is turned, and where on which bus it hangs."""

    driver: str = "ssd1306"
    width: int = 128
    height: int = 64
    bus: Literal["i2c", "spi"] = "i2c"
    port: int = 1
    address: int = 0x3C
    """On I²C."""
    device: int = 0
    """On SPI: which chip select."""
    dc: int | None = None
    """On SPI: the pin that tells data from commands."""
    reset: int | None = None
    """On SPI: the pin that resets the display, if wired."""
    bus_pins: tuple[int, ...] = ()
    """The pins of a bus that the kernel drives in software (`dtoverlay=i2c-gpio`)."""
    rotate: int = 0
    """Quarter turns, clockwise."""
    contrast: int = 0xCF


class DebounceWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long edges are ignored after a change, and how long a level must hold to be one."""

    lockout_ns: int = 25_000_000
    confirm_ns: int = 2_500_000


class Wiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One clock's wiring. Lines close to ground; what is absent is not wired."""

    lines: dict[Line, int]
    screens: dict[ScreenName, ScreenWiring]
    lamps: dict[LampName, LampWiring] = {}
    buzzer: BuzzerWiring | None = None
    debounce: DebounceWiring = DebounceWiring()
    pins: PinsWiring = PinsWiring()


# Lamps and buzzer stand on pins that are pulled down from power-on (9 to 27), so that nothing
# flashes while the Pi boots. Pins of I²C (2, 3), SPI (7 to 11), the serial console (14, 15) and the
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


KEY_PIN = 12
"""Where the organizer's key stands in the default wiring, on a clock that has one."""


def problems(wiring: Wiring) -> tuple[str, ...]:
    """Every problem of a wiring, one line each: "key.path: what is wrong and what was expected"."""
    return (
        *_line_problems(wiring),
        *_screen_problems(wiring),
        *_pin_problems(wiring),
        *_buzzer_problems(wiring),
        *_bus_pin_problems(wiring),
        *_debounce_problems(wiring.debounce),
    )


def _pins(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Every pin that the wiring names itself, with its key path."""
    for line, pin in wiring.lines.items():
        yield f"lines.{line}", pin
    for name, lamp in wiring.lamps.items():
        yield f"lamps.{name}.pin", lamp.pin
    if wiring.buzzer is not None:
        yield "buzzer.pin", wiring.buzzer.pin
    for side, screen in wiring.screens.items():
        if screen.bus == "spi":
            for key, extra in (("dc", screen.dc), ("reset", screen.reset)):
                if extra is not None:
                    yield f"screens.{side}.{key}", extra


def _bus(screen: ScreenWiring) -> str:
    return f"{'SPI' if screen.bus == 'spi' else 'I²C'} {screen.port}"


def _header_pins(screen: ScreenWiring) -> tuple[int, ...]:
    """The pins that a display's bus always has."""
    if screen.bus == "i2c":
        return _I2C_PINS.get(screen.port, ())
    selects = _SPI_SELECTS.get(screen.port, ())
    return _SPI_PINS.get(screen.port, ()) + selects[screen.device : screen.device + 1]


def _bus_pins(wiring: Wiring) -> dict[int, tuple[str, ScreenName]]:
    """The pins that the displays' buses take, each with its bus and a display on it.

    A bus in software can be moved, one of the header cannot: so the header's take theirs first.
    """
    taken: dict[int, tuple[str, ScreenName]] = {}
    for pins_of in (_header_pins, lambda screen: screen.bus_pins):
        for side, screen in wiring.screens.items():
            for pin in pins_of(screen):
                taken.setdefault(pin, (_bus(screen), side))
    return taken


def _pin_problems(wiring: Wiring) -> Iterator[str]:
    first_user: dict[int, str] = {}
    buses = _bus_pins(wiring)
    for path, pin in _pins(wiring):
        if pin not in PINS:
            yield f"{path}: GPIO {pin} does not exist: expected {PINS[0]} to {PINS[-1]}"
        elif pin in buses:
            yield f"{path}: {_belongs(pin, *buses[pin])}"
        elif pin in first_user:
            yield f"{path}: GPIO {pin} is used twice, by {first_user[pin]} too"
        first_user.setdefault(pin, path)


def _buzzer_problems(wiring: Wiring) -> Iterator[str]:
    if wiring.buzzer is not None and wiring.pins.factory in WITHOUT_PWM:
        yield f'buzzer.pin: expected "none": pins.factory {wiring.pins.factory} has no PWM'


def _belongs(pin: int, bus: str, side: ScreenName) -> str:
    return f"GPIO {pin} belongs to {bus}, which screens.{side} uses"


def _bus_pin_problems(wiring: Wiring) -> Iterator[str]:
    buses = _bus_pins(wiring)
    for side, screen in wiring.screens.items():
        path = f"screens.{side}.bus_pins"
        for pin in dict.fromkeys(screen.bus_pins):
            if pin not in PINS:
                yield f"{path}: GPIO {pin} does not exist: expected {PINS[0]} to {PINS[-1]}"
            elif buses[pin][0] != _bus(screen):
                yield f"{path}: {_belongs(pin, *buses[pin])}"
            elif screen.bus_pins.count(pin) > 1:
                yield f"{path}: GPIO {pin} is used twice, by {path} too"
    yield from _pins_of_one_bus(wiring)


def _pins_of_one_bus(wiring: Wiring) -> Iterator[str]:
    first: dict[str, tuple[ScreenName, tuple[int, ...]]] = {}
    for side, screen in wiring.screens.items():
        if not screen.bus_pins:
            continue
        other, pins = first.setdefault(_bus(screen), (side, screen.bus_pins))
        if pins != screen.bus_pins:
            yield (
                f"screens.{side}.bus_pins: expected {list(pins)}, as screens.{other}.bus_pins: "
                f"both displays are on {_bus(screen)}"
            )


def _line_problems(wiring: Wiring) -> Iterator[str]:
    lines = wiring.lines.keys()
    for side in ScreenName:
        one = Line(f"{side}_plunger")
        hands = _hands(f"{side}_plunger", lines)
        if one in lines and hands:
            yield (
                f"lines.{one}: expected either one plunger or one for each hand, "
                f"but {hands[0]} is wired too"
            )
        elif one not in lines and not hands:
            yield f"lines.{one}: expected a pin: this seat has no plunger"
        yield from _missing_hand(f"{side}_plunger", lines)
        yield from _missing_hand(f"{side}_stone", lines)
    for line in (Line.STOP, Line.MINUS, Line.PLUS):
        if line not in lines:
            yield f"lines.{line}: expected a pin: this button is needed"


def _hands(stem: str, lines: Set[Line]) -> tuple[Line, ...]:
    return tuple(line for line in (Line(f"{stem}_lh"), Line(f"{stem}_rh")) if line in lines)


def _missing_hand(stem: str, lines: Set[Line]) -> Iterator[str]:
    wired = _hands(stem, lines)
    if len(wired) == 1:
        (missing,) = {Line(f"{stem}_lh"), Line(f"{stem}_rh")} - set(wired)
        yield f"lines.{missing}: expected a pin: {wired[0]} is wired, the other hand is not"


def _screen_problems(wiring: Wiring) -> Iterator[str]:
    places: dict[tuple[str, int, int], ScreenName] = {}
    for side in ScreenName:
        screen = wiring.screens.get(side)
        if screen is None:
            yield f"screens.{side}: expected a display for the player at that side"
            continue
        path = f"screens.{side}"
        yield from _driver_problems(path, screen)
        yield from _bus_problems(path, screen)
        place = (screen.bus, screen.port, screen.address if screen.bus == "i2c" else screen.device)
        if place in places:
            key = "address" if screen.bus == "i2c" else "device"
            yield f"{path}.{key}: {where(screen)} is taken by screens.{places[place]}"
        places.setdefault(place, side)


def _driver_problems(path: str, screen: ScreenWiring) -> Iterator[str]:
    driver = DRIVERS.get(screen.driver)
    if driver is None:
        yield f"{path}.driver: {screen.driver!r} is unknown: expected {one_of(DRIVERS)}"
        return
    yield from _size_problems(path, screen, driver)
    if screen.bus in ("i2c", "spi") and screen.bus not in driver.buses:
        yield f"{path}.bus: {screen.driver} has no {screen.bus}: expected {one_of(driver.buses)}"


def _size_problems(path: str, screen: ScreenWiring, driver: Driver) -> Iterator[str]:
    size = (screen.width, screen.height)
    seen = size if screen.rotate % 2 == 0 else size[::-1]
    sizes = [each for each in driver.sizes if _shows_clock(*each) or _shows_clock(*each[::-1])]
    if size not in sizes:
        is_small = size in driver.sizes
        what = (
            f"{_by(*size)} shows no clock" if is_small else f"{screen.driver} has no {_by(*size)}"
        )
        offered = one_of(_by(*each) for each in sizes)
        yield f"{path}.{_size_key(screen, sizes)}: {what}: expected {offered}"
    elif screen.rotate in range(4) and not _shows_clock(*seen):
        yield (
            f"{path}.rotate: {_by(*size)} after {screen.rotate} quarter turns shows no clock: "
            f"expected at least {_by(*SCREEN_MIN)} as it is seen"
        )


def _shows_clock(width: int, height: int) -> bool:
    """Whether a display of this size, as it is seen, has SCREEN_MIN's pixels."""
    return width >= SCREEN_MIN[0] and height >= SCREEN_MIN[1]


def _by(width: int, height: int) -> str:
    return f"{width}x{height}"


def _size_key(screen: ScreenWiring, sizes: Collection[tuple[int, int]]) -> str:
    """Which key is to be changed for one of these sizes: one that is not as it comes."""
    usual = ScreenWiring()
    if screen.height == usual.height:
        return "driver" if screen.width == usual.width else "width"
    is_wide_enough = any(width == screen.width for width, _ in sizes)
    return "height" if is_wide_enough or screen.width == usual.width else "width"


def _bus_problems(path: str, screen: ScreenWiring) -> Iterator[str]:
    if screen.bus not in ("i2c", "spi"):
        yield f"{path}.bus: {screen.bus!r} is unknown: expected i2c or spi"
    if screen.port < 0:
        yield f"{path}.port: expected 0 or more, got {screen.port}"
    if screen.bus == "i2c" and screen.address not in I2C_ADDRESSES:
        yield f"{path}.address: expected 0x08 to 0x77, got {screen.address:#04x}"
    if screen.bus == "spi" and screen.dc is None:
        yield f"{path}.dc: expected a pin: on SPI the display needs its D/C wire"
    if screen.bus == "spi" and screen.device not in range(len(_SPI_SELECTS.get(screen.port, ()))):
        yield f"{path}.device: SPI {screen.port} has no chip select {screen.device}"
    if screen.rotate not in range(4):
        yield f"{path}.rotate: expected 0, 1, 2 or 3 quarter turns, got {screen.rotate}"
    if screen.contrast not in range(256):
        yield f"{path}.contrast: expected 0 to 255, got {screen.contrast}"


def _debounce_problems(times: DebounceWiring) -> Iterator[str]:
    if not CONFIRM_NS_MIN <= times.confirm_ns <= CONFIRM_NS_MAX:
        yield (
            f"debounce.confirm_ms: expected {_ms(CONFIRM_NS_MIN)} to {_ms(CONFIRM_NS_MAX)}, "
            f"got {_ms(times.confirm_ns)}"
        )
    if not times.confirm_ns <= times.lockout_ns <= LOCKOUT_NS_MAX:
        yield (
            f"debounce.lockout_ms: expected at least confirm_ms and at most "
            f"{_ms(LOCKOUT_NS_MAX)}, got {_ms(times.lockout_ns)}"
        )


def where(screen: ScreenWiring) -> str:
    """Driver and place of a display in words, "ssd1306 at 0x3C on I²C 1"."""
    if screen.bus == "spi":
        return f"{screen.driver} at chip select {screen.device} on SPI {screen.port}"
    return f"{screen.driver} at 0x{screen.address:02X} on I²C {screen.port}"


def _ms(ns: int) -> str:
    return f"{ns / 1_000_000:g}"
