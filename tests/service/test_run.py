"""`clapper run`: ready, alive and ended as systemd notices; every obstacle in one line."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from clock.config import config_from
from clock.game.names import Names
from clock.journal.journal import Journal
from clock.rules.seats import Seat
from clock.rules.state import Phase
from clock.service import run as service
from clock.service.notify import Notifier
from clock.service.run import FAULT, UNUSABLE, run
from clock.service.shutdown import Shutdown
from clock.station.loop import Station
from hal.factories import FOLDER, PinError
from hal.ports import Body, Edge, LampName, Line, ScreenName
from tests.conftest import WAIT_S
from tests.fakes import FakeBody, FakePower, FakeScreen, FakeTime, fake_body
from tests.journal.written import change_line, write_games
from tests.service.manager import SECOND_NS, Manager, unit

READY = (
    "clapper: ready. Both: 40 moves in 2:00:00, then 1:00:00. Game: Renju. Opening: RIF. "
    "Left begins. Rules: RIF"
)
Capture = pytest.CaptureFixture[str]


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


def test_the_service_is_ready_lives_and_ends(config_file: Path, manager: Manager) -> None:
    settings = config_file.parent / "state" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{")  # which is logged, and keeps nothing from running
    with started(config_file, WATCHDOG_USEC="5000000", **manager.environment) as process:
        manager.hear("READY=1")
        assert manager.heard == ["READY=1"]
        for message in ("WATCHDOG=1", "STATUS=All is well", "WATCHDOG=1"):
            manager.hear(message)  # again, though nothing happens on the table
        threads = len(os.listdir(f"/proc/{process.pid}/task"))
        process.send_signal(signal.SIGTERM)
        manager.hear("STOPPING=1")
        out, log = process.communicate(timeout=WAIT_S)
    assert (process.returncode, out) == (0, "")
    # On a busy machine a display may be slow; that is logged, too.
    assert [line for line in log.splitlines() if not line.endswith(": hangs")] == [
        f"clapper: {settings}: Input data was truncated; the default settings are used",
        READY,
        "clapper: ended",
    ]
    assert threads > len(ScreenName), "each display has one of its own"
    # Without pins there is none for edges and for the supply, and no tone has its timer.
    assert int(unit("Service", "TasksMax")[0]) >= 2 * (threads + 3)


@pytest.mark.parametrize("log", ["2>&-", "nobody reads"])
def test_a_log_that_cannot_be_written_stops_neither_the_clock_nor_its_end(
    config_file: Path, manager: Manager, pipe: tuple[int, int], log: str
) -> None:
    heard = {**manager.environment, "WATCHDOG_USEC": "400000"}
    with started(config_file, pipe[1] if log == "nobody reads" else log, **heard) as process:
        for message in ("READY=1", "WATCHDOG=1", "WATCHDOG=1"):
            manager.hear(message)
        process.send_signal(signal.SIGTERM)
        manager.hear("STOPPING=1")
        assert process.wait(WAIT_S) == 0


def test_a_journal_that_another_clock_writes_is_waited_for_by_restarting(
    config_file: Path, tmp_path: Path, capfd: Capture
) -> None:
    with closing(Journal(tmp_path / "state" / "games", 0)):
        assert run(config_file) == FAULT
    assert "another clock is writing to this journal" in capfd.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("error", [RuntimeError, ValueError, OSError, BrokenPipeError])
def test_systemd_restarts_the_clock_whatever_its_defect_is(
    config_file: Path, monkeypatch: pytest.MonkeyPatch, capfd: Capture, error: type[Exception]
) -> None:
    monkeypatch.setattr(Station, "run", Mock(side_effect=error("a defect of the program")))
    assert run(config_file) == FAULT
    assert FAULT != UNUSABLE  # which systemd does not restart
    log = capfd.readouterr().err
    assert "Traceback" in log
    assert f"{error.__name__}: a defect of the program" in log


def test_a_clock_that_is_ended_before_its_pins_come_has_ended_well(
    config_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_factory", lambda *_: None)
    assert run(config_file) == 0


# What it serves, with a loop that the test plays

Look = Callable[[], None]
Ends = Callable[[], bool]
Serve = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def serve(manager: Manager, monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Serve on a body with `play(station, ends, look)` for a loop; return its status and log."""

    def serve_it(
        body: Body, play: Callable[[Station, Ends, Look], None], text: str = ""
    ) -> tuple[int, list[str]]:
        log: list[str] = []
        monkeypatch.setattr(Station, "run", play)
        with closing(Notifier(manager.environment)) as notifier:
            served = service._serve(body, config_from(text), notifier, Shutdown(), log.append)
        return served, log

    return serve_it


