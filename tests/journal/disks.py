"""A disk for tests: it remembers all that is done to it, and fails or hangs when it is asked to."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import NamedTuple

from clock.journal.disk import Disk
from tests.cli.running import WAIT_S


class Make(NamedTuple):
    """A file was made; `file` stands for it whatever names it gets."""

    name: str
    file: str


class Write(NamedTuple):
    """A piece of a file was written."""

    file: str
    offset: int
    data: bytes


class Truncate(NamedTuple):
    """A file got this size."""

    file: str
    size: int


class Sync(NamedTuple):
    """All of a file that was written until here is on the disk."""

    file: str


class Rename(NamedTuple):
    """A file got another name."""

    name: str
    to: str


class Unlink(NamedTuple):
    """A name is gone."""

    name: str


class SyncNames(NamedTuple):
    """All names until here are on the disk."""


Operation = Make | Write | Truncate | Sync | Rename | Unlink | SyncNames


def works(_: Operation) -> None:
    """A disk that takes everything."""


def refuses(code: int) -> Callable[[Operation], None]:
    """A disk that takes nothing any more."""

    def fail(_: Operation) -> None:
        raise OSError(code, os.strerror(code))

    return fail


class LabDisk(Disk):
    """`operations` are all that was done, `fails` may raise before one; `room` is in bytes."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.fails: Callable[[Operation], None] = works
        self.room: int | None = None
        self._names: dict[str, str] = {}
        self._handles: dict[int, str] = {}

    def _did(self, operation: Operation) -> None:
        self.fails(operation)
        self.operations.append(operation)

    def open(self, path: Path, flags: int = 0) -> int:
        """Open a file, which may be new."""
        there = path.exists()
        if not there and flags & os.O_CREAT:
            self._names[path.name] = f"file {len(self.operations)}"
            self._did(Make(path.name, self._names[path.name]))
        handle = super().open(path, flags)
        self._handles[handle] = self._names.setdefault(path.name, path.name)
        return handle

    def write(self, handle: int, data: bytes | memoryview, offset: int) -> None:
        """Write, as far as there is room."""
        self._did(Write(self._handles[handle], offset, bytes(data)))
        grows = max(0, offset + len(data) - os.fstat(handle).st_size)
        if self.room is not None and grows > self.room:
            super().write(handle, bytes(data)[: len(data) - grows + self.room], offset)
            self.room = 0
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.room is not None:
            self.room -= grows
        super().write(handle, data, offset)

    def truncate(self, handle: int, size: int) -> None:
        """Cut a file off."""
        self._did(Truncate(self._handles[handle], size))
        super().truncate(handle, size)

    def sync(self, handle: int) -> None:
        """Note it; nothing is waited for."""
        self._did(Sync(self._handles[handle]))

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file."""
        self._did(Rename(old.name, new.name))
        self._names[new.name] = self._names.pop(old.name)
        super().rename(old, new)

    def unlink(self, path: Path) -> None:
        """Take a file away."""
        if path.exists():
            self._did(Unlink(path.name))
            self._names.pop(path.name, None)
        super().unlink(path)

    def sync_folder(self, folder: Path) -> None:  # noqa: ARG002
        """Note it; nothing is waited for."""
        self._did(SyncNames())


@contextmanager
def hanging(disk: LabDisk) -> Iterator[Event]:
    """Let a disk answer nothing; the event is set once it is asked for something."""
    answers, asked = Event(), Event()

    def hang(_: Operation) -> None:
        asked.set()
        assert answers.wait(WAIT_S)

    disk.fails = hang
    try:
        yield asked
    finally:
        disk.fails = works
        answers.set()


Remains = Callable[[Write], bytes | None]
"""What of a write is on the disk though it was not synced; None: nothing."""


class Image:
    """What is on a disk: what is synced for sure, and what may still be lost."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._synced = {name: bytearray(data) for name, data in files.items()}
        self._waiting: dict[str, list[Write | Truncate]] = {}
        self._names = {name: name for name in files}
        self._renamed: list[Make | Rename | Unlink] = []

    def apply(self, operation: Operation) -> None:
        """Follow one operation."""
        match operation:
            case Sync(file):
                for waiting in self._waiting.pop(file, []):
                    _apply(self._synced.setdefault(file, bytearray()), waiting)
            case SyncNames():
                for each in self._renamed:
                    _rename(self._names, each)
                self._renamed = []
            case Write(file) | Truncate(file):
                self._waiting.setdefault(file, []).append(operation)
            case _:
                self._renamed.append(operation)

    def files(self, remains: Remains, names: float) -> dict[str, bytes]:
        """The files after a power cut: what `remains` of writes, and this share of the names."""
        contents = {file: bytearray(data) for file, data in self._synced.items()}
        for file, waiting in self._waiting.items():
            for operation in waiting:
                if isinstance(operation, Write):
                    data = remains(operation)
                    if data is None:
                        continue
                    operation = operation._replace(data=data)
                _apply(contents.setdefault(file, bytearray()), operation)
        found = dict(self._names)
        for each in self._renamed[: round(names * len(self._renamed))]:
            _rename(found, each)
        return {name: bytes(contents.get(file, b"")) for name, file in found.items()}


def _rename(names: dict[str, str], operation: Make | Rename | Unlink) -> None:
    match operation:
        case Make(name, file):
            names[name] = file
        case Rename(name, to):
            names[to] = names.pop(name)
        case Unlink(name):
            names.pop(name, None)


def _apply(file: bytearray, operation: Write | Truncate) -> None:
    if isinstance(operation, Truncate):
        del file[operation.size :]
        file.extend(bytes(operation.size - len(file)))
        return
    end = operation.offset + len(operation.data)
    file.extend(bytes(max(0, end - len(file))))
    file[operation.offset : end] = operation.data
