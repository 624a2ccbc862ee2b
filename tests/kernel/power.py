"""Power cuts that lose a disk's cache: QEMU logs every write, and a disk is made from the log.

The disk of a cut at some moment has every write that was flushed before; of the later ones it has
some and has not others, as a card's cache may leave them.
"""

import os
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.kernel.machine import CACHED, END_S_MAX, Options

# The log's format is that of the kernel's dm-log-writes.
MAGIC = 0x6A736677736872
SUPER = struct.Struct("<QQQI")
ENTRY = struct.Struct("<QQQQ")
FLUSH, FUA, DISCARD = 1, 2, 4
SAMPLE_S = 0.002
SAMPLE_NS_MAX = 5_000_000


class Write(NamedTuple):
    """A write in the log: where to, its bytes' place in the log, and where its entry ends."""

    offset: int
    size: int
    flags: int
    data: int
    end: int


class Moment(NamedTuple):
    """How far the log had come at a time of `time.monotonic_ns`, known to SAMPLE_NS_MAX."""

    at_ns: int
    size: int


class LoggedDisk:
    """A copy of a raw disk on which every write is logged, and when it was."""

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
        self._moments: list[Moment] = []
        self._stop = threading.Event()
        self._watch = threading.Thread(target=self._sample, name="log's size", daemon=True)

    def watch(self) -> None:
        """Note from now on how far the log has come at what time."""
        self._watch.start()

    def end_watch(self) -> None:
        """The machine is off: the log is whole."""
        self._stop.set()
        self._watch.join(END_S_MAX)

    def _sample(self) -> None:
        while not self._stop.is_set():
            at_ns = time.monotonic_ns()
            size = self._log.stat().st_size
            if time.monotonic_ns() - at_ns <= SAMPLE_NS_MAX:  # else this thread was held up
                self._moments.append(Moment(at_ns, size))
            self._stop.wait(SAMPLE_S)

    def moments(self, from_ns: int, to_ns: int) -> list[Moment]:
        """Return the moments of a time, of `time.monotonic_ns`, at which the power may be cut."""
        return [moment for moment in self._moments if from_ns <= moment.at_ns < to_ns]

    def after_cut(self, moment: Moment, lost: float, random: Random) -> Options:
        """Return the disk after a cut: a write not flushed is lost with this probability."""
        path = self._folder / "cut"
        _copy(self._base, path)
        writes = [write for write in self._writes() if write.end <= moment.size]
        flushed = max((i for i, write in enumerate(writes) if write.flags & FLUSH), default=-1)
        with self._log.open("rb") as log, path.open("r+b") as disk:
            for index, write in enumerate(writes):
                safe = index < flushed or write.flags & FUA
                if write.size and not write.flags & DISCARD and (safe or random.random() >= lost):
                    log.seek(write.data)
                    disk.seek(write.offset)
                    disk.write(log.read(write.size))
        return "-drive", f"file={path},format=raw,if=none,id=disk,{CACHED}"

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


def _copy(source: Path, target: Path) -> None:
    subprocess.run(["cp", "--sparse=always", source, target], check=True, timeout=END_S_MAX)


def raw_copy(disk: Path, target: Path) -> None:
    """Write a disk with its base as one raw file."""
    command: list[str | Path] = ["qemu-img", "convert", "-q", "-O", "raw", disk, target]
    subprocess.run(command, check=True, timeout=END_S_MAX)
