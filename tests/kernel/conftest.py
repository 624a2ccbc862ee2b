"""The machine with the package installed, as disks that tests may use up."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clock.desk.event.certificates import CA, make_certificates
from tests.kernel.clock_in_it import CONFIG, configure, prepare, wait_until_ready
from tests.kernel.keyboard import LINES, PARTS
from tests.kernel.machine import CACHE, REAL, VIRTUAL, Machine, overlay, run_here
from tests.kernel.power import LoggedDisk

READY = "ready"
DISK_SIZE = "2G"
GAME_NS = 20_000_000_000
"""Each side's time; with plain seconds every charge is a difference of two stamps."""
KEYS_NS = 12_000_000_000
"""The same where the keys are a keyboard's."""
DEAD_DESK = "10.0.2.99"
"""A neighbour who is not there: the link looks for it all the time, in vain."""
GAME = f"""
[game]
control = "{GAME_NS // 1_000_000_000}s"
[game.regulations]
base = "rif"
[desk]
address = "{DEAD_DESK}"
event = "cup"
clock = "c-1"
"""
KEYS_AND_SCREEN = f"""
[game]
control = "{KEYS_NS // 1_000_000_000}s"
[game.regulations]
base = "rif"
[pins]
factory = "none"
[keyboards]
any = false
[screens.both]
[lines]
{LINES}
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here need the machine, and none runs unless it is asked for."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.kernel)
            if {"real", "keyed"} & set(getattr(item, "fixturenames", ())):
                item.add_marker(pytest.mark.quiet)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A disk with the package and the tests' game: its clock has to start by itself."""
    package = os.environ.get("CLAPPER_DEB", "")
    if not Path(package).is_file():
        pytest.fail("CLAPPER_DEB names no package; `make kernel-test` builds it and says which")
    if not (CACHE / "made" / "initrd").exists():
        pytest.fail(f"no machine in {CACHE}; `make kernel-test` builds it")
    folder = tmp_path_factory.mktemp("installed")
    root, disk = folder / "root", folder / "disk"
    run_here("cp", "--archive", CACHE / "root", root)
    run_here("cp", package, root / "clapper.deb")
    run_here("chroot", root, "dpkg", "--install", "/clapper.deb")
    config = root / CONFIG.lstrip("/")
    config.write_text(GAME)
    make_certificates(folder, "Cup", (DEAD_DESK,))
    run_here("cp", folder / CA, config.with_name("desk-ca.pem"))
    config.with_name("desk.password").write_text("secret")
    run_here("truncate", "--size", DISK_SIZE, disk)
    run_here("mke2fs", "-q", "-t", "ext4", "-d", root, "-E", "lazy_itable_init=0", disk)
    run_here("rm", "--recursive", root)
    return disk


@pytest.fixture(scope="session")
def _virtual(installed: Path) -> Iterator[Machine]:
    """A machine in virtual time that has a snapshot of the clock before its game."""
    with Machine(overlay(installed.parent / "virtual", installed), VIRTUAL) as machine:
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


@pytest.fixture(scope="session")
def logged(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> LoggedDisk:
    """A disk with the package on which every write is logged."""
    return LoggedDisk(tmp_path_factory.mktemp("logged"), installed)


@pytest.fixture(scope="session")
def real(logged: LoggedDisk) -> Iterator[Machine]:
    """A machine in real time with two processors; the last test cuts its power."""
    with Machine(logged.disk, REAL) as machine:
        machine.boot()
        wait_until_ready(machine)
        prepare(machine)
        yield machine


@pytest.fixture(scope="module")
def keyed(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine in real time with a keyboard and one screen, and the clock set to use them."""
    disk = overlay(tmp_path_factory.mktemp("keyed") / "disk", installed)
    with Machine(disk, REAL, PARTS) as machine:
        machine.boot()
        configure(machine, KEYS_AND_SCREEN)
        prepare(machine)
        yield machine
