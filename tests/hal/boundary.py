"""The adapters of the `Inputs` port on levels that a test changes.

libgpiod and the kernel's input devices are replaced, gpiozero's pins are its own mock; the real
ones are in `tests/kernel`.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from gpiod import EdgeEvent
from gpiod.line import Value
from gpiozero.pins.mock import MockFactory

from hal.framebuffer import Glass, Place, ShownHalf
from hal.gpiod_lines import GpiodInputs
from hal.input_devices import KEY, REPEATED
from hal.keyboards import KeyInputs
from hal.keys import PLACES, TOUCH, DeviceKey
from hal.pin_inputs import KERNEL_QUEUE, GpioInputs
from hal.polling import PolledInputs
from hal.ports import Edge, Line, ScreenName, Target
from hal.wiring import DEFAULT
from tests.fakes import FakeInputs, FakeTime
from tests.hal.input_devices import InputDevices
from tests.hal.rigs import mock_factory, until

TOUCHED_SIZE, TOUCH_END = (800, 480), 4095
PLACE_NAMES = {
    Line.LEFT_PLUNGER: "left",
    Line.RIGHT_PLUNGER: "right",
    Line.STOP: "stop",
    Line.MINUS: "minus",
    Line.OK: "ok",
    Line.PLUS: "plus",
}
_KEYS = (Line.STOP, Line.MINUS, Line.OK, Line.PLUS)
DRAWN = tuple(Target(line, (100 * n, 340, 100, 40)) for n, line in enumerate(_KEYS))
POINTS = {Line.LEFT_PLUNGER: (1000, 1000), Line.RIGHT_PLUNGER: (3000, 1000)} | {
    line: (4096 * (100 * n + 50) // 800, 3072) for n, line in enumerate(_KEYS)
}
"""Where each line is touched, on the device's axes."""

Make = Callable[..., Any]
"""Opens a rig: `make(OnGpiod)`; it is ended after the test."""


def fault(rig: "Rig") -> str:
    """Return what is wrong with the inputs, in English; empty if nothing is."""
    return str(rig.inputs.fault or "")


def fail(*_: object) -> None:
    raise OSError(12, "Cannot allocate memory")


class LGPIOFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins whose edges a thread of lgpio brings."""


class Collector:
    """A sink that can be waited for."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []

    def __call__(self, edge: Edge) -> None:
        self.edges.append(edge)

    def wait_for(self, count: int) -> list[Edge]:
        """The edges so far, once there are `count`; fails if they do not come."""
        until(lambda: len(self.edges) >= count)
        return self.edges[:]


class Rig:
    """An adapter of the `Inputs` port, its time, and levels that a test changes."""

    inputs: Any
    c: Any
    """The library's replaced part."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.time = FakeTime()
        self.open()

    def open(self) -> None:
        raise NotImplementedError

    def edge(self, pin: int, level: int, at_ns: int) -> None:
        self.c.edge(pin, level, at_ns)

    def stamp(self, at_ns: int) -> int:
        """Return how an instant is stamped."""
        return at_ns

    def drive(self, line: Line, pressed: bool) -> None:
        """Press or release a line now."""
        self.edge(DEFAULT.lines[line], int(not pressed), self.time.now_ns())

    def report(self, levels: Mapping[Line, bool | None]) -> int:
        """Have levels of lines change at one instant; return how many edges they make.

        Without a level a key is reported again: pins know no such thing.
        """
        changed = {line: pressed for line, pressed in levels.items() if pressed is not None}
        for line, pressed in changed.items():
            self.drive(line, pressed)
        return len(changed)

    def end(self) -> None:
        self.inputs.close()


class OnFake(Rig):
    """The fake adapter."""

    def open(self) -> None:
        self.inputs = FakeInputs(DEFAULT.lines, self.time)

    def drive(self, line: Line, pressed: bool) -> None:
        self.inputs.drive(line, pressed)


class Gpiod:
    """libgpiod: the lines' levels, and a request for each line."""

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self.settings: Any = None
        self.asked: tuple[str, str, int] | None = None
        self.requests: dict[int, GpiodRequest] = {}
        self.held = False
        self.unreadable = False
        self.broken: set[int] = set()

    def edge(self, pin: int, level: int, at_ns: int) -> None:
        self.levels[pin] = level
        self.requests[pin].happened(level, at_ns, signalled=not self.held)

    def hold(self) -> None:
        """The reading thread is not scheduled."""
        self.held = True

    def fetch(self) -> None:
        self.held = False
        for request in self.requests.values():
            request.ring()

    def waits(self) -> bool:
        """Whether edges are in a queue that nobody has read."""
        return any(select([request.fd for request in self.requests.values()], [], [], 0)[0])

    def request_lines(
        self, chip: str, config: dict[int, Any], consumer: str, event_buffer_size: int
    ) -> "GpiodRequest":
        ((pin, self.settings),) = config.items()
        if pin in self.requests:
            raise OSError(16, "Device or resource busy")
        self.asked = (chip, consumer, event_buffer_size)
        self.levels.setdefault(pin, 1)
        self.requests[pin] = GpiodRequest(self, pin, event_buffer_size)
        return self.requests[pin]

    def end(self) -> None:
        for request in self.requests.values():
            os.close(request.fd)
            os.close(request.bell)


