"""A body without hardware, on a time that tests move."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hal.lines import ENDED
from hal.message import Message
from hal.ports import (
    BRIGHTNESS_MAX,
    VOLUME_MAX,
    Body,
    Edge,
    Frame,
    LampName,
    Line,
    ScreenName,
    Time,
)
from hal.wiring import DEFAULT, Wiring


class FakeTime:
    """The `Time` port: stands still until it is moved."""

    def __init__(self, now_ns: int = 1_000_000_000) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        return self._now_ns

    def advance(self, by_ns: int) -> None:
        """Move on by `by_ns`."""
        self.move_to(self._now_ns + by_ns)

    def move_to(self, at_ns: int) -> None:
        """Move on to `at_ns`, which may not be earlier."""
        assert at_ns >= self._now_ns
        self._now_ns = at_ns


class FakeInputs:
    """The `Inputs` port, driven by hand."""

    def __init__(self, lines: Iterable[Line], time: Time) -> None:
        self._levels = dict.fromkeys(lines, False)
        self._time = time
        self._sink: Callable[[Edge], None] | None = None
        self._waiting: tuple[Edge, ...] = ()
        self.fault: Message | None = None

    @property
    def alive(self) -> bool:
        return self.fault is None

    def listen(self, sink: Callable[[Edge], None]) -> None:
        self._sink = sink

    def drive(self, line: Line, pressed: bool) -> None:
        """Press or release a line now: an edge, if that is a change; KeyError if not wired."""
        if self._levels[line] != pressed:
            self._levels[line] = pressed
            self.deliver(Edge(line, pressed, self._time.now_ns()))

    def set_level(self, line: Line, pressed: bool) -> None:
        """Change a level whose edge is late or lost."""
        self._levels[line] = pressed

    def end(self, *waiting: Edge) -> None:
        """From now on no edges arrive; some may wait for `drain`."""
        self.fault, self._waiting = ENDED, waiting

    def drain(self) -> None:
        waiting, self._waiting = self._waiting, ()
        for edge in waiting:
            if self._sink is not None:
                self._sink(edge)

    def deliver(self, edge: Edge) -> None:
        """Give an edge to the sink as it is: late, or with a polarity that lies."""
        if self._sink is not None and self.alive:
            self._sink(edge)

    def pressed(self, line: Line) -> bool:
        return self._levels[line]

    @property
    def lines(self) -> frozenset[Line]:
        return frozenset(self._levels)

    def close(self) -> None:
        self._sink = lambda _: None


class FakePart:
    """What the parts have in common: a `fault` that tests set."""

    closed = False
    fault: Message | None = None

    def close(self) -> None:
        self.closed = True


class FakeLamp(FakePart):
    """The `Lamp` port: `lit` now, and `changes` counted."""

    lit = False
    changes = 0

    def set(self, lit: bool) -> None:
        if lit != self.lit and not self.closed:
            self.lit = lit
            self.changes += 1

    def close(self) -> None:
        self.set(False)
        super().close()


class Beep(NamedTuple):
    """A tone that was asked for: from when, how high, how long, how loud."""

    at_ns: int
    tone_hz: int
    duration_ns: int
    volume: int


class FakeBuzzer(FakePart):
    """The `Buzzer` port: records every tone."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.beeps: list[Beep] = []

    def beep(self, tone_hz: int, duration_ns: int, volume: int = VOLUME_MAX) -> None:
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


class FakeScreen(FakePart):
    """The `Screen` port: `frames` holds what was drawn, in order, without equal neighbours."""

    alive = True
    brightness = BRIGHTNESS_MAX
    _waiting: Frame | None = None

    def __init__(self, size: tuple[int, int] = (128, 64)) -> None:
        self.size = size
        self.frames: list[Frame] = []

    @property
    def shown(self) -> Frame | None:
        """The frame on the display, or None."""
        return self.frames[-1] if self.frames else None

    def show(self, frame: Frame) -> None:
        if self.closed:
            return
        copy = frame._replace(image=frame.image.copy())
        if self.fault is not None:
            self._waiting = copy
        elif self.shown is None or self.shown.image.tobytes() != copy.image.tobytes():
            self.frames.append(copy)
        else:  # the same picture, but its sentence may be another
            self.frames[-1] = copy

    def set_brightness(self, level: int) -> None:
        self.brightness = level

    def unplug(self, fault: str = "display: unplugged") -> None:
        """From now on nothing is drawn, and `fault` is the reason."""
        self.fault = Message("{problem}", problem=fault)
        self._waiting = self.shown

    def plug_in(self) -> None:
        """The display is back: the latest frame is drawn again, whatever it was."""
        self.fault = None
        if self._waiting is not None:
            self.frames.append(self._waiting)
            self._waiting = None


class FakePower(FakePart):
    """The `Power` port: no battery until a test puts one in."""

    charge: int | None = None
    is_charging = False


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
    """Return a body of fakes for a wiring, on a time of its own if `time` is None."""
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
