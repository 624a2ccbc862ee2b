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
from struct import Struct, calcsize, pack
from time import CLOCK_MONOTONIC
from typing import NamedTuple

from hal.keys import ANY, KEY_MAX, TOUCH

FOLDER = Path("/dev/input")
KEYBOARD = "-event-kbd"
"""The end of a keyboard's name; a joystick's is -event-joystick."""
READ_EVENTS = 64

SYN, KEY = 0, 1
"""Types of events."""
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN, REPEATED = 0, 1, 2
"""Levels, and that of a key that is still held."""

ABS_SLOT, DIRECT = 0x2F, 1
"""What tells a touch screen: contacts with numbers, and that it is touched where it shows."""

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
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._levels_fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            os.close(self.fd)
            raise
        try:
            ioctl(self.fd, _SET_CLOCK, pack("@i", CLOCK_MONOTONIC))
            ioctl(self.fd, _GRAB, 1)
            self.begin()
            self.held = self.down()
            """The keys that were down as it was opened."""
        except OSError:
            self.close()
            raise

    def begin(self) -> None:
        """Find out what is as it is opened. Raises OSError."""

    def read(self) -> Iterator[InputEvent]:
        """Yield the events that wait. Raises OSError if the device is gone.

        SYN_DROPPED is the last: what waited behind it is left out, for the levels are newer.
        """
        with suppress(BlockingIOError):
            for seconds, micros, kind, code, value in _EVENT.iter_unpack(self._data()):
                at_ns = (seconds * 1_000_000 + micros) * 1000
                if (kind, code) == (SYN, SYN_DROPPED):
                    with suppress(BlockingIOError):
                        while self._data():
                            pass
                    yield InputEvent(at_ns, kind, code, value)
                    return
                yield InputEvent(at_ns, kind, code, value)

    def _data(self) -> bytes:
        data = os.read(self.fd, READ_EVENTS * _EVENT.size)
        if not data:
            raise OSError(f"{self.path} has ended")
        return data

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
    if device == TOUCH:
        yield from list(_touch_screens(root or FOLDER))[:1]
        return
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


def _touch_screens(folder: Path) -> Iterator[Path]:
    """Yield the files of touch screens, by their numbers."""
    with suppress(OSError):
        found = (folder.parents[1] / "sys/class/input").glob("event*")
        for entry in sorted(found, key=lambda each: (len(each.name), each.name)):
            device = entry / "device"
            has_slots = _bits(device / "capabilities/abs") >> ABS_SLOT & 1
            if has_slots and _bits(device / "properties") >> DIRECT & 1:
                yield folder / entry.name


def _bits(file: Path) -> int:
    """Read the bits in a file of /sys: words of this program's size, the highest first."""
    words, size = file.read_text().split(), 8 * calcsize("@l")
    return sum(int(word, 16) << size * number for number, word in enumerate(reversed(words)))
