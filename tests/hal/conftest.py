"""Rigs of the adapters."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.hal.boundary import Make, Rig


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Open a rig: `make(OnGpiod)`; it is ended after the test."""
    rigs: list[Rig] = []

    def open_rig(kind: Make) -> Any:
        rigs.append(kind(monkeypatch))
        return rigs[-1]

    yield open_rig
    for rig in rigs:
        rig.end()
