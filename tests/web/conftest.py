"""Both servers of pages, each with what a visitor may ask it for."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from clock.desk.event.certificates import make_certificates
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from clock.web.visitors import Limits
from tests.desk.conftest import closed
from tests.desk.desk_server import desk_pages_on

__all__ = ["closed"]

LIMITS = Limits(of_all=24, of_one=16, backlog=32)


class Site(NamedTuple):
    """A server, and a file of it that anybody is given."""

    port: int
    file: str


@pytest.fixture(scope="module", autouse=True)
def few_connections() -> Iterator[None]:
    """The servers have fewer connections than otherwise: both ends of them are this process's."""
    with pytest.MonkeyPatch.context() as patch:
        for server in ("clock.simulator.server", "clock.desk_pages.serve"):
            patch.setattr(f"{server}.LIMITS", LIMITS)
        yield


@pytest.fixture(scope="module", params=["simulator", "desk"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    if request.param == "desk":
        with desk_pages_on(tmp_path_factory.mktemp("desk"), tables=1) as desk:
            yield Site(desk.port, "/files/icon.svg")
    else:
        with PageServer(SimulatedBody()) as server:
            yield Site(server.port, "/icon.svg")


@pytest.fixture
def tls_port(tmp_path: Path) -> Iterator[int]:
    """The port of a desk with its certificate."""
    make_certificates(tmp_path, "Cup", ("127.0.0.1",))
    with desk_pages_on(tmp_path, tables=1, tls=tmp_path) as desk:
        yield desk.port
