"""Two networks of a test's own: the desk's machine, and that of its clocks, by a cable."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from tests.conftest import missing

CLONE_NEWNET = 0x40000000
NETNS = Path("/etc/netns")
"""What is here of a network stands in the place of /etc for its programs."""
_T = TypeVar("_T")


class Networks:
    """The desk's network and the clocks'; a name leads from these to the desk."""

    def __init__(self, name: str) -> None:
        self.desk, self.clocks = f"{name}-desk", f"{name}-hall"
        self._hosts = NETNS / self.clocks / "hosts"

    def within(self, network: str) -> tuple[str, ...]:
        """Return the command that runs another one in a network."""
        return ("ip", "netns", "exec", network)

    def call(self, network: str, act: Callable[[], _T]) -> _T:
        """Call a function whose sockets are in a network."""

        def enter() -> _T:
            with open(f"/run/netns/{network}") as entrance:
                assert ctypes.CDLL(None).setns(entrance.fileno(), CLONE_NEWNET) == 0
            return act()

        with ThreadPoolExecutor(1) as alone:
            return alone.submit(enter).result()

    def lay(self, names: tuple[str, ...]) -> None:
        """Lay the cable, and know names without an address."""
        self._names = names
        for network in (self.desk, self.clocks):
            _ip("netns", "add", network)
            _ip("-n", network, "link", "set", "lo", "up")
        (NETNS / self.clocks).mkdir(parents=True)
        self._hosts.touch()
        _ip("-n", self.desk, "link", "add", "cable", "type", "veth", "peer", "cable",
            "netns", self.clocks)  # fmt: skip
        for network in (self.desk, self.clocks):
            _ip("-n", network, "link", "set", "cable", "up")

    def move(self, address: str) -> None:
        """Give the desk's machine another address, and tell the names' service."""
        around = address.rpartition(".")[0]
        _ip("-n", self.desk, "addr", "flush", "dev", "cable", "scope", "global")
        _ip("-n", self.clocks, "addr", "flush", "dev", "cable", "scope", "global")
        _ip("-n", self.desk, "addr", "add", f"{address}/24", "dev", "cable")
        _ip("-n", self.clocks, "addr", "add", f"{around}.200/24", "dev", "cable")
        self._hosts.write_text(f"127.0.0.1 localhost\n{address} {' '.join(self._names)}\n")

    def remove(self) -> None:
        """Remove all of it."""
        for network in (self.desk, self.clocks):
            subprocess.run(("ip", "netns", "del", network), capture_output=True, check=False)
        shutil.rmtree(NETNS / self.clocks, ignore_errors=True)


@contextmanager
def laid(*names: str) -> Iterator[Networks]:
    """Two networks, in which the names are the desk's."""
    if os.geteuid() != 0:
        missing("networks of a test's own need root")
    if shutil.which("ip") is None:
        missing("ip is not installed (apt-get install iproute2)")
    networks = Networks(f"clapper-{os.getpid()}")
    try:
        try:
            networks.lay(names)
        except subprocess.CalledProcessError as error:  # root, but in a container
            missing(f"no network can be made: {error.stderr.decode()}")
        yield networks
    finally:
        networks.remove()


def _ip(*arguments: str) -> None:
    subprocess.run(("ip", *arguments), check=True, capture_output=True)
