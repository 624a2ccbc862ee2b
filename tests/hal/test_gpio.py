"""What is the real pins' own: factories, stamps, faults."""

import gc
import sys
import threading
import tomllib
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from gpiozero import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hal import factories
from hal.body import MonotonicTime, open_body
from hal.debounce import Change, Debounce
from hal.factories import PinError, one_line, open_factory, pin_error
from hal.fake import FakeInputs, FakeScreen, FakeTime, fake_body
from hal.gpio import GpioBuzzer, GpioLamp
from hal.inputs import GpioInputs, ns_of_ticks
from hal.ports import Edge, LampName, Line, ScreenName
from hal.wiring import DEFAULT, PinsWiring, Wiring, WiringError
from tests.hal.boundary import no_room
from tests.hal.rigs import PIN, WAIT_S, RealInputs, mock_factory

MS = 1_000_000


@given(st.integers(min_value=0, max_value=25 * 24 * 3600 * 10**9))
def test_a_stamp_survives_gpiozeros_seconds_to_the_nanosecond(at_ns: int) -> None:
    assert ns_of_ticks(at_ns / 1000000000) == at_ns


def test_an_unknown_factory_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(PinError, match="expected lgpio, rpigpio, rpi-lgpio, native, mock"):
        open_factory("pigpio")


NO_PI = PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")
NO_CHIP = Exception("can not open gpiochip")
NO_MEMORY = OSError("unable to open /dev/gpiomem or /dev/mem")


