"""Plungers, lamps and the buzzer on gpiozero, with the pin factory given.

Edges carry the stamp that the factory gives: on lgpio the kernel's, right to microseconds however
late the callback comes. gpiozero's own bounce time is not used: it delays the stamp and loses taps.
"""

import sys
import threading
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import Any

from gpiozero import DigitalOutputDevice, InputDevice, PWMOutputDevice

from hal.ports import Edge, Line, Time

CLOCK_SKEW_NS_MAX = 50_000_000
FACTORIES = ("lgpio", "rpigpio", "native", "mock")

_REMEDIES = {
    "lgpio": "install lgpio, run on a Raspberry Pi, in a directory that can be written to",
    "rpigpio": "install RPi.GPIO, run on a Raspberry Pi 0 to 4, or take lgpio",
    "native": "run on a Raspberry Pi with access to /dev/gpiomem, or take lgpio",
    "mock": "install gpiozero",
}


class PinError(RuntimeError):
    """Pins that cannot be used: one line that says what is missing and what helps."""


def one_line(error: BaseException) -> str:
    """An error in one line, its kind named where its text does not say enough."""
    text = " ".join(str(error).split())
    return text if len(text) > 20 else f"{type(error).__name__}: {text}".rstrip(": ")


def open_factory(name: str) -> Any:
    """The gpiozero pin factory of that name, one of FACTORIES; raises PinError."""
    if name not in FACTORIES:
        raise PinError(f"pin factory {name!r} is unknown: expected {', '.join(FACTORIES)}")
    if name == "rpigpio" and _installed("RPi.GPIO") and _installed("rpi-lgpio"):
        raise PinError(
            "RPi.GPIO and rpi-lgpio are both installed and hide one another: uninstall one"
        )
    try:
        return _build_factory(name)
    except Exception as error:  # each library has its own: ImportError, RuntimeError, lgpio.error …
        raise PinError(
            f"pin factory {name} does not start ({one_line(error)}): {_REMEDIES[name]}"
        ) from error


def _build_factory(name: str) -> Any:
    # Imported here: RPi.GPIO raises on import where there is no Pi, lgpio writes a file.
    match name:
        case "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory()
        case "rpigpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory

            return RPiGPIOFactory()
        case "native":
            from gpiozero.pins.native import NativeFactory

            return NativeFactory()
        case _:
            from gpiozero.pins.mock import MockFactory, MockPWMPin

            return MockFactory(pin_class=MockPWMPin)


def _installed(distribution: str) -> bool:
    try:
        metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def ns_of_ticks(ticks: float) -> int:
    """A factory's ticks (seconds) in ns: exact to the nanosecond in the first 26 days of uptime."""
    return round(ticks * 1e9)


def check_stamps(factory: Any, time: Time) -> None:
    """Raise PinError unless the factory stamps with `time`: gpiozero promises no such thing."""
    before_ns = time.now_ns()
    ticks_ns = ns_of_ticks(factory.ticks())
    after_ns = time.now_ns()
    off_ns = max(before_ns - ticks_ns, ticks_ns - after_ns)
    if off_ns > CLOCK_SKEW_NS_MAX:
        raise PinError(
            f"pin factory {type(factory).__name__} stamps with another clock than CLOCK_MONOTONIC "
            f"({off_ns / 1e6:.0f} ms away, at most {CLOCK_SKEW_NS_MAX // 1_000_000} allowed): "
            "take lgpio"
        )


class _Watcher:
    """One input line. gpiozero refers to the callback weakly: this object keeps it alive."""

    def __init__(self, line: Line, pin: int, factory: Any) -> None:
        self.line = line
        try:
            # Not Button (a thread that wakes ten times a second), no bounce time (see above).
            self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        except Exception as error:
            raise PinError(f"GPIO {pin} ({line}): {one_line(error)}") from error
        self._last = self.read()
        self._sink: Callable[[Edge], None] | None = None
        self.fault: str | None = None

    def listen(self, sink: Callable[[Edge], None]) -> None:
        self._sink = sink
        pin = self._device.pin
        try:
            pin.bounce = None
            pin.edges = "both"
            pin.when_changed = self._changed
        except Exception as error:
            raise PinError(
                f"{self.line}: this pin factory cannot watch edges ({one_line(error)}): take lgpio"
            ) from error

    def _changed(self, ticks: float, state: Any) -> None:
        # An exception here would end lgpio's one thread for good, and with it every plunger.
        try:
            self._last = not state
            if self._sink is not None:
                self._sink(Edge(self.line, self._last, ns_of_ticks(ticks)))
        except Exception as error:
            self.fault = f"{self.line}: an edge was not taken: {one_line(error)}"

    def read(self) -> bool:
        return not self._device.pin.state

    def pressed(self) -> bool:
        try:
            return self.read()
        except Exception as error:
            self.fault = f"{self.line}: cannot be read: {one_line(error)}"
            return self._last

    def close(self) -> None:
        self._sink = None
        self._device.close()


