"""The kernel's input devices: pipes in place of its files, and its answers to requests."""

import errno
import os
from array import array
from itertools import count
from pathlib import Path
from select import select
from shutil import rmtree
from struct import unpack

import pytest

from hal import input_devices, touch
from hal.input_devices import ABS_SLOT, DOWN, KEY, SYN, SYN_DROPPED, SYN_REPORT, UP
from hal.touch import ABS, NO_CONTACT, TOOL, TRACKING_ID, X, Y

SLOTS = 10
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


class Touched(PluggedIn):
    """A touch screen: contacts in slots, of which the kernel reports what has changed."""

    def __init__(self, file: Path, ends: tuple[int, int]) -> None:
        super().__init__(file)
        self._ends = ends
        self._slot, self._numbers = 0, count(7)
        self._changes: list[tuple[int, int]] = []
        self.slots = [{TRACKING_ID: NO_CONTACT, X: 0, Y: 0, TOOL: 0} for _ in range(SLOTS)]

    def put(self, slot: int, x: int, y: int, tool: int = 0) -> None:
        """Put a finger down; it is told of with the next report."""
        self._change(slot, {TRACKING_ID: next(self._numbers), X: x, Y: y, TOOL: tool})

    def move(self, slot: int, x: int, y: int, tool: int = 0) -> None:
        self._change(slot, {X: x, Y: y, TOOL: tool})

    def lift(self, slot: int) -> None:
        self._change(slot, {TRACKING_ID: NO_CONTACT})

    def sync(self, at_ns: int) -> None:
        """Report what has changed."""
        for code, value in self._changes:
            self.event(at_ns, ABS, code, value)
        self.event(at_ns, SYN, SYN_REPORT, 0)
        self._changes.clear()

    def _change(self, slot: int, values: dict[int, int]) -> None:
        changed = {code: new for code, new in values.items() if self.slots[slot][code] != new}
        if changed and slot != self._slot:
            self._slot = slot
            self._changes.append((ABS_SLOT, slot))
        self._changes += changed.items()
        self.slots[slot].update(changed)

    def answer(self, request: int, argument: object) -> None:
        axes = {touch._get_axis(axis): axis for axis in (ABS_SLOT, X, Y)}
        if self.refuses or (request not in axes and request != touch._GET_SLOTS):
            super().answer(request, argument)
            return
        assert isinstance(argument, array)
        if request == touch._GET_SLOTS:
            (code,) = unpack("@i", argument[:4].tobytes())
            values = array("i", [code, *(slot[code] for slot in self.slots)])
        elif axes[request] == ABS_SLOT:
            values = array("i", [self._slot, 0, SLOTS - 1, 0, 0, 0])
        else:
            values = array("i", [0, 0, self._ends[axes[request] == Y], 0, 0, 0])
        packed = values.tobytes()
        argument[: len(packed)] = array("B", packed)


class InputDevices:
    """The folder of input devices, at first empty."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._count = folder, 0
        self._devices: dict[str, PluggedIn] = {}
        for name in ("by-id", "by-path"):
            (folder / name).mkdir()
        monkeypatch.setattr(input_devices, "FOLDER", folder)
        monkeypatch.setattr(input_devices, "ioctl", self._ioctl)
        monkeypatch.setattr(touch, "ioctl", self._ioctl)

    def plug_in(self, name: str, folder: str = "by-id") -> PluggedIn:
        """Plug a device in: it gets the next number, and a name in a folder."""
        self._count += 1
        device = PluggedIn(self._folder / f"event{self._count}")
        (self._folder / folder / name).symlink_to(device.file)
        self._devices[f"{folder}/{name}"] = device
        return device

    def plug_in_touch(self, ends: tuple[int, int]) -> Touched:
        """Plug a touch screen in; its axes end at `ends`. The folder is to be under /dev."""
        self._count += 1
        device = Touched(self._folder / f"event{self._count}", ends)
        entry = self._folder.parents[1] / f"sys/class/input/{device.file.name}/device"
        (entry / "capabilities").mkdir(parents=True)
        (entry / "capabilities/abs").write_text("265800000000003\n")
        (entry / "properties").write_text("2\n")
        self._devices["touch"] = device
        return device

    def unplug_touch(self) -> None:
        device = self._devices.pop("touch")
        rmtree(self._folder.parents[1] / f"sys/class/input/{device.file.name}")
        device.close()  # last, as it wakes whoever reads it

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