class GpiodRequest:
    """A request of one line: the kernel's events of it, numbered, the oldest dropped."""

    def __init__(self, chip: Gpiod, pin: int, size: int) -> None:
        self.pin = pin
        self.released = False
        self._chip = chip
        self._queue: deque[Any] = deque(maxlen=size)
        self._number = 0
        self.fd, self.bell = os.pipe()

    def happened(self, level: int, at_ns: int, *, signalled: bool) -> None:
        self._number += 1
        # The lines are active low: a falling edge is an active one, which is called rising.
        kind = EdgeEvent.Type.FALLING_EDGE if level else EdgeEvent.Type.RISING_EDGE
        event = EdgeEvent(kind.value, at_ns, self.pin, self._number, self._number)
        self._queue.append(event)
        if signalled:
            self.ring()

    def ring(self) -> None:
        """Make the file readable, as it is while events wait."""
        if self._queue and not self.released:
            os.write(self.bell, b"!")

    def get_value(self, pin: int) -> Value:
        if self._chip.unreadable:
            raise OSError(5, "Input/output error")
        return Value.INACTIVE if self._chip.levels[pin] else Value.ACTIVE

    def read_edge_events(self, most: int) -> list[Any]:
        if self.pin in self._chip.broken:
            raise OSError(5, "Input/output error")
        os.read(self.fd, 1)
        events = [self._queue.popleft() for _ in range(min(most, len(self._queue)))]
        self.ring()
        return events

    def release(self) -> None:
        self.released = True


class LgpioPins:
    """gpiozero's mock as lgpio's factory: edges with the kernel's stamps, and a thread for all."""

    def __init__(self, factory: Any) -> None:
        self.factory = factory
        self.unreadable = False
        self.alive = True
        self.held: dict[int, deque[tuple[int, int]]] | None = None

    def edge(self, pin: int, level: int, at_ns: int) -> None:
        self.factory.pin(pin)._state = level
        if self.held is not None:
            self.held.setdefault(pin, deque(maxlen=KERNEL_QUEUE)).append((at_ns, level))
        elif self.alive and (changed := self.factory.pin(pin).when_changed) is not None:
            changed(at_ns / 1e9, level)

    def hold(self) -> None:
        """Nothing fetches the edges: the kernel holds the newest of each line."""
        self.held = {}

    def fetch(self) -> None:
        held, self.held = self.held or {}, None
        for pin, edges in held.items():
            for at_ns, level in edges:
                self.edge(pin, level, at_ns)

    def waits(self) -> bool:
        return False

    def is_alive(self) -> bool:
        return self.alive


class OnLgpio(Rig):
    """The adapter on gpiozero's pins."""

    def open(self) -> None:
        factory = mock_factory(self.monkeypatch, self.time, LGPIOFactory)
        self.c = LgpioPins(factory)
        lgpio = SimpleNamespace(_notify_thread=self.c)
        self.monkeypatch.setitem(sys.modules, "lgpio", lgpio)
        self.inputs = GpioInputs(DEFAULT.lines, factory, self.time)
        for pin in map(factory.pin, DEFAULT.lines.values()):
            read = pin._get_state
            pin._get_state = lambda read=read: fail() if self.c.unreadable else read()


