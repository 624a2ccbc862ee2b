"""The ports: everything the clock may ask of its body, and nothing else.

Each port has a real adapter (gpiozero, luma) and a fake one; both pass one contract suite. Instants
are ints of nanoseconds of CLOCK_MONOTONIC, the clock that stamps GPIO edges.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import asin, pi, sin
from typing import NamedTuple, Protocol

from PIL import Image

from hal.message import Message

VOLUME_MAX = 10
"""As loud as the buzzer can; 0 is silent."""
VOLUME_STEP_DB = 2.0

BRIGHTNESS_MIN, BRIGHTNESS_MAX = 1, 10
"""From what can be read in the dark to the contrast of the wiring."""

LOSS_SHOWN_NS = 10_000_000_000
"""Edges that were lost, and made good by reading the line again, are a fault this long."""


class Line(StrEnum):
    """An input of the body. A seat has one plunger, or one for each hand (`_lh`, `_rh`).

    All are pressed for a moment, save the key, a switch that stays as it is turned.
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
    """A display of the body: the one that faces the player at that side."""

    LEFT = "left"
    RIGHT = "right"


class Edge(NamedTuple):
    """A change of level: `pressed` as the kernel sampled it, `at_ns` as the kernel stamped it."""

    line: Line
    pressed: bool
    at_ns: int


class Frame(NamedTuple):
    """A 1-bit picture (Pillow mode "1", the screen's size) and a sentence with the same content."""

    image: Image.Image
    sentence: str


# A passive buzzer (piezo) is driven by a square wave. Of a wave that is high for a part `d` of its
# period the fundamental is as strong as sin(pi d): half high is loudest, a narrow pulse is faint.
# The ear hears ratios, so each level is VOLUME_STEP_DB louder than the one below; the eye does too,
# so a display's contrast follows the square of its level.


def loudness(duty: float) -> float:
    """Return how strong a tone is, from 0 to 1, whose wave is high for that part of its period."""
    return sin(pi * min(max(duty, 0.0), 0.5))


def duty(volume: int) -> float:
    """Return the part of a period for which the wave is high."""
    if volume == 0:
        return 0.0
    return asin(10 ** (-(VOLUME_MAX - volume) * VOLUME_STEP_DB / 20)) / pi


def contrast(brightness: int, full: int) -> int:
    """Return a display's contrast at a brightness, `full` at the highest."""
    return max(min(1, full), round(full * (brightness / BRIGHTNESS_MAX) ** 2))


class Part(Protocol):
    """What every part of the body has."""

    @property
    def fault(self) -> Message | None:
        """None, or what is wrong with this part."""

    def close(self) -> None:
        """Put it out, silence it, release its pins. Closing twice is fine."""


class Inputs(Part, Protocol):
    """All plungers, buttons and sensors."""

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Pass every edge to `sink`, from any thread, soon after it happened. Once."""

    def pressed(self, line: Line) -> bool:
        """The level now: True while the plunger is down. KeyError if the line is not wired."""

    @property
    def lines(self) -> frozenset[Line]:
        """The lines that are wired."""

    @property
    def alive(self) -> bool:
        """False once what brings the edges has ended: `fault` is why, and only a restart helps."""

    def drain(self) -> None:
        """Bring the edges that still wait, once what brings them has ended; never raises."""


class Lamp(Part, Protocol):
    """One lamp, on or off."""

    def set(self, lit: bool) -> None:
        """Light it or put it out. Setting what is set already costs nothing and never raises."""


class Buzzer(Part, Protocol):
    """A buzzer that plays one tone at a time."""

    def beep(self, tone_hz: int, duration_ns: int, volume: int = VOLUME_MAX) -> None:
        """Sound at once and return at once; a newer tone replaces an older one."""


class Screen(Part, Protocol):
    """One display."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def alive(self) -> bool:
        """False once what draws has ended: `fault` says so, and only a restart helps."""

    def show(self, frame: Frame) -> None:
        """Take a frame and return at once; of frames that wait, only the latest is drawn.

        A frame equal to the one that is displayed is not sent. A device's fault never raises, it
        shows in `fault`.
        """

    def set_brightness(self, level: int) -> None:
        """Shine from BRIGHTNESS_MIN to BRIGHTNESS_MAX, as at first, also after a fault."""


class Power(Part, Protocol):
    """What feeds the clock."""

    @property
    def charge(self) -> int | None:
        """The battery's charge in percent; None if there is no battery, or it is unknown."""

    @property
    def charging(self) -> bool:
        """Whether that battery is being charged."""


class Time(Protocol):
    """The clock that stamps the edges."""

    def now_ns(self) -> int:
        """Nanoseconds of CLOCK_MONOTONIC."""


@dataclass(frozen=True, slots=True)
class Body:
    """One clock's body. A lamp that is not wired is missing; buzzer and power may be None."""

    inputs: Inputs
    lamps: Mapping[LampName, Lamp]
    screens: Mapping[ScreenName, Screen]
    buzzer: Buzzer | None
    time: Time
    power: Power | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every part, in the order in which their faults matter."""
        last = (part for part in (self.buzzer, self.power) if part is not None)
        return (self.inputs, *self.screens.values(), *self.lamps.values(), *last)

    @property
    def faults(self) -> tuple[Message, ...]:
        """What is wrong with the parts."""
        return tuple(part.fault for part in self.parts if part.fault is not None)

    @property
    def alive(self) -> bool:
        """False once a thread has ended that edges or a display need: only a restart helps."""
        return self.inputs.alive and all(screen.alive for screen in self.screens.values())

    def close(self) -> None:
        """Close every part."""
        for part in self.parts:
            part.close()
