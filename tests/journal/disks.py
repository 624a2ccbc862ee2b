"""A disk for tests: it records all operations, and fails or hangs on request."""

import errno
import os
from collections.abc import Callable, Mapping
from copy import deepcopy
from enum import Enum
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from clock.journal.disk import Disk


class Kind(Enum):
    """What can be done to a folder on a disk."""

    MAKE, RENAME, UNLINK, WRITE, TRUNCATE, SYNC, SYNC_NAMES, DROP = range(8)
    """Synced is all until then; what is dropped was not, though it can be read: a sync failed."""


class Operation(NamedTuple):
    """An operation on a file by its name, or on `file`, whatever its name is."""

    kind: Kind
    name: str = ""
    to: str = ""
    file: str = ""
    offset: int = 0
    data: bytes = b""


def works(_: Operation) -> None:
    """A disk that takes everything."""


def refuses(code: int, *kinds: Kind) -> Callable[[Operation], None]:
    """A disk that takes nothing any more, or nothing of these kinds."""

    def fail(operation: Operation) -> None:
        if operation.kind in (kinds or Kind):
            raise OSError(code, os.strerror(code))

    return fail


NUMBERS = count()
"""Of files that were made."""


class LabDisk(Disk):
    """`operations` are all that was done, `fails` may raise before one; `room` is in bytes."""

    def __init__(self, names: Mapping[str, str] = {}) -> None:
        """The names are those of files that are there."""
        self.operations: list[Operation] = []
        self.fails: Callable[[Operation], None] = works
        self.room: int | None = None
        self._names, self._handles = dict(names), dict[int, str]()

    def _did(self, operation: Operation) -> None:
        self.fails(operation)
        self.operations.append(operation)

    def open(self, path: Path, flags: int = 0) -> int:
        there = path.exists()
        if not there and flags & os.O_CREAT:
            self._names[path.name] = f"file {next(NUMBERS)}"
            self._did(Operation(Kind.MAKE, path.name, file=self._names[path.name]))
        handle = super().open(path, flags)
        self._handles[handle] = self._names.setdefault(path.name, path.name)
        return handle

    def write(self, handle: int, data: bytes | memoryview, offset: int) -> None:
        grows = max(0, offset + len(data) - os.fstat(handle).st_size)
        lacking = 0 if self.room is None else max(0, grows - self.room)
        part = bytes(data)[: len(data) - lacking]
        self._did(Operation(Kind.WRITE, "", "", self._handles[handle], offset, part))
        # Not the copy: O_DIRECT takes the clock's own buffer, which is aligned.
        super().write(handle, memoryview(data)[: len(part)], offset)
        if self.room is not None:
            self.room -= grows - lacking
        if lacking:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def truncate(self, handle: int, size: int) -> None:
        self._did(Operation(Kind.TRUNCATE, file=self._handles[handle], offset=size))
        super().truncate(handle, size)

    def sync(self, handle: int) -> None:
        """Record the sync, or its failure, without waiting."""
        file = self._handles[handle]
        try:
            self._did(Operation(Kind.SYNC, file=file))
        except OSError:
            self.operations.append(Operation(Kind.DROP, file=file))
            raise

    def rename(self, old: Path, new: Path) -> None:
        self._did(Operation(Kind.RENAME, old.name, new.name))
        self._names[new.name] = self._names.pop(old.name)
        super().rename(old, new)

    def unlink(self, path: Path) -> None:
        if path.exists():
            self._did(Operation(Kind.UNLINK, path.name))
            self._names.pop(path.name, None)
        super().unlink(path)

    def sync_folder(self, folder: Path) -> None:  # noqa: ARG002
        """Record the sync without waiting."""
        self._did(Operation(Kind.SYNC_NAMES))


Remains = Callable[[Operation], bytes | None]
"""What of a write is on the disk though it was not synced; None: nothing."""


class Image:
    """A folder on a disk: its readable content, and its content after a power cut."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.names = {name: name for name in files}
        """The files by the names that they have now."""
        self._contents = {name: bytearray(data) for name, data in files.items()}
        self._synced, self._synced_names = deepcopy(self._contents), dict(self.names)
        self._waiting: dict[str, list[Operation]] = {}
        self._renamed: list[Operation] = []

    def apply(self, operation: Operation) -> None:
        """Follow one operation."""
        match operation.kind:
            case Kind.SYNC:
                for waiting in self._waiting.pop(operation.file, []):
                    _apply(self._synced, waiting)
            case Kind.DROP:
                self._waiting.pop(operation.file, None)
            case Kind.SYNC_NAMES:
                self._synced_names, self._renamed = dict(self.names), []
            case Kind.WRITE | Kind.TRUNCATE:
                _apply(self._contents, operation)
                self._waiting.setdefault(operation.file, []).append(operation)
            case _:
                _rename(self.names, operation)
                self._renamed.append(operation)

    def files(self) -> dict[str, bytes]:
        """What can be read."""
        return {name: bytes(self._contents.get(file, b"")) for name, file in self.names.items()}

    def after_a_cut(self, remains: Remains, names: float) -> "Image":
        """The folder after a power cut: what `remains` of writes, and this share of the names."""
        contents = deepcopy(self._synced)
        for operation in chain.from_iterable(self._waiting.values()):
            data = remains(operation) if operation.kind is Kind.WRITE else b""
            if data is not None:
                _apply(contents, operation._replace(data=data))
        found = dict(self._synced_names)
        for each in self._renamed[: round(names * len(self._renamed))]:
            _rename(found, each)
        return Image({name: bytes(contents.get(file, b"")) for name, file in found.items()})


def _rename(names: dict[str, str], operation: Operation) -> None:
    if operation.kind is Kind.MAKE:
        names[operation.name] = operation.file
    elif (file := names.pop(operation.name, None)) is not None and operation.to:
        names[operation.to] = file


def _apply(contents: dict[str, bytearray], operation: Operation) -> None:
    """Write, or cut off."""
    file = contents.setdefault(operation.file, bytearray())
    end = operation.offset + len(operation.data)
    if operation.kind is Kind.TRUNCATE:
        del file[end:]
    file.extend(bytes(max(0, end - len(file))))
    file[operation.offset : end] = operation.data
