"""Contacts that bounce, through the real libraries and the debounce to presses."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hal.debounce import EDGE_LATENCY_NS_MAX, Change, Debounce
from hal.ports import Line
from hal.wiring import DEFAULT
from tests.hal.boundary import Collector, Make, OnGpiod, OnLgpio, OnRpiGpio

MS = 1_000_000
PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]


TRACES = json.loads((Path(__file__).parent / "bounces.json").read_text(encoding="utf-8"))["traces"]


class TestBounces:
    """Traces of contacts, edge by edge in ns, through the real libraries to the right presses."""

    def presses(self, rig: Any, turns_ns: list[int], late_ns: int = 0) -> list[int]:
        """Turn the plunger's line over at each instant, its edge delivered late; the presses."""
        start_ns, sink, taken = rig.time.now_ns(), Collector(), 0
        rig.inputs.listen(sink)
        debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
        changes: list[Change | None] = []
        turns = [(start_ns + at_ns, "turn", index) for index, at_ns in enumerate(turns_ns)]
        arrivals = [(at_ns + late_ns, "arrive", index) for at_ns, _, index in turns]
        over = (arrivals[-1][0] + EDGE_LATENCY_NS_MAX, "end", 0)
        for at_ns, what, index in sorted([*turns, *arrivals, over], key=lambda each: each[0]):
            while debounce.due_ns is not None and debounce.due_ns <= at_ns:
                rig.time.move_to(max(rig.time.now_ns(), debounce.due_ns))
                changes += debounce.settle(rig.time.now_ns)
            rig.time.move_to(at_ns)
            if what == "turn":
                rig.c.levels[PIN] = index % 2
            if what != "arrive":
                continue
            level = rig.c.levels[PIN]
            rig.edge(PIN, index % 2, start_ns + turns_ns[index])
            rig.c.levels[PIN] = level  # which may have turned again since
            taken += 1
            changes.append(debounce.edge(sink.wait_for(taken)[-1]))
        return [change.at_ns - start_ns for change in changes if change and change.pressed]

    @pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["name"])
    @pytest.mark.parametrize(
        ("kind", "late_ms"), [(OnRpiGpio, 0), *product((OnLgpio, OnGpiod), (0, 1, 12, 127))]
    )
    def test_a_trace_replays_to_its_presses_at_their_first_edges_however_late_delivered(
        self, make: Make, kind: Make, late_ms: int, trace: dict[str, Any]
    ) -> None:
        rig = make(kind)
        assert self.presses(rig, trace["turns_ns"], late_ms * MS) == trace["presses"]
        assert late_ms or rig.inputs.fault is None
