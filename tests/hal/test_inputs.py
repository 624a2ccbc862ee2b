"""Plungers and buttons: one contract for every adapter, and each library's own ways to fail.

Of the real libraries only the compiled part is replaced.
"""

import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest

from hal.debounce import Change, Debounce
from hal.inputs import UNHEARD_NS
from hal.polling import GAP_NS_MAX, POLL_NS, run_every
from hal.ports import LOSS_SHOWN_NS, Edge, Line
from hal.wiring import DEFAULT
from tests.hal.boundary import (
    Collector,
    Make,
    OnFake,
    OnGpiod,
    OnLgpio,
    OnMock,
    OnRpiGpio,
    Rig,
    fault,
    until,
)
from tests.hal.conftest import POLLED
from tests.hal.rigs import WAIT_S

MS = 1_000_000
PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]


class TestContract:
    def test_an_edge_carries_line_level_and_stamp(self, rig: Rig) -> None:
        assert rig.inputs.alive
        assert rig.inputs.lines == set(DEFAULT.lines)
        rig.inputs.listen(sink := Collector())
        if isinstance(rig, OnMock):  # gpiozero refers to the callback weakly
            gc.collect()
        for number, at_ns in enumerate((1_000_000_007, 1_020_000_123), start=1):
            rig.time.move_to(at_ns)
            rig.drive(PLUNGER, number == 1)
            assert rig.inputs.pressed(PLUNGER) is (number == 1)
            sink.wait_for(number)
        edges = sink.edges
        assert edges == [Edge(PLUNGER, True, 1_000_000_007), Edge(PLUNGER, False, 1_020_000_123)]
        assert all(type(edge.at_ns) is int and type(edge.pressed) is bool for edge in edges)
        assert (rig.inputs.alive, rig.inputs.fault) == (True, None)

    def test_a_line_that_is_not_wired_is_a_key_error(self, rig: Rig) -> None:
        with pytest.raises(KeyError):
            rig.inputs.pressed(Line.LEFT_STONE_LH)

    @pytest.mark.parametrize("kind", [OnMock, OnFake])
    def test_a_lost_edge_puts_the_line_in_doubt_once(self, make: Make, kind: Make) -> None:
        rig = make(kind)
        rig.inputs.listen(lambda _: None)
        rig.drive(PLUNGER, True)
        assert rig.inputs.take_doubtful() == frozenset()
        rig.lose(PLUNGER, False)
        assert rig.inputs.take_doubtful() == {PLUNGER}
        assert rig.inputs.take_doubtful() == frozenset()
        assert rig.inputs.pressed(PLUNGER) is False

    def test_it_has_one_listener_and_closed_twice_it_brings_nothing(self, rig: Rig) -> None:
        rig.inputs.listen(sink := Collector())
        with pytest.raises(RuntimeError, match="called already"):
            rig.inputs.listen(sink)
        rig.inputs.close()
        rig.drive(PLUNGER, True)
        assert rig.inputs.take_doubtful() == frozenset()
        rig.inputs.close()
        assert sink.edges == []


