"""Linux input devices (/dev/input/event*) as the kernel has them.

The kernel stamps an event when the device reports it, in µs, on the clock that is asked for; all
keys of one report have one stamp. Reading the levels empties the queue of that open file, so
levels have a file of their own.
"""

import os
from array import array
from collections.abc import Iterator
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from struct import Struct, pack
from time import CLOCK_MONOTONIC
from typing import NamedTuple

from hal.keys import ANY, KEY_MAX

FOLDER = Path("/dev/input")
KEYBOARD = "-event-kbd"
"""The end of a keyboard's name; a joystick's is -event-joystick."""
READ_EVENTS = 64

SYN, KEY = 0, 1
"""Types of events."""
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN, REPEATED = 0, 1, 2
"""Levels, and that of a key that is still held."""

_EVENT = Struct("@llHHi")
_LEVELS_BYTES = (KEY_MAX + 8) // 8


def _write(number: int) -> int:
    """The kernel's number of a request that takes an int."""
    return 1 << 30 | 4 << 16 | ord("E") << 8 | number


_SET_CLOCK, _GRAB = _write(0xA0), _write(0x90)
_GET_LEVELS = 2 << 30 | _LEVELS_BYTES << 16 | ord("E") << 8 | 0x18


class InputEvent(NamedTuple):
    """An input event."""

    at_ns: int
    kind: int
    code: int
    value: int


class InputDevice:
    """An open device, whose events come to this program alone. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lacks = False
        """Events were dropped: what follows, up to the end of a report, is incomplete."""
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._levels_fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            os.close(self.fd)
            raise
        try:
            ioctl(self.fd, _SET_CLOCK, pack("@i", CLOCK_MONOTONIC))
            ioctl(self.fd, _GRAB, 1)
            self.held = self.down()
            """The keys that were down as it was opened."""
        except OSError:
            self.close()
            raise

    def read(self) -> Iterator[InputEvent]:
        """Yield the events that wait. Raises OSError if the device is gone."""
        with suppress(BlockingIOError):
            data = os.read(self.fd, READ_EVENTS * _EVENT.size)
            if not data:
                raise OSError(f"{self.path} has ended")
            for seconds, micros, kind, code, value in _EVENT.iter_unpack(data):
                yield InputEvent((seconds * 1_000_000 + micros) * 1000, kind, code, value)

    def down(self) -> frozenset[int]:
        """Return the keys that are down now. Raises OSError if the device is gone."""
        levels = array("B", bytes(_LEVELS_BYTES))
        ioctl(self._levels_fd, _GET_LEVELS, levels)
        bits = int.from_bytes(levels, "little")
        return frozenset(code for code in range(KEY_MAX + 1) if bits >> code & 1)

    def close(self) -> None:
        os.close(self._levels_fd)
        os.close(self.fd)


def named_files(root: Path | None = None) -> dict[str, Path]:
    """Return the files of all devices with keys, each by its best name."""
    found: dict[Path, str] = {}
    for folder in ("by-path", "by-id"):  # what a device is called wherever it is plugged in
        with suppress(OSError):
            for link in sorted(((root or FOLDER) / folder).iterdir()):
                if "-event" in link.name and not link.name.endswith("-event-mouse"):
                    found[link.resolve()] = link.name
    return {name: path for path, name in sorted(found.items())}


def files_of(device: str, root: Path | None = None) -> Iterator[Path]:
    """Yield the files of a device that is plugged in, by its name; of ANY all keyboards'."""
    if device == ANY:
        with suppress(OSError):
            for link in sorted(((root or FOLDER) / "by-path").iterdir()):
                if link.name.endswith(KEYBOARD):
                    yield link.resolve()
        return
    for folder in ("by-id", "by-path", "."):  # of a path alone the last part counts
        file = (root or FOLDER) / folder / device
        if file.exists():
            yield file.resolve()
            return
