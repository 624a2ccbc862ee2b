"""Power cuts that lose a disk's cache: QEMU logs every write, and a disk is made from the log.

The disk of a cut at some moment has every write that was flushed before; of the later ones it has
some and has not others, as a card's cache may leave them.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.kernel.machine import CACHED, Options, run_here

# The log's format is that of the kernel's dm-log-writes.
MAGIC = 0x6A736677736872
SUPER = struct.Struct("<QQQI")
ENTRY = struct.Struct("<QQQQ")
FLUSH, FUA, DISCARD = 1, 2, 4


class Write(NamedTuple):
    """A write in the log: where to, its bytes' place in the log, and where its entry ends."""

    offset: int
    size: int
    flags: int
    data: int
    end: int


class LoggedDisk:
    """A copy of a raw disk on which every write is logged."""

    def __init__(self, folder: Path, base: Path) -> None:
        self._base, self._folder = base, folder
        self._log = folder / "log"
        live = folder / "live"
        _copy(base, live)
        self._log.write_bytes(b"")
        # What is flushed is what the log says; this machine's own disk is not waited for.
        file = "driver=file,cache.no-flush=on"
        logged = "driver=blklogwrites,file=live,log=log,log-super-update-interval=1"
        self.disk: Options = (
            "-blockdev", f"{file},node-name=live,filename={live}",
            "-blockdev", f"{file},node-name=log,filename={self._log}",
            "-blockdev", f"{logged},node-name=disk",
        )  # fmt: skip

    def size(self) -> int:
        """Return how far the log has come: where the power may be cut."""
        return self._log.stat().st_size

    def after_cut(self, size: int, lost: float, random: Random) -> Path:
        """Return the disk after a cut: a write not flushed is lost with this probability."""
        path = self._folder / "cut"
        _copy(self._base, path)
        writes = [write for write in self._writes() if write.end <= size]
        flushed = max((i for i, write in enumerate(writes) if write.flags & FLUSH), default=-1)
        with self._log.open("rb") as log, path.open("r+b") as disk:
            for index, write in enumerate(writes):
                safe = index < flushed or write.flags & FUA
                if write.size and not write.flags & DISCARD and (safe or random.random() >= lost):
                    log.seek(write.data)
                    disk.seek(write.offset)
                    disk.write(log.read(write.size))
        return path

    def _writes(self) -> Iterator[Write]:
        with self._log.open("rb") as log:
            magic, _, _, sector = SUPER.unpack(log.read(SUPER.size))
            if magic != MAGIC:
                raise ValueError(f"{self._log} is no log of writes")
            whole, at = os.fstat(log.fileno()).st_size, sector
            while at + sector <= whole:
                log.seek(at)
                to, count, flags, _ = ENTRY.unpack(log.read(ENTRY.size))
                data = at + sector
                at = data if flags & DISCARD else data + count * sector
                yield Write(to * sector, count * sector, flags, data, at)


def folder_of(disk: Path, folder: str, target: Path) -> Path:
    """Copy a folder of a raw disk, once ext4's journal is replayed as a boot does it."""
    run_here("e2fsck", "-p", "-E", "journal_only", disk)
    target.mkdir()
    run_here("debugfs", "-R", f"rdump {folder} {target}", disk)
    return target / Path(folder).name


def raw(disk: Path) -> Options:
    """Return a raw disk for a machine."""
    return "-drive", f"file={disk},format=raw,if=none,id=disk,{CACHED}"


def _copy(source: Path, target: Path) -> None:
    run_here("cp", "--sparse=always", source, target)
