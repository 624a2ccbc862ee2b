"""A clock on a table for tests: a station whose time the test moves, on fakes or on mocked pins."""

from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy

from clock.journal.journal import Journal
from clock.menu.access import ANYBODY, Organizer
from clock.menu.setup.places import Offer
from clock.presets import controls
from clock.rules.openings import OPENINGS
from clock.rules.regulations import PROFILES, Regulations
from clock.rules.seats import LEFT, Seat
from clock.rules.state import Setup, State
from clock.station.keep import Keep
from clock.station.loop import WAIT_NS_MAX, Station
from hal.body import open_body
from hal.fake import FakeTime, fake_body
from hal.gpio import GpioLamp
from hal.oled import LumaScreen
from hal.ports import Body, Frame, LampName, Line, ScreenName
from hal.wiring import DEFAULT, Wiring

MS = 1_000_000
TAP_NS = 60 * MS
"""How long a tap lasts."""
DRAWN_WITHIN_S = 5.0


def setup(
    control: str = "40/2h:1h",
    regulations: str | Regulations = "rif",
    opening: str = "none",
    starter: Seat = LEFT,
) -> Setup:
    left, right = controls(control)
    chosen = PROFILES[regulations] if isinstance(regulations, str) else regulations
    return Setup(
        left=left, right=right, regulations=chosen, opening=OPENINGS[opening], starter=starter
    )


class Rig(Protocol):
    """A body and how a test moves and sees it."""

    body: Body
    time: FakeTime

    def drive(self, line: Line, pressed: bool) -> None: ...
    def lit(self, name: LampName) -> bool: ...
    def sentence(self, name: ScreenName) -> str: ...


class FakeRig:
    """Fakes all through."""

    def __init__(self, _: pytest.MonkeyPatch, wiring: Wiring = DEFAULT) -> None:
        self.time = FakeTime()
        self.fakes = fake_body(wiring, self.time)
        self.body: Body = self.fakes

    def drive(self, line: Line, pressed: bool) -> None:
        self.fakes.inputs.drive(line, pressed)

    def lit(self, name: LampName) -> bool:
        return self.fakes.lamps[name].lit

    def sentence(self, name: ScreenName) -> str:
        shown = self.fakes.screens[name].shown
        assert shown is not None
        return shown.sentence


class HeardScreen(LumaScreen):
    """A real screen's adapter that remembers the last sentence it was given."""

    sentence = ""

    def show(self, frame: Frame) -> None:
        self.sentence = frame.sentence
        super().show(frame)


class MockRig:
    """The real adapters, on gpiozero's mock pins and luma's dummy displays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wiring: Wiring = DEFAULT) -> None:
        self.time = FakeTime()
        monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: self.time.now_ns() / 1e9)
        self.factory: Any = MockFactory(pin_class=MockPWMPin)
        self.displays = {name: dummy(width=128, height=64, mode="1") for name in ScreenName}
        self.screens = {name: HeardScreen(display) for name, display in self.displays.items()}
        self.body = open_body(wiring, self.factory, self.screens, self.time)
        self.wiring = wiring

    def drive(self, line: Line, pressed: bool) -> None:
        pin = self.factory.pin(self.wiring.lines[line])
        pin.drive_low() if pressed else pin.drive_high()

    def lit(self, name: LampName) -> bool:
        assert isinstance(self.body.lamps[name], GpioLamp)
        return bool(self.factory.pin(self.wiring.lamps[name].pin).state)

    def sentence(self, name: ScreenName) -> str:
        assert self.screens[name].flush(DRAWN_WITHIN_S)
        return self.screens[name].sentence


class Table:
    """A station on a rig. `wait` lets time pass as the loop would see it."""

    def __init__(
        self,
        rig: Rig,
        game: Setup,
        offers: tuple[Offer, ...] = (),
        journal: Journal | None = None,
        keep: Keep | None = None,
        organizer: Organizer = ANYBODY,
        *,
        lamp_test: bool = False,
    ) -> None:
        self.rig = rig
        self.station = Station(
            rig.body,
            game,
            offers=offers,
            journal=journal,
            keep=keep,
            organizer=organizer,
            lamp_test=lamp_test,
        )
        self._shift_ns = 0 if journal is None else journal.shift_ns
        self._turn()

    def _turn(self) -> None:
        """Let the station turn; what it says is due is in the time of its games."""
        self._next_ns = self.station.turn() - self._shift_ns

    @property
    def state(self) -> State:
        return self.station.state

    @property
    def now_ns(self) -> int:
        return self.rig.time.now_ns()

    def wait(self, length_ns: int) -> None:
        """Let time pass; the station turns whenever it said that something is due."""
        until_ns = self.now_ns + length_ns
        for _ in self._turns(until_ns):
            self._turn()
        self.rig.time.move_to(until_ns)

    def _turns(self, until_ns: int) -> Iterator[None]:
        while self._next_ns <= until_ns:
            self.rig.time.move_to(max(self.now_ns, self._next_ns))
            yield

    def look(self) -> None:
        """Let the loop look at its body, as it does at least every WAIT_NS_MAX."""
        self.rig.time.advance(WAIT_NS_MAX)
        self._turn()

    def down(self, line: Line) -> int:
        """Put a finger on a line; return the instant."""
        self.rig.drive(line, True)
        self._next_ns = self.now_ns
        return self.now_ns

    def up(self, line: Line) -> None:
        self.rig.drive(line, False)
        self._next_ns = self.now_ns

    def tap(self, line: Line, held_ns: int = TAP_NS) -> int:
        """Press and release; return the instant of the press."""
        at_ns = self.down(line)
        self.wait(held_ns)
        self.up(line)
        self.wait(40 * MS)
        return at_ns

    def settle(self) -> None:
        """Let the watermark pass all that was pressed."""
        self.wait(600 * MS)

    def says(self, name: ScreenName) -> str:
        return self.rig.sentence(name)
