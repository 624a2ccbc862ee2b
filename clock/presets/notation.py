"""Time controls as tables of periods, which say everything; texts are in `typed`.

Game files are written by programs, and have fractions of a second wherever a time stands. In what
people type, "5.00" would be five seconds in place of five minutes: there a fraction needs a colon.
"""

import re

import msgspec

from clock.rules.control import Control, Method, Period, problems
from clock.rules.message import Problem
from clock.rules.refusal import SetupError
from clock.rules.units import duration_ns, duration_text


class PeriodTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One period as it is written in a game file or a preset."""

    time: str
    moves: int | None = None
    method: Method | None = None  # plain if absent, or increment if there is a bonus
    bonus: str | None = None
    count: int = 0
    repeat: bool = False
    carry: bool = True


_DOTTED = re.compile(r"(\d{1,7})\.(\d{1,9})")


def control_from_table(table: tuple[PeriodTable, ...], *, typed: bool = False) -> Control:
    """Read a table of periods, as a program wrote or a person typed it.

    Raises SetupError with the place in it.
    """
    return checked(tuple(_period(row, f"[{index}]", typed) for index, row in enumerate(table)))


def table_from_control(control: Control) -> tuple[PeriodTable, ...]:
    """Write what `control_from_table` reads."""
    return tuple(
        PeriodTable(
            duration_text(period.time_ns),
            period.moves,
            None if period.method is Method.PLAIN else period.method,
            duration_text(period.bonus_ns) if period.bonus_ns else None,
            period.count,
            period.repeat,
            period.carry,
        )
        for period in control
    )


def checked(control: Control) -> Control:
    """Return the control, or raise SetupError with the first thing that is wrong with it."""
    for place, message in problems(control):
        raise SetupError(place, message)
    return control


def _period(row: PeriodTable, place: str, typed: bool) -> Period:
    time_ns = duration_at(f"{place}.time", row.time, typed=typed)
    bonus_ns = 0 if row.bonus is None else duration_at(f"{place}.bonus", row.bonus, typed=typed)
    implied = Method.INCREMENT if bonus_ns else Method.PLAIN
    return Period(
        time_ns=time_ns,
        moves=row.moves,
        method=implied if row.method is None else row.method,
        bonus_ns=bonus_ns,
        count=row.count,
        repeat=row.repeat,
        carry=row.carry,
    )


def duration_at(place: str, text: str, *, typed: bool = False) -> int:
    """Return the nanoseconds of a written time; raises SetupError with its place."""
    try:
        if typed:
            require_colon(text)
        return duration_ns(text)
    except Problem as error:
        raise SetupError(place, error.message) from None


def require_colon(text: str) -> None:
    """Raise Problem for a time as "5.30", with what may be meant."""
    found = _DOTTED.fullmatch(text.strip())
    if found is not None:
        seconds = int(found[2]) if len(found[2]) == 2 and int(found[2]) < 60 else 0
        raise Problem(
            "expected a colon, as in {meant} or {as_written}, got {text}",
            meant=f'"{found[1]}:{seconds:02}"',
            as_written=f'"{duration_text(duration_ns(text))}"',
            text=repr(text),
        )
