"""The supply in the kernel's tree: valid readings, garbage, and stale readings."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hal.power import (
    READ_EVERY_NS,
    STALE_NS,
    WEAK_HELD_NS,
    Battery,
    Supply,
    SysfsPower,
    read_supply,
)
from tests.fakes import FakeTime
from tests.hal.rigs import until

CAPACITY = "class/power_supply/battery/capacity"
SILENT = "the battery does not answer: check its plug on the Pi"


class Sys:
    """Stands for /sys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, path: str, text: str | bytes) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def supply(self, name: str, **files: str) -> None:
        """A power supply of the kernel's, with its files."""
        for key, text in files.items():
            self.put(f"class/power_supply/{name}/{key}", f"{text}\n")

    def battery(self, charge: int | str, status: str = "Discharging") -> None:
        self.supply("battery", type="Battery", status=status, capacity=str(charge))

    def weak(self, weak: bool) -> None:
        """The Pi's own driver, and its alarm."""
        self.put("class/hwmon/hwmon2/name", "rpi_volt\n")
        self.put("class/hwmon/hwmon2/in0_lcrit_alarm", f"{weak:d}\n")


@pytest.fixture
def sys(tmp_path: Path) -> Sys:
    return Sys(tmp_path)


BATTERY = {"type": "Battery", "status": "Discharging", "capacity": "40"}
PLUG = {"type": "Mains", "online": "1"}
DRAINED, FED = Battery("battery", 40, is_charging=False), Battery("battery", 40, is_charging=True)


@pytest.mark.parametrize(
    ("supplies", "batteries"),
    [
        ([], []),
        ([BATTERY], [DRAINED]),
        ([BATTERY | {"status": "Charging"}], [FED]),
        ([BATTERY | {"status": "Full"}], [FED]),
        # A gauge that does not know its charger; a plug that gives less than the clock takes.
        ([BATTERY | {"status": "Unknown"}], [DRAINED]),
        ([BATTERY | {"status": "Unknown"}, PLUG | {"online": "0"}], [DRAINED]),
        ([BATTERY | {"status": "Unknown"}, PLUG], [FED]),
        ([BATTERY | {"status": "Not charging"}, PLUG | {"type": "USB"}], [FED]),
        ([BATTERY, PLUG], [DRAINED]),
        # What does not feed the clock: of a mouse, taken out, without a charge, none at all.
        ([BATTERY | {"scope": "Device"}], []),
        ([BATTERY | {"present": "0"}], []),
        ([{"type": "Battery", "voltage_now": "3700000"}], []),
        ([BATTERY | {"type": "Wireless"}, {"capacity": "5"}, PLUG], []),
    ],
)
def test_a_battery_is_what_feeds_the_clock_and_charged_by_its_status_or_the_plug(
    sys: Sys, supplies: list[dict[str, str]], batteries: list[Battery]
) -> None:
    for name, files in zip(("battery", "other", "third"), supplies, strict=False):
        sys.supply(name, **files)
    assert list(read_supply(sys.folder).batteries) == batteries


@pytest.mark.parametrize(
    ("text", "percent"),
    [("0", 0), ("100", 100), ("104", 100), ("255", None), ("-1", None), ("", None), ("²", None),
     ("12.5", None), ("9" * 400, None), (b"\xff\xfe\x00", None), (None, None)],
)  # fmt: skip
def test_a_charge_that_cannot_be_is_none(
    sys: Sys, text: str | bytes | None, percent: int | None
) -> None:
    sys.supply("other", type="UPS", capacity="99")
    sys.battery(50)
    if text is None:  # reading it fails, as it does where a gauge does not answer
        (sys.folder / CAPACITY).unlink()
        (sys.folder / CAPACITY).mkdir()
    else:
        sys.put(CAPACITY, text)
    supply, other = read_supply(sys.folder), Battery("other", 99, is_charging=False)
    battery = Battery("battery", percent, is_charging=False)
    assert supply.batteries == (battery, other)
    assert supply.emptiest == (other if percent in (None, 100) else battery)


def test_the_voltage_is_that_of_the_pis_own_driver(sys: Sys) -> None:
    assert read_supply(sys.folder / "missing") == Supply(None, ())
    for name, alarm, weak in (
        ("ina219", "1", None), ("rpi_volt", "1", True), ("rpi_volt", "0", False),
        ("rpi_volt", "", False),
    ):  # fmt: skip
        sys.put("class/hwmon/hwmon0/name", name)
        sys.put("class/hwmon/hwmon0/in0_lcrit_alarm", alarm)
        assert read_supply(sys.folder).weak is weak


class TestPort:
    @pytest.fixture
    def time(self) -> FakeTime:
        return FakeTime()

    @pytest.fixture
    def power(self, sys: Sys, time: FakeTime) -> Iterator[SysfsPower]:
        with closing(SysfsPower(time, sys.folder)) as power:
            yield power

    def test_a_battery_is_plugged_in_fails_and_is_removed(
        self, sys: Sys, power: SysfsPower
    ) -> None:
        unread = "battery: its charge cannot be read: check its plug on the Pi"
        for charge, known, fault in ((None, None, ""), (70, 70, ""), (255, None, unread)):
            if charge is not None:
                sys.battery(charge)
            power.read()
            assert (power.charge, str(power.fault or "")) == (known, fault)
        shutil.rmtree(sys.folder / "class/power_supply/battery")
        power.read()
        assert (power.charge, power.fault) == (None, None)

    def test_too_little_voltage_is_a_fault_for_a_minute(
        self, sys: Sys, power: SysfsPower, time: FakeTime
    ) -> None:
        sys.weak(True)
        power.read()
        sys.weak(False)
        for _ in range(WEAK_HELD_NS // READ_EVERY_NS):
            assert str(power.fault) == (
                "voltage too low: use a stronger supply and a shorter, thicker cable"
            )
            time.advance(READ_EVERY_NS)
            power.read()
        assert power.fault is None

    def test_a_thread_reads_and_a_reading_that_does_not_come_back_is_a_fault(
        self, sys: Sys, power: SysfsPower, time: FakeTime
    ) -> None:
        sys.battery(50)
        fifo = sys.folder / CAPACITY
        fifo.unlink()
        os.mkfifo(fifo)  # reading it waits, as for a bus that is held
        power.start()
        time.advance(STALE_NS - 1)
        assert (power.charge, power.fault) == (None, None)
        time.advance(1)
        assert str(power.fault) == SILENT
        with fifo.open("w") as writer:  # the reading comes back, and the next ones do
            sys.put("capacity", "50").replace(fifo)
            writer.write("50")
        until(lambda: power.charge == 50)
        assert power.fault is None
        power.close()
        assert power._thread is not None
        assert not power._thread.is_alive()
