"""`clapper run`: ready, alive and ended as systemd hears it; every obstacle in one line."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from clock import service
from clock.config import config_from
from clock.journal.journal import Journal
from clock.notify import Notifier
from clock.service import FAULT, NO_PINS, UNUSABLE, Health, run
from clock.station.loop import Station
from hal.body import open_body
from hal.factories import PinError
from hal.fake import FakeLamp, FakeScreen, fake_body
from hal.ports import LampName, ScreenName
from hal.wiring import ScreenWiring

WAIT_S = 20.0
"""How long a process or a thread is waited for before a test fails."""
SECOND_NS = 1_000_000_000
MOCK = '[pins]\nfactory = "mock"\n'


class Manager:
    """What systemd hears, on a real socket."""

    def __init__(self, path: Path) -> None:
        self.environment = {"NOTIFY_SOCKET": str(path)}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(WAIT_S)
        self.heard: list[str] = []

    def hear(self, what: str) -> str:
        """Wait for a message that begins so, and return it; what else comes is kept in `heard`."""
        while True:
            message = self._socket.recv(4096).decode()
            self.heard.append(message)
            if message.startswith(what):
                return message

    def hear_what_came(self) -> list[str]:
        """Everything that has come by now."""
        self._socket.setblocking(False)
        try:
            while True:
                self.heard.append(self._socket.recv(4096).decode())
        except BlockingIOError:
            self._socket.settimeout(WAIT_S)
        heard, self.heard = self.heard, []
        return heard

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service's own, as systemd names it: nothing of the user's is read or written."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path / "notify")
    yield manager
    manager.close()


@pytest.fixture
def config_file(tmp_path: Path) -> Path:
    file = tmp_path / "clapper.toml"
    file.write_text(MOCK)
    return file


def started(file: Path, log: str = "", **environment: str) -> subprocess.Popen[str]:
    """`clapper run` as a process of its own; `log` is what a shell does with its log."""
    kept = {name: text for name, text in os.environ.items() if name[:6] != "PYTHON"}
    command = [sys.executable, "-m", "clock", "run", "--config", str(file)]
    return subprocess.Popen(
        ["sh", "-c", f'exec "$@" {log}', "sh", *command] if log else command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**kept, "STATE_DIRECTORY": str(file.parent / "state"), **environment},
    )


# ---- As a process


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_service_is_ready_lives_and_ends_when_told(
    config_file: Path, manager: Manager, ending: signal.Signals
) -> None:
    process = started(config_file, WATCHDOG_USEC="5000000", **manager.environment)
    try:
        manager.hear("READY=1")
        assert manager.heard == ["READY=1"]
        manager.hear("WATCHDOG=1")
        assert manager.hear("STATUS=") == "STATUS=All is well"
        manager.hear("WATCHDOG=1")  # again, though nothing happens on the table
        process.send_signal(ending)
        manager.hear("STOPPING=1")
        out, told = process.communicate(timeout=WAIT_S)
    finally:
        process.kill()
    assert (process.returncode, out) == (0, "")
    assert told.splitlines() == [
        "clapper: ready. Both: 40 moves in 2:00:00, then 1:00:00. Opening: RIF. Left begins. "
        "Regulations: RIF",
        "clapper: ended",
    ]


def test_settings_that_cannot_be_read_are_logged_and_the_clock_runs(
    config_file: Path, manager: Manager
) -> None:
    file = config_file.parent / "state" / "settings.json"
    file.parent.mkdir()
    file.write_text("{")
    process = started(config_file, **manager.environment)
    try:
        manager.hear("READY=1")
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=WAIT_S)
    finally:
        process.kill()
    assert process.returncode == 0
    assert told.splitlines()[0] == (
        f"clapper: {file}: Input data was truncated; the settings are as delivered"
    )


@pytest.mark.parametrize("log", ["2>&-", "2>/dev/full"])
def test_a_log_that_cannot_be_written_stops_no_clock(
    config_file: Path, manager: Manager, log: str
) -> None:
    process = started(config_file, log, **manager.environment)
    try:
        manager.hear("READY=1")
        process.send_signal(signal.SIGTERM)
        manager.hear("STOPPING=1")
        process.communicate(timeout=WAIT_S)
    finally:
        process.kill()
    assert process.returncode in (0, 120)  # 120 is Python's own, for what it could not write


def test_a_broken_configuration_ends_it_with_every_line(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text(f"{MOCK}[lines]\nstop = 99\nminus = 'x'\n")
    process = started(file)
    out, told = process.communicate(timeout=WAIT_S)
    assert (process.returncode, out) == (UNUSABLE, "")
    assert [line.partition("line ")[2][:14] for line in told.splitlines()] == [
        "4: lines.stop:",
        "5: lines.minus",
    ]


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_a_machine_without_pins_is_told_calmly(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text("")
    process = started(file)
    out, told = process.communicate(timeout=WAIT_S)
    assert (process.returncode, out) == (NO_PINS, "")
    assert told.startswith("clapper: pin factory lgpio does not start (")
    assert told.endswith(". `clapper doctor` tells what to do\n")
    assert told.count("\n") == 1


# ---- The watchdog and the log


class Watched:
    """A health on a body of fakes, and what it says."""

    def __init__(self, manager: Manager, watchdog_s: int = 4) -> None:
        self.body = fake_body()
        self.log: list[str] = []
        self._manager = manager
        self.notifier = Notifier(
            {**manager.environment, "WATCHDOG_USEC": str(watchdog_s * 1_000_000)}
        )
        self.health = Health(self.body, self.notifier, self.log.append)

    def look(self) -> list[str]:
        """One look, and what systemd heard of it."""
        self.health.look()
        return self._manager.hear_what_came()


@pytest.fixture
def watched(manager: Manager) -> Iterator[Watched]:
    watched = Watched(manager)
    yield watched
    watched.notifier.close()


def test_the_watchdog_is_fed_four_times_in_its_time_and_no_more(watched: Watched) -> None:
    assert watched.look() == ["WATCHDOG=1", "STATUS=All is well"]
    watched.body.time.advance(SECOND_NS - 1)
    assert watched.look() == []
    watched.body.time.advance(1)
    assert watched.look() == ["WATCHDOG=1"]


def test_the_watchdog_is_not_fed_while_edges_do_not_arrive(watched: Watched) -> None:
    watched.body.inputs.alive = False
    watched.body.time.advance(10 * SECOND_NS)
    assert "WATCHDOG=1" not in watched.look()
    watched.body.inputs.alive = True
    assert watched.look() == ["WATCHDOG=1"]


def test_a_fault_is_logged_once_and_its_end_too(watched: Watched) -> None:
    watched.look()
    screen = watched.body.screens[ScreenName.RIGHT]
    screen.unplug("ssd1306 at 0x3D on I²C 1: not there")
    assert watched.look() == ["STATUS=ssd1306 at 0x3D on I²C 1: not there"]
    assert watched.look() == []
    screen.plug_in()
    assert watched.look() == ["STATUS=All is well"]
    assert watched.log == [
        "ssd1306 at 0x3D on I²C 1: not there",
        "well again: ssd1306 at 0x3D on I²C 1: not there",
    ]


class StuckLamp(FakeLamp):
    """A lamp that can keep whoever sets it."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.free.set()
        self.waited_for = threading.Event()

    def set(self, lit: bool) -> None:
        self.waited_for.set()
        assert self.free.wait(WAIT_S)
        super().set(lit)


