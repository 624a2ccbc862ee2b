"""A clock on a table for tests: a station whose time the test moves, on fakes or on mocked pins."""

from typing import Any, TypeVar

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy
from msgspec.structs import replace

from clock.journal.journal import Journal
from clock.menu.engine import YES_AFTER_NS
from clock.menu.levels import NO_CONTEXT, MenuContext, NewGame, Question
from clock.notation.opening_files import OPENINGS
from clock.presets import controls
from clock.rules.inputs import Finish, Input, Result
from clock.rules.regulations import PROFILES, Regulations
from clock.rules.seats import LEFT, Seat
from clock.rules.state import Setup, State
from clock.rules.units import SECOND_NS
from clock.station.loop import WAIT_NS_MAX, Station
from hal.body import open_body
from hal.gpio import GpioLamp
from hal.oled import LumaScreen
from hal.ports import Body, Edge, Frame, LampName, Line, ScreenName
from hal.wiring import DEFAULT, KEY_PIN, Wiring
from tests.fakes import FakeTime, fake_body

Kind = TypeVar("Kind", bound=Input)

MS = 1_000_000
TAP_NS = 60 * MS
"""How long a tap lasts."""
HOLD_NS = 3 * SECOND_NS
DRAWN_WITHIN_S = 60.0
ROWS_MAX = 60
PLAYERS_GO_ON = replace(PROFILES["rif"], players_resume=True)
"""RIF's rules, but for OK and + in a stop, which spares the tests a hold."""
WITH_KEY = replace(DEFAULT, lines={**DEFAULT.lines, Line.KEY: KEY_PIN})

LINES = {
    "L": Line.LEFT_PLUNGER,
    "R": Line.RIGHT_PLUNGER,
    "L-lh": Line.LEFT_PLUNGER_LH,
    "L-rh": Line.LEFT_PLUNGER_RH,
    "stone": Line.LEFT_STONE_RH,
    "ok": Line.OK,
    "+": Line.PLUS,
    "-": Line.MINUS,
    "stop": Line.STOP,
    "key": Line.KEY,
}


def setup(
    control: str = "40/2h:1h",
    regulations: str | Regulations = PLAYERS_GO_ON,
    opening: str = "none",
    starter: Seat = LEFT,
) -> Setup:
    left, right = controls(control)
    chosen = PROFILES[regulations] if isinstance(regulations, str) else regulations
    return Setup(
        left=left, right=right, regulations=chosen, opening=OPENINGS[opening], starter=starter
    )


class FakeRig:
    """Fakes all through."""

    def __init__(self, _: pytest.MonkeyPatch, wiring: Wiring = DEFAULT) -> None:
        self.time = FakeTime()
        self.fakes = fake_body(wiring, self.time)
        self.body: Body = self.fakes
        self.beeps = self.fakes.buzzer.beeps if self.fakes.buzzer else []

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
        # Time stands still for the screens: on a busy machine none seems to hang.
        self.screens = {
            name: HeardScreen(display, now_ns=lambda: 0) for name, display in self.displays.items()
        }
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
        rig: FakeRig | MockRig,
        game: Setup,
        context: MenuContext = NO_CONTEXT,
        journal: Journal | None = None,
        **options: Any,
    ) -> None:
        """The options are the station's."""
        self.rig = rig
        self.station = Station(rig.body, game, context=context, journal=journal, **options)
        self._shift_ns = 0 if journal is None else journal.shift_ns
        self._turn()

    def _turn(self) -> None:
        """Let the station turn; note its next time as an instant of the rig."""
        self._next_ns = self.station.turn() - self._shift_ns

    @property
    def state(self) -> State:
        return self.station.state

    @property
    def now_ns(self) -> int:
        return self.rig.time.now_ns()

    def inputs(self, *kinds: type[Kind]) -> list[Kind]:
        """The game's inputs of some kinds so far."""
        everything = self.station.timeline.all_inputs()
        return [event for event in everything if isinstance(event, kinds)]

    def kinds(self) -> list[str]:
        """The names of all inputs of the game so far."""
        return [type(event).__name__ for event in self.station.timeline.all_inputs()]

    def new_game(self, same_colours: bool = False) -> None:
        """Leave the game for the next one, as the menu does."""
        self.station._do((NewGame(same_colours),), self.now_ns)

    def finish(self, result: Result, last_move: int | None = None) -> None:
        """Stop the game, and enter a result."""
        self.do("stop")
        self.station.timeline.add(Finish(self.state.at_ns, result, last_move=last_move))
        self.settle()

    def sentence(self, name: ScreenName = ScreenName.LEFT) -> str:
        """The whole text of a display."""
        return self.rig.sentence(name)

    def wait(self, length_ns: int) -> None:
        """Let time pass; the station turns whenever something is due."""
        until_ns = self.now_ns + length_ns
        while self._next_ns <= until_ns:
            self.rig.time.move_to(max(self.now_ns, self._next_ns))
            self._turn()
        self.rig.time.move_to(until_ns)

    def look(self) -> None:
        """Let the loop look at its body, as it does at least every WAIT_NS_MAX."""
        self.rig.time.advance(WAIT_NS_MAX)
        self._turn()

    def settle(self) -> None:
        """Let the watermark pass all that was pressed."""
        self.wait(600 * MS)

    def down(self, line: Line) -> int:
        """Put a finger on a line; return the instant."""
        self.rig.drive(line, True)
        self._next_ns = self.now_ns
        return self.now_ns

    def up(self, line: Line) -> None:
        self.rig.drive(line, False)
        self._next_ns = self.now_ns

    def tap(self, line: Line, held_ns: int = TAP_NS, rest_ns: int = 40 * MS) -> int:
        """Press and release; return the instant of the press. A question is read first."""
        levels = self.station._buttons.menu.levels
        if line in (Line.OK, Line.PLUS) and levels and isinstance(levels[-1], Question):
            assert levels[-1].seen_at_ns is not None
            self.wait(max(0, levels[-1].seen_at_ns + YES_AFTER_NS - self.now_ns - self._shift_ns))
        at_ns = self.down(line)
        self.wait(held_ns)
        self.up(line)
        self.wait(rest_ns)
        return at_ns

    def deliver(self, line: Line, stamp_ns: int, *, pressed: bool = True) -> None:
        """Bring an edge of a fake body that has an earlier stamp."""
        inputs: Any = self.rig.body.inputs
        inputs.set_level(line, pressed)
        inputs.deliver(Edge(line, pressed, stamp_ns))
        self._next_ns = self.now_ns

    def do(self, acts: str) -> None:
        """Press LINES in turn; a number is seconds from one press to the next.

        "hold" is OK held, "take:Some_name" goes to a row of the open list and takes it.
        """
        since_ns = 0
        for act in acts.split():
            if act[0].isdecimal():
                self.wait(round(float(act) * SECOND_NS) - since_ns)
                since_ns = 0
            elif act == "hold":
                self.tap(Line.OK, HOLD_NS)
            elif act.startswith("take:"):
                self.take(act.removeprefix("take:").replace("_", " "))
            else:
                self.tap(LINES[act])
                since_ns = TAP_NS + 40 * MS

    def take(self, row: str) -> None:
        """Go down the open list to a row, and take it."""
        for _ in range(ROWS_MAX):
            if any(f"{end} {row}, " in self.sentence() for end in ".?"):
                self.tap(Line.OK)
                return
            self.tap(Line.PLUS)
        raise AssertionError(f"expected {row}, got {self.sentence()}")


def lit(table: Table) -> set[LampName]:
    """The lamps that are lit."""
    return {name for name in LampName if table.rig.lit(name)}
