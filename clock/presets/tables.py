"""Time controls and matches as people write them, and what is wrong with a written value."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from clock.presets.notation import PeriodTable, control_from_table, duration_at, require_colons
from clock.presets.overlay import NONE, in_words, may_be_none
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
        dot = "." if place and error.place and error.place[0] not in ".[" else ""
        error.place = f"{place}{dot}{error.place}"
        raise


def read_control(table: ControlTable, *, typed: bool = False) -> Control:
    """Return a control from a text or a list, as a game file has it or as people type it.

    Raises SetupError with the place in it.
    """
    if isinstance(table, str):
        return control_as_typed(table) if typed else control_from_pgn(table)
    if typed:
        require_colons(table)
    return control_from_table(table)


def read_controls(table: ControlTable | BySeat, *, typed: bool = False) -> tuple[Control, Control]:
    """Return both seats' controls; raises SetupError with the place in them."""
    if isinstance(table, BySeat):
        with within("left"):
            left = read_control(table.left, typed=typed)
        with within("right"):
            return left, read_control(table.right, typed=typed)
    control = read_control(table, typed=typed)
    return control, control


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
        with within(f"games[{index}].beginner"):
            beginner = read_control(game.beginner, typed=typed)
        with within(f"games[{index}].expert"):
            times.append(Times(beginner, read_control(game.expert, typed=typed)))
    must_win = len(times) if expert_must_win is None else expert_must_win
    match = Place(Match(tuple(times), must_win), expert, results)
    for place, message in match_problems(match):
        raise SetupError(place, message)
    return match


MAY_BE_NONE = {
    field.name for field in msgspec.structs.fields(Regulations) if may_be_none(field.type)
}
"""The choices that are set to nothing by NONE."""


def with_choices(regulations: Regulations, choices: Mapping[str, Any]) -> Regulations:
    """Return regulations with other choices: times as `referee_call = "5:00"`, "none" for nothing.

    Raises SetupError with the choice at fault; whether they go together is not looked at.
    """
    values = msgspec.to_builtins(regulations)
    for key, value in choices.items():
        name = f"{key}_ns" if f"{key}_ns" in values else key
        if name not in values or name == "name":
            raise SetupError(key, UNKNOWN)
        if value == NONE and name in MAY_BE_NONE:
            values[name] = None
        else:
            values[name] = value if name == key else duration_at(key, str(value))
    changed: Regulations = converted(values, Regulations)
    return changed


# msgspec's errors as messages

UNKNOWN = "unknown key"
_INVALID = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


def converted(value: object, kind: type[Any]) -> Any:
    """Return a value of TOML or JSON as a struct; raises SetupError with the place in it."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise explained(error, kind) from None


def explained(error: msgspec.ValidationError, kind: Any) -> SetupError:
    """Return msgspec's "What - at `$.place`" about a value of a type as an error with its place."""
    text, _, place = str(error).partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    inside = f"{place}." if place else ""
    if (found := _MISSING.fullmatch(text)) is not None:
        return SetupError(f"{inside}{found[1]}", "expected a value: it is missing")
    if (found := _UNKNOWN.fullmatch(text)) is not None:
        return SetupError(f"{inside}{found[1]}", UNKNOWN)
    if (found := _INVALID.fullmatch(text)) is not None:
        names = ", ".join(_allowed(kind).get(re.sub(r".*\.|\[.*?\]", "", place), ()))
        return SetupError(
            place, "expected one of {names}, got {value}", names=names, value=found[1]
        )
    words = in_words(text)
    return SetupError(place, words.template, **words.values)


@cache
def _allowed(kind: Any) -> dict[str, tuple[str, ...]]:
    """The values that a field may have, by its name, in a type and in the types in it."""
    values: dict[str, tuple[str, ...]] = {}

    def visit(name: str, node: inspect.Type) -> None:
        match node:
            case inspect.EnumType():
                values[name] = tuple(str(member.value) for member in node.cls)
            case inspect.LiteralType():
                values[name] = tuple(map(str, node.values))
            case inspect.VarTupleType():
                visit(name, node.item_type)
            case inspect.UnionType():
                for each in node.types:
                    visit(name, each)
            case inspect.StructType():
                if node.tag_field is not None:
                    values[node.tag_field] = (*values.get(node.tag_field, ()), str(node.tag))
                for field in node.fields:
                    visit(field.encode_name, field.type)

    visit("", inspect.type_info(kind))
    return values
