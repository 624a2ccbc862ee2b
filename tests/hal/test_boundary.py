"""The adapters on the real libraries, of which only the compiled part is replaced."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from hal.attempts import DEAF_NS
from hal.debounce import EDGE_LATENCY_NS_MAX, Change, Debounce
from hal.factories import report
from hal.gpio import GpioBuzzer, GpioLamp
from hal.inputs import GpioInputs
from hal.ports import LOSS_SHOWN_NS, Edge, Line
from hal.revivals import REVIVALS_MAX, REVIVALS_NS
from hal.wiring import DEFAULT, PinsWiring
from tests.hal.boundary import (
    PI_5B,
    Boundary,
    Collector,
    Make,
    OnGpiod,
    OnLgpio,
    OnRpiGpio,
)
from tests.hal.rigs import WAIT_S

MS = 1_000_000
PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]
OTHER_PIN = DEFAULT.lines[Line.RIGHT_PLUNGER]


def test_an_edge_carries_line_level_and_stamp(rig: Boundary) -> None:
    sink = Collector()
    rig.inputs.listen(sink)
    edges_ns = [1_000_000_007, 1_080_000_123]
    for at_ns, level in zip(edges_ns, (0, 1), strict=True):
        rig.time.move_to(at_ns)
        rig.edge(PIN, level, at_ns)
    assert sink.wait_for(2) == [Edge(PLUNGER, True, edges_ns[0]), Edge(PLUNGER, False, edges_ns[1])]
    assert rig.inputs.fault is None


def test_the_level_is_pressed_while_it_is_low(rig: Boundary) -> None:
    assert not rig.inputs.pressed(PLUNGER)
    rig.edge(PIN, 0, 0)
    assert rig.inputs.pressed(PLUNGER)


def test_a_sink_that_raises_shows_as_a_fault_and_edges_go_on(rig: Boundary) -> None:
    sink, calls = Collector(), []

    def raise_once(edge: Edge) -> None:
        calls.append(edge)
        if len(calls) == 1:
            raise ValueError("the inbox is full")
        sink(edge)

    rig.inputs.listen(raise_once)
    for number, level in enumerate((0, 1), start=1):
        at_ns = rig.time.now_ns() + number
        rig.time.move_to(at_ns)
        rig.edge(PIN, level, at_ns)
    sink.wait_for(1)
    assert rig.inputs.alive
    assert "the inbox is full" in (rig.inputs.fault or "")
    assert PLUNGER in rig.inputs.mend()


@pytest.mark.parametrize(
    ("broken", "alive"), [(PLUNGER, False), (Line.MINUS, True)], ids=["plunger", "button"]
)
def test_a_plunger_that_cannot_be_read_for_long_is_not_alive(
    reading: Any, broken: Line, alive: bool
) -> None:
    pin = DEFAULT.lines[broken]
    reading.inputs.listen(lambda _: None)
    reading.c.broken = {pin}
    reading.edge(pin, 0, 17)
    _fail_again(reading)
    assert (reading.inputs.fault or "").startswith(f"{broken}: ")
    assert "cannot be read" in (reading.inputs.fault or "")
    reading.time.advance(DEAF_NS - 1)
    _fail_again(reading)
    assert reading.inputs.alive
    reading.time.advance(2)
    _fail_again(reading)
    assert reading.inputs.alive is alive
    reading.c.broken = set()
    _until(lambda: bool(reading.inputs.alive))


def test_it_has_one_listener_and_is_alive_before_and_with_it(rig: Boundary) -> None:
    assert rig.inputs.alive
    rig.inputs.listen(lambda _: None)
    assert rig.inputs.alive
    with pytest.raises(RuntimeError, match="called already"):
        rig.inputs.listen(lambda _: None)


def test_closed_it_brings_nothing_mends_nothing_and_is_closed_again(rig: Boundary) -> None:
    sink = Collector()
    rig.inputs.listen(sink)
    rig.inputs.close()
    rig.edge(PIN, 0, rig.time.now_ns())
    assert rig.inputs.mend() == frozenset()
    rig.inputs.close()
    assert sink.edges == []


class TestKernelStamps:
    """On lgpio and gpiod, however late the edges come."""

    @pytest.fixture(params=[OnLgpio, OnGpiod], ids=["lgpio", "gpiod"])
    def rig(self, request: pytest.FixtureRequest, make: Make) -> Any:
        return make(request.param)

    def test_the_stamp_is_the_kernels_to_the_nanosecond(self, rig: Any) -> None:
        sink = Collector()
        rig.inputs.listen(sink)
        rig.time.advance(127 * MS)
        rig.edge(PIN, 0, 1_000_000_001)
        assert sink.wait_for(1) == [Edge(PLUNGER, True, 1_000_000_001)]

    def test_lost_edges_are_told_and_the_level_is_read_again(self, rig: Any) -> None:
        sink = Collector()
        rig.inputs.listen(sink)
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
        assert rig.inputs.mend() == {PLUNGER}
        assert rig.inputs.mend() == frozenset()
        assert rig.inputs.fault == (
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
        sink = Collector()
        rig.inputs.listen(sink)
        for number in range(100):
            rig.time.advance(MS)
            rig.edge(PIN, number % 2, rig.time.now_ns())
            sink.wait_for(number + 1)
        assert rig.inputs.mend() == frozenset()
        assert rig.inputs.fault is None

    def test_a_line_that_cannot_be_read_is_a_fault_until_it_can(self, rig: Any) -> None:
        rig.inputs.listen(lambda _: None)
        rig.c.unreadable = True
        assert not rig.inputs.pressed(PLUNGER)
        assert rig.inputs.fault is not None
        assert rig.inputs.fault.startswith("left_plunger: cannot be read: ")
        rig.c.unreadable = False
        assert not rig.inputs.pressed(PLUNGER)
        assert rig.inputs.fault is None

    @pytest.mark.parametrize("kind", [OnLgpio, OnGpiod], ids=["lgpio", "gpiod"])
    def test_a_line_that_could_be_read_at_the_start_only_is_as_it_was_then(
        self, make: Make, kind: Make
    ) -> None:
        rig = make(kind, down=[PIN])
        rig.c.unreadable = True
        assert rig.inputs.pressed(PLUNGER)
        assert not rig.inputs.pressed(Line.RIGHT_PLUNGER)

    def test_a_line_that_is_flooded_is_thinned_out_and_takes_nothing_from_another(
        self, rig: Any
    ) -> None:
        """10,000 edges a second on a line that is not played on, while plungers are pressed."""
        sink, idle = Collector(), DEFAULT.lines[Line.MINUS]
        rig.inputs.listen(sink)
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
                self.wait_until_fetched(rig)
                edges = sink.edges[:]
                changes += [debounce.edge(edge) for edge in edges[taken:]]
                taken = len(edges)
                changes += debounce.settle(rig.time.now_ns)
        noise = sum(edge.line is Line.MINUS for edge in sink.edges)
        assert 2_000 <= noise <= 2_300
        pressed = [change for change in changes if change and change.pressed]
        assert [(change.line, change.at_ns) for change in pressed] == [
            (PLUNGER, at_ns) for at_ns in presses
        ]
        assert rig.inputs.mend() == {Line.MINUS}
        assert "minus: so many edges" in (rig.inputs.fault or "")

    def wait_until_fetched(self, rig: Any) -> None:
        """An edge on a third line comes after all that were before it."""
        deadline = monotonic() + WAIT_S
        while rig.c.waits():
            assert monotonic() < deadline
            sleep(0.0005)


class TestLgpio:
    @pytest.fixture
    def rig(self, make: Make) -> OnLgpio:
        opened: OnLgpio = make(OnLgpio)
        return opened

    def test_it_tells_what_it_is(self, rig: OnLgpio) -> None:
        told = report(PinsWiring(edges="factory"), rig.factory)
        assert (told.factory, told.chip) == ("lgpio", "/dev/gpiochip0")
        assert told.board == "Raspberry Pi 4B revision 1.5"
        assert told.library.startswith("lgpio 0.")
        assert told.stamps == "by the kernel, at the edge"

    def test_a_pi_5_is_one(self, make: Make) -> None:
        factory = make(OnLgpio, revision=PI_5B).factory
        assert report(PinsWiring(), factory).board.startswith("Raspberry Pi 5B")

    @pytest.mark.parametrize(
        ("version", "edges"), [("2.5.0", "gpiod"), ("1.5.4", "factory"), (None, "factory")]
    )
    def test_edges_come_by_libgpiod_2_if_it_is_there(
        self, rig: OnLgpio, monkeypatch: pytest.MonkeyPatch, version: str | None, edges: str
    ) -> None:
        monkeypatch.setattr("hal.factories._version", lambda _: version)
        assert report(PinsWiring(), rig.factory).edges == edges

    def test_a_lamp_and_a_buzzer_are_driven(self, rig: OnLgpio) -> None:
        lamp = GpioLamp(25, rig.factory)
        lamp.set(True)
        assert rig.c.levels[25] == 1
        lamp.close()
        assert rig.c.levels[25] == 0
        buzzer = GpioBuzzer(18, rig.factory)
        buzzer.beep(880, 3_600_000 * MS)
        assert rig.c.pwm[18] == (880, 50)
        buzzer.close()
        assert rig.c.pwm[18] == (0, 0)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_its_thread_that_died_is_told_started_again_and_loses_no_press(
        self, rig: OnLgpio
    ) -> None:
        sink = Collector()
        rig.inputs.listen(sink)
        debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
        self.kill_thread(rig)
        assert not rig.inputs.alive
        assert rig.inputs.fault == (
            "what brings the edges has ended: plungers are not heard any more"
        )
        pressed_ns = rig.time.now_ns()
        rig.edge(PIN, 0, pressed_ns)  # nobody hears it
        doubtful = rig.inputs.mend()
        assert next(iter(rig.c._pipes.values())) < 0  # the dead one's is closed
        assert doubtful == rig.inputs.lines
        assert rig.inputs.alive
        assert rig.inputs.fault == "plungers were not heard for a moment: check the last press"
        debounce.doubt(doubtful, rig.time.now_ns())
        changes = debounce.settle(rig.time.now_ns)
        rig.time.advance(EDGE_LATENCY_NS_MAX)
        changes += debounce.settle(rig.time.now_ns)
        assert changes == [Change(PLUNGER, True, pressed_ns)]
        rig.time.advance(MS)
        rig.edge(PIN, 1, rig.time.now_ns())
        assert sink.wait_for(1) == [Edge(PLUNGER, False, rig.time.now_ns())]
        rig.time.advance(LOSS_SHOWN_NS)
        assert rig.inputs.fault is None

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_thread_that_cannot_be_started_again_stays_a_fault_and_is_tried_again(
        self, rig: OnLgpio, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rig.inputs.listen(lambda _: None)
        self.kill_thread(rig)
        with monkeypatch.context() as full:
            full.setattr(type(rig.c), "_notify_open", lambda _: rig.c.ERROR)
            assert rig.inputs.mend() == frozenset()
            assert not rig.inputs.alive
        assert rig.inputs.mend() == rig.inputs.lines
        assert rig.inputs.alive

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    @pytest.mark.parametrize("claims", [0, 3], ids=["the first line", "a later one"])
    def test_a_line_that_cannot_be_watched_again_is_a_fault_and_is_tried_again(
        self, rig: OnLgpio, monkeypatch: pytest.MonkeyPatch, claims: int
    ) -> None:
        rig.inputs.listen(sink := Collector())
        self.kill_thread(rig)
        claim, asked = rig.c._gpio_claim_alert, iter(range(claims + 1))

        def fail_once(*arguments: int) -> int:
            return rig.c.ERROR if next(asked, None) == claims else claim(*arguments)

        monkeypatch.setattr(rig.c, "_gpio_claim_alert", fail_once)
        assert rig.inputs.mend() == frozenset()
        assert not rig.inputs.alive
        assert rig.inputs.fault == (
            "what brings the edges has ended: plungers are not heard any more"
        )
        assert rig.inputs.mend() == rig.inputs.lines
        self.assert_all_is_heard(rig, sink)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_dead_thread_that_cannot_be_closed_keeps_no_other_from_its_place(
        self, rig: OnLgpio, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rig.inputs.listen(sink := Collector())
        self.kill_thread(rig)
        dead = sys.modules["lgpio"]._notify_thread
        monkeypatch.setattr(rig.c, "_notify_close", lambda _: rig.c.ERROR)
        assert rig.inputs.mend() == rig.inputs.lines
        assert dead._file.closed
        self.assert_all_is_heard(rig, sink)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_closed_a_thread_that_died_is_no_fault_and_stays_dead(self, rig: OnLgpio) -> None:
        rig.inputs.listen(lambda _: None)
        self.kill_thread(rig)
        rig.inputs.close()
        assert rig.inputs.mend() == frozenset()
        assert rig.inputs.fault is None
        assert not sys.modules["lgpio"]._notify_thread.is_alive()

    def assert_all_is_heard(self, rig: OnLgpio, sink: Collector) -> None:
        """Every line's edges come, once each."""
        assert rig.inputs.alive
        for number, (line, pin) in enumerate(DEFAULT.lines.items(), start=1):
            rig.edge(pin, 0, rig.time.now_ns())
            assert sink.wait_for(number)[-1] == Edge(line, True, rig.time.now_ns())
        assert len(sink.edges) == len(DEFAULT.lines)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_thread_that_dies_again_and_again_is_not_alive_though_it_was_just_started(
        self, rig: OnLgpio
    ) -> None:
        rig.inputs.listen(lambda _: None)
        alive = []
        for _ in range(REVIVALS_MAX + 1):
            self.kill_thread(rig)
            rig.inputs.mend()
            alive.append(rig.inputs.alive)
            rig.time.advance(1_000 * MS)
        assert alive == [True] * (REVIVALS_MAX - 1) + [False] * 2
        assert rig.inputs.fault == (
            "what brings the edges ends again and again: plungers are not heard"
        )
        rig.time.advance(REVIVALS_NS)
        assert rig.inputs.alive
        assert rig.inputs.fault is None

    def kill_thread(self, rig: OnLgpio) -> None:
        """An exception in any callback of the process ends lgpio's one thread."""
        lgpio: Any = sys.modules["lgpio"]

        def fail(*_: Any) -> None:
            raise ValueError("somebody else's callback")

        thread = lgpio._notify_thread
        lgpio.gpio_claim_alert(0, 12, lgpio.BOTH_EDGES)
        lgpio.callback(0, 12, lgpio.BOTH_EDGES, fail)
        rig.edge(12, 0, rig.time.now_ns())
        thread.join(WAIT_S)
        assert not thread.is_alive()

    def test_a_line_that_cannot_be_read_at_the_start_is_a_fault_until_it_can(
        self, rig: OnLgpio
    ) -> None:
        rig.inputs.close()
        rig.c.unreadable = True
        rig.inputs = GpioInputs(DEFAULT.lines, rig.factory, rig.time)
        assert not rig.inputs.pressed(PLUNGER)
        assert "cannot be read" in (rig.inputs.fault or "")
        rig.c.unreadable = False
        for line in rig.inputs.lines:
            rig.inputs.pressed(line)
        assert rig.inputs.fault is None

    def test_an_edge_that_repeats_the_level_puts_the_line_in_doubt(self, rig: OnLgpio) -> None:
        sink = Collector()
        rig.inputs.listen(sink)
        rig.c.edge(PIN, 0, rig.time.now_ns())
        rig.c.edge(PIN, 1, rig.time.now_ns(), said=0)
        sink.wait_for(2)
        rig.c.edge(OTHER_PIN, 0, rig.time.now_ns())
        sink.wait_for(3)
        assert rig.inputs.mend() == {PLUNGER}
        assert rig.inputs.fault is None

    def test_a_kernel_that_stamps_with_the_time_of_day_is_found_out(self, rig: OnLgpio) -> None:
        sink = Collector()
        rig.inputs.listen(sink)
        rig.edge(PIN, 0, 1_760_000_000 * 1_000 * MS)
        assert sink.wait_for(1) == [Edge(PLUNGER, True, rig.time.now_ns())]
        assert rig.inputs.fault == (
            "left_plunger: edges are stamped with another clock: take lgpio"
        )
        rig.time.advance(MS)
        rig.edge(PIN, 1, rig.time.now_ns())
        assert sink.wait_for(2)[-1] == Edge(PLUNGER, False, rig.time.now_ns())
        assert rig.inputs.fault is None


