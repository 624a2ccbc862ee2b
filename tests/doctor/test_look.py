"""The doctor as a whole: what it says of a machine, as text and as JSON."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest
from gpiozero.pins.mock import MockFactory

from clock import doctor
from clock.doctor import board, buses, hands, pins, system
from clock.doctor.findings import Finding, Level
from clock.doctor.machine import Machine
from clock.rules.message import Problem
from hal.factories import PinError
from hal.fake import fake_body
from hal.wiring import DEFAULT
from tests.doctor.lab import RUNS, Lab, configured, found


@pytest.mark.skipif(board.has_pins(Machine()), reason="this machine has pins")
def test_a_machine_without_gpio_is_found_calmly(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor.look(file, as_json=False, with_hands=False) == doctor.SICK
    out, err = capsys.readouterr()
    first, second, *_, last = out.splitlines()
    assert first.startswith("wrong    board          this machine (")
    assert "`make run`" in " ".join(out.split())
    assert last.startswith("1 to mend")
    assert err == ""
    assert max(len(row) for row in out.splitlines() if "/" not in row) <= 100
    assert second.startswith(" " * 24)


def test_as_json_every_line_is_an_object(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.look(file, as_json=True, with_hands=False)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(line) == {"level", "part", "what", "remedy"} for line in lines)
    assert {line["part"] for line in lines} >= {"board", "configuration", "kernel", "time"}


def test_a_clock_that_is_well_is_found_so(
    lab: Lab, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lab.put("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5")
    lab.put_device("/dev/gpiochip0", "gpio")
    lab.put_device("/dev/i2c-1", "i2c")
    lab.at(system.STATE).mkdir(parents=True)
    lab.commands = {"systemctl": RUNS}
    monkeypatch.setattr(doctor, "Machine", lambda: lab)
    monkeypatch.setattr(pins, "installed", lambda: ("lgpio 0.2.2.0",))
    monkeypatch.setattr(pins.factory, "__defaults__", (lambda _: MockFactory(),))
    monkeypatch.setattr(buses.addresses, "__defaults__", (lambda _: {0x3C, 0x3D},))
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 10**10}))
    assert doctor.look(file, as_json=False, with_hands=False) == 0
    assert capsys.readouterr().out.endswith("\n\nAll is well.\n")


def test_a_machine_without_room_for_a_file_is_looked_at_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    doctor.look(file, as_json=False, with_hands=False)
    assert "is sound" in " ".join(capsys.readouterr().out.split())


def test_every_mistake_of_the_configuration_is_a_line(file: Path, lab: Lab) -> None:
    file.write_text("[lines]\nstop = 99\nhalt = 2\n")
    lines = [line for line in doctor.examined(lab, file) if line.part == "configuration"]
    assert [line.level for line in lines] == [Level.WRONG, Level.WRONG]
    assert ", line 2: lines.stop: GPIO 99 does not exist" in str(lines[0].what)


def test_a_configuration_that_is_not_there_is_well_and_one_that_was_named_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clock.config.DEFAULT_FILE", tmp_path / "none.toml")
    wiring, _, lines = doctor.configuration(None)
    assert wiring == DEFAULT
    assert found(lines) == [("ok", f"{tmp_path}/none.toml is not there: the clock is as it comes")]
    _, _, lines = doctor.configuration(tmp_path / "none.toml")
    assert [level for level, _ in found(lines)] == ["wrong"]


def test_hands_want_a_terminal_and_the_pins(
    file: Path, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Problem, match="--hands wants a terminal"):
        doctor.look(file, as_json=False, with_hands=True)
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdin", None)
        with pytest.raises(Problem, match="--hands wants a terminal"):
            doctor.look(file, as_json=False, with_hands=True)
    lab.commands["systemctl"] = "active"
    assert found(doctor.handled(lab, DEFAULT)) == [("wrong", "the clock runs and has the pins")]

    def none(_: str) -> Any:
        raise PinError("no pins here")

    lab.commands["systemctl"] = "inactive"
    monkeypatch.setattr(doctor, "open_factory", none)
    assert found(doctor.handled(lab, DEFAULT)) == [("wrong", "no pins here")]


def test_with_hands_everything_that_can_be_handled_is(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_asked", lambda _: True)
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    parts = [line.part for line in doctor.handled(lab, configured('[pins]\nfactory = "mock"'))]
    assert list(dict.fromkeys(parts)) == ["displays", "lamps", "buzzer", "power", "switches"]


@pytest.mark.parametrize("ends", ["by a key", "in the middle"])
def test_whatever_ends_the_work_with_hands_lets_go_of_every_pin(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    """A lamp would stay lit, and the clock could not have its pins."""
    body = fake_body()
    lab.commands["systemctl"] = "inactive"
    monkeypatch.setattr(doctor, "open_factory", lambda _: "pins")
    monkeypatch.setattr(doctor, "open_body", lambda *_: body)

    def asked(_: str) -> bool:
        if ends == "by a key":
            raise KeyboardInterrupt
        return True

    monkeypatch.setattr(doctor, "_asked", asked)
    looked = doctor.handled(lab, DEFAULT)
    if ends == "by a key":
        with pytest.raises(KeyboardInterrupt):
            next(looked)
    else:
        next(looked)
        cast(Generator[Finding], looked).close()
    assert body.power.closed
    assert all(screen.closed for screen in body.screens.values())
