"""A dot where a colon was meant: "5.00" in a file that a person writes.

Game files are written by programs, and have fractions of a second wherever a time stands. In a
configuration, in presets and on the command line five seconds for five minutes would be a clock
that is set wrong without a word: there a fraction needs a colon or a unit.
"""

import re

from clock.rules.notation import PeriodTable
from clock.rules.refusal import SetupError
from clock.rules.units import duration_ns, duration_text

_DOTTED = re.compile(r"(\d{1,7})\.(\d{1,9})")


def require_colon(text: str) -> None:
    """Raise ValueError for a time as "5.30": what may be meant is in its message."""
    found = _DOTTED.fullmatch(text.strip())
    if found is not None:
        meant = f"{found[1]}:{_seconds(found[2]) or 0:02}"
        as_written = duration_text(duration_ns(text))
        raise ValueError(f'expected a colon, as in "{meant}" or "{as_written}", got {text!r}')


def require_clear(control: str | tuple[PeriodTable, ...]) -> None:
    """Raise SetupError, with the place, for a time control with such a time.

    In PGN's text an increment stays as PGN has it ("60+0.1"), and a unit makes all clear.
    """
    if isinstance(control, str):
        for period in control.split(":"):
            _require_unit(period.partition("/")[2] or period)
        return
    for index, row in enumerate(control):
        for key, text in (("time", row.time), ("bonus", row.bonus)):
            try:
                require_colon(text or "")
            except ValueError as wrong:
                raise SetupError(f"[{index}].{key}", str(wrong)) from None


def _require_unit(period: str) -> None:
    text = period.partition("+")[0].strip().removeprefix("*")
    found = _DOTTED.fullmatch(text)
    if found is not None:
        seconds = _seconds(found[2])
        meant = f"{text}m" if seconds is None else f"{int(found[1]) * 60 + seconds}s"
        raise SetupError("", f"expected a unit, as {meant} or {text}s, got {text!r}")


def _seconds(fraction: str) -> int | None:
    """What stands behind the dot, if it can be seconds behind a colon."""
    return int(fraction) if len(fraction) == 2 and int(fraction) < 60 else None
