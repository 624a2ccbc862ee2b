"""Plungers and buttons as keys of USB devices: the `Inputs` port on Linux input devices.

A device may be unplugged and plugged in at any time: its keys are up meanwhile, and the fault says
which device is missing. Its name stays the same at the same port (by-path) or wherever it is
plugged in (by-id).
"""

import errno
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from hal.factories import one_line
from hal.framebuffer import Glass
from hal.input_devices import (
    DOWN,
    KEY,
    SYN,
    SYN_DROPPED,
    UP,
    InputDevice,
    files_of,
)
from hal.keys import ANY, TOUCH, DeviceKey
from hal.lines import InputLine, WaitingInputs
from hal.message import Message
from hal.ports import Line, Time
from hal.touch import TouchScreen

LOOK_S = 1.0
"""How often devices are looked for that have been plugged in."""

_NOT_THERE = Message("not plugged in")
_REASONS = {
    errno.EBUSY: Message("another program uses it"),
    errno.EACCES: Message("add the user who starts the clock to the group input"),
    errno.EPERM: Message("the clock's service may not use input devices: restart the Pi"),
}


class _KeyLine(InputLine):
    """A line of one or more keys: pressed while one of them is down."""

    def __init__(
        self, line: Line, keys: Iterable[DeviceKey], inputs: "KeyInputs", time: Time
    ) -> None:
        super().__init__(line, time)
        self.keys = frozenset(keys)
        self._inputs = inputs
        self._held: set[tuple[Path, int]] = set()

    def read(self) -> bool:
        return self._inputs.is_down(self)

    def move(self, file: Path, code: int, at_ns: int, *, down: bool) -> None:
        """Have a key of a device go down or up."""
        was = bool(self._held)
        (self._held.add if down else self._held.discard)((file, code))
        if bool(self._held) != was:
            self.deliver(down, at_ns)

    def lift(self, file: Path, at_ns: int) -> None:
        """Have all keys of a device go up, since it is gone."""
        for held in [each for each in self._held if each[0] == file]:
            self.move(*held, at_ns, down=False)

    def close(self) -> None:
        """Nothing: a device belongs to all its lines."""


class KeyInputs(WaitingInputs):
    """The `Inputs` port on keys of input devices, which need not be there yet."""

    _lines: dict[Line, _KeyLine]

    def __init__(
        self, keys: Mapping[Line, Iterable[DeviceKey]], time: Time, glass: Glass | None = None
    ) -> None:
        super().__init__(time)
        self._glass = glass or Glass()
        self._lines = {line: _KeyLine(line, each, self, time) for line, each in keys.items()}
        found = {key.device for line in self._lines.values() for key in line.keys}
        self._names = sorted(found, key=lambda name: (name == ANY, name))
        """ANY is the last: a device that has a name is no other."""
        self._plugged: dict[Path, InputDevice] = {}
        self._of_keys: dict[Path, dict[int, list[_KeyLine]]] = {}
        """The lines of a device's keys."""
        self._problems: dict[str, Message] = {}
        # The levels are read in another thread than the one that closes a device.
        self._lock = threading.RLock()
        self._look()

    def is_down(self, line: _KeyLine) -> bool:
        """Return whether one of a line's keys is down; keys of a device that is gone are up."""
        with self._lock:
            for file, device in self._plugged.items():
                own = {code for code, lines in self._of_keys[file].items() if line in lines}
                try:
                    if own and own & device.down():
                        return True
                except OSError:  # the thread will notice
                    continue
        return False

    @property
    def fault(self) -> Message | None:
        problems = (self._problems.get(name) for name in self._names)
        return self._end() or next(filter(None, problems), None) or super().fault

    def _run(self) -> None:
        look_ns = self._time.now_ns()
        while not self._stopping.is_set():
            files = {device.fd: file for file, device in self._plugged.items()}
            for ready in self._ready(files, LOOK_S):
                self._fetch(files[ready])
            if self._time.now_ns() - look_ns >= LOOK_S * 1e9:
                look_ns = self._time.now_ns()
                self._look()

    def _fetch(self, file: Path) -> None:
        """Deliver the events of a device, which may be gone."""
        device, lines = self._plugged[file], self._of_keys[file]
        try:
            for event in device.read():
                if event.kind == SYN and event.code == SYN_DROPPED:
                    self._read_again(file)
                elif event.kind == KEY and event.value in (UP, DOWN):
                    for line in lines.get(event.code, ()):
                        line.move(file, event.code, event.at_ns, down=event.value == DOWN)
        except OSError:
            self._unplug(file)

    def _read_again(self, file: Path) -> None:
        """Read the levels, since events were lost."""
        device, lines = self._plugged[file], self._of_keys[file]
        down, at_ns = device.down(), self._time.now_ns()
        for code, own in lines.items():
            for line in own:
                line.note_loss()
                line.move(file, code, at_ns, down=code in down)

    def _look(self) -> None:
        """Open devices that have been plugged in, and note those that are missing."""
        names: dict[Path, list[str]] = {}
        for name in self._names:
            files = [file for file in files_of(name) if name != ANY or file not in names]
            for file in files:
                names.setdefault(file, []).append(name)
            self._note(name, None if files else _NOT_THERE)
        for file, own in names.items():
            of_keys: dict[int, list[_KeyLine]] = {}
            for line in self._lines.values():
                for key in line.keys:
                    if key.device in own:
                        of_keys.setdefault(key.code, []).append(line)
            self._of_keys[file] = of_keys
            if file not in self._plugged:
                self._plug_in(file, own)

    def _plug_in(self, file: Path, names: list[str]) -> None:
        """Open a device, whose keys may be down already."""
        try:
            is_touched = TOUCH in names
            device = TouchScreen(file, self._glass) if is_touched else InputDevice(file)
        except OSError as error:
            reason = _REASONS.get(error.errno or 0, one_line(error))
            for name in names:
                self._note(name, reason)
            return
        with self._lock:
            self._plugged[file] = device
        at_ns = self._time.now_ns()
        for code in device.held & self._of_keys[file].keys():
            for line in self._of_keys[file][code]:
                line.move(file, code, at_ns, down=True)

    def _unplug(self, file: Path) -> None:
        with self._lock:
            self._plugged.pop(file).close()
        for line in self._lines.values():
            line.lift(file, self._time.now_ns())
        self._look()

    def _note(self, name: str, why: Message | str | None) -> None:
        if why is None:
            self._problems.pop(name, None)
        elif name != ANY:  # a keyboard that happens to be there is no part of the clock
            keys = Message("keys of {device}: {why}", device=name, why=why)
            self._problems[name] = (
                Message("touch screen: {why}", why=why) if name == TOUCH else keys
            )

    def drain(self) -> None:
        for file in list(self._plugged):
            self._fetch(file)
        super().drain()

    def close(self) -> None:
        super().close()
        for device in self._plugged.values():
            device.close()
        self._plugged = {}
