"""Disks for tests: one that remembers every write, and one that fails when it is told to.

They are VFS of another SQLite than Python's own: the journal writes through them, and is read back
by the one that the clock uses.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import apsw

from tests.cli.running import WAIT_S


@dataclass(frozen=True)
class Write:
    """A piece of a file that was written."""

    name: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    """A file that was cut off."""

    name: str
    size: int


@dataclass(frozen=True)
class Sync:
    """All of a file that was written until here is on the disk."""

    name: str


Operation = Write | Truncate | Sync


def works(_: Operation) -> None:
    """A disk that takes everything."""


def refuses(code: int) -> Callable[[Operation], None]:
    """A disk that takes nothing any more."""

    def fail(operation: Operation) -> None:
        if isinstance(operation, Write):
            raise apsw.exception_for(code)

    return fail


class Disk(apsw.VFS):
    """A disk by which SQLite writes; `operations` are all of them, `fails` may raise."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.operations: list[Operation] = []
        self.fails: Callable[[Operation], None] = works
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: Any) -> "_File":
        """Open a file on the real disk below."""
        return _File(self, name, flags)

    def did(self, operation: Operation) -> None:
        """Note an operation, or fail."""
        self.fails(operation)
        self.operations.append(operation)

    def connect(self, path: Path, read_only: bool) -> sqlite3.Connection:
        """Open a database on this disk, as the journal's `Connect`."""
        assert not read_only
        return _Connection(path, self.name)  # type: ignore[return-value]


@contextmanager
def hanging(
    disk: Disk, kinds: type[Operation] | tuple[type[Operation], ...] = (Write, Truncate, Sync)
) -> Iterator[Event]:
    """Let a disk answer no such operation; the event is set once it is asked for one."""
    answers, asked = Event(), Event()

    def hang(operation: Operation) -> None:
        if isinstance(operation, kinds):
            asked.set()
            assert answers.wait(WAIT_S)

    disk.fails = hang
    try:
        yield asked
    finally:
        disk.fails = works
        answers.set()


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: Any) -> None:
        self._disk = disk
        self._name = Path(name.filename() if hasattr(name, "filename") else name).name
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.did(Write(self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        self._disk.did(Truncate(self._name, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self._disk.did(Sync(self._name))
        super().xSync(flags)


class _Connection:
    """The other SQLite's connection, as far as the journal asks Python's for anything."""

    def __init__(self, path: Path, vfs: str) -> None:
        self._database = _asked(lambda: apsw.Connection(str(path), vfs=vfs))

    def execute(self, sql: str, values: Iterable[Any] = ()) -> "_Cursor":
        return _Cursor(_asked(lambda: self._database.execute(sql, tuple(values))))

    def executemany(self, sql: str, values: Iterable[Any]) -> None:
        _asked(lambda: self._database.executemany(sql, values))

    def close(self) -> None:
        _asked(lambda: self._database.close())


class _Cursor:
    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    def fetchall(self) -> list[Any]:
        return list(_asked(self._cursor.fetchall))

    def __iter__(self) -> Any:
        return iter(self.fetchall())


def _asked(call: Callable[[], Any]) -> Any:
    """What a call returns; its error as Python's own."""
    try:
        return call()
    except apsw.Error as raised:
        error = sqlite3.OperationalError(str(raised))
        error.sqlite_errorcode = getattr(raised, "result", sqlite3.SQLITE_ERROR)
        raise error from None


class Image:
    """What is on a disk: what is synced for sure, and what may still be lost of each file."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._synced = {name: bytearray(data) for name, data in files.items()}
        self._waiting: dict[str, list[Write | Truncate]] = {}

    def apply(self, operation: Operation) -> None:
        """Follow one operation."""
        if isinstance(operation, Sync):
            for waiting in self._waiting.pop(operation.name, []):
                _apply(self._synced.setdefault(operation.name, bytearray()), waiting)
        else:
            self._waiting.setdefault(operation.name, []).append(operation)

    def files(self, remains: Callable[[Write | Truncate], bytes | None]) -> dict[str, bytes]:
        """The files after a power cut: of each write that was not synced, what `remains` returns.

        None: the write is lost; a Truncate that is not lost returns anything else.
        """
        files = {name: bytearray(data) for name, data in self._synced.items()}
        for name, waiting in self._waiting.items():
            file = files.setdefault(name, bytearray())
            for operation in waiting:
                data = remains(operation)
                if data is None:
                    continue
                if isinstance(operation, Write):
                    operation = Write(name, operation.offset, data)
                _apply(file, operation)
        return {name: bytes(data) for name, data in files.items()}


def _apply(file: bytearray, operation: Write | Truncate) -> None:
    if isinstance(operation, Truncate):
        del file[operation.size :]
        return
    end = operation.offset + len(operation.data)
    file.extend(bytes(max(0, end - len(file))))
    file[operation.offset : end] = operation.data