def press(body: FakeBody, station: Station, *lines: Line) -> None:
    """Press in turn, a second apart."""
    for line in lines:
        body.inputs.drive(line, True)
        for _ in range(10):
            body.time.advance(SECOND_NS // 10)
            station.turn()


def test_edges_that_end_are_a_line_of_the_log_and_the_restarted_clock_has_each_press(
    serve: Serve, manager: Manager
) -> None:
    time, states = FakeTime(), list[tuple[Phase, Seat | None]]()

    def play(station: Station, ends: Ends, look: Look) -> None:
        assert bool(station.recovered) is bool(states)
        if not station.recovered:
            press(body, station, Line.RIGHT_PLUNGER)
        states.append((station.state.phase, station.state.running))
        look()
        assert not ends()
        body.inputs.set_level(Line.STOP, True)
        body.inputs.end(Edge(Line.STOP, True, time.now_ns() - 4_000_000))  # which waits
        station.turn()
        look()
        assert ends()

    ended = "the thread that delivers edges has ended: presses are no longer received"
    for _ in range(2):
        body = fake_body(time=time)
        status, log = serve(body, play)
        assert (status, log.count(ended), log.count("ended")) == (FAULT, 1, 0)
        assert f"STATUS={ended}" in manager.heard_so_far()
        time.advance(SECOND_NS)
        for screen in body.screens.values():
            assert screen.shown is not None
            assert not re.search("has failed|is off", screen.shown.sentence)
    assert states == [(Phase.RUNNING, Seat.LEFT), (Phase.STOPPED, None)]


def test_a_display_whose_thread_has_ended_ends_the_service(serve: Serve) -> None:
    body = fake_body()

    def play(_: Station, ends: Ends, look: Look) -> None:
        look()
        assert not ends()
        body.screens[ScreenName.RIGHT].alive = False
        look()
        assert ends()

    assert serve(body, play)[0] == FAULT


def test_a_low_battery_is_logged_and_in_the_status_and_its_end_too(
    serve: Serve, manager: Manager
) -> None:
    body = fake_body()
    body.power.charge = 40

    def play(_: Station, __: Ends, look: Look) -> None:
        look()
        body.power.is_charging = True
        look()

    status, log = serve(body, play, "[power]\nlow_percent = 40")
    low = "the battery is low, at 40 % or below: charge it"
    assert (status, log[1:]) == (0, [low, f"resolved: {low}", "ended"])
    heard = [each for each in manager.heard_so_far() if each.startswith("STATUS=")]
    assert heard == [f"STATUS={low}", "STATUS=All is well"]
    assert body.power.closed


@pytest.mark.parametrize(
    ("lines", "lit_again"),
    [([Line.RIGHT_PLUNGER], {LampName.LEFT_RUNNING}), ([Line.RIGHT_PLUNGER, Line.STOP], set())],
    ids=["running", "stopped"],
)
def test_lamps_are_tested_at_power_on_not_at_a_restart_and_a_clock_that_ends_leaves_a_last_face(
    lines: list[Line], lit_again: set[LampName], serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, lit, last = FakeTime(), [], list[str]()

    def await_drawn(screens: Mapping[ScreenName, FakeScreen]) -> None:
        last.extend(each.shown.sentence for each in screens.values() if each.shown)

    def play(station: Station, _: Ends, __: Look) -> None:
        lit.append({name for name, lamp in body.lamps.items() if lamp.lit})
        press(body, station, *lines)  # a game to come back to

    monkeypatch.setattr(service, "await_drawn", await_drawn)
    for _ in range(2):
        body = fake_body(time=time)
        serve(body, play)
        time.advance(SECOND_NS)
    assert lit == [set(LampName), lit_again]
    assert [each.startswith("Clock is off. ") for each in last] == [True] * 4


def test_the_journal_gets_the_configured_room_and_names_and_damage_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, log, folder = list[tuple[int, Names]](), list[str](), tmp_path / "state" / "games"

    def journal(path: Path, now_ns: int, *, bytes_max: int, names: Names) -> Journal:
        options.append((bytes_max, names))
        return Journal(path, now_ns, bytes_max=bytes_max, names=names)

    write_games(folder, 3).close()
    change_line(folder, 1, 2)
    monkeypatch.setattr(service, "Journal", journal)
    config = config_from("[journal]\nmegabytes = 7\n[names]\nevent = 'Cup'")
    with service._journal(config, fake_body(), log.append):
        pass
    assert options == [(7_000_000, Names("Cup"))]
    assert [line.startswith(f"{folder}: game 1: line 3 was changed") for line in log] == [True]


def test_lgpio_has_a_folder_and_the_supply_is_read_as_long_as_the_clock_runs(
    config_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supply, seen = FakePower(), list[str]()
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))

    def folder(*_: object) -> int:
        """Where lgpio makes its pipe."""
        assert Path(os.environ[FOLDER]).is_dir()
        seen.append(os.environ[FOLDER])
        return 0

    monkeypatch.setattr(supply, "start", lambda: seen.append("started"), raising=False)
    monkeypatch.setattr(service, "_factory", folder)
    config_file.write_text("")
    monkeypatch.setattr(service, "SysfsPower", lambda _: supply)
    monkeypatch.setattr(service, "open_body", lambda *_, **__: fake_body())
    monkeypatch.setattr(service, "_serve", folder)
    assert run(config_file) == 0
    assert seen == [seen[0], "started", seen[0]]  # no battery is ever low otherwise
    assert Path(seen[0]).parent == tmp_path
    assert FOLDER not in os.environ


# Pins that come late after power-on


RETRY_NS, WAIT_NS = service.PINS_RETRY_NS, service.PINS_WAIT_NS


@pytest.mark.parametrize(
    ("come_ns", "listens", "ends", "tries"),
    [
        (RETRY_NS + 1, True, False, 3),
        (WAIT_NS, True, False, 1 + WAIT_NS // RETRY_NS),
        (WAIT_NS + 1, True, False, 1 + WAIT_NS // RETRY_NS),  # too late
        (WAIT_NS, True, True, 1),  # the clock is ended before they come
        (1, False, False, 1),  # who is no service does not wait
    ],
)
def test_a_service_waits_for_its_pins(
    manager: Manager,
    monkeypatch: pytest.MonkeyPatch,
    come_ns: int,
    listens: bool,
    ends: bool,
    tries: int,
) -> None:
    time, ending, tried_ns = FakeTime(0), Shutdown(), list[int]()

    def wait(seconds: float) -> bool:
        time.advance(round(seconds * SECOND_NS))
        return ends

    def open_factory(name: str) -> str:
        tried_ns.append(time.now_ns())
        if time.now_ns() < come_ns:
            raise PinError("no pins")
        return name

    monkeypatch.setattr(ending, "wait", wait)
    monkeypatch.setattr(service, "open_factory", open_factory)
    with closing(Notifier(manager.environment if listens else {})) as notifier:
        try:
            found = service._factory("lgpio", notifier, ending, time)
            assert found == (None if ends else "lgpio")
        except PinError:
            assert come_ns > (WAIT_NS if listens else 0)
    assert tried_ns == [RETRY_NS * number for number in range(tries)]
    heard = set(manager.heard_so_far())
    assert heard == ({"STATUS=Waiting for the pins: no pins"} if listens else set())
