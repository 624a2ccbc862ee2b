"""Compare the displays' costs with luma's own drivers: bytes and time on the bus, and CPU."""

import time
import warnings
from collections.abc import Callable
from typing import Any

import luma.oled.device
from PIL import Image

from benchmarks.bodies import setup
from benchmarks.figures import Figure
from clock.display.draw import draw
from clock.display.view import view
from clock.rules.inputs import Start
from clock.rules.machine import begin, step
from clock.rules.seats import LEFT
from clock.station.loop import Station
from hal.oled import REFRESH_NS, LumaScreen, screen_over
from hal.ports import Body, Frame, Line, ScreenName
from hal.wiring import DEFAULT
from tests.fakes import FakeTime, fake_body

SECOND_NS = 1_000_000_000
SECONDS = 600
TURNS = 40
FRAMES = 200
ROUNDS = 5
DRAWN_S_MAX = 5.0
BUS_HZ = 400_000
CLOCKS = 9
"""The clock cycles of a byte on I²C: eight bits and the acknowledgement."""
HEAD = 2
"""The bytes before a command or run of data: the address, and the control byte."""


class Wire:
    """A luma serial interface that counts the bytes on an I²C bus."""

    def __init__(self) -> None:
        self.bytes = 0

    def command(self, *cmd: int) -> None:
        """Count a command."""
        self.bytes += HEAD + len(cmd)

    def data(self, data: list[int]) -> None:
        """Count a run of data."""
        self.bytes += HEAD + len(data)

    def cleanup(self) -> None:
        """Do nothing: there is no bus to close."""

    def take_count(self) -> int:
        """Return the bytes since the last call."""
        taken, self.bytes = self.bytes, 0
        return taken


class _Clock:
    """A station with both displays on counting wires, and a time that the benchmark sets."""

    def __init__(self) -> None:
        self.time = FakeTime()
        fakes = fake_body(DEFAULT, self.time)
        self.inputs = fakes.inputs
        self.wires = {side: Wire() for side in ScreenName}
        self.screens = {side: self._screen(side) for side in ScreenName}
        self._station = Station(Body(fakes.inputs, {}, self.screens, None, self.time), setup())
        self.pass_time(1)
        for wire in self.wires.values():
            wire.take_count()

    def _screen(self, side: ScreenName) -> LumaScreen:
        wire = self.wires[side]
        return screen_over(DEFAULT.screens[side], lambda: wire)

    def pass_time(self, seconds: float) -> None:
        """Let time pass, with every frame drawn."""
        until_ns = self.time.now_ns() + round(seconds * 1e9)
        while (due_ns := max(self._station.turn(), self.time.now_ns())) < until_ns:
            self._drawn()
            self.time.move_to(due_ns)
        self.time.move_to(until_ns)
        self._station.turn()
        self._drawn()

    def _drawn(self) -> None:
        for screen in self.screens.values():
            assert screen.flush(DRAWN_S_MAX), screen.fault

    def press(self, line: Line) -> None:
        """Press a plunger, and let the station take the press."""
        self.inputs.drive(line, True)
        self.pass_time(0.06)

    def release(self, line: Line) -> None:
        """Release a plunger, and let the station take the release."""
        self.inputs.drive(line, False)
        self.pass_time(0.06)

    def take_count(self) -> dict[ScreenName, int]:
        """Return the bytes on the displays' wires since the last call."""
        return {side: wire.take_count() for side, wire in self.wires.items()}

    def close(self) -> None:
        """End the displays' threads."""
        for screen in self.screens.values():
            screen.close()


def figures() -> list[Figure]:
    """Return bytes, bus times and CPU, with luma's for comparison."""
    clock = _Clock()
    try:
        clock.pass_time(60)
        idle = sum(clock.take_count().values()) / 60
        turn = _turn(clock)
        second = _second(clock)
    finally:
        clock.close()
    whole = _whole()
    # Every REFRESH_NS a display gets a whole frame, which the short measurements miss.
    again = whole / (REFRESH_NS / SECOND_NS)
    ours_us, lumas_us = _cpu_us()
    return [
        Figure("bytes on the bus, idle second, one display", idle / 2 + again, "B"),
        Figure("bytes on the bus, running second", second + again, "B"),
        Figure("luma's own", whole, "B"),
        Figure("running second, of luma's", (second + again) / whole * 100, "%", at_most=15),
        Figure("bytes on the bus, turn change, both displays", turn, "B"),
        Figure("luma's own", 2 * whole, "B"),
        Figure("press to both displays right, bus at 400 kHz", _bus_ms(turn), "ms"),
        Figure("luma's own", _bus_ms(2 * whole), "ms"),
        Figure("CPU for the frame of a second, to the bus", ours_us, "µs"),
        Figure("luma's own", lumas_us, "µs"),
        Figure("CPU for a frame, of luma's", ours_us / lumas_us * 100, "%", at_most=50),
    ]


def _bus_ms(count: float) -> float:
    return count * CLOCKS / BUS_HZ * 1e3


def _turn(clock: _Clock) -> float:
    """Return the average bytes on both wires at a press that passes the turn."""
    line, counts = Line.RIGHT_PLUNGER, []
    clock.press(line)
    clock.release(line)
    for _ in range(TURNS):
        line = Line.LEFT_PLUNGER if line is Line.RIGHT_PLUNGER else Line.RIGHT_PLUNGER
        clock.pass_time(0.31)
        clock.take_count()
        clock.press(line)
        counts.append(sum(clock.take_count().values()))
        clock.release(line)
    return sum(counts) / len(counts)


def _second(clock: _Clock) -> float:
    """Return the average bytes per second on the running side's wire."""
    clock.take_count()
    clock.pass_time(SECONDS)
    return max(clock.take_count().values()) / SECONDS


def _device(wire: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        device = luma.oled.device.ssd1306(wire)
    device.persist = True
    return device


def _whole() -> int:
    """Return the bytes of a frame sent by luma."""
    wire = Wire()
    device = _device(wire)
    wire.take_count()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        device.display(Image.new("1", (128, 64)))
    return wire.take_count()


def _cpu_us() -> tuple[float, float]:
    """Return the CPU time for a frame by our painter in its thread, and by luma's `display`."""
    state, _ = step(begin(setup()), Start(0))
    faces = [view(state, LEFT, index * SECOND_NS) for index in range(FRAMES)]
    frames = [draw(face, (128, 64)) for face in faces]
    wire = Wire()
    screen = screen_over(DEFAULT.screens[ScreenName.LEFT], lambda: wire)
    device = _device(wire)

    def ours() -> None:
        for image in frames:
            screen.show(Frame(image, ""))
            assert screen.flush(DRAWN_S_MAX)

    def lumas() -> None:
        for image in frames:
            device.display(image)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        best = _best_us(ours), _best_us(lumas)
    screen.close()
    return best


def _best_us(work: Callable[[], None]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        before = time.process_time()
        work()
        best = min(best, time.process_time() - before)
    return best / FRAMES * 1e6
