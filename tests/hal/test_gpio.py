"""What is the real pins' own: factories, the body, stamps, and the faults of lamps and buzzer."""

import threading
from importlib import metadata
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from gpiozero import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hal.body import open_body
from hal.factories import PinError, one_line, open_factory, pin_error
from hal.gpio import GpioBuzzer, GpioLamp
from hal.pin_inputs import GpioInputs, ns_of_ticks
from hal.ports import LampName, Line, ScreenName
from hal.wiring import DEFAULT, PinsWiring, Wiring
from hal.wiring_problems import WiringError
from tests.conftest import WAIT_S
from tests.fakes import FakeScreen, FakeTime
from tests.hal.rigs import mock_factory

MS = 1_000_000
HOUR_NS = 3_600_000 * MS
PIN = 25


IO_ERROR = Mock(side_effect=OSError(5, "Input/output error"))


@given(st.integers(min_value=0, max_value=25 * 24 * 3600 * 10**9))
def test_a_stamp_survives_gpiozeros_seconds_to_the_nanosecond(at_ns: int) -> None:
    assert ns_of_ticks(at_ns / 1000000000) == at_ns


class TestFactories:
    NO_PI = PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")
    NO_CHIP = Exception("can not open gpiochip")
    NO_PIPE = FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")
    CHIP = "give the clock access to /dev/gpiochip0; a container must be started with that device"

    @pytest.mark.parametrize(
        ("name", "error", "user", "remedy"),
        [
            ("lgpio", ImportError("No module named 'lgpio'"), 1000, "install lgpio"),
            ("rpigpio", ImportError("No 'RPi'"), 1000, "install RPi.GPIO, or use lgpio"),
            ("lgpio", NO_PI, 1000, "run the clock on a Raspberry Pi"),
            (
                "rpigpio",
                RuntimeError("x"),
                1000,
                "run the clock on a Raspberry Pi 0 to 4, or use lgpio",
            ),
            ("lgpio", NO_PIPE, 1000, "start the clock in a folder that can be written to"),
            ("lgpio", NO_CHIP, 1000, "add the user who starts the clock to the group gpio"),
            ("lgpio", NO_CHIP, 0, CHIP),  # to root no group is named
            ("lgpio", NO_CHIP, None, CHIP),  # nor where another chip is the first
        ],
    )
    def test_one_that_cannot_start_says_why_and_what_helps_against_that(
        self, monkeypatch: pytest.MonkeyPatch, name: str, error: Exception, user: int | None,
        remedy: str,
    ) -> None:  # fmt: skip
        monkeypatch.setattr("os.path.exists", lambda _: user is not None)
        monkeypatch.setattr("os.geteuid", lambda: user or 0)
        monkeypatch.setattr("hal.factories.has_chip", lambda: True)
        monkeypatch.setattr("hal.factories._build_factory", Mock(side_effect=error))
        with pytest.raises(PinError) as caught:
            open_factory(name)
        assert str(caught.value) == (
            f"pin factory {name} does not start ({one_line(error)}): {remedy}"
        )
        assert str(caught.value.remedy) == remedy

    @pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
    def test_without_a_chip_the_remedy_is_to_have_no_pins(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hal.factories.DEVICES", tmp_path)
        monkeypatch.setattr("hal.factories._build_factory", Mock(side_effect=ImportError))
        without = "this machine has no GPIO chip: to play with keys and one screen, write factory ="
        with pytest.raises(PinError) as caught:
            open_factory(name)
        assert str(caught.value).startswith(without)
        (tmp_path / "gpiochip4").touch()
        with pytest.raises(PinError, match="pin factory"):
            open_factory(name)

    def test_rpi_gpio_is_refused_where_its_drop_in_hides_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(metadata, "version", lambda _: "1")
        with pytest.raises(PinError, match="rpi-lgpio is installed, which hides RPi"):
            open_factory("rpigpio")

    def test_one_that_stamps_with_another_clock_is_refused(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        factory_time = FakeTime()
        factory = mock_factory(monkeypatch, factory_time)
        for off_ms in (51, -51):
            time = FakeTime(factory_time.now_ns() + off_ms * MS)
            with pytest.raises(PinError, match=r"a clock other than CLOCK_MONOTONIC \(51 ms off"):
                GpioInputs(DEFAULT.lines, factory, time)
        time = FakeTime(factory_time.now_ns() + 49 * MS)
        GpioInputs(DEFAULT.lines, factory, time).close()

    def test_a_pin_that_something_else_has_is_named_with_what_helps(self) -> None:
        remedy = "stop the other `clapper run` or remove the dtoverlay that uses this pin"
        for why, more in (("'GPIO busy'", f": {remedy}"), ("no", "")):
            error = pin_error(5, Line.LEFT_PLUNGER, Exception(why))
            assert str(error) == f"GPIO 5 (left_plunger) is not available (Exception: {why}){more}"


def screens() -> dict[ScreenName, FakeScreen]:
    return {side: FakeScreen() for side in ScreenName}


class TestBody:
    def test_the_mock_factory_opens_the_whole_default_body(self) -> None:
        factory = open_factory("mock")
        body = open_body(DEFAULT, factory, screens())
        assert body.inputs.lines == set(DEFAULT.lines)
        assert set(body.lamps) == set(LampName)
        assert (body.buzzer is None, body.faults) == (False, ())
        body.lamps[LampName.REFEREE].set(True)
        assert factory.pin(DEFAULT.lamps[LampName.REFEREE].pin).state
        body.close()
        body.close()
        assert_free(factory)

    def test_libgpiod_gets_the_chip_that_the_factory_found(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On a Pi 5 that is another with an older kernel."""
        monkeypatch.setattr("hal.body.GpiodInputs", inputs := Mock())
        factory = open_factory("mock")
        factory.chip = 4
        wiring = replace(DEFAULT, pins=PinsWiring(edges="gpiod"))
        open_body(wiring, factory, screens(), FakeTime()).close()
        assert inputs.call_args.args[1] == "/dev/gpiochip4"

    def test_a_wiring_with_problems_opens_no_body(self) -> None:
        with pytest.raises(WiringError, match=r"lines\.stop: expected a pin"):
            open_body(Wiring(lines={}, screens={}), open_factory("mock"), {})

    @pytest.mark.parametrize("part", ["stop", "lamp", "buzzer", "first display", "second display"])
    def test_a_part_that_cannot_be_opened_is_named_and_the_others_are_released(
        self, monkeypatch: pytest.MonkeyPatch, part: str
    ) -> None:
        opened: list[FakeScreen] = []

        def open_screen(_: object, __: object) -> FakeScreen:
            if len(opened) == (part != "first display"):
                raise PinError("GPIO 12 (display) is not available")
            opened.append(FakeScreen())
            return opened[-1]

        monkeypatch.setattr("hal.body.open_screen", open_screen)
        no_pwm = MockFactory(pin_class=MockPin)
        factory = no_pwm if part == "buzzer" else open_factory("mock")
        last_lamp = list(DEFAULT.lamps.values())[-1].pin
        pins = {"stop": DEFAULT.lines[Line.STOP], "lamp": last_lamp}
        taken = GpioLamp(pins[part], factory) if part in pins else None
        name = part.split()[-1]
        with pytest.raises(PinError, match=rf"GPIO \d+ \({name}\) is not available") as caught:
            open_body(DEFAULT, factory)
        if taken is not None:
            taken.close()
        assert all(screen.closed for screen in opened)
        assert caught.tb is not None  # it holds whatever was opened
        assert_free(factory)


def assert_free(factory: Any) -> None:
    """Every pin of the default wiring can be had again, though nothing was collected yet."""
    assert DEFAULT.buzzer is not None
    outputs = [lamp.pin for lamp in DEFAULT.lamps.values()] + [DEFAULT.buzzer.pin]
    for pin in (*DEFAULT.lines.values(), *outputs):
        GpioLamp(pin, factory).close()


class TestFaults:
    @pytest.fixture
    def factory(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        return mock_factory(monkeypatch, FakeTime())

    def test_a_lamp_that_fails_is_a_fault_and_is_tried_again(
        self, factory: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lamp = GpioLamp(PIN, factory)
        with monkeypatch.context() as broken:
            broken.setattr(MockPWMPin, "_set_state", IO_ERROR)
            lamp.set(True)
            assert str(lamp.fault) == f"GPIO {PIN}: [Errno 5] Input/output error"
        lamp.set(True)
        assert (lamp.fault, bool(factory.pin(PIN).state)) == (None, True)
        lamp.close()

    def test_a_tone_that_fails_is_a_fault_and_the_next_is_tried(
        self, factory: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        buzzer, pin = GpioBuzzer(PIN, factory), factory.pin(PIN)
        with monkeypatch.context() as broken:
            broken.setattr(MockPWMPin, "_set_frequency", IO_ERROR)
            buzzer.beep(880, HOUR_NS)
            assert str(buzzer.fault) == "buzzer: [Errno 5] Input/output error"
        buzzer.beep(880, HOUR_NS)
        assert (pin.frequency, buzzer.fault) == (880, None)
        buzzer.close()

    def test_a_timer_that_is_too_late_to_be_cancelled_does_not_end_the_next_tone(
        self, factory: Any
    ) -> None:
        class Stays(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
            """Stays as the wave leaves it, as lgpio's does; high, a transistor draws current."""

            def _set_frequency(self, value: float | None) -> None:
                self._frequency = value

        pin, buzzer = factory.pin(PIN, pin_class=Stays), GpioBuzzer(PIN, factory)
        timers: list[Any] = []
        for tone_hz in (880, 440):
            buzzer.beep(tone_hz, HOUR_NS)
            timers.append(buzzer._timer)
        for timer, frequency in zip(timers, (440, None), strict=True):
            timer.function(*timer.args)
            assert (pin.frequency, pin.state > 0) == (frequency, bool(frequency))
        buzzer.close()

    def test_a_buzzer_closed_while_it_sounds_leaves_no_thread(self, factory: Any) -> None:
        before = threading.enumerate()  # a timer of another test may be about to end
        buzzer = GpioBuzzer(PIN, factory)
        buzzer.beep(880, HOUR_NS)
        (timer,) = [thread for thread in threading.enumerate() if thread not in before]
        assert timer.name == "buzzer"
        buzzer.close()
        timer.join(WAIT_S)
        assert not timer.is_alive()
