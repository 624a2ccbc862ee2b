"""The ports: everything the clock may ask of its body, and nothing else.

Each port has a real adapter (gpiozero, luma) and a fake one; both pass one contract suite. Instants
are ints of nanoseconds of CLOCK_MONOTONIC, the clock that stamps GPIO edges.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from PIL import Image

from hal.levels import VOLUME_MAX

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


PLUNGERS = frozenset(line for line in Line if "_plunger" in line)


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
    """A 1-bit picture (Pillow mode "1", the screen's size) and the sentence that says the same."""

    image: Image.Image
    sentence: str


class Inputs(Protocol):
    """All plungers, buttons and sensors."""

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Give every edge to `sink`, from any thread, soon after it happened. Once."""

    def pressed(self, line: Line) -> bool:
        """The level now: True while the plunger is down. KeyError if the line is not wired."""

    @property
    def lines(self) -> frozenset[Line]:
        """The lines that are wired."""

    @property
    def alive(self) -> bool:
        """Whether edges of every plunger arrive when there are any.

        False if what brings them has ended or had to be started again too often, and if those of
        a plunger cannot be read for long.
        """

    def mend(self) -> frozenset[Line]:
        """Start again what brings the edges, if it has ended; return the lines in doubt.

        These are lines of which edges may have been lost since the last call: their levels are to
        be read again. Never raises, and costs next to nothing while all is well.
        """

    @property
    def fault(self) -> str | None:
        """None, or one line that says what is wrong with the inputs."""

    def close(self) -> None:
        """Let go of the pins. Closing twice is fine."""


class Lamp(Protocol):
    """One lamp, on or off."""

    def set(self, lit: bool) -> None:
        """Light it or put it out. Setting what is set already costs nothing and never raises."""

    @property
    def fault(self) -> str | None:
        """None, or one line that says what is wrong with this lamp."""

    def close(self) -> None:
        """Put it out and let go of the pin. Closing twice is fine."""


class Buzzer(Protocol):
    """A buzzer that plays one tone at a time."""

    def beep(self, tone_hz: int, duration_ns: int, volume: int = VOLUME_MAX) -> None:
        """Sound at once and return at once; a newer tone takes the place of an older one.

        Volumes go from 0, silent, to VOLUME_MAX in steps that the ear takes for equal; ValueError
        for another.
        """

    @property
    def fault(self) -> str | None:
        """None, or one line that says what is wrong with the buzzer."""

    def close(self) -> None:
        """Silence it and let go of the pin. Closing twice is fine."""


class Screen(Protocol):
    """One display."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, frame: Frame) -> None:
        """Take a frame and return at once; of frames that wait, only the latest is drawn.

        A frame equal to the one that is shown is not sent. Raises ValueError if the picture has
        not the screen's size or mode; a device's fault never raises, it shows in `fault`.
        """

    def set_brightness(self, level: int) -> None:
        """Shine from BRIGHTNESS_MIN to BRIGHTNESS_MAX, as at first; ValueError for another level.

        Returns at once, and holds through faults.
        """

    @property
    def fault(self) -> str | None:
        """None, or one line that says what is wrong with this display."""

    def close(self) -> None:
        """Stop drawing. Closing twice is fine."""


class Power(Protocol):
    """What feeds the clock."""

    @property
    def charge(self) -> int | None:
        """What the battery holds, in percent; None if there is none, or none that tells."""

    @property
    def charging(self) -> bool:
        """Whether that battery is being charged."""

    @property
    def fault(self) -> str | None:
        """None, or one line that says what is wrong with the supply."""

    def close(self) -> None:
        """Look no more. Closing twice is fine."""


class Time(Protocol):
    """The clock that stamps the edges."""

    def now_ns(self) -> int:
        """Nanoseconds of CLOCK_MONOTONIC."""


@dataclass(frozen=True, slots=True)
class Body:
    """One clock's body. A lamp that is not wired is missing from `lamps`; the buzzer may be.

    So may `power`, where nothing tells of the supply.
    """

    inputs: Inputs
    lamps: Mapping[LampName, Lamp]
    screens: Mapping[ScreenName, Screen]
    buzzer: Buzzer | None
    time: Time
    power: Power | None = None

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the parts, a line each."""
        parts: list[Inputs | Screen | Lamp | Buzzer | Power] = [self.inputs]
        parts += [*self.screens.values(), *self.lamps.values()]
        parts += [part for part in (self.buzzer, self.power) if part is not None]
        return tuple(part.fault for part in parts if part.fault is not None)

    def close(self) -> None:
        """Close every part."""
        self.inputs.close()
        for lamp in self.lamps.values():
            lamp.close()
        for screen in self.screens.values():
            screen.close()
        for part in (self.buzzer, self.power):
            if part is not None:
                part.close()
