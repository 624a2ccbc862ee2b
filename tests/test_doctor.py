"""The doctor: each thing that can be wrong with a machine, and what helps."""

import json
import os
import threading
from collections.abc import Generator, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, cast

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec.structs import replace

from clock import doctor
from clock.config import config_from
from clock.doctor import board, buses, hands, pins
from clock.doctor.bounce import Bounce, bounce, suggested
from clock.doctor.line import Level, Line
from clock.doctor.machine import Device, Machine
from clock.faces.words.parts import part_name
from hal.factories import PinError
from hal.fake import FakeBody, fake_body
from hal.ports import Edge, LampName, ScreenName
from hal.ports import Line as Input
from hal.wiring import DEFAULT, KEY_PIN, DebounceWiring, Wiring

MS = 1_000_000


class Lab(Machine):
    """A machine whose files, groups and commands are made up."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.commands: dict[str, str] = {}
        self.devices: dict[str, tuple[str, int]] = {}

    def put(self, path: str, content: str | bytes = b"") -> None:
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def command(self, *words: str) -> str | None:
        return self.commands.get(words[0])

    def device(self, path: str) -> Device | None:
        found = super().device(path)
        if found is None or path not in self.devices:
            return found
        group, mode = self.devices[path]
        return Device(path, group, mode & 0o060 == 0o060, mode & 0o006 == 0o006)

    def put_device(self, path: str, group: str, mode: int = 0o660) -> None:
        self.put(path)
        self.devices[path] = (group, mode)


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path / "root")


def told(lines: Iterable[Line]) -> list[tuple[str, str]]:
    """Each line's level and words; every line that is not well says what helps."""
    lines = list(lines)
    assert all((line.remedy is None) is (line.level is Level.OK) for line in lines)
    return [(line.level.value, line.what) for line in lines]


def configured(text: str) -> Wiring:
    return config_from(text).wiring


# ---- The machine


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


RUNS = (
    "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0\n"
    "StatusText=All is well"
)


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


# ---- Pins


def test_two_libraries_of_one_name_are_told() -> None:
    both = ("RPi.GPIO 0.7.1", "rpi-lgpio 0.6")
    assert [level for level, _ in told(pins.libraries(DEFAULT, both))] == ["warning"]
    asked = configured('[pins]\nfactory = "rpigpio"')
    assert [level for level, _ in told(pins.libraries(asked, both))] == ["wrong"]
    assert told(pins.libraries(DEFAULT, ("lgpio 0.2.2.0",))) == [("ok", "lgpio 0.2.2.0")]


def test_a_display_on_spi_needs_its_library() -> None:
    spi = configured('[screens.left]\nbus = "spi"\nport = 0\ndc = 12')
    found = told(pins.libraries(spi, ("lgpio 0.2.2.0",)))
    assert found[1] == ("wrong", "displays on SPI need spidev")
    assert len(told(pins.libraries(spi, ("lgpio 0.2.2.0", "spidev 3.6")))) == 1