@pytest.mark.parametrize(
    ("name", "error", "remedy"),
    [
        ("lgpio", ImportError("No module named 'lgpio'"), "install lgpio"),
        ("rpigpio", ImportError("No module named 'RPi'"), "install RPi.GPIO, or take lgpio"),
        ("mock", ImportError("No module named 'gpiozero'"), "install gpiozero"),
        ("lgpio", NO_PI, "run it on a Raspberry Pi"),
        ("native", NO_PI, "run it on a Raspberry Pi, or take lgpio"),
        (
            "rpigpio",
            RuntimeError("Cannot determine SOC peripheral base address"),
            "run it on a Raspberry Pi 0 to 4, or take lgpio",
        ),
        (
            "lgpio",
            FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"),
            "start it in a folder that can be written to",
        ),
        ("lgpio", NO_CHIP, "put the user who starts it into the group gpio"),
        ("native", NO_MEMORY, "put the user who starts it into the group gpio, or take lgpio"),
    ],
)
def test_a_factory_that_cannot_start_says_why_and_what_helps_against_that(
    name: str, error: Exception, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.path.exists", lambda _: True)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    told = told_by_a_factory(name, error, monkeypatch)
    assert told == f"pin factory {name} does not start ({one_line(error)}): {remedy}"
    assert "\n" not in told


@pytest.mark.parametrize(
    ("user", "is_there"), [(0, False), (0, True), (1000, False)], ids=["root", "denied", "none"]
)
@pytest.mark.parametrize(
    ("name", "error", "remedy"),
    [
        ("lgpio", NO_CHIP, "let it use /dev/gpiochip0, which a container has to be given"),
        (
            "native",
            NO_MEMORY,
            "let it use /dev/gpiomem, which a container has to be given, or take lgpio",
        ),
    ],
)
def test_to_root_and_to_whom_the_device_is_missing_no_group_is_named(
    name: str,
    error: Exception,
    remedy: str,
    user: int,
    is_there: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.path.exists", lambda _: is_there)
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert told_by_a_factory(name, error, monkeypatch).endswith(f": {remedy}")


def told_by_a_factory(name: str, error: Exception, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is told of a factory whose library raises this error."""

    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr(factories, "_build_factory", fail)
    with pytest.raises(PinError) as caught:
        open_factory(name)
    return str(caught.value)


def test_rpi_gpio_and_its_drop_in_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda _: "1")
    with pytest.raises(PinError, match="both installed"):
        open_factory("rpigpio")


def test_what_a_pi_installs_hides_no_rpi_gpio_that_is_there() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(project)["project"]["optional-dependencies"]
    names = {each.partition(">=")[0] for each in extras["pi"]}
    assert names == {"lgpio", "gpiod", "spidev"}
    assert [each.partition(">=")[0] for each in extras["rpi-lgpio"]] == ["rpi-lgpio"]


def test_the_mock_factory_opens_the_whole_default_body() -> None:
    factory = open_factory("mock")
    screens = {side: FakeScreen() for side in ScreenName}
    body = open_body(DEFAULT, factory, screens)
    assert body.inputs.lines == set(DEFAULT.lines)
    assert set(body.lamps) == set(LampName)
    assert body.buzzer is not None
    assert body.inputs.fault is None
    body.lamps[LampName.REFEREE].set(True)
    assert factory.pin(DEFAULT.lamps[LampName.REFEREE].pin).state
    body.close()
    body.close()
    factory.close()


def test_libgpiod_is_given_the_chip_that_the_factory_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a Pi 5 that is another with an older kernel."""
    asked: list[str] = []

    def inputs(_: object, chip: str, time: FakeTime) -> FakeInputs:
        asked.append(chip)
        return FakeInputs(DEFAULT.lines, time)

    monkeypatch.setattr("hal.body.GpiodInputs", inputs)
    factory = open_factory("mock")
    factory.chip = 4
    wiring = replace(DEFAULT, pins=PinsWiring(edges="gpiod"))
    screens = {side: FakeScreen() for side in ScreenName}
    open_body(wiring, factory, screens, FakeTime()).close()
    assert asked == ["/dev/gpiochip4"]


def test_a_wiring_with_problems_opens_no_body() -> None:
    with pytest.raises(WiringError):
        open_body(Wiring(lines={}, screens={}), open_factory("mock"), {})


def test_a_body_that_cannot_be_opened_lets_go_of_its_pins() -> None:
    factory = MockFactory(pin_class=MockPin)  # no PWM: the buzzer, opened last, cannot be
    screens = {side: FakeScreen() for side in ScreenName}
    with pytest.raises(PinError, match=r"GPIO \d+ \(buzzer\) cannot be had ") as caught:
        open_body(DEFAULT, factory, screens)
    assert_free(factory, caught)


@pytest.mark.parametrize("opens", [0, 1], ids=["the first display", "the second"])
def test_a_body_whose_display_cannot_be_opened_lets_go_of_everything(
    opens: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[FakeScreen] = []

    def open_screen(_: object, __: object) -> FakeScreen:
        if len(opened) == opens:
            raise PinError("GPIO 12 (display): no")
        opened.append(FakeScreen())
        return opened[-1]

    monkeypatch.setattr("hal.body.open_screen", open_screen)
    factory = open_factory("mock")
    with pytest.raises(PinError, match="display") as caught:
        open_body(DEFAULT, factory)
    assert [screen.closed for screen in opened] == [True] * opens
    assert_free(factory, caught)


def test_a_body_whose_lamp_cannot_be_opened_lets_go_of_everything() -> None:
    factory = open_factory("mock")
    last = list(DEFAULT.lamps.values())[-1].pin
    taken = GpioLamp(last, factory)
    with pytest.raises(PinError, match=f"GPIO {last} \\(lamp\\) cannot be had ") as caught:
        open_body(DEFAULT, factory, {})
    taken.close()
    assert_free(factory, caught)


def assert_free(factory: Any, failure: pytest.ExceptionInfo[PinError]) -> None:
    """Every pin of the default wiring can be had again, though nothing was collected yet."""
    assert failure.tb is not None  # it holds whatever was opened
    assert DEFAULT.buzzer is not None
    outputs = [lamp.pin for lamp in DEFAULT.lamps.values()] + [DEFAULT.buzzer.pin]
    for pin in (*DEFAULT.lines.values(), *outputs):
        GpioLamp(pin, factory).close()


def test_a_factory_that_watches_no_edges_by_itself_is_told_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As gpiozero's native one."""

    class Idle(MockPin):  # type: ignore[misc]  # gpiozero has no types
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.edges = "none"

    time = FakeTime()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: time.now_ns() / 1e9)
    factory = MockFactory(pin_class=Idle)
    inputs = GpioInputs({Line.STOP: PIN}, factory, time)
    edges: list[Edge] = []
    inputs.listen(edges.append)
    factory.pin(PIN).drive_low()
    assert edges == [Edge(Line.STOP, True, time.now_ns())]
    inputs.close()


def test_a_pin_in_use_is_named_with_its_line() -> None:
    factory = open_factory("mock")
    lamp = GpioLamp(PIN, factory)
    with pytest.raises(PinError, match=f"GPIO {PIN} \\(stop\\) cannot be had "):
        GpioInputs({Line.STOP: PIN}, factory, MonotonicTime())
    lamp.close()


def test_a_pin_that_something_else_has_is_told_with_what_helps() -> None:
    told = pin_error(5, "left_plunger", Exception("'GPIO busy'"))  # as lgpio says it
    assert str(told) == (
        "GPIO 5 (left_plunger) cannot be had (Exception: 'GPIO busy'): "
        "free this pin from another `clapper run`, or from a dtoverlay"
    )
    told = pin_error(5, "left_plunger", Exception("no"))
    assert str(told) == "GPIO 5 (left_plunger) cannot be had (Exception: no)"


def test_a_factory_that_stamps_with_another_clock_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = FakeTime()
    factory = mock_factory(monkeypatch, FakeTime(time.now_ns() + 51 * MS))
    with pytest.raises(PinError, match=r"another clock than CLOCK_MONOTONIC \(51 ms away"):
        GpioInputs(DEFAULT.lines, factory, time)


def test_a_factory_that_is_a_little_off_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    time = FakeTime()
    factory = mock_factory(monkeypatch, FakeTime(time.now_ns() - 49 * MS))
    GpioInputs(DEFAULT.lines, factory, time).close()


def test_edges_go_on_after_the_garbage_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = RealInputs(monkeypatch)
    edges: list[Edge] = []
    rig.inputs.listen(edges.append)
    gc.collect()
    rig.drive(Line.STOP, True)
    assert len(edges) == 1


def test_no_edge_comes_after_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = RealInputs(monkeypatch)
    edges: list[Edge] = []
    rig.inputs.listen(edges.append)
    rig.inputs.close()
    rig.drive(Line.STOP, True)
    assert edges == []


def test_a_factory_that_cannot_watch_edges_is_refused_when_listening_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: Any) -> None:
        raise RuntimeError("Failed to add edge detection")

    rig = RealInputs(monkeypatch)
    monkeypatch.setattr(MockPin, "_enable_event_detect", fail)
    with pytest.raises(PinError, match=r"Failed to add edge detection.*take lgpio"):
        rig.inputs.listen(lambda _: None)


def test_a_pin_that_cannot_be_read_is_a_fault_and_keeps_its_last_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: Any) -> None:
        raise OSError(5, "Input/output error")

    rig = RealInputs(monkeypatch)
    rig.inputs.listen(lambda _: None)
    rig.drive(Line.STOP, True)
    monkeypatch.setattr(MockPin, "_get_state", fail)
    assert rig.inputs.pressed(Line.STOP)
    assert rig.inputs.fault == "stop: cannot be read: [Errno 5] Input/output error"


def test_the_end_of_lgpios_thread_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class LGPIOFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
        """A mock that goes by the name of lgpio's."""

    class Lgpio:
        _notify_thread = threading.Thread()  # never started: not alive

    time = FakeTime()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: time.now_ns() / 1e9)
    monkeypatch.setitem(sys.modules, "lgpio", cast(ModuleType, Lgpio))
    inputs = GpioInputs(DEFAULT.lines, LGPIOFactory(), time)
    assert inputs.fault is None
    inputs.listen(lambda _: None)
    assert inputs.fault == "what brings the edges has ended: plungers are not heard any more"
    inputs.close()