class TestKernelStamps:
    """On lgpio and gpiod, however late the edges arrive."""

    @pytest.fixture(params=[OnLgpio, OnGpiod], ids=["lgpio", "gpiod"])
    def rig(self, request: pytest.FixtureRequest, make: Make) -> Any:
        return make(request.param)

    def test_lost_edges_are_a_fault_and_the_level_is_read_again(self, rig: Any) -> None:
        rig.inputs.listen(sink := Collector())
        debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
        rig.c.hold()
        queue = 16 if isinstance(rig, OnLgpio) else 1024
        for number in range(2 * queue + 1):
            rig.time.advance(MS)
            rig.edge(PIN, number % 2, rig.time.now_ns())
        rig.time.advance(10 * MS)
        rig.c.fetch()
        edges = sink.wait_for(queue)
        assert len(edges) == queue
        assert rig.inputs.take_doubtful() == {PLUNGER}
        assert fault(rig) == (
            "left_plunger: so many edges at once that some were lost; look at its contact"
        )
        changes = [debounce.edge(edge) for edge in edges]
        debounce.doubt([PLUNGER], rig.time.now_ns())
        for _ in range(3):
            rig.time.advance(20 * MS)
            changes += debounce.settle(rig.time.now_ns)
        assert [change.pressed for change in changes if change] == [True]
        rig.time.advance(LOSS_SHOWN_NS)
        assert rig.inputs.fault is None

    def test_many_edges_that_were_fetched_in_time_are_no_loss(self, rig: Any) -> None:
        rig.inputs.listen(sink := Collector())
        for number in range(100):
            rig.time.advance(MS)
            rig.edge(PIN, number % 2, rig.time.now_ns())
            sink.wait_for(number + 1)
        assert (rig.inputs.take_doubtful(), rig.inputs.fault) == (frozenset(), None)

    def test_an_unreadable_line_is_as_it_was_and_a_fault_until_it_can_be_read(
        self, rig: Any
    ) -> None:
        rig.inputs.listen(sink := Collector())
        rig.drive(PLUNGER, True)
        sink.wait_for(1)
        rig.c.unreadable = True
        assert rig.inputs.pressed(PLUNGER)
        assert fault(rig).startswith("left_plunger: cannot be read: ")
        assert not rig.inputs.pressed(Line.RIGHT_PLUNGER)
        rig.c.unreadable = False
        assert (rig.inputs.pressed(PLUNGER), rig.inputs.pressed(Line.RIGHT_PLUNGER)) == (
            True,
            False,
        )
        assert (rig.inputs.alive, rig.inputs.fault) == (True, None)

    def test_a_flooded_line_is_thinned_out_and_takes_nothing_from_another(self, rig: Any) -> None:
        idle = DEFAULT.lines[Line.MINUS]
        rig.inputs.listen(sink := Collector())
        debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
        changes: list[Change | None] = []
        presses, taken = [], 0
        for number in range(10_000):
            rig.time.advance(100_000)
            rig.edge(idle, number % 2, rig.time.now_ns())
            if number % 1000 in (300, 700):
                rig.edge(PIN, int(number % 1000 == 700), rig.time.now_ns())
                presses += [rig.time.now_ns()] if number % 1000 == 300 else []
            if number % 100 == 99:  # the threads keep up, ten milliseconds behind
                until(lambda: not rig.c.waits())
                edges = sink.edges[:]
                changes += [debounce.edge(edge) for edge in edges[taken:]]
                taken = len(edges)
                changes += debounce.settle(rig.time.now_ns)
        assert 2_000 <= sum(edge.line is Line.MINUS for edge in sink.edges) <= 2_300
        pressed = [change for change in changes if change and change.pressed]
        assert [(change.line, change.at_ns) for change in pressed] == [
            (PLUNGER, at_ns) for at_ns in presses
        ]
        assert rig.inputs.take_doubtful() == {Line.MINUS}
        assert fault(rig).startswith("minus: so many edges")


def end_lgpios_thread(rig: Any) -> None:
    """An exception in any callback of the process ends lgpio's one thread."""
    lgpio: Any = sys.modules["lgpio"]
    lgpio.gpio_claim_alert(0, 12, lgpio.BOTH_EDGES)
    lgpio.callback(0, 12, lgpio.BOTH_EDGES, lambda *_: 1 / 0)
    rig.edge(12, 0, rig.time.now_ns())
    lgpio._notify_thread.join(WAIT_S)


def break_a_line(rig: Any) -> None:
    rig.c.broken = {PIN}
    rig.drive(PLUNGER, True)


def end_unseen(rig: Any) -> None:
    """Nothing reports it but the level, which no edge has brought for too long."""
    for number in range(10):  # a level that an edge reports soon is no end
        rig.c.levels[PIN] = number % 2
        assert rig.inputs.alive
        rig.time.advance(UNHEARD_NS)
        rig.edge(PIN, number % 2, 0)
    rig.c.callbacks.clear()
    rig.drive(PLUNGER, True)
    assert rig.inputs.alive
    rig.time.advance(UNHEARD_NS)
    assert rig.inputs.alive
    rig.time.advance(1)


def fail(*_: object) -> None:
    raise OSError(12, "Cannot allocate memory")


