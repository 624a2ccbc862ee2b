"""Commands run as a user runs them: in this process, or in one of their own."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from clock.cli import main
from tests.conftest import WAIT_S

CLAPPER = (sys.executable, "-m", "clock")

NO_FOLDER = "/nonexistent"
QUIET_SIM = ("sim", "--port", "0", "--no-browser")
GAME = """{"format": "clapper-game/1",
 "setup": {"control": "2/10:5", "regulations": "rif"},
 "inputs": [{"type": "Start", "at_ns": 0}]}"""


def environment(**changes: str) -> dict[str, str]:
    """The environment without what changes how Python writes, and without presets of one's own."""
    names = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "LC", "LANG"))
    }
    return {**names, "XDG_CONFIG_HOME": NO_FOLDER, "XDG_STATE_HOME": NO_FOLDER, **changes}


def called(*arguments: str | Path, **changes: str) -> tuple[int, str, str]:
    """Run a command in this process: its exit status, output and errors."""
    out, errors = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, environment(**changes), clear=True),
        patch("clock.cli.drop_output"),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        try:
            status = main([str(each) for each in arguments])
        except SystemExit as ended:
            status = int(str(ended.code))
    return status, out.getvalue(), errors.getvalue()


def printed(*arguments: str | Path, **changes: str) -> str:
    """The output of a command that succeeds without a warning."""
    status, out, errors = called(*arguments, **changes)
    assert (status, errors) == (0, "")
    return out


def refused(*arguments: str | Path) -> str:
    """The one line of a command that can do nothing, without its end."""
    status, out, errors = called(*arguments)
    assert (status, out) == (2, "")
    assert errors.count("\n") == 1
    assert errors.endswith("\n")
    return errors.removesuffix("\n")


def run(*arguments: str | Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own to its end."""
    return subprocess.run(
        [*CLAPPER, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        env=environment(**changes),
        check=False,
    )
