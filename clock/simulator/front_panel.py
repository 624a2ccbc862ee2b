"""The visible and audible state of the simulated body: displays, lamps, plungers, the tone.

The body's parts write here from any thread. A watcher is told which part changed, and takes a
snapshot when it is ready, so it is never behind.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from PIL import Image

from hal.ports import LampName, Line, ScreenName, Target

BUZZER: Final = "buzzer"
PanelPart = ScreenName | LampName | Line | Literal["buzzer"]


class Picture(msgspec.Struct, frozen=True):
    """A display's picture: size in pixels, rows of whole bytes (first pixel highest), sentence."""

    width: int
    height: int
    bits: bytes
    sentence: str = ""
    targets: tuple[Target, ...] = ()
    """What a finger on the picture presses."""
    light: float = 1.0
    """The brightness, from 0 to 1, by the contrast."""


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body at one instant, or its changed parts; also the message to a page."""

    screens: Mapping[ScreenName, Picture] = {}
    lamps: Mapping[LampName, bool] = {}
    lines: Mapping[Line, bool] = {}
    """True while the plunger is down."""
    tone_hz: int | UnsetType = UNSET
    """0 while the buzzer is silent."""
    loudness: float | UnsetType = UNSET
    """The tone's loudness, from 0 to 1."""


class Panel:
    """The body's present appearance. All methods may be called in any thread."""

    def __init__(
        self,
        screens: Mapping[ScreenName, tuple[int, int]],
        lamps: Iterable[LampName],
        lines: Iterable[Line],
    ) -> None:
        self._lock = threading.Lock()
        self._values: dict[PanelPart, Any] = {
            name: Picture(*size, Image.new("1", size).tobytes()) for name, size in screens.items()
        }
        self._values |= dict.fromkeys((*lamps, *lines), False)
        self._values[BUZZER] = (0, 0.0)
        self.parts = self._values.keys()
        self.watcher: Callable[[PanelPart], None] = lambda _: None
        """Called on every change, in the thread that made it."""

    def snapshot(self, parts: Collection[PanelPart] | None = None) -> Snapshot:
        """Return the present state of these parts, or of all."""
        wanted = self.parts if parts is None else parts
        with self._lock:
            values = {part: self._values[part] for part in wanted}
        screens, lamps, lines = (
            {part: value for part, value in values.items() if isinstance(part, kind)}
            for kind in (ScreenName, LampName, Line)
        )
        return Snapshot(screens, lamps, lines, *values.get(BUZZER, (UNSET, UNSET)))  # type: ignore[arg-type]

    def set(self, part: PanelPart, value: object = None, **fields: object) -> None:
        """Set a lamp or line (True or False), the tone with its loudness, or a picture's fields."""
        with self._lock:
            before = self._values[part]
            self._values[part] = after = replace(before, **fields) if fields else value
        if after != before:
            self.watcher(part)  # outside the lock: it may take a snapshot
