"""Sequences of levels as contacts and firmware make them, and the changes that they mean."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hal.debounce import Change, Debounce
from hal.ports import Line
from tests.hal.boundary import Collector, Rig

MS = 1_000_000
LEFT, RIGHT = Line.LEFT_PLUNGER, Line.RIGHT_PLUNGER
DOWN, UP = True, False
HELD = None
"""A key that is down is reported again, as a keyboard repeats it."""


class Report(NamedTuple):
    """What is reported at one instant, in ms."""

    at_ms: float
    levels: Mapping[Line, bool | None]


class Sequence(NamedTuple):
    """Reports, and the changes that they mean: when, in ms, of which line, to which level."""

    reports: tuple[Report, ...]
    changes: tuple[tuple[float, Line, bool], ...]


def _of_one(*moves: tuple[float, bool | None]) -> tuple[Report, ...]:
    return tuple(Report(at_ms, {LEFT: level}) for at_ms, level in moves)


PRESSED = ((0, LEFT, DOWN), (100, LEFT, UP))
SEQUENCES: Mapping[str, Sequence] = {
    "a contact chatters as it closes and as it opens": Sequence(
        _of_one(
            *((0, DOWN), (0.4, UP), (0.9, DOWN), (1.7, UP), (1.9, DOWN)),
            *((100, UP), (100.7, DOWN), (101.5, UP)),
        ),
        PRESSED,
    ),
    "a worn key chatters from one poll of its device to the next": Sequence(
        _of_one((0, DOWN), (8, UP), (16, DOWN), (100, UP), (108, DOWN), (116, UP)), PRESSED
    ),
    "a key that is held is repeated": Sequence(
        _of_one((0, DOWN), *((at_ms, HELD) for at_ms in range(250, 900, 33)), (900, UP)),
        ((0, LEFT, DOWN), (900, LEFT, UP)),
    ),
    "a key is typed so fast that its next press comes in the poll after its release": Sequence(
        _of_one((0, DOWN), (40, UP), (80, DOWN), (120, UP)),
        ((0, LEFT, DOWN), (40, LEFT, UP), (80, LEFT, DOWN), (120, LEFT, UP)),
    ),
    "a press is shorter than the lock-out": Sequence(
        _of_one((0, DOWN), (8, UP)), ((0, LEFT, DOWN), (8, LEFT, UP))
    ),
    "both plungers are in one report": Sequence(
        (Report(0, {RIGHT: DOWN, LEFT: DOWN}), Report(100, {LEFT: UP, RIGHT: UP})),
        ((0, LEFT, DOWN), (0, RIGHT, DOWN), (100, LEFT, UP), (100, RIGHT, UP)),
    ),
    "one plunger is released as the other is pressed": Sequence(
        (
            Report(0, {LEFT: DOWN}),
            Report(60, {LEFT: UP, RIGHT: DOWN}),
            Report(120, {RIGHT: UP}),
        ),
        ((0, LEFT, DOWN), (60, LEFT, UP), (60, RIGHT, DOWN), (120, RIGHT, UP)),
    ),
    "keys that are held hide another until one of them is released": Sequence(
        (
            Report(0, {LEFT: DOWN}),
            Report(20, {Line.OK: DOWN}),
            Report(90, {Line.OK: UP, RIGHT: DOWN}),  # pressed before
            Report(150, {LEFT: UP, RIGHT: UP}),
        ),
        (
            *((0, LEFT, DOWN), (20, Line.OK, DOWN), (90, Line.OK, UP), (90, RIGHT, DOWN)),
            *((150, LEFT, UP), (150, RIGHT, UP)),
        ),
    ),
    "three keys that are held make a fourth, for one poll": Sequence(
        (
            Report(0, {LEFT: DOWN, RIGHT: DOWN}),
            Report(50, {Line.OK: DOWN}),
            Report(51, {Line.STOP: DOWN}),
            Report(52, {Line.STOP: UP}),
            Report(100, {LEFT: UP, RIGHT: UP, Line.OK: UP}),
        ),
        (
            *((0, LEFT, DOWN), (0, RIGHT, DOWN), (50, Line.OK, DOWN)),
            *((100, LEFT, UP), (100, Line.OK, UP), (100, RIGHT, UP)),
        ),
    ),
}


def changes_of(rig: Rig, reports: tuple[Report, ...]) -> list[tuple[float, Line, bool]]:
    """Report a sequence; return the changes that the debounce makes of it, by their instants."""
    rig.inputs.listen(sink := Collector())
    debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
    start_ns, taken, made = rig.time.now_ns(), 0, list[Change]()
    for report in (*reports, Report(reports[-1].at_ms + 700, {})):
        for now_ns in _until(rig.time.now_ns(), start_ns + round(report.at_ms * MS)):
            rig.time.move_to(now_ns)
            made += debounce.settle(rig.time.now_ns)
        count = rig.report(report.levels)
        for edge in sink.wait_for(taken + count)[taken:]:
            made += filter(None, [debounce.add_edge(edge)])
        taken += count
    assert len(sink.edges) == taken
    return [((each.at_ns - start_ns) / MS, each.line, each.pressed) for each in made]


def _until(now_ns: int, end_ns: int) -> Iterator[int]:
    """Yield the instants at which the clock looks, and the last."""
    yield from range(now_ns + MS, end_ns, MS)
    yield end_ns
