"""Rigs of the adapters on the real libraries."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hal.boundary import Make, OnFake, OnGpiod, OnLgpio, OnPolled, Rig


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Make]:
    """Open a rig: `make(OnLgpio)`; it is ended after the test."""
    rigs: list[Rig] = []

    def open_rig(kind: Make, **options: Any) -> Any:
        rigs.append(kind(monkeypatch, tmp_path, **options))
        return rigs[-1]

    yield open_rig
    for rig in rigs:
        rig.end()


ADAPTERS: dict[str, Make] = {
    "lgpio": OnLgpio,
    "polled": OnPolled,
    "gpiod": OnGpiod,
    "fake": OnFake,
}


@pytest.fixture(params=list(ADAPTERS.values()), ids=list(ADAPTERS))
def rig(request: pytest.FixtureRequest, make: Make) -> Rig:
    opened: Rig = make(request.param)
    return opened
