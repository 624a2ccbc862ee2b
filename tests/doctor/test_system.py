"""The doctor looks at the disk, the time and the service."""

import os
from pathlib import Path

import pytest

from clock.doctor import system
from clock.doctor.machine import Machine
from tests.doctor.lab import RUNS, Lab, found

STATE = system.STATE


def test_the_games_folder_is_written_to_and_measured(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(system.disk(lab)) == [("warning", f"{STATE} is not there")]
    lab.at(STATE).mkdir(parents=True)
    for free, level in ((10**9, "ok"), (10**8, "warning"), (10**6, "wrong")):
        usage = type("Usage", (), {"free": free})
        monkeypatch.setattr("shutil.disk_usage", lambda _, usage=usage: usage)
        room, written = found(system.disk(lab))
        assert room == (level, f"{free // 10**6:,} MB are free for {STATE}")
        assert written[0] == "ok"
        assert written[1].startswith(f"{STATE} can be written, in ")
    assert list(lab.at(STATE).iterdir()) == []


@pytest.mark.parametrize(
    ("patches", "expected"),
    [
        ({"os.access": False, "pathlib.Path.owner": "root"}, ("wrong", "belongs to root")),
        # The service may write, and only root can try.
        ({"os.access": False, "pathlib.Path.owner": "clapper"}, ("ok", "belongs to the clock; ")),
        ({"os.access": False, "pwd.getpwuid": KeyError()}, ("wrong", f"belongs to {os.getuid()}")),
        ({"os.fsync": OSError(5, "Input/output error")}, ("wrong", "Input/output error")),
    ],
)
def test_a_folder_that_cannot_be_written_is_found(
    lab: Lab,
    monkeypatch: pytest.MonkeyPatch,
    patches: dict[str, object],
    expected: tuple[str, str],
) -> None:
    lab.at(STATE).mkdir(parents=True)
    for name, result in patches.items():

        def answer(*_: object, result: object = result) -> object:
            if isinstance(result, Exception):
                raise result
            return result

        monkeypatch.setattr(name, answer)
    level, what = found(system.disk(lab))[1]
    assert (level, expected[1] in what) == (expected[0], True)


def test_the_quartz_is_judged_where_the_networks_time_is_known(lab: Lab) -> None:
    lab.put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "arch_sys_counter")
    source, quartz = found(system.clocks(lab))
    assert source == ("ok", "the clock source is arch_sys_counter")
    assert "goes unchecked" in quartz[1]
    lab.commands["timedatectl"] = "yes"
    assert found(system.clocks(lab, 1_000_012.0, 1_000_000.0))[1] == (
        "ok",
        "corrected by +12.0 millionths since power-on",
    )
    assert found(system.clocks(lab, 999_800.0, 1_000_000.0))[1][0] == "warning"


@pytest.mark.parametrize(
    ("answer", "level", "what"),
    [
        (None, "warning", "systemd does not answer"),
        (RUNS, "ok", "it runs. All is well"),
        (RUNS.replace("NRestarts=0", "NRestarts=4"), "warning", "restarted by itself: 4 ×"),
        (RUNS.replace("=active", "=failed"), "wrong", "it has failed"),
        (RUNS.replace("=loaded", "=not-found"), "warning", "it is not installed"),
        (RUNS.replace("=active", "=inactive"), "ok", "it starts at the next power-on; "),
        (
            RUNS.replace("=active", "=inactive").replace("=enabled", "=disabled"),
            "warning",
            "it does not start by itself",
        ),
    ],
)
def test_the_services_state_is_found(lab: Lab, answer: str | None, level: str, what: str) -> None:
    if answer is not None:
        lab.commands["systemctl"] = answer
    ((actual, text),) = found(system.service(lab))
    assert (actual, text[: len(what)]) == (level, what)


def test_a_clock_that_is_installed_twice_is_found(lab: Lab) -> None:
    def twice() -> bool:
        return any("twice" in what for _, what in found(system.service(lab)))

    ours, packages = system.UNITS
    lab.put(packages)
    lab.at(ours).parent.mkdir(parents=True)
    lab.at(ours).symlink_to(os.devnull)  # what the package's removal leaves
    assert not twice()
    lab.at(ours).unlink()
    lab.put(ours)
    assert twice()


def test_a_command_that_is_missing_or_fails_has_no_answer() -> None:
    commands = ("clapper-has-no-such-command", "false")
    assert [Machine(Path("/")).command(each) for each in commands] == [None, None]
    assert Machine().command("echo", "a") == "a"