def test_devices_that_are_there_for_the_clocks_groups_are_well(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c", 0o666)
    assert told(pins.permissions(lab, DEFAULT)) == [
        ("ok", "/dev/gpiochip0: for the group gpio"),
        ("ok", "/dev/i2c-1: everybody may use it"),
    ]


def test_devices_that_are_missing_or_not_for_the_clock_are_told(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "root", 0o600)
    lab.put_device("/dev/gpiochip1", "root")
    wiring = configured('[screens.right]\nbus = "spi"\nport = 0\ndevice = 1\ndc = 12')
    assert told(pins.permissions(lab, wiring)) == [
        ("wrong", "/dev/gpiochip0: not for the group gpio, in which the clock is, but for root"),
        ("wrong", "/dev/gpiochip1: not for the group gpio, in which the clock is, but for root"),
        ("wrong", "/dev/i2c-1 is not there"),
        ("wrong", "/dev/spidev0.1 is not there"),
    ]


def test_a_device_that_its_own_group_may_not_use_is_told(lab: Lab) -> None:
    lab.put_device("/dev/gpiochip0", "gpio", 0o600)
    lab.put_device("/dev/i2c-1", "i2c")
    assert told(pins.permissions(lab, DEFAULT))[0] == (
        "wrong",
        "/dev/gpiochip0: its group gpio may not use it",
    )


def test_a_device_that_goes_away_while_it_is_looked_at_is_told(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c")
    monkeypatch.setattr(lab, "device", lambda _: None)
    assert told(pins.permissions(lab, DEFAULT)) == [
        ("wrong", "/dev/gpiochip0 went away meanwhile"),
        ("wrong", "/dev/i2c-1 went away meanwhile"),
    ]


def test_the_libraries_that_are_there_are_told_with_their_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    versions = {"lgpio": "0.2.2.0", "spidev": "3.6"}

    def version(name: str) -> str:
        if name not in versions:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(metadata, "version", version)
    assert pins.installed() == ("lgpio 0.2.2.0", "spidev 3.6")
    assert told(pins.libraries(DEFAULT, ())) == [("ok", "none for pins is installed")]


def test_the_factory_its_chip_and_its_stamps_are_told_and_it_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory, closed = MockFactory(pin_class=MockPWMPin), []
    monkeypatch.setattr(factory, "close", lambda: closed.append(True))
    lines = told(pins.factory(DEFAULT, lambda _: factory))
    assert [level for level, _ in lines] == ["ok", "ok"]
    assert lines[0][1].startswith("mock (gpiozero ")
    assert lines[1][1].startswith("edges by factory: ")
    assert closed == [True]
    factory.chip = 4
    lines = told(pins.factory(DEFAULT, lambda _: factory))
    assert lines[0][1].startswith("mock on /dev/gpiochip4 (gpiozero ")


@pytest.mark.parametrize(
    ("factory", "edges", "level"),
    [
        ("rpigpio", "auto", "wrong"),
        ("rpigpio", "factory", "wrong"),
        ("rpigpio", "poll", "ok"),
        ("rpigpio", "gpiod", "ok"),
        ("native", "auto", "wrong"),
        ("lgpio", "factory", "ok"),
    ],
)
def test_edges_that_the_service_cannot_watch_are_told_though_the_doctor_could(
    factory: str, edges: str, level: str
) -> None:
    named = {"rpigpio": "RPiGPIOFactory", "native": "NativeFactory", "lgpio": "LGPIOFactory"}
    opened = type(named[factory], (MockFactory,), {})(pin_class=MockPWMPin)
    asked = configured(f'[pins]\nfactory = "{factory}"\nedges = "{edges}"')
    found, words = told(pins.factory(asked, lambda _: opened))[-1]
    assert (found, "read-only" in words) == (level, level == "wrong")


def test_a_factory_that_fails_without_a_remedy_is_told_with_one() -> None:
    def none(_: str) -> Any:
        raise PinError("no pins")

    (line,) = pins.factory(DEFAULT, none)
    assert (line.what, line.remedy) == ("no pins", "`journalctl -k` may tell more")


def test_a_factory_that_does_not_start_is_told_with_its_remedy() -> None:
    def none(_: str) -> Any:
        raise PinError("pin factory lgpio does not start (no chip): install lgpio, or mend it")

    (line,) = pins.factory(DEFAULT, none)
    assert line == Line(
        Level.WRONG,
        "pins",
        "pin factory lgpio does not start (no chip)",
        "install lgpio, or mend it",
    )


def test_a_factory_that_stamps_with_another_clock_is_told() -> None:
    class Off(MockFactory):  # type: ignore[misc]  # gpiozero has no types
        @staticmethod
        def ticks() -> float:
            return 1e9

    (line,) = pins.factory(DEFAULT, lambda _: Off(pin_class=MockPWMPin))
    assert (line.level, line.part, line.remedy) == (Level.WRONG, "stamps", "take lgpio")


# ---- Buses


class Bus:
    """An I²C bus that notes how it is asked."""

    def __init__(self, *there: int) -> None:
        self.there, self.closed, self.funcs = there, False, buses.QUICK | 1
        self.read: list[int] = []
        self.quick: list[int] = []

    def read_byte(self, address: int) -> None:
        self.read.append(address)
        self._answer(address)

    def write_quick(self, address: int) -> None:
        self.quick.append(address)
        self._answer(address)

    def _answer(self, address: int) -> None:
        if address not in self.there:
            raise OSError(121, "Remote I/O error")

    def close(self) -> None:
        self.closed = True


def test_every_address_is_asked_without_data_and_memories_are_only_read() -> None:
    bus = Bus(0x3C, 0x50)
    assert buses.answering(1, lambda _: bus) == {0x3C, 0x50}
    assert bus.closed
    assert set(bus.read) == {*range(0x30, 0x38), *range(0x50, 0x60)}
    assert sorted(bus.read + bus.quick) == list(range(0x08, 0x78))


def test_a_bus_that_cannot_write_nothing_is_read() -> None:
    bus = Bus(0x3C)
    bus.funcs = 1
    assert buses.answering(1, lambda _: bus) == {0x3C}
    assert (bus.read, bus.quick) == (list(range(0x08, 0x78)), [])


def test_a_display_that_answers_is_well_and_one_that_does_not_is_told() -> None:
    assert told(buses.addresses(DEFAULT, lambda _: {0x3C, 0x3D})) == [
        ("ok", "left: something answers as ssd1306 at 0x3C on I²C 1"),
        ("ok", "right: something answers as ssd1306 at 0x3D on I²C 1"),
    ]
    assert told(buses.addresses(DEFAULT, lambda _: {0x3C, 0x68}))[1] == (
        "wrong",
        "right: nothing answers as ssd1306 at 0x3D on I²C 1; there answers 0x3C, 0x68",
    )


@pytest.mark.parametrize(
    ("found", "remedy"),
    [(set(), "its plug: 3V3, GND"), ({0x3C}, "its plug; or both"), ({0x3E}, "set `address` to")],
)
def test_the_remedy_goes_by_what_answers(found: set[int], remedy: str) -> None:
    line = list(buses.addresses(DEFAULT, lambda _: found))[1]
    assert line.remedy is not None
    assert line.remedy.startswith(remedy)


def test_a_bus_that_cannot_be_asked_is_told_once() -> None:
    def none(_: int) -> set[int]:
        raise FileNotFoundError(2, "No such file or directory")

    assert told(buses.addresses(DEFAULT, none)) == [
        ("wrong", "I²C 1 cannot be asked: No such file or directory")
    ]


@pytest.mark.parametrize(
    ("speed_hz", "line"),
    [
        (100_000, ("warning", "I²C 1 has 100 kHz: 93 ms for a whole frame")),
        (400_000, ("ok", "I²C 1 has 400 kHz: 23 ms for a whole frame")),
        (1_000_000, ("ok", "I²C 1 has 1000 kHz: 9 ms for a whole frame")),
        (None, ("ok", "I²C 1 does not tell its speed")),
        (0, ("ok", "I²C 1 does not tell its speed")),
    ],
)
def test_a_buss_speed_is_told_with_its_frame_time(
    lab: Lab, speed_hz: int | None, line: tuple[str, str]
) -> None:
    if speed_hz is not None:
        path = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
        lab.put(path, speed_hz.to_bytes(4, "big"))
    assert told(buses.speeds(lab, DEFAULT)) == [line]


# ---- Bounce


def edges(*at_ms: float, line: Input = Input.LEFT_PLUNGER) -> list[Edge]:
    return [Edge(line, True, round(at * MS)) for at in at_ms]


def test_bounce_is_measured_movement_by_movement() -> None:
    # A press with two bounces, a clean release, a press that rests for 4 ms.
    seen = bounce(edges(0, 0.4, 1.5, 500, 1000, 1004))
    assert seen == Bounce(movements=3, edges_max=3, length_ns=4 * MS, gap_ns=4 * MS)
    assert bounce([]) == Bounce(0, 0, 0, 0)


def test_edges_half_the_longest_lockout_apart_are_two_movements() -> None:
    assert bounce(edges(0, 49.999)).movements == 1
    assert bounce(edges(0, 50)).movements == 2


@pytest.mark.parametrize(
    ("rest_ms", "length_ms", "fits"),
    [(2.499, 24.999, True), (2.5, 5, False), (2.4, 25, False)],
)
def test_a_switch_fits_that_rests_and_bounces_for_less_than_is_configured(
    rest_ms: float, length_ms: float, fits: bool
) -> None:
    seen = Bounce(1, 2, round(length_ms * MS), round(rest_ms * MS))
    assert (suggested(seen, DebounceWiring()) is None) is fits


def test_a_clean_switch_needs_nothing_else() -> None:
    assert suggested(bounce(edges(0, 1, 2, 500)), DebounceWiring()) is None


def test_a_switch_that_rests_longer_gets_a_longer_confirmation() -> None:
    times = suggested(bounce(edges(0, 4, 500)), DebounceWiring())
    assert times == DebounceWiring(lockout_ns=25 * MS, confirm_ns=6 * MS)


def test_a_switch_that_bounces_long_gets_a_longer_lockout() -> None:
    times = suggested(bounce(edges(*(2 * at for at in range(15)))), DebounceWiring())
    assert times == DebounceWiring(lockout_ns=45 * MS, confirm_ns=3 * MS)


def test_what_is_suggested_can_be_configured() -> None:
    times = suggested(bounce(edges(*(40 * at for at in range(5)))), DebounceWiring())
    assert times == DebounceWiring(lockout_ns=100 * MS, confirm_ns=20 * MS)


# ---- With hands


class Person:
    """Somebody who answers, and presses what is asked for."""

    def __init__(self, body: FakeBody, answer: bool = True) -> None:
        self.body, self.answer = body, answer
        self.asked: list[str] = []
        self.seen: list[object] = []
        self.bounces_ms: tuple[float, ...] = (0.0,)
        self.presses = hands.PRESSES
        self.also: Input | None = None

    def ask(self, question: str) -> bool:
        self.asked.append(question)
        lit = {name for name, lamp in self.body.lamps.items() if lamp.lit}
        self.seen.append(lit)
        return self.answer

    def tell(self, words: str) -> None:
        self.asked.append(words)
        name = words.split(" ", 2)[2].partition(f" {hands.PRESSES} ")[0]
        line = next(each for each in Input if part_name(each) == name)
        for movement in range(2 * self.presses):
            at_ns = self.body.time.now_ns()
            for bounce_ms in self.bounces_ms:
                edge = Edge(line, movement % 2 == 0, at_ns + round(bounce_ms * MS))
                self.body.inputs.deliver(edge)
            if self.also is not None:
                self.body.inputs.deliver(Edge(self.also, True, at_ns))
            self.body.time.advance(500 * MS)


@pytest.fixture
def body(monkeypatch: pytest.MonkeyPatch) -> FakeBody:
    monkeypatch.setattr(hands, "SETTLE_S", 0.02)
    return fake_body()


def test_each_display_shows_its_own_pattern_and_is_judged(body: FakeBody) -> None:
    person = Person(body)
    assert told(hands.displays(body, person.ask)) == [
        ("ok", "left: the pattern is right"),
        ("ok", "right: the pattern is right"),
    ]
    left, right = (body.screens[name].frames[0].image for name in ScreenName)
    assert left.tobytes() != right.tobytes()
    assert left == hands.pattern(ScreenName.LEFT, (128, 64))
    for screen in body.screens.values():
        assert screen.shown is not None
        assert screen.shown.image.getbbox() is None  # and nothing stays


@pytest.mark.parametrize("size", [(128, 64), (256, 64)])
def test_the_pattern_has_a_whole_border_a_name_and_stripes_of_single_pixels(
    size: tuple[int, int],
) -> None:
    width, height = size
    image = hands.pattern(ScreenName.RIGHT, size)
    for box in ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height),
                (width - 1, 0, width, height)):  # fmt: skip
        assert image.crop(box).getextrema() == (255, 255)
    standing = [bool(image.getpixel((x, height - 16))) for x in range(4, width - 4)]
    lying = [bool(image.getpixel((20, y))) for y in range(height - 10, height - 3)]
    for stripes in (standing, lying):
        assert stripes == [number % 2 == 0 for number in range(len(stripes))]
    assert image.crop((4, 4, width - 4, height - 21)).getbbox() is not None
    assert image != hands.pattern(ScreenName.LEFT, size)


