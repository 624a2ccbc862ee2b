"""The doctor looks at the disk, the time and the service."""

import json
import os
import re
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from clock.doctor import system
from clock.doctor.host_machine import Machine
from tests.doctor.lab import RUNS, Lab, found
from tests.service.manager import UNIT

STATE = system.STATE


def test_the_games_folder_is_written_to_and_measured(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(system.disk(lab)) == [f"warning: {STATE} does not exist"]
    lab.at(STATE).mkdir(parents=True)
    for free, level in ((200, "ok"), (199, "warning"), (20, "warning"), (19, "wrong")):
        usage = type("Usage", (), {"free": free * 10**6})
        monkeypatch.setattr("shutil.disk_usage", lambda _, usage=usage: usage)
        room, written = found(system.disk(lab))
        assert room == f"{level}: {free} MB are free for {STATE}"
        assert written.startswith(f"ok: {STATE} can be written to; a write takes ")
    assert list(lab.at(STATE).iterdir()) == []


def test_a_folder_that_cannot_be_written_is_found(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.at(STATE).mkdir(parents=True)
    closed, nobody = {"os.access": [False]}, {"pwd.getpwuid": KeyError()}
    for patches, what in (
        ({**closed, "pathlib.Path.owner": ["root"]}, "wrong: {} does not belong to the clock"),
        # The service may write, and only root can try.
        ({**closed, "pathlib.Path.owner": ["clapper"]}, "ok: {} belongs to the clock; "),
        ({**closed, **nobody}, "wrong: {} does not belong to the clock"),
        ({"os.fsync": OSError(5, "Input/output error")}, "wrong: {}: Input/output error"),
    ):
        with monkeypatch.context() as patch:
            for name, effect in patches.items():
                patch.setattr(name, Mock(side_effect=effect))
            _, line = found(system.disk(lab))
        assert line.startswith(what.format(STATE))


def test_the_quartz_is_judged_where_the_networks_time_is_known(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.put({"/sys/devices/system/clocksource/clocksource0/current_clocksource": "sys_counter"})
    unknown = "ok: without network time the quartz cannot be checked"
    assert found(system.clocks(lab)) == ["ok: the clock source is sys_counter", unknown]
    lab.put({"timedatectl": "yes"})
    for away_s, level in ((12.0, "ok"), (-100.0, "ok"), (101.0, "warning"), (-101.0, "warning")):
        times = {time.CLOCK_MONOTONIC_RAW: 1e6, time.CLOCK_MONOTONIC: 1e6 + away_s}
        monkeypatch.setattr(time, "clock_gettime", times.__getitem__)
        _, quartz = found(system.clocks(lab))
        assert (
            quartz
            == f"{level}: network time has corrected the quartz by {away_s:+.1f} ppm since power-on"
        )


INACTIVE = RUNS.replace("=active", "=inactive")


def test_the_services_state_is_found(lab: Lab) -> None:
    starting = RUNS.replace("=active", "=activating").replace("All is well", "Waiting for the pins")
    assert found(system.service(lab)) == ["warning: systemd does not answer"]
    for answer, what in (
        (RUNS, "ok: it is running. All is well"),
        (RUNS.replace("=active", "=failed"), "wrong: it has failed"),
        (RUNS.replace("=loaded", "=not-found"), "warning: it is not installed"),
        (INACTIVE, "ok: it starts at the next power-on; "),
        (INACTIVE.replace("=enabled", "=disabled"), "warning: it does not start by itself"),
        (starting, "wrong: it is not ready: Waiting for the pins"),
        (starting.replace("=0", "=2"), "wrong: restarted by itself"),
    ):
        lab.put({"systemctl": answer})
        (line,) = found(system.service(lab))
        assert line.startswith(what)
    lab.is_root = True
    assert found(system.service(lab))[1:] == [
        "ok: checked as root, which may do more than the service"
    ]


OWN = {"_SYSTEMD_UNIT": system.UNIT}


@pytest.mark.parametrize(
    ("log", "last"),
    [
        ([OWN | {"MESSAGE": "clapper: ready"}, OWN | {"MESSAGE": "clapper: edges cannot be read"},
          {"MESSAGE": "Main process exited"}, {"UNIT_RESULT": "exit-code"},
          OWN | {"MESSAGE": "clapper: ready"}], "02:46:40: edges cannot be read"),
        ([{"UNIT_RESULT": "signal"}, OWN | {"MESSAGE": "Thread 0x7f"}, {"UNIT_RESULT": "watchdog"}],
         "02:46:40: it hung"),
        ([{"UNIT_RESULT": "oom-kill"}], "02:46:40: memory ran out"),
        ([OWN | {"MESSAGE": "clapper: ready"}],
         "?: unknown; run the doctor as root to read the log"),
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


def test_the_services_place_has_its_user_and_what_that_may_see_and_nothing_of_how_it_is_run(
    lab: Lab,
) -> None:
    dropped_in = "[Service]\nDeviceAllow=/dev/x r\nExecStart=\nExecStart=-/opt/clapper run\n"
    lab.put({"systemctl": f"{UNIT}\n# a drop-in\n{dropped_in}"})
    assert system.command_in_place(lab) == ()  # an old systemd cannot do it, or there is none
    lab.put({"systemd-run": ""})
    *command, program = system.command_in_place(lab)
    assert program == "/opt/clapper"
    settings = [each.removeprefix("--property=") for each in command if "=" in each]
    assert {each.partition("=")[0] for each in settings} >= {
        "User", "Group", "DevicePolicy", "PrivateTmp", "ProtectSystem", "SystemCallFilter",
    }  # fmt: skip
    assert "DeviceAllow=char-gpiochip rw" in settings
    assert "DeviceAllow=/dev/x r" in settings
    assert "SupplementaryGroups=gpio i2c spi input" in settings
    assert not re.search("Exec|Restart|Type|Watchdog|Directory|Notify", " ".join(settings))
    lab.put({"systemctl": "No files found for clapper.service."})
    assert system.command_in_place(lab) == ()


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
