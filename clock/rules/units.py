"""Time in integer nanoseconds, and the notation in which people write time."""

import re

from clock.rules.message import Problem

SECOND_NS = 1_000_000_000
MINUTE_NS = 60 * SECOND_NS
HOUR_NS = 60 * MINUTE_NS

DURATION_NS_MAX = 1000 * HOUR_NS  # above it, a time is taken for a typing error

_WITH_UNITS = re.compile(
    r"(?:(\d{1,3}) ?h(?:ours?|rs?|od)?\.?)? ?(?:(\d{1,4}) ?(?:'|m|min(?:ute?s?)?)\.?)? ?"
    r'(?:(\d{1,6}) ?(?:"|s|se[ck](?:onds?)?)\.?)?'
)
_DURATION = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})|(\d{1,7}))(?:\.(\d{1,9}))?")


def duration_ns(text: str) -> int:
    """Read "H:MM:SS", "M:SS" or "S", with or without a fraction, exactly; raises Problem."""
    found = _DURATION.fullmatch(text.strip())
    if found is None:
        raise _no_time(text)
    hours, minutes, seconds, alone, fraction = found.groups()
    if alone is None and (int(seconds) > 59 or (hours is not None and int(minutes) > 59)):
        raise Problem("expected minutes and seconds below 60, got {text}", text=repr(text))
    whole = int(alone) if alone else int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    length_ns = whole * SECOND_NS + int((fraction or "").ljust(9, "0"))
    if length_ns > DURATION_NS_MAX:
        raise Problem("expected at most 1000 hours, got {text}", text=repr(text))
    return length_ns


def _no_time(text: str) -> Problem:
    """Return the problem of a text that is no time, with what to write if it has units."""
    units = _WITH_UNITS.fullmatch(text.strip().lower())
    if units is None or not any(units.groups()):
        no_time = 'expected a time in the form "H:MM:SS", "M:SS" or "S", got {text}'
        return Problem(no_time, text=repr(text))
    hours, minutes, seconds = (int(each or 0) for each in units.groups())
    repair = duration_text(((hours * 60 + minutes) * 60 + seconds) * SECOND_NS)
    return Problem('expected a time, got {text}: write "{repair}"', text=repr(text), repair=repair)


def duration_text(length_ns: int) -> str:
    """Write a duration exactly, as `duration_ns` reads it: "2:00:00"; below zero with a minus."""
    if length_ns < 0:
        return f"-{duration_text(-length_ns)}"
    whole, fraction = divmod(length_ns, SECOND_NS)
    hours, rest = divmod(whole, 3600)
    minutes, seconds = divmod(rest, 60)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{text}.{fraction:09}".rstrip("0") if fraction else text
