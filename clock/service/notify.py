"""systemd is notified: ready, alive, stopping, and a line for the status.

The protocol is a line to a datagram socket. The libraries for it are no shorter than this, wait on
a full socket, or need systemd's headers to be built.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Notifies the service manager, if one has started us; never waits and never raises."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):  # a name that is in no folder
            self._address = f"\0{self._address[1:]}"
        self.listened_to = self._address != ""
        """Whether a service manager has started us."""
        self.watchdog_ns = _watchdog_ns(environment)
        """We are ended if we are silent for this long; None: nobody watches."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.setblocking(False)

    def notify(self, assignment: str) -> None:
        """Send an assignment such as "READY=1"; what cannot be sent at once is dropped."""
        if self.listened_to:
            with suppress(OSError):
                self._socket.sendto(assignment.encode(errors="backslashreplace"), self._address)

    def close(self) -> None:
        """Let go of the socket."""
        self._socket.close()


def _watchdog_ns(environment: Mapping[str, str]) -> int | None:
    """Return systemd's WATCHDOG_USEC, if it is meant for this process."""
    microseconds = environment.get("WATCHDOG_USEC", "")
    pid = environment.get("WATCHDOG_PID", str(os.getpid()))
    if not microseconds.isdecimal() or int(microseconds) == 0 or pid != str(os.getpid()):
        return None
    return int(microseconds) * 1000
