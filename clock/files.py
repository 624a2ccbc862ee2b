"""Reading files up to a size limit, and replacing them atomically."""

import os
import secrets
from contextlib import ExitStack, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import BinaryIO

from clock.rules.message import Message, Problem, placed

FILE_BYTES_MAX = 64_000_000
"""Larger than a game of 100,000 inputs, and no game has that many."""


class UnreadableFile(Problem):
    """The path is not a regular file, or the file is too large; the message names it."""


def read_file(path: Path, bytes_max: int = FILE_BYTES_MAX) -> bytes:
    """Return a file's content. Raises as `open_file` does, or UnreadableFile if too large."""
    with open_file(path) as file:
        data = file.read(bytes_max + 1)  # one extra byte shows whether the file is too large
    if len(data) > bytes_max:
        problem = Message("expected at most {count} bytes", count=bytes_max)
        raise UnreadableFile(placed(path, problem))
    return data


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading. Raises OSError, or UnreadableFile for a pipe or a device."""
    with ExitStack() as stack:
        file = stack.enter_context(open(path, "rb", opener=_open_nonblocking))
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UnreadableFile(
                placed(path, Message("expected a regular file, got a pipe or a device"))
            )
        stack.pop_all()
    return file


def _open_nonblocking(path: str, flags: int) -> int:
    """Open a file without waiting for the other end of a pipe."""
    return os.open(path, flags | os.O_NONBLOCK)


def replace_file(file: Path, text: bytes) -> None:
    """Replace a file's content atomically, following a link.

    Readers find the old or the new content, and the new content is on disk before it takes the
    file's name. The file keeps its mode, and its owner if this process may set it. A device or a
    pipe is written to directly. On failure, or for a folder, the old one stays: raises OSError.
    """
    if file.exists() and not file.is_file():
        file.write_bytes(text)
        return
    file = Path(os.path.realpath(file))
    # In the same folder, so that the rename is atomic; random, since two may write at once.
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            stream.write(text)
            stream.flush()
            if file.exists():
                before, handle = file.stat(), stream.fileno()
                with suppress(OSError):
                    os.fchown(handle, before.st_uid, before.st_gid)
                # After the owner, because changing the owner clears some mode bits.
                os.fchmod(handle, S_IMODE(before.st_mode))
            os.fsync(stream.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk after a file was created or renamed. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
