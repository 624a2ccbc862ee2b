"""A body on gpiozero's mock pins and luma devices, to be used on a web page.

It uses the whole real stack. A press drives a pin low and goes through `hal.pin_inputs` with the
pin's stamp; a lamp is a watched output pin; a display is a luma device under `LumaScreen`, with its
thread, and the panel shows the pictures drawn on it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from PIL import Image

from clock.simulator.front_panel import BUZZER, Panel
from clock.simulator.plungers import MIN_TRAVEL_NS, Plungers
from hal.body import open_body
from hal.oled import LumaScreen
from hal.ports import Frame, LampName, Line, ScreenName, loudness
from hal.wiring import DEFAULT, DebounceWiring, ScreenWiring, Wiring

_SLACK_NS = 5_000_000
"""A margin for a debounce that wakes a little late."""
_BOARD = "a02082"
"""The board revision of the mock pins: a Pi 3B, with the 40-pin header."""


class _Pin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that calls its watcher on every change of level or frequency."""

    watcher: Callable[[], None] | None = None

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        self.states.clear()  # gpiozero's mock records every level, which would fill the memory
        if changed and self.watcher is not None:
            self.watcher()
        return changed

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if self.watcher is not None:
            self.watcher()

    def close(self) -> None:
        self.watcher = None  # a released pin goes low, which is no change of the lamp
        super().close()


class _Device(dummy):  # type: ignore[misc]
    """A luma device that draws on the panel, upright however the real display is mounted."""

    def __init__(self, name: ScreenName, wiring: ScreenWiring, panel: Panel) -> None:
        width, height = upright_size(wiring)
        super().__init__(width=width, height=height, mode="1")
        self._name, self._panel = name, panel
        self._full_contrast = max(1, wiring.contrast)

    def contrast(self, level: int) -> None:
        super().contrast(level)
        self._panel.set(self._name, light=level / self._full_contrast)

    def display(self, image: Image.Image) -> None:
        super().display(image)
        self._panel.set(self._name, bits=image.tobytes())


class _Screen(LumaScreen):
    """A real screen on a panel's device; it also passes on the frame's sentence and targets."""

    def __init__(self, name: ScreenName, wiring: ScreenWiring, panel: Panel) -> None:
        super().__init__(_Device(name, wiring, panel), full_contrast=wiring.contrast)
        self._set = partial(panel.set, name)

    def show(self, frame: Frame) -> None:
        super().show(frame)
        self._set(sentence=frame.sentence, targets=frame.targets)


def upright_size(wiring: ScreenWiring) -> tuple[int, int]:
    """Return a display's width and height in pixels as the player sees them."""
    size = (wiring.width, wiring.height)
    return size if wiring.rotate % 2 == 0 else size[::-1]


def travel_ns(debounce: DebounceWiring) -> int:
    """Return a plunger's travel time, long enough for the debounce to detect every move."""
    return max(MIN_TRAVEL_NS, debounce.lockout_ns + 2 * debounce.confirm_ns + _SLACK_NS)


class SimulatedBody:
    """A body without hardware: `body` for the station, `panel` and `plungers` for the page."""

    def __init__(self, wiring: Wiring = DEFAULT) -> None:
        self._factory: Any = MockFactory(revision=_BOARD, pin_class=_Pin)
        displays = wiring.screens or DEFAULT.screens  # the page has no screen for both
        sizes = {name: upright_size(screen) for name, screen in displays.items()}
        self.panel = Panel(sizes, wiring.lamps, wiring.lines)
        screens = {name: _Screen(name, displays[name], self.panel) for name in sizes}
        self.body = open_body(wiring, self._factory, screens)
        self._watch_pins(wiring)
        self.plungers = Plungers(wiring.lines, self._drive, travel_ns=travel_ns(wiring.debounce))
        self._pins = {line: self._factory.pin(pin) for line, pin in wiring.lines.items()}

    def close(self) -> None:
        """Stop the plungers and close the body. Closing twice is fine."""
        self.plungers.close()
        self.body.close()
        self._factory.close()

    def _drive(self, line: Line, down: bool) -> None:
        pin = self._pins[line]
        if down:
            pin.drive_low()
        else:
            pin.drive_high()
        self.panel.set(line, down)

    def _watch_pins(self, wiring: Wiring) -> None:
        for name, lamp in wiring.lamps.items():
            pin = self._factory.pin(lamp.pin)
            pin.watcher = partial(self._light, name, pin, lamp.lit_when_high)
        if wiring.buzzer is not None:
            pin = self._factory.pin(wiring.buzzer.pin)
            pin.watcher = partial(self._sound, pin)

    def _light(self, name: LampName, pin: Any, lit_when_high: bool) -> None:
        self.panel.set(name, bool(pin.state) == lit_when_high)

    def _sound(self, pin: Any) -> None:
        sounds = pin.frequency and pin.state
        tone = (round(pin.frequency), loudness(pin.state)) if sounds else (0, 0.0)
        self.panel.set(BUZZER, tone)