def test_a_pattern_that_is_not_right_and_a_display_that_is_off_are_told(body: FakeBody) -> None:
    body.screens[ScreenName.RIGHT].unplug("right: not there")
    assert told(hands.displays(body, Person(body, answer=False).ask)) == [
        ("wrong", "left: the pattern is not right"),
        ("wrong", "right: not there"),
    ]


def test_lamps_are_lit_one_by_one(body: FakeBody) -> None:
    person = Person(body)
    lines = told(hands.lamps(body, DEFAULT, person.ask))
    assert person.seen == [{name} for name in LampName]
    assert {level for level, _ in lines} == {"ok"}
    assert not any(lamp.lit for lamp in body.lamps.values())


def test_a_lamp_that_is_dark_is_told_with_its_pin(body: FakeBody) -> None:
    lines = told(hands.lamps(body, DEFAULT, Person(body, answer=False).ask))
    assert lines[0] == ("wrong", "left clapper lamp (GPIO 23): not lit alone")


def test_a_lamp_that_cannot_be_set_is_told_with_its_fault_whatever_is_seen(
    body: FakeBody,
) -> None:
    body.lamps[LampName.REFEREE].fault = "GPIO 25: Input/output error"
    lines = told(hands.lamps(body, DEFAULT, Person(body).ask))
    assert lines[-1] == ("wrong", "referee lamp: GPIO 25: Input/output error")


