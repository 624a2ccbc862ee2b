"""The doctor as a whole: what it says of a machine, as text and as JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from clock import doctor
from clock.doctor import board, buses, hands, pins, system
from clock.doctor.machine import Machine
from clock.rules.message import Problem
from hal.factories import PinError
from hal.fake import fake_body
from hal.wiring import DEFAULT
from tests.doctor.lab import RUNS, Lab, configured, found

Capture = pytest.CaptureFixture[str]


def looked(file: Path, capsys: Capture, *, as_json: bool = False) -> tuple[int, list[str]]:
    """The doctor's exit status and what it printed."""
    status = doctor.look(file, as_json=as_json, with_hands=False)
    out, err = capsys.readouterr()
    assert err == ""
    return status, out.splitlines()


@pytest.mark.skipif(board.has_pins(Machine()), reason="this machine has pins")
def test_a_machine_without_gpio_is_found_calmly(file: Path, capsys: Capture) -> None:
    status, rows = looked(file, capsys)
    first, second, *_, last = rows
    assert status == doctor.SICK
    assert first.startswith("wrong    board          this machine (")
    assert second.startswith(" " * 24)
    assert "`make run`" in " ".join(" ".join(rows).split())
    assert last.startswith("1 to mend")
    assert max(len(row) for row in rows if "/" not in row) <= 100


def test_as_json_every_line_is_an_object_also_where_there_is_no_room_for_a_file(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    lines = [json.loads(line) for line in looked(file, capsys, as_json=True)[1]]
    assert all(set(line) == {"level", "part", "what", "remedy"} for line in lines)
    assert {line["part"] for line in lines} >= {"board", "configuration", "kernel", "time"}


def test_a_clock_that_is_well_is_found_so(
    lab: Lab, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    lab.put({"/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5", "systemctl": RUNS})
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c")
    lab.at(system.STATE).mkdir(parents=True)
    monkeypatch.setattr(doctor, "Machine", lambda: lab)
    monkeypatch.setattr(pins, "installed", lambda: ("lgpio 0.2.2.0",))
    monkeypatch.setattr(pins, "open_factory", lambda _: MockFactory())
    monkeypatch.setattr(buses, "answering", lambda _: {0x3C, 0x3D})
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 10**10}))
    status, rows = looked(file, capsys)
    assert (status, rows[-2:]) == (0, ["", "All is well."])


def test_every_mistake_of_the_configuration_is_a_line_and_one_that_is_not_there_is_well(
    file: Path, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("[lines]\nstop = 99\nhalt = 2\n")
    lines = found(each for each in doctor.examined(lab, file) if each.part == "configuration")
    assert [line.partition(":")[0] for line in lines] == ["wrong", "wrong"]
    assert ", line 2: lines.stop: GPIO 99 does not exist" in lines[0]
    gone = file.with_name("none.toml")
    (line,) = found(doctor.configuration(gone)[2])  # one that was named
    assert line.startswith("wrong: ")
    monkeypatch.setattr("clock.config.DEFAULT_FILE", gone)
    wiring, _, findings = doctor.configuration(None)
    assert wiring == DEFAULT
    assert found(findings) == [f"ok: {gone} is not there: the clock is as it comes"]


def raises(error: BaseException) -> Callable[[object], Any]:
    def fail(_: object) -> Any:
        raise error

    return fail


def test_hands_want_a_terminal_and_the_pins(
    file: Path, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Problem, match="--hands wants a terminal"):
        doctor.look(file, as_json=False, with_hands=True)
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdin", None)
        with pytest.raises(Problem, match="--hands wants a terminal"):
            doctor.look(file, as_json=False, with_hands=True)
    lab.put({"systemctl": "active"})
    assert found(doctor.handled(lab, DEFAULT)) == ["wrong: the clock runs and has the pins"]
    lab.put({"systemctl": "inactive"})
    monkeypatch.setattr(doctor, "open_factory", raises(PinError("no pins here")))
    assert found(doctor.handled(lab, DEFAULT)) == ["wrong: no pins here"]


def test_with_hands_everything_that_can_be_handled_is(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_asked", lambda _: True)
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    parts = [line.part for line in doctor.handled(lab, configured('[pins]\nfactory = "mock"'))]
    assert list(dict.fromkeys(parts)) == ["displays", "lamps", "buzzer", "power", "switches"]


def test_whatever_ends_the_work_with_hands_lets_go_of_every_pin(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lamp would stay lit, and the clock could not have its pins."""
    body = fake_body()
    monkeypatch.setattr(doctor, "open_factory", lambda _: "pins")
    monkeypatch.setattr(doctor, "open_body", lambda *_: body)
    monkeypatch.setattr(doctor, "_asked", raises(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        next(doctor.handled(lab, DEFAULT))
    assert body.power.closed
    assert all(screen.closed for screen in body.screens.values())
