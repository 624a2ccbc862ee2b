"""The doctor as a whole: its findings on a machine, as text and as a report."""

import json
import subprocess
from importlib.metadata import version
from pathlib import Path
from unittest.mock import Mock

import pytest
from gpiozero.pins.mock import MockFactory

from clock import doctor
from clock.doctor import board, buses, hands, pins, system
from clock.doctor.host_machine import Machine
from clock.rules.message import Problem
from clock.text.language import LANGUAGES, speaking, tr
from hal.factories import PinError
from hal.wiring import DEFAULT
from tests.doctor.lab import RUNS, Lab, configured, found
from tests.fakes import fake_body

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def looked(file: Path, capsys: Capture) -> tuple[int, list[str]]:
    """Run the doctor; return its exit status and output."""
    status = doctor.look(file)
    out, err = capsys.readouterr()
    assert err == ""
    return status, out.splitlines()


@pytest.mark.skipif(board.has_pins(Machine()), reason="this machine has pins")
def test_a_machine_without_gpio_or_room_for_a_file_is_found_calmly(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    status, rows = looked(file, capsys)
    first, second, *_, last = rows
    assert status == doctor.SICK
    assert first.startswith("wrong    board          this machine (")
    assert second.startswith(" " * 24)
    assert last.startswith("1 error")
    assert max(len(row) for row in rows if "/" not in row) <= 100
    assert {row.split()[1] for row in rows if row[:1].strip()} >= {
        "configuration",
        "kernel",
        "time",
    }


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
    monkeypatch.setattr(buses, "answering_addresses", lambda _: {0x3C, 0x3D})
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 10**10}))
    status, rows = looked(file, capsys)
    assert (status, rows[-2:]) == (0, ["", "All is well."])


def test_root_has_all_looked_at_from_where_the_service_stands_once_and_not_for_ever(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.is_root = True
    lab.put({"systemctl": "[Service]\nExecStart=/bin/clapper run\nUser=x", "systemd-run": ""})
    monkeypatch.setattr(doctor, "Machine", lambda: lab)
    run = Mock(return_value=subprocess.CompletedProcess((), doctor.SICK))
    monkeypatch.setattr(subprocess, "run", run)
    with speaking("cs"):
        assert doctor.look(None, report=True) == doctor.SICK
    ((command,),) = (call.args for call in run.call_args_list)
    assert command[-5:] == ("/bin/clapper", "doctor", "--language", "cs", "--report")
    assert "--property=User=x" in command
    run.side_effect = subprocess.TimeoutExpired(command, run.call_args.kwargs["timeout"])
    with pytest.raises(Problem, match="did not finish within 120 s"):
        doctor.look(None)
    # The doctor that is started there may be root as well.
    (marker,) = (each.removeprefix("--setenv=") for each in command if "--setenv=" in each)
    monkeypatch.setenv(*marker.split("="))
    assert system.command_in_place(lab) == ()


MARKER = "zz7777"
MARKED = f"""
[organizer]
opens = "{MARKER}"
code = "{MARKER}"
amounts = ["{MARKER}"]
{MARKER} = "{MARKER}"
[names]
event = "{MARKER}\\n"
left = 7777
{MARKER} = "{MARKER}"
[{MARKER}]
{MARKER} = "{MARKER}"
[game]
control = "{MARKER}"
opening = "{MARKER}"
regulations = {{ base = "{MARKER}", {MARKER} = "{MARKER}" }}
[settings]
language = "{MARKER}"
[presets]
own = "{MARKER}"
"""
NAMED = f"""
[organizer]
opens = "code"
code = "7777"
[names]
event = "{MARKER}"
left = "{MARKER}"
[lines]
stop = 9
ok = "usb-Maker_Pad_{MARKER}-event-kbd:KEY_A"
"""


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            NAMED,
            ("clapper.toml is valid", '"stop": 9', "usb-Maker_Pad_…-event-kbd: not plugged in"),
        ),
        (MARKED, ("a mistake in line 3 ", "a mistake in line 20 ")),
        (f"{MARKER} {MARKER}", ("a mistake in line 1 ",)),
        (None, ("cannot be read: No such file",)),
    ],
    ids=("sound", "mistakes", "no TOML", "not there"),
)
def test_a_report_is_in_english_and_has_nothing_that_a_person_wrote_or_is_called(
    text: str | None, facts: tuple[str, ...], lab: Lab, capsys: Capture, monkeypatch: Patch
) -> None:
    file = lab.at(f"/home/{MARKER}/clapper.toml")
    file.parent.mkdir(parents=True)
    if text is not None:
        file.write_text(text)
    lab.at(system.STATE).mkdir(parents=True)
    ends = {"UNIT_RESULT": "exit-code", "__REALTIME_TIMESTAMP": "0"}
    log = ({"_SYSTEMD_UNIT": system.UNIT, "MESSAGE": f"clapper: {MARKER}"}, ends)
    lab.put({
        "/etc/os-release": 'NAME=x\nPRETTY_NAME="Debian 12"\nID=y',
        "systemctl": RUNS.replace("NRestarts=0", "NRestarts=1"),
        "journalctl": "\n".join(map(json.dumps, log)),
    })  # fmt: skip
    monkeypatch.setattr(doctor, "Machine", lambda: lab)
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("pathlib.Path.owner", lambda _: MARKER)
    lab.put({"/dev/input/event1": ""})
    link = lab.at(f"/dev/input/by-id/usb-Maker_Keys_{MARKER}-event-kbd")
    link.parent.mkdir()
    link.symlink_to("../event1")
    with speaking("cs"):
        doctor.look(file, report=True)
    printed = " ".join(capsys.readouterr().out.split())
    assert "7777" not in printed
    known = (version("clapper-clock"), "Debian 12", "gpiozero 2", "usb-Maker_Keys_…-event-kbd")
    for fact in (*known, "it ended by itself", *facts):
        assert fact in printed