class GpioInputs:
    """The `Inputs` port on gpiozero pins, pulled up, pressed while low; raises PinError."""

    def __init__(self, lines: Mapping[Line, int], factory: Any, time: Time) -> None:
        check_stamps(factory, time)
        self._factory = factory
        self._listening = False
        self._watchers: dict[Line, _Watcher] = {}
        try:
            for line, pin in lines.items():
                self._watchers[line] = _Watcher(line, pin, factory)
        except PinError:
            self.close()
            raise

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Give every edge to `sink`, in its own thread; RuntimeError if called again."""
        if self._listening:
            raise RuntimeError("listen() was called already")
        self._listening = True
        for watcher in self._watchers.values():
            watcher.listen(sink)

    def pressed(self, line: Line) -> bool:
        """The level now, or if it cannot be read the last one known; KeyError if not wired."""
        return self._watchers[line].pressed()

    @property
    def lines(self) -> frozenset[Line]:
        """The lines that are wired."""
        return frozenset(self._watchers)

    @property
    def fault(self) -> str | None:
        """None, or one line: edges no longer arrive, a line cannot be read, a sink refused."""
        if self._listening and not self._delivers():
            return "lgpio's thread has ended: plungers are not heard any more"
        return next((w.fault for w in self._watchers.values() if w.fault), None)

    def _delivers(self) -> bool:
        """False if the thread that brings lgpio's edges has died."""
        if type(self._factory).__name__ != "LGPIOFactory":
            return True
        thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
        return thread is None or thread.is_alive()

    def close(self) -> None:
        """Let go of the pins."""
        for watcher in self._watchers.values():
            watcher.close()


class GpioLamp:
    """The `Lamp` port on a gpiozero pin; raises PinError if the pin cannot be had."""

    def __init__(self, pin: int, factory: Any, *, lit_when_high: bool = True) -> None:
        try:
            self._device = DigitalOutputDevice(
                pin, active_high=lit_when_high, initial_value=False, pin_factory=factory
            )
        except Exception as error:
            raise PinError(f"GPIO {pin}: {one_line(error)}") from error
        self._name = f"GPIO {pin}"
        self._lit: bool | None = False
        self.fault: str | None = None
        """None, or one line that says why the lamp is not as it was set."""

    def set(self, lit: bool) -> None:
        """Light it or put it out; a fault shows in `fault`, and the next call tries again."""
        if lit == self._lit or self._device.closed:
            return
        try:
            self._device.value = lit
        except Exception as error:
            self._lit = None
            self.fault = f"{self._name}: {one_line(error)}"
        else:
            self._lit = lit
            self.fault = None

    def close(self) -> None:
        """Put it out and let go of the pin."""
        if not self._device.closed:
            self.set(False)
            self._device.close()


class GpioBuzzer:
    """The `Buzzer` port on a gpiozero pin with PWM; raises PinError if the pin has none."""

    def __init__(self, pin: int, factory: Any) -> None:
        try:
            self._device = PWMOutputDevice(pin, pin_factory=factory)
            self._device.pin.frequency = None
        except Exception as error:
            raise PinError(f"GPIO {pin} (buzzer): {one_line(error)}") from error
        # A tone is ended by a timer that lives while it sounds; the lock and the tone's number keep
        # an old timer from silencing a newer tone.
        self._lock = threading.Lock()
        self._tone = 0
        self._timer: threading.Timer | None = None
        self.fault: str | None = None
        """None, or one line that says why the buzzer is silent."""

    def beep(self, tone_hz: int, duration_ns: int) -> None:
        """Sound `tone_hz` for `duration_ns`; a fault shows in `fault`."""
        with self._lock:
            if self._device.closed:
                return
            self._cancel()
            self._sound(tone_hz)
            self._timer = threading.Timer(duration_ns / 1e9, self._end, (self._tone,))
            self._timer.name = "buzzer"
            self._timer.daemon = True
            self._timer.start()

    def _end(self, tone: int) -> None:
        with self._lock:
            if tone == self._tone and not self._device.closed:
                self._sound(None)

    def _cancel(self) -> None:
        self._tone += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _sound(self, tone_hz: int | None) -> None:
        pin = self._device.pin
        try:
            if tone_hz is None:
                pin.frequency = None
                pin.state = 0  # PWM that stops may leave the pin high
            else:
                pin.frequency = tone_hz
                pin.state = 0.5
        except Exception as error:
            self.fault = f"buzzer: {one_line(error)}"
        else:
            self.fault = None

    def close(self) -> None:
        """Silence it and let go of the pin."""
        with self._lock:
            if self._device.closed:
                return
            self._cancel()
            self._sound(None)
            self._device.close()
