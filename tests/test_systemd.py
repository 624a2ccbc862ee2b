"""The service's files, as systemd's own tools judge them."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from clock.service.run import UNUSABLE
from clock.station.loop import WAIT_NS_MAX
from tests.conftest import missing

FOLDER = Path(__file__).parent.parent / "systemd"
WAIT_S = 60.0
"""How long a tool is waited for before a test fails."""


def ran(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """One of systemd's tools, run to its end."""
    tool = str(arguments[0])
    if shutil.which(tool) is None:
        missing(f"{tool} is not installed (apt-get install systemd udev)")
    return subprocess.run(
        [str(argument) for argument in arguments],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )


def unit() -> dict[str, dict[str, str]]:
    """The service as sections of keys; of a key that is given twice, the last."""
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their case
    parser.read(FOLDER / "clapper.service")
    return {name: dict(section) for name, section in parser.items()}


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """The unit beside a command that is there, as systemd wants it."""
    command = tmp_path / "clapper"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    file = tmp_path / "clapper.service"
    text = (FOLDER / "clapper.service").read_text()
    assert "ExecStart=/usr/bin/clapper run\n" in text
    file.write_text(text.replace("/usr/bin/clapper", str(command)))
    return file


def test_systemd_has_nothing_to_say_of_the_unit(service: Path) -> None:
    ended = ran("systemd-analyze", "verify", service)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_systemd_would_say_something_of_an_unknown_key(service: Path) -> None:
    service.write_text(service.read_text().replace("WatchdogSec", "WatchdogSeconds"))
    assert "WatchdogSeconds" in ran("systemd-analyze", "verify", service).stderr


def test_the_service_is_exposed_to_1_5_of_10_at_most(service: Path) -> None:
    ended = ran("systemd-analyze", "security", "--offline=true", "--threshold=15", service)
    assert ended.returncode == 0, ended.stdout
    found = re.search(r"Overall exposure level for clapper\.service: ([\d.]+)", ended.stdout)
    assert found is not None
    assert float(found[1]) <= 1.5


def test_the_pins_and_the_boards_revision_are_not_hidden() -> None:
    section = unit()["Service"]
    assert section["DevicePolicy"] == "closed"
    text = (FOLDER / "clapper.service").read_text()
    for device in ("char-gpiochip", "char-i2c", "char-spi"):
        assert f"\nDeviceAllow={device} rw\n" in text
    assert not {"PrivateDevices", "ProcSubset", "PrivateUsers"} & section.keys()


def test_the_unit_and_the_program_agree() -> None:
    section = unit()["Service"]
    assert section["Type"] == "notify"
    assert section["RestartPreventExitStatus"] == str(UNUSABLE)
    # A loop with nothing to do turns once in WAIT_NS_MAX, and must be heard in time.
    assert int(section["WatchdogSec"]) * 10**9 >= 4 * WAIT_NS_MAX
    assert section["WorkingDirectory"] == f"%t/{section['RuntimeDirectory']}"
    assert section["User"] == "clapper"


def test_the_user_and_every_group_of_the_unit_are_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    ended = ran("systemd-sysusers", f"--root={tmp_path}", FOLDER / "clapper.sysusers.conf")
    assert ended.returncode == 0, ended.stderr
    groups = {
        line.split(":")[0]: line.split(":")[3].split(",")
        for line in (tmp_path / "etc" / "group").read_text().splitlines()
    }
    for group in unit()["Service"]["SupplementaryGroups"].split():
        assert groups[group] == ["clapper"]
    user = (tmp_path / "etc" / "passwd").read_text().split(":")
    assert (user[0], user[5]) == ("clapper", "/var/lib/clapper")
    assert user[6].strip().endswith("nologin")


def test_the_state_directory_is_made_for_the_user() -> None:
    lines = [
        line.split()
        for line in (FOLDER / "clapper.tmpfiles.conf").read_text().splitlines()
        if not line.startswith("#")
    ]
    section = unit()["Service"]
    assert lines == [
        ["d", f"/var/lib/{section['StateDirectory']}", f"0{section['StateDirectoryMode'][-3:]}",
         section["User"], section["Group"], "-"]
    ]  # fmt: skip


def test_the_udev_rules_give_each_group_its_devices() -> None:
    rules = re.findall(
        r'^SUBSYSTEM=="([\w-]+)",.* GROUP="(\w+)", MODE="0660"$',
        (FOLDER / "60-clapper.rules").read_text(),
        re.MULTILINE,
    )
    assert dict(rules) == {"gpio": "gpio", "i2c-dev": "i2c", "spidev": "spi"}
