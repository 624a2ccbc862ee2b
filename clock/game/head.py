"""The head of a journal: how long the clock was on, and what was on the disk by then.

It stands in two slots of the file `head`, written in turn: if a power cut tears one, the other is
sound. A running clock thus writes 512 bytes from time to time, always in the same two places, and a
game's file grows by its inputs alone.
"""

from contextlib import suppress
from typing import NamedTuple

import msgspec

from clock.game.chain import encoded, is_linked, linked
from clock.game.recorded import End, Instant, Number

SLOT_BYTES = 512
"""What a disk writes whole or not at all."""
HALF_BYTES = 4096
SLOTS_AT = (0, HALF_BYTES)
FILE_BYTES = 2 * HALF_BYTES


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
    unwritten: bool = False
    """Whether the disk took no more lines, though the game went on."""


class Heads(NamedTuple):
    """The newest sound head of a file, and whether all of the file is sound."""

    newest: Head | None
    sound: bool


def read_heads(data: bytes) -> Heads:
    """Return the heads of a file."""
    heads = [head for index in range(2) if (head := _read_slot(data, index)) is not None]
    newest = max(heads, key=lambda head: head.sequence, default=None)
    between = b"".join(data[at + SLOT_BYTES : at + HALF_BYTES] for at in SLOTS_AT)
    is_whole = len(data) == FILE_BYTES and not between.strip(b"\0")
    in_turn = len(heads) == 2 and abs(heads[0].sequence - heads[1].sequence) == 1
    return Heads(newest, sound=is_whole and in_turn)


def slot_of(head: Head) -> tuple[int, bytes]:
    """Return the position and the bytes of a head, which replaces the older of the two."""
    return SLOTS_AT[head.sequence % 2], linked("", encoded(head)).ljust(SLOT_BYTES, b"\0")


def _read_slot(data: bytes, index: int) -> Head | None:
    slot = data[SLOTS_AT[index] :][:SLOT_BYTES]
    line, newline, rest = slot.partition(b"\n")
    if is_linked("", line + newline) and not rest.strip(b"\0"):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):
            head = msgspec.json.decode(line, type=Head)
            return head if head.sequence % 2 == index else None
    return None
