"""What the doctor finds: one finding for each thing that was looked at."""

from enum import Enum
from typing import NamedTuple

from clock.rules.message import Message
from clock.text.language import N_, Text


class Level(Enum):
    """How a thing is."""

    OK = "ok"
    WARNING = "warning"
    """The clock runs with it, but somebody should look at it."""
    WRONG = "wrong"
    """The clock does not run, or not reliably, until it is repaired."""


class Finding(NamedTuple):
    """How a part of the clock is, what was found, and what helps."""

    level: Level
    part: str
    what: Text
    remedy: Text | str | None = None
    """A text is a command, the same in every language."""
    sent: Text | None = None
    """What a report has for `what`, where that quotes what a person wrote or is called."""

    def as_sent(self) -> "Finding":
        """Return it as a report has it."""
        return self if self.sent is None else self._replace(what=self.sent)


def ok(part: str, what: Text | str, /, **values: object) -> Finding:
    """Return a thing that is well."""
    return Finding(Level.OK, part, _message(what, values))


def warning(part: str, what: Text | str, remedy: Text | str, /, **values: object) -> Finding:
    """Return a thing to look at."""
    return Finding(Level.WARNING, part, _message(what, values), remedy)


def wrong(part: str, what: Text | str, remedy: Text | str, /, **values: object) -> Finding:
    """Return a thing to repair."""
    return Finding(Level.WRONG, part, _message(what, values), remedy)


def _message(what: Text | str, values: dict[str, object]) -> Text:
    return Message(what, **values) if isinstance(what, str) else what


PARTS = (
    *(N_("ok"), N_("warning"), N_("wrong"), N_("board"), N_("battery"), N_("buzzer")),
    *(
        N_("configuration"),
        N_("desk"),
        N_("devices"),
        N_("disk"),
        N_("displays"),
        N_("hands"),
        N_("kernel"),
    ),
    *(N_("lamps"), N_("libraries"), N_("pins"), N_("power"), N_("service"), N_("speed")),
    *(N_("timestamps"), N_("switches"), N_("time"), N_("heat")),
)
"""The levels and parts, for the catalogues."""
