"""What the contract suite drives an adapter by: the real ones on mocks, and the fakes."""

import threading
from pathlib import Path
from typing import Any, Protocol

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from PIL import Image

from hal.fake import FakeBuzzer, FakeInputs, FakeLamp, FakePower, FakeScreen, FakeTime
from hal.gpio import GpioBuzzer, GpioLamp
from hal.inputs import GpioInputs
from hal.levels import BRIGHTNESS_MAX, contrast, duty, loudness
from hal.oled import LumaScreen
from hal.ports import Buzzer, Inputs, Lamp, Line, Power, Screen
from hal.power import SysfsPower
from hal.wiring import DEFAULT
from tests.hal.supplies import Sys

WAIT_S = 5.0
"""A bound on waits in tests; nothing comes near it unless it is broken."""


def mock_factory(monkeypatch: pytest.MonkeyPatch, time: FakeTime) -> Any:
    """A fresh gpiozero mock whose time is `time`."""
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: time.now_ns() / 1e9)
    return MockFactory(pin_class=MockPWMPin)


class InputsRig(Protocol):
    time: FakeTime
    inputs: Inputs

    def drive(self, line: Line, pressed: bool) -> None: ...
    def lose(self, line: Line, pressed: bool) -> None:
        """Change a level whose edge is lost, in a way that can be noticed."""


class RealInputs:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = FakeTime()
        self.factory = mock_factory(monkeypatch, self.time)
        self.inputs = GpioInputs(DEFAULT.lines, self.factory, self.time)

    def drive(self, line: Line, pressed: bool) -> None:
        pin = self.factory.pin(DEFAULT.lines[line])
        pin.drive_low() if pressed else pin.drive_high()

    def lose(self, line: Line, pressed: bool) -> None:
        # The first edge is lost: the one back says what is known already.
        pin = self.factory.pin(DEFAULT.lines[line])
        callback, pin.when_changed = pin.when_changed, None
        self.drive(line, pressed)
        pin.when_changed = callback
        self.drive(line, not pressed)
        self.drive(line, pressed)


class FakedInputs:
    def __init__(self, _: pytest.MonkeyPatch) -> None:
        self.time = FakeTime()
        self.inputs = FakeInputs(DEFAULT.lines, self.time)

    def drive(self, line: Line, pressed: bool) -> None:
        self.inputs.drive(line, pressed)

    def lose(self, line: Line, pressed: bool) -> None:
        self.inputs.lose(line, pressed)


class LampRig(Protocol):
    lamp: Lamp

    def lit(self) -> bool: ...
    def changes(self) -> int: ...


PIN = 25


class RealLamp:
    lit_when_high = True

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        factory = mock_factory(monkeypatch, FakeTime())
        self.pin = factory.pin(PIN)
        self.lamp = GpioLamp(PIN, factory, lit_when_high=self.lit_when_high)
        self.pin.clear_states()

    def lit(self) -> bool:
        return bool(self.pin.state) == self.lit_when_high

    def changes(self) -> int:
        return len(self.pin.states) - 1


class RealLowLamp(RealLamp):
    lit_when_high = False


class FakedLamp:
    def __init__(self, _: pytest.MonkeyPatch) -> None:
        self.lamp = FakeLamp()

    def lit(self) -> bool:
        return self.lamp.lit

    def changes(self) -> int:
        return self.lamp.changes


class BuzzerRig(Protocol):
    buzzer: Buzzer

    def tone_hz(self) -> float | None: ...
    def loudness(self) -> float:
        """How strong the tone is, from 0 to 1."""

    def silent_after(self, duration_ns: int) -> bool:
        """True if it falls silent once `duration_ns` are over."""


class _ListeningPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """Tells when its tone ends."""

    def __init__(self, *arguments: Any) -> None:
        self.silenced = threading.Event()
        super().__init__(*arguments)

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if value is None:
            self.silenced.set()
        else:
            self.silenced.clear()


class RealBuzzer:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        factory = mock_factory(monkeypatch, FakeTime())
        self.pin = factory.pin(PIN, pin_class=_ListeningPin)
        self.buzzer = GpioBuzzer(PIN, factory)

    def tone_hz(self) -> float | None:
        frequency: float | None = self.pin.frequency
        return frequency

    def loudness(self) -> float:
        return loudness(self.pin.state)

    def silent_after(self, duration_ns: int) -> bool:
        return bool(self.pin.silenced.wait(duration_ns / 1e9 + WAIT_S))


