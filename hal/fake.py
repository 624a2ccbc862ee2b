"""A body without hardware, on a time that tests move."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hal.levels import BRIGHTNESS_MAX, VOLUME_MAX, contrast, duty
from hal.ports import LOSS_SHOWN_NS, Body, Edge, Frame, LampName, Line, ScreenName, Time
from hal.wiring import DEFAULT, Wiring


class FakeTime:
    """The `Time` port: stands still until it is moved."""

    def __init__(self, now_ns: int = 1_000_000_000) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """Nanoseconds."""
        return self._now_ns

    def advance(self, by_ns: int) -> None:
        """Move on by `by_ns`; raises ValueError if that is back."""
        self.move_to(self._now_ns + by_ns)

    def move_to(self, at_ns: int) -> None:
        """Move on to `at_ns`; raises ValueError if that is back."""
        if at_ns < self._now_ns:
            raise ValueError(f"time does not go back, from {self._now_ns} to {at_ns} ns")
        self._now_ns = at_ns


class FakeInputs:
    """The `Inputs` port, driven by hand."""

    def __init__(self, lines: Iterable[Line], time: Time) -> None:
        self._levels = dict.fromkeys(lines, False)
        self._time = time
        self._sink: Callable[[Edge], None] | None = None
        self._listening = False
        self._loss: tuple[int, str] | None = None
        self.alive = True
        """Set it to try what happens once edges no longer arrive; `mend` makes it True again."""
        self._doubtful: set[Line] = set()

    def listen(self, sink: Callable[[Edge], None]) -> None:
        """Give every edge to `sink`; raises RuntimeError the second time."""
        if self._listening:
            raise RuntimeError("listen() was called already")
        self._listening = True
        self._sink = sink

    def drive(self, line: Line, pressed: bool) -> None:
        """Press or release a line now: an edge, if that is a change; KeyError if not wired."""
        if self._levels[line] != pressed:
            self._levels[line] = pressed
            self.deliver(Edge(line, pressed, self._time.now_ns()))

    def set_level(self, line: Line, pressed: bool) -> None:
        """Change a level whose edge has not come yet, or never will."""
        if line not in self._levels:
            raise KeyError(line)
        self._levels[line] = pressed

    def lose(self, line: Line, pressed: bool) -> None:
        """Change a level whose edge is lost, which is noticed; KeyError if not wired."""
        self.set_level(line, pressed)
        self._doubtful.add(line)

    def mend(self) -> frozenset[Line]:
        """Return the lines in doubt."""
        doubtful, self._doubtful = frozenset(self._doubtful), set()
        if not self.alive:
            self.alive = True
            return self.lines
        return doubtful

    def deliver(self, edge: Edge) -> None:
        """Give an edge to the sink as it is: late, or with a polarity that lies."""
        try:
            if self._sink is not None:
                self._sink(edge)
        except Exception as error:
            self._doubtful.add(edge.line)
            loss = f"{edge.line}: an edge was not taken: {type(error).__name__}: {error}"
            self._loss = (self._time.now_ns(), loss)

    def pressed(self, line: Line) -> bool:
        """The level now; KeyError if the line is not wired."""
        return self._levels[line]

    @property
    def lines(self) -> frozenset[Line]:
        """The lines that are wired."""
        return frozenset(self._levels)

    @property
    def fault(self) -> str | None:
        """None, or that an edge was not taken a moment ago."""
        if self._loss is None or self._time.now_ns() - self._loss[0] >= LOSS_SHOWN_NS:
            return None
        return self._loss[1]

    def close(self) -> None:
        """No edge comes any more."""
        self._sink = None


class FakeLamp:
    """The `Lamp` port: `lit` now, and `changes` counted."""

    def __init__(self) -> None:
        self.lit = False
        self.changes = 0
        self.closed = False
        self.fault: str | None = None

    def set(self, lit: bool) -> None:
        """Light it or put it out."""
        if lit != self.lit and not self.closed:
            self.lit = lit
            self.changes += 1

    def close(self) -> None:
        """Put it out."""
        self.set(False)
        self.closed = True


class Beep(NamedTuple):
    """A tone that was asked for: from when, how high, how long, how loud."""

    at_ns: int
    tone_hz: int
    duration_ns: int
    volume: int


class FakeBuzzer:
    """The `Buzzer` port: remembers every tone."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.beeps: list[Beep] = []
        self.closed = False
        self.fault: str | None = None

    def beep(self, tone_hz: int, duration_ns: int, volume: int = VOLUME_MAX) -> None:
        """Remember the tone; ValueError for a volume that is none."""
        duty(volume)
        if not self.closed:
            self.beeps.append(Beep(self._time.now_ns(), tone_hz, duration_ns, volume))

    @property
    def tone_hz(self) -> int | None:
        """What sounds now, or None."""
        if self.closed or not self.beeps:
            return None
        last = self.beeps[-1]
        sounds = last.volume > 0 and self._time.now_ns() < last.at_ns + last.duration_ns
        return last.tone_hz if sounds else None

    def close(self) -> None:
        """Silence it."""
        self.closed = True


