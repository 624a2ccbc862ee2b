"""Plungers and buttons: one contract for every adapter, and each library's own ways to fail."""

import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest

from hal.debounce import Change, Debounce
from hal.factories import PinError, describe_factory
from hal.polling import GAP_NS_MAX, POLL_NS, run_every
from hal.ports import LOSS_SHOWN_NS, Edge, Line
from hal.wiring import DEFAULT, PinsWiring
from tests.conftest import WAIT_S
from tests.hal.boundary import (
    Collector,
    Make,
    OnFake,
    OnGpiod,
    OnKeys,
    OnLgpio,
    OnPolled,
    OnPolledByHand,
    OnTouch,
    Rig,
    fail,
    fault,
)
from tests.hal.firmware import SEQUENCES, changes_of
from tests.hal.rigs import until

MS = 1_000_000
PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]


class TestContract:
    @pytest.fixture(params=[OnLgpio, OnPolled, OnGpiod, OnKeys, OnTouch, OnFake])
    def rig(self, request: pytest.FixtureRequest, make: Make) -> Any:
        return make(request.param)

    def test_an_edge_carries_line_level_and_stamp(self, rig: Rig) -> None:
        assert rig.inputs.lines == set(DEFAULT.lines)
        rig.inputs.listen(sink := Collector())
        gc.collect()  # gpiozero refers to the callback weakly
        for number, at_ns in enumerate((1_000_000_007, 1_020_000_123), start=1):
            rig.time.move_to(at_ns)
            rig.drive(PLUNGER, number == 1)
            assert rig.inputs.pressed(PLUNGER) is (number == 1)
            sink.wait_for(number)
        edges = sink.edges
        first_ns, last_ns = rig.stamp(1_000_000_007), rig.stamp(1_020_000_123)
        assert edges == [Edge(PLUNGER, True, first_ns), Edge(PLUNGER, False, last_ns)]
        assert all(type(edge.at_ns) is int and type(edge.pressed) is bool for edge in edges)
        assert (rig.inputs.alive, rig.inputs.fault) == (True, None)
        with pytest.raises(KeyError):  # not wired
            rig.inputs.pressed(Line.LEFT_STONE_LH)

    def test_closed_twice_it_brings_nothing(self, rig: Rig) -> None:
        rig.inputs.listen(sink := Collector())
        rig.inputs.close()
        rig.drive(PLUNGER, True)
        rig.inputs.close()
        assert sink.edges == []

    @pytest.mark.parametrize("name", SEQUENCES)
    def test_what_contacts_and_firmware_make_of_presses_is_understood(
        self, rig: Rig, name: str
    ) -> None:
        sequence = SEQUENCES[name]
        assert changes_of(rig, sequence.reports) == list(sequence.changes)


REMAIN = {OnLgpio: (16, 16), OnGpiod: (1024, 1024), OnKeys: (32, 0), OnTouch: (32, 0)}
"""How many edges the kernel's queue has room for, and of more how many are delivered: an input
device's queue is emptied when it is full, and then its levels are read."""


class TestKernelStamps:
    """On lgpio, gpiod, keys and touch, however late the edges arrive."""

    @pytest.fixture(params=REMAIN)
    def rig(self, request: pytest.FixtureRequest, make: Make) -> Any:
        return make(request.param)

    def test_lost_edges_are_a_fault_for_a_while_and_the_level_is_read_after_the_next(
        self, rig: Any
    ) -> None:
        rig.inputs.listen(sink := Collector())
        for number in range(99):  # those that are fetched in time are no loss
            rig.time.advance(MS)
            rig.edge(PIN, number % 2, rig.time.now_ns())
            sink.wait_for(number + 1)
        assert rig.inputs.fault is None
        debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
        rig.c.hold()
        queue, remain = REMAIN[type(rig)]
        for number in range(2 * queue + 2):
            rig.time.advance(MS)
            rig.edge(PIN, 1 - number % 2, rig.time.now_ns())
        last_ns = rig.time.now_ns()
        rig.time.advance(10 * MS)
        rig.c.fetch()
        edges = sink.wait_for(99 + remain)[99:]
        stamps = range(last_ns - (remain - 1) * MS, last_ns + 1, MS)
        assert [edge.at_ns for edge in edges] == list(stamps)
        until(lambda: rig.inputs.fault is not None)
        assert fault(rig) == (
            "left_plunger: so many edges at once that some were lost; check its contact"
        )
        changes = [debounce.add_edge(edge) for edge in edges]
        for _ in range(3):
            rig.time.advance(20 * MS)
            changes += debounce.settle(rig.time.now_ns)
        assert debounce.pressed(PLUNGER)
        assert [change for change in changes if change] == []  # it was down before
        rig.time.advance(LOSS_SHOWN_NS)
        assert rig.inputs.fault is None

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
                changes += [debounce.add_edge(edge) for edge in edges[taken:]]
                taken = len(edges)
                changes += debounce.settle(rig.time.now_ns)
        assert 2_000 <= sum(edge.line is Line.MINUS for edge in sink.edges) <= 2_300
        pressed = [change for change in changes if change and change.pressed]
        assert [(each.line, each.at_ns) for each in pressed] == [
            (PLUNGER, at_ns) for at_ns in presses
        ]
        assert fault(rig).startswith("minus: so many edges")


