"""What is the real displays' own: the thread, faults and healing, and the bytes on the bus."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockPWMPin
from luma.core.error import DeviceNotFoundError
from luma.oled.device import ssd1306
from PIL import Image, ImageDraw

from hal.factories import PinError, open_factory
from hal.fake import FakeTime
from hal.gpio import GpioLamp
from hal.oled import HANGS_NS, RETRY_NS_MAX, LumaScreen, open_screen, screen_over
from hal.paint import pack
from hal.ports import Frame
from hal.wiring import DRIVERS, ScreenWiring
from tests.hal.controllers import CONTROLLERS, Controller
from tests.hal.rigs import WAIT_S, Panel

SOON_NS = 1_000_000
NEVER_NS = 3_600 * 10**9
MINUTE_NS = 60 * 10**9


def picture(box: tuple[int, int, int, int], size: tuple[int, int] = (128, 64)) -> Frame:
    image = Image.new("1", size)
    ImageDraw.Draw(image).rectangle(box, fill=1)
    return Frame(image, "")


A, B, C = (picture((x, 3, x + 9, 20)) for x in (0, 20, 40))


@contextmanager
def opened(screen: LumaScreen) -> Iterator[LumaScreen]:
    try:
        yield screen
    finally:
        screen.close()


class SlowPanel(Panel):
    """Draws when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go = threading.Event(), threading.Event()

    def display(self, image: Image.Image) -> None:
        self.begun.set()
        assert self.go.wait(WAIT_S)
        super().display(image)


def test_of_frames_that_wait_only_the_latest_is_drawn() -> None:
    panel = SlowPanel()
    with opened(LumaScreen(panel)) as screen:
        screen.show(A)
        assert panel.begun.wait(WAIT_S)
        screen.show(B)
        screen.show(C)
        panel.go.set()
        assert screen.flush(WAIT_S)
    assert panel.drawn == [A.image.tobytes(), C.image.tobytes()]


def test_a_frame_taken_back_before_it_was_drawn_is_not_sent() -> None:
    panel = SlowPanel()
    with opened(LumaScreen(panel)) as screen:
        screen.show(A)
        assert panel.begun.wait(WAIT_S)
        screen.show(B)
        screen.show(A)
        panel.go.set()
        assert screen.flush(WAIT_S)
    assert panel.drawn == [A.image.tobytes()]


