"""The file `head`, as the clock writes it; clock/game/head.py defines its content."""

import fcntl
import mmap
import os
from contextlib import suppress
from errno import EINVAL
from pathlib import Path

from msgspec.structs import replace

from clock.game.head import HALF_BYTES, SLOT_BYTES, Head, slot_of
from clock.journal.disk import Disk
from clock.journal.folder import HEAD


class HeadFile:
    """The file `head`, open for writing; a damaged head is replaced as a whole."""

    def __init__(self, folder: Path, disk: Disk, *, sound: bool) -> None:
        """Open the file, if it is sound. Raises OSError."""
        self.path, self._disk = folder / HEAD, disk
        self.handle = disk.open(self.path) if sound else None
        self._set_direct(on=True)
        self._buffer = mmap.mmap(-1, SLOT_BYTES)
        """A slot at the beginning of a page: O_DIRECT requires an aligned buffer."""

    def write(self, head: Head) -> None:
        """Write the next head, and wait until it is on the disk."""
        if self.handle is None:
            # Both slots at once: the file's size never changes, so a later sync writes only data.
            both = sorted(map(slot_of, (replace(head, sequence=head.sequence - 1), head)))
            data = b"".join(slot.ljust(HALF_BYTES, b"\0") for _, slot in both)
            self.handle = self._disk.put(self.path, data)
            self._set_direct(on=True)
            return
        offset, self._buffer[:] = slot_of(head)
        try:
            self._disk.write(self.handle, memoryview(self._buffer), offset)
        except OSError as error:
            if error.errno != EINVAL:
                raise
            self._set_direct(on=False)  # this disk's sectors are larger than a slot
            self._disk.write(self.handle, memoryview(self._buffer), offset)
        self._disk.sync(self.handle)

    def close(self) -> None:
        """Close the file."""
        if self.handle is not None:
            os.close(self.handle)

    def _set_direct(self, *, on: bool) -> None:
        """Bypass the page cache, so 512 bytes are written instead of a page; or use it again."""
        if self.handle is not None:
            flags = fcntl.fcntl(self.handle, fcntl.F_GETFL) & ~os.O_DIRECT
            with suppress(OSError):  # a file system in memory (tmpfs) has no O_DIRECT
                fcntl.fcntl(self.handle, fcntl.F_SETFL, flags | (os.O_DIRECT if on else 0))
