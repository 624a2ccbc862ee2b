"""The doctor looks at the board, its kernel, its supply and how warm it is."""

from pathlib import Path

import pytest

from clock import doctor
from clock.doctor import board
from clock.doctor.findings import Level
from tests.doctor.lab import Lab, configured, found

MODEL, CPU = "/proc/device-tree/model", "/proc/cpuinfo"
BITS = "/sys/devices/platform/soc/soc:firmware/get_throttled"
WEAK = "now: too little voltage"
WAS_WEAK = "since power-on: too little voltage"
BLIND = "this Pi has no detector of low voltage: measure 4.8 V or more between pins 2 and 6"
WELL = ("ok", "no warning since power-on")


@pytest.mark.parametrize(
    ("path", "content", "level", "what"),
    [
        (MODEL, "Raspberry Pi 4 Model B Rev 1.5\0", "ok", "Raspberry Pi 4 Model B Rev 1.5"),
        (CPU, "processor\t: 0\nModel\t\t: Raspberry Pi Zero 2 W\n", "ok", "Raspberry Pi Zero 2 W"),
        ("/dev/gpiochip0", "", "warning", "it does not say what it is"),
        ("/dev/null", "", "wrong", "this machine ("),
    ],
)
def test_a_board_is_known_by_its_model_or_its_pins(
    lab: Lab, path: str, content: str, level: str, what: str
) -> None:
    lab.put(path, content)
    ((actual, text),) = found(board.board(lab))
    assert (actual, text[: len(what)]) == (level, what)


@pytest.mark.parametrize(
    ("text", "release", "level"),
    [
        ("", "6.12.25+rpt-rpi-v8", "ok"),
        ('[pins]\nfactory = "rpigpio"', "6.1.0-rpi7", "ok"),
        ('[pins]\nfactory = "rpigpio"', "6.6.20+rpt-rpi-v7", "wrong"),
        ('[pins]\nfactory = "rpigpio"\nedges = "poll"', "6.6.20+rpt-rpi-v7", "ok"),
        ('[pins]\nfactory = "rpigpio"\nedges = "gpiod"', "6.6.20+rpt-rpi-v7", "ok"),
    ],
)
def test_a_kernel_on_which_rpigpio_fails_is_found(text: str, release: str, level: str) -> None:
    ((actual, what),) = found(board.kernel(configured(text), release))
    assert (actual, release in what) == (level, True)


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        ("0", [WELL]),
        ("1", [("wrong", WEAK)]),
        ("50005", [("wrong", WEAK), ("wrong", "now: throttled")]),
        ("10000", [("warning", WAS_WEAK)]),
        ("80000", [("warning", "since power-on: slowed down by warmth")]),
    ],
)
def test_the_firmwares_warnings_are_found(
    lab: Lab, bits: str, expected: list[tuple[str, str]]
) -> None:
    assert found(board.power(lab)) == []  # a board without that report
    lab.commands["vcgencmd"] = f"throttled=0x{bits}"
    assert found(board.power(lab)) == expected
    lab.commands.clear()
    lab.put(BITS, f"{bits}\n")
    assert found(board.power(lab)) == expected
    lab.put("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    lab.put("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert ("wrong", WEAK) in found(board.power(lab))


@pytest.mark.parametrize(
    ("revision", "expected"),
    [
        (0x902120, ("ok", BLIND)),  # Zero 2 W
        (0x9000C1, ("ok", BLIND)),  # Zero W
        (0x900093, ("ok", BLIND)),  # Zero
        (0x00000E, ("ok", BLIND)),  # B, the first
        (0x100000E, ("ok", BLIND)),  # the same, once run with more voltage
        (0x000010, WELL),  # B+
        (0xA02082, WELL),  # 3B
        (0x9020E0, WELL),  # 3A+
        (0xC03111, WELL),  # 4B
        (0xD04170, WELL),  # 5
    ],
)
def test_a_pi_without_a_detector_of_low_voltage_is_never_called_well(
    lab: Lab, revision: int, expected: tuple[str, str]
) -> None:
    lab.put(BITS, "0\n")
    lab.put(CPU, f"Revision\t: {revision:06x}\n")
    assert found(board.power(lab)) == [expected]
    lab.put(CPU, "Revision\t: ?\n")
    lab.put("/proc/device-tree/system/linux,revision", revision.to_bytes(4, "big"))
    assert found(board.power(lab)) == [expected]


@pytest.mark.parametrize(
    ("charge", "status", "expected"),
    [
        ("80", "Discharging", ("ok", "battery: 80 %")),
        ("26", "Unknown", ("ok", "battery: 26 %")),
        ("25", "Unknown", ("warning", "battery: 25 %")),
        ("12", "Charging", ("ok", "battery: 12 %, charging or full")),
        ("255", "Unknown", ("wrong", "battery: its charge cannot be read")),
    ],
)
def test_a_battery_is_found_with_its_charge(
    lab: Lab, file: Path, charge: str, status: str, expected: tuple[str, str]
) -> None:
    assert found(board.batteries(lab)) == []
    for name, text in (("type", "Battery"), ("capacity", charge), ("status", status)):
        lab.put(f"/sys/class/power_supply/battery/{name}", f"{text}\n")
    assert found(board.batteries(lab)) == [expected]
    file.write_text("[power]\nlow_percent = 90\n")
    (finding,) = [each for each in doctor.examined(lab, file) if each.part == "battery"]
    assert (finding.level is Level.WARNING) is (status != "Charging" and charge != "255")


@pytest.mark.parametrize(
    ("reading", "level"),
    [(48_312, "ok"), (69_999, "ok"), (70_000, "warning"), (79_999, "warning"), (80_000, "wrong")],
)
def test_warmth_is_found_ten_degrees_before_the_firmware_slows_down(
    lab: Lab, reading: int, level: str
) -> None:
    lab.put("/sys/class/thermal/thermal_zone0/temp", f"{reading}\n")
    assert found(board.warmth(lab)) == [(level, f"{reading // 1000} °C")]
