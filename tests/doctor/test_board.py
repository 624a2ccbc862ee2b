"""The doctor looks at the board, its supply, its disk, its time and its service."""

import os
from pathlib import Path

import pytest

from clock import doctor
from clock.doctor import board
from clock.doctor.line import Level, Line
from clock.doctor.machine import Machine
from tests.doctor.lab import RUNS, Lab, configured, told


def test_a_pi_is_told_by_its_model(lab: Lab) -> None:
    lab.put("/proc/device-tree/model", b"Raspberry Pi 4 Model B Rev 1.5\0")
    assert told(board.board(lab)) == [("ok", "Raspberry Pi 4 Model B Rev 1.5")]


def test_a_pi_is_told_by_its_processor_too(lab: Lab) -> None:
    lab.put("/proc/cpuinfo", "processor\t: 0\nModel\t\t: Raspberry Pi Zero 2 W Rev 1.0\n")
    assert told(board.board(lab)) == [("ok", "Raspberry Pi Zero 2 W Rev 1.0")]


def test_a_machine_without_gpio_is_told_what_to_do(lab: Lab) -> None:
    (line,) = board.board(lab)
    assert line.level is Level.WRONG
    assert "no Raspberry Pi: it has no GPIO" in line.what
    assert line.remedy is not None
    assert "make run" in line.remedy


def test_a_strange_board_with_pins_is_looked_at(lab: Lab) -> None:
    lab.put("/dev/gpiochip0")
    assert [level for level, _ in told(board.board(lab))] == ["warning"]


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
def test_a_kernel_on_which_rpigpio_fails_is_told(text: str, release: str, level: str) -> None:
    ((found, words),) = told(board.kernel(configured(text), release))
    assert found == level
    assert release in words


@pytest.mark.parametrize(
    ("bits", "lines"),
    [
        ("0", [("ok", "no warning since power-on")]),
        ("1", [("wrong", "now: too little voltage")]),
        ("50005", [("wrong", "now: too little voltage"), ("wrong", "now: throttled")]),
        ("10000", [("warning", "since power-on: too little voltage")]),
        ("80000", [("warning", "since power-on: slowed down by warmth")]),
    ],
)
def test_the_firmwares_warnings_are_told(lab: Lab, bits: str, lines: list[tuple[str, str]]) -> None:
    lab.put("/sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")
    assert told(board.power(lab)) == lines


BLIND = ("ok", "this Pi has no detector of low voltage: measure 4.8 V or more between pins 2 and 6")


