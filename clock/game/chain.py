"""Lines bound to one another by hashes.

A line is `{"hash":"<64 hex>",...}` and a newline. Its hash is SHA-256 of the hash that stands in
the line before it, if there is one, and of all that follows its own: `",...}` and the newline. So
no byte can change, and no line vanish or be put in, without notice, except at the end: only the
clock that writes a file knows where it ends.
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
    """The sound beginning of a file: its lines, their size in bytes, and what follows them."""

    lines: tuple[bytes, ...]
    size: int
    rest: bytes

    @property
    def torn(self) -> bool:
        """Whether nothing follows but a line without its end, as a power cut leaves it."""
        return bool(self.rest) and b"\n" not in self.rest


def encoded(struct: msgspec.Struct) -> bytes:
    """Return a struct as the body of a line."""
    return msgspec.json.encode(struct)


def linked(before: str, body: bytes) -> bytes:
    """Return a line with this body, bound to the one whose hash is `before`."""
    return _linked(before, b'",' + body[1:] + b"\n")


def chained(before: str, bodies: Iterable[bytes]) -> list[bytes]:
    """Return lines with these bodies, bound in a chain from the hash `before`."""
    lines = []
    for body in bodies:
        lines.append(linked(before, body))
        before = hash_of(lines[-1])
    return lines


def hash_of(line: bytes) -> str:
    """Return the hash that stands in a line."""
    return line[len(START) : len(START) + 64].decode("ascii", "replace")


def body_of(line: bytes) -> bytes:
    """Return the body of a line, without its hash."""
    return b"{" + line[BODY_AT:-1]


def bound(before: str, line: bytes) -> bool:
    """Return whether a line is bound to the one whose hash is `before`."""
    return line.endswith(b"\n") and line == _linked(before, line[BODY_AT - 2 :])


def sound(data: bytes) -> Chain:
    """Return the lines at the start of `data`, as far as their chain holds."""
    lines, before, size = [], "", 0
    for line in BytesIO(data):
        if not bound(before, line):
            break
        lines.append(line)
        before, size = hash_of(line), size + len(line)
    return Chain(tuple(lines), size, data[size:])


def _linked(before: str, rest: bytes) -> bytes:
    return START + sha256(before.encode() + rest).hexdigest().encode() + rest
