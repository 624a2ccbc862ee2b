"""What the doctor says: a line for each thing that was looked at."""

from enum import Enum

import msgspec


class Level(Enum):
    """How a thing is."""

    OK = "ok"
    WARNING = "warning"
    """The clock runs with it, and somebody should look at it."""
    WRONG = "wrong"
    """The clock does not run, or not rightly, until it is mended."""


class Line(msgspec.Struct, frozen=True):
    """One thing: how it is, which part of the clock, what was found, and what helps."""

    level: Level
    part: str
    what: str
    remedy: str | None = None


def ok(part: str, what: str) -> Line:
    """A thing that is well."""
    return Line(Level.OK, part, what)


def warning(part: str, what: str, remedy: str) -> Line:
    """A thing to look at."""
    return Line(Level.WARNING, part, what, remedy)


def wrong(part: str, what: str, remedy: str) -> Line:
    """A thing to mend."""
    return Line(Level.WRONG, part, what, remedy)
