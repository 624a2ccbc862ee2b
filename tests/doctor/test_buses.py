"""The doctor asks an I²C bus what is on it."""

from collections.abc import Sized

import pytest
from PIL import Image

from clock.doctor import buses
from hal.oled import open_screen
from hal.ports import Frame, ScreenName
from hal.wiring import DEFAULT, DRIVERS, ScreenWiring, Wiring
from tests.doctor.lab import Lab, found
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


@pytest.mark.parametrize("writes", [True, False])
def test_every_address_is_asked_without_data_and_memories_are_only_read(writes: bool) -> None:
    bus = Bus(0x3C, 0x50)
    bus.funcs = buses.QUICK | 1 if writes else 1
    assert buses.answering(1, lambda _: bus) == {0x3C, 0x50}
    assert bus.closed
    every = list(range(0x08, 0x78))
    read = [each for each in every if each in range(0x30, 0x38) or each in range(0x50, 0x60)]
    assert sorted(bus.read) == (read if writes else every)
    assert sorted(bus.read + bus.quick) == every


@pytest.mark.parametrize(
    ("answering", "levels", "what", "remedy"),
    [
        ({0x3C, 0x3D}, ["ok", "ok"], "something answers as ssd1306 at 0x3D on I²C 1", None),
        ({0x3C, 0x68}, ["ok", "wrong"], "nothing answers as ssd1306 at 0x3D on I²C 1; there "
         "answers 0x3C, 0x68", "its plug; or both"),
        (set(), ["wrong", "wrong"], "there answers no address at all", "its plug: 3V3, GND"),
        ({0x3E}, ["wrong", "wrong"], "there answers 0x3E", "set `address` to"),
    ],
)  # fmt: skip
def test_a_display_must_answer_where_it_is_configured(
    answering: set[int], levels: list[str], what: str, remedy: str | None
) -> None:
    findings = list(buses.addresses(DEFAULT, lambda _: answering))
    assert [level for level, _ in found(findings)] == levels
    assert what in str(findings[1].what)
    assert str(findings[1].remedy or "").startswith(remedy or "")


def test_a_bus_that_cannot_be_asked_is_found_once() -> None:
    def none(_: int) -> set[int]:
        raise FileNotFoundError(2, "No such file or directory")

    problem = "I²C 1 cannot be asked: No such file or directory"
    assert found(buses.addresses(DEFAULT, none)) == [("wrong", problem)]


SPEED = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
LARGE = {ScreenName.LEFT: ScreenWiring(driver="ssd1327", height=128)}
UNKNOWN = dict.fromkeys(ScreenName, ScreenWiring(driver="hd44780"))  # its fault stands above


@pytest.mark.parametrize(
    ("speed_hz", "screens", "level", "what"),
    [
        (100_000, {}, "warning", "I²C 1 has 100 kHz: 93 ms for a whole frame"),
        (400_000, {}, "ok", "I²C 1 has 400 kHz: 23 ms for a whole frame"),
        (1_000_000, {}, "ok", "I²C 1 has 1000 kHz: 9 ms for a whole frame"),
        (400_000, LARGE, "ok", "I²C 1 has 400 kHz: 185 ms for a whole frame"),
        (400_000, UNKNOWN, "ok", "I²C 1 has 400 kHz: 23 ms for a whole frame"),
        (0, {}, "ok", "I²C 1 does not report its speed"),
        (None, {}, "ok", "I²C 1 does not report its speed"),
    ],
)
def test_a_buss_speed_is_found_with_the_time_of_its_largest_frame(
    lab: Lab,
    speed_hz: int | None,
    screens: dict[ScreenName, ScreenWiring],
    level: str,
    what: str,
) -> None:
    if speed_hz is not None:
        lab.put(SPEED, speed_hz.to_bytes(4, "big"))
    wiring = Wiring(lines={}, screens={**DEFAULT.screens, **screens})
    assert found(buses.speeds(lab, wiring)) == [(level, what)]


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
