"""Files that are whole at any instant, whatever fails while they are written."""

import os
import secrets
import shutil
from pathlib import Path


def replace_file(file: Path, text: bytes) -> None:
    """Put a text into a file in one go; where the name is a link, into what it leads to.

    Whoever looks finds the old text or the new one, which is on disk by then; a
    file keeps its rights. Raises OSError, with the old file left as it was.
    """
    file = Path(os.path.realpath(file))
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, part)
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Have a folder's names on disk: a file that was made, renamed or replaced; raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