def test_a_lamp_that_fails_says_so_and_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OSError(5, "Input/output error")

    factory = mock_factory(monkeypatch, FakeTime())
    lamp = GpioLamp(PIN, factory)
    with monkeypatch.context() as broken:
        broken.setattr(type(factory.pin(PIN)), "_set_state", fail)
        lamp.set(True)
        assert lamp.fault == f"GPIO {PIN}: [Errno 5] Input/output error"
    lamp.set(True)
    assert lamp.fault is None
    assert factory.pin(PIN).state
    lamp.close()


def test_a_buzzer_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OSError(5, "Input/output error")

    factory = mock_factory(monkeypatch, FakeTime())
    buzzer = GpioBuzzer(PIN, factory)
    with monkeypatch.context() as broken:
        broken.setattr(type(factory.pin(PIN)), "_set_frequency", fail)
        buzzer.beep(880, 3_600_000 * MS)
        assert buzzer.fault == "buzzer: [Errno 5] Input/output error"
    buzzer.beep(880, 3_600_000 * MS)
    assert buzzer.fault is None
    buzzer.close()


def test_a_tone_that_nothing_would_end_is_not_begun_and_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory = mock_factory(monkeypatch, FakeTime())
    buzzer = GpioBuzzer(PIN, factory)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_room)
        buzzer.beep(880, 3_600_000 * MS)
        assert (factory.pin(PIN).frequency, factory.pin(PIN).state) == (None, 0)
        assert buzzer.fault == "buzzer: can't start new thread"
        buzzer.beep(880, 0, 0)
    buzzer.beep(880, 3_600_000 * MS)
    assert factory.pin(PIN).frequency == 880
    assert buzzer.fault is None
    buzzer.close()


