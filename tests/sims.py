"""`clapper sim` as a process of its own, for tests: started, asked where it is, ended by Ctrl-C."""

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import IO, Any

WAIT_S = 20.0
"""How long a process is waited for before a test fails."""
HTTP = r"(http://127\.0\.0\.1:\d+/)"
ADDRESS = rf"^Clapper is at {HTTP} \(Ctrl-C ends it\)\n$"
"""What the command says in English; in another language only the address is the same."""
AWAY = "\nThe clock is put away.\n"


class Sim:
    """A running `clapper sim` and the address it printed."""

    def __init__(self, *options: str, address: str = ADDRESS, **popen: Any) -> None:
        self._state = TemporaryDirectory()  # a clock as it is delivered
        environment = {
            name: text
            for name, text in os.environ.items()
            if not name.startswith(("PYTHON", "LC", "LANG"))
        }
        environment["XDG_STATE_HOME"] = self._state.name
        environment["XDG_CONFIG_HOME"] = "/nonexistent"  # no presets of one's own
        # A shell's background job ignores Ctrl-C, and would hand that down.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "clock", "sim", "--port", "0", "--no-browser", *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                env=environment,
                text=True,
                **{"stderr": subprocess.PIPE, **popen},
            )
        finally:
            signal.signal(signal.SIGINT, before)
        line = self._line()
        found = re.search(address, line)
        if found is None:
            self.process.kill()
            raise AssertionError(f"expected an address, got {line!r} and {self._told()}")
        self.url = found[1]
        assert self.process.stdout is not None
        self.setting = str(self.process.stdout.readline())  # printed together with the address

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def ended(self) -> tuple[int, str, str]:
        """Wait for the end; return the exit status and what was printed since the address."""
        out, told = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, out or "", told or ""

    def tidy(self) -> None:
        """Forget what the clock kept."""
        self._state.cleanup()

    def kill(self) -> None:
        """End it whatever it does."""
        self.process.kill()
        self._told()

    def _line(self) -> str:
        out = self.process.stdout
        assert out is not None
        ready, _, _ = select.select([out], [], [], WAIT_S)
        return str(out.readline()) if ready else ""

    def _told(self) -> tuple[str, str]:
        return self.process.communicate(timeout=WAIT_S)


@contextmanager
def simulating(
    *options: str, stderr: int | IO[str] = subprocess.PIPE, address: str = ADDRESS
) -> Iterator[Sim]:
    """A clock on a page; whatever the test leaves of it is killed."""
    sim = Sim(*options, stderr=stderr, address=address)
    try:
        yield sim
    finally:
        if sim.process.returncode is None:
            sim.kill()
        sim.tidy()
