"""The doctor looks at the board, its kernel, its supply and how warm it is."""

from pathlib import Path
from typing import Any

import pytest

from clock import doctor
from clock.doctor import board
from hal.wiring import DEFAULT, WITHOUT_PINS
from tests.doctor.lab import Lab, found

MODEL = "/proc/device-tree/model"
BITS = "/sys/devices/platform/soc/soc:firmware/get_throttled"
HEAT = "/sys/class/thermal/thermal_zone0/temp"
RPI_VOLT = {
    "/sys/class/hwmon/hwmon1/name": "rpi_volt\n",
    "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
}
WEAK, WAS_WEAK = "wrong: now: voltage too low", "warning: since power-on: voltage too low"
WELL = "ok: no warning since power-on"
MEASURE = "check that there are at least 4.8 V between pins 2 and 6"
BLIND = f"ok: this Pi cannot detect low voltage: {MEASURE}"
FIFTY_FIVE = (WEAK, "wrong: now: throttled")
FOUND: list[tuple[Any, ...]] = [
    (board.board, {MODEL: "Raspberry Pi 4\0"}, "ok: Raspberry Pi 4"),
    (board.board, {"/dev/gpiochip0": ""}, "warning: the board does not identify itself"),
    (board.board, {}, "wrong: this machine ("),
    (board.power, {}),  # a board without that report
    (board.power, {BITS: "0\n"}, WELL),
    (board.power, {BITS: "0\n", **RPI_VOLT}, WEAK),
    (board.power, {"vcgencmd": "throttled=0x0"}, WELL),
    (board.power, {"vcgencmd": "throttled=0x50005"}, *FIFTY_FIVE),
    (board.power, {BITS: "50005"}, *FIFTY_FIVE),
    (board.power, {BITS: "10000"}, WAS_WEAK),
    (board.power, {BITS: "80000"}, "warning: since power-on: slowed down by heat"),
    (board.heat, {}),
    (board.heat, {HEAT: "69999\n"}, "ok: 69 °C"),
    (board.heat, {HEAT: "70000\n"}, "warning: 70 °C"),
    (board.heat, {HEAT: "79999\n"}, "warning: 79 °C"),
    (board.heat, {HEAT: "80000\n"}, "wrong: 80 °C"),
]


def test_a_board_its_supply_and_its_heat_are_found(tmp_path: Path) -> None:
    for number, (look, answers, *expected) in enumerate(FOUND):
        lab = Lab(tmp_path / str(number))
        lab.put(answers)
        texts = found(look(lab, DEFAULT) if look is board.board else look(lab))
        assert len(texts) == len(expected)
        assert all(text.startswith(each) for text, each in zip(texts, expected, strict=True))


def test_a_machine_without_pins_is_well_if_the_clock_wants_none(lab: Lab) -> None:
    (wrong,) = board.board(lab, DEFAULT)
    assert str(wrong.remedy).endswith('write factory = "none" below [pins]')
    (line,) = found(board.board(lab, WITHOUT_PINS))
    assert line.startswith("ok: this machine (")


def test_the_kernel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.release", lambda: "6.6.20+rpt-rpi-v7")
    assert found(board.kernel()) == ["ok: Linux 6.6.20+rpt-rpi-v7"]


def test_a_pi_without_a_detector_of_low_voltage_is_never_called_well(lab: Lab) -> None:
    lab.put({BITS: "0\n"})
    without = (0x902120, 0x9000C1, 0x900093, 0x00000E)  # Zero 2 W, Zero W, Zero, the first B
    for revision in (*without, 0xA02082, 0x9020E0, 0xC03111, 0xD04170):  # 3B, 3A+, 4B, 5
        lab.put({"/proc/device-tree/system/linux,revision": revision.to_bytes(4, "big")})
        assert found(board.power(lab)) == [BLIND if revision in without else WELL]


@pytest.mark.parametrize(
    ("charge", "status", "expected", "if_low_from_90"),
    [
        ("80", "Discharging", "ok: battery: 80 %", "warning"),
        ("26", "Unknown", "ok: battery: 26 %", "warning"),
        ("25", "Unknown", "warning: battery: 25 %", "warning"),
        ("12", "Charging", "ok: battery: 12 %, charging or full", "ok"),
        ("255", "Unknown", "wrong: battery: its charge cannot be read", "wrong"),
    ],
)
def test_a_battery_is_found_with_its_charge(
    lab: Lab, file: Path, charge: str, status: str, expected: str, if_low_from_90: str
) -> None:
    assert found(board.batteries(lab, 25)) == []
    battery = {"type": "Battery", "capacity": charge, "status": status}
    lab.put({f"/sys/class/power_supply/battery/{name}": battery[name] for name in battery})
    assert found(board.batteries(lab, 25)) == [expected]
    file.write_text("[power]\nlow_percent = 90\n")
    (finding,) = [each for each in doctor.examine(lab, file) if each.part == "battery"]
    assert finding.severity.value == if_low_from_90
