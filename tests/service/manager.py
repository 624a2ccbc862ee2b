"""systemd, as far as the service hears it and notifies it."""

import socket
from pathlib import Path

WAIT_S = 20.0
"""How long a process or a thread is waited for before a test fails."""
SECOND_NS = 1_000_000_000
MOCK = '[pins]\nfactory = "mock"\n'


class Manager:
    """What systemd hears, on a real socket."""

    def __init__(self, path: Path) -> None:
        self.environment = {"NOTIFY_SOCKET": str(path)}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(WAIT_S)
        self.heard: list[str] = []

    def hear(self, what: str) -> str:
        """Wait for a message that begins so, and return it; other messages go to `heard`."""
        while True:
            message = self._socket.recv(4096).decode()
            self.heard.append(message)
            if message.startswith(what):
                return message

    def heard_so_far(self) -> list[str]:
        """Everything that has come by now."""
        self._socket.setblocking(False)
        try:
            while True:
                self.heard.append(self._socket.recv(4096).decode())
        except BlockingIOError:
            self._socket.settimeout(WAIT_S)
        heard, self.heard = self.heard, []
        return heard

    def close(self) -> None:
        self._socket.close()
