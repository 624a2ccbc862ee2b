"""The ports: the whole interface between the clock and its body.

Every port has a real adapter (gpiozero, luma) and a fake, and both pass the same contract tests.
Instants are integers in ns of CLOCK_MONOTONIC, the clock that stamps GPIO edges.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import asin, pi, sin
from typing import NamedTuple, Protocol

from PIL import Image

from hal.message import Message

VOLUME_MAX = 10
"""The buzzer's loudest volume; 0 is silent."""
VOLUME_STEP_DB = 2.0

BRIGHTNESS_MIN, BRIGHTNESS_MAX = 1, 10
"""From readable in the dark to the contrast of the wiring."""

LOSS_SHOWN_NS = 10_000_000_000
"""How long lost edges are shown as a fault, though the level has been read again."""


class Line(StrEnum):
    """An input of the body. A seat has one plunger, or one for each hand (`_lh`, `_rh`).

    All lines are pressed for a moment, except the key: that switch stays as it is turned.
    """

    LEFT_PLUNGER = "left_plunger"
    LEFT_PLUNGER_LH = "left_plunger_lh"
    LEFT_PLUNGER_RH = "left_plunger_rh"
    RIGHT_PLUNGER = "right_plunger"
    RIGHT_PLUNGER_LH = "right_plunger_lh"
    RIGHT_PLUNGER_RH = "right_plunger_rh"
    LEFT_STONE_LH = "left_stone_lh"
    LEFT_STONE_RH = "left_stone_rh"
    RIGHT_STONE_LH = "right_stone_lh"
    RIGHT_STONE_RH = "right_stone_rh"
    STOP = "stop"
    MINUS = "minus"
    OK = "ok"
    PLUS = "plus"
    KEY = "key"


class LampName(StrEnum):
    """A lamp of the body."""

    LEFT_CLAPPER = "left_clapper"
    RIGHT_CLAPPER = "right_clapper"
    LEFT_RUNNING = "left_running"
    RIGHT_RUNNING = "right_running"
    REFEREE = "referee"


class ScreenName(StrEnum):
    """A display of the body: it faces the player on that side."""

    LEFT = "left"
    RIGHT = "right"


class Edge(NamedTuple):
    """A change of a line's level, sampled and stamped by the kernel."""

    line: Line
    pressed: bool
    at_ns: int


class Target(NamedTuple):
    """A place of a picture that presses a line where a screen can be touched."""

    line: Line
    box: tuple[int, int, int, int]
    """Left, top, width and height in pixels."""
    steps: int | None = None
    """Of a row: presses of plus (below zero: of minus) that select it, before the line."""


class Frame(NamedTuple):
    """A 1-bit picture (Pillow mode "1", the screen's size) and a sentence with the same content."""

    image: Image.Image
    sentence: str
    targets: tuple[Target, ...] = ()


# A square wave drives the passive (piezo) buzzer. If the wave is high for a part `d` of its period,
# its fundamental is as strong as sin(pi d): half high is loudest, a narrow pulse is faint. The ear
# hears ratios, so a volume is VOLUME_STEP_DB louder than the next lower. The eye sees ratios, so a
# display's contrast follows the square of its brightness.


def loudness(duty: float) -> float:
    """Return a tone's strength, from 0 to 1, by the part of the period for which it is high."""
    return sin(pi * min(max(duty, 0.0), 0.5))


def duty(volume: int) -> float:
    """Return the part of a period for which the wave is high at this volume."""
    if volume == 0:
        return 0.0
    return asin(10 ** (-(VOLUME_MAX - volume) * VOLUME_STEP_DB / 20)) / pi


def contrast(brightness: int, full: int) -> int:
    """Return a display's contrast at a brightness; `full` is the contrast at the highest."""
    return max(min(1, full), round(full * (brightness / BRIGHTNESS_MAX) ** 2))


class Part(Protocol):
    """The common interface of the body's parts."""

    @property
    def fault(self) -> Message | None:
        """What is wrong with this part; None if nothing is."""

    def close(self) -> None:
        """Switch the part off and release its pins. Closing twice is fine."""


class Inputs(Part, Protocol):
    """All plungers, buttons and sensors."""

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Pass every edge to `sink` from now on, soon, in any thread. To be called once."""

    def pressed(self, line: Line) -> bool:
        """Return whether a line is pressed now. Raises KeyError if the line is not wired."""

    @property
    def lines(self) -> frozenset[Line]:
        """The wired lines."""

    @property
    def alive(self) -> bool:
        """Whether edges are still delivered. If not, `fault` says why, and only a restart helps."""

    def drain(self) -> None:
        """Deliver the edges still waiting after delivery has ended; never raises."""


class Lamp(Part, Protocol):
    """One lamp, on or off."""

    def set(self, lit: bool) -> None:
        """Switch the lamp on or off; never raises. Repeating the present state costs nothing."""


class Buzzer(Part, Protocol):
    """A buzzer that plays one tone at a time."""

    def beep(self, tone_hz: int, duration_ns: int, volume: int = VOLUME_MAX) -> None:
        """Start a tone in place of any other, and return at once."""


class Screen(Part, Protocol):
    """One display."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def alive(self) -> bool:
        """Whether the drawing thread lives. If not, `fault` says so, and only a restart helps."""

    def show(self, frame: Frame) -> None:
        """Take a frame and return at once; only the latest waiting frame is drawn.

        A frame that is already displayed is not sent. A fault of the device does not raise: it is
        reported in `fault`.
        """

    def set_brightness(self, level: int) -> None:
        """Set the brightness, BRIGHTNESS_MIN to BRIGHTNESS_MAX (as at first); faults keep it."""


class Power(Part, Protocol):
    """The clock's power supply."""

    @property
    def charge(self) -> int | None:
        """The battery's charge in percent; None if unknown or without a battery."""

    @property
    def is_charging(self) -> bool:
        """Whether the battery is being charged."""


class Time(Protocol):
    """The clock that stamps the edges."""

    def now_ns(self) -> int:
        """Return the time in ns of CLOCK_MONOTONIC."""


@dataclass(frozen=True, slots=True)
class Body:
    """One clock's body. Lamps that are not wired are missing; buzzer and power may be None."""

    inputs: Inputs
    lamps: Mapping[LampName, Lamp]
    screens: Mapping[ScreenName, Screen]
    buzzer: Buzzer | None
    time: Time
    power: Power | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, by the importance of their faults."""
        last = (part for part in (self.buzzer, self.power) if part is not None)
        return (self.inputs, *self.screens.values(), *self.lamps.values(), *last)

    @property
    def faults(self) -> tuple[Message, ...]:
        """The faults of all parts."""
        return tuple(part.fault for part in self.parts if part.fault is not None)

    @property
    def alive(self) -> bool:
        """Whether the threads of inputs and displays live. If not, only a restart helps."""
        return self.inputs.alive and all(screen.alive for screen in self.screens.values())

    def close(self) -> None:
        """Close every part."""
        for part in self.parts:
            part.close()
