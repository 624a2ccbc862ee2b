"""Measure the station on mock pins in real time: its latency, its cost, its exactness."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from threading import Event, Thread
from typing import Any

from benchmarks.bodies import Bench, setup
from benchmarks.figures import Figure, percentile
from clock.game.replay import played
from clock.rules.outputs import TurnPassed
from clock.station.loop import Station
from hal.pin_inputs import ns_of_ticks
from hal.ports import Line

PRESSES = 200
DOWN_S, UP_S = 0.03, 0.03
IDLE_S = 10.0


def figures() -> list[Figure]:
    """Return the latency, the share of a core at rest, and the error of the charged time."""
    waits_ms = latency_ms(Bench())
    return [
        Figure("edge to both faces drawn, p50", percentile(waits_ms, 50), "ms"),
        Figure("edge to both faces drawn, p99", percentile(waits_ms, 99), "ms", at_most=5),
        Figure(
            "running station, untouched: share of a core", running_share(Bench()) * 100, "%",
            at_most=2,
        ),
        _exactness(),
    ]  # fmt: skip


@contextmanager
def _running(bench: Bench) -> Iterator[Station]:
    station = Station(bench.body, setup())
    stop = Event()
    thread = Thread(target=station.run, args=(stop.is_set,))
    thread.start()
    try:
        yield station
    finally:
        stop.set()
        thread.join()
        bench.close()


@contextmanager
def _busy_cores() -> Iterator[None]:
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _tap(pin: Any) -> int:
    """Press and release a plunger; return the pin's own stamp of the press."""
    pin.drive_low()
    stamp_ns = ns_of_ticks(pin._last_change)
    time.sleep(DOWN_S)
    pin.drive_high()
    time.sleep(UP_S)
    return stamp_ns


def _seats(count: int) -> Iterator[Line]:
    """Yield the plungers in the order of a game: the right press starts the left clock."""
    for index in range(count):
        yield Line.RIGHT_PLUNGER if index % 2 == 0 else Line.LEFT_PLUNGER


def latency_ms(bench: Bench) -> list[float]:
    """Return the times from the edges of presses until both faces were drawn."""
    with _running(bench):
        time.sleep(DOWN_S)
        stamps_ns = [_tap(bench.pin(line)) for line in _seats(PRESSES)]
    return [(_both_drawn_ns(bench, stamp_ns) - stamp_ns) / 1e6 for stamp_ns in stamps_ns]


def _both_drawn_ns(bench: Bench, stamp_ns: int) -> int:
    """Return when both displays were drawn after an edge; a press without drawings is an error."""
    # A new second drawn during the 2.5 ms of the debounce would be taken for the press: it happens
    # once in some hundred presses.
    return max(
        next(drawn_ns for drawn_ns in drawings if drawn_ns > stamp_ns)
        for drawings in bench.drawn_ns.values()
    )


def running_share(bench: Bench) -> float:
    """Return the share of a core that a running clock takes while nobody touches it."""
    with _running(bench):
        _tap(bench.pin(Line.RIGHT_PLUNGER))
        began, worked = time.monotonic(), time.process_time()
        time.sleep(IDLE_S)
        return (time.process_time() - worked) / (time.monotonic() - began)


def _exactness() -> Figure:
    """Return the largest difference between the charged time and the edges' stamps."""
    bench = Bench()
    with _busy_cores(), _running(bench) as station:
        stamps_ns = [_tap(bench.pin(line)) for line in _seats(PRESSES)]
        time.sleep(DOWN_S)
        inputs = station.timeline.all_inputs()
    spent_ns = [
        output.spent_ns
        for _, _, outputs in played(setup(), inputs)
        for output in outputs
        if isinstance(output, TurnPassed)
    ]
    between_ns = [after - before for before, after in pairwise(stamps_ns)]
    pairs = zip(spent_ns, between_ns, strict=True)
    worst_us = max(abs(spent - between) for spent, between in pairs) / 1e3
    return Figure("error of charged time, busy cores", worst_us, "µs", 0)