def test_a_tone_that_nothing_would_end_ends_the_one_before_whose_timer_is_called_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory = mock_factory(monkeypatch, FakeTime())
    buzzer = GpioBuzzer(PIN, factory)
    buzzer.beep(880, 3_600_000 * MS)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_room)
        buzzer.beep(440, 3_600_000 * MS)
    assert (factory.pin(PIN).frequency, factory.pin(PIN).state) == (None, 0)
    assert buzzer.fault == "buzzer: can't start new thread"
    buzzer.close()


def test_a_timer_that_came_too_late_to_be_called_off_does_not_end_the_tone_after_its_own() -> None:
    factory = open_factory("mock")
    buzzer = GpioBuzzer(PIN, factory)
    buzzer.beep(880, 3_600_000 * MS)
    late = buzzer._timer
    buzzer.beep(440, 3_600_000 * MS)
    newer = buzzer._timer
    assert late is not None
    assert newer is not None
    late.function(*late.args)
    assert factory.pin(PIN).frequency == 440
    newer.function(*newer.args)
    assert factory.pin(PIN).frequency is None
    buzzer.close()


def test_a_buzzer_whose_wave_ends_while_it_is_high_is_put_low(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A transistor or a magnetic buzzer on a pin that stays high would draw its current on."""

    class Stays(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
        """Stays as the wave leaves it, as lgpio's does."""

        def _set_frequency(self, value: float | None) -> None:
            self._frequency = value

    factory = mock_factory(monkeypatch, FakeTime())
    pin = factory.pin(PIN, pin_class=Stays)
    buzzer = GpioBuzzer(PIN, factory)
    buzzer.beep(880, 3_600_000 * MS)
    assert pin.state > 0
    assert buzzer._timer is not None
    buzzer._timer.function(*buzzer._timer.args)
    assert pin.state == 0
    buzzer.close()


def test_a_buzzer_closed_while_it_sounds_leaves_no_thread() -> None:
    before = threading.enumerate()  # a timer of another test may be about to end
    buzzer = GpioBuzzer(PIN, open_factory("mock"))
    buzzer.beep(880, 3_600_000 * MS)
    (timer,) = [thread for thread in threading.enumerate() if thread not in before]
    assert timer.name == "buzzer"
    buzzer.close()
    timer.join(WAIT_S)
    assert not timer.is_alive()


class TestBouncesThroughGpiozero:
    """The acceptance of the hardware layer: a bouncing plunger on gpiozero's own mock."""

    def press(self, monkeypatch: pytest.MonkeyPatch, turns_ms: list[int]) -> list[Change]:
        rig = RealInputs(monkeypatch)
        debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
        changes: list[Change | None] = []
        rig.inputs.listen(lambda edge: changes.append(debounce.edge(edge)))
        start_ns = rig.time.now_ns()
        for at_ms in range(200):
            rig.time.move_to(start_ns + at_ms * MS)
            if at_ms in turns_ms:
                rig.drive(Line.LEFT_PLUNGER, not rig.inputs.pressed(Line.LEFT_PLUNGER))
            changes += debounce.settle(rig.time.now_ns)
        rig.inputs.close()
        return [
            change._replace(at_ns=change.at_ns - start_ns)
            for change in changes
            if change is not None
        ]

    def test_five_bounces_of_2_ms_are_one_press_at_the_first_edge(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        turns_ms = [10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
        assert self.press(monkeypatch, turns_ms) == [Change(Line.LEFT_PLUNGER, True, 10 * MS)]

    def test_a_spike_of_1_ms_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.press(monkeypatch, [10, 11]) == []


class TestFakes:
    """What the fakes offer to tests beyond the ports."""

    def test_time_does_not_go_back(self) -> None:
        time = FakeTime(5)
        time.advance(3)
        assert time.now_ns() == 8
        with pytest.raises(ValueError, match="time does not go back"):
            time.move_to(7)

    def test_an_edge_can_come_late_and_lie(self) -> None:
        body = fake_body()
        edges: list[Edge] = []
        body.inputs.listen(edges.append)
        body.inputs.set_level(Line.STOP, True)
        assert edges == []
        assert body.inputs.pressed(Line.STOP)
        body.inputs.deliver(Edge(Line.STOP, False, 17))
        assert edges == [Edge(Line.STOP, False, 17)]
        with pytest.raises(KeyError):
            body.inputs.set_level(Line.LEFT_STONE_LH, True)

    def test_a_fake_body_has_what_the_wiring_has(self) -> None:
        body = fake_body(DEFAULT)
        assert body.inputs.lines == set(DEFAULT.lines)
        assert set(body.lamps) == set(DEFAULT.lamps)
        assert {screen.size for screen in body.screens.values()} == {(128, 64)}
        body.close()
        body.close()
