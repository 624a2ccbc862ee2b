"""Rigs of the adapters on the real libraries."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hal.boundary import Boundary, Make, OnGpiod, OnLgpio, OnRpiGpio


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Make]:
    """Open a rig: `make(OnLgpio)`; it is ended after the test."""
    rigs: list[Boundary] = []

    def open_rig(kind: Make, **options: Any) -> Any:
        rigs.append(kind(monkeypatch, tmp_path, **options))
        return rigs[-1]

    yield open_rig
    for rig in rigs:
        rig.end()


@pytest.fixture(params=[OnLgpio, OnRpiGpio, OnGpiod], ids=["lgpio", "RPi.GPIO", "gpiod"])
def rig(request: pytest.FixtureRequest, make: Make) -> Boundary:
    opened: Boundary = make(request.param)
    return opened
