"""A simulated body without a station behind it, whose edges are collected; and whole clocks."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import pytest

from clock.rules.seats import LEFT
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import Edge, Line
from tests.conftest import WAIT_S
from tests.simulator.clock_page import ClockPage, opened
from tests.simulator.sims import simulating

if TYPE_CHECKING:
    from tests.conftest import NewPage

StartClock = Callable[..., ClockPage]
"""Starts a clock with these options of `clapper sim`; returns its page in a window of these."""


class Edges:
    """The edges of a body, and a bounded wait for more."""

    def __init__(self) -> None:
        self.arriving: SimpleQueue[Edge] = SimpleQueue()
        self._edges: list[Edge] = []

    def first(self, count: int) -> list[Edge]:
        while len(self._edges) < count:
            self._edges.append(self.arriving.get(timeout=WAIT_S))
        return self._edges[:count]

    def moves(self, count: int) -> list[tuple[Line, bool]]:
        return [(edge.line, edge.pressed) for edge in self.first(count)]

    def presses(self, count: int) -> list[Line]:
        while sum(edge.pressed for edge in self._edges) < count:
            self.first(len(self._edges) + 1)
        return [edge.line for edge in self._edges if edge.pressed][:count]


@pytest.fixture
def simulated() -> Iterator[SimulatedBody]:
    simulated = SimulatedBody()
    yield simulated
    simulated.close()


@pytest.fixture
def edges(simulated: SimulatedBody) -> Edges:
    edges = Edges()
    simulated.body.inputs.listen(edges.arriving.put)
    return edges


@pytest.fixture
def server(simulated: SimulatedBody) -> Iterator[PageServer]:
    with PageServer(simulated) as server:
        yield server


@pytest.fixture
def start_clock(new_page: "NewPage") -> Iterator[StartClock]:
    with ExitStack() as sims:

        def start(*options: str, **window: Any) -> ClockPage:
            sim = sims.enter_context(simulating(*options))
            clock = ClockPage(opened(new_page, sim.url, **window))
            clock.face(LEFT, "OK start")
            return clock

        yield start
