"""A machine that is made up, and what the doctor says of it."""

from collections.abc import Iterable
from pathlib import Path

from clock.config import config_from
from clock.doctor.line import Level, Line
from clock.doctor.machine import Device, Machine
from hal.wiring import Wiring

RUNS = (
    "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0\n"
    "StatusText=All is well"
)
"""What systemd says of a service that is enabled and runs."""


class Lab(Machine):
    """A machine whose files, groups and commands are made up."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.commands: dict[str, str] = {}
        self.devices: dict[str, tuple[str, int]] = {}

    def put(self, path: str, content: str | bytes = b"") -> None:
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def command(self, *words: str) -> str | None:
        return self.commands.get(words[0])

    def device(self, path: str) -> Device | None:
        found = super().device(path)
        if found is None or path not in self.devices:
            return found
        group, mode = self.devices[path]
        return Device(path, group, mode & 0o060 == 0o060, mode & 0o006 == 0o006)

    def put_device(self, path: str, group: str, mode: int = 0o660) -> None:
        self.put(path)
        self.devices[path] = (group, mode)


def told(lines: Iterable[Line]) -> list[tuple[str, str]]:
    """Each line's level and words; every line that is not well says what helps."""
    lines = list(lines)
    assert all((line.remedy is None) is (line.level is Level.OK) for line in lines)
    return [(line.level.value, line.what) for line in lines]


def configured(text: str) -> Wiring:
    return config_from(text).wiring
