"""The doctor asks an I²C bus what is on it."""

from collections.abc import Sized

import pytest
from PIL import Image

from clock.doctor import buses
from hal.oled import open_screen
from hal.ports import Frame, ScreenName
from hal.wiring import DEFAULT, DRIVERS, ScreenWiring, Wiring
from tests.doctor.lab import Lab, told
from tests.hal.rigs import WAIT_S


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


class Wire:
    """An I²C bus that counts the bytes on it: addresses, modes, commands and data."""

    def __init__(self) -> None:
        self.bytes = 0

    def write_i2c_block_data(self, address: int, mode: int, data: list[int]) -> None:
        self.bytes += len([address, mode, *data])

    def i2c_rdwr(self, message: Sized) -> None:
        self.bytes += 1 + len(message)  # the mode is in it

    def close(self) -> None: ...


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
@pytest.mark.parametrize("driver", [name for name, each in DRIVERS.items() if "i2c" in each.buses])
def test_a_whole_frame_takes_as_long_as_what_is_sent_for_one(
    driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire()
    monkeypatch.setattr("smbus2.SMBus", lambda _: wire)
    width, height = max(DRIVERS[driver].sizes)
    wiring = ScreenWiring(driver=driver, width=width, height=height)
    screen = open_screen(wiring)
    for lit in (0, 255):
        wire.bytes = 0
        screen.show(Frame(Image.new("1", screen.size, lit), "every pixel"))
        assert screen.flush(WAIT_S), screen.fault
    screen.close()
    assert buses.frame_bits(wiring) == pytest.approx(wire.bytes * buses.BITS_A_BYTE, rel=0.1)


FAST = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"


@pytest.mark.parametrize("side", ScreenName)
def test_of_two_displays_on_a_bus_the_larger_frame_is_told(lab: Lab, side: ScreenName) -> None:
    lab.put(FAST, (400_000).to_bytes(4, "big"))
    large = ScreenWiring(driver="ssd1327", height=128)
    wiring = Wiring(lines={}, screens={**DEFAULT.screens, side: large})
    assert told(buses.speeds(lab, wiring)) == [
        ("ok", "I²C 1 has 400 kHz: 185 ms for a whole frame")
    ]


def test_the_speed_is_told_with_a_driver_that_is_unknown(lab: Lab) -> None:
    """The configuration's mistake stands above."""
    lab.put(FAST, (400_000).to_bytes(4, "big"))
    unknown = ScreenWiring(driver="hd44780")
    wiring = Wiring(lines={}, screens=dict.fromkeys(ScreenName, unknown))
    assert [level for level, _ in told(buses.speeds(lab, wiring))] == ["ok"]
