"""The machine with the package installed, as disks that tests may use up."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kernel.clock_in_it import CONFIG, prepare, wait_until_ready
from tests.kernel.machine import CACHE, REAL, VIRTUAL, Machine, Options, overlay

READY = "ready"
# With plain seconds every charge is a difference of two stamps.
GAME = """
[game]
control = "24s"
[game.regulations]
base = "rif"
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here need the machine, and none runs unless it is asked for."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.kernel)


@pytest.fixture(scope="session")
def package() -> bytes:
    path = os.environ.get("CLAPPER_DEB")
    if path is None or not Path(path).is_file():
        pytest.fail("CLAPPER_DEB names no package; `make kernel-test` builds it and says which")
    return Path(path).read_bytes()


@pytest.fixture(scope="session")
def installed(package: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A disk with the package and the tests' game: its clock has to start by itself."""
    if not (CACHE / "made" / "disk").exists():
        pytest.fail(f"no machine in {CACHE}; `make kernel-test` builds it")
    path = tmp_path_factory.mktemp("installed") / "disk"
    with Machine(overlay(path, CACHE / "disk", "raw"), REAL) as machine:
        machine.boot()
        machine.write("/root/clapper.deb", package)
        machine.run("dpkg --install /root/clapper.deb && rm /root/clapper.deb")
        machine.write(CONFIG, GAME.encode())
        machine.run(f"clapper check {CONFIG}")
        machine.power_off()
    return path


@pytest.fixture(scope="session")
def new_disk(installed: Path) -> Callable[[str], Options]:
    """Makes a fresh disk over the installed one, named."""
    return lambda name: overlay(installed.parent / name, installed, "qcow2")


@pytest.fixture(scope="session")
def _virtual(new_disk: Callable[[str], Options]) -> Iterator[Machine]:
    """A machine in virtual time that has a snapshot of the clock before its game."""
    with Machine(new_disk("virtual"), VIRTUAL) as machine:
        machine.boot()
        wait_until_ready(machine)
        prepare(machine)
        machine.save(READY)
        machine.cut_power()
        yield machine


@pytest.fixture
def virtual(_virtual: Machine) -> Iterator[Machine]:
    """A machine in virtual time, with the clock before its game; as new for each test."""
    _virtual.boot(READY)
    yield _virtual
    _virtual.cut_power()


@pytest.fixture
def real(new_disk: Callable[[str], Options]) -> Iterator[Machine]:
    """A machine in real time with two processors, with the clock before its game."""
    with Machine(new_disk("real"), REAL) as machine:
        machine.boot()
        wait_until_ready(machine)
        prepare(machine)
        yield machine
