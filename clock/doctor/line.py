"""What the doctor says: a line for each thing that was looked at."""

from enum import Enum

import msgspec

from clock.text.language import N_


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


# Levels and parts are translated where a person reads them: for the catalogues.
N_("ok")
N_("warning")
N_("wrong")
N_("board")
N_("battery")
N_("buzzer")
N_("configuration")
N_("devices")
N_("disk")
N_("displays")
N_("hands")
N_("kernel")
N_("lamps")
N_("libraries")
N_("pins")
N_("power")
N_("service")
N_("speed")
N_("stamps")
N_("switches")
N_("time")
N_("warmth")
