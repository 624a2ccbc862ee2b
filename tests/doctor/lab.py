"""A made-up machine, and what the doctor finds of it."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from clock.config import config_from
from clock.doctor.findings import Finding, Severity
from clock.doctor.host_machine import Machine
from clock.text.language import render
from hal.wiring import Wiring

RUNS = (
    "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0\n"
    "StatusText=All is well"
)
"""systemd's answer for a service that is enabled and runs."""


class Lab(Machine):
    """A machine whose files, groups and commands are made up."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.is_root = False
        self.commands: dict[str, str] = {}
        self.devices: dict[str, tuple[str, int]] = {}

    def put(self, answers: Mapping[str, str | bytes]) -> None:
        """Answer so from now on: a file by its path, a command by its name."""
        for name, content in answers.items():
            if not name.startswith("/"):
                self.commands[name] = str(content)
                continue
            file = self.at(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)

    def put_device(self, path: str, group: str, mode: int = 0o660) -> None:
        self.put({path: ""})
        self.devices[path] = (group, mode)

    def command(self, *words: str) -> str | None:
        return self.commands.get(words[0])

    def device(self, path: str) -> tuple[str, int]:
        return self.devices[path]


def found(findings: Iterable[Finding]) -> list[str]:
    """Return each finding as "level: text"; what is not well must have a remedy."""
    findings = list(findings)
    assert all((each.remedy is None) is (each.severity is Severity.OK) for each in findings)
    return [f"{each.severity.value}: {render(each.what)}" for each in findings]


def configured(text: str) -> Wiring:
    return config_from(text).wiring