def test_a_low_battery_is_logged_and_in_the_status_and_its_end_too(
    manager: Manager, capsys: pytest.CaptureFixture[str]
) -> None:
    body, config = fake_body(), config_from("[power]\nlow_percent = 40")
    body.power.charge = 40
    notifier, stop = Notifier(manager.environment), threading.Event()
    thread = threading.Thread(target=service._keep_time, args=(body, config, notifier, stop))
    thread.start()
    low = "the battery is low, at 40 % or below: charge it"
    while low not in manager.hear("STATUS="):
        pass
    body.power.charging = True
    while low in manager.hear("STATUS="):
        pass
    stop.set()
    thread.join(WAIT_S)
    notifier.close()
    told = capsys.readouterr().err
    assert f"clapper: {low}\n" in told
    assert f"clapper: well again: {low}\n" in told
    assert body.power.closed


def test_a_clock_without_pins_looks_at_no_supply() -> None:
    assert service._power(config_from(MOCK).wiring) is None
    assert service._power(config_from("").wiring) is not None


def test_a_loop_that_stands_still_feeds_no_watchdog(manager: Manager) -> None:
    watched = Watched(manager)
    lamp = StuckLamp()
    lamps = MappingProxyType({**watched.body.lamps, LampName.REFEREE: lamp})
    body = replace(watched.body, lamps=lamps)
    station, stop = Station(body, config_from("").setup), threading.Event()
    thread = threading.Thread(target=station.run, args=(stop, watched.health.look), daemon=True)
    thread.start()
    manager.hear("WATCHDOG=1")
    lamp.free.clear()
    lamp.waited_for.clear()
    assert lamp.waited_for.wait(WAIT_S)
    manager.hear_what_came()
    watched.body.time.advance(10 * SECOND_NS)  # far more than the watchdog's time
    assert manager.hear_what_came() == []
    lamp.free.set()
    manager.hear("WATCHDOG=1")
    stop.set()
    thread.join(WAIT_S)
    assert not thread.is_alive()
    watched.notifier.close()


