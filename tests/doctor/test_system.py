"""The doctor looks at the disk, the time and the service."""

import json
import os
import time
from pathlib import Path

import pytest

from clock.doctor import system
from clock.doctor.machine import Machine
from tests.doctor.lab import RUNS, Lab, found

STATE = system.STATE


def test_the_games_folder_is_written_to_and_measured(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(system.disk(lab)) == [f"warning: {STATE} is not there"]
    lab.at(STATE).mkdir(parents=True)
    for free, level in ((200, "ok"), (199, "warning"), (20, "warning"), (19, "wrong")):
        usage = type("Usage", (), {"free": free * 10**6})
        monkeypatch.setattr("shutil.disk_usage", lambda _, usage=usage: usage)
        room, written = found(system.disk(lab))
        assert room == f"{level}: {free} MB are free for {STATE}"
        assert written.startswith(f"ok: {STATE} can be written, in ")
    assert list(lab.at(STATE).iterdir()) == []


@pytest.mark.parametrize(
    ("patches", "level", "what"),
    [
        ({"os.access": False, "pathlib.Path.owner": "root"}, "wrong", "belongs to root"),
        # The service may write, and only root can try.
        ({"os.access": False, "pathlib.Path.owner": "clapper"}, "ok", "belongs to the clock; "),
        ({"os.access": False, "pwd.getpwuid": KeyError()}, "wrong", f"belongs to {os.getuid()}"),
        ({"os.fsync": OSError(5, "Input/output error")}, "wrong", "Input/output error"),
    ],
)
def test_a_folder_that_cannot_be_written_is_found(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, patches: dict[str, object], level: str, what: str
) -> None:
    lab.at(STATE).mkdir(parents=True)
    for name, result in patches.items():

        def answer(*_: object, result: object = result) -> object:
            if isinstance(result, Exception):
                raise result
            return result

        monkeypatch.setattr(name, answer)
    _, line = found(system.disk(lab))
    assert line.startswith(f"{level}: ")
    assert what in line


def test_the_quartz_is_judged_where_the_networks_time_is_known(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.put({"/sys/devices/system/clocksource/clocksource0/current_clocksource": "sys_counter"})
    unknown = "ok: the network's time is not known, so the quartz goes unchecked"
    assert found(system.clocks(lab)) == ["ok: the clock source is sys_counter", unknown]
    lab.put({"timedatectl": "yes"})
    for away_s, level in ((12.0, "ok"), (-100.0, "ok"), (101.0, "warning"), (-101.0, "warning")):
        times = {time.CLOCK_MONOTONIC_RAW: 1e6, time.CLOCK_MONOTONIC: 1e6 + away_s}
        monkeypatch.setattr(time, "clock_gettime", times.__getitem__)
        _, quartz = found(system.clocks(lab))
        assert quartz == f"{level}: corrected by {away_s:+.1f} millionths since power-on"


INACTIVE = RUNS.replace("=active", "=inactive")


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (None, "warning: systemd does not answer"),
        (RUNS, "ok: it runs. All is well"),
        (RUNS.replace("=active", "=failed"), "wrong: it has failed"),
        (RUNS.replace("=loaded", "=not-found"), "warning: it is not installed"),
        (INACTIVE, "ok: it starts at the next power-on; "),
        (INACTIVE.replace("=enabled", "=disabled"), "warning: it does not start by itself"),
    ],
)
def test_the_services_state_is_found(lab: Lab, answer: str | None, what: str) -> None:
    if answer is not None:
        lab.put({"systemctl": answer})
    (line,) = found(system.service(lab))
    assert line.startswith(what)


OWN = {"_SYSTEMD_UNIT": system.UNIT}


@pytest.mark.parametrize(
    ("log", "last"),
    [
        ([OWN | {"MESSAGE": "clapper: ready"}, OWN | {"MESSAGE": "clapper: edges cannot be read"},
          {"MESSAGE": "Main process exited"}, {"UNIT_RESULT": "exit-code"},
          OWN | {"MESSAGE": "clapper: ready"}], "02:46:40: edges cannot be read"),
        ([{"UNIT_RESULT": "signal"}, OWN | {"MESSAGE": "Thread 0x7f"}, {"UNIT_RESULT": "watchdog"}],
         "02:46:40: it stood still"),
        ([{"UNIT_RESULT": "oom-kill"}], "02:46:40: the memory was full"),
        ([OWN | {"MESSAGE": "clapper: ready"}],
         "?: not known; as root the doctor can read the log"),
    ],
)  # fmt: skip
def test_when_and_why_the_clock_was_restarted_is_what_systemds_log_has_last(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, log: list[dict[str, str]], last: str
) -> None:
    monkeypatch.setattr(time, "localtime", time.gmtime)
    stamp = {"__REALTIME_TIMESTAMP": str(10_000 * 10**6)}
    lab.put({"systemctl": RUNS.replace("NRestarts=0", "NRestarts=4")})
    lab.put({"journalctl": "\n".join(json.dumps(stamp | entry) for entry in log)})
    (line,) = found(system.service(lab))
    assert line == f"warning: restarted by itself: 4 ×, last at {last}"


def test_a_clock_that_is_installed_twice_is_found(lab: Lab) -> None:
    ours, packages = system.UNITS
    lab.put({"systemctl": RUNS, packages: "", ours: ""})
    _, twice = found(system.service(lab))
    assert twice.startswith("warning: the clock is installed twice")
    lab.at(ours).unlink()
    lab.at(ours).symlink_to(os.devnull)  # what the package's removal leaves
    assert len(found(system.service(lab))) == 1


def test_a_command_that_is_missing_or_fails_has_no_answer() -> None:
    commands = ("clapper-has-no-such-command", "false")
    assert [Machine(Path("/")).command(each) for each in commands] == [None, None]
    assert Machine().command("echo", "a") == "a"
