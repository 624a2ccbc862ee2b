"""Files of SQLite: known whatever their name, and never written over by an output."""

import os
from pathlib import Path

DATABASE = b"SQLite format 3\0"
"""What every database begins with."""
WAL = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""What a database's WAL begins with."""
BESIDE = ("-wal", "-shm", "-journal", ".lock", ".sound", ".part")
"""How the names end of what SQLite and the clock keep beside a database, each for a time."""


def is_database(text: bytes) -> bool:
    """Whether a file that begins so is a database, or the WAL of one."""
    return text.startswith((DATABASE, *WAL))


def require_replaceable(file: Path, source: Path | None = None) -> None:
    """Raise ValueError for an output that is a database, or `source` under whatever name.

    What would lie beside a database, as if it belonged to that, is refused as well, whether it is
    there or not. Raises OSError if that cannot be found out.
    """
    if source is not None and _is_same(file, source):
        raise ValueError(f"{file}: expected another file to write: this one is what is read")
    if _holds_database(file):
        raise ValueError(f"{file}: expected another file to write: this one is a journal")
    if any(_holds_database(each) for each in _neighbours(file)):
        raise ValueError(f"{file}: expected another file to write: this name is a journal's")


def names_of(database: Path) -> set[Path]:
    """Return where a database is, and all that may come to lie beside it, there or not."""
    there = _there(database)
    return {there, *(there.with_name(f"{there.name}{ending}") for ending in BESIDE)}


def _neighbours(file: Path) -> list[Path]:
    """The files to which one of this name would belong, were they databases."""
    there = _there(file)
    stems = (there.name.removesuffix(ending) for ending in BESIDE)
    return [there.with_name(stem) for stem in stems if stem not in ("", there.name)]


def _holds_database(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return is_database(stream.read(len(DATABASE)))


def _is_same(file: Path, other: Path) -> bool:
    if file.exists() and other.exists():
        return file.is_file() and file.samefile(other)
    return _there(file) == _there(other)


def _there(file: Path) -> Path:
    """Where a file is, whatever links lead to it."""
    return Path(os.path.realpath(file))