def test_nobody_is_told_where_nobody_listens(tmp_path: Path) -> None:
    for address in ("", str(tmp_path / "nobody"), "@nobody", "x" * 300):
        notifier = Notifier({"NOTIFY_SOCKET": address})
        assert notifier.listened_to is (address != "")
        notifier.tell("READY=1")
        notifier.close()


def test_who_does_not_listen_for_long_holds_nothing_up(manager: Manager) -> None:
    notifier = Notifier(manager.environment)

    def tell_much() -> None:
        for _ in range(10_000):
            notifier.tell("STATUS=a")

    telling = threading.Thread(target=tell_much, daemon=True)
    telling.start()
    telling.join(WAIT_S)
    assert not telling.is_alive()
    notifier.close()


def test_a_name_that_is_in_no_folder_is_understood() -> None:
    name = f"clapper-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        notifier = Notifier({"NOTIFY_SOCKET": f"@{name}"})
        notifier.tell("READY=1", "STATUS=a")
        assert listening.recv(100) == b"READY=1\nSTATUS=a"
        notifier.close()


@pytest.mark.parametrize(
    ("environment", "watchdog_ns"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "5000000"}, 5_000_000_000),
        ({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": str(os.getpid())}, 5_000_000_000),
        ({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "²"}, None),
    ],
)
def test_the_watchdogs_time_is_systemds_if_it_is_for_us(
    environment: dict[str, str], watchdog_ns: int | None
) -> None:
    notifier = Notifier(environment)
    assert notifier.watchdog_ns == watchdog_ns
    notifier.close()


# ---- What keeps it from keeping time


@pytest.fixture
def displays(monkeypatch: pytest.MonkeyPatch) -> list[FakeScreen]:
    """Every display that is opened to tell something."""
    opened: list[FakeScreen] = []

    def open_screen(screen: ScreenWiring) -> FakeScreen:
        opened.append(FakeScreen((screen.width, screen.height)))
        return opened[-1]

    monkeypatch.setattr(service, "open_screen", open_screen)
    return opened


def said(displays: list[FakeScreen]) -> set[str]:
    assert len(displays) == 2
    assert all(display.closed for display in displays)
    return {display.shown.sentence for display in displays if display.shown}


def test_the_displays_tell_what_is_wrong_with_the_configuration(
    tmp_path: Path, displays: list[FakeScreen]
) -> None:
    file = tmp_path / "c.toml"
    file.write_text("[lines]\nstop = 99\n")
    assert run(file) == UNUSABLE
    assert said(displays) == {
        "Configuration. c.toml, line 2: lines.stop: GPIO 99 does not exist: expected 0 to 27"
    }


