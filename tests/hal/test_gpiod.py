"""libgpiod's own: what is asked of the kernel, its thread, and lines that cannot be had."""

import os
import threading
from pathlib import Path
from select import select
from typing import Any
from unittest.mock import Mock

import pytest
from gpiod import LineSettings
from gpiod.line import Bias, Clock, Direction
from gpiod.line import Edge as Edges

from hal.factories import PinError, one_line
from hal.gpiod_lines import GpiodInputs
from hal.ports import Line
from hal.wiring import DEFAULT
from tests.hal.boundary import Collector, Make, OnGpiod

PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]


def test_what_is_asked_of_the_kernel(make: Make) -> None:
    rig = make(OnGpiod)
    assert rig.c.settings == LineSettings(
        direction=Direction.INPUT,
        edge_detection=Edges.BOTH,
        bias=Bias.PULL_UP,
        active_low=True,
        event_clock=Clock.MONOTONIC,
    )
    assert rig.c.asked == ("/dev/gpiochip0", "clapper", 1024)
    assert set(rig.c.requests) == set(DEFAULT.lines.values())


def test_its_thread_sleeps_until_there_are_edges_and_all_is_released_at_the_end(
    make: Make,
) -> None:
    rig = make(OnGpiod)
    rig.inputs.listen(sink := Collector())
    rig.edge(PIN, 0, 17)
    sink.wait_for(1)
    assert not select([rig.inputs._wake], [], [], 0)[0]
    rig.inputs.close()
    assert not rig.inputs._thread.is_alive()
    assert all(request.released for request in rig.c.requests.values())
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(rig.inputs._wake)


def test_lines_are_released_when_one_cannot_be_had(make: Make) -> None:
    rig = make(OnGpiod)
    first, taken = PIN, DEFAULT.lines[Line.STOP]
    del rig.c.requests[first]
    with pytest.raises(PinError, match=rf"GPIO {taken} of .* busy"):
        GpiodInputs({PLUNGER: first, Line.STOP: taken}, "/dev/gpiochip0", rig.time)
    assert rig.c.requests[first].released


def test_a_line_that_cannot_be_had_says_why_and_what_helps(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    rig, chip = make(OnGpiod), tmp_path / "gpiochip0"
    for error, remedy in (
        (
            FileNotFoundError(2, "no"),
            f"give the clock access to {chip}; a container must be started with that device",
        ),
        (PermissionError(13, "no"), "add the user who starts the clock to the group gpio"),
        (ModuleNotFoundError("No module"), 'install gpiod 2, or set edges = "factory"'),
        (
            OSError(16, "x"),
            "stop the other `clapper run` or remove the dtoverlay that uses this pin",
        ),
        (OSError(25, "Inappropriate ioctl for device"), 'set edges = "factory"'),
    ):
        monkeypatch.setattr("gpiod.request_lines", Mock(side_effect=error))
        with pytest.raises(PinError) as caught:
            GpiodInputs({PLUNGER: PIN}, str(chip), rig.time)
        problem = f"GPIO {PIN} of {chip} is not available to libgpiod ({one_line(error)})"
        assert str(caught.value) == f"{problem}: {remedy}"
        chip.touch()


def test_a_line_is_not_read_while_its_edges_are_fetched(make: Make) -> None:
    """libgpiod's requests are not for two threads at once."""
    rig, waited = make(OnGpiod), []
    request = rig.c.requests[PIN]
    fetch = request.read_edge_events

    def fetch_meanwhile(most: int) -> list[Any]:
        reader = threading.Thread(target=rig.inputs.pressed, args=(PLUNGER,))
        reader.start()
        reader.join(0.05)
        waited.append(reader.is_alive())
        return list(fetch(most))

    request.read_edge_events = fetch_meanwhile
    rig.inputs.listen(sink := Collector())
    rig.edge(PIN, 0, 17)
    sink.wait_for(1)
    assert waited == [True]
