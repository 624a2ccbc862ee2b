"""What is the real displays' own: the bytes on the bus, and healing."""

import sys
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from gpiozero.pins.mock import MockPWMPin
from msgspec.structs import replace

from hal.factories import PinError, one_line, open_factory
from hal.gpio import GpioLamp
from hal.oled import DISPLAY_OFF, LOOK_NS, REFRESH_NS, LumaScreen, open_screen
from hal.wiring import DRIVERS, ScreenWiring
from tests.conftest import WAIT_S
from tests.fakes import FakeTime
from tests.hal.controllers import CONTROLLERS, Controller
from tests.hal.display_pictures import A, B, C, draw, fail, opened, over, picture
from tests.hal.rigs import Panel, until

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")  # luma's own way

SOON_NS, NEVER_NS = 1_000_000, 3_600 * 10**9
LARGEST = [(name, max(DRIVERS[name].sizes)) for name in sorted(DRIVERS)]


@pytest.mark.parametrize(("driver", "size"), LARGEST)
def test_absent_at_the_start_unplugged_or_refreshed_a_display_is_as_it_was_and_as_bright(
    driver: str, size: tuple[int, int]
) -> None:
    wiring = ScreenWiring(driver=driver, width=size[0], height=size[1], contrast=200)
    wanted = picture((3, 3, 19, 20), size)
    with over(wiring) as (screen, controller):
        draw(screen, wanted)
        expected, started = dict(controller.memory), {each[0] for each in controller.commands}
        controller.forget()
        screen.set_brightness(5)
        assert screen.flush(WAIT_S)
        assert 50 in controller.sent
        assert len(controller.sent) <= 8
    with over(wiring) as (screen, controller):
        screen.set_brightness(5)
        for _ in range(2):
            controller.fails = True
            error = "[Errno 121] Remote I/O error"
            fault = fail(screen, picture((9, 9, 9, 9), size))
            assert fault == f"{driver} at 0x3C on I²C 1: {error}"
            controller.fails = False
            controller.lose_power()
            controller.forget()
            draw(screen, wanted)
            assert (screen.fault, controller.memory) == (None, expected)
            assert started <= {each[0] for each in controller.commands}
            assert 50 in controller.sent[controller.sent.index(200) :]
        controller.lose_power()
        controller.forget()
        screen._refresh_at_ns = 0
        draw(screen, picture((9, 9, 9, 9), size), wanted)
        assert controller.memory == expected
        assert 50 in controller.sent[controller.sent.index(200) :]
        assert DISPLAY_OFF not in {each[0] for each in controller.commands}


def test_a_bus_that_is_not_there_is_a_fault_that_names_it() -> None:
    with opened(open_screen(ScreenWiring(port=97))) as screen:
        assert fail(screen, A) == "ssd1306 at 0x3C on I²C 97: I2C device not found: /dev/i2c-97"


class TestRefresh:
    """A display may lose its power between two frames: only the player before it notices."""

    def test_it_comes_once_a_minute_or_when_power_was_lost_and_frames_do_not_put_it_off(
        self,
    ) -> None:
        clock, refreshed, lost = FakeTime(), list[int](), list[int]()

        def refresh() -> None:
            refreshed.append(1)
            lost.clear()

        screen = LumaScreen(Panel(), refresh=refresh, lost=lambda: bool(lost), now_ns=clock.now_ns)
        steps = (
            (A, 0, 0), (B, REFRESH_NS - 1, 0), (C, 1, 1), (A, REFRESH_NS - 1, 1), (B, 1, 2),
            (A, LOOK_NS - 2, 2), (B, 1, 3), (A, REFRESH_NS - 1, 3), (B, 1, 4),
        )  # fmt: skip
        with opened(screen):
            for number, (frame, by_ns, times) in enumerate(steps):
                lost += [1] if number == 5 else []
                clock.advance(by_ns)
                draw(screen, frame)
                assert len(refreshed) == times

    @pytest.mark.parametrize("unplugged", [False, True])
    def test_a_display_that_was_without_power_while_nothing_changed_is_found_by_its_status(
        self, monkeypatch: pytest.MonkeyPatch, unplugged: bool
    ) -> None:
        monkeypatch.setattr("hal.oled.LOOK_NS", SOON_NS)
        with over(ScreenWiring()) as (screen, controller):
            draw(screen, A)
            expected = dict(controller.memory)
            if unplugged:
                controller.fails = True
                until(lambda: screen.fault is not None)
            controller.lose_power()
            controller.fails = False
            until(lambda: screen.fault is None and controller.memory == expected)