ENDED = "what brings the edges has ended: plungers are not heard any more"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("kind", "end", "fault_text"),
    [
        (OnFake, lambda rig: rig.inputs.end(), ENDED),
        (OnLgpio, end_lgpios_thread, ENDED),
        (OnRpiGpio, end_unseen, ENDED),
        (OnGpiod, break_a_line, "edges cannot be read: [Errno 5] Input/output error"),
        (POLLED, break_a_line, "edges cannot be read: [Errno 5] Input/output error"),
    ],
    ids=["fake", "lgpio", "RPi.GPIO", "gpiod", "polled"],
)
def test_the_end_of_what_brings_the_edges_is_final_and_a_fault(
    make: Make, kind: Make, end: Callable[[Any], None], fault_text: str
) -> None:
    rig = make(kind)
    rig.inputs.listen(sink := Collector())
    assert (rig.inputs.alive, rig.inputs.fault) == (True, None)
    end(rig)
    until(lambda: not rig.inputs.alive)
    assert fault(rig) == fault_text
    count = len(sink.edges)
    rig.c.broken = set()
    rig.drive(PLUNGER, False)
    assert (rig.inputs.alive, len(sink.edges)) == (False, count)
    rig.inputs.close()


def test_lines_that_cannot_be_waited_for_end_the_edges(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = make(OnGpiod)
    monkeypatch.setattr("hal.gpiod_lines.select", fail)
    rig.inputs.listen(Collector())
    until(lambda: not rig.inputs.alive)
    assert fault(rig) == "edges cannot be read: [Errno 12] Cannot allocate memory"


def test_levels_that_are_read_are_not_taken_for_unheard_ones(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = make(POLLED)
    monkeypatch.setattr(rig.inputs, "_run", lambda: None)
    rig.inputs.listen(lambda _: None)
    rig.edge(PIN, 0, 0)
    assert rig.inputs.alive
    rig.time.advance(UNHEARD_NS + 1)
    assert rig.inputs.alive


class TestPolling:
    @pytest.fixture
    def rig(self, make: Make, monkeypatch: pytest.MonkeyPatch) -> Any:
        rig = make(POLLED)
        monkeypatch.setattr(rig.inputs, "_run", lambda: None)
        return rig

    def test_a_level_that_changed_is_an_edge_stamped_before_its_reading(
        self, rig: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rig.inputs.listen(sink := Collector())
        gpio = sys.modules["RPi.GPIO"]
        read = gpio.input
        monkeypatch.setattr(gpio, "input", lambda pin: (rig.time.advance(MS), read(pin))[1])
        rig.inputs.poll()
        rig.edge(PIN, 0, 0)
        at_ns = rig.time.now_ns()
        rig.inputs.poll()
        rig.inputs.poll()
        assert sink.edges == [Edge(PLUNGER, True, at_ns)]

    def test_readings_that_are_too_far_apart_are_a_fault_for_a_while(self, rig: Any) -> None:
        for gap_ns in (0, GAP_NS_MAX):
            rig.time.advance(gap_ns)
            rig.inputs.poll()
            assert rig.inputs.fault is None
        rig.time.advance(GAP_NS_MAX + 1)
        rig.inputs.poll()
        rig.inputs.poll()
        rig.time.advance(LOSS_SHOWN_NS - 1)
        assert fault(rig) == (
            "levels were read too seldom: a press may be dated late, a short one lost"
        )
        rig.time.advance(1)
        assert rig.inputs.fault is None

    @pytest.mark.parametrize(
        ("oversleep_ns", "held_ns", "acts_ns"),
        [
            (90_000, 0, [0, 1_090_000, 2_090_000, 3_090_000, 4_090_000, 5_090_000]),
            (0, 10_300_000, [0, MS, 2 * MS, 12_300_000, 13 * MS, 14 * MS]),
        ],
        ids=["each wait takes too long", "missed turns are left out"],
    )
    def test_the_period_holds(self, oversleep_ns: int, held_ns: int, acts_ns: list[int]) -> None:
        now_ns, acts = 0, list[int]()

        def act() -> None:
            nonlocal now_ns
            acts.append(now_ns)
            now_ns += held_ns if len(acts) == 3 and held_ns else 20_000

        def wait(seconds: float) -> bool:
            nonlocal now_ns
            now_ns += round(seconds * 1e9) + oversleep_ns
            return len(acts) == len(acts_ns)

        run_every(POLL_NS, act, lambda: now_ns, wait)
        assert acts == acts_ns
