"""A table on fakes."""

import pytest

from tests.journal.journal_tables import evening
from tests.station.tables import FakeRig

__all__ = ["evening", "rig"]


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> FakeRig:
    return FakeRig(monkeypatch)
