"""A machine without pins: the clock runs on keys and one screen, and loads nothing for pins."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clock.config import config_from
from clock.service.run import run
from clock.service.shutdown import Shutdown
from hal.body import open_body
from hal.factories import open_factory
from hal.keys import CODES
from hal.ports import Line
from hal.wiring import KEYS
from tests.conftest import WAIT_S
from tests.fakes import FakeTime
from tests.hal.boundary import Collector
from tests.hal.input_devices import InputDevices
from tests.hal.rigs import until
from tests.service.manager import Manager

NONE = '[pins]\nfactory = "none"\n'
LINES = "\n".join(f'{line} = "usb-no-pad:KEY_F{number}"' for number, line in enumerate(KEYS, 1))
UNPLUGGED = f"""{NONE}
[screens.both]
device = "/dev/fb31"
[keyboards]
any = false  # a test takes nobody's keyboard
[lines]
{LINES}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "clapper.toml"
    file.write_text(UNPLUGGED)
    return file


def loading(*words: str, **environment: str) -> subprocess.Popen[str]:
    """Start a command that lists the modules it loads on its standard error."""
    return subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "clock", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def test_the_clock_runs_and_ends_without_the_library_of_pins(
    file: Path, tmp_path: Path, manager: Manager
) -> None:
    state = {"STATE_DIRECTORY": str(tmp_path / "state"), **manager.environment}
    process = loading("run", "--config", str(file), **state)
    try:
        manager.hear("READY=1")
        manager.hear("STATUS=")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=WAIT_S)
    finally:
        process.kill()
    assert process.returncode == 0
    assert "hal.keyboards" in log
    assert "gpiozero" not in log
    assert "keys of usb-no-pad: not plugged in" in " ".join(manager.heard) + log


@pytest.mark.parametrize(
    "mistake", ["[lines]\nminus = 17", "[keyboards]\nany = false", "[lines]\nstop = 4"]
)
def test_a_mistake_stays_on_the_screen_while_the_service_lives(
    mistake: str,
    tmp_path: Path,
    manager: Manager,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (file := tmp_path / "clapper.toml").write_text(f"{NONE}[screens.both]\n{mistake}\n")
    monkeypatch.setenv("NOTIFY_SOCKET", manager.environment["NOTIFY_SOCKET"])
    looks = iter(range(3))
    monkeypatch.setattr(
        Shutdown, "wait", lambda ending, _: next(looks, None) is None and (ending.set() or True)
    )
    assert run(file) == 0
    assert manager.heard_so_far()[0].startswith("READY=1\nSTATUS=Configuration: ")
    lines = capfd.readouterr().err.splitlines()
    assert all(line.startswith(f"clapper: {file}, line ") for line in lines)


@pytest.mark.parametrize("words", [("check",), ("doctor", "--config")])
def test_check_and_the_doctor_need_no_library_of_pins_either(
    words: tuple[str, ...], file: Path
) -> None:
    out, log = loading(*words, str(file)).communicate(timeout=WAIT_S)
    assert "gpiozero" not in log
    assert "no GPIO pins" in out or "No pins: plungers and buttons are keys.\nOne screen" in out
    assert "lgpio" not in out


def test_every_line_is_pressed_by_any_keyboard_unless_a_line_has_that_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    devices, sink, time = InputDevices(tmp_path, monkeypatch), Collector(), FakeTime()
    board = devices.plug_in("usb-0:1-event-kbd", folder="by-path")
    wiring = config_from(f'{NONE}[lines]\nstop = "any:KEY_A"\nok = "none"\n').wiring
    assert wiring.wired == KEYS.keys() - {Line.OK}
    body = open_body(wiring, open_factory("none"), {}, time)
    with closing(body):
        body.inputs.listen(sink)
        for name in ("Q", "A", "ENTER", "SPACE", "L"):
            board.report(time.now_ns(), {CODES[f"KEY_{name}"]: True})
            until(board.is_read)
        pressed = [edge.line for edge in sink.wait_for(3)]
    assert pressed == [Line.LEFT_PLUNGER, Line.STOP, Line.RIGHT_PLUNGER]
