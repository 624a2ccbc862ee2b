"""The mistakes in a wiring, all found at once."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set

from hal.keys import TOUCH, DeviceKey
from hal.message import KeyFault, Message, nearest, one_of
from hal.ports import Line, ScreenName
from hal.wiring import (
    DRIVERS,
    I2C_ADDRESSES,
    SCREEN_MIN,
    DebounceWiring,
    Driver,
    PinsWiring,
    ScreenWiring,
    Wiring,
    describe_screen,
    pins_of_parts,
)

# A bus's pins on the header. The kernel's SPI 0 takes both its chip selects, used or not.
I2C_PINS: Mapping[int, tuple[int, ...]] = {0: (0, 1), 1: (2, 3)}
_SPI_PINS: Mapping[int, tuple[int, ...]] = {0: (7, 8, 9, 10, 11), 1: (19, 20, 21)}
_SPI_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}


_FRAMEBUFFER = re.compile(r"/?(?:dev/)?(?:fb)?(\d+)[a-z]?")


class WiringError(ValueError):
    """A wiring cannot be used: `faults` are its mistakes."""

    def __init__(self, faults: tuple[KeyFault, ...]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def problems(wiring: Wiring) -> tuple[KeyFault, ...]:
    """Return all mistakes in a wiring."""
    has_pins = wiring.pins.exist
    return (
        *_line_problems(wiring),
        *_screen_problems(wiring),
        *(_pin_problems(wiring) if has_pins else _pinless_problems(wiring)),
        *_key_problems(wiring),
        *_edges_problems(wiring.pins),
        *_shared_bus_problems(wiring),
        *_debounce_problems(wiring.debounce),
    )


def _line_problems(wiring: Wiring) -> Iterator[KeyFault]:
    lines = wiring.wired
    for side in ScreenName:
        one = Line(f"{side}_plunger")
        hands = _hands(f"{side}_plunger", lines)
        if one in lines and hands:
            both = (
                "expected either one plunger or one for each hand, not both: {other} is wired too"
            )
            yield KeyFault(f"lines.{one}", both, about=f"lines.{hands[0]}", other=hands[0].value)
        elif one not in lines and not hands:
            yield KeyFault(f"lines.{one}", "expected a pin or a key: this seat has no plunger")
        for stem in (f"{side}_plunger", f"{side}_stone"):
            wired = _hands(stem, lines)
            if len(wired) == 1:
                (missing,) = {Line(f"{stem}_lh"), Line(f"{stem}_rh")} - set(wired)
                yield KeyFault(
                    f"lines.{missing}",
                    "expected a pin or a key: {other} is wired, the other hand is not",
                    about=f"lines.{wired[0]}",
                    other=wired[0].value,
                )
    for line in (Line.STOP, Line.MINUS, Line.PLUS):
        if line not in lines:
            yield KeyFault(f"lines.{line}", "expected a pin or a key: this button is needed")


def _hands(stem: str, lines: Set[Line]) -> tuple[Line, ...]:
    return tuple(line for line in (Line(f"{stem}_lh"), Line(f"{stem}_rh")) if line in lines)


def _screen_problems(wiring: Wiring) -> Iterator[KeyFault]:
    if wiring.framebuffer is not None:
        device = wiring.framebuffer.device
        if (found := _FRAMEBUFFER.fullmatch(device)) is None:
            no_device = "expected a screen such as /dev/fb0, got {value}"
            yield KeyFault("screens.both.device", no_device, value=device)
        elif device != (path := f"/dev/fb{found[1]}"):
            near = "expected a screen such as /dev/fb0, got {value}: write {repair}"
            yield KeyFault("screens.both.device", near, value=device, repair=f'"{path}"')
        return
    places: dict[tuple[str, int, int], str] = {}
    for side in ScreenName:
        path = f"screens.{side}"
        screen = wiring.screens.get(side)
        if screen is None:
            yield KeyFault(path, "expected a display for the player on that side")
            continue
        yield from _driver_problems(path, screen)
        if screen.bus == "i2c" or wiring.pins.exist:
            yield from _bus_problems(path, screen)
        key = "address" if screen.bus == "i2c" else "device"
        place = (screen.bus, screen.port, getattr(screen, key))
        other = places.setdefault(place, path)
        if other != path:
            taken = "{place} is taken by {other}"
            yield KeyFault(
                f"{path}.{key}", taken, about=other, place=describe_screen(screen), other=other
            )


def _driver_problems(path: str, screen: ScreenWiring) -> Iterator[KeyFault]:
    driver = DRIVERS.get(screen.driver)
    if driver is None:
        name, meant = repr(screen.driver), nearest(screen.driver, DRIVERS)
        if meant is not None:
            close = "{name} is unknown: did you mean {meant}?"
            yield KeyFault(f"{path}.driver", close, name=name, meant=meant)
        else:
            unknown = "{name} is unknown: expected {names}"
            yield KeyFault(f"{path}.driver", unknown, name=name, names=one_of(DRIVERS))
        return
    yield from _size_problems(path, screen, driver)
    if screen.bus not in driver.buses:
        yield _has_no(f"{path}.bus", screen, screen.bus, driver.buses)


def _size_problems(path: str, screen: ScreenWiring, driver: Driver) -> Iterator[KeyFault]:
    size = (screen.width, screen.height)
    seen = (size[1], size[0]) if screen.rotate % 2 else size
    if size not in driver.sizes:
        # Blame the height if no size of the driver has it, otherwise the width.
        key = "width" if any(height == size[1] for _, height in driver.sizes) else "height"
        key = "driver" if size == SCREEN_MIN else key
        yield _has_no(f"{path}.{key}", screen, _by(size), map(_by, driver.sizes))
    elif seen[0] < SCREEN_MIN[0] or seen[1] < SCREEN_MIN[1]:
        yield KeyFault(
            f"{path}.rotate",
            "{size} with rotate = {turns} is too small for the clock: expected at least {least}",
            size=_by(size),
            turns=screen.rotate,
            least=_by(SCREEN_MIN),
        )


def _has_no(path: str, screen: ScreenWiring, what: str, offered: Iterable[str]) -> KeyFault:
    lacking = "{driver} has no {what}: expected {names}"
    return KeyFault(path, lacking, driver=screen.driver, what=what, names=one_of(offered))


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _bus_problems(path: str, screen: ScreenWiring) -> Iterator[KeyFault]:
    if screen.bus == "i2c" and screen.address in (0x78, 0x7A):
        shifted = "expected {address}: modules print it doubled, as {printed}"
        address, printed = f"0x{screen.address // 2:02X}", f"0x{screen.address:02X}"
        yield KeyFault(f"{path}.address", shifted, address=address, printed=printed)
    elif screen.bus == "i2c" and screen.address not in I2C_ADDRESSES:
        first, last = (f"0x{address:02x}" for address in (I2C_ADDRESSES[0], I2C_ADDRESSES[-1]))
        names = Message("{first} to {last}", first=first, last=last)
        expected = "expected {names}, got {value}"
        yield KeyFault(f"{path}.address", expected, names=names, value=f"{screen.address:#04x}")
    if screen.bus == "spi":
        if screen.dc is None:
            yield KeyFault(f"{path}.dc", "expected a pin: on SPI the display needs its D/C wire")
        if screen.device not in range(len(_SPI_SELECTS.get(screen.port, ()))):
            no_select = "SPI {port} has no chip select {device}"
            yield KeyFault(f"{path}.device", no_select, port=screen.port, device=screen.device)


def _pin_problems(wiring: Wiring) -> Iterator[KeyFault]:
    users: dict[int, str] = {}
    buses = _bus_pins(wiring)
    for path, pin, own_bus in _pins(wiring):
        bus, display = buses.get(pin, (own_bus, ""))
        # Two displays on one bus in software both name its pins; a pin named twice is a mistake.
        is_taken = pin in users and (not own_bus or users[pin] == path)
        if bus != own_bus:
            of_a_bus = "GPIO {pin} belongs to {bus}, which {display} uses"
            yield KeyFault(path, of_a_bus, about=display, pin=pin, bus=bus, display=display)
        elif is_taken:
            other = users[pin]
            yield KeyFault(
                path, "GPIO {pin} is also used by {other}", about=other, pin=pin, other=other
            )
        users.setdefault(pin, path)


def _pinless_problems(wiring: Wiring) -> Iterator[KeyFault]:
    """The pins of a wiring that says there are none."""
    for path, pin, bus in _pins(wiring):
        wanted: Message | str = "[]" if bus else '"none"'
        if path.startswith("lines."):
            wanted = Message('a key, as in "any:KEY_A"')
        none = "expected {names}, got {value}: there are no pins with pins.factory {factory}"
        yield KeyFault(
            path, none, about="pins.factory", names=wanted, value=pin, factory=wiring.pins.factory
        )
    for side, screen in wiring.screens.items():
        if screen.bus == "spi":
            needs_pins = 'expected "i2c": there are no pins with pins.factory {factory}'
            yield KeyFault(
                f"screens.{side}.bus",
                needs_pins,
                about="pins.factory",
                factory=wiring.pins.factory,
            )


def _key_problems(wiring: Wiring) -> Iterator[KeyFault]:
    users: dict[DeviceKey, Line] = {}
    for line, key in wiring.keys.items():
        other = users.setdefault(key, line)
        if other is not line:
            path = f"lines.{other}"
            yield KeyFault(
                f"lines.{line}",
                "the key {key} is also used by {other}",
                about=path,
                key=str(key),
                other=path,
            )
        if key.device == TOUCH and wiring.framebuffer is None:
            yield KeyFault(
                f"lines.{line}",
                "{key} needs one screen for both faces, which is touched: [screens.both]",
                about="screens",
                key=str(key),
            )


def _pins(wiring: Wiring) -> Iterator[tuple[str, int, str]]:
    """Yield the key path of every pin in the wiring, the pin, and its bus in software, if any."""
    yield from ((path, pin, "") for path, _, pin in pins_of_parts(wiring))
    for side, screen in wiring.screens.items():
        if screen.bus == "spi":
            for key, extra in (("dc", screen.dc), ("reset", screen.reset)):
                if extra is not None:
                    yield f"screens.{side}.{key}", extra, ""
        for pin in screen.bus_pins:
            yield f"screens.{side}.bus_pins", pin, _bus(screen)


def _shared_bus_problems(wiring: Wiring) -> Iterator[KeyFault]:
    first: dict[str, tuple[str, tuple[int, ...]]] = {}
    for side, screen in wiring.screens.items():
        if not screen.bus_pins:
            continue
        path, bus = f"screens.{side}.bus_pins", _bus(screen)
        other, pins = first.setdefault(bus, (path, screen.bus_pins))
        if pins != screen.bus_pins:
            unequal = "expected {pins}, the same as {other}: both displays are on {bus}"
            yield KeyFault(path, unequal, about=other, pins=list(pins), other=other, bus=bus)


def _edges_problems(pins: PinsWiring) -> Iterator[KeyFault]:
    if (pins.factory, pins.edges) == ("rpigpio", "factory"):
        watches_none = 'expected "auto", "gpiod" or "poll": pins.factory {factory} watches no edges'
        yield KeyFault("pins.edges", watches_none, about="pins.factory", factory=pins.factory)


def _bus_pins(wiring: Wiring) -> dict[int, tuple[str, str]]:
    """Return the pins of the displays' buses, each with its bus and a display on it."""
    # Buses of the header come first: their pins are fixed, those of a bus in software can be moved.
    taken: dict[int, tuple[str, str]] = {}
    for pins_of in (_header_pins, lambda screen: screen.bus_pins):
        for side, screen in wiring.screens.items():
            for pin in pins_of(screen):
                taken.setdefault(pin, (_bus(screen), f"screens.{side}"))
    return taken


def _bus(screen: ScreenWiring) -> str:
    return f"{'SPI' if screen.bus == 'spi' else 'I²C'} {screen.port}"


def _header_pins(screen: ScreenWiring) -> tuple[int, ...]:
    """Return the header pins of a display's bus."""
    if screen.bus == "i2c":
        return I2C_PINS.get(screen.port, ())
    selects = _SPI_SELECTS.get(screen.port, ())
    return _SPI_PINS.get(screen.port, ()) + selects[screen.device : screen.device + 1]


def _debounce_problems(times: DebounceWiring) -> Iterator[KeyFault]:
    if times.lockout_ns < times.confirm_ns:
        yield KeyFault(
            "debounce.lockout_ms",
            "expected at least confirm_ms, got {value}",
            about="debounce.confirm_ms",
            value=f"{times.lockout_ns / 1_000_000:g}",
        )