def test_every_mistake_of_the_configuration_is_a_line_and_one_that_is_not_there_is_well(
    file: Path, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("[lines]\nstop = 99\nhalt = 2\n")
    lines = found(each for each in doctor.examine(lab, file) if each.part == "configuration")
    assert [line.partition(":")[0] for line in lines] == ["wrong", "wrong"]
    assert ", line 2: lines.stop: expected 0 to 27, got 99" in lines[0]
    gone = file.with_name("none.toml")
    (line,) = found(doctor.configuration(gone)[2])  # one that was named
    assert line.startswith("wrong: ")
    monkeypatch.setattr("clock.config.DEFAULT_FILE", gone)
    wiring, _, findings = doctor.configuration(None)
    assert wiring == DEFAULT
    assert found(findings) == [f"ok: {gone} does not exist: the clock uses its defaults"]


def test_hands_want_a_terminal_and_the_pins(
    file: Path, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Problem, match="--hands needs a terminal"):
        doctor.look(file, with_hands=True)
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(Problem, match="--hands needs a terminal"):
        doctor.look(file, with_hands=True)
    lab.put({"systemctl": "active"})
    assert found(doctor.examine_by_hand(lab, DEFAULT)) == [
        "wrong: the clock is running and holds the pins"
    ]
    lab.put({"systemctl": "inactive"})
    monkeypatch.setattr(doctor, "open_factory", Mock(side_effect=PinError("no pins here")))
    assert found(doctor.examine_by_hand(lab, DEFAULT)) == ["wrong: no pins here"]


@pytest.mark.parametrize(
    ("factory", "parts"),
    [("mock", "displays lamps buzzer power switches"), ("none", "displays power switches")],
)
def test_with_hands_everything_that_can_be_handled_is(
    factory: str, parts: str, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_ask", lambda _: True)
    monkeypatch.setattr(hands, "PRESS_S_MAX", 0.0)
    wiring = configured(f'[pins]\nfactory = "{factory}"')
    handled = [line.part for line in doctor.examine_by_hand(lab, wiring)]
    assert list(dict.fromkeys(handled)) == parts.split()


@pytest.mark.parametrize("code", LANGUAGES)
def test_only_a_no_is_a_no_in_every_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with speaking(code):
        no = tr("no")
    for answer, yes in (("", True), ("y", True), ("ano", True), (f" {no.upper()} ", False)):
        monkeypatch.setattr("builtins.input", Mock(return_value=answer))
        assert doctor._ask("Did the buzzer sound?") is yes


def test_whatever_ends_the_work_with_hands_lets_go_of_every_pin(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = fake_body()
    monkeypatch.setattr(doctor, "open_factory", lambda _: "pins")
    monkeypatch.setattr(doctor, "open_body", lambda *_: body)
    monkeypatch.setattr(doctor, "_ask", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        next(doctor.examine_by_hand(lab, DEFAULT))
    assert body.power.closed
    assert all(screen.closed for screen in body.screens.values())
