"""The kernel's input devices: pipes in place of its files, and its answers to requests."""

import errno
import os
from array import array
from pathlib import Path
from select import select
from struct import unpack

import pytest

from hal import input_devices
from hal.input_devices import DOWN, KEY, SYN, SYN_DROPPED, SYN_REPORT, UP

QUEUE = 64
"""The events that the kernel has room for."""


def _packed(at_ns: int, kind: int, code: int, value: int) -> bytes:
    seconds, micros = divmod(at_ns // 1000, 1_000_000)
    return input_devices._EVENT.pack(seconds, micros, kind, code, value)


class PluggedIn:
    """A device that is plugged in: what its open files are asked, and its keys."""

    def __init__(self, file: Path) -> None:
        self.file = file
        os.mkfifo(file)
        self._pipe = os.open(file, os.O_RDWR)
        self.down: set[int] = set()
        self.clocks: list[int] = []
        self.grabs: list[int] = []
        self.refuses = 0
        """The error of a request that is refused."""
        self._held: list[bytes] | None = None

    def event(self, at_ns: int, kind: int, code: int, value: int) -> None:
        """Have the kernel queue an event; it empties a queue that is full."""
        event = _packed(at_ns, kind, code, value)
        if self._held is None:
            os.write(self._pipe, event)
            return
        self._held.append(event)
        if len(self._held) == QUEUE:
            self._held = [_packed(at_ns, SYN, SYN_DROPPED, 0), event]

    def hold(self) -> None:
        """Nobody reads: events stay in the kernel's queue."""
        self._held = []

    def fetch(self) -> None:
        held, self._held = self._held or [], None
        os.write(self._pipe, b"".join(held))

    def report(self, at_ns: int, keys: dict[int, bool]) -> None:
        """Report keys that go down or up together."""
        for code, down in keys.items():
            (self.down.add if down else self.down.discard)(code)
            self.event(at_ns, KEY, code, DOWN if down else UP)
        self.event(at_ns, SYN, SYN_REPORT, 0)

    def is_read(self) -> bool:
        """Whether all events have been read."""
        return not select([self._pipe], [], [], 0)[0]

    def answer(self, request: int, argument: object) -> None:
        if self.refuses:
            raise OSError(self.refuses, os.strerror(self.refuses))
        if request == input_devices._GRAB:
            assert isinstance(argument, int)
            self.grabs.append(argument)
        elif request == input_devices._SET_CLOCK:
            assert isinstance(argument, bytes)
            self.clocks += unpack("@i", argument)
        else:
            assert request == input_devices._GET_LEVELS
            assert isinstance(argument, array)
            for code in self.down:
                argument[code // 8] |= 1 << code % 8

    def close(self) -> None:
        os.close(self._pipe)
        self.file.unlink()


class InputDevices:
    """The folder of input devices, at first empty."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._count = folder, 0
        self._devices: dict[str, PluggedIn] = {}
        for name in ("by-id", "by-path"):
            (folder / name).mkdir()
        monkeypatch.setattr(input_devices, "FOLDER", folder)
        monkeypatch.setattr(input_devices, "ioctl", self._ioctl)

    def plug_in(self, name: str, folder: str = "by-id") -> PluggedIn:
        """Plug a device in: it gets the next number, and a name in a folder."""
        self._count += 1
        device = PluggedIn(self._folder / f"event{self._count}")
        (self._folder / folder / name).symlink_to(device.file)
        self._devices[f"{folder}/{name}"] = device
        return device

    def unplug(self, name: str, folder: str = "by-id") -> None:
        (self._folder / folder / name).unlink()
        self._devices.pop(f"{folder}/{name}").close()

    def hold(self) -> None:
        for device in self._devices.values():
            device.hold()

    def fetch(self) -> None:
        for device in self._devices.values():
            device.fetch()

    def waits(self) -> bool:
        """Whether events are in a queue that nobody has read."""
        return not all(device.is_read() for device in self._devices.values())

    def _ioctl(self, fd: int, request: int, argument: object) -> int:
        file = Path(os.readlink(f"/proc/self/fd/{fd}"))
        device = next((each for each in self._devices.values() if each.file == file), None)
        if device is None:
            raise OSError(errno.ENODEV, "No such device")
        device.answer(request, argument)
        return 0
