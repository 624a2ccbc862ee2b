"""Time controls, matches and regulations as people write them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from clock.presets.explained import joined, may_be_none
from clock.presets.notation import (
    PeriodTable,
    control_from_table,
    duration_at,
    table_from_control,
)
from clock.presets.overlay import NONE, Overlay
from clock.presets.typed import control_as_typed, control_from_pgn
from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.match import Match, Place, Times, match_problems
from clock.rules.refusal import SetupError
from clock.rules.regulations import Regulations
from clock.rules.seats import Seat

ControlTable = str | tuple[PeriodTable, ...]
"""A control as it is written: PGN text or a list of periods."""


class BySeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control for each seat."""

    left: ControlTable
    right: ControlTable


class ByRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control for each player of a handicap match."""

    beginner: ControlTable
    expert: ControlTable


@contextmanager
def within(place: str) -> Iterator[None]:
    """Put a place before that of any SetupError raised inside."""
    try:
        yield
    except SetupError as error:
        error.place = joined(place, error.place)
        raise


def read_control(table: ControlTable, *, typed: bool = False) -> Control:
    """Return a control from a text or a list, as a game file has it or as people type it.

    Raises SetupError with the place in it.
    """
    if isinstance(table, str):
        return control_as_typed(table) if typed else control_from_pgn(table)
    return control_from_table(table, typed=typed)


def read_controls(table: ControlTable | BySeat, *, typed: bool = False) -> tuple[Control, Control]:
    """Return both seats' controls; raises SetupError with the place in them."""
    if isinstance(table, BySeat):
        return _read_both(table, typed=typed)
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
) -> Place:
    """Return a game's place in a match; raises SetupError with the place in it."""
    times = []
    for index, game in enumerate(games):
        with within(f"games[{index}]"):
            times.append(Times(*_read_both(game, typed=typed)))
    must_win = len(times) if expert_must_win is None else expert_must_win
    match = Place(Match(tuple(times), must_win), expert, results)
    for place, message in match_problems(match):
        raise SetupError(place, message)
    return match


def table_from_match(match: Match) -> tuple[ByRole, ...]:
    """Return the games of a match as `read_match` reads them."""
    return tuple(
        ByRole(table_from_control(times.beginner), table_from_control(times.expert))
        for times in match.games
    )


CHOICES = {
    field.removesuffix("_ns"): field for field in Regulations.__struct_fields__ if field != "name"
}
"""The regulations' choices as they are written, times without their unit."""
_MAY_BE_NONE = {
    field.name for field in msgspec.structs.fields(Regulations) if may_be_none(field.type)
}


def with_choices(
    regulations: Regulations, choices: Mapping[str, Any], *, typed: bool = False
) -> Regulations:
    """Return regulations with other choices: times as `referee_call = "5:00"`, "none" for nothing.

    Raises SetupError with the choice at fault; whether they go together is not looked at.
    """
    values = {}
    for key, value in choices.items():
        name = CHOICES.get(key, key)
        if name not in CHOICES.values():
            raise SetupError(key, "expected one of {names}", names=", ".join(CHOICES))
        nothing = value in (NONE, None) and name in _MAY_BE_NONE
        is_time = name != key and not nothing
        values[name] = duration_at(key, str(value), typed=typed) if is_time else value
    overlay = Overlay()
    changed = overlay.struct("", values, regulations)
    overlay.require_sound()
    return changed
