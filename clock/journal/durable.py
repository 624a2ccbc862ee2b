"""Files that are whole at any instant, whatever fails while they are written."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE


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
                _hand_over(stream.fileno(), file.stat())
            os.fsync(stream.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _hand_over(handle: int, before: os.stat_result) -> None:
    """Give an open file the owner, where we may, and the rights of the one that was there."""
    with suppress(OSError):
        os.fchown(handle, before.st_uid, before.st_gid)
    os.fchmod(handle, S_IMODE(before.st_mode))  # after the owner: a change of that takes some away


def sync_folder(folder: Path) -> None:
    """Have a folder's names on disk: a file that was made, renamed or replaced; raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