def test_the_displays_tell_that_there_are_no_pins(
    config_file: Path,
    displays: list[FakeScreen],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def none(_: str) -> None:
        raise PinError("no pins here")

    monkeypatch.setattr(service, "open_factory", none)
    config_file.write_text("")
    assert run(config_file) == NO_PINS
    assert said(displays) == {"No pins. no pins here"}
    assert capsys.readouterr().err == "clapper: no pins here. `clapper doctor` tells what to do\n"


def test_the_displays_tell_that_edges_cannot_be_watched(
    manager: Manager, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(*_: object) -> None:
        raise PinError("no edges here")

    body = fake_body()
    monkeypatch.setattr(type(body.inputs), "listen", none)
    with closing(Notifier(manager.environment)) as notifier:
        ended = service._keep_time(body, config_from(""), notifier, threading.Event())
    assert ended == NO_PINS
    assert said(list(body.screens.values())) == {"No pins. no edges here"}
    assert capsys.readouterr().err == "clapper: no edges here. `clapper doctor` tells what to do\n"


def test_a_service_waits_for_pins_that_come_late(
    config_file: Path, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = iter([PinError("not yet"), PinError("not yet"), MockFactory(pin_class=MockPWMPin)])

    def late(_: str) -> object:
        result = next(tries)
        if isinstance(result, PinError):
            raise result
        return result

    monkeypatch.setattr(service, "open_factory", late)
    monkeypatch.setattr(service, "PINS_RETRY_NS", 0)
    monkeypatch.setattr(Station, "run", lambda *_: None)
    monkeypatch.setenv("NOTIFY_SOCKET", manager.environment["NOTIFY_SOCKET"])
    assert run(config_file) == 0
    waits = "STATUS=Waits for the pins: not yet"
    assert manager.hear_what_came() == [waits, waits, "READY=1", "STOPPING=1"]


def test_a_service_waits_for_pins_no_longer_than_its_bound(
    config_file: Path, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: str) -> None:
        raise PinError("never")

    monkeypatch.setattr(service, "open_factory", none)
    monkeypatch.setattr(service, "PINS_WAIT_NS", 0)
    monkeypatch.setenv("NOTIFY_SOCKET", manager.environment["NOTIFY_SOCKET"])
    assert run(config_file) == NO_PINS


@pytest.mark.parametrize("kind", [RuntimeError, ValueError, OSError])
def test_a_fault_in_the_loop_ends_the_process_and_the_displays_say_so(
    kind: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
    manager: Manager,
) -> None:
    body = fake_body()

    def fail(*_: object) -> None:
        raise kind("a defect of the program")

    monkeypatch.setattr(Station, "run", fail)
    notifier = Notifier(manager.environment)
    with pytest.raises(kind, match="a defect"):
        service._keep_time(body, config_from(""), notifier, threading.Event())
    notifier.close()
    assert said(list(body.screens.values())) == {"The clock has failed. a defect of the program"}
    assert manager.hear_what_came() == ["READY=1"]


def test_a_journal_that_another_clock_writes_is_waited_for_by_starting_again(
    config_file: Path, tmp_path: Path
) -> None:
    with closing(Journal(tmp_path / "state" / "journal.db", 0)):
        process = started(config_file)
        _, told = process.communicate(timeout=WAIT_S)
    assert process.returncode == FAULT
    assert "another clock writes this journal" in told.splitlines()[-1]


@pytest.mark.parametrize("error", [RuntimeError, ValueError, OSError, BrokenPipeError])
def test_systemd_starts_the_clock_again_whatever_its_defect_is(
    config_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: type[Exception],
) -> None:
    def fail(*_: object) -> None:
        raise error("a defect of the program")

    monkeypatch.setattr(Station, "run", fail)
    assert run(config_file) == FAULT
    assert FAULT != UNUSABLE  # which systemd does not start again
    told = capsys.readouterr().err
    assert "Traceback" in told
    assert f"{error.__name__}: a defect of the program" in told


def test_a_display_that_is_not_there_is_told_and_the_clock_goes_on(
    manager: Manager, capsys: pytest.CaptureFixture[str]
) -> None:
    config = config_from("[screens.left]\nport = 77\n[screens.right]\nport = 78")
    body = open_body(config.wiring, MockFactory(pin_class=MockPWMPin))
    notifier, stop = Notifier(manager.environment), threading.Event()
    ended: list[int] = []
    thread = threading.Thread(
        target=lambda: ended.append(service._keep_time(body, config, notifier, stop))
    )
    thread.start()
    manager.hear("READY=1")
    while "I²C 77" not in (told := manager.hear("STATUS=")) or "I²C 78" not in told:
        pass
    stop.set()
    thread.join(WAIT_S)
    notifier.close()
    assert ended == [0]
    assert "clapper: ssd1306 at 0x3C on I²C 77: " in capsys.readouterr().err


def test_a_clock_on_which_nothing_was_set_has_the_settings_it_was_delivered_with(
    tmp_path: Path,
) -> None:
    config = config_from('[settings]\nlanguage = "cs"')
    keep = service._keep(config)
    assert keep.settings.language == "cs"
    keep.change(msgspec.structs.replace(keep.settings, language="ko"))
    keep.close()
    assert (tmp_path / "state" / "settings.json").exists()
    assert service._keep(config).settings.language == "ko"


def test_a_damaged_journal_is_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "state" / "journal.db"
    file.parent.mkdir()
    file.write_bytes(b"no journal at all" * 1000)
    with service._journal(config_from(""), fake_body()):
        pass
    assert capsys.readouterr().err.startswith(f"clapper: {file}: ")


def test_the_journal_takes_the_room_that_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def journal(_: Path, __: int, *, bytes_max: int) -> Journal:
        asked.append(bytes_max)
        raise PinError("enough is seen")

    monkeypatch.setattr(service, "Journal", journal)
    with (
        pytest.raises(PinError),
        service._journal(config_from("[journal]\nmegabytes = 7"), fake_body()),
    ):
        pass
    assert asked == [7_000_000]


def test_a_clock_that_waits_for_its_pins_ends_when_told(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: str) -> None:
        raise PinError("never")

    monkeypatch.setattr(service, "open_factory", none)
    stop = threading.Event()
    stop.set()
    with closing(Notifier(manager.environment)) as notifier:
        assert service._factory("lgpio", notifier, stop) is None
    assert manager.hear_what_came() == ["STATUS=Waits for the pins: never"]


def test_a_long_watchdog_is_fed_at_each_look_of_the_loop(manager: Manager) -> None:
    watched = Watched(manager, watchdog_s=600)
    watched.look()
    watched.body.time.advance(SECOND_NS)
    assert watched.look() == ["WATCHDOG=1"]
    watched.notifier.close()
