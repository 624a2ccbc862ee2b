"""Plungers by libgpiod: what is asked of it, and what does not come."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from select import select
from typing import Any

import pytest

from hal.attempts import DEAF_NS
from hal.factories import PinError, one_line
from hal.gpiod_lines import RETRY_S, GpiodInputs
from hal.inputs import FLOOD_EDGES
from hal.ports import Edge, Line
from hal.revivals import REVIVALS_MAX
from hal.wiring import DEFAULT
from tests.hal.boundary import Collector, Make, OnGpiod, no_room
from tests.hal.rigs import WAIT_S

MS = 1_000_000
PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]
OTHER_PIN = DEFAULT.lines[Line.RIGHT_PLUNGER]


def test_what_is_asked_of_the_kernel(make: Make) -> None:
    from gpiod.line import Bias, Clock, Direction
    from gpiod.line import Edge as Edges

    rig = make(OnGpiod)
    asked = rig.c.settings
    assert asked["direction"] == Direction.INPUT.value
    assert asked["edge_detection"] == Edges.BOTH.value
    assert asked["bias"] == Bias.PULL_UP.value
    assert asked["event_clock"] == Clock.MONOTONIC.value
    assert (asked["active_low"], asked["debounce_period"]) == (True, 0)
    assert set(rig.c.requests) == set(DEFAULT.lines.values())
    assert {request.size for request in rig.c.requests.values()} == {1024}


def test_lines_are_let_go_at_the_end_and_when_one_cannot_be_had(make: Make) -> None:
    rig = make(OnGpiod)
    rig.inputs.close()
    assert all(request.released for request in rig.c.requests.values())
    chip, requests = "/dev/gpiochip0", rig.c.requests
    first, taken = (DEFAULT.lines[line] for line in (Line.LEFT_PLUNGER, Line.STOP))
    del requests[first]
    with pytest.raises(PinError, match=rf"GPIO {taken} of .* busy"):
        GpiodInputs({Line.LEFT_PLUNGER: first, Line.STOP: taken}, chip, rig.time)
    assert requests[first].released


def test_its_thread_sleeps_until_there_are_edges_and_ends_with_it(make: Make) -> None:
    rig, sink = make(OnGpiod), Collector()
    rig.inputs.listen(sink)
    rig.edge(PIN, 0, 17)
    sink.wait_for(1)
    wake, thread = rig.inputs._wake, rig.inputs._thread
    assert not select([wake], [], [], 0)[0]
    rig.inputs.close()
    assert not thread.is_alive()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(wake)


def test_closed_before_it_has_a_listener_it_lets_go_too(make: Make) -> None:
    rig = make(OnGpiod)
    rig.inputs.close()
    assert all(request.released for request in rig.c.requests.values())


def test_a_line_that_cannot_be_read_is_tried_again_after_a_rest(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, rested = make(OnGpiod), threading.Event()
    rests: list[float] = []

    def rest(seconds: float) -> None:
        rests.append(seconds)
        rested.set()

    monkeypatch.setattr(rig.inputs._closed, "wait", rest)
    rig.c.read_fails = 1
    rig.inputs.listen(sink := Collector())
    rig.edge(PIN, 0, 17)
    assert rested.wait(WAIT_S)
    sink.wait_for(1)
    assert rests == [RETRY_S]


def test_a_chip_that_is_not_there_says_what_helps(make: Make) -> None:
    with pytest.raises(PinError) as caught:
        make(OnGpiod, chip="/dev/none")
    assert str(caught.value).endswith(
        " of /dev/none cannot be had by libgpiod ([Errno 2] No such file or directory): "
        "let it use /dev/none, which a container has to be given"
    )


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (
            ModuleNotFoundError("No module named 'gpiod'"),
            'install gpiod 2, or take edges = "factory"',
        ),
        (
            OSError(16, "Device or resource busy"),
            "free this pin from another `clapper run`, or from a dtoverlay",
        ),
        (
            PermissionError(13, "Permission denied"),
            "put the user who starts it into the group gpio",
        ),
        (
            PermissionError(1, "Operation not permitted"),
            "put the user who starts it into the group gpio",
        ),
        (OSError(25, "Inappropriate ioctl for device"), 'take edges = "factory"'),
    ],
    ids=["not installed", "busy", "no rights", "not permitted", "no chip"],
)
def test_a_line_that_cannot_be_had_says_why_and_what_helps_against_that(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception, remedy: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    chip = tmp_path / "gpiochip0"
    chip.touch()
    rig = make(OnGpiod)
    monkeypatch.setattr("gpiod._ext.Chip", fail)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(PinError) as caught:
        GpiodInputs({PLUNGER: PIN}, str(chip), rig.time)
    assert str(caught.value) == (
        f"GPIO {PIN} of {chip} cannot be had by libgpiod ({one_line(error)}): {remedy}"
    )


def test_edges_that_cannot_be_read_for_a_while_come_afterwards(make: Make) -> None:
    rig, sink = make(OnGpiod), Collector()
    rig.inputs.listen(sink)
    rig.c.read_fails = 2
    rig.edge(PIN, 0, 17)
    assert sink.wait_for(1) == [Edge(PLUNGER, True, 17)]
    assert rig.inputs.alive
    assert rig.inputs.fault is None


def test_lines_that_cannot_be_waited_for_are_a_fault_until_they_can(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, sink, tried = make(OnGpiod), Collector(), threading.Semaphore(0)

    def interrupted(*_: object) -> None:
        tried.release()
        raise OSError(12, "Cannot allocate memory")

    with monkeypatch.context() as broken:
        broken.setattr("hal.gpiod_lines.select", interrupted)
        rig.inputs.listen(sink)
        for _ in range(2):
            assert tried.acquire(timeout=WAIT_S)
        assert rig.inputs.fault == "edges cannot be read: [Errno 12] Cannot allocate memory"
    rig.edge(PIN, 0, 17)
    sink.wait_for(1)
    rig.edge(PIN, 1, 18)
    sink.wait_for(2)
    assert rig.inputs.fault is None


def test_a_line_is_not_read_while_its_edges_are_fetched(make: Make) -> None:
    """libgpiod's requests are not for two threads at once."""
    rig, sink, waited = make(OnGpiod), Collector(), []
    request = rig.c.requests[PIN]
    fetch = request.read_edge_events

    def fetch_meanwhile(most: int) -> list[Any]:
        reader = threading.Thread(target=rig.inputs.pressed, args=(PLUNGER,))
        reader.start()
        reader.join(0.05)
        waited.append(reader.is_alive())
        return list(fetch(most))

    request.read_edge_events = fetch_meanwhile
    rig.inputs.listen(sink)
    rig.edge(PIN, 0, 17)
    sink.wait_for(1)
    assert waited == [True]


