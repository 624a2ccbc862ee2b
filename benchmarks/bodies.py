"""A body on gpiozero's mock pins and luma's dummy displays, for the benchmarks."""

import time
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from PIL import Image

from clock.notation.opening_files import OPENINGS
from clock.presets import controls
from clock.rules.regulations import PROFILES
from clock.rules.state import Setup
from hal.body import open_body
from hal.oled import LumaScreen
from hal.ports import Body, Line, ScreenName
from hal.wiring import DEFAULT


class Display(dummy):  # type: ignore[misc]
    """A display that reports when it was drawn."""

    def __init__(self, drawn: Callable[[], None]) -> None:
        super().__init__(width=128, height=64, mode="1")
        self._drawn = drawn

    def display(self, image: Image.Image) -> None:
        """Take a frame, and report it."""
        super().display(image)
        self._drawn()


class Bench:
    """A body, its pins by line, and the times at which its displays were drawn."""

    def __init__(self, drawn: Callable[[], None] | None = None) -> None:
        self._drawn = drawn
        self.factory: Any = MockFactory(pin_class=MockPWMPin)
        self.drawn_ns: dict[ScreenName, list[int]] = {name: [] for name in ScreenName}
        screens = {name: self.screen(name) for name in ScreenName}
        self.body: Body = open_body(DEFAULT, self.factory, screens)

    def screen(self, name: ScreenName) -> LumaScreen:
        """Return a new display that reports when it is drawn."""
        return LumaScreen(Display(self.stamp(name)))

    def stamp(self, name: ScreenName) -> Callable[[], None]:
        def stamp() -> None:
            self.drawn_ns[name].append(time.monotonic_ns())
            if self._drawn is not None:
                self._drawn()

        return stamp

    def pin(self, line: Line) -> Any:
        """Return the mock pin of a line."""
        return self.factory.pin(DEFAULT.lines[line])

    def close(self) -> None:
        """Close the body and its pins."""
        self.body.close()
        self.factory.close()


def setup(control: str = "rif") -> Setup:
    """Return the setup of a game to measure with."""
    left, right = controls(control)
    return Setup(left=left, right=right, regulations=PROFILES["rif"], opening=OPENINGS["none"])