def test_a_buzzer_that_is_not_there_is_not_asked_for(body: FakeBody) -> None:
    silent = replace(DEFAULT, buzzer=None)
    person = Person(body)
    assert told(hands.buzzer(fake_body(silent), silent, person.ask)) == []
    assert told(hands.buzzer(body, silent, person.ask)) == []
    assert told(hands.buzzer(fake_body(silent), DEFAULT, person.ask)) == []
    assert person.asked == []


def test_the_buzzer_sounds_once(body: FakeBody) -> None:
    assert told(hands.buzzer(body, DEFAULT, Person(body).ask)) == [("ok", "it sounds")]
    assert body.buzzer is not None
    (beep,) = body.buzzer.beeps
    assert (beep.tone_hz, beep.duration_ns) == (880, 400 * MS)
    assert told(hands.buzzer(body, DEFAULT, Person(body, answer=False).ask))[0][0] == "wrong"


def test_everything_is_lit_at_once_for_the_supply_to_bear(body: FakeBody) -> None:
    frames = []

    def ask(_: str) -> bool:
        assert all(lamp.lit for lamp in body.lamps.values())
        for screen in body.screens.values():
            assert screen.shown is not None
            frames.append(screen.shown.image.getextrema())
        return True

    assert told(hands.everything(body, ask)) == [("ok", "all lamps and both displays at once")]
    assert frames == [(255, 255), (255, 255)]
    assert not any(lamp.lit for lamp in body.lamps.values())
    for screen in body.screens.values():
        assert screen.shown is not None
        assert screen.shown.image.getbbox() is None
    assert told(hands.everything(body, Person(body, answer=False).ask)) == [
        ("wrong", "not all lit, or not steadily, with all at once")
    ]