class OnPolled(Rig):
    """The adapter that reads levels, on gpiozero's mock of pins."""

    def open(self) -> None:
        self.factory = mock_factory(self.monkeypatch, self.time)
        self.inputs = PolledInputs(DEFAULT.lines, self.factory, self.time)

    def edge(self, pin: int, level: int, _: int) -> None:
        mock = self.factory.pin(pin)
        mock.drive_high() if level else mock.drive_low()


class OnPolledByHand(OnPolled):
    """The same without a thread."""

    def open(self) -> None:
        super().open()
        self.monkeypatch.setattr(self.inputs, "_run", lambda: None)


class OnGpiod(Rig):
    """The adapter on libgpiod."""

    def open(self) -> None:
        self.c = Gpiod()
        self.monkeypatch.setattr("gpiod.request_lines", self.c.request_lines)
        self.inputs = GpiodInputs(DEFAULT.lines, "/dev/gpiochip0", self.time)

    def end(self) -> None:
        super().end()
        self.c.end()


class OnKeys(Rig):
    """The adapter on the keys of a USB keyboard, whose numbers are the pins' here."""

    def open(self) -> None:
        self.folder = TemporaryDirectory()
        self.c = InputDevices(Path(self.folder.name), self.monkeypatch)
        self.keyboard = self.c.plug_in("usb-keys")
        keys = {line: (DeviceKey("usb-keys", pin),) for line, pin in DEFAULT.lines.items()}
        self.inputs = KeyInputs(keys, self.time)

    def stamp(self, at_ns: int) -> int:
        return at_ns // 1000 * 1000

    def edge(self, pin: int, level: int, at_ns: int) -> None:
        self.keyboard.report(at_ns, {pin: not level})

    def report(self, levels: Mapping[Line, bool | None]) -> int:
        at_ns = self.time.now_ns()
        pins = {DEFAULT.lines[line]: pressed for line, pressed in levels.items()}
        changed = {pin: pressed for pin, pressed in pins.items() if pressed is not None}
        for pin in pins.keys() - changed:
            self.keyboard.event(at_ns, KEY, pin, REPEATED)
        self.keyboard.report(at_ns, changed)
        return len(changed)

    def end(self) -> None:
        super().end()
        self.folder.cleanup()


class OnTouch(Rig):
    """The adapter on a touch screen: both halves, and a row of drawn keys on the left one.

    Each line has a finger, and a slot, of its own.
    """

    def open(self) -> None:
        self.folder = TemporaryDirectory()
        devices = Path(self.folder.name, "dev/input")
        devices.mkdir(parents=True)
        self.c = InputDevices(devices, self.monkeypatch)
        self.screen = self.c.plug_in_touch((TOUCH_END, TOUCH_END))
        glass = Glass()
        glass.size = lambda: TOUCHED_SIZE
        glass.sides = {
            ScreenName.LEFT: lambda: ShownHalf(Place((0, 0, 400, 480), 0), DRAWN),
            ScreenName.RIGHT: lambda: ShownHalf(Place((400, 0, 800, 480), 0), ()),
        }
        keys = {line: (DeviceKey(TOUCH, PLACES[name]),) for line, name in PLACE_NAMES.items()}
        self.inputs = KeyInputs(keys, self.time, glass)

    def stamp(self, at_ns: int) -> int:
        return at_ns // 1000 * 1000

    def edge(self, pin: int, level: int, at_ns: int) -> None:
        line = next(line for line, own in DEFAULT.lines.items() if own == pin)
        self._move(line, not level)
        self.screen.sync(at_ns)

    def report(self, levels: Mapping[Line, bool | None]) -> int:
        for line, pressed in levels.items():
            self._move(line, pressed)
        self.screen.sync(self.time.now_ns())
        return sum(pressed is not None for pressed in levels.values())

    def _move(self, line: Line, pressed: bool | None) -> None:
        """Put a finger down, lift it, or have it slide a little."""
        slot, (x, y) = list(PLACE_NAMES).index(line), POINTS[line]
        if pressed is None:
            self.screen.move(slot, x + self.time.now_ns() // 1_000_000 % 7, y)
        elif pressed:
            self.screen.put(slot, x, y)
        else:
            self.screen.lift(slot)

    def end(self) -> None:
        super().end()
        self.folder.cleanup()
