"""Inputs of two kinds as one, such as pins and keys: a line is pressed by either."""

import threading
from collections.abc import Callable
from functools import partial

from hal.message import Message
from hal.ports import Edge, Inputs, Line


class JoinedInputs:
    """The `Inputs` port on two others, which may have lines in common."""

    def __init__(self, first: Inputs, second: Inputs) -> None:
        self._parts = (first, second)
        self._down: set[tuple[Line, int]] = set()
        self._lock = threading.Lock()  # each part has a thread of its own

    def listen(self, sink: Callable[[Edge], None]) -> None:
        common = self._parts[0].lines & self._parts[1].lines

        def join(number: int, edge: Edge) -> None:
            if edge.line not in common:
                sink(edge)
                return
            with self._lock:
                change = self._down.add if edge.pressed else self._down.discard
                change((edge.line, number))
                if (edge.line, 1 - number) not in self._down:
                    sink(edge)

        for number, part in enumerate(self._parts):
            part.listen(partial(join, number))

    def pressed(self, line: Line) -> bool:
        return any(part.pressed(line) for part in self._of(line))

    def _of(self, line: Line) -> list[Inputs]:
        found = [part for part in self._parts if line in part.lines]
        if not found:
            raise KeyError(line)
        return found

    @property
    def lines(self) -> frozenset[Line]:
        return self._parts[0].lines | self._parts[1].lines

    @property
    def alive(self) -> bool:
        return all(part.alive for part in self._parts)

    @property
    def fault(self) -> Message | None:
        return self._parts[0].fault or self._parts[1].fault

    def drain(self) -> None:
        for part in self._parts:
            part.drain()

    def close(self) -> None:
        for part in self._parts:
            part.close()
