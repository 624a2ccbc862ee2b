"""The supply in the kernel's tree: what counts, what is garbage, what is too old to believe."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hal.body import MonotonicTime
from hal.fake import FakeTime
from hal.power import (
    READ_EVERY_NS,
    STALE_NS,
    Battery,
    Supply,
    SysfsPower,
    read_supply,
)
from tests.hal.supplies import Sys

WAIT_S = 5.0
MINUTE_NS = 60 * 10**9


@pytest.fixture
def sys(tmp_path: Path) -> Sys:
    return Sys(tmp_path)


def charge(sys: Sys) -> int | None:
    battery = read_supply(sys.folder).emptiest
    return None if battery is None else battery.charge


# ---- A reading


def test_a_machine_that_tells_nothing_has_no_battery_and_cannot_tell_its_voltage(sys: Sys) -> None:
    assert read_supply(sys.folder) == Supply(None, ())
    assert read_supply(sys.folder / "missing") == Supply(None, ())


def test_a_battery_is_read_with_its_charge(sys: Sys) -> None:
    sys.battery(83)
    assert read_supply(sys.folder).batteries == (Battery("battery", 83, charging=False),)


@pytest.mark.parametrize(
    ("status", "mains", "charging"),
    [
        ("Charging", None, True),
        ("Full", None, True),
        ("Discharging", None, False),
        ("Unknown", None, False),
        ("Unknown", "0", False),
        ("Unknown", "1", True),  # a gauge that does not know its charger
        ("Not charging", "1", True),
        ("Discharging", "1", False),  # the plug gives less than the clock takes
    ],
)
def test_whether_it_is_charged_its_status_says_and_else_the_plug(
    sys: Sys, status: str, mains: str | None, charging: bool
) -> None:
    sys.battery(40, status)
    if mains is not None:
        sys.supply("charger", type="Mains", online=mains)
    (battery,) = read_supply(sys.folder).batteries
    assert battery.charging is charging


def test_a_plug_of_usb_counts_and_is_no_battery(sys: Sys) -> None:
    sys.supply("usb", type="USB", online="1")
    assert read_supply(sys.folder).batteries == ()
    sys.battery(40, "Unknown")
    assert read_supply(sys.folder).batteries[0].charging


def test_of_several_batteries_the_emptiest_counts(sys: Sys) -> None:
    sys.supply("a", type="Battery", capacity="60")
    sys.supply("b", type="UPS", capacity="31")
    sys.supply("c", type="Battery", capacity="?")
    assert charge(sys) == 31


@pytest.mark.parametrize(
    "files",
    [
        {"type": "Battery", "capacity": "5", "scope": "Device"},  # of a mouse
        {"type": "Battery", "capacity": "5", "present": "0"},  # taken out
        {"type": "Battery", "voltage_now": "3700000"},  # tells no charge at all
        {"type": "Wireless", "capacity": "5"},
        {"capacity": "5"},
    ],
)
def test_what_does_not_feed_the_clock_is_no_battery(sys: Sys, files: dict[str, str]) -> None:
    sys.supply("other", **files)
    assert read_supply(sys.folder).batteries == ()


@pytest.mark.parametrize(
    ("told", "percent"),
    [("0", 0), ("100", 100), ("104", 100), ("255", None), ("-1", None), ("", None), ("x", None),
     ("²", None), ("12.5", None), ("9" * 400, None)],
)  # fmt: skip
def test_a_charge_that_cannot_be_is_none(sys: Sys, told: str, percent: int | None) -> None:
    sys.battery(told)
    assert read_supply(sys.folder).batteries == (Battery("battery", percent, charging=False),)


def test_bytes_that_are_no_text_are_no_charge(sys: Sys) -> None:
    sys.battery(50)
    sys.put("class/power_supply/battery/capacity", b"\xff\xfe\x00")
    assert charge(sys) is None


def test_a_file_that_cannot_be_read_is_no_charge(sys: Sys) -> None:
    sys.battery(50)
    file = sys.folder / "class/power_supply/battery/capacity"
    file.unlink()
    file.mkdir()  # reading it fails, as it does where a gauge does not answer
    assert read_supply(sys.folder).batteries == (Battery("battery", None, charging=False),)


@pytest.mark.parametrize("weak", [True, False])
def test_the_pis_own_driver_tells_of_its_voltage(sys: Sys, weak: bool) -> None:
    sys.weak(weak)
    assert read_supply(sys.folder).weak is weak


def test_the_alarm_of_another_sensor_is_not_the_pis(sys: Sys) -> None:
    sys.put("class/hwmon/hwmon0/name", "ina219")
    sys.put("class/hwmon/hwmon0/in0_lcrit_alarm", "1")
    assert read_supply(sys.folder).weak is None


@pytest.mark.parametrize("told", ["", "?", "\x00"])
def test_an_alarm_that_says_nothing_is_none(sys: Sys, told: str) -> None:
    sys.weak(False)
    sys.put("class/hwmon/hwmon2/in0_lcrit_alarm", told)
    assert not read_supply(sys.folder).weak


# ---- The port


@pytest.fixture
def power(sys: Sys) -> Iterator[SysfsPower]:
    with closing(SysfsPower(FakeTime(), sys.folder)) as power:
        yield power


def advance(power: SysfsPower, by_ns: int) -> None:
    assert isinstance(power._time, FakeTime)
    power._time.advance(by_ns)


def test_a_battery_comes_and_goes(sys: Sys, power: SysfsPower) -> None:
    power.read()
    assert (power.charge, power.fault) == (None, None)
    sys.battery(70)
    power.read()
    assert (power.charge, power.charging, power.fault) == (70, False, None)
    shutil.rmtree(sys.folder / "class/power_supply/battery")
    power.read()
    assert (power.charge, power.fault) == (None, None)


def test_a_gauge_that_does_not_answer_is_a_fault_with_what_helps(
    sys: Sys, power: SysfsPower
) -> None:
    sys.battery(255)
    power.read()
    assert power.charge is None
    assert power.fault == "battery: its charge cannot be read: its plug on the Pi"
    sys.battery(50)
    power.read()
    assert power.fault is None


def test_too_little_voltage_is_told_steadily_for_a_minute(sys: Sys, power: SysfsPower) -> None:
    told = "too little voltage: a stronger supply, and a shorter, thicker cable"
    sys.weak(True)
    power.read()
    sys.weak(False)
    for _ in range(MINUTE_NS // READ_EVERY_NS):
        assert power.fault == told
        advance(power, READ_EVERY_NS)
        power.read()
    assert power.fault is None


def test_a_gauge_whose_bus_is_busy_for_some_readings_is_no_fault_and_after_a_minute_it_is(
    sys: Sys, power: SysfsPower
) -> None:
    sys.battery(50)
    power.read()
    advance(power, 5 * READ_EVERY_NS)
    assert (power.charge, power.fault) == (50, None)
    advance(power, MINUTE_NS - 5 * READ_EVERY_NS)
    assert power.fault == "the battery does not answer: its plug on the Pi"


def test_a_reading_that_does_not_come_back_is_a_fault_and_nobody_waits(sys: Sys) -> None:
    sys.battery(50)
    fifo = sys.folder / "class/power_supply/battery/capacity"
    fifo.unlink()
    os.mkfifo(fifo)  # reading it waits, as for a bus that is held
    time = FakeTime()
    power = SysfsPower(time, sys.folder)
    power.start()
    assert (power.charge, power.fault) == (None, None)
    time.advance(STALE_NS)
    assert power.fault == "the battery does not answer: its plug on the Pi"
    with fifo.open("w") as writer:  # let the thread go
        power._stop.set()
        writer.write("50")
    power.close()
    assert power._thread is not None
    assert not power._thread.is_alive()


def test_it_reads_in_a_thread_of_its_own_until_it_is_closed(sys: Sys) -> None:
    sys.battery(64)
    read, power = threading.Event(), SysfsPower(MonotonicTime(), sys.folder)
    reading = power.read

    def noticed() -> None:
        reading()
        read.set()

    power.read = noticed  # type: ignore[method-assign]
    power.start()
    assert read.wait(WAIT_S)
    assert power.charge == 64
    power.close()
    assert power._thread is not None
    assert not power._thread.is_alive()
