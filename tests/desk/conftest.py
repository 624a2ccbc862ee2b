"""The databases that a desk may have."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy

from tests.databases import database, postgresql

__all__ = ["database", "postgresql"]


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every store's database is closed after its test: Python 3.13 warns of one that is not."""
    engines: list[Any] = []

    def create_engine(url: str) -> Any:
        engines.append(sqlalchemy.create_engine(url))
        return engines[-1]

    monkeypatch.setattr("clock.desk.database.create_engine", create_engine)
    yield
    for engine in engines:
        engine.dispose()