class FakedBuzzer:
    def __init__(self, _: pytest.MonkeyPatch) -> None:
        self.time = FakeTime()
        self.buzzer = FakeBuzzer(self.time)

    def tone_hz(self) -> float | None:
        return self.buzzer.tone_hz

    def loudness(self) -> float:
        return loudness(duty(self.buzzer.beeps[-1].volume))

    def silent_after(self, duration_ns: int) -> bool:
        self.time.advance(duration_ns)
        return self.buzzer.tone_hz is None


class Panel(dummy):  # type: ignore[misc]  # luma has no types
    """A luma device that can be unplugged, and that counts what it draws."""

    def __init__(self, mode: str = "1", **options: Any) -> None:
        super().__init__(mode=mode, **options)
        self.drawn: list[bytes] = []
        self.contrasts: list[int] = []
        self.fails: list[Exception] = []
        self.unplugged = False

    def failed_since(self, left: int) -> bool:
        """True if fewer than `left` faults are still to come."""
        return len(self.fails) < left

    def contrast(self, level: int) -> None:
        if self.unplugged:
            raise OSError(121, "Remote I/O error")
        self.contrasts.append(level)

    def display(self, image: Image.Image) -> None:
        if self.unplugged:
            raise OSError(121, "Remote I/O error")
        if self.fails:
            raise self.fails.pop(0)
        super().display(image)
        self.drawn.append(image.tobytes())


class ScreenRig(Protocol):
    screen: Screen

    def settled(self) -> bool:
        """Wait until the latest frame is drawn."""

    def drawn(self) -> list[bytes]: ...
    def contrast(self) -> int:
        """Of 255 at full brightness."""

    def unplug(self) -> None: ...
    def plug_in(self) -> None: ...


class RealScreen:
    def __init__(self, _: pytest.MonkeyPatch) -> None:
        self.panel = Panel()
        self.screen = LumaScreen(self.panel, retry_ns=1_000_000)

    def settled(self) -> bool:
        if self.panel.unplugged:
            return self.screen.wait_for(lambda: self.screen.fault is not None, WAIT_S)
        return self.screen.flush(WAIT_S)

    def drawn(self) -> list[bytes]:
        return self.panel.drawn

    def contrast(self) -> int:
        return self.panel.contrasts[-1] if self.panel.contrasts else contrast(BRIGHTNESS_MAX, 255)

    def unplug(self) -> None:
        self.panel.unplugged = True

    def plug_in(self) -> None:
        self.panel.unplugged = False


class FakedScreen:
    def __init__(self, _: pytest.MonkeyPatch) -> None:
        self.screen = FakeScreen()

    def settled(self) -> bool:
        return True

    def drawn(self) -> list[bytes]:
        return [frame.image.tobytes() for frame in self.screen.frames]

    def contrast(self) -> int:
        return contrast(self.screen.brightness, 255)

    def unplug(self) -> None:
        self.screen.unplug()

    def plug_in(self) -> None:
        self.screen.plug_in()


class PowerRig(Protocol):
    power: Power

    def hold(self, charge: int, *, charging: bool = False) -> None:
        """The battery holds so much now, in percent."""

    def fail(self) -> None:
        """Something is wrong with the supply."""


class RealPower:
    def __init__(self, folder: Path) -> None:
        self._sys = Sys(folder)
        self._power = SysfsPower(FakeTime(), folder)
        self.power: Power = self._power

    def hold(self, charge: int, *, charging: bool = False) -> None:
        self._sys.battery(charge, "Charging" if charging else "Discharging")
        self._power.read()

    def fail(self) -> None:
        self._sys.weak(True)
        self._power.read()


class FakedPower:
    def __init__(self, _: Path) -> None:
        self._fake = FakePower()
        self.power: Power = self._fake

    def hold(self, charge: int, *, charging: bool = False) -> None:
        self._fake.charge, self._fake.charging = charge, charging

    def fail(self) -> None:
        self._fake.fault = "too little voltage"
