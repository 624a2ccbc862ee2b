"""A clock that runs while the program under it is replaced, as a Debian package does it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
WAIT_S = 300.0
"""How long the process is waited for before the test fails."""


def test_a_clock_that_runs_loads_no_more_of_its_program() -> None:
    """But the texts of a language that is spoken for the first time."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.station.evening_out"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    texts = ("cs/LC_MESSAGES/clapper.mo", "ko/LC_MESSAGES/clapper.mo", "hangul.bin")
    loaded = ended.stdout.splitlines()
    assert [each for each in loaded if not each.endswith(texts)] == []
    assert len(loaded) == len(texts)  # the hook does hear
