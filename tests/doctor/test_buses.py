"""The doctor asks an I²C bus what is on it."""

import pytest

from clock.doctor import buses
from hal.wiring import DEFAULT
from tests.doctor.lab import Lab, told


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
