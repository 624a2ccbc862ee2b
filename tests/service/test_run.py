"""`clapper run`: ready, alive and ended as systemd hears it; every obstacle in one line."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from clock.config import JOURNAL_MB_MAX, config_from
from clock.journal.journal import Journal
from clock.service import notices
from clock.service import run as service
from clock.service.ending import Ending
from clock.service.notify import Notifier
from clock.service.run import FAULT, NO_PINS, UNUSABLE, run
from clock.station.loop import Station
from hal.body import open_body
from hal.factories import PinError
from hal.fake import FakeScreen, FakeTime, fake_body
from hal.ports import LampName, Line
from hal.wiring import ScreenWiring
from tests.service.manager import MOCK, SECOND_NS, WAIT_S, Manager
from tests.service.test_log import full_pipe

ASKS = "EXTEND_TIMEOUT_USEC=20000000"
"""What is said before a journal is made or opened, one that is short."""


def started(file: Path, log: str | int = "", **environment: str) -> subprocess.Popen[str]:
    """`clapper run` as a process of its own; `log` is what a shell does with its log, or a pipe."""
    kept = {name: text for name, text in os.environ.items() if name[:6] != "PYTHON"}
    command = [sys.executable, "-m", "clock", "run", "--config", str(file)]
    return subprocess.Popen(
        ["sh", "-c", f'exec "$@" {log}', "sh", *command] if isinstance(log, str) else command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if isinstance(log, str) else log,
        text=True,
        env={**kept, "STATE_DIRECTORY": str(file.parent / "state"), **environment},
    )


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_service_is_ready_lives_and_ends_when_told(
    config_file: Path, manager: Manager, ending: signal.Signals
) -> None:
    process = started(config_file, WATCHDOG_USEC="5000000", **manager.environment)
    try:
        manager.hear("READY=1")
        assert manager.heard == [ASKS, "READY=1"]
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
        "Rules: RIF",
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


def test_a_log_that_nobody_reads_holds_up_neither_the_clock_nor_its_end(
    config_file: Path, manager: Manager
) -> None:
    reader, writer = full_pipe()
    heard = {**manager.environment, "WATCHDOG_USEC": "2000000"}
    process = started(config_file, writer, **heard)
    try:
        manager.hear("READY=1")
        for _ in range(3):
            manager.hear("WATCHDOG=1")
        process.send_signal(signal.SIGTERM)
        manager.hear("STOPPING=1")
        assert process.wait(WAIT_S) == 0
    finally:
        process.kill()
        process.communicate()
        os.close(reader)
        os.close(writer)


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


def test_a_low_battery_is_logged_and_in_the_status_and_its_end_too(manager: Manager) -> None:
    body, config = fake_body(), config_from("[power]\nlow_percent = 40")
    body.power.charge = 40
    notifier, ending = Notifier(manager.environment), Ending()
    log: list[str] = []
    thread = threading.Thread(
        target=service._keep_time, args=(body, config, notifier, ending, log.append)
    )
    thread.start()
    low = "the battery is low, at 40 % or below: charge it"
    while low not in manager.hear("STATUS="):
        pass
    body.power.charging = True
    while low in manager.hear("STATUS="):
        pass
    ending.set()
    thread.join(WAIT_S)
    notifier.close()
    assert low in log
    assert f"well again: {low}" in log
    assert body.power.closed


def test_a_clock_without_pins_looks_at_no_supply() -> None:
    assert service._power(config_from(MOCK).wiring) is None
    assert service._power(config_from("").wiring) is not None


@pytest.mark.parametrize(
    ("rotate", "size"), [(0, "128x64"), (1, "64x128"), (2, "128x64"), (3, "64x128")]
)
def test_displays_that_nobody_sees_are_turned_like_those_of_the_wiring(
    rotate: int, size: str
) -> None:
    width, height = size.split("x")
    table = f"""
