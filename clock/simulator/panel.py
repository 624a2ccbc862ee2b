"""What is visible and audible of the simulated body: displays, lamps, plungers and the tone.

The parts of the body write here from any thread. A watcher hears which part changed, not how: it
takes a snapshot when it is ready, so it is never behind.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from PIL import Image

from hal.ports import LampName, Line, ScreenName

BUZZER: Final = "buzzer"
Part = ScreenName | LampName | Line | Literal["buzzer"]
Watcher = Callable[[Part], None]


class Picture(msgspec.Struct, frozen=True):
    """A display: size in pixels, rows of whole bytes (the first pixel highest), and sentence."""

    width: int
    height: int
    bits: bytes
    sentence: str = ""
    light: float = 1.0
    """Brightness from 0 to 1, by its contrast."""


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body at one instant, or the parts of it that have changed; also what a page receives."""

    screens: Mapping[ScreenName, Picture] = {}
    lamps: Mapping[LampName, bool] = {}
    lines: Mapping[Line, bool] = {}
    """True while the plunger is down."""
    tone_hz: int | UnsetType = UNSET
    """0 while the buzzer is silent."""
    loudness: float | UnsetType = UNSET
    """Of the tone, from 0 to 1."""


class Panel:
    """The body's present appearance. Every method may be called in any thread."""

    def __init__(
        self,
        screens: Mapping[ScreenName, tuple[int, int]],
        lamps: Iterable[LampName],
        lines: Iterable[Line],
    ) -> None:
        self._lock = threading.Lock()
        self._values: dict[Part, Any] = {
            name: Picture(*size, Image.new("1", size).tobytes()) for name, size in screens.items()
        }
        self._values |= dict.fromkeys((*lamps, *lines), False)
        self._values[BUZZER] = (0, 0.0)
        self._watchers: list[Watcher] = []
        self.parts = self._values.keys()

    def snapshot(self, parts: Collection[Part] | None = None) -> Snapshot:
        """Return these parts, or all, as they are now."""
        with self._lock:
            values = {
                part: value
                for part, value in self._values.items()
                if parts is None or part in parts
            }
        screens, lamps, lines = (
            {part: value for part, value in values.items() if isinstance(part, kind)}
            for kind in (ScreenName, LampName, Line)
        )
        return Snapshot(screens, lamps, lines, *values.get(BUZZER, (UNSET, UNSET)))  # type: ignore[arg-type]

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` on each change, in the thread that made it; return what ends that."""
        with self._lock:
            self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def set(self, part: Part, value: object) -> None:
        """Set a lamp or a line, true or false, or the buzzer's tone in Hz and its loudness."""
        self._change(part, lambda _: value)

    def set_screen(self, name: ScreenName, **fields: object) -> None:
        """Set fields of a display's `Picture`."""
        self._change(name, lambda picture: replace(picture, **fields))

    def _change(self, part: Part, change: Callable[[Any], object]) -> None:
        with self._lock:
            before = self._values[part]
            self._values[part] = after = change(before)
            if after == before:
                return
            watchers = tuple(self._watchers)
        for watcher in watchers:  # outside the lock: a watcher may take a snapshot
            watcher(part)
