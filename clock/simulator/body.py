"""The twin: a body on gpiozero's mock pins and luma devices, made to be seen and pressed.

Nothing of the real stack is left out. A press drives a pin low and goes through `hal.inputs` with
the pin's stamp; a lamp is an output pin that is watched; a display is a luma device under
`LumaScreen`, with its thread, and what it is told to display is what the panel shows.
"""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from PIL import Image

from clock.simulator.panel import Change, Panel, Snapshot
from clock.simulator.plungers import MIN_TRAVEL_NS, Plungers
from hal.body import open_body
from hal.levels import loudness
from hal.oled import LumaScreen
from hal.ports import Frame, LampName, Line, Screen, ScreenName, Time
from hal.wiring import DEFAULT, DebounceWiring, ScreenWiring, Wiring

_SLACK_NS = 5_000_000
"""For a debounce that wakes a little late."""
_BOARD = "a02082"
"""The revision of the Pi that the mock pins belong to: a 3B, with the 40-pin header."""


class _Pin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that tells its watcher whenever its level or its frequency has changed."""

    watcher: Callable[[], None] | None = None

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        if changed and self.watcher is not None:
            self.watcher()
        return changed

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if self.watcher is not None:
            self.watcher()

    def close(self) -> None:
        # A pin that is let go falls low: no news of the lamp, which was put out before.
        self.watcher = None
        super().close()


class _Display(dummy):  # type: ignore[misc]
    """A luma device whose glass is the panel; it lies upright, however the real one is mounted."""

    def __init__(
        self,
        wiring: ScreenWiring,
        shown: Callable[[Image.Image], None],
        shines: Callable[[float], None],
    ) -> None:
        width, height = upright_size(wiring)
        super().__init__(width=width, height=height, mode="1")
        self._shown = shown
        self._shines = shines
        self._full_contrast = wiring.contrast

    def contrast(self, level: int) -> None:
        super().contrast(level)
        self._shines(level / max(1, self._full_contrast))

    def display(self, image: Image.Image) -> None:
        super().display(image)
        self._shown(image)


class _Screen:
    """The `Screen` port on a `LumaScreen`, with the frame's sentence for the panel."""

    def __init__(self, name: ScreenName, wiring: ScreenWiring, panel: Panel) -> None:
        self._name = name
        self._panel = panel
        device = _Display(wiring, partial(panel.draw, name), partial(panel.shine, name))
        self._luma = LumaScreen(device, full_contrast=wiring.contrast, name=f"twin display {name}")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._luma.size

    def show(self, frame: Frame) -> None:
        """Take a frame; raises ValueError if the picture has not the screen's size or mode "1"."""
        self._luma.show(frame)
        self._panel.say(self._name, frame.sentence)

    def set_brightness(self, level: int) -> None:
        """Shine brighter or darker from now on; ValueError if that is no level."""
        self._luma.set_brightness(level)

    @property
    def fault(self) -> str | None:
        """None, or one line that says what is wrong with this display."""
        return self._luma.fault

    def close(self) -> None:
        """Stop drawing; what is shown stays."""
        self._luma.close()


def upright_size(wiring: ScreenWiring) -> tuple[int, int]:
    """Width and height in pixels as the player sees them."""
    size = (wiring.width, wiring.height)
    return size if wiring.rotate % 2 == 0 else size[::-1]


def travel_ns(debounce: DebounceWiring) -> int:
    """How many ns a plunger stays down, or up, at least: the debounce is to see every move."""
    return max(MIN_TRAVEL_NS, debounce.lockout_ns + 2 * debounce.confirm_ns + _SLACK_NS)


class Twin:
    """A body without hardware, for a page: `body` is for the station, the rest for the server.

    A page's finger is a physical act: see `Plungers` for how quickly a plunger can move. Raises
    WiringError if the wiring cannot be.
    """

    def __init__(self, wiring: Wiring = DEFAULT, time: Time | None = None) -> None:
        self._factory: Any = MockFactory(revision=_BOARD, pin_class=_Pin)
        self._panel = Panel(
            {name: upright_size(screen) for name, screen in wiring.screens.items()},
            wiring.lamps,
            wiring.lines,
        )
        with ExitStack() as undo:
            screens: dict[ScreenName, Screen] = {}
            for name, screen in wiring.screens.items():
                screens[name] = _Screen(name, screen, self._panel)
                undo.callback(screens[name].close)
            self.body = open_body(wiring, self._factory, screens, time)
            undo.pop_all()
        self._watch_lamps(wiring)
        self._watch_buzzer(wiring)
        self._pins = {line: self._factory.pin(pin) for line, pin in wiring.lines.items()}
        self._plungers = Plungers(wiring.lines, self._drive, travel_ns=travel_ns(wiring.debounce))

    def press(self, line: Line) -> None:
        """Put a finger on a plunger: at rest it goes down at once, and is stamped now.

        In the middle of its travel the press waits for its end, in order. KeyError if not wired.
        """
        self._plungers.press(line)

    def release(self, line: Line) -> None:
        """Take the finger off; a short tap still lasts as long as a plunger's travel."""
        self._plungers.release(line)

    def snapshot(self) -> Snapshot:
        """What can be seen and heard of the body now."""
        return self._panel.snapshot()

    def watch(self, watcher: Callable[[Change], None]) -> Callable[[], None]:
        """Tell `watcher` of every change in the thread that made it, until the result is called."""
        return self._panel.watch(watcher)

    def close(self) -> None:
        """Stop the plungers and close the body. Closing twice is fine."""
        self._plungers.close()
        self.body.close()
        self._factory.close()

    def _drive(self, line: Line, down: bool) -> None:
        pin = self._pins[line]
        if down:
            pin.drive_low()
        else:
            pin.drive_high()
        self._panel.move(line, down)

    def _watch_lamps(self, wiring: Wiring) -> None:
        for name, lamp in wiring.lamps.items():
            pin = self._factory.pin(lamp.pin)
            pin.watcher = partial(self._lamp_changed, name, pin, lamp.lit_when_high)

    def _lamp_changed(self, name: LampName, pin: Any, lit_when_high: bool) -> None:
        self._panel.light(name, bool(pin.state) == lit_when_high)

    def _watch_buzzer(self, wiring: Wiring) -> None:
        if wiring.buzzer is None:
            return
        pin = self._factory.pin(wiring.buzzer.pin)

        def changed() -> None:
            sounds = bool(pin.frequency and pin.state)
            self._panel.sound(
                round(pin.frequency) if sounds else 0, loudness(pin.state) if sounds else 0.0
            )

        pin.watcher = changed
