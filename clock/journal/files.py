"""Files: databases of SQLite with what lies beside them, and files that are replaced whole."""

import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from errno import EISDIR
from pathlib import Path
from stat import S_IMODE
from urllib.parse import quote

from clock.rules.message import Message, Problem, placed

DATABASE = b"SQLite format 3\0"
"""The beginning of every database."""
WAL = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The beginnings of a database's WAL."""
BESIDE = ("-wal", "-shm", "-journal", ".lock", ".sound", ".part")
"""The endings of what SQLite and the clock put beside a database, each for a time."""

Connect = Callable[[Path, bool], sqlite3.Connection]
"""Opens a database at a path; True: only to read."""


class JournalError(Problem):
    """A journal that cannot be read; the message names it and the reason."""


class FileProblem(OSError):
    """A file that came, went or changed; `message` is for people."""

    def __init__(self, message: Message) -> None:
        super().__init__()
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class Taken(JournalError):
    """A journal that another clock writes."""


class OtherFormat(JournalError):
    """A journal of an earlier or a later program."""


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """Open a database as the journal does.

    SQLite makes the index of the WAL even for a reader; where we may not write it is in memory.
    """
    if not read_only:
        return _connected(path, "rwc")
    there = beside(path, "-wal").exists() and beside(path, "-shm").exists()
    if there or os.access(path.parent, os.W_OK, effective_ids=True):
        return _connected(path, "ro")
    return connect_beside_nobody(path, read_only)


def connect_beside_nobody(path: Path, _read_only: bool) -> sqlite3.Connection:
    """Open a database that nobody writes, only to read; nothing is made beside it."""
    if not beside(path, "-wal").exists():
        return connect_without_wal(path, True)
    database = _connected(path, "ro&vfs=unix-none")
    database.execute("PRAGMA locking_mode=EXCLUSIVE")  # so the index is in memory
    return database


def connect_without_wal(path: Path, _read_only: bool) -> sqlite3.Connection:
    """Open a database, only to read, as it is without what its WAL holds."""
    return _connected(path, "ro&immutable=1")


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"file://{quote(os.fsencode(path.absolute()))}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=32,
    )


def beside(path: Path, ending: str) -> Path:
    """Return the file beside a database that has this ending."""
    return path.with_name(f"{path.name}{ending}")


def family(path: Path) -> tuple[Path, Path, Path]:
    """Return a database, its WAL and the WAL's index, whether they are there or not."""
    return path, beside(path, "-wal"), beside(path, "-shm")


def require_file(path: Path) -> None:
    """Raise JournalError for a folder, a pipe or a device: SQLite would wait, or not say which."""
    if path.is_dir():
        raise JournalError(placed(path, os.strerror(EISDIR)))
    if path.exists() and not path.is_file():
        raise JournalError(placed(path, Message("expected a file: it is a pipe or a device")))


def require_files(path: Path) -> None:
    """The same for a database and what SQLite puts beside it."""
    for file in family(path):
        require_file(file)


def resolved(path: Path) -> Path:
    """Return where a journal is: what belongs to it lies beside the file, not beside a link."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path


def identity(path: Path) -> tuple[int, int] | None:
    """Return which file is at a path; None if there is none. Raises OSError of the disk."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def is_database(text: bytes) -> bool:
    """Return whether a file that begins so is a database, or the WAL of one."""
    return text.startswith((DATABASE, *WAL))


def require_replaceable(file: Path, source: Path | None = None) -> None:
    """Raise Problem for an output that is a database, or `source` under whatever name.

    What would lie beside a database, as if it belonged to that, is refused as well, whether it is
    there or not. Raises OSError if that cannot be found out.
    """
    problem = None
    if source is not None and _is_same(file, source):
        problem = Message("expected another file to write: this one is what is read")
    elif _holds_database(file):
        problem = Message("expected another file to write: this one is a journal")
    elif any(_holds_database(each) for each in _owners(file)):
        problem = Message("expected another file to write: this name is a journal's")
    if problem is not None:
        raise Problem(placed(file, problem))


def names_of(database: Path) -> set[Path]:
    """Return where a database is, and all that may come to lie beside it, there or not."""
    real = Path(os.path.realpath(database))
    return {real, *(beside(real, ending) for ending in BESIDE)}


def _owners(file: Path) -> list[Path]:
    """Return the files to which one of this name would belong, were they databases."""
    real = Path(os.path.realpath(file))
    stems = (real.name.removesuffix(ending) for ending in BESIDE)
    return [real.with_name(stem) for stem in stems if stem not in ("", real.name)]


def _holds_database(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return is_database(stream.read(len(DATABASE)))


def _is_same(file: Path, other: Path) -> bool:
    if file.exists() and other.exists():
        return file.is_file() and file.samefile(other)
    return os.path.realpath(file) == os.path.realpath(other)


def replace_file(file: Path, text: bytes) -> None:
    """Put a text into a file in one go; where the name is a link, into what it leads to.

    Whoever looks finds the old text or the new one, which is on disk by then; a
    file keeps its rights, and its owner where we may give it away. A device or a pipe is written
    to. Raises OSError, with the old file left as it was; a folder is refused so.
    """
    if file.exists() and not file.is_file():
        file.write_bytes(text)
        return
    file = Path(os.path.realpath(file))
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            stream.write(text)
            stream.flush()
            if file.exists():
                before, handle = file.stat(), stream.fileno()
                with suppress(OSError):
                    os.fchown(handle, before.st_uid, before.st_gid)
                # After the owner: a change of that takes some rights away.
                os.fchmod(handle, S_IMODE(before.st_mode))
            os.fsync(stream.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Put a folder's names on disk: a file that was made, renamed or replaced. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
