"""The plain form of a time control, as our presets have it: `5m+3s`, `40/90m+30s:30m+30s`.

It has one meaning by any reading. It is read here without the grammar of `clock.notation.typed`,
whose words take a quarter of a second to load on a PC and seconds on a Pi Zero.
"""

import re

from clock.rules.control import Control, Period, implied_method, problems
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS

_PERIOD = re.compile(r"(?:(?P<moves>[1-9]\d)/)?(?P<time>[\dhms]+)(?:\+(?P<bonus>\d+s))?")
_LENGTH = re.compile(r"([1-7])h|([1-9]\d?|1\d\d)m|([1-9]\d?)s")
_UNITS_NS = (HOUR_NS, MINUTE_NS, SECOND_NS)


def plain_control(text: str) -> Control | None:
    """Return the control of a text in the plain form; None if it has another form."""
    *before, last = map(_period, text.split(":"))
    if last is None or last.moves or any(each is None or not each.moves for each in before):
        return None
    control = (*(each for each in before if each is not None), last)
    return None if any(problems(control)) else control


def _period(text: str) -> Period | None:
    found = _PERIOD.fullmatch(text)
    time_ns = 0 if found is None else _length_ns(found["time"])
    if found is None or not time_ns:
        return None
    bonus_ns = 0 if found["bonus"] is None else _length_ns(found["bonus"])
    moves = None if found["moves"] is None else int(found["moves"])
    return Period(time_ns, moves, implied_method(bonus_ns), bonus_ns)


def _length_ns(text: str) -> int:
    found = _LENGTH.fullmatch(text)
    counts = () if found is None else found.groups("0")
    return sum(int(count) * unit_ns for count, unit_ns in zip(counts, _UNITS_NS, strict=False))
