"""What the doctor's tests look at."""

from pathlib import Path

import pytest

from tests.doctor.lab import Lab
from tests.fakes import FakeBody, fake_body


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path / "root")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A configuration in which nothing is set."""
    path = tmp_path / "clapper.toml"
    path.write_text("")
    return path


@pytest.fixture
def body(monkeypatch: pytest.MonkeyPatch) -> FakeBody:
    monkeypatch.setattr("clock.doctor.hands.SETTLE_S", 0.02)
    return fake_body()
