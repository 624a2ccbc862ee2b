"""`clapper sim` as a process of its own: started, asked for its address, ended by Ctrl-C."""

import re
import select
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from tests.cli.running import CLAPPER, QUIET_SIM, environment
from tests.conftest import WAIT_S

HTTP = r"(http://127\.0\.0\.1:\d+/)"
ADDRESS = rf"^Clapper is at {HTTP} \(Ctrl-C ends it\)\n$"
"""What the command prints in English; in another language only the address is the same."""
AWAY = "\nThe clock is closed.\n"


class Sim:
    """A running `clapper sim` and the address it printed."""

    def __init__(
        self,
        *options: str,
        stderr: int | IO[str],
        address: str,
        state: str,
        within: tuple[str, ...] = (),
    ) -> None:
        self.state = Path(state)
        # A shell's background job ignores Ctrl-C, and would hand that down.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(
                [*within, *CLAPPER, *QUIET_SIM, *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=environment(XDG_STATE_HOME=state),  # a clock as it is delivered
                text=True,
            )
        finally:
            signal.signal(signal.SIGINT, before)
        assert self.process.stdout is not None
        self._out = self.process.stdout
        ready, _, _ = select.select([self._out], [], [], WAIT_S)
        first = self.line() if ready else ""
        found = re.search(address, first)
        if found is None:
            self.process.kill()
            raise AssertionError(f"expected an address, got {first!r} and {self.ended()}")
        self.url = found[1]
        self.setting = self.line()  # printed together with the address

    def line(self) -> str:
        """Read the command's next line."""
        return str(self._out.readline())

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def ended(self) -> tuple[int, str, str]:
        """Wait for the end; return the exit status and what was printed since the last line."""
        out, errors = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, out or "", errors or ""


@contextmanager
def simulating(
    *options: str,
    stderr: int | IO[str] = subprocess.PIPE,
    address: str = ADDRESS,
    within: tuple[str, ...] = (),
) -> Iterator[Sim]:
    """A clock on a page, started by the command `within`; what the test leaves of it is killed."""
    with TemporaryDirectory() as state:
        sim = Sim(*options, stderr=stderr, address=address, state=state, within=within)
        try:
            yield sim
        finally:
            if sim.process.returncode is None:
                sim.process.kill()
                sim.ended()
