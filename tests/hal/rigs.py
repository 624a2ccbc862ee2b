"""gpiozero's mock of pins on a test's time, and a display that can be unplugged."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from PIL import Image

from tests.conftest import WAIT_S
from tests.fakes import FakeTime


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; fails if it does not."""
    deadline = monotonic() + WAIT_S
    while not condition():
        assert monotonic() < deadline
        sleep(0.0005)


def mock_factory(
    monkeypatch: pytest.MonkeyPatch, time: FakeTime, kind: type[Any] = MockFactory
) -> Any:
    """A fresh gpiozero mock whose time is `time`."""
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: time.now_ns() / 1e9)
    return kind(pin_class=MockPWMPin)


class Panel(dummy):  # type: ignore[misc]  # luma has no types
    """A luma device that can be unplugged, and counts its drawings."""

    def __init__(self, mode: str = "1", **options: Any) -> None:
        super().__init__(mode=mode, **options)
        self.drawn: list[bytes] = []
        self.contrasts: list[int] = []
        self.fails: list[Exception] = []
        self.unplugged = False

    def contrast(self, level: int) -> None:
        self._answer()
        self.contrasts.append(level)

    def display(self, image: Image.Image) -> None:
        self._answer()
        if self.fails:
            raise self.fails.pop(0)
        super().display(image)
        self.drawn.append(image.tobytes())

    def _answer(self) -> None:
        if self.unplugged:
            raise OSError(121, "Remote I/O error")
