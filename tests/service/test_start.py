"""How `clapper run` begins on pins: what is started, and where lgpio finds its folder."""

import os
from pathlib import Path
from typing import Any

import pytest

from clock.service import run as service
from clock.service.run import run
from hal.fake import FakePower, fake_body
from hal.scratch import FOLDER


class Supply(FakePower):
    """A supply that is read once it was started."""

    started = False

    def start(self) -> None:
        self.started = True


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Pins that can be had; what lgpio's folder was as they were asked for."""
    folders: list[str | None] = []

    def factory(*_: object) -> str:
        folders.append(os.environ.get(FOLDER))
        assert folders[-1] is None or Path(folders[-1]).is_dir()
        return "pins"

    monkeypatch.setattr(service, "_factory", factory)
    monkeypatch.delenv(FOLDER, raising=False)
    return folders


@pytest.mark.usefixtures("pins")
def test_the_supply_is_read_while_the_clock_keeps_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supply, given = Supply(), list[Any]()

    def open_body(*_: object, power: Supply) -> Any:
        given.append(power)
        return fake_body()

    def keep_time(*_: object) -> int:
        assert supply.started, "nobody reads a battery otherwise, and none is ever low"
        return 0

    monkeypatch.setattr(service, "_power", lambda _: supply)
    monkeypatch.setattr(service, "open_body", open_body)
    monkeypatch.setattr(service, "_keep_time", keep_time)
    file = tmp_path / "c.toml"
    file.write_text("")
    assert run(file) == 0
    assert given == [supply]


def test_lgpio_has_a_folder_that_can_be_written_to_as_long_as_the_clock_runs(
    config_file: Path, tmp_path: Path, pins: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes a pipe in the working directory else, and that may be read-only."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))

    def keep_time(*_: object) -> int:
        pins.append(os.environ[FOLDER])
        return 0

    monkeypatch.setattr(service, "open_body", lambda *_, **__: fake_body())
    monkeypatch.setattr(service, "_keep_time", keep_time)
    assert run(config_file) == 0
    asked, running = pins
    assert asked == running
    assert Path(str(running)).parent == tmp_path
    assert FOLDER not in os.environ
