"""The wiring: every mistake found at once, each in a line of its own."""

from typing import Any

import pytest
from msgspec.structs import replace

from hal.keys import ANY, DeviceKey
from hal.message import one_of
from hal.ports import Line, ScreenName
from hal.wiring import (
    DEFAULT,
    DRIVERS,
    KEYS,
    DebounceWiring,
    KeyboardsWiring,
    PinsWiring,
    ScreenWiring,
    Wiring,
    describe_screen,
)
from hal.wiring_problems import problems


def lines(**changes: int | None) -> Wiring:
    wired = {**DEFAULT.lines, **{Line(name): pin for name, pin in changes.items()}}
    return replace(DEFAULT, lines={line: pin for line, pin in wired.items() if pin is not None})


def both(left: dict[str, Any], right: dict[str, Any]) -> Wiring:
    changes = {ScreenName.LEFT: left, ScreenName.RIGHT: right}
    screens = {side: replace(DEFAULT.screens[side], **changes[side]) for side in ScreenName}
    return replace(DEFAULT, screens=screens)


def right(**changes: Any) -> Wiring:
    return both({}, changes)


SOUND = {
    "the default": DEFAULT,
    "hands and stone sensors on both sides": lines(
        left_plunger=None, left_plunger_lh=5, left_plunger_rh=12,
        right_plunger=None, right_plunger_lh=6, right_plunger_rh=13,
        left_stone_lh=19, left_stone_rh=20, right_stone_lh=21, right_stone_rh=15, ok=None,
    ),
    "a software bus for both": both(
        {"port": 3, "bus_pins": (20, 21)}, {"port": 3, "bus_pins": (20, 21)}
    ),
    "its pins named once": both({"port": 3, "bus_pins": (20, 21)}, {"port": 3}),
    "one each": both({"port": 3, "bus_pins": (20, 21)}, {"port": 4, "bus_pins": (13, 19)}),
    "the header's bus, its pins named": both({"bus_pins": (2, 3)}, {}),
    "two keys in place of plungers": replace(
        lines(left_plunger=None, right_plunger=None),
        keys={Line.LEFT_PLUNGER: DeviceKey("pad", 1), Line.RIGHT_PLUNGER: DeviceKey("pad", 2)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("wiring", SOUND.values(), ids=SOUND.keys())
def test_a_wiring_that_can_be_has_no_problem(wiring: Wiring) -> None:
    assert problems(wiring) == ()


def test_any_keyboard_presses_the_lines_that_are_there_unless_its_keys_are_named() -> None:
    pad, taken = DeviceKey("pad", 1), {Line.STOP: DeviceKey(ANY, 2)}
    pins = lines(left_plunger=None, left_plunger_lh=5, left_plunger_rh=12)
    assert pins.all_keys == {line: KEYS[line] for line in KEYS if line is not Line.LEFT_PLUNGER}
    both_kinds = replace(DEFAULT, keys={Line.STOP: pad})
    assert both_kinds.all_keys == {**KEYS, Line.STOP: (pad, *KEYS[Line.STOP])}
    assert replace(DEFAULT, keys=taken).all_keys == {Line.STOP: (DeviceKey(ANY, 2),)}
    for wiring in (
        replace(DEFAULT, keyboards=KeyboardsWiring(any=False)),
        replace(DEFAULT, pins=PinsWiring(factory="mock")),
    ):
        assert wiring.all_keys == {}


PROBLEMS = [
    (replace(DEFAULT, keys=dict.fromkeys((Line.STOP, Line.OK), DeviceKey("pad", 1))),
     "lines.ok: the key pad:KEY_ESC is also used by lines.stop"),
    (lines(stop=5), "lines.stop: GPIO 5 is also used by lines.left_plunger"),
    (lines(stop=25), "lamps.referee.pin: GPIO 25 is also used by lines.stop"),
    (lines(stop=2), "lines.stop: GPIO 2 belongs to I²C 1, which screens.left uses"),
    (right(address=0x3C, port=3, bus_pins=(4, 13)),
     "lines.stop: GPIO 4 belongs to I²C 3, which screens.right uses"),
    (right(address=0x3C, port=3, bus_pins=(2, 13)),
     "screens.right.bus_pins: GPIO 2 belongs to I²C 1, which screens.left uses"),
    (both({"port": 3, "bus_pins": (13, 3)}, {}),
     "screens.left.bus_pins: GPIO 3 belongs to I²C 1, which screens.right uses"),
    (both({"bus": "spi", "port": 0, "dc": 12}, {"port": 3, "bus_pins": (10, 13)}),
     "screens.right.bus_pins: GPIO 10 belongs to SPI 0, which screens.left uses"),
    (both({"port": 3, "bus_pins": (20, 21)}, {"port": 4, "bus_pins": (13, 21)}),
     "screens.right.bus_pins: GPIO 21 belongs to I²C 3, which screens.left uses"),
    (both({"port": 3, "bus_pins": (20, 21)}, {"port": 3, "bus_pins": (20, 13)}),
     "screens.right.bus_pins: expected [20, 21], the same as screens.left.bus_pins: "
     "both displays are on I²C 3"),
    (right(port=3, bus_pins=(13, 13)),
     "screens.right.bus_pins: GPIO 13 is also used by screens.right.bus_pins"),
    (lines(left_plunger_lh=12, left_plunger_rh=13),
     "lines.left_plunger: expected either one plunger or one for each hand, "
     "not both: left_plunger_lh is wired too"),
    (lines(left_plunger=None, left_plunger_rh=13),
     "lines.left_plunger_lh: expected a pin or a key: "
     "left_plunger_rh is wired, the other hand is not"),
    (lines(right_stone_lh=13),
     "lines.right_stone_rh: expected a pin or a key: "
     "right_stone_lh is wired, the other hand is not"),
    (lines(right_plunger=None),
     "lines.right_plunger: expected a pin or a key: this seat has no plunger"),
    (lines(stop=None), "lines.stop: expected a pin or a key: this button is needed"),
    (replace(DEFAULT, screens={ScreenName.LEFT: ScreenWiring()}),
     "screens.right: expected a display for the player on that side"),
    (right(address=0x3C),
     "screens.right.address: ssd1306 at 0x3C on I²C 1 is taken by screens.left"),
    (right(driver="hd44780"),
     f"screens.right.driver: 'hd44780' is unknown: expected {one_of(DRIVERS)}"),
    (right(driver="sh1106", width=256),
     "screens.right.width: sh1106 has no 256x64: expected 128x128 or 128x64"),
    (right(driver="ssd1322", width=256), "screens.right.bus: ssd1322 has no i2c: expected spi"),
    (right(address=0x80), "screens.right.address: expected 0x08 to 0x77, got 0x80"),
    (right(address=0x7A),
     "screens.right.address: expected 0x3D: modules print it doubled, as 0x7A"),
    (right(address=0x07), "screens.right.address: expected 0x08 to 0x77, got 0x07"),
    (replace(right(port=0), lines={**DEFAULT.lines, Line.STOP: 1}),
     "lines.stop: GPIO 1 belongs to I²C 0, which screens.right uses"),
    (right(bus="spi", port=0),
     "screens.right.dc: expected a pin: on SPI the display needs its D/C wire"),
    (right(bus="spi", port=0, device=2, dc=12), "screens.right.device: SPI 0 has no chip select 2"),
    (right(bus="spi", port=0, dc=10),
     "screens.right.dc: GPIO 10 belongs to SPI 0, which screens.right uses"),
    (right(bus="spi", port=1, dc=12),
     "buzzer.pin: GPIO 18 belongs to SPI 1, which screens.right uses"),
    (right(rotate=1),
     "screens.right.rotate: 128x64 with rotate = 1 is too small for the "
     "clock: expected at least 128x64"),
    (right(height=32), "screens.right.height: ssd1306 has no 128x32: expected 128x64"),
    (replace(DEFAULT, pins=PinsWiring(factory="rpigpio", edges="factory")),
     'pins.edges: expected "auto", "gpiod" or "poll": pins.factory rpigpio watches no edges'),
    (replace(DEFAULT, debounce=DebounceWiring(lockout_ns=1_500_000)),
     "debounce.lockout_ms: expected at least confirm_ms, got 1.5"),
]  # fmt: skip


@pytest.mark.parametrize(("wiring", "line"), PROBLEMS, ids=[line for _, line in PROBLEMS])
def test_a_problem_is_one_line_that_names_its_place(wiring: Wiring, line: str) -> None:
    assert tuple(map(str, problems(wiring))) == (line,)


def test_all_problems_are_found_at_once() -> None:
    assert len(problems(Wiring(lines={Line.STOP: 2}, screens={}))) == 6


def test_a_display_is_named_by_driver_and_place() -> None:
    assert str(describe_screen(ScreenWiring())) == "ssd1306 at 0x3C on I²C 1"
    spi = ScreenWiring(driver="ssd1322", bus="spi", port=0, device=1, dc=12)
    assert str(describe_screen(spi)) == "ssd1322 at chip select 1 on SPI 0"
