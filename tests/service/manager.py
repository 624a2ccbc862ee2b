"""The part of systemd that the service needs: notifications, signals, and its unit."""

import re
import socket
from pathlib import Path

from tests.conftest import WAIT_S

UNIT = (Path(__file__).parents[2] / "systemd" / "clapper.service").read_text(encoding="utf-8")
SECOND_NS = 1_000_000_000
MOCK = '[pins]\nfactory = "mock"\n'


def unit(section: str, key: str) -> list[str]:
    """Return every value of a key in a section of the unit."""
    body = UNIT.partition(f"[{section}]\n")[2].partition("\n[")[0]
    return re.findall(rf"^{key}=(.*)$", body, re.MULTILINE)


class Manager:
    """What systemd hears, on a real socket."""

    def __init__(self, path: Path) -> None:
        self.environment = {"NOTIFY_SOCKET": str(path)}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(WAIT_S)
        self.heard: list[str] = []

    def hear(self, what: str) -> str:
        """Wait for a message with this beginning, and return it; others go to `heard`."""
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