def test_an_edge_with_a_stamp_that_is_far_off_costs_no_other(make: Make) -> None:
    rig, sink = make(OnGpiod), Collector()
    rig.inputs.listen(sink)
    rig.edge(PIN, 0, 3_600_000 * MS)
    for number in range(1, FLOOD_EDGES + 10):
        rig.edge(PIN, number % 2, number * MS)
        sink.wait_for(number + 1)
    assert rig.inputs.fault is None


def test_a_line_that_cannot_be_read_holds_up_no_other(make: Make) -> None:
    rig, sink = make(OnGpiod), Collector()
    rig.c.broken = {PIN}
    rig.edge(PIN, 0, 17)
    rig.inputs.listen(sink)
    for number in range(3):
        rig.edge(OTHER_PIN, number % 2, 18 + number)
        sink.wait_for(number + 1)
    assert rig.inputs.fault == ("left_plunger: edges cannot be read: [Errno 5] Input/output error")


def test_lines_that_can_never_be_waited_for_are_not_alive(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, tried, more = make(OnGpiod), threading.Semaphore(0), threading.Semaphore(0)

    def gone(*_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(rig.inputs._closed, "wait", _rest(tried, more))
    with monkeypatch.context() as broken:
        broken.setattr("hal.gpiod_lines.select", gone)
        rig.inputs.listen(lambda _: None)
        assert tried.acquire(timeout=WAIT_S)
        assert rig.inputs.alive
        rig.time.advance(DEAF_NS + 1)
        more.release()
        assert tried.acquire(timeout=WAIT_S)
        assert not rig.inputs.alive
    more.release()


def test_a_thread_that_ends_again_and_again_is_not_alive(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = make(OnGpiod)
    with monkeypatch.context() as broken:
        broken.setattr(type(rig.inputs), "_run", lambda _: None)
        rig.inputs.listen(Collector())
        for _ in range(REVIVALS_MAX):
            rig.inputs._thread.join(WAIT_S)
            rig.inputs.mend()
        rig.inputs._thread.join(WAIT_S)
    rig.inputs._start()  # it lives, but has been started too often to be believed
    assert not rig.inputs.alive
    assert "again and again" in (rig.inputs.fault or "")


def test_a_thread_that_cannot_be_started_is_tried_again(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = make(OnGpiod)
    with monkeypatch.context() as broken:
        broken.setattr(type(rig.inputs), "_run", lambda _: None)
        rig.inputs.listen(Collector())
        rig.inputs._thread.join(WAIT_S)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_room)
        assert rig.inputs.mend() == frozenset()
        assert not rig.inputs.alive
    assert rig.inputs.mend() == rig.inputs.lines
    assert rig.inputs.alive


def test_a_thread_that_ended_is_started_again(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    rig, sink = make(OnGpiod), Collector()
    with monkeypatch.context() as broken:
        broken.setattr(type(rig.inputs), "_run", lambda _: None)
        rig.inputs.listen(sink)
        rig.inputs._thread.join(WAIT_S)
        assert not rig.inputs.alive
    assert rig.inputs.mend() == rig.inputs.lines
    assert rig.inputs.alive
    rig.edge(PIN, 0, 17)
    sink.wait_for(1)


def _rest(tried: threading.Semaphore, more: threading.Semaphore) -> Callable[[float], None]:
    """A wait after an attempt that failed: it tells of it, and ends when there may be another."""

    def rest(_: float) -> None:
        tried.release()
        more.acquire(timeout=WAIT_S)

    return rest
