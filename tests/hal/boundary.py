"""gpiozero's real factories and libgpiod's real Python, on C modules that are replaced.

Only what the libraries have compiled is a fake: `_lgpio` and the chip of `gpiod._ext`. All else
runs as on a Pi, lgpio's thread and its pipe included.
"""

import importlib
import sys
from collections import defaultdict
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest

from hal.factories import open_factory
from hal.fake import FakeInputs, FakeTime
from hal.gpiod_lines import GpiodInputs
from hal.inputs import GpioInputs
from hal.polling import PolledInputs
from hal.ports import Edge, Line
from hal.wiring import DEFAULT
from tests.hal.compiled import GpiodC, LgpioC
from tests.hal.rigs import mock_factory, until

PI_4B = 0xC03115


Make = Callable[..., Any]
"""Opens a rig: `make(OnLgpio)`; it is ended after the test."""


def fault(rig: "Rig") -> str:
    """Return what is wrong with the inputs, in English; empty if nothing is."""
    return str(rig.inputs.fault or "")


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

    def drive(self, line: Line, pressed: bool) -> None:
        """Press or release a line now."""
        self.edge(DEFAULT.lines[line], int(not pressed), self.time.now_ns())

    def end(self) -> None:
        self.inputs.close()


class OnFake(Rig):
    """The fake adapter."""

    def open(self) -> None:
        self.inputs = FakeInputs(DEFAULT.lines, self.time)

    def drive(self, line: Line, pressed: bool) -> None:
        self.inputs.drive(line, pressed)


def _fresh(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Have modules imported again, and the old ones put back afterwards."""
    for name in modules:
        if name in sys.modules:
            monkeypatch.delitem(sys.modules, name)
        else:  # so that what is imported now is forgotten afterwards
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
            monkeypatch.delitem(sys.modules, name)


class OnLgpio(Rig):
    """The adapter on gpiozero's lgpio factory."""

    def open(self) -> None:
        if find_spec("lgpio") is None:
            pytest.skip("lgpio has no wheel for this Python")
        self.c, monkeypatch = LgpioC(), self.monkeypatch
        _fresh(monkeypatch, "lgpio", "gpiozero.pins.lgpio")
        monkeypatch.setitem(sys.modules, "_lgpio", self.c)
        local = importlib.import_module("gpiozero.pins.local")
        monkeypatch.setattr(local, "get_pi_revision", lambda: PI_4B)
        monkeypatch.setattr(local, "monotonic", lambda: self.time.now_ns() / 1e9)
        monkeypatch.setattr(local.LocalPiFactory, "pins", {})
        monkeypatch.setattr(local.LocalPiFactory, "_reservations", defaultdict(list))
        self.factory = open_factory("lgpio")
        self.inputs = GpioInputs(DEFAULT.lines, self.factory, self.time)

    def end(self) -> None:
        super().end()
        self.factory.close()
        self.c.end()


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
        self.c = GpiodC()
        for name in ("Chip", "LineSettings", "LineConfig"):
            self.monkeypatch.setattr(f"gpiod._ext.{name}", getattr(self.c, name))
        self.inputs = GpiodInputs(DEFAULT.lines, "/dev/gpiochip0", self.time)

    def end(self) -> None:
        super().end()
        self.c.end()
