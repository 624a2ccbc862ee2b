"""The ports of an event's page and broker, which stand in two files."""

import asyncio
import shutil
from pathlib import Path

import pytest

from clock.cli import main
from clock.desk.event import FILE, read_event
from clock.desk.event.broker import CONF, require_port
from clock.desk_pages.service import run
from clock.rules.message import Problem
from tests.conftest import missing


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        missing("mosquitto is not installed (apt-get install mosquitto)")
    ports = ("--port", "9443", "--broker-port", "9883")
    assert main(["desk", "init", str(tmp_path / "cup"), "--address", "c.local", *ports]) == 0
    return tmp_path / "cup"


def test_init_writes_the_ports_that_it_is_given(folder: Path) -> None:
    event = read_event(folder)
    assert (event.port, event.broker_port) == (9443, 9883)
    require_port(folder, 9883)


def test_a_broker_without_a_port_of_its_own_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["desk", "init", str(tmp_path), "--broker-port", "0"])
    assert "expected a port from 1 to 65535, got 0" in capfd.readouterr().err


def test_a_broker_that_listens_elsewhere_than_the_desk_asks_is_named_before_it_starts(
    folder: Path,
) -> None:
    toml = (folder / FILE).read_text().replace("localhost:9883", "localhost:8883")
    (folder / FILE).write_text(toml)
    expected = "^desk.toml: broker has port 8883, but mosquitto.conf says `listener 9883`: give"
    with pytest.raises(Problem, match=expected):
        asyncio.run(run(folder, read_event(folder), lambda _: pytest.fail("there")))
    second = f"{(folder / CONF).read_text()}\nlistener 8883 10.0.0.1\n"
    for text in (second, "junk"):
        (folder / CONF).write_text(text)
        require_port(folder, 8883)
