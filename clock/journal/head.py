"""The head of the journal: how long the clock was on, and what was on the disk by then.

It stands in two slots of the file `head`, which are written in turn: where a power cut tears one,
the other is there. So a clock that runs writes 512 bytes from time to time, always at one of two
places, and a game's file grows by its inputs alone.
"""

import fcntl
import mmap
import os
from contextlib import suppress
from errno import EINVAL
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from clock.files import open_file
from clock.game.chain import bound, encoded, linked
from clock.game.recorded import End, Number
from clock.journal.disk import Disk
from clock.journal.folder import HEAD
from clock.rules.inputs import INSTANT_NS_END

SLOT_BYTES = 512
"""What a disk writes whole or not at all."""
HALF_BYTES = 4096
SLOTS_AT = (0, HALF_BYTES)
FILE_BYTES = 2 * HALF_BYTES

Instant = Annotated[int, msgspec.Meta(ge=0, lt=INSTANT_NS_END // 2)]
"""So early that what a boot adds to it is an instant too."""


class Head(msgspec.Struct, frozen=True):
    """The clock was on at `at_ns`, and the last game on the disk ended so."""

    sequence: Number
    at_ns: Instant
    boot_id: str
    shift_ns: Instant
    """How far the instants of this boot are ahead of its CLOCK_MONOTONIC."""
    slowest_ns: Instant
    """How long the disk took to answer."""
    first: Number
    """The number of the oldest game."""
    last: End | None
    """None: there was no game yet."""


class Heads(NamedTuple):
    """What the file has: the newest head that is sound, and whether all of the file is."""

    newest: Head | None
    sound: bool


def read_head(folder: Path) -> Heads:
    """Return the head of a journal. Raises OSError and UnreadableFile."""
    try:
        with open_file(folder / HEAD) as file:
            data = file.read(FILE_BYTES + 1)
    except FileNotFoundError:
        return Heads(None, sound=False)
    heads = [head for index in range(2) if (head := _read_slot(data, index)) is not None]
    newest = max(heads, key=lambda head: head.sequence, default=None)
    between = b"".join(data[at + SLOT_BYTES : at + HALF_BYTES] for at in SLOTS_AT)
    is_whole = len(data) == FILE_BYTES and not between.strip(b"\0")
    in_turn = len(heads) == 2 and abs(heads[0].sequence - heads[1].sequence) == 1
    return Heads(newest, sound=is_whole and in_turn)


def _read_slot(data: bytes, index: int) -> Head | None:
    slot = data[SLOTS_AT[index] :][:SLOT_BYTES]
    line, newline, rest = slot.partition(b"\n")
    if bound("", line + newline) and not rest.strip(b"\0"):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):
            head = msgspec.json.decode(line, type=Head)
            return head if head.sequence % 2 == index else None
    return None


class HeadFile:
    """The file `head`, open to be written."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        """Open it. Raises OSError and UnreadableFile."""
        self.path, self._disk = folder / HEAD, disk
        self.handle = disk.open(self.path, os.O_CREAT)
        # So no more is written than the slot, which has to begin at a page of memory then.
        self._direct, self._buffer = True, mmap.mmap(-1, SLOT_BYTES)

    def put_in_order(self) -> None:
        """Give the file its length, and clear what is in no slot."""
        self._set_direct(on=False)
        self._disk.truncate(self.handle, FILE_BYTES)
        for at in SLOTS_AT:
            self._disk.write(self.handle, bytes(HALF_BYTES - SLOT_BYTES), at + SLOT_BYTES)
        self._disk.sync(self.handle)

    def write(self, head: Head) -> None:
        """Write the next head, over the older of the two."""
        self._buffer[:] = linked("", encoded(head)).ljust(SLOT_BYTES, b"\0")
        offset = SLOTS_AT[head.sequence % 2]
        self._set_direct(on=self._direct)
        try:
            self._disk.write(self.handle, memoryview(self._buffer), offset)
        except OSError as error:
            if error.errno != EINVAL or not self._direct:
                raise
            self._direct = False  # this disk takes no less than 4096 bytes
            self._set_direct(on=False)
            self._disk.write(self.handle, memoryview(self._buffer), offset)
        self._disk.sync(self.handle)

    def _set_direct(self, *, on: bool) -> None:
        flags = fcntl.fcntl(self.handle, fcntl.F_GETFL) & ~os.O_DIRECT
        with suppress(OSError):  # a disk in memory has no such thing
            fcntl.fcntl(self.handle, fcntl.F_SETFL, flags | (os.O_DIRECT if on else 0))
