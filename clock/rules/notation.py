"""How people write a time control: as a table of periods, or as PGN's TimeControl text.

PGN counts in seconds: `40/7200:3600` is 40 moves in 2 hours, then 1 hour; `5400+30` adds 30 s a
move; `*180` is an hourglass. What is read, beyond PGN: a unit after a number (`40/2h:1h`,
`90m+30s`) and fractions of a second (`60+0.1`). PGN has no word for the other methods: there the
table of periods is the notation.
"""

import re

import msgspec

from clock.rules.control import Control, Method, Period, problems
from clock.rules.refusal import SetupError
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS, duration_ns, duration_text


class PeriodTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One period as it is written in a game file or a preset."""

    time: str
    moves: int | None = None
    method: Method | None = None
    """Plain if absent, or increment if there is a bonus."""
    bonus: str | None = None
    count: int = 0
    repeat: bool = False
    carry: bool = True


_UNIT_NS = {"": SECOND_NS, "s": SECOND_NS, "m": MINUTE_NS, "h": HOUR_NS}
_LENGTH = r"(\d{1,7}(?:\.\d{1,9})?)\s*([hms]?)"
_CLOCK_TIME = re.compile(r"\d{1,3}(:\d{2}){1,2}")
_PGN_PERIOD = re.compile(rf"(\*)?(?:(\d{{1,4}})/)?{_LENGTH}(?:\+{_LENGTH})?")


def control_from_table(table: tuple[PeriodTable, ...]) -> Control:
    """Read a table of periods. Raises SetupError with the place in it."""
    return checked(tuple(_period(row, f"[{index}]") for index, row in enumerate(table)))


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


def control_from_pgn(text: str) -> Control:
    """Read PGN's TimeControl text; a last period with moves repeats. Raises SetupError.

    "5:00" is refused: it reads as five minutes, and PGN means a period of 5 s and one of 0 s.
    """
    if _CLOCK_TIME.fullmatch(text.strip()):
        raise SetupError("", f"expected units, as 5m or 5400 or 5s:30s, got {text.strip()!r}")
    parts = text.strip().split(":")
    found = [_PGN_PERIOD.fullmatch(part.strip()) for part in parts]
    periods = []
    for index, match in enumerate(found):
        if match is None:
            raise SetupError(
                "", f'expected a time control as "40/2h:1h" or "90m+30s", got {text.strip()!r}'
            )
        hourglass, moves, time, unit, bonus, bonus_unit = match.groups()
        if hourglass and moves is not None:
            raise SetupError(f"[{index}].moves", f"expected *180, got {parts[index].strip()!r}")
        with_bonus = bonus is not None and _length_ns(bonus, bonus_unit) > 0
        method = Method.INCREMENT if with_bonus else Method.PLAIN
        periods.append(
            Period(
                time_ns=_length_ns(time, unit),
                moves=None if moves is None else int(moves),
                method=Method.HOURGLASS if hourglass else method,
                bonus_ns=_length_ns(bonus, bonus_unit) if with_bonus else 0,
                repeat=moves is not None and index == len(found) - 1,
            )
        )
    return checked(tuple(periods))


def pgn_from_control(control: Control) -> str:
    """Write PGN's TimeControl text, in seconds, which `control_from_pgn` reads as the same control.

    Raises SetupError, with the place, for what PGN cannot say: a method other than plain, increment
    and hourglass, an hourglass by moves, moves in a last period that does not repeat, and unused
    time that is dropped.
    """
    text = ":".join(
        _pgn_period(period, f"[{index}]", last=index == len(control) - 1)
        for index, period in enumerate(checked(control))
    )
    # "60:30" is 60 s and then 30 s, but reads as an hour and a half or as a minute and a half.
    return re.sub(r":(?=\d{2}\b)", ":0", text) if _CLOCK_TIME.fullmatch(text) else text


def checked(control: Control) -> Control:
    """Return the control, or raise SetupError with the first thing that is wrong with it."""
    for place, message in problems(control):
        raise SetupError(place, message)
    return control


_IN_PGN = (Method.PLAIN, Method.INCREMENT, Method.HOURGLASS)


def _pgn_period(period: Period, place: str, last: bool) -> str:
    if period.method not in _IN_PGN:
        raise SetupError(f"{place}.method", f"PGN has no word for {period.method.value}")
    if not period.carry:
        raise SetupError(f"{place}.carry", "PGN has no word for unused time that is dropped")
    if period.method is Method.HOURGLASS:
        if period.moves is not None:
            raise SetupError(f"{place}.moves", "PGN has no word for an hourglass by moves")
        return f"*{_seconds(period.time_ns)}"
    if period.moves is not None and last and not period.repeat:
        raise SetupError(f"{place}.moves", "PGN means a last period with moves to repeat")
    moves = "" if period.moves is None else f"{period.moves}/"
    bonus = f"+{_seconds(period.bonus_ns)}" if period.bonus_ns else ""
    return f"{moves}{_seconds(period.time_ns)}{bonus}"


def _seconds(length_ns: int) -> str:
    whole, fraction = divmod(length_ns, SECOND_NS)
    return f"{whole}.{fraction:09}".rstrip("0") if fraction else str(whole)


def _length_ns(number: str, unit: str) -> int:
    whole, _, fraction = number.partition(".")
    unit_ns = _UNIT_NS[unit]
    return int(whole) * unit_ns + int((fraction or "").ljust(9, "0")) * (unit_ns // SECOND_NS)


def _period(row: PeriodTable, place: str) -> Period:
    bonus_ns = 0 if row.bonus is None else _read(row.bonus, f"{place}.bonus")
    implied = Method.INCREMENT if bonus_ns else Method.PLAIN
    return Period(
        time_ns=_read(row.time, f"{place}.time"),
        moves=row.moves,
        method=implied if row.method is None else row.method,
        bonus_ns=bonus_ns,
        count=row.count,
        repeat=row.repeat,
        carry=row.carry,
    )


def _read(text: str, place: str) -> int:
    try:
        return duration_ns(text)
    except ValueError as wrong:
        raise SetupError(place, str(wrong)) from None
