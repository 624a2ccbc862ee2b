"""The folders and the systemd of a service under test."""

from collections.abc import Iterator
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
def config_file(tmp_path: Path) -> Path:
    file = tmp_path / "clapper.toml"
    file.write_text(MOCK)
    return file
