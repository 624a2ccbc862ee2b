"""How people write a time control: as a table of periods, or as PGN's TimeControl text.

PGN counts in seconds: `40/7200:3600` is 40 moves in 2 hours, then 1 hour; `5400+30` adds 30 s a
move; `*180` is an hourglass. What is read, beyond PGN: a unit after a number (`40/2h:1h`,
`90m+30s`) and fractions of a second (`60+0.1`). PGN has no word for the other methods: there the
table of periods is the notation.

Game files are written by programs, and have fractions of a second wherever a time stands. In what
people write (a configuration, presets, the command line) "5.00" would be five seconds in place of
five minutes: there a fraction needs a colon or a unit (`require_clear`).
"""

import re

import msgspec

from clock.rules.control import Control, Method, Period, problems
from clock.rules.message import Problem
from clock.rules.refusal import SetupError
from clock.rules.units import HOUR_NS, MINUTE_NS, SECOND_NS, duration_ns, duration_text


class PeriodTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One period as it is written in a game file or a preset."""

    time: str
    moves: int | None = None
    method: Method | None = None  # plain if absent, or increment if there is a bonus
    bonus: str | None = None
    count: int = 0
    repeat: bool = False
    carry: bool = True


_UNIT_NS = {"": SECOND_NS, "s": SECOND_NS, "m": MINUTE_NS, "h": HOUR_NS}
_LENGTH = r"(\d{1,7}(?:\.\d{1,9})?)\s*([hms]?)"
_CLOCK_TIME = re.compile(r"\d{1,3}(:\d{2}){1,2}")
_DOTTED = re.compile(r"(\d{1,7})\.(\d{1,9})")
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
        raise SetupError(
            "", "expected units, as 5m or 5400 or 5s:30s, got {text}", text=repr(text.strip())
        )
    parts = text.strip().split(":")
    found = [_PGN_PERIOD.fullmatch(part.strip()) for part in parts]
    periods = []
    for index, match in enumerate(found):
        if match is None:
            raise SetupError(
                "",
                'expected a time control as "40/2h:1h" or "90m+30s", got {text}',
                text=repr(text.strip()),
            )
        hourglass, moves, time, unit, bonus, bonus_unit = match.groups()
        if hourglass and moves is not None:
            raise SetupError(
                f"[{index}].moves", "expected *180, got {text}", text=repr(parts[index].strip())
            )
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
        raise SetupError(
            f"{place}.method", "PGN has no word for {method}", method=period.method.value
        )
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
    bonus_ns = 0 if row.bonus is None else duration_at(f"{place}.bonus", row.bonus)
    implied = Method.INCREMENT if bonus_ns else Method.PLAIN
    return Period(
        time_ns=duration_at(f"{place}.time", row.time),
        moves=row.moves,
        method=implied if row.method is None else row.method,
        bonus_ns=bonus_ns,
        count=row.count,
        repeat=row.repeat,
        carry=row.carry,
    )


def duration_at(place: str, text: str) -> int:
    """Return the nanoseconds of a written time; raises SetupError with its place."""
    try:
        return duration_ns(text)
    except Problem as error:
        raise SetupError(place, error.message) from None


# A dot where a colon was meant


def require_colon(text: str) -> None:
    """Raise Problem for a time as "5.30", with what may be meant."""
    found = _DOTTED.fullmatch(text.strip())
    if found is not None:
        raise Problem(
            "expected a colon, as in {meant} or {as_written}, got {text}",
            meant=f'"{found[1]}:{_clock_seconds(found[2]) or 0:02}"',
            as_written=f'"{duration_text(duration_ns(text))}"',
            text=repr(text),
        )


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
            except Problem as error:
                raise SetupError(f"[{index}].{key}", error.message) from None


def _require_unit(period: str) -> None:
    text = period.partition("+")[0].strip().removeprefix("*")
    found = _DOTTED.fullmatch(text)
    if found is not None:
        seconds = _clock_seconds(found[2])
        raise SetupError(
            "",
            "expected a unit, as {meant} or {as_written}, got {text}",
            meant=f"{text}m" if seconds is None else f"{int(found[1]) * 60 + seconds}s",
            as_written=f"{text}s",
            text=repr(text),
        )


def _clock_seconds(fraction: str) -> int | None:
    """What stands behind the dot, if it can be seconds behind a colon."""
    return int(fraction) if len(fraction) == 2 and int(fraction) < 60 else None
