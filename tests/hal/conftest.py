"""Rigs of the adapters on the real libraries."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hal.boundary import Make, Rig


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Make]:
    """Open a rig: `make(OnLgpio)`; it is ended after the test."""
    monkeypatch.chdir(tmp_path)  # lgpio makes its pipe here
    rigs: list[Rig] = []

    def open_rig(kind: Make) -> Any:
        rigs.append(kind(monkeypatch))
        return rigs[-1]

    yield open_rig
    for rig in rigs:
        rig.end()
