"""Plungers by RPi.GPIO, by its edges or by reading the levels."""

import sys
import threading

import pytest

from hal.factories import PinError, report
from hal.inputs import UNHEARD_NS
from hal.polling import GAP_NS_MAX
from hal.ports import Edge, Line
from hal.revivals import REVIVALS_MAX
from hal.wiring import DEFAULT, PinsWiring
from tests.hal.boundary import Collector, Make, OnRpiGpio, no_room
from tests.hal.rigs import WAIT_S

PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]


def test_it_tells_what_it_is(make: Make) -> None:
    told = report(PinsWiring(), make(OnRpiGpio).factory)
    assert (told.factory, told.chip, told.edges) == ("rpigpio", "", "factory")
    assert told.stamps == "when the callback runs, which may be late"


def test_rpi_lgpio_under_its_name_is_told(make: Make) -> None:
    factory = make(OnRpiGpio).factory
    sys.modules["RPi.GPIO"].lgpio = object()  # type: ignore[attr-defined]
    assert report(PinsWiring(), factory).factory == "rpi-lgpio"


def test_where_its_edges_fail_kernel_and_remedy_are_named(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.release", lambda: "6.12.47+rpt-rpi-v8")
    rig = make(OnRpiGpio)
    rig.c.edges_fail = True
    with pytest.raises(PinError) as caught:
        rig.inputs.listen(lambda _: None)
    assert str(caught.value) == (
        "RPi.GPIO cannot watch edges on this kernel, 6.12.47+rpt-rpi-v8 (Failed to add edge "
        'detection): take factory = "lgpio", or edges = "poll", which reads the levels 1,000 '
        "times a second"
    )


@pytest.mark.parametrize("release", ["6.1.0-rpi7", "6.5.0-rpi1"])
@pytest.mark.parametrize(
    ("writable", "cause"),
    [(False, ", as /sys/class/gpio/export cannot be written to"), (True, "")],
)
def test_where_its_edges_fail_on_an_older_kernel_what_failed_is_named(
    make: Make, monkeypatch: pytest.MonkeyPatch, writable: bool, cause: str, release: str
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("platform.release", lambda: release)

    def access(path: str, _: int) -> bool:
        asked.append(path)
        return writable

    monkeypatch.setattr("os.access", access)
    rig = make(OnRpiGpio)
    rig.c.edges_fail = True
    with pytest.raises(PinError) as caught:
        rig.inputs.listen(lambda _: None)
    told = str(caught.value)
    assert told.startswith(
        f"RPi.GPIO cannot watch edges{cause} (Failed to add edge detection): take factory = "
    )
    assert asked == ["/sys/class/gpio/export"]


def test_where_its_edges_fail_reading_the_levels_works(make: Make) -> None:
    rig = make(OnRpiGpio, poll=True)
    rig.c.edges_fail = True
    sink = Collector()
    rig.inputs.listen(sink)
    rig.edge(PIN, 0, 0)
    assert sink.wait_for(1) == [Edge(PLUNGER, True, rig.time.now_ns())]
    assert rig.inputs.fault is None
    rig.time.advance(GAP_NS_MAX + 1)
    rig.edge(PIN, 1, 0)
    sink.wait_for(2)
    assert rig.inputs.alive
    assert (rig.inputs.fault or "").startswith("levels were read too seldom")
    rig.inputs.close()
    assert not rig.inputs._poller.alive


def test_a_reading_thread_that_cannot_be_started_again_is_tried_again(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = make(OnRpiGpio, poll=True)
    with monkeypatch.context() as broken:
        broken.setattr("hal.polling.Poller._run", lambda _: None)
        rig.inputs.listen(Collector())
        rig.inputs._poller._thread.join(WAIT_S)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_room)
        assert rig.inputs.mend() == frozenset()
        assert not rig.inputs.alive
    assert rig.inputs.mend() == rig.inputs.lines
    assert rig.inputs.alive


def test_its_thread_that_ended_unseen_is_found_by_the_levels_and_started_again(make: Make) -> None:
    rig, sink = make(OnRpiGpio), Collector()
    rig.inputs.listen(sink)
    rig.c.thread_ends()
    rig.edge(PIN, 0, 0)  # nobody hears it
    assert rig.inputs.mend() == frozenset()
    rig.time.advance(UNHEARD_NS)
    assert rig.inputs.mend() == frozenset()
    rig.time.advance(1)
    assert rig.inputs.mend() == rig.inputs.lines
    assert rig.inputs.alive
    assert rig.inputs.fault == "plungers were not heard for a moment: check the last press"
    rig.edge(PIN, 1, 0)
    assert sink.wait_for(1) == [Edge(PLUNGER, False, rig.time.now_ns())]
    rig.time.advance(UNHEARD_NS + 1)
    assert rig.inputs.mend() == frozenset()


def test_a_line_that_could_not_be_watched_again_is_tried_though_its_level_came_back(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, sink = make(OnRpiGpio), Collector()
    rig.inputs.listen(sink)
    rig.c.thread_ends()
    rig.edge(PIN, 0, 0)
    rig.inputs.mend()
    rig.time.advance(UNHEARD_NS + 1)
    with monkeypatch.context() as broken:
        broken.setattr(rig.c, "edges_fail", True)
        assert rig.inputs.mend() == frozenset()
    assert not rig.inputs.alive
    rig.edge(PIN, 1, 0)
    assert rig.inputs.mend() == rig.inputs.lines
    assert rig.inputs.alive
    rig.edge(PIN, 0, 0)
    sink.wait_for(1)


def test_levels_that_are_read_are_not_taken_for_unheard_ones(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread can be asked: one that is late is not joined by another."""
    monkeypatch.setattr("hal.polling.Poller._run", lambda poller: poller._stop.wait())
    rig = make(OnRpiGpio, poll=True)
    rig.inputs.listen(lambda _: None)
    poller = rig.inputs._poller
    rig.edge(PIN, 0, 0)
    rig.inputs.mend()
    rig.time.advance(UNHEARD_NS + 1)
    assert rig.inputs.mend() == frozenset()
    assert rig.inputs._poller is poller


def test_its_thread_that_ends_again_and_again_is_not_alive(make: Make) -> None:
    rig = make(OnRpiGpio)
    rig.inputs.listen(lambda _: None)
    for number in range(REVIVALS_MAX):
        assert rig.inputs.alive
        rig.c.thread_ends()
        rig.edge(PIN, number % 2, 0)
        rig.inputs.mend()
        rig.time.advance(UNHEARD_NS + 1)
        rig.inputs.mend()
    assert not rig.inputs.alive


def test_a_level_that_an_edge_tells_soon_is_no_end_of_its_thread(make: Make) -> None:
    rig = make(OnRpiGpio)
    rig.inputs.listen(lambda _: None)
    for number in range(10):
        rig.c.levels[PIN] = number % 2
        assert rig.inputs.mend() == frozenset()
        rig.time.advance(UNHEARD_NS)
        rig.edge(PIN, number % 2, 0)
    assert rig.inputs.fault is None