driver = "{"ssd1306" if rotate % 2 == 0 else "sh1107"}"
width = {width}
height = {height}
rotate = {rotate}"""
    wiring = config_from(f"{MOCK}[screens.left]{table}").wiring
    screens = service._screens(wiring)
    assert screens is not None
    with ExitStack() as close:
        for screen in screens.values():
            close.callback(screen.close)
            assert screen.size == (128, 64)


@pytest.fixture
def displays(monkeypatch: pytest.MonkeyPatch) -> list[FakeScreen]:
    """Every display that is opened to tell something."""
    opened: list[FakeScreen] = []

    def open_screen(screen: ScreenWiring) -> FakeScreen:
        size = (screen.width, screen.height)
        opened.append(FakeScreen(size if screen.rotate % 2 == 0 else size[::-1]))
        return opened[-1]

    monkeypatch.setattr(notices, "open_screen", open_screen)
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


def test_a_display_whose_wires_want_the_pins_tells_nothing_and_the_other_does(
    tmp_path: Path, displays: list[FakeScreen]
) -> None:
    file = tmp_path / "c.toml"
    file.write_text('[screens.left]\nbus = "spi"\nport = 0\ndc = 12\n[lines]\nstop = 99\n')
    assert run(file) == UNUSABLE
    (display,) = displays
    assert display.closed
    assert display.shown is not None
    assert display.shown.sentence.startswith("Configuration. c.toml, line 6: lines.stop: ")


def test_where_there_are_no_pins_to_touch_no_display_is_touched(
    config_file: Path, displays: list[FakeScreen]
) -> None:
    config_file.write_text(f"{MOCK}[lines]\nstop = 99\n")
    assert run(config_file) == UNUSABLE
    assert displays == []


def test_a_display_that_cannot_be_opened_keeps_the_notice_from_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    shown = FakeScreen()

    def open_screen(screen: ScreenWiring) -> FakeScreen:
        if screen.address == 0x3C:
            raise ImportError("No module named 'luma'")
        return shown

    monkeypatch.setattr(notices, "open_screen", open_screen)
    file = tmp_path / "c.toml"
    file.write_text("[screens.left]\ndriver = 'sh9999'\n")
    assert run(file) == UNUSABLE
    assert shown.shown is not None
    assert "screens.left.driver: " in shown.shown.sentence
    assert "sh9999" in capfd.readouterr().err


@pytest.mark.parametrize("mistake", ["height = 32", "rotate = 1"])
def test_a_display_too_small_in_the_configuration_ends_it_for_good_and_the_other_tells_why(
    tmp_path: Path,
    displays: list[FakeScreen],
    capfd: pytest.CaptureFixture[str],
    mistake: str,
) -> None:
    file = tmp_path / "c.toml"
    file.write_text(f"[screens.left]\n{mistake}\n")
    assert run(file) == UNUSABLE
    (told,) = capfd.readouterr().err.splitlines()
    assert "screens.left." in told
    right = displays[-1]
    assert right.shown is not None
    assert right.shown.sentence.startswith("Configuration. c.toml, line ")


@pytest.mark.parametrize("config", ["[lines]\nstop = 99\n", ""])
def test_a_notice_that_cannot_be_left_changes_no_exit_status(
    tmp_path: Path,
    config: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def none(*_: object) -> None:
        raise PinError("no pins here")

    def fail(*_: object) -> None:
        raise OSError("a defect of the program")

    monkeypatch.setattr(service, "open_factory", none)
    monkeypatch.setattr(service, "leave", fail)
    file = tmp_path / "c.toml"
    file.write_text(config)
    assert run(file) == (UNUSABLE if config else NO_PINS)
    assert "OSError: a defect of the program" in capfd.readouterr().err


def test_the_displays_tell_that_there_are_no_pins(
    config_file: Path,
    displays: list[FakeScreen],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def none(_: str) -> None:
        raise PinError("no pins here")

    monkeypatch.setattr(service, "open_factory", none)
    config_file.write_text("")
    assert run(config_file) == NO_PINS
    assert said(displays) == {"No pins. no pins here"}
    assert capfd.readouterr().err == "clapper: no pins here. `clapper doctor` tells what to do\n"


def test_a_configuration_that_is_not_there_is_logged_and_nothing_is_wrong_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def none(name: str) -> None:
        asked.append(name)
        raise PinError("no pins here")

    monkeypatch.setattr("clock.config.DEFAULT_FILE", tmp_path / "none.toml")
    monkeypatch.setattr(service, "open_factory", none)
    monkeypatch.setattr(notices, "_opened", lambda _: None)
    assert run(None) == NO_PINS
    assert asked == ["lgpio"]
    first, _ = capfd.readouterr().err.splitlines()
    assert first == f"clapper: {tmp_path}/none.toml is not there: the clock is as it comes"


def test_the_displays_tell_that_edges_cannot_be_watched(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise PinError("no edges here")

    body = fake_body()
    monkeypatch.setattr(type(body.inputs), "listen", none)
    log: list[str] = []
    with closing(Notifier(manager.environment)) as notifier:
        ending = Ending()
        ended = service._keep_time(body, config_from(""), notifier, ending, log.append)
    assert ended == NO_PINS
    assert said(list(body.screens.values())) == {"No pins. no edges here"}
    assert log == ["no edges here. `clapper doctor` tells what to do"]


class LatePins:
    """Pins that come at an instant or never, and a service whose waits only move its time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, come_after_ns: int | None) -> None:
        self.time, self.tries = FakeTime(), 0
        self.come_ns = None if come_after_ns is None else self.time.now_ns() + come_after_ns
        self.ending = Ending()
        monkeypatch.setattr(self.ending, "wait", self._wait)
        monkeypatch.setattr(service, "open_factory", self._open)

    def _wait(self, seconds: float) -> bool:
        self.time.advance(round(seconds * SECOND_NS))
        return self.ending.is_set()

    def _open(self, name: str) -> str:
        self.tries += 1
        if self.come_ns is None or self.time.now_ns() < self.come_ns:
            raise PinError(f"{name} is not there")
        return f"{name} itself"


