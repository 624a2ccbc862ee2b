"""The doctor finds the devices on an I²C bus, and the bus's speed."""

from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from clock.doctor import buses, system
from hal.ports import ScreenName
from hal.wiring import DEFAULT, ScreenWiring
from tests.doctor.lab import Lab, found

Patch = pytest.MonkeyPatch
MEMORIES = {*range(0x30, 0x38), *range(0x50, 0x60)}


@pytest.mark.parametrize("writes", [True, False])
def test_every_address_is_asked_without_data_and_memories_are_only_read(
    writes: bool, monkeypatch: Patch
) -> None:
    def answer(address: int) -> None:
        if address not in (0x3C, 0x50):
            raise OSError(121, "Remote I/O error")

    bus = Mock(funcs=buses.QUICK | 1 if writes else 1)
    bus.read_byte.side_effect = bus.write_quick.side_effect = answer
    monkeypatch.setattr("smbus2.SMBus", lambda _: bus)
    assert buses.answering_addresses(1) == {0x3C, 0x50}
    bus.close.assert_called_once()
    read, written = (
        {call.args[0] for call in asked.call_args_list}
        for asked in (bus.read_byte, bus.write_quick)
    )
    assert read | written == set(range(0x08, 0x78))
    assert not MEMORIES & written
    assert bool(written) is writes


PINS = "/sys/kernel/debug/pinctrl/3f200000.gpio/pins"
"""A kernel's list: its pin 2 is SDA."""


def test_a_bus_that_hangs_is_not_waited_for_at_every_address_and_the_wire_that_is_low_is_named(
    lab: Lab, monkeypatch: Patch
) -> None:
    bus = Mock(funcs=1)
    bus.read_byte.side_effect = OSError(110, "Connection timed out")
    monkeypatch.setattr("smbus2.SMBus", lambda _: bus)
    assert found(buses.addresses(DEFAULT, system.low_pins(lab))) == ["wrong: I²C 1 hangs"]
    levels = {2: "alt0 in lo", 3: "alt0 in hi", 4: "gpio_in in lo"}
    pin = "pin {0} (gpio{0}) {0}:pinctrl-bcm2835 function {1}; irq 0 (none)\n"
    lab.put({PINS: "".join(pin.format(*each) for each in levels.items())})
    problem = "wrong: I²C 1 hangs: SDA (GPIO 2) held low"
    assert found(buses.addresses(DEFAULT, system.low_pins(lab))) == [problem]
    lab.put({PINS: "pin 2 (gpio2) function alt0 in hi"})
    monkeypatch.setenv(system.IN_PLACE, "2 4")  # who asks as the service cannot read the list
    assert found(buses.addresses(DEFAULT, system.low_pins(lab))) == [problem]
    assert bus.read_byte.call_count == 3
    assert bus.close.call_count == 3


def test_a_display_must_answer_where_it_is_configured(monkeypatch: Patch) -> None:
    at = "answers as ssd1306 at 0x3D on I²C 1"
    for answering, left, right, remedy in (
        ({0x3C, 0x3D}, "ok", f"ok: right: something {at}", "None"),
        ({0x3C, 0x68}, "ok", f"wrong: right: nothing {at}; addresses that answer: 0x3C, 0x68",
         "check its plug; if both"),
        (set(), "wrong", f"wrong: right: nothing {at}; addresses that answer: none at all",
         "check its plug: 3V3, GND"),
        ({0x3E}, "wrong", f"wrong: right: nothing {at}; addresses that answer: 0x3E",
         "set `address` to"),
    ):  # fmt: skip
        monkeypatch.setattr(buses, "answering_addresses", Mock(return_value=answering))
        findings = list(buses.addresses(DEFAULT))
        first, second = found(findings)
        assert (first.partition(":")[0], second) == (left, right)
        assert str(findings[1].remedy).startswith(remedy)


def test_a_bus_that_cannot_be_asked_is_found_once() -> None:
    wiring = replace(DEFAULT, screens=dict.fromkeys(ScreenName, ScreenWiring(port=77)))
    problem = "wrong: I²C 77 cannot be queried: No such file or directory"
    assert found(buses.addresses(wiring)) == [problem]


SPEED = "/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
SMALL, LARGE = ScreenWiring(), ScreenWiring(driver="ssd1327", height=128)
UNKNOWN = ScreenWiring(driver="hd44780")  # its fault stands above


def test_a_buss_speed_is_found_with_the_time_of_its_largest_frame(lab: Lab) -> None:
    unknown = "ok: I²C 1 does not report its speed"
    assert found(buses.speeds(lab, DEFAULT)) == [unknown]  # the kernel has no such file
    for speed_hz, screen, expected in (
        (399_999, SMALL, "warning: I²C 1 runs at 399 kHz: 23 ms for a whole frame"),
        (400_000, SMALL, "ok: I²C 1 runs at 400 kHz: 23 ms for a whole frame"),
        (1_000_000, SMALL, "ok: I²C 1 runs at 1000 kHz: 9 ms for a whole frame"),
        (400_000, LARGE, "ok: I²C 1 runs at 400 kHz: 185 ms for a whole frame"),
        (400_000, UNKNOWN, "ok: I²C 1 runs at 400 kHz: 23 ms for a whole frame"),
        (0, SMALL, unknown),
    ):
        lab.put({SPEED: speed_hz.to_bytes(4, "big")})
        wiring = replace(DEFAULT, screens={**DEFAULT.screens, ScreenName.LEFT: screen})
        assert found(buses.speeds(lab, wiring)) == [expected]
