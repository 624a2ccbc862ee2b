"""hardware.md's steps, line for line what the wiring wants: somebody types these pins in."""

import re
from pathlib import Path

import pytest

from clock.config import config_from, read_config
from hal.ports import LampName, ScreenName
from hal.wiring import DEFAULT
from hal.wiring_problems import problems
from tools.drawings.header import BCM_OF_PIN, POWER, bus_wires, parts

ROOT = Path(__file__).parents[2]
PAGE = " ".join((ROOT / "hardware.md").read_text(encoding="utf-8").split())
PULLED_UP = range(9)
"""The pins that a Raspberry Pi pulls up from power-on (BCM2835 ARM Peripherals, table 6-31)."""
COUNTED = {5: "five", 6: "six", 7: "seven"}


def step(title: str) -> str:
    """What stands in a step, from its title to the next."""
    found = re.search(rf"\*\*\d+\. {title}\.\*\* (.*?)(?= \*\*\d+\. | ## )", PAGE)
    assert found is not None, title
    return found[1]


def pinctrl(text: str, does: str) -> list[set[int]]:
    """Return the pins of a text's `pinctrl` commands of this kind."""
    commands = re.findall(rf"`(?:sudo )?pinctrl {does}`", text)
    return [set(map(int, re.findall(r"\d+", command))) for command in commands]


SET, POLL, OUT, HIGH = (
    r"set [\d,]+ ip pu", r"poll [\d,]+", r"set [\d,]+ op dl", r"set \d+ op dh"
)  # fmt: skip


def lit(text: str) -> dict[LampName, int]:
    """Return a text's lamps and pins; "`24` the right one" is of the kind before."""
    found, kind = {}, ""
    each = r"`(?:sudo pinctrl set )?(\d+)(?: op dh)?` (?:lights )?the (left |right |)(\w+)"
    for pin, side, what in re.findall(each, text):
        kind = kind if what == "one" else what
        found[LampName(f"{side.strip()}_{kind}" if side else kind)] = int(pin)
    return found


def test_switches_lamps_and_buzzer_are_tried_by_their_own_pins() -> None:
    switches, lamps, buzzer = map(step, ("Plungers and buttons", "Lamps", "Buzzer"))
    pins = set(DEFAULT.lines.values())
    assert pinctrl(switches, SET) == pinctrl(switches, POLL) == [pins]
    assert f"`hi` for all {COUNTED[len(pins)]}" in switches
    lamp_pins = {name: lamp.pin for name, lamp in DEFAULT.lamps.items()}
    assert pinctrl(lamps, OUT) == [set(lamp_pins.values())]
    assert all(lamp.lit_when_high for lamp in DEFAULT.lamps.values()), "as op dl and op dh say"
    assert lit(lamps) == lamp_pins
    assert DEFAULT.buzzer is not None
    assert pinctrl(buzzer, HIGH) == [{DEFAULT.buzzer.pin}]


def test_every_pin_of_the_header_that_is_named_with_what_it_carries_carries_that() -> None:
    buses = {wire.name: wire.bcm for wire in bus_wires(DEFAULT)}
    power = {"VCC": "3V3"}
    named = [(int(pin), name) for pin, name in re.findall(r"\bpin (\d+) \((3V3|5V|GND)\)", PAGE)]
    wired = re.findall(r"\b(VCC|GND|SDA|SCL|3V3|5V) to pin (\d+)", PAGE)
    named += [(int(pin), name) for name, pin in wired]
    assert named
    for pin, name in named:
        if name in buses:
            assert BCM_OF_PIN[pin] == buses[name], f"{name} is not on pin {pin}"
        else:
            assert POWER[pin] == power.get(name, name), f"{name} is not on pin {pin}"


def test_a_voltage_is_measured_between_the_pins_that_have_it() -> None:
    measured = re.findall(r"at least ([\d.]+) V between pins (\d+) and (\d+)", PAGE)
    assert measured
    for volts, one, other in measured:
        supply = "5V" if float(volts) > 3.3 else "3V3"
        assert {POWER[int(one)], POWER[int(other)]} == {supply, "GND"}


def test_a_display_with_a_bus_of_its_own_is_configured_on_the_pins_that_the_kernel_drives() -> None:
    overlay = re.search(r"dtoverlay=i2c-gpio,bus=(\d+),i2c_gpio_sda=(\d+),i2c_gpio_scl=(\d+)", PAGE)
    keys = re.search(
        r"`\[screens\.right\]` with `(port = \d+)`, `(address = 0x\w+)` and "
        r"`(bus_pins = \[[\d, ]+\])`",
        PAGE,
    )
    assert overlay is not None
    assert keys is not None
    wiring = config_from("\n".join(("[screens.right]", *keys.groups()))).wiring
    right = wiring.screens[ScreenName.RIGHT]
    assert (right.port, *right.bus_pins) == tuple(map(int, overlay.groups()))
    assert right.address == DEFAULT.screens[ScreenName.LEFT].address, "both know only this one"
    assert problems(wiring) == ()


def test_the_pins_that_a_ups_board_takes_are_the_named_parts_and_the_plug_s_is_one() -> None:
    text = re.search(
        r"pulled plug on GPIO (\d+) and switches charging with GPIO (\d+), which in the default "
        r"wiring belong to the ([\w ]+?) and the ([\w ]+?)\. ",
        PAGE,
    )
    assert text is not None
    plug, charging, plugs_part, chargings_part = text.groups()
    wired = {part.name: part.bcm for part in parts(DEFAULT)}
    assert (wired[plugs_part], wired[chargings_part]) == (int(plug), int(charging))
    assert f"dtoverlay=gpio-charger,gpio={plug}`" in PAGE


def test_no_lamp_and_no_buzzer_stands_on_a_pin_that_is_high_while_the_pi_starts() -> None:
    assert f"a pin that is pulled up ({PULLED_UP[0]} to {PULLED_UP[-1]})" in PAGE
    files = sorted((ROOT / "examples").glob("*.toml"))
    assert files
    for wiring in (DEFAULT, *(read_config(file).wiring for file in files)):
        high = {lamp.pin for lamp in wiring.lamps.values() if lamp.lit_when_high}
        assert not {*high, *([wiring.buzzer.pin] if wiring.buzzer else [])} & set(PULLED_UP)


@pytest.mark.parametrize(
    ("bus", "pins"), [("SPI", "7 to 11"), ("the serial console", "14, 15"), ("memory", "0, 1")]
)
def test_the_pins_that_the_page_says_stay_free_are_free(bus: str, pins: str) -> None:
    assert re.search(rf"{bus} \({pins}\)", PAGE)
    first, last = (int(pin) for pin in re.findall(r"\d+", pins))
    taken = {wire.bcm for wire in bus_wires(DEFAULT)} | {part.bcm for part in parts(DEFAULT)}
    assert not taken & set(range(first, last + 1))
