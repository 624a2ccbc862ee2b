"""Rigs of the adapters."""

from typing import Any

import pytest

from tests.hal.boundary import Make


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Make:
    """Open a rig: `make(OnGpiod)`; it is ended after the test."""

    def open_rig(kind: Make) -> Any:
        rig = kind(monkeypatch)
        request.addfinalizer(rig.end)
        return rig

    return open_rig
