"""Time in integer nanoseconds, and the notation in which people write time."""

import re

from clock.rules.message import Problem

SECOND_NS = 1_000_000_000
MINUTE_NS = 60 * SECOND_NS
HOUR_NS = 60 * MINUTE_NS

DURATION_NS_MAX = 1000 * HOUR_NS  # above it, a time is taken for a typing error

_DURATION = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})|(\d{1,7}))(?:\.(\d{1,9}))?")


def duration_ns(text: str) -> int:
    """Read "H:MM:SS", "M:SS" or "S", with or without a fraction, exactly; raises Problem."""
    found = _DURATION.fullmatch(text.strip())
    if found is None:
        raise Problem(
            'expected a time in the form "H:MM:SS", "M:SS" or "S", got {text}', text=repr(text)
        )
    hours, minutes, seconds, alone, fraction = found.groups()
    if alone is None and (int(seconds) > 59 or (hours is not None and int(minutes) > 59)):
        raise Problem("expected minutes and seconds below 60, got {text}", text=repr(text))
    whole = int(alone) if alone else int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    length_ns = whole * SECOND_NS + int((fraction or "").ljust(9, "0"))
    if length_ns > DURATION_NS_MAX:
        raise Problem("expected at most 1000 hours, got {text}", text=repr(text))
    return length_ns


def duration_text(length_ns: int) -> str:
    """Write a duration exactly, as `duration_ns` reads it: "2:00:00"; below zero with a minus."""
    if length_ns < 0:
        return f"-{duration_text(-length_ns)}"
    whole, fraction = divmod(length_ns, SECOND_NS)
    hours, rest = divmod(whole, 3600)
    minutes, seconds = divmod(rest, 60)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{text}.{fraction:09}".rstrip("0") if fraction else text
