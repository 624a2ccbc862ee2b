"""Time controls and matches as tables, typed by people or written by programs.

Game files are written by programs, and any time in them may have fractions of a second. A person
who types "5.00" means five minutes, not five seconds, so in typed tables a fraction is accepted
only after a colon ("0:05.5"). For controls as text see `clock.notation.typed`.
"""

import re

import msgspec

from clock.notation.plain_form import plain_control
from clock.notation.reader import require_none, within
from clock.rules.control import Control, Method, Period, implied_method, problems
from clock.rules.inputs import Result
from clock.rules.match import Match, MatchStanding, Times, match_problems
from clock.rules.message import Problem
from clock.rules.refusal import SetupError
from clock.rules.seats import Seat
from clock.rules.units import duration_ns, duration_text


class PeriodTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A period in a game file or a preset."""

    time: str
    moves: int | None = None
    method: Method | None = None  # plain if absent, or increment if there is a bonus
    bonus: str | None = None
    count: int = 0
    repeat: bool = False
    carry: bool = True
    points: int = 0


_DOTTED = re.compile(r"(\d{1,7})\.(\d{1,9})")


def control_from_table(table: tuple[PeriodTable, ...], *, typed: bool = False) -> Control:
    """Read a table of periods, written by a program or typed by a person; raises SetupError."""
    control = tuple(_period(row, f"[{index}]", typed) for index, row in enumerate(table))
    require_none(problems(control))
    return control


def table_from_control(control: Control) -> tuple[PeriodTable, ...]:
    """Return the table from which `control_from_table` would read this control."""
    return tuple(
        PeriodTable(
            duration_text(period.time_ns),
            period.moves,
            None if period.method is implied_method(0) else period.method,
            duration_text(period.bonus_ns) if period.bonus_ns else None,
            period.count,
            period.repeat,
            period.carry,
            period.points,
        )
        for period in control
    )


def _period(row: PeriodTable, place: str, typed: bool) -> Period:
    time_ns = duration_at(f"{place}.time", row.time, typed=typed)
    bonus_ns = 0 if row.bonus is None else duration_at(f"{place}.bonus", row.bonus, typed=typed)
    method = row.method or implied_method(bonus_ns)
    return Period(
        time_ns, row.moves, method, bonus_ns, row.count, row.repeat, row.carry, row.points
    )


def duration_at(place: str, text: str, *, typed: bool = False) -> int:
    """Return a written time in nanoseconds; raises SetupError naming `place`."""
    try:
        if typed:
            require_colon(text)
        return duration_ns(text)
    except Problem as error:
        raise SetupError(place, error.message) from None


def require_colon(text: str) -> None:
    """Raise Problem for a time like "5.30", suggesting what may have been meant."""
    found = _DOTTED.fullmatch(text.strip())
    if found is not None:
        seconds = int(found[2]) if len(found[2]) == 2 and int(found[2]) < 60 else 0
        raise Problem(
            "expected a colon, as in {meant} or {as_written}, got {text}",
            meant=f'"{found[1]}:{seconds:02}"',
            as_written=f'"{duration_text(duration_ns(text))}"',
            text=repr(text),
        )


ControlTable = str | tuple[PeriodTable, ...]
"""A control as text or as a list of periods."""


class BySeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control for each seat."""

    left: ControlTable
    right: ControlTable


class ByRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control for each player of a handicap match."""

    beginner: ControlTable
    expert: ControlTable


def read_control(table: ControlTable, *, typed: bool = False) -> Control:
    """Return the control that a text or a list describes; raises SetupError."""
    if not isinstance(table, str):
        return control_from_table(table, typed=typed)
    if (control := plain_control(table)) is not None:
        return control
    from clock.notation.typed import control_as_typed, control_from_pgn

    return control_as_typed(table) if typed else control_from_pgn(table)


def read_controls(table: ControlTable | BySeat, *, typed: bool = False) -> tuple[Control, Control]:
    """Return the left and right controls, which may be the same; raises SetupError."""
    if isinstance(table, BySeat):
        return _read_both(table, typed=typed)
    if typed and isinstance(table, str) and plain_control(table) is None:
        from clock.notation.each_side import both_as_typed

        return both_as_typed(table)
    control = read_control(table, typed=typed)
    return control, control


def _read_both(table: BySeat | ByRole, *, typed: bool) -> tuple[Control, Control]:
    controls = []
    for key in table.__struct_fields__:
        with within(key):
            controls.append(read_control(getattr(table, key), typed=typed))
    first, second = controls
    return first, second


def read_match(
    games: tuple[ByRole, ...],
    expert_must_win: int | None,
    expert: Seat,
    results: tuple[Result, ...] = (),
    *,
    typed: bool = False,
) -> MatchStanding:
    """Return a match and its standing before a game; raises SetupError naming the part at fault."""
    times = []
    for index, game in enumerate(games):
        with within(f"games[{index}]"):
            times.append(Times(*_read_both(game, typed=typed)))
    must_win = len(times) if expert_must_win is None else expert_must_win
    match = MatchStanding(Match(tuple(times), must_win), expert, results)
    require_none(match_problems(match))
    return match


def table_from_match(match: Match) -> tuple[ByRole, ...]:
    """Return the games of a match as `read_match` reads them."""
    return tuple(
        ByRole(table_from_control(times.beginner), table_from_control(times.expert))
        for times in match.games
    )
