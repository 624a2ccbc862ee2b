"""The doctor's findings."""

from enum import Enum
from functools import partial
from typing import NamedTuple

from clock.rules.message import Message
from clock.text.language import N_, Text


class Severity(Enum):
    """How serious a finding is."""

    OK = N_("ok")
    WARNING = N_("warning")
    """The clock runs, but somebody should look at this."""
    WRONG = N_("wrong")
    """The clock does not run, or not reliably, until this is repaired."""


class Finding(NamedTuple):
    """A part of the clock, the severity, what was found, and a remedy."""

    severity: Severity
    part: str
    what: Text
    remedy: Text | str | None = None
    """A `str` is a command, the same in every language."""
    sent: Text | None = None
    """Replaces `what` in a report if `what` quotes a person's text or name."""


def _finding(
    severity: Severity,
    part: str,
    what: Text | str,
    remedy: Text | str | None = None,
    /,
    **values: object,
) -> Finding:
    message = Message(what, **values) if isinstance(what, str) else what
    return Finding(severity, part, message, remedy)


ok = partial(_finding, Severity.OK)
warning = partial(_finding, Severity.WARNING)
wrong = partial(_finding, Severity.WRONG)

PARTS = (
    *(N_("board"), N_("battery"), N_("buzzer"), N_("configuration"), N_("desk"), N_("devices")),
    *(N_("disk"), N_("displays"), N_("hands"), N_("kernel"), N_("lamps"), N_("libraries")),
    *(N_("pins"), N_("power"), N_("service"), N_("speed"), N_("timestamps"), N_("switches")),
    *(N_("time"), N_("heat")),
)
"""Listed for the catalogues: findings name their parts by plain strings."""
