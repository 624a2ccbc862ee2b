"""A clock that is killed at random moments of running games: see `killed.py`."""

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("kills", "lanes"), [(60, 4), pytest.param(1000, 4, marks=pytest.mark.slow)]
)
def test_a_clock_comes_back_from_every_kill_with_what_was_shown_and_every_figure(
    kills: int, lanes: int, memory: Path
) -> None:
    folder = memory / f"{kills}"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.journal.killed", folder, kills, lanes, 1]
    ended = subprocess.run(
        [str(each) for each in command], capture_output=True, text=True, timeout=500, check=False
    )
    assert ended.returncode == 0, ended.stderr[-4000:]
    found = re.match(rf"{kills} kills, (\d+) power cuts in play", ended.stdout)
    assert found is not None
    assert int(found[1]) > kills // 10
