"""The service's files, as systemd's own tools judge them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import WAIT_S, missing
from tests.service.manager import UNIT, unit

FOLDER = Path(__file__).parents[2] / "systemd"


def ran(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """One of systemd's tools, run to its end."""
    if shutil.which(str(arguments[0])) is None:
        missing(f"{arguments[0]} is not installed (apt-get install systemd udev)")
    return subprocess.run(
        list(map(str, arguments)), capture_output=True, text=True, timeout=WAIT_S, check=False
    )


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """The unit beside a command that is there, as systemd wants it."""
    command = tmp_path / "clapper"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    file = tmp_path / "clapper.service"
    assert unit("Service", "ExecStart") == ["/usr/bin/clapper run"]
    file.write_text(UNIT.replace("/usr/bin/clapper", str(command)))
    return file


def test_systemd_finds_nothing_wrong_with_the_unit_and_would_find_an_unknown_key(
    service: Path,
) -> None:
    ended = ran("systemd-analyze", "verify", service)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    service.write_text(service.read_text().replace("WatchdogSec", "WatchdogSeconds"))
    assert "WatchdogSeconds" in ran("systemd-analyze", "verify", service).stderr


def test_the_service_is_exposed_to_1_5_of_10_at_most(service: Path) -> None:
    ended = ran("systemd-analyze", "security", "--offline=true", "--threshold=15", service)
    assert ended.returncode == 0, ended.stdout
    assert "Overall exposure level for clapper.service: " in ended.stdout


def test_the_user_its_groups_and_its_folder_are_made_and_each_group_gets_its_devices(
    tmp_path: Path,
) -> None:
    service = dict(re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE))
    assert (service["Type"], service["User"]) == ("notify", "clapper")
    assert service["WorkingDirectory"] == f"%t/{service['RuntimeDirectory']}"
    (tmp_path / "etc").mkdir()
    ended = ran("systemd-sysusers", f"--root={tmp_path}", FOLDER / "clapper.sysusers.conf")
    assert ended.returncode == 0, ended.stderr
    lines = (tmp_path / "etc" / "group").read_text().splitlines()
    groups = {line.split(":")[0]: line.split(":")[3].split(",") for line in lines}
    for group in service["SupplementaryGroups"].split():
        assert groups[group] == ["clapper"]
    user = (tmp_path / "etc" / "passwd").read_text().split(":")
    assert (user[0], user[5]) == ("clapper", "/var/lib/clapper")
    assert user[6].strip().endswith("nologin")
    tmpfiles = (FOLDER / "clapper.tmpfiles.conf").read_text()
    folder, mode = f"/var/lib/{service['StateDirectory']}", service["StateDirectoryMode"][-3:]
    assert [line.split() for line in tmpfiles.splitlines() if not line.startswith("#")] == [
        ["d", folder, f"0{mode}", service["User"], service["Group"], "-"]
    ]
    rule = r'^SUBSYSTEM=="([\w-]+)",.* GROUP="(\w+)", MODE="0660"$'
    rules = re.findall(rule, (FOLDER / "60-clapper.rules").read_text(), re.MULTILINE)
    assert dict(rules) == {"gpio": "gpio", "i2c-dev": "i2c", "spidev": "spi"}


AS_DELIVERED = (FOLDER / "clapper.toml").read_text(encoding="utf-8")
NAMED = AS_DELIVERED.replace('#address = "none"', 'address = "desk.local"')
WIDE = (FOLDER.parent / "examples" / "wide-displays.toml").read_text(encoding="utf-8")
DESK, SPI, RPIGPIO = "PrivateNetwork=no", "DeviceAllow=char-spi rw", "DeviceAllow=/dev/gpiomem rw"
BOTH = "DeviceAllow=char-fb rw"


@pytest.mark.parametrize(
    ("configuration", "name", "allowed"),
    [
        (None, "clapper.toml", set()),
        (AS_DELIVERED, "clapper.toml", set()),
        (NAMED, "clapper.toml", {DESK}),
        (NAMED.replace("\n", "\r\n").encode("utf-16"), "clapper.toml", {DESK}),
        ('[pins]\naddress = "no desk\'s"\n', "clapper.toml", set()),
        ("\ufeff[ desk ] # here\n address='h'", "clapper.toml", {DESK}),
        ("desk = { event='e', address='h'}", "clapper.toml", {DESK}),
        ("desk.address = 'h'", "clapper.toml", {DESK}),
        ('"desk" . \'address\' = """h"""', "clapper.toml", {DESK}),
        ('["desk"]\n"addr\\u0065ss" = "h"', "clapper.toml", {DESK}),
        ("desk.address = 'none'", "clapper.toml", set()),
        ('names.event = """\n[desk]\naddress = 1"""', "clapper.toml", set()),
        ("[desk]\naddress = h # no quotes", "clapper.toml", {DESK, SPI, RPIGPIO}),
        (b"\xff", "clapper.toml", {DESK, SPI, RPIGPIO}),
        (Path("/not/mounted"), "clapper.toml", {DESK, SPI, RPIGPIO}),
        ("[desk]\nevent='e'\n[debounce]\naddress='h'", "clapper.toml", set()),
        (NAMED, "desk-link.toml", {DESK}),
        (WIDE, "clapper.toml", {SPI}),
        ("screens.left = {bus='spi'}\npins.factory='rpigpio'", "clapper.toml", {SPI, RPIGPIO}),
        ('screens = {\'right\' = {"bus" = "sp\\u0069"}}', "clapper.toml", {SPI}),
        (AS_DELIVERED.replace("# [screens.both]", "[screens.both]"), "clapper.toml", {BOTH}),
        ('#bus = "spi"\n#factory = "rpigpio"\n', "clapper.toml", set()),
    ],
)
def test_the_clock_may_use_what_its_configuration_needs_and_nothing_else(
    tmp_path: Path, configuration: str | bytes | Path | None, name: str, allowed: set[str]
) -> None:
    file, generator = tmp_path / "clapper.toml", tmp_path / "clapper-permissions"
    if isinstance(configuration, Path):
        (tmp_path / name).symlink_to(configuration)
    elif configuration is not None:
        written = configuration.encode() if isinstance(configuration, str) else configuration
        (tmp_path / name).write_bytes(written)
    text = (FOLDER / "clapper-permissions").read_text()
    generator.write_text(text.replace("/etc/clapper/clapper.toml", str(file)))
    ended = ran(sys.executable, generator, tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    drop_ins = [path.read_text() for path in (tmp_path / "clapper.service.d").glob("*.conf")]
    assert all(each.startswith("[Service]\n") for each in drop_ins)
    assert {line for each in drop_ins for line in each.splitlines()} & {
        DESK,
        SPI,
        RPIGPIO,
        BOTH,
    } == allowed
    assert (unit("Service", "PrivateNetwork"), unit("Service", "RestrictAddressFamilies")) == (
        ["yes"], ["AF_UNIX"],
    )  # fmt: skip
