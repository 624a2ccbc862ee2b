"""An event's desk as a process of its own, with its broker, on ports that are free."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clock.desk.event import FILE, database_url, make_event, read_event
from clock.desk.event.broker import CONF
from clock.desk.people import People, UserRole
from clock.desk.store import Store
from tests.conftest import ENDS_WITH_US, WAIT_S, missing
from tests.databases import PostgreSQL
from tests.ports import free_port

PASSWORD = "right"
SQLITE = "sqlite:///desk.sqlite"
PROGRAM = "import sys; from clock.cli import main; sys.exit(main())"


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    """The database of the event, as `init` has it unless a test wants another."""
    if getattr(request, "param", "") != "postgresql":
        return SQLITE
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new_database()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with an organizer, whose password takes long to hash."""
    if shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        missing("mosquitto is not installed (apt-get install mosquitto)")
    folder = tmp_path_factory.mktemp("made") / "new"
    make_event(folder, "Cup", ("localhost",))
    add_organizer(folder)
    return folder


def add_organizer(folder: Path) -> None:
    store = Store(database_url(folder, read_event(folder)))
    People(store.engine).put("organizer", UserRole.ORGANIZER, PASSWORD)
    store.engine.dispose()


@pytest.fixture
def folder(made: Path, tmp_path: Path, url: str) -> Path:
    """An event on ports that are free, in a folder that was copied."""
    folder = Path(shutil.copytree(made, tmp_path / "cup"))
    page, broker = str(free_port()), str(free_port())
    for file in (FILE, CONF):
        text = (folder / file).read_text().replace("8443", page).replace("8883", broker)
        (folder / file).write_text(text.replace(SQLITE, url))
    if url != SQLITE:
        add_organizer(folder)
    return folder


@pytest.fixture
def desk(folder: Path) -> Iterator[str]:
    """The desk of the event as a process; its address."""
    with running(folder) as (process, address):
        yield address
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT_S) == 0


@contextmanager
def running(
    folder: Path, within: tuple[str, ...] = ()
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the desk as a script does in the background, with a user's PATH; and its address.

    `within` is a command before it, such as one that enters a network.
    """
    background = ("sh", "-c", 'trap "" INT; exec "$0" "$@"')
    desk = (sys.executable, "-c", PROGRAM, "desk", "run", str(folder), "--language", "en")
    config = str(folder.parent / "config")
    environment = {**os.environ, "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": config}
    command = (*ENDS_WITH_US, *within, *background, *desk)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            found = (re.search(r"https://(\S+)/", line) for line in process.stdout)
            address = next(filter(None, found))
            yield process, address[1]
        finally:
            process.kill()