@pytest.mark.parametrize(
    "error",
    [
        OSError(121, "Remote I/O error"),
        DeviceNotFoundError("I2C device not found on address: 0x3C"),
        AssertionError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_display_that_fails_some_times_heals_by_itself(error: Exception) -> None:
    panel = Panel()
    panel.fails = [error] * 4
    with opened(LumaScreen(panel, retry_ns=SOON_NS)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        assert screen.fault is None
    assert panel.drawn == [A.image.tobytes()]


def test_a_display_that_healed_is_asked_as_often_as_at_first_when_it_fails_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hal.oled.RETRY_NS_MIN", SOON_NS)
    panel = Panel()
    panel.fails = [OSError(121, "Remote I/O error")] * 4
    with opened(LumaScreen(panel)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        assert screen._retry_ns == SOON_NS


def test_a_fault_is_one_line_that_names_the_display() -> None:
    panel = Panel()
    panel.fails = [OSError(121, "Remote\nI/O error")]
    with opened(LumaScreen(panel, name="left display", retry_ns=NEVER_NS)) as screen:
        screen.show(A)
        assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
        assert screen.fault == "left display: [Errno 121] Remote I/O error"
        assert not screen.flush(0)


def test_after_a_fault_the_next_frame_is_tried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hal.oled.RETRY_NS_MIN", NEVER_NS)
    panel = Panel()
    panel.fails = [OSError(121, "Remote I/O error")] * 12
    with opened(LumaScreen(panel, retry_ns=NEVER_NS)) as screen:
        for frame in (A, B) * 6:
            left = len(panel.fails)
            screen.show(frame)
            assert screen.wait_for(partial(panel.failed_since, left), WAIT_S)
        screen.show(C)
        assert screen.flush(WAIT_S)
    assert panel.drawn == [C.image.tobytes()]


def test_a_display_that_healed_gets_the_frame_it_had_again() -> None:
    panel = Panel()
    with opened(LumaScreen(panel, retry_ns=SOON_NS)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        panel.fails = [OSError(121, "Remote I/O error")]
        screen.show(B)
        screen.show(A)
        assert screen.flush(WAIT_S)
    assert panel.drawn[-1] == A.image.tobytes()


def test_a_grey_display_is_given_its_own_mode() -> None:
    panel = Panel(mode="RGB")
    with opened(LumaScreen(panel)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
    assert panel.image.getpixel((0, 3)) == (255, 255, 255)


def test_closing_ends_the_thread_and_leaves_the_picture() -> None:
    panel = Panel()
    screen = LumaScreen(panel, name="the one")
    screen.close()
    assert panel.persist
    assert not [thread for thread in threading.enumerate() if thread.name == "the one"]


class Bus:
    """A luma serial interface with an SSD1306's memory behind it."""

    def __init__(self) -> None:
        self.gone = False
        self.opened = 0
        self.commands: list[tuple[int, ...]] = []
        self.bytes_sent = 0
        self.pictures: list[list[int]] = []
        self.lose_power()

    def lose_power(self) -> None:
        self.lit = False
        self.memory = [bytearray(128) for _ in range(8)]
        self.columns, self.pages = (0, 127), (0, 7)

    def connect(self) -> "Bus":
        self.opened += 1
        return self

    def command(self, *cmd: int) -> None:
        self._answer()
        self.commands.append(cmd)
        if cmd[0] == 0x21:
            self.columns, self.pages = (cmd[1], cmd[2]), (cmd[4], cmd[5])
        self.lit = self.lit or cmd == (0xAF,)

    def data(self, data: list[int]) -> None:
        self._answer()
        self.bytes_sent += len(data)
        self.pictures.append(data)
        left, right = self.columns
        width = right - left + 1
        for offset in range(0, len(data), width):
            page = self.pages[0] + offset // width
            self.memory[page][left : right + 1] = bytes(data[offset : offset + width])

    def cleanup(self) -> None:
        pass

    def _answer(self) -> None:
        if self.gone:
            raise DeviceNotFoundError("I2C device not found on address: 0x3C")


@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "ssd1315"])
def test_what_arrives_is_the_picture(driver: str) -> None:
    bus = Bus()
    with opened(screen_over(ScreenWiring(driver=driver), bus.connect)) as screen:
        for frame in (A, C, B, picture((127, 63, 127, 63)), picture((0, 0, 127, 63))):
            screen.show(frame)
            assert screen.flush(WAIT_S), screen.fault
            assert [bytes(page) for page in bus.memory] == pack(frame.image)
    assert bus.lit


def test_a_turned_display_gets_a_turned_picture() -> None:
    bus = Bus()
    with opened(screen_over(ScreenWiring(rotate=2), bus.connect)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
    assert [bytes(page) for page in bus.memory] == pack(A.image.rotate(180))


def test_only_the_changed_window_is_sent() -> None:
    bus = Bus()
    with opened(screen_over(ScreenWiring(), bus.connect)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        before = bus.bytes_sent
        screen.show(picture((0, 3, 12, 20)))  # three columns wider, over three pages
        assert screen.flush(WAIT_S)
        assert bus.bytes_sent - before == 9


def test_the_packing_is_lumas_own() -> None:
    sent: list[bytes] = []

    class Recorder:
        def command(self, *_: int) -> None: ...
        def data(self, data: list[int]) -> None:
            sent.append(bytes(data))

    frame = picture((5, 9, 77, 31))
    with pytest.warns(DeprecationWarning, match="getdata"):
        ssd1306(Recorder()).display(frame.image)
    assert sent[-1] == b"".join(pack(frame.image))


def test_a_display_that_lost_power_is_started_again_and_gets_the_whole_picture() -> None:
    bus = Bus()
    with opened(screen_over(ScreenWiring(), bus.connect)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        bus.gone = True
        bus.lose_power()
        screen.show(B)
        assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
        assert screen.fault == ("ssd1306 at 0x3C on I²C 1: I2C device not found on address: 0x3C")
        bus.gone = False
        screen.show(C)
        assert screen.flush(WAIT_S)
        assert screen.fault is None
        assert bus.lit
        assert [bytes(page) for page in bus.memory] == pack(C.image)


def test_a_display_that_is_absent_at_the_start_is_like_one_unplugged() -> None:
    bus = Bus()
    bus.gone = True
    with opened(screen_over(ScreenWiring(), bus.connect)) as screen:
        screen.show(A)
        assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
        bus.gone = False
        screen.show(B)
        assert screen.flush(WAIT_S)
        assert [bytes(page) for page in bus.memory] == pack(B.image)


def test_the_sh1106_is_sent_page_by_page_with_its_offset() -> None:
    bus = Bus()
    with opened(screen_over(ScreenWiring(driver="sh1106"), bus.connect)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        bus.commands.clear()
        screen.show(picture((0, 3, 29, 20)))
        assert screen.flush(WAIT_S)
    assert bus.commands == [(0xB0, 12, 0x10), (0xB1, 12, 0x10), (0xB2, 12, 0x10)]


@pytest.mark.parametrize("driver", sorted(DRIVERS))
def test_every_driver_of_the_wiring_can_be_built_in_every_size(driver: str) -> None:
    for width, height in DRIVERS[driver].sizes:
        wiring = ScreenWiring(driver=driver, width=width, height=height)
        with opened(screen_over(wiring, Bus().connect)) as screen:
            assert screen.size == (width, height)


def test_a_bus_that_is_not_there_is_a_fault_that_names_it() -> None:
    with opened(open_screen(ScreenWiring(port=97))) as screen:
        screen.show(A)
        assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
        assert screen.fault == "ssd1306 at 0x3C on I²C 97: I2C device not found: /dev/i2c-97"


def test_on_spi_the_wires_beside_the_bus_are_claimed() -> None:
    wiring = ScreenWiring(bus="spi", port=0, dc=12, reset=13)
    factory = open_factory("mock")
    with opened(open_screen(wiring, factory)):
        assert factory.pin(12).function == "output"
        with pytest.raises(PinError, match=r"GPIO 12 \(display\) cannot be had "):
            open_screen(wiring, factory)
    with opened(open_screen(wiring, factory)):
        assert factory.pin(13).function == "output"


class SpiDev:
    """spidev with an SSD1306 behind it, which tells data from commands by its own wire."""

    def __init__(self, factory: Any, controller: Controller) -> None:
        self._factory = factory
        self._controller = controller
        self.opened: list[tuple[int, int]] = []
        self.max_speed_hz = 0

    def open(self, port: int, device: int) -> None:
        self.opened.append((port, device))

    def writebytes(self, data: list[int]) -> None:
        if self._factory.pin(12).state:
            self._controller.data(data)
        else:
            self._controller.command(*data)

    def close(self) -> None: ...


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106", "ssd1322"])
@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
def test_on_spi_the_picture_arrives_and_the_reset_is_pulsed(
    driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By luma's own SPI: only the module spidev is a fake."""
    factory, controller = open_factory("mock"), CONTROLLERS[driver]()
    expected = CONTROLLERS[driver]()
    device = SpiDev(factory, controller)
    spidev = ModuleType("spidev")
    monkeypatch.setattr(spidev, "SpiDev", lambda: device, raising=False)
    monkeypatch.setitem(sys.modules, "spidev", spidev)
    size = max(DRIVERS[driver].sizes)
    wiring = ScreenWiring(
        driver=driver, width=size[0], height=size[1], bus="spi", port=0, device=1, dc=12, reset=13
    )
    reset = factory.pin(13, pin_class=MockPWMPin)
    frame = picture((5, 9, 77, 31), size)
    with opened(open_screen(wiring, factory)) as screen:
        screen.show(frame)
        assert screen.flush(WAIT_S), screen.fault
        assert (device.opened, device.max_speed_hz) == ([(0, 1)], 8_000_000)
        assert [bool(state.state) for state in reset.states][-2:] == [False, True]
    with opened(screen_over(wiring, lambda: expected)) as screen:
        screen.show(frame)
        assert screen.flush(WAIT_S), screen.fault
    assert controller.memory == expected.memory


def test_pins_of_a_display_that_cannot_be_opened_are_let_go() -> None:
    factory = open_factory("mock")
    lamp = GpioLamp(13, factory)
    with pytest.raises(PinError, match=r"GPIO 13 \(display\) cannot be had "):
        open_screen(ScreenWiring(bus="spi", port=0, dc=12, reset=13), factory)
    GpioLamp(12, factory).close()
    lamp.close()


def test_a_darker_display_that_lost_power_is_as_dark_when_it_is_back() -> None:
    bus = Bus()
    with opened(screen_over(ScreenWiring(contrast=200), bus.connect)) as screen:
        screen.set_brightness(5)
        screen.show(A)
        assert screen.flush(WAIT_S)
        assert [c for c in bus.commands if c[0] == 0x81][-2:] == [(0x81, 200), (0x81, 50)]
        bus.gone = True
        bus.lose_power()
        screen.show(B)
        assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
        bus.gone = False
        bus.commands.clear()
        screen.show(C)
        assert screen.flush(WAIT_S)
        assert [c for c in bus.commands if c[0] == 0x81][-2:] == [(0x81, 200), (0x81, 50)]


class Heard:
    """A luma serial interface that remembers all bytes."""

    def __init__(self) -> None:
        self.bytes: list[int] = []

    def connect(self) -> "Heard":
        return self

    def command(self, *cmd: int) -> None:
        self.bytes += cmd

    def data(self, data: list[int]) -> None:
        self.bytes += data

    def cleanup(self) -> None: ...


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's own way
@pytest.mark.parametrize("driver", sorted(DRIVERS))
def test_every_driver_is_made_darker_by_a_command_of_some_bytes(driver: str) -> None:
    bus = Heard()
    width, height = min(DRIVERS[driver].sizes)
    wiring = ScreenWiring(driver=driver, width=width, height=height, contrast=200)
    with opened(screen_over(wiring, bus.connect)) as screen:
        screen.show(picture((0, 0, 9, 9), (width, height)))
        assert screen.flush(WAIT_S)
        bus.bytes.clear()
        screen.set_brightness(5)
        assert screen.flush(WAIT_S)
        assert screen.fault is None
    assert 50 in bus.bytes[:8]
    assert len(bus.bytes) <= 8


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
@pytest.mark.parametrize("driver", sorted(CONTROLLERS))
def test_a_display_that_lost_its_power_unseen_is_told_everything_again(driver: str) -> None:
    """It answers again before the next frame: nobody notices but the player before it."""
    width, height = max(DRIVERS[driver].sizes)
    controller = CONTROLLERS[driver]()
    wiring = ScreenWiring(driver=driver, width=width, height=height)
    with opened(screen_over(wiring, lambda: controller, refresh_ns=SOON_NS)) as screen:
        screen.show(picture((3, 3, 19, 20), screen.size))
        assert screen.flush(WAIT_S), screen.fault
        memory, started = dict(controller.memory), controller.commands[:]
        controller.memory.clear()
        controller.commands.clear()
        refreshed = partial(told_again, controller, memory)
        deadline = time.monotonic() + WAIT_S
        while not refreshed():
            assert time.monotonic() < deadline
            time.sleep(0.001)
    again = [command for sent in controller.commands for command in sent]
    assert 0xAE not in {sent[0] for sent in controller.commands}
    assert {command for sent in started for command in sent} - {0xAE} <= set(again)


def told_again(controller: Controller, memory: dict[tuple[int, int], int]) -> bool:
    return controller.memory == memory and len(controller.commands) > 3


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
@pytest.mark.parametrize(
    ("driver", "size"),
    [(name, size) for name, driver in sorted(DRIVERS.items()) for size in sorted(driver.sizes)],
)
def test_a_refresh_makes_no_pixel_dark(driver: str, size: tuple[int, int]) -> None:
    controller = CONTROLLERS[driver]()
    wiring = ScreenWiring(driver=driver, width=size[0], height=size[1])
    with opened(screen_over(wiring, lambda: controller)) as screen:
        screen.show(picture((0, 0, *size), size))
        assert screen.flush(WAIT_S), screen.fault
        lit = dict(controller.memory)
        assert all(lit.values())
        assert screen._refresh is not None
        screen._refresh()
        assert controller.memory == lit


def test_a_refresh_is_not_seen_neither_bright_nor_dark() -> None:
    bus = Bus()
    wiring = ScreenWiring(contrast=200)
    with opened(screen_over(wiring, bus.connect, refresh_ns=SOON_NS)) as screen:
        screen.set_brightness(5)
        screen.show(A)
        assert screen.flush(WAIT_S), screen.fault
        bus.commands.clear()
        bus.pictures.clear()
        deadline = time.monotonic() + WAIT_S
        while (0x81, 200) not in bus.commands[:-20]:
            assert time.monotonic() < deadline
            time.sleep(0.001)
    contrasts = [command[1] for command in bus.commands if command[0] == 0x81]
    first = contrasts.index(200)
    assert contrasts[first : first + 2] == [200, 50]
    assert all(any(each) for each in bus.pictures)


def test_a_display_that_lost_its_power_unseen_is_dark_for_a_minute_at_most() -> None:
    """And all of it is sent so seldom that it takes less than a thousandth of the bus."""
    clock, refreshed, whole_frame_ns = FakeTime(), list[int](), 23_000_000
    with opened(
        LumaScreen(Panel(), refresh=lambda: refreshed.append(1), now_ns=clock.now_ns)
    ) as screen:
        for frame, waits_ns, times in ((A, 0, 0), (B, 1000 * whole_frame_ns, 0), (C, MINUTE_NS, 1)):
            clock.advance(waits_ns)
            screen.show(frame)
            assert screen.flush(WAIT_S)
            assert len(refreshed) == times


def test_frames_do_not_put_off_the_refresh() -> None:
    with opened(LumaScreen(Panel(), refresh=lambda: None)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        due_ns = screen._refresh_at_ns
        assert due_ns is not None
        for frame in (B, C):
            screen.show(frame)
            assert screen.flush(WAIT_S)
        assert screen._refresh_at_ns == due_ns


def test_a_display_that_is_not_refreshed_yet_is_left_in_peace() -> None:
    bus = Bus()
    with opened(screen_over(ScreenWiring(), bus.connect)) as screen:
        screen.show(A)
        assert screen.flush(WAIT_S)
        bus.commands.clear()
        for frame in (B, A, B):
            screen.show(frame)
            assert screen.flush(WAIT_S)
        assert {command[0] for command in bus.commands} == {0x21}


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
@pytest.mark.parametrize("driver", ["ssd1322", "ssd1325", "ssd1327", "ssd1362", "ssd1363"])
def test_a_grey_display_that_comes_back_gets_the_whole_picture(driver: str) -> None:
    width, height = max(DRIVERS[driver].sizes)
    wiring, controller = ScreenWiring(driver=driver, width=width, height=height), None
    gone = False

    def connect() -> Controller:
        nonlocal controller
        if gone:
            raise DeviceNotFoundError("SPI device not found")
        controller = CONTROLLERS[driver]()
        return controller

    with opened(screen_over(wiring, connect)) as screen:
        screen.show(picture((3, 3, 19, 20), screen.size))
        assert screen.flush(WAIT_S), screen.fault
        assert controller is not None
        expected = dict(controller.memory)
        controller.fails = gone = True
        screen.show(picture((30, 3, 49, 20), screen.size))
        assert screen.wait_for(lambda: screen.fault is not None, WAIT_S)
        gone = False
        screen.show(picture((3, 3, 19, 20), screen.size))
        assert screen.flush(WAIT_S)
        assert controller.memory == expected


def test_a_bus_that_hangs_is_a_fault_and_holds_up_nobody_else() -> None:
    hung, well, clock = SlowPanel(), Panel(), FakeTime()
    with (
        opened(LumaScreen(hung, name="left", now_ns=clock.now_ns)) as left,
        opened(LumaScreen(well, name="right", now_ns=clock.now_ns)) as right,
    ):
        left.show(A)
        assert hung.begun.wait(WAIT_S)
        clock.advance(HANGS_NS)
        assert left.fault is None
        clock.advance(1)
        assert left.fault == "left: hangs"
        for frame in (A, B, C):
            left.show(frame)
            right.show(frame)
            assert right.flush(WAIT_S)
        assert right.fault is None
        hung.go.set()
        assert left.flush(WAIT_S)
        assert left.fault is None
    assert hung.drawn == [A.image.tobytes(), C.image.tobytes()]
    assert well.drawn == [frame.image.tobytes() for frame in (A, B, C)]


def test_a_display_that_stays_away_leaves_nothing_behind_and_is_asked_ever_less_often() -> None:
    opened_buses: list[Bus] = []
    closed: list[Bus] = []

    class Fragile(Bus):
        def cleanup(self) -> None:
            closed.append(self)

    def connect() -> Bus:
        opened_buses.append(Fragile())
        opened_buses[-1].gone = True
        return opened_buses[-1]

    with opened(screen_over(ScreenWiring(), connect)) as screen:
        for number in range(20):
            screen.show((A, B)[number % 2])
            assert screen.wait_for(partial(tried, opened_buses, number + 1), WAIT_S)
        assert screen.wait_for(lambda: screen._retry_ns == RETRY_NS_MAX, WAIT_S)
    assert closed == opened_buses


def tried(buses: list[Bus], times: int) -> bool:
    return len(buses) >= times
