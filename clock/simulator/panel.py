"""What can be seen of the twin: displays, lamps, plungers and the tone, as they are now.

The parts of the body write here from whatever thread moves them; a server reads. A watcher is told
which part changed, not how: it asks for the snapshot when it is ready to, and is never behind.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from PIL import Image

from hal.ports import LampName, Line, ScreenName


class Sounder(StrEnum):
    """The part of the body that sounds."""

    BUZZER = "buzzer"


Change = ScreenName | LampName | Line | Sounder
"""A part of the body that is no longer as it was."""


class Picture(NamedTuple):
    """A display: size in pixels, rows of whole bytes (the first pixel highest), words, light."""

    width: int
    height: int
    bits: bytes
    sentence: str
    light: float = 1.0
    """How bright it is, from 0 to 1, by its contrast."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole body at one instant; only what is wired is in it."""

    screens: Mapping[ScreenName, Picture]
    lamps: Mapping[LampName, bool]
    lines: Mapping[Line, bool]
    """True while the plunger is down."""
    tone_hz: int
    """0 while the buzzer is silent."""
    loudness: float = 0.0
    """How strong the tone is, from 0 to 1."""

    @property
    def parts(self) -> set[Change]:
        """Every part there is."""
        return {*self.screens, *self.lamps, *self.lines, Sounder.BUZZER}


class Panel:
    """The present picture and who is told when it changes; what is as it was is no change.

    Every method may be called in any thread.
    """

    def __init__(
        self,
        screens: Mapping[ScreenName, tuple[int, int]],
        lamps: Iterable[LampName],
        lines: Iterable[Line],
    ) -> None:
        self._lock = threading.Lock()
        self._screens = {
            name: Picture(*size, Image.new("1", size).tobytes(), "")
            for name, size in screens.items()
        }
        self._lamps = dict.fromkeys(lamps, False)
        self._lines = dict.fromkeys(lines, False)
        self._tone = (0, 0.0)
        self._watchers: list[Callable[[Change], None]] = []

    def snapshot(self) -> Snapshot:
        """Everything as it is now."""
        with self._lock:
            return Snapshot(dict(self._screens), dict(self._lamps), dict(self._lines), *self._tone)

    def watch(self, watcher: Callable[[Change], None]) -> Callable[[], None]:
        """Tell `watcher` of every change in the thread that made it, until the result is called."""
        with self._lock:
            self._watchers.append(watcher)

        def unwatch() -> None:
            with self._lock:
                self._watchers.remove(watcher)

        return unwatch

    def draw(self, name: ScreenName, image: Image.Image) -> None:
        """Put a picture (mode "1", the display's size) on a display."""
        bits = image.tobytes()
        with self._lock:
            if self._screens[name].bits == bits:
                return
            self._screens[name] = self._screens[name]._replace(bits=bits)
        self._tell(name)

    def say(self, name: ScreenName, sentence: str) -> None:
        """Give a display its words."""
        with self._lock:
            if self._screens[name].sentence == sentence:
                return
            self._screens[name] = self._screens[name]._replace(sentence=sentence)
        self._tell(name)

    def shine(self, name: ScreenName, light: float) -> None:
        """Make a display brighter or darker, from 0 to 1."""
        with self._lock:
            if self._screens[name].light == light:
                return
            self._screens[name] = self._screens[name]._replace(light=light)
        self._tell(name)

    def light(self, name: LampName, lit: bool) -> None:
        """Light a lamp or put it out."""
        with self._lock:
            if self._lamps[name] == lit:
                return
            self._lamps[name] = lit
        self._tell(name)

    def move(self, line: Line, down: bool) -> None:
        """Move a plunger."""
        with self._lock:
            if self._lines[line] == down:
                return
            self._lines[line] = down
        self._tell(line)

    def sound(self, tone_hz: int, loudness: float) -> None:
        """Sound a tone, from 0 to 1 strong; 0 Hz for silence."""
        with self._lock:
            if self._tone == (tone_hz, loudness):
                return
            self._tone = (tone_hz, loudness)
        self._tell(Sounder.BUZZER)

    def _tell(self, change: Change) -> None:
        with self._lock:
            watchers = tuple(self._watchers)
        # Outside the lock: a watcher may ask for the snapshot.
        for watcher in watchers:
            watcher(change)
