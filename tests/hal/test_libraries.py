"""Plungers and buttons: what is each library's own."""

import os
import sys
import threading
from functools import partial
from pathlib import Path
from select import select
from typing import Any

import pytest
from gpiozero.pins.mock import MockPin

from hal.factories import PinError, one_line, report
from hal.gpio import GpioBuzzer, GpioLamp
from hal.gpiod_lines import GpiodInputs
from hal.lines import FLOOD_EDGES
from hal.polling import GAP_NS_MAX
from hal.ports import Edge, Line
from hal.wiring import DEFAULT, PinsWiring
from tests.hal.boundary import (
    PI_5B,
    Collector,
    Make,
    OnGpiod,
    OnLgpio,
    OnMock,
    OnRpiGpio,
    fault,
)

MS = 1_000_000
PLUNGER = Line.LEFT_PLUNGER
PIN = DEFAULT.lines[PLUNGER]
OTHER_PIN = DEFAULT.lines[Line.RIGHT_PLUNGER]


on_pi_5 = partial(OnLgpio, revision=PI_5B)
KERNEL, CALLBACK = "by the kernel, at the edge", "when the callback runs, which may be late"


@pytest.mark.parametrize(
    ("kind", "version", "name", "board", "chip", "edges", "stamps"),
    [
        (on_pi_5, "2.5.0", "lgpio", "5B", "/dev/gpiochip0", "gpiod", KERNEL),
        (on_pi_5, "1.5.4", "lgpio", "5B", "/dev/gpiochip0", "factory", KERNEL),
        (on_pi_5, None, "lgpio", "5B", "/dev/gpiochip0", "factory", KERNEL),
        (OnRpiGpio, "1", "rpigpio", "4B", "", "factory", CALLBACK),
        (OnRpiGpio, "1", "rpi-lgpio", "4B", "", "factory", CALLBACK),
    ],
)
def test_how_the_pins_are_had_is_reported(
    make: Make,
    monkeypatch: pytest.MonkeyPatch,
    kind: Make,
    version: str | None,
    name: str,
    board: str,
    chip: str,
    edges: str,
    stamps: str,
) -> None:
    factory = make(kind).factory
    monkeypatch.setattr("hal.factories._version", lambda _: version)
    if name == "rpi-lgpio":
        sys.modules["RPi.GPIO"].lgpio = object()  # type: ignore[attr-defined]
    found = report(PinsWiring(), factory)
    assert (found.factory, found.chip, found.edges) == (name, chip, edges)
    assert str(found.board).startswith(f"Raspberry Pi {board} revision 1.")
    assert found.library.partition(",")[0].endswith(f" {version or '?'}")
    assert str(found.stamps) == stamps


class TestLgpio:
    @pytest.fixture
    def rig(self, make: Make) -> Any:
        return make(OnLgpio)

    def test_a_kernel_that_stamps_with_the_time_of_day_is_found_out(self, rig: Any) -> None:
        rig.inputs.listen(sink := Collector())
        rig.edge(PIN, 0, 1_760_000_000 * 1_000 * MS)
        assert sink.wait_for(1) == [Edge(PLUNGER, True, rig.time.now_ns())]
        assert fault(rig) == "left_plunger: edges are stamped with another clock: take lgpio"
        rig.time.advance(MS)
        rig.edge(PIN, 1, rig.time.now_ns())
        assert sink.wait_for(2)[-1] == Edge(PLUNGER, False, rig.time.now_ns())
        assert rig.inputs.fault is None

    def test_a_lamp_and_a_buzzer_are_driven(self, rig: Any) -> None:
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


class TestRpiGpio:
    @pytest.mark.parametrize(
        ("release", "writable", "cause"),
        [
            ("6.12.47+rpt-rpi-v8", True, " on this kernel, 6.12.47+rpt-rpi-v8"),
            ("6.5.0-rpi1", False, ", as /sys/class/gpio/export cannot be written to"),
            ("6.1.0-rpi7", True, ""),
        ],
    )
    def test_where_its_edges_fail_the_cause_is_named_and_reading_the_levels_works(
        self, make: Make, monkeypatch: pytest.MonkeyPatch, release: str, writable: bool, cause: str
    ) -> None:
        monkeypatch.setattr("platform.release", lambda: release)
        monkeypatch.setattr("os.access", lambda path, _: writable and path.endswith("/gpio/export"))
        rig = make(OnRpiGpio)
        rig.c.edges_fail = True
        with pytest.raises(PinError) as caught:
            rig.inputs.listen(lambda _: None)
        assert str(caught.value) == (
            f"RPi.GPIO cannot watch edges{cause} (Failed to add edge detection): take factory = "
            '"lgpio", or edges = "poll", which reads the levels 1,000 times a second'
        )
        rig = make(OnRpiGpio, poll=True)
        rig.c.edges_fail = True
        rig.inputs.listen(sink := Collector())
        rig.edge(PIN, 0, 0)
        sink.wait_for(1)
        rig.time.advance(GAP_NS_MAX + 1)
        rig.edge(PIN, 1, 0)
        sink.wait_for(2)
        assert rig.inputs.alive
        assert fault(rig).startswith("levels were read too seldom")
        rig.inputs.close()
        assert not rig.inputs._thread.is_alive()

    def test_another_factory_that_cannot_watch_edges_is_refused(
        self, make: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: Any) -> None:
            raise RuntimeError("Failed to add edge detection")

        monkeypatch.setattr(MockPin, "_enable_event_detect", fail)
        with pytest.raises(PinError, match=r"mock cannot watch edges \(Failed .*take lgpio"):
            make(OnMock).inputs.listen(lambda _: None)


