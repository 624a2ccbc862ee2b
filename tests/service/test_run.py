"""`clapper run`: ready, alive and ended as systemd notices; every obstacle in one line."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from clock.config import JOURNAL_MB_MAX, config_from
from clock.journal.journal import Journal
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.service import run as service
from clock.service.ending import Ending
from clock.service.notify import Notifier
from clock.service.run import FAULT, NO_PINS, UNUSABLE, run
from clock.station.loop import Station
from hal.body import open_body
from hal.factories import FOLDER, PinError
from hal.fake import FakePower, FakeTime, fake_body
from hal.ports import Body, LampName, Line
from tests.service.manager import MOCK, SECOND_NS, WAIT_S, Manager
from tests.service.test_log import full_pipe

ASKS = "EXTEND_TIMEOUT_USEC=20000000"
"""What systemd is asked before a short journal is opened."""
READY = (
    "clapper: ready. Both: 40 moves in 2:00:00, then 1:00:00. Opening: RIF. Left begins. Rules: RIF"
)


@contextmanager
def started(file: Path, log: str | int = "", **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Run `clapper run` as a process; `log` is a shell's redirection of its log, or a pipe."""
    inherited = {name: text for name, text in os.environ.items() if name[:6] != "PYTHON"}
    command = [sys.executable, "-m", "clock", "run", "--config", str(file)]
    process = subprocess.Popen(
        ["sh", "-c", f'exec "$@" {log}', "sh", *command] if isinstance(log, str) else command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if isinstance(log, str) else log,
        text=True,
        env={**inherited, "STATE_DIRECTORY": str(file.parent / "state"), **environment},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def fails(error: Exception) -> Callable[..., None]:
    """Return a function that raises, whatever it is called with."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_the_service_is_ready_lives_and_ends(config_file: Path, manager: Manager) -> None:
    settings = config_file.parent / "state" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{")  # which is logged, and keeps nothing from running
    with started(config_file, WATCHDOG_USEC="5000000", **manager.environment) as process:
        manager.hear("READY=1")
        assert manager.heard == [ASKS, "READY=1"]
        manager.hear("WATCHDOG=1")
        assert manager.hear("STATUS=") == "STATUS=All is well"
        manager.hear("WATCHDOG=1")  # again, though nothing happens on the table
        process.send_signal(signal.SIGTERM)
        manager.hear("STOPPING=1")
        out, log = process.communicate(timeout=WAIT_S)
    assert (process.returncode, out) == (0, "")
    assert log.splitlines() == [
        f"clapper: {settings}: Input data was truncated; the settings are as delivered",
        READY,
        "clapper: ended",
    ]


@pytest.mark.parametrize("log", ["2>&-", "2>/dev/full", "nobody reads"])
def test_a_log_that_cannot_be_written_stops_neither_the_clock_nor_its_end(
    config_file: Path, manager: Manager, log: str
) -> None:
    reader, writer = full_pipe()
    heard = {**manager.environment, "WATCHDOG_USEC": "2000000"}
    with started(config_file, writer if log == "nobody reads" else log, **heard) as process:
        manager.hear("READY=1")
        for _ in range(2):
            manager.hear("WATCHDOG=1")
        process.send_signal(signal.SIGTERM)
        manager.hear("STOPPING=1")
        assert process.wait(WAIT_S) in (0, 120)  # 120 is Python's own, for an unwritten log
    os.close(reader)
    os.close(writer)


def test_a_journal_that_another_clock_writes_is_waited_for_by_restarting(
    config_file: Path, tmp_path: Path
) -> None:
    with (
        closing(Journal(tmp_path / "state" / "journal.db", 0)),
        started(config_file) as process,
    ):
        _, log = process.communicate(timeout=WAIT_S)
    assert process.returncode == FAULT
    assert "another clock writes this journal" in log.splitlines()[-1]


@pytest.mark.parametrize(
    ("text", "status", "log"),
    [
        (
            f"{MOCK}[lines]\nstop = 99\nminus = 'x'\n",
            UNUSABLE,
            [", line 4: lines.stop: ", ", line 5: lines.minus: "],
        ),
        ("", NO_PINS, ["clapper: no pins here. `clapper doctor` shows what to do"]),
    ],
)
def test_every_obstacle_is_a_line_of_the_log(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    text: str,
    status: int,
    log: list[str],
) -> None:
    monkeypatch.setattr(service, "open_factory", fails(PinError("no pins here")))
    monkeypatch.setattr(service, "_leave", lambda *_: None)
    file = tmp_path / "c.toml"
    file.write_text(text)
    assert run(file) == status
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == len(log)
    assert all(part in line for part, line in zip(log, lines, strict=True))


def test_a_missing_default_configuration_is_logged_and_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("clock.config.DEFAULT_FILE", tmp_path / "none.toml")
    monkeypatch.setattr(service, "open_factory", fails(PinError("no pins here")))
    monkeypatch.setattr(service, "_leave", lambda *_: None)
    assert run(None) == NO_PINS
    first, _ = capfd.readouterr().err.splitlines()
    assert first == f"clapper: {tmp_path}/none.toml is not there: the clock is as it comes"


@pytest.mark.parametrize("error", [RuntimeError, ValueError, OSError, BrokenPipeError])
def test_systemd_restarts_the_clock_whatever_its_defect_is(
    config_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    error: type[Exception],
) -> None:
    monkeypatch.setattr(Station, "run", fails(error("a defect of the program")))
    assert run(config_file) == FAULT
    assert FAULT != UNUSABLE  # which systemd does not restart
    log = capfd.readouterr().err
    assert "Traceback" in log
    assert f"{error.__name__}: a defect of the program" in log


def test_edges_that_end_are_a_line_of_the_log_and_the_restarted_clock_has_its_game(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, time, log = config_from(""), FakeTime(), list[str]()
    states: list[tuple[int, Phase, Seat | None]] = []

    def played(station: Station, ending: Ending, look: Callable[[], None]) -> None:
        if not station.recovered:
            for line in (Line.RIGHT_PLUNGER, Line.STOP):
                body.inputs.drive(line, True)
                for _ in range(10):
                    time.advance(SECOND_NS // 10)
                    station.turn()
        states.append((station.recovered, station.state.phase, station.state.running))
        look()
        assert not ending.is_set()
        body.inputs.end()
        station.turn()
        look()
        assert ending.is_set()

    monkeypatch.setattr(Station, "run", played)
    ended = "what brings the edges has ended: plungers are not heard any more"
    for number in range(2):
        body = fake_body(config.wiring, time)
        with closing(Notifier(manager.environment)) as notifier:
            assert service._serve(body, config, notifier, Ending(), log.append) == FAULT
        assert log.count(ended) == number + 1
        assert "ended" not in log
        assert f"STATUS={ended}" in manager.heard_so_far()
        time.advance(SECOND_NS)
        for screen in body.screens.values():
            assert screen.shown is not None
            assert "has failed" not in screen.shown.sentence
    (_, *first), (recovered, *second) = states
    assert (bool(recovered), second) == (True, first)
    assert Phase.STOPPED in first


class Served:
    """A station that serves on a body in a thread."""

    def __init__(self, body: Body, text: str, manager: Manager) -> None:
        self.log: list[str] = []
        self.ending, self.status = Ending(), -1
        self._body, self._config = body, config_from(text)
        self._notifier = Notifier(manager.environment)
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        self.status = service._serve(
            self._body, self._config, self._notifier, self.ending, self.log.append
        )

    def end(self) -> None:
        self.ending.set()
        self._thread.join(WAIT_S)
        self._notifier.close()
        assert self.status == 0


def test_a_low_battery_is_logged_and_in_the_status_and_its_end_too(manager: Manager) -> None:
    body = fake_body()
    body.power.charge = 40
    served = Served(body, "[power]\nlow_percent = 40", manager)
    low = "the battery is low, at 40 % or below: charge it"
    while low not in manager.hear("STATUS="):
        pass
    body.power.charging = True
    while low in manager.hear("STATUS="):
        pass
    served.end()
    assert {low, f"well again: {low}"} <= set(served.log)
    assert body.power.closed


def test_a_missing_display_is_reported_and_the_clock_goes_on(manager: Manager) -> None:
    text = "[screens.left]\nport = 77\n[screens.right]\nport = 78"
    body = open_body(config_from(text).wiring, MockFactory(pin_class=MockPWMPin))
    served = Served(body, text, manager)
    manager.hear("READY=1")
    while "I²C 77" not in (status := manager.hear("STATUS=")) or "I²C 78" not in status:
        pass
    served.end()
    assert any(line.startswith("ssd1306 at 0x3C on I²C 77: ") for line in served.log)


@pytest.mark.parametrize(
    ("driven", "lit_again"),
    [
        ((Line.RIGHT_PLUNGER,), {LampName.LEFT_RUNNING}),
        ((Line.RIGHT_PLUNGER, Line.STOP), set()),
    ],
    ids=["running", "stopped"],
)
def test_lamps_are_tested_at_power_on_and_not_when_the_service_is_restarted(
    driven: tuple[Line, ...], lit_again: set[LampName], monkeypatch: pytest.MonkeyPatch
) -> None:
    config, time, lit = config_from(""), FakeTime(), []

    def started_only(station: Station, *_arguments: object) -> None:
        lit.append({name for name, lamp in body.lamps.items() if lamp.lit})
        for line in driven:  # a game to come back to
            body.inputs.drive(line, True)
            for _ in range(10):
                time.advance(SECOND_NS // 10)
                station.turn()

    monkeypatch.setattr(Station, "run", started_only)
    for _ in range(2):
        body = fake_body(config.wiring, time)
        with closing(Notifier({})) as notifier:
            service._serve(body, config, notifier, Ending(), list[str]().append)
        time.advance(SECOND_NS)
    assert lit == [set(LampName), lit_again]


@pytest.mark.parametrize(("megabytes", "length_s"), [(0, 20), (JOURNAL_MB_MAX, 167), (5_000, 600)])
def test_systemd_waits_for_a_journal_by_its_size_and_it_gets_the_configured_room(
    megabytes: int, length_s: int, manager: Manager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, room = tmp_path / "state", list[int]()
    state.mkdir()
    for name, share in (("journal.db", 0.9), ("journal.db-wal", 0.1)):
        with (state / name).open("wb") as file:
            file.truncate(int(share * megabytes * 1_000_000))

    def journal(_: Path, __: int, *, bytes_max: int) -> Journal:
        room.append(bytes_max)
        (asked,) = manager.heard_so_far()
        assert int(asked.removeprefix("EXTEND_TIMEOUT_USEC=")) // 1_000_000 == length_s
        raise PinError("enough is seen")

    monkeypatch.setattr(service, "Journal", journal)
    config = config_from("[journal]\nmegabytes = 7")
    with (
        closing(Notifier(manager.environment)) as notifier,
        pytest.raises(PinError),
        service._journal(config, fake_body(), notifier, print),
    ):
        pass
    assert room == [7_000_000]


def test_a_damaged_journal_is_logged(tmp_path: Path) -> None:
    log: list[str] = []
    file = tmp_path / "state" / "journal.db"
    file.parent.mkdir()
    file.write_bytes(b"no journal at all" * 1000)
    with (
        closing(Notifier({})) as notifier,
        service._journal(config_from(""), fake_body(), notifier, log.append),
    ):
        pass
    assert [line.startswith(f"{file}: ") for line in log] == [True]


class Supply(FakePower):
    """A supply that is read once it was started."""

    started = False

    def start(self) -> None:
        self.started = True


def test_lgpio_has_a_folder_and_the_supply_is_read_as_long_as_the_clock_runs(
    config_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supply, folders = Supply(), list[str]()
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))

    def factory(*_: object) -> str:
        folders.append(os.environ[FOLDER])  # where lgpio makes its pipe
        assert Path(folders[0]).is_dir()
        return "pins"

    def serve(*_: object) -> int:
        assert supply.started, "no battery is ever low otherwise"
        folders.append(os.environ[FOLDER])
        return 0

    monkeypatch.setattr(service, "_factory", factory)
    monkeypatch.setattr(service, "_power", lambda _: supply)
    monkeypatch.setattr(service, "open_body", lambda *_, **__: fake_body())
    monkeypatch.setattr(service, "_serve", serve)
    assert run(config_file) == 0
    assert folders[0] == folders[1]
    assert Path(folders[0]).parent == tmp_path
    assert FOLDER not in os.environ
