"""A simulated body without a station behind it: edges are collected, the test sets the rest."""

from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from hal.ports import Edge, Line
from tests.conftest import WAIT_S


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
