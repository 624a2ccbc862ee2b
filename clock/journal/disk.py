"""The journal's operations on a disk. Tests replace them with a disk that fails or records."""

import os
from pathlib import Path

from clock.files import sync_folder
from clock.journal.folder import PART


class Disk:
    """The real disk. Every method raises the system's OSError."""

    def open(self, path: Path, flags: int = 0) -> int:
        """Open a file for reading and writing; a symbolic link is refused."""
        return os.open(path, flags | os.O_RDWR | os.O_NOFOLLOW, 0o644)

    def write(self, handle: int, data: bytes | memoryview, offset: int) -> None:
        """Write all the data at an offset."""
        while data:
            count = os.pwrite(handle, data, offset)
            data, offset = data[count:], offset + count

    def truncate(self, handle: int, size: int) -> None:
        """Truncate a file."""
        os.ftruncate(handle, size)

    def sync(self, handle: int) -> None:
        """Wait until everything written to a file is on the disk."""
        os.fdatasync(handle)

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file, replacing another."""
        old.rename(new)

    def unlink(self, path: Path) -> None:
        """Delete a file, if it exists."""
        path.unlink(missing_ok=True)

    def sync_folder(self, folder: Path) -> None:
        """Wait until the names in a folder are on the disk."""
        sync_folder(folder)

    def put(self, path: Path, data: bytes) -> int:
        """Write a whole file and return it, open. Its content is on the disk before its name."""
        part = path.with_name(PART)
        self.unlink(part)
        handle = self.open(part, os.O_CREAT | os.O_EXCL)
        try:
            self.write(handle, data, 0)
            self.sync(handle)
            self.rename(part, path)
            self.sync_folder(path.parent)
        except BaseException:
            os.close(handle)
            raise
        return handle