@pytest.mark.parametrize("kind", [OnLgpio, OnGpiod])
def test_an_unreadable_line_is_as_it_was_and_a_fault_until_it_can_be_read(
    make: Make, kind: Make
) -> None:
    rig = make(kind)
    rig.inputs.listen(sink := Collector())
    rig.drive(PLUNGER, True)
    sink.wait_for(1)
    for rig.c.unreadable in (True, False):
        assert rig.inputs.pressed(PLUNGER)
        assert fault(rig).startswith("left_plunger: cannot be read: ") is rig.c.unreadable
        assert not rig.inputs.pressed(Line.RIGHT_PLUNGER)
    assert (rig.inputs.alive, rig.inputs.fault) == (True, None)


def kill_reader(rig: Any) -> None:
    """End libgpiod's thread as no exception of a library would."""
    rig.c.requests[PIN].read_edge_events = sys.exit
    rig.drive(PLUNGER, True)


def break_a_line(rig: Any) -> None:
    rig.c.broken = {PIN}
    rig.drive(PLUNGER, True)


def break_waiting(rig: Any) -> None:
    rig.monkeypatch.setattr("hal.lines.select", fail)
    rig.drive(PLUNGER, True)


ENDED = "the thread that delivers edges has ended: presses are no longer received"
UNREADABLE = "edges cannot be read: [Errno 5] Input/output error"
NO_MEMORY = "edges cannot be read: [Errno 12] Cannot allocate memory"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("kind", "end", "fault_text"),
    [
        (OnFake, lambda rig: rig.inputs.end(), ENDED),
        # An exception in any callback of the process ends lgpio's thread.
        (OnLgpio, lambda rig: setattr(rig.c, "alive", False), ENDED),
        (OnGpiod, break_a_line, UNREADABLE),
        (OnGpiod, break_waiting, NO_MEMORY),
        (OnGpiod, kill_reader, ENDED),
        (OnPolled, lambda rig: setattr(rig.factory.pin(PIN), "_get_state", fail), NO_MEMORY),
        (OnPolled, lambda rig: setattr(rig.factory.pin(PIN), "_get_state", sys.exit), ENDED),
    ],
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
    rig.drive(Line.STOP, True)
    assert (rig.inputs.alive, len(sink.edges)) == (False, count)


@pytest.mark.parametrize("kind", [OnFake, OnLgpio, OnGpiod, OnPolledByHand])
def test_edges_that_wait_when_what_brings_them_has_ended_can_still_be_had(
    make: Make, kind: Make
) -> None:
    """By their stamps where the kernel has them, else by the levels."""
    rig = make(kind)
    expected = [Edge(PLUNGER, True, rig.time.now_ns())]
    if kind is not OnFake:
        rig.inputs._start = lambda: None
    rig.inputs.listen(sink := Collector())
    if kind is OnFake:
        rig.inputs.end(*expected)
    else:
        rig.drive(PLUNGER, True)
    if kind is OnGpiod:
        rig.c.broken = {DEFAULT.lines[Line.STOP]}
        rig.drive(Line.STOP, True)
        rig.time.advance(MS)
        expected.append(Edge(Line.STOP, True, rig.time.now_ns()))
    assert sink.edges == []
    rig.inputs.drain()
    assert sink.edges == expected


class TestPolling:
    @pytest.fixture
    def rig(self, make: Make) -> Any:
        return make(OnPolledByHand)

    def test_a_level_that_changed_is_an_edge_stamped_before_its_reading(
        self, rig: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rig.inputs.listen(sink := Collector())
        pin = rig.factory.pin(PIN)
        read = pin._get_state
        monkeypatch.setattr(pin, "_get_state", lambda: (rig.time.advance(MS), read())[1])
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
            "levels were read too rarely: a press may be timestamped late, and a short one may "
            "be lost"
        )
        rig.time.advance(1)
        assert rig.inputs.fault is None
        rig.time.advance(GAP_NS_MAX + 1)
        rig.inputs.poll()
        rig.inputs.listen(Collector())  # by hand its thread ends at once
        rig.inputs._thread.join(WAIT_S)
        assert fault(rig) == ENDED

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


KERNEL, READ = "by the kernel, at the edge", "when the level is read, about 1 ms after"


@pytest.mark.parametrize(
    ("factory", "version", "edges", "stamps"),
    [
        ("LGPIO", "2.5.0", "gpiod", KERNEL),
        ("LGPIO", "10.0", "gpiod", KERNEL),
        ("LGPIO", "1.5.4", "factory", KERNEL),
        ("LGPIO", None, "factory", KERNEL),
        ("RPiGPIO", "2", "poll", READ),
        ("Mock", "2", "factory", "when the callback runs"),
    ],
)
def test_how_the_pins_are_had_is_reported(
    monkeypatch: pytest.MonkeyPatch, factory: str, version: str | None, edges: str, stamps: str
) -> None:
    monkeypatch.setattr("hal.factories.version_of", lambda _: version)
    opened = type(f"{factory}Factory", (), {"chip": 4})()
    used, stamped = map(str, describe_factory(PinsWiring(), opened))
    library = {"RPiGPIO": "RPi.GPIO", "Mock": "gpiozero"}.get(factory, "lgpio")
    also = f", gpiod {version}" if edges == "gpiod" else ""
    assert used == f"{factory.lower()} on /dev/gpiochip4 ({library} {version or '?'}{also})"
    assert stamped.startswith(f"edges by {edges}, stamped {stamps}")


def test_a_factory_that_cannot_watch_edges_is_refused(make: Make) -> None:
    rig = make(OnLgpio)
    rig.c.factory.pin(PIN)._enable_event_detect = fail
    with pytest.raises(PinError, match=r'lgpio cannot watch edges \(.*set edges = "poll"'):
        rig.inputs.listen(lambda _: None)
