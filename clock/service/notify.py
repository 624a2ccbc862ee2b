"""Notify systemd: ready, alive, stopping, and a status line.

The protocol is a line sent to a datagram socket. Libraries for it are as long as this file, wait on
a full socket, or need systemd's headers to build.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Notifies the service manager that started this process, if any; never waits or raises."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):  # systemd writes an abstract socket's NUL as "@"
            self._address = f"\0{self._address[1:]}"
        self.listened_to = self._address != ""
        """Whether a service manager started this process."""
        self.watchdog_ns = _watchdog_ns(environment)
        """The service manager ends the process after this silence; None: no watchdog."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.setblocking(False)

    def notify(self, assignment: str) -> None:
        """Send an assignment like "READY=1", or drop it if the socket is full."""
        if self.listened_to:
            with suppress(OSError):
                self._socket.sendto(assignment.encode(errors="backslashreplace"), self._address)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


def _watchdog_ns(environment: Mapping[str, str]) -> int | None:
    """Return systemd's WATCHDOG_USEC, if it is meant for this process."""
    microseconds = environment.get("WATCHDOG_USEC", "")
    pid = environment.get("WATCHDOG_PID", str(os.getpid()))
    if not microseconds.isdecimal() or int(microseconds) == 0 or pid != str(os.getpid()):
        return None
    return int(microseconds) * 1000
