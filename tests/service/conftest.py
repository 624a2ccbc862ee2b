"""The folders and the systemd of a service under test."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from clock.service import log
from tests.service.manager import MOCK, Manager


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service's own, as systemd names it: nothing of the user's is read or written."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    # A busy machine may take longer than a clock that ends may wait.
    monkeypatch.setattr(log, "CLOSE_S_MAX", 60.0)


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path / "notify")
    yield manager
    manager.close()


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe that nobody has read for long: who writes another byte into it waits."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writer, b"\n" * 1024)
    os.set_blocking(writer, True)
    yield reader, writer
    os.close(reader)
    os.close(writer)


@pytest.fixture
def config_file(tmp_path: Path) -> Path:
    file = tmp_path / "clapper.toml"
    file.write_text(MOCK)
    return file
