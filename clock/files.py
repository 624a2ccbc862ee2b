"""Files: read up to a limit, replaced whole, and synced."""

import os
import secrets
from contextlib import ExitStack, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import BinaryIO

from clock.rules.message import Message, Problem, placed

FILE_BYTES_MAX = 64_000_000
"""A game of 100,000 inputs, which no game has, is smaller."""


class UnreadableFile(Problem):
    """What is no file, or too large for one of ours; the message names it."""


def read_file(path: Path, bytes_max: int = FILE_BYTES_MAX) -> bytes:
    """Return what a file holds; raises as `open_file`, and UnreadableFile for a larger one."""
    with open_file(path) as file:
        data = file.read(bytes_max + 1)
    if len(data) > bytes_max:
        problem = Message("expected at most {count} bytes", count=bytes_max)
        raise UnreadableFile(placed(path, problem))
    return data


def open_file(path: Path) -> BinaryIO:
    """Open a file to read. Raises OSError, and UnreadableFile for a pipe or a device."""
    with ExitStack() as stack:
        file = stack.enter_context(open(path, "rb", opener=_open_at_once))
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UnreadableFile(placed(path, Message("expected a file: it is a pipe or a device")))
        stack.pop_all()
    return file


def _open_at_once(path: str, flags: int) -> int:
    """Open a file; a pipe is not waited for."""
    return os.open(path, flags | os.O_NONBLOCK)


def replace_file(file: Path, text: bytes) -> None:
    """Put a text into a file in one go; where the name is a link, into what it leads to.

    Whoever looks finds the old text or the new one, which is on disk by then, and so is its name; a
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
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Put a folder's names on disk: a file that was made, renamed or replaced. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