class TestRetry:
    def test_single_transfers_that_fail_never_make_the_display_dark(self) -> None:
        frames = [picture((x, 3, x + 9, 20)) for x in range(100)]
        with over(ScreenWiring()) as (screen, controller):
            bus = _Failing(controller)
            for frame in frames:
                screen.set_brightness(5)
                draw(screen, frame)
            assert bus.failed > 10
            assert screen.fault is None
            darkened = [each for each in controller.commands if DISPLAY_OFF in each]
            assert len(darkened) == 1
            memory = dict(controller.memory)
        with over(ScreenWiring()) as (screen, controller):
            draw(screen, frames[-1])
            assert memory == controller.memory

    @pytest.mark.parametrize(
        ("error", "tries"),
        [(OSError(121, "Remote I/O error"), 2), (TimeoutError(110, "Timed out"), 1)],
    )
    def test_a_display_that_does_not_answer_at_once_is_a_fault_and_a_bus_that_hangs_is_tried_once(
        self, error: OSError, tries: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hal.oled.RETRY_NS_MIN", NEVER_NS)
        with over(ScreenWiring()) as (screen, controller):
            draw(screen, A)
            send = Mock(side_effect=error)
            monkeypatch.setattr(controller, "command", send)
            assert fail(screen, B) == f"ssd1306 at 0x3C on I²C 1: {one_line(error)}"
            assert send.call_count == tries


class _Failing:
    """Lets every twelfth transfer to a controller fail, once it has been started."""

    def __init__(self, controller: Controller) -> None:
        self._count = self.failed = 0
        self._started = False
        for name in ("command", "data"):
            setattr(controller, name, self._sometimes(getattr(controller, name)))

    def _sometimes(self, send: Callable[..., None]) -> Callable[..., None]:
        def sometimes(*sent: Any) -> None:
            self._started |= send.__name__ == "data" and len(sent[0]) == 1024
            self._count += self._started
            if self._count % 12 == 11:
                self._count += 1
                self.failed += 1
                raise OSError(121, "Remote I/O error")
            send(*sent)

        return sometimes


class TestSpi:
    WIRING = ScreenWiring(bus="spi", port=0, device=1, dc=12, reset=13)

    def test_the_wires_beside_the_bus_are_claimed_and_released(self) -> None:
        factory = open_factory("mock")
        for taken in (12, 13):
            lamp = GpioLamp(taken, factory)
            with pytest.raises(PinError, match=rf"GPIO {taken} \(display\) is not available "):
                open_screen(self.WIRING, factory)
            lamp.close()
        for _ in range(2):
            with opened(open_screen(self.WIRING, factory)):
                assert {factory.pin(pin).function for pin in (12, 13)} == {"output"}

    @pytest.mark.parametrize("driver", ["ssd1306", "sh1106", "ssd1322"])
    def test_the_picture_arrives_and_the_reset_is_pulsed(
        self, driver: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By luma's own SPI: only the module spidev is a fake."""
        factory, controller = open_factory("mock"), CONTROLLERS[driver]()

        def write(data: list[int]) -> None:  # data and commands differ by a wire of their own
            controller.data(data) if factory.pin(12).state else controller.command(*data)

        device = Mock(**{"writebytes.side_effect": write})
        monkeypatch.setitem(sys.modules, "spidev", Mock(SpiDev=lambda: device))
        size = max(DRIVERS[driver].sizes)
        wiring = replace(self.WIRING, driver=driver, width=size[0], height=size[1])
        reset = factory.pin(13, pin_class=MockPWMPin)
        frame = picture((5, 9, 77, 31), size)
        with opened(open_screen(wiring, factory)) as screen:
            draw(screen, frame)
            device.open.assert_called_once_with(0, 1)
            assert device.max_speed_hz == 8_000_000
            assert [bool(state.state) for state in reset.states][-2:] == [False, True]
        with over(wiring) as (screen, expected):
            draw(screen, frame)
        assert controller.memory == expected.memory
