"""Whether a WAL has lost commits: SQLite takes the first frame that is not sound for its end.

After a power cut that is right, since the last commit may be torn. But where commits follow that
were written later, or the index of the WAL knew of more, something was changed, and SQLite would
drop all that follows in silence. https://www.sqlite.org/fileformat2.html#walformat
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from clock.journal.files import beside
from clock.rules.message import Message

HEADER = struct.Struct(">IIII8s2I")
FRAME = struct.Struct(">II8s2I")
MAGIC = 0x377F0682
WORD = 0xFFFFFFFF
INDEX_HEADER = struct.Struct("=16x I 12x 8s 8x")
"""Of the index, where it stands twice: how many frames are committed, in which run of the WAL."""
CHECKPOINTED = struct.Struct("=I")
"""After that in the index: how many of them are in the database already."""

READS_MAX = 10
"""A WAL in which something seems to be wrong is read again until it stays the same."""

Sums = tuple[int, int]


class _Index(NamedTuple):
    """The index of a WAL: empty, if it cannot be read."""

    committed: int = 0
    checkpointed: int = 0
    salts: bytes = b""


class _Frame(NamedTuple):
    """A frame with the marks of the present run of the WAL."""

    number: int
    page: int
    commits: bool
    sound: bool


class _Run(NamedTuple):
    """The present run of the WAL; another begins once all is in the database."""

    salts: bytes
    frames: list[_Frame]


def wal_gives_nothing(database: Path) -> bool:
    """Return whether SQLite finds no commit in a WAL, and may delete it. Raises OSError."""
    wal = _read(beside(database, "-wal"))
    run = _run(wal) if len(wal) >= HEADER.size else None
    return run is None or not any(frame.sound and frame.commits for frame in run.frames)


def wal_problem(database: Path) -> Message | None:
    """Return what was changed in a database's WAL; None if nothing was. Raises OSError.

    To be asked before SQLite opens the database: even a reader makes a new index from what it
    takes for sound, and then nothing knows of the rest any more.
    """
    seen = None
    for _ in range(READS_MAX):
        # The index first: it knows of no more than what the WAL has then.
        index, wal = _read(beside(database, "-shm")), _read(beside(database, "-wal"))
        problem = _problem(wal, index)
        if problem is None or seen == (index, wal):
            break
        seen = index, wal  # a clock may have written while this was read
    return problem


def _problem(wal: bytes, index: bytes) -> Message | None:
    known = _known(index)
    if len(wal) < HEADER.size + FRAME.size:  # a database that has it all needs none
        return Message("its WAL is gone") if known.committed > known.checkpointed else None
    run = _run(wal)
    if run is None:
        return Message("the header of the WAL was changed")
    frames = run.frames
    sound = next((frame.number for frame in frames if not frame.sound), len(frames) + 1) - 1
    committed = known.committed if known.salts == run.salts else 0
    if committed > sound or _more_than_torn(frames[sound:]):
        return Message("the WAL was changed at its frame {number}", number=sound + 1)
    return None


def _run(wal: bytes) -> _Run | None:
    """Return what a WAL with a header holds; None if the header is not sound."""
    magic, _, page_size, _, salts, *sums = HEADER.unpack_from(wal)
    order = ">" if magic & 1 else "<"
    begun = _summed(order, (0, 0), wal[: HEADER.size - 8])
    if magic & ~1 != MAGIC or begun != tuple(sums):
        return None
    return _Run(salts, list(_frames(wal, FRAME.size + page_size, order, begun, salts)))


def _frames(wal: bytes, size: int, order: str, sums: Sums, salts: bytes) -> Iterator[_Frame]:
    """Yield the frames of this run; once one is not sound, none that follows can be."""
    sound = True
    for number, at in enumerate(range(HEADER.size, len(wal) - size + 1, size), start=1):
        page, commit, marks, *recorded = FRAME.unpack_from(wal, at)
        if sound:
            sums = _summed(order, sums, wal[at : at + 8] + wal[at + FRAME.size : at + size])
            sound = marks == salts and list(sums) == recorded
        # A frame that was left by an earlier run has both halves of the salts different.
        if marks[:4] != salts[:4] and marks[4:] != salts[4:]:
            return
        yield _Frame(number, page, bool(commit), sound)


def _more_than_torn(frames: list[_Frame]) -> bool:
    """Return whether frames are more than one commit that was cut off while it was written.

    A commit writes a page once, and every commit of the journal writes its head.
    """
    ended = [frame.commits for frame in frames[:-1]]
    pages = {frame.page for frame in frames}
    return any(ended) or len(pages) < len(frames)


def _known(index: bytes) -> _Index:
    copy = index[INDEX_HEADER.size : 2 * INDEX_HEADER.size]
    if len(index) < 2 * INDEX_HEADER.size + CHECKPOINTED.size or not index.startswith(copy):
        return _Index()
    committed, salts = INDEX_HEADER.unpack(copy)
    (checkpointed,) = CHECKPOINTED.unpack_from(index, 2 * INDEX_HEADER.size)
    return _Index(committed, checkpointed, salts)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _summed(order: str, sums: Sums, data: bytes) -> Sums:
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for even, odd in zip(words, words, strict=True):
        first = (first + even + second) & WORD
        second = (second + odd + first) & WORD
    return first, second