@pytest.mark.parametrize(
    ("revision", "lines"),
    [
        (0x902120, [BLIND]),  # Zero 2 W
        (0x9000C1, [BLIND]),  # Zero W
        (0x900093, [BLIND]),  # Zero
        (0x00000E, [BLIND]),  # B, the first
        (0x100000E, [BLIND]),  # the same, once run with more voltage
        (0x000010, [("ok", "no warning since power-on")]),  # B+
        (0xA02082, [("ok", "no warning since power-on")]),  # 3B
        (0x9020E0, [("ok", "no warning since power-on")]),  # 3A+
        (0xC03111, [("ok", "no warning since power-on")]),  # 4B
        (0xD04170, [("ok", "no warning since power-on")]),  # 5
    ],
)
def test_a_pi_without_a_detector_of_low_voltage_is_not_said_to_have_enough(
    lab: Lab, revision: int, lines: list[tuple[str, str]]
) -> None:
    lab.put("/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    lab.put("/proc/cpuinfo", f"Revision\t: {revision:06x}\n")
    assert told(board.power(lab)) == lines
    lab.put("/proc/cpuinfo", "Revision\t: ?\n")
    lab.put("/proc/device-tree/system/linux,revision", revision.to_bytes(4, "big"))
    assert told(board.power(lab)) == lines


def test_a_pi_without_a_detector_tells_the_firmwares_other_warnings(lab: Lab) -> None:
    lab.put("/proc/cpuinfo", "Revision\t: 902120\n")
    assert told(board.power(lab)) == [BLIND]  # and nobody tells the bits
    lab.commands["vcgencmd"] = "throttled=0x80000"
    assert told(board.power(lab)) == [
        BLIND, ("warning", "since power-on: slowed down by warmth"),
    ]  # fmt: skip


def test_the_firmware_is_asked_by_its_command_and_by_hwmon(lab: Lab) -> None:
    assert told(board.power(lab)) == []  # it does not tell
    lab.commands["vcgencmd"] = "throttled=0x10000"
    assert told(board.power(lab)) == [("warning", "since power-on: too little voltage")]
    lab.put("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    lab.put("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert told(board.power(lab)) == [("wrong", "now: too little voltage")]


@pytest.mark.parametrize(
    ("charge", "status", "lines"),
    [
        ("80", "Discharging", [("ok", "battery: 80 %")]),
        ("26", "Unknown", [("ok", "battery: 26 %")]),
        ("25", "Unknown", [("warning", "battery: 25 %")]),
        ("12", "Charging", [("ok", "battery: 12 %, charging or full")]),
        ("255", "Unknown", [("wrong", "battery: its charge cannot be read")]),
    ],
)
def test_a_battery_is_told(
    lab: Lab, charge: str, status: str, lines: list[tuple[str, str]]
) -> None:
    assert told(board.batteries(lab)) == []
    for name, text in (("type", "Battery"), ("capacity", charge), ("status", status)):
        lab.put(f"/sys/class/power_supply/battery/{name}", f"{text}\n")
    assert told(board.batteries(lab)) == lines


def test_when_a_battery_is_low_the_configuration_says(lab: Lab, tmp_path: Path) -> None:
    for name, text in (("type", "Battery"), ("capacity", "60")):
        lab.put(f"/sys/class/power_supply/battery/{name}", text)
    file = tmp_path / "clapper.toml"
    for percent, level in ((59, Level.OK), (60, Level.WARNING)):
        file.write_text(f"[power]\nlow_percent = {percent}\n")
        (line,) = [line for line in doctor.examined(lab, file) if line.part == "battery"]
        assert line.level is level


@pytest.mark.parametrize(
    ("told_by", "level"),
    [(48_312, "ok"), (69_999, "ok"), (70_000, "warning"), (79_999, "warning"), (80_000, "wrong")],
)
def test_warmth_is_told_ten_degrees_before_the_firmware_slows_down_at_80(
    lab: Lab, told_by: int, level: str
) -> None:
    lab.put("/sys/class/thermal/thermal_zone0/temp", f"{told_by}\n")
    assert told(board.warmth(lab)) == [(level, f"{told_by // 1000} °C")]


def test_the_games_folder_is_written_to_and_measured(lab: Lab) -> None:
    assert told(board.disk(lab)) == [("warning", "/var/lib/clapper is not there")]
    lab.at(board.STATE).mkdir(parents=True)
    free, written = told(board.disk(lab))
    assert free[1].endswith(" MB are free for /var/lib/clapper")
    assert written[0] == "ok"
    assert written[1].startswith("/var/lib/clapper can be written, in ")
    assert list(lab.at(board.STATE).iterdir()) == []


@pytest.mark.parametrize(("free", "level"), [(10**9, "ok"), (10**8, "warning"), (10**6, "wrong")])
def test_a_full_disk_is_told(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    lab.at(board.STATE).mkdir(parents=True)
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": free}))
    assert told(board.disk(lab))[0] == (level, f"{free // 10**6:,} MB are free for {board.STATE}")


def test_a_folder_that_cannot_be_written_is_told(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.at(board.STATE).mkdir(parents=True)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert told(board.disk(lab))[1][0] == "wrong"
    monkeypatch.setattr(Path, "owner", lambda _: "clapper")
    assert told(board.disk(lab))[1][0] == "ok"  # the service may, and only root can try


def test_a_folder_of_nobody_that_this_system_knows_is_told_by_its_number(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(number: int) -> None:
        raise KeyError(number)

    lab.at(board.STATE).mkdir(parents=True)
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    assert told(board.disk(lab))[1] == ("wrong", f"/var/lib/clapper belongs to {os.getuid()}")


def test_a_disk_that_fails_a_write_is_told(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.at(board.STATE).mkdir(parents=True)

    def fail(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.fsync", fail)
    assert told(board.disk(lab))[1] == ("wrong", "/var/lib/clapper: Input/output error")


def test_the_quartz_is_judged_where_the_networks_time_is_known(lab: Lab) -> None:
    lab.put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "arch_sys_counter")
    assert "goes unchecked" in told(board.clocks(lab))[0][1]
    lab.commands["timedatectl"] = "yes"
    assert told(board.clocks(lab, 1_000_012.0, 1_000_000.0)) == [
        ("ok", "the clock source is arch_sys_counter; corrected by +12.0 millionths since power-on")
    ]
    assert told(board.clocks(lab, 999_800.0, 1_000_000.0))[0][0] == "warning"


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (None, ("warning", "systemd does not answer")),
        (RUNS, ("ok", "it runs. All is well")),
        (RUNS.replace("NRestarts=0", "NRestarts=4"), ("warning", "it was started again 4 times")),
        (RUNS.replace("=active", "=failed"), ("wrong", "it has failed")),
        (RUNS.replace("=loaded", "=not-found"), ("warning", "it is not installed")),
        (RUNS.replace("=active", "=inactive"), ("ok", "it starts at the next power-on; ")),
        (
            RUNS.replace("=active", "=inactive").replace("=enabled", "=disabled"),
            ("warning", "it does not start by itself"),
        ),
    ],
)
def test_the_services_state_is_told(lab: Lab, answer: str | None, line: tuple[str, str]) -> None:
    if answer is not None:
        lab.commands["systemctl"] = answer
    ((level, words),) = told(board.service(lab))
    assert (level, words[: len(line[1])]) == line


def test_without_systemd_the_doctor_says_how_games_are_kept(lab: Lab) -> None:
    (line,) = board.service(lab)
    assert line.remedy is not None
    assert "`STATE_DIRECTORY=FOLDER clapper run`" in line.remedy


def test_a_clock_that_is_installed_twice_is_told(lab: Lab, file: Path) -> None:
    def twice() -> list[Line]:
        return [line for line in doctor.examined(lab, file) if "twice" in line.what]

    ours, packages = board.UNITS
    lab.put(packages)
    assert twice() == []
    lab.at(ours).parent.mkdir(parents=True)
    lab.at(ours).symlink_to("/dev/null")  # what the package's removal leaves
    assert twice() == []
    lab.at(ours).unlink()
    lab.put(ours)
    assert [line.level for line in twice()] == [Level.WARNING]


def test_a_command_that_is_not_there_or_fails_says_nothing() -> None:
    machine = Machine()
    assert machine.command("clapper-has-no-such-command") is None
    assert machine.command("false") is None
    assert machine.command("echo", "a") == "a"
