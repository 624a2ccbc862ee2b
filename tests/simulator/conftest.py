"""A twin without rules behind it: edges are collected, frames and lamps are set by the test."""

import threading
from collections.abc import Iterator

import pytest

from clock.simulator.body import Twin
from clock.simulator.server import TwinServer
from hal.ports import Edge, Line

WAIT_S = 10.0
"""How long an edge is waited for before a test fails."""


class Edges:
    """The edges that have come, and a bounded wait for more."""

    def __init__(self) -> None:
        self._edges: list[Edge] = []
        self._more = threading.Condition()

    def put(self, edge: Edge) -> None:
        with self._more:
            self._edges.append(edge)
            self._more.notify_all()

    def first(self, count: int) -> list[Edge]:
        """The first `count` edges."""
        with self._more:
            arrived = self._more.wait_for(lambda: len(self._edges) >= count, WAIT_S)
            assert arrived, f"expected {count} edges, got {self._edges}"
            return self._edges[:count]

    def moves(self, count: int) -> list[tuple[Line, bool]]:
        """The first `count` edges without their stamps."""
        return [(edge.line, edge.pressed) for edge in self.first(count)]

    def presses(self, count: int) -> list[Line]:
        """The lines of the first `count` edges down."""
        with self._more:
            arrived = self._more.wait_for(lambda: len(self._down()) >= count, WAIT_S)
            assert arrived, f"expected {count} presses, got {self._edges}"
            return self._down()[:count]

    def _down(self) -> list[Line]:
        return [edge.line for edge in self._edges if edge.pressed]


@pytest.fixture
def twin() -> Iterator[Twin]:
    twin = Twin()
    yield twin
    twin.close()


@pytest.fixture
def edges(twin: Twin) -> Edges:
    edges = Edges()
    twin.body.inputs.listen(edges.put)
    return edges


@pytest.fixture
def server(twin: Twin) -> Iterator[TwinServer]:
    with TwinServer(twin, port=0) as server:
        yield server
