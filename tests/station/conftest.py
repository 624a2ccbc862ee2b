"""A table on fakes and on mocked pins: the station cannot tell them apart."""

from collections.abc import Callable, Iterator

import pytest

from tests.journal.evenings import evening
from tests.station.tables import FakeRig, MockRig, Rig, Table, setup

__all__ = ["Lay", "evening", "lay", "rig"]

Lay = Callable[..., Table]


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> FakeRig:
    return FakeRig(monkeypatch)


@pytest.fixture(params=[FakeRig, MockRig], ids=["fakes", "mocked pins"])
def lay(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lay]:
    """Lay a table: `lay(control="10", regulations="rif-referees")`."""
    rigs: list[Rig] = []

    def lay_table(control: str = "40/2h:1h", regulations: str = "rif") -> Table:
        rig: Rig = request.param(monkeypatch)
        rigs.append(rig)
        return Table(rig, setup(control, regulations))

    yield lay_table
    for rig in rigs:
        rig.body.close()
