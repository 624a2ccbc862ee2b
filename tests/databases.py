"""Databases for a desk's tests: SQLite in a file, and a real PostgreSQL that a test starts."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import ENDS_WITH_US, missing

USER = "desk"
NOBODY = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
"""PostgreSQL runs as anybody but root."""


class PostgreSQL:
    """A server on a socket in a folder of its own; no port of this machine is listened on."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._programs, self._numbers = folder, programs, count()
        self._data, self._as = folder / "data", NOBODY if os.geteuid() == 0 else ()
        if self._as:
            shutil.chown(folder, "nobody", "nogroup")
        self._run("initdb", "--no-sync", "--auth=trust", f"--username={USER}", "--locale=C.UTF-8",
                  f"--pgdata={self._data}")  # fmt: skip
        self.start()

    def start(self) -> None:
        options = ("listen_addresses=", f"unix_socket_directories={self._folder}", "fsync=off")
        settings = [f"--{each}" for each in options]
        command = (*self._as, *ENDS_WITH_US, self._programs / "postgres", "-D", self._data)
        with open(self._folder / "log", "ab") as log:
            self._server = subprocess.Popen((*command, *settings), stdout=log, stderr=log)
        while subprocess.run((self._programs / "pg_isready", "-q", "-h", self._folder)).returncode:
            assert self._server.poll() is None, (self._folder / "log").read_text()

    def kill(self) -> None:
        """End it as a power cut would."""
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait()

    def new_database(self) -> str:
        """Make a database; return its URL."""
        name = f"desk{next(self._numbers)}"
        self._run("createdb", f"--host={self._folder}", f"--username={USER}", name)
        return f"postgresql+psycopg://{USER}@/{name}?host={self._folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = (*self._as, self._programs / program, *arguments)
        subprocess.run(command, check=True, cwd=self._folder, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not found:
        missing("PostgreSQL is not installed (apt-get install postgresql)")
    with TemporaryDirectory(prefix="clapper-postgresql-") as folder:
        server = PostgreSQL(Path(folder), found[-1])
        yield server
        server.kill()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, one of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'desk.db'}"
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new_database()
