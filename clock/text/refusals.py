"""What the rules refuse, in the language spoken now: they say it in English, with its figures."""

from clock.text.language import N_
from clock.text.recognized import recognized

REFUSALS = (
    N_("expected more than 0"),
    N_("expected 0 or more"),
    N_("expected true with on_flag stop (RIF 14.8)"),
    N_("expected {fewest} to {most} periods, got {count}"),
    N_("expected more than 0 and at most 1000 hours"),
    N_("expected {fewest} to {most} moves, got {count}"),
    N_("expected moves: {method} does not end by time"),
    N_("expected a bonus with method {method}"),
    N_("expected no bonus with method {method}"),
    N_("expected {fewest} to {most} with byoyomi, and only there"),
    N_("expected only in the last period, and with moves"),
    N_("expected at least a second for what comes again and again"),
    N_("expected units, as 5m or 5400 or 5s:30s, got {text}"),
    N_('expected a time control as "40/2h:1h" or "90m+30s", got {text}'),
    N_("expected a unit, as {meant} or {as_written}, got {text}"),
    N_("expected *180, got {text}"),
    N_("expected one of {names}"),
    N_("expected {fewest} to {most} figures from 0 to 9"),
    N_("expected hold, key or code:1234"),
)
"""The messages about a setting that cannot be, with names for what they fill in."""


def refused(message: str) -> str:
    """Return a message of the rules in the language spoken now; as it is if it is not known."""
    return recognized(message, REFUSALS) or message