def test_a_service_waits_for_pins_that_come_late(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = LatePins(monkeypatch, come_after_ns=service.PINS_RETRY_NS + 1)
    with closing(Notifier(manager.environment)) as notifier:
        found = service._factory("lgpio", notifier, pins.ending, pins.time)
    assert (found, pins.tries) == ("lgpio itself", 3)
    assert manager.hear_what_came() == ["STATUS=Waits for the pins: lgpio is not there"] * 2


def test_a_service_waits_for_pins_no_longer_than_its_bound(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = LatePins(monkeypatch, come_after_ns=None)
    began_ns = pins.time.now_ns()
    with (
        closing(Notifier(manager.environment)) as notifier,
        pytest.raises(PinError, match="lgpio is not there"),
    ):
        service._factory("lgpio", notifier, pins.ending, pins.time)
    assert pins.time.now_ns() - began_ns == service.PINS_WAIT_NS


def test_who_is_no_service_waits_for_no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    pins = LatePins(monkeypatch, come_after_ns=None)
    with closing(Notifier({})) as notifier, pytest.raises(PinError):
        service._factory("lgpio", notifier, pins.ending, pins.time)
    assert pins.tries == 1


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
        service._keep_time(body, config_from(""), notifier, Ending(), list[str]().append)
    notifier.close()
    assert said(list(body.screens.values())) == {"The clock has failed. a defect of the program"}
    assert manager.hear_what_came() == [ASKS, "READY=1"]


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
    capfd: pytest.CaptureFixture[str],
    error: type[Exception],
) -> None:
    def fail(*_: object) -> None:
        raise error("a defect of the program")

    monkeypatch.setattr(Station, "run", fail)
    assert run(config_file) == FAULT
    assert FAULT != UNUSABLE  # which systemd does not start again
    told = capfd.readouterr().err
    assert "Traceback" in told
    assert f"{error.__name__}: a defect of the program" in told


def test_a_display_that_is_not_there_is_told_and_the_clock_goes_on(manager: Manager) -> None:
    config = config_from("[screens.left]\nport = 77\n[screens.right]\nport = 78")
    body = open_body(config.wiring, MockFactory(pin_class=MockPWMPin))
    notifier, ending = Notifier(manager.environment), Ending()
    ended: list[int] = []
    log: list[str] = []
    thread = threading.Thread(
        target=lambda: ended.append(service._keep_time(body, config, notifier, ending, log.append))
    )
    thread.start()
    manager.hear("READY=1")
    while "I²C 77" not in (told := manager.hear("STATUS=")) or "I²C 78" not in told:
        pass
    ending.set()
    thread.join(WAIT_S)
    notifier.close()
    assert ended == [0]
    assert any(line.startswith("ssd1306 at 0x3C on I²C 77: ") for line in log)


@pytest.mark.parametrize(
    ("driven", "lit_again"),
    [
        ((Line.RIGHT_PLUNGER,), {LampName.LEFT_RUNNING}),
        ((Line.RIGHT_PLUNGER, Line.STOP), set()),
    ],
    ids=["running", "stopped"],
)
def test_lamps_are_tested_at_power_on_and_not_when_the_service_is_started_again(
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
            service._keep_time(body, config, notifier, Ending(), list[str]().append)
        time.advance(SECOND_NS)
    assert lit == [set(LampName), lit_again]


def test_a_clock_on_which_nothing_was_set_has_the_settings_it_was_delivered_with(
    tmp_path: Path,
) -> None:
    config, log = config_from('[settings]\nlanguage = "cs"'), list[str]()
    keep = service._keep(config, log.append)
    assert keep.settings.language == "cs"
    keep.change(msgspec.structs.replace(keep.settings, language="ko"))
    keep.close()
    assert (tmp_path / "state" / "settings.json").exists()
    assert service._keep(config, log.append).settings.language == "ko"


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
    (told,) = log
    assert told.startswith(f"{file}: ")


@pytest.mark.parametrize(("megabytes", "length_s"), [(0, 20), (JOURNAL_MB_MAX, 167), (5_000, 600)])
def test_systemd_is_told_how_long_a_journal_of_its_size_may_take_before_it_is_opened(
    megabytes: int, length_s: int, manager: Manager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "state"
    state.mkdir()
    for name, share in (("journal.db", 0.9), ("journal.db-wal", 0.1)):
        with (state / name).open("wb") as file:
            file.truncate(int(share * megabytes * 1_000_000))
    told: list[str] = []

    def journal(*_: object, **__: object) -> Journal:
        told.extend(manager.hear_what_came())
        raise PinError("enough is seen")

    monkeypatch.setattr(service, "Journal", journal)
    with (
        closing(Notifier(manager.environment)) as notifier,
        pytest.raises(PinError),
        service._journal(config_from(""), fake_body(), notifier, print),
    ):
        pass
    (asked,) = told
    assert asked.startswith("EXTEND_TIMEOUT_USEC=")
    assert int(asked.partition("=")[2]) // 1_000_000 == length_s


def test_the_journal_takes_the_room_that_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    log: list[str] = []

    def journal(_: Path, __: int, *, bytes_max: int) -> Journal:
        asked.append(bytes_max)
        raise PinError("enough is seen")

    monkeypatch.setattr(service, "Journal", journal)
    with (
        closing(Notifier({})) as notifier,
        pytest.raises(PinError),
        service._journal(
            config_from("[journal]\nmegabytes = 7"), fake_body(), notifier, log.append
        ),
    ):
        pass
    assert asked == [7_000_000]


def test_a_clock_that_waits_for_its_pins_ends_when_told(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = LatePins(monkeypatch, come_after_ns=None)
    pins.ending.set()
    with closing(Notifier(manager.environment)) as notifier:
        assert service._factory("lgpio", notifier, pins.ending, pins.time) is None
    assert manager.hear_what_came() == ["STATUS=Waits for the pins: lgpio is not there"]


def test_a_clock_that_was_ended_before_its_pins_came_has_ended_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "c.toml"
    file.write_text("")
    monkeypatch.setattr(service, "_factory", lambda *_: None)
    assert run(file) == 0