TRACES = json.loads((Path(__file__).parent / "bounces.json").read_text(encoding="utf-8"))["traces"]


class TestBounces:
    """Traces of contacts, edge by edge in ns, through the real libraries to the right presses."""

    def presses(self, rig: Any, turns_ns: list[int], late_ns: int = 0) -> list[int]:
        """Turn the plunger's line over at each instant, its edge delivered late; the presses."""
        start_ns, sink, taken = rig.time.now_ns(), Collector(), 0
        rig.inputs.listen(sink)
        debounce = Debounce(rig.inputs.lines, rig.inputs.pressed)
        changes: list[Change | None] = []
        turned = [(start_ns + at_ns, "turn", index) for index, at_ns in enumerate(turns_ns)]
        came = [(at_ns + late_ns, "arrive", index) for at_ns, _, index in turned]
        over = (came[-1][0] + EDGE_LATENCY_NS_MAX, "end", 0)
        for at_ns, what, index in sorted([*turned, *came, over], key=lambda each: each[0]):
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
    def test_a_trace_replays_to_its_presses_at_their_first_edges(
        self, rig: Boundary, trace: dict[str, Any]
    ) -> None:
        assert self.presses(rig, trace["turns_ns"]) == trace["presses"]
        assert rig.inputs.fault is None

    @pytest.mark.parametrize("late_ms", [1, 12, 127])
    @pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["name"])
    @pytest.mark.parametrize("kind", [OnLgpio, OnGpiod], ids=["lgpio", "gpiod"])
    def test_and_on_a_machine_that_delivers_them_late(
        self, make: Make, kind: Make, trace: dict[str, Any], late_ms: int
    ) -> None:
        found = self.presses(make(kind), trace["turns_ns"], late_ms * MS)
        assert found == trace["presses"]


@pytest.fixture(params=[(OnGpiod, {}), (OnRpiGpio, {"poll": True})], ids=["gpiod", "polled"])
def reading(request: pytest.FixtureRequest, make: Make, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An adapter that reads each line itself, and so notices when one cannot be read."""
    monkeypatch.setattr("hal.gpiod_lines.RETRY_S", 0.001)
    kind, options = request.param
    return make(kind, **options)


def _fail_again(rig: Any) -> None:
    """Wait until an attempt that began after this one has failed."""
    before = rig.c.failed
    _until(lambda: rig.c.failed >= before + 3)


def _until(condition: Callable[[], bool]) -> None:
    deadline = monotonic() + WAIT_S
    while not condition():
        assert monotonic() < deadline
        sleep(0.0005)