class FakeScreen:
    """The `Screen` port: `frames` holds what was drawn, in order, without equal neighbours."""

    def __init__(self, size: tuple[int, int] = (128, 64)) -> None:
        self._size = size
        self._fault: str | None = None
        self._waiting: Frame | None = None
        self.frames: list[Frame] = []
        self.brightness = BRIGHTNESS_MAX
        self.closed = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    @property
    def shown(self) -> Frame | None:
        """The frame on the display, or None."""
        return self.frames[-1] if self.frames else None

    @property
    def fault(self) -> str | None:
        """None, or what `unplug` said."""
        return self._fault

    def show(self, frame: Frame) -> None:
        """Draw a frame; raises ValueError if the picture has not the screen's size or mode "1"."""
        if frame.image.mode != "1" or frame.image.size != self._size:
            raise ValueError(
                f"expected a picture of mode 1 and size {self._size}, "
                f"got mode {frame.image.mode} and size {frame.image.size}"
            )
        if self.closed:
            return
        copy = Frame(frame.image.copy(), frame.sentence)
        if self._fault is not None:
            self._waiting = copy
        elif self.shown is None or self.shown.image.tobytes() != copy.image.tobytes():
            self.frames.append(copy)

    def set_brightness(self, level: int) -> None:
        """Remember the level; ValueError for one that is none."""
        contrast(level, 255)
        self.brightness = level

    def unplug(self, fault: str = "display: unplugged") -> None:
        """From now on nothing is drawn, and `fault` says why."""
        self._fault = fault
        self._waiting = self.shown

    def plug_in(self) -> None:
        """The display is back: the latest frame is drawn again, whatever it was."""
        self._fault = None
        if self._waiting is not None:
            self.frames.append(self._waiting)
            self._waiting = None

    def close(self) -> None:
        """Stop drawing."""
        self.closed = True


class FakePower:
    """The `Power` port: no battery until a test puts one in."""

    def __init__(self) -> None:
        self.charge: int | None = None
        self.charging = False
        self.fault: str | None = None
        self.closed = False

    def close(self) -> None:
        """Look no more."""
        self.closed = True


@dataclass(frozen=True, slots=True)
class FakeBody(Body):
    """A Body whose parts are known to be fakes."""

    inputs: FakeInputs
    lamps: Mapping[LampName, FakeLamp]
    screens: Mapping[ScreenName, FakeScreen]
    buzzer: FakeBuzzer | None
    time: FakeTime
    power: FakePower


def fake_body(wiring: Wiring = DEFAULT, time: FakeTime | None = None) -> FakeBody:
    """A body of fakes for a wiring; on a time of its own unless one is given."""
    time = time or FakeTime()
    screens: dict[ScreenName, FakeScreen] = {}
    for side, screen in wiring.screens.items():
        size = (screen.width, screen.height)
        screens[side] = FakeScreen(size if screen.rotate % 2 == 0 else size[::-1])
    return FakeBody(
        inputs=FakeInputs(wiring.lines, time),
        lamps={name: FakeLamp() for name in wiring.lamps},
        screens=screens,
        buzzer=FakeBuzzer(time) if wiring.buzzer else None,
        time=time,
        power=FakePower(),
    )
