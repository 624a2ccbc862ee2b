"""Files of SQLite: known whatever their name, and never written over by an output."""

from pathlib import Path

DATABASE = b"SQLite format 3\0"
"""What every database begins with."""
WAL = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""What a database's WAL begins with."""


def is_database(text: bytes) -> bool:
    """Whether a file that begins so is a database, or the WAL of one."""
    return text.startswith((DATABASE, *WAL))


def require_replaceable(file: Path, source: Path | None = None) -> None:
    """Raise ValueError for an output that is a database, or `source` under whatever name.

    Raises OSError if that cannot be found out.
    """
    if not file.is_file():
        return
    if source is not None and source.exists() and file.samefile(source):
        raise ValueError(f"{file}: expected another file to write: this one is what is read")
    with file.open("rb") as stream:
        if is_database(stream.read(len(DATABASE))):
            raise ValueError(f"{file}: expected another file to write: this one is a journal")
