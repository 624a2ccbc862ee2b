"""Lines linked by a hash chain.

A line is `{"hash":"<64 hex>",...}` and a newline. Its hash is the SHA-256 of the previous line's
hash (nothing for the first line) followed by everything after its own hash: `",...}` and the
newline. So a byte that changes, or a line that is removed or inserted, breaks the chain. Two things
go unnoticed: lines missing at the end, since only the clock that writes a file knows where it ends,
and a file whose hashes were all recomputed, since there is no key.
"""

from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple

import msgspec

START = b'{"hash":"'
BODY_AT = len(START) + 64 + len('",')
"""Where the body of a line begins, without its brace."""


class Chain(NamedTuple):
    """The intact start of a file: its lines, their size in bytes, and the bytes after them."""

    lines: tuple[bytes, ...]
    size: int
    rest: bytes

    @property
    def torn(self) -> bool:
        """Whether only an unfinished line follows, as after a power cut."""
        return bool(self.rest) and b"\n" not in self.rest


def encoded(struct: msgspec.Struct) -> bytes:
    """Return a struct as the body of a line."""
    return msgspec.json.encode(struct)


def linked(before: str, body: bytes) -> bytes:
    """Return a line with this body, linked to the one whose hash is `before`."""
    return _linked(before, b'",' + body[1:] + b"\n")


def chained(before: str, bodies: Iterable[bytes]) -> list[bytes]:
    """Return lines with these bodies, in a chain that continues from the hash `before`."""
    lines = []
    for body in bodies:
        lines.append(linked(before, body))
        before = hash_of(lines[-1])
    return lines


def hash_of(line: bytes) -> str:
    """Return the hash written in a line."""
    return line[len(START) : len(START) + 64].decode("ascii", "replace")


def body_of(line: bytes) -> bytes:
    """Return the body of a line, without its hash."""
    return b"{" + line[BODY_AT:-1]


def is_linked(before: str, line: bytes) -> bool:
    """Return whether a line is linked to the one whose hash is `before`."""
    return line.endswith(b"\n") and line == _linked(before, line[BODY_AT - 2 :])


def intact_chain(data: bytes) -> Chain:
    """Return the lines at the start of `data`, up to the first break in the chain."""
    lines, before, size = [], "", 0
    for line in BytesIO(data):
        if not is_linked(before, line):
            break
        lines.append(line)
        before, size = hash_of(line), size + len(line)
    return Chain(tuple(lines), size, data[size:])


def _linked(before: str, rest: bytes) -> bytes:
    return START + sha256(before.encode() + rest).hexdigest().encode() + rest