def test_every_switch_is_pressed_and_its_bounce_is_told(body: FakeBody) -> None:
    person = Person(body)
    person.bounces_ms = (0.0, 0.5, 1.2)
    lines = told(hands.switches(body, DEFAULT, person.tell))
    assert len(lines) == len(DEFAULT.lines)
    assert person.asked[0] == ("Press the left plunger 5 times, each for about half a second.")
    assert lines[0] == (
        "ok",
        "left plunger (GPIO 5): 10 movements, 3 edges at most in one, bounces for 1.2 ms with "
        "rests of 0.7 ms",
    )


def test_a_key_is_turned_and_not_pressed() -> None:
    wiring = replace(DEFAULT, lines={Input.KEY: KEY_PIN})
    body = fake_body(wiring)
    person = Person(body)
    assert [level for level, _ in told(hands.switches(body, wiring, person.tell))] == ["ok"]
    assert person.asked == ["Turn the key 5 times, each for about half a second."]


def test_a_switch_that_misses_presses_is_told(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    person = Person(body)
    person.presses = hands.PRESSES - 1
    line = next(iter(hands.switches(body, DEFAULT, person.tell)))
    assert (line.level, line.remedy) == (
        Level.WARNING,
        "5 presses should be 10 movements: its contact",
    )


def test_switches_that_bounce_too_long_get_a_debounce_that_fits_all(body: FakeBody) -> None:
    person = Person(body)
    person.bounces_ms = (0.0, 4.0)
    *each, last = hands.switches(body, DEFAULT, person.tell)
    assert {line.level for line in each} == {Level.WARNING}
    assert last.remedy == "confirm_ms = 6, lockout_ms = 25"


def test_a_switch_that_is_down_already_or_moves_another_is_told(body: FakeBody) -> None:
    body.inputs.set_level(Input.LEFT_PLUNGER, True)
    person = Person(body)
    person.also = Input.STOP
    lines = told(hands.switches(body, DEFAULT, person.tell))
    assert lines[0] == ("wrong", "left plunger (GPIO 5) is down before it is pressed")
    assert lines[2] == ("warning", "right plunger (GPIO 6): stop moved too")


def test_a_switch_that_does_nothing_is_told(
    body: FakeBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    person = Person(body)
    person.presses = 0
    lines = told(hands.switches(body, DEFAULT, person.tell))
    assert lines[0] == ("wrong", "left plunger (GPIO 5): nothing came")
    assert len(lines) == len(DEFAULT.lines)


def test_edges_of_other_threads_are_waited_for(body: FakeBody) -> None:
    person = Person(body)

    def later(words: str) -> None:
        threading.Thread(target=person.tell, args=(words,)).start()

    assert {level for level, _ in told(hands.switches(body, DEFAULT, later))} == {"ok"}


# ---- All together


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "clapper.toml"
    path.write_text("")
    return path


@pytest.mark.skipif(board.has_pins(Machine()), reason="this machine has pins")
def test_this_machine_is_told_calmly_that_it_has_no_gpio(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor.look(file, as_json=False, with_hands=False) == doctor.SICK
    out, told_wrong = capsys.readouterr()
    first, second, *_, last = out.splitlines()
    assert first.startswith("wrong    board          this machine (")
    assert "`make run`" in " ".join(out.split())
    assert last.startswith("1 to mend")
    assert told_wrong == ""
    assert max(map(len, out.splitlines())) <= 100
    assert second.startswith(" " * 24)


def test_as_json_every_line_is_an_object(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.look(file, as_json=True, with_hands=False)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(line) == {"level", "part", "what", "remedy"} for line in lines)
    assert {line["part"] for line in lines} >= {"board", "configuration", "kernel", "time"}


def test_a_clock_that_is_well_is_told_so(
    lab: Lab, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lab.put("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5")
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c")
    lab.at(board.STATE).mkdir(parents=True)
    lab.commands = {"systemctl": RUNS}
    monkeypatch.setattr(doctor, "Machine", lambda: lab)
    monkeypatch.setattr(pins, "installed", lambda: ("lgpio 0.2.2.0",))
    monkeypatch.setattr(pins.factory, "__defaults__", (lambda _: MockFactory(),))
    monkeypatch.setattr(buses.addresses, "__defaults__", (lambda _: {0x3C, 0x3D},))
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 10**10}))
    assert doctor.look(file, as_json=False, with_hands=False) == 0
    assert capsys.readouterr().out.endswith("\n\nAll is well.\n")


def test_a_machine_without_room_for_a_file_is_looked_at_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    doctor.look(file, as_json=False, with_hands=False)
    assert "is sound" in " ".join(capsys.readouterr().out.split())


def test_every_mistake_of_the_configuration_is_a_line(file: Path, lab: Lab) -> None:
    file.write_text("[lines]\nstop = 99\nhalt = 2\n")
    lines = [line for line in doctor.examined(lab, file) if line.part == "configuration"]
    assert [line.level for line in lines] == [Level.WRONG, Level.WRONG]
    assert ", line 2: lines.stop: GPIO 99 does not exist" in lines[0].what


def test_a_configuration_that_is_not_there_is_well_and_one_that_was_named_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clock.config.DEFAULT_FILE", tmp_path / "none.toml")
    wiring, _, lines = doctor.configuration(None)
    assert wiring == DEFAULT
    assert told(lines) == [("ok", f"{tmp_path}/none.toml is not there: the clock is as it comes")]
    _, _, lines = doctor.configuration(tmp_path / "none.toml")
    assert [level for level, _ in told(lines)] == ["wrong"]


def test_hands_want_a_terminal_and_the_pins(
    file: Path, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="--hands wants a terminal"):
        doctor.look(file, as_json=False, with_hands=True)
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdin", None)
        with pytest.raises(ValueError, match="--hands wants a terminal"):
            doctor.look(file, as_json=False, with_hands=True)
    lab.commands["systemctl"] = "active"
    assert told(doctor.handled(lab, DEFAULT)) == [("wrong", "the clock runs and has the pins")]

    def none(_: str) -> Any:
        raise PinError("no pins here")

    lab.commands["systemctl"] = "inactive"
    monkeypatch.setattr(doctor, "open_factory", none)
    assert told(doctor.handled(lab, DEFAULT)) == [("wrong", "no pins here")]


def test_with_hands_everything_that_can_be_handled_is(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_asked", lambda _: True)
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    parts = [line.part for line in doctor.handled(lab, configured('[pins]\nfactory = "mock"'))]
    assert list(dict.fromkeys(parts)) == ["displays", "lamps", "buzzer", "power", "switches"]


@pytest.mark.parametrize("ends", ["by a key", "in the middle"])
def test_whatever_ends_the_work_with_hands_lets_go_of_every_pin(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    """A lamp would stay lit, and the clock could not have its pins."""
    body = fake_body()
    lab.commands["systemctl"] = "inactive"
    monkeypatch.setattr(doctor, "open_factory", lambda _: "pins")
    monkeypatch.setattr(doctor, "open_body", lambda *_: body)

    def asked(_: str) -> bool:
        if ends == "by a key":
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(doctor, "_asked", asked)
    looked = doctor.handled(lab, DEFAULT)
    if ends == "by a key":
        with pytest.raises(KeyboardInterrupt):
            next(looked)
    else:
        next(looked)
        cast(Generator[Line], looked).close()
    assert body.power.closed
    assert all(screen.closed for screen in body.screens.values())
