"""What the journal does to a disk. Tests put a disk that fails, or that remembers, in its place."""

import os
from pathlib import Path

from clock.files import sync_folder
from clock.journal.folder import PART


class Disk:
    """The real one. Every method raises OSError as the system does."""

    def open(self, path: Path, flags: int = 0) -> int:
        """Open a file to read and write; no link."""
        return os.open(path, flags | os.O_RDWR | os.O_NOFOLLOW, 0o644)

    def write(self, handle: int, data: bytes | memoryview, offset: int) -> None:
        """Write all of this."""
        while data:
            count = os.pwrite(handle, data, offset)
            data, offset = data[count:], offset + count

    def truncate(self, handle: int, size: int) -> None:
        """Cut a file off."""
        os.ftruncate(handle, size)

    def sync(self, handle: int) -> None:
        """Wait until all that was written into a file is on the disk."""
        os.fdatasync(handle)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file the name of another, which goes."""
        old.rename(new)

    def unlink(self, path: Path) -> None:
        """Take a file away, if it is there."""
        path.unlink(missing_ok=True)

    def sync_folder(self, folder: Path) -> None:
        """Wait until the names in a folder are on the disk."""
        sync_folder(folder)

    def put(self, path: Path, data: bytes) -> int:
        """Write a whole file; it is on the disk before it has its name. Return it, open."""
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