class TestGpiod:
    def test_what_is_asked_of_the_kernel(self, make: Make) -> None:
        from gpiod.line import Bias, Clock, Direction
        from gpiod.line import Edge as Edges

        rig = make(OnGpiod)
        assert (
            rig.c.settings.items()
            >= {
                "direction": Direction.INPUT.value,
                "edge_detection": Edges.BOTH.value,
                "bias": Bias.PULL_UP.value,
                "event_clock": Clock.MONOTONIC.value,
                "active_low": True,
                "debounce_period": 0,
            }.items()
        )
        assert set(rig.c.requests) == set(DEFAULT.lines.values())
        assert {request.size for request in rig.c.requests.values()} == {1024}

    @pytest.mark.parametrize("listening", [False, True])
    def test_its_thread_sleeps_until_there_are_edges_and_all_is_released_at_the_end(
        self, make: Make, listening: bool
    ) -> None:
        rig = make(OnGpiod)
        wake = rig.inputs._wake
        if listening:
            rig.inputs.listen(sink := Collector())
            rig.edge(PIN, 0, 17)
            sink.wait_for(1)
        assert not select([wake], [], [], 0)[0]
        rig.inputs.close()
        assert not (listening and rig.inputs._thread.is_alive())
        assert all(request.released for request in rig.c.requests.values())
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(wake)

    def test_lines_are_released_when_one_cannot_be_had(self, make: Make) -> None:
        rig = make(OnGpiod)
        first, taken = PIN, DEFAULT.lines[Line.STOP]
        del rig.c.requests[first]
        with pytest.raises(PinError, match=rf"GPIO {taken} of .* busy"):
            GpiodInputs({PLUNGER: first, Line.STOP: taken}, "/dev/gpiochip0", rig.time)
        assert rig.c.requests[first].released

    @pytest.mark.parametrize(
        ("error", "remedy"),
        [
            (ModuleNotFoundError("No module"), 'install gpiod 2, or take edges = "factory"'),
            (
                OSError(16, "Device or resource busy"),
                "free this pin from another `clapper run`, or from a dtoverlay",
            ),
            (PermissionError(13, "no"), "put the user who starts it into the group gpio"),
            (FileNotFoundError(2, "no"), "let it use /dev/none, which a container has to be given"),
            (OSError(25, "Inappropriate ioctl for device"), 'take edges = "factory"'),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_a_line_that_cannot_be_had_says_why_and_what_helps(
        self,
        make: Make,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        error: Exception,
        remedy: str,
    ) -> None:
        def fail(*_: object) -> None:
            raise error

        (tmp_path / "gpiochip0").touch()
        is_missing = isinstance(error, FileNotFoundError)
        chip = "/dev/none" if is_missing else str(tmp_path / "gpiochip0")
        rig = make(OnGpiod)
        monkeypatch.setattr("gpiod._ext.Chip", fail)
        monkeypatch.setattr("os.geteuid", lambda: 1000)
        with pytest.raises(PinError) as caught:
            GpiodInputs({PLUNGER: PIN}, chip, rig.time)
        assert str(caught.value) == (
            f"GPIO {PIN} of {chip} cannot be had by libgpiod ({one_line(error)}): {remedy}"
        )

    def test_a_line_is_not_read_while_its_edges_are_fetched(self, make: Make) -> None:
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

    def test_an_edge_with_a_stamp_that_is_far_off_costs_no_other(self, make: Make) -> None:
        rig = make(OnGpiod)
        rig.inputs.listen(sink := Collector())
        rig.edge(PIN, 0, 3_600_000 * MS)
        for number in range(1, FLOOD_EDGES + 10):
            rig.edge(PIN, number % 2, number * MS)
            sink.wait_for(number + 1)
        assert rig.inputs.fault is None
