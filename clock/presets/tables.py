"""Time controls and matches as people write them, and what is wrong with a written value."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from clock.presets.notation import PeriodTable, control_from_pgn, control_from_table
from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.match import Match, Place, Times, match_problems
from clock.rules.message import Message
from clock.rules.refusal import SetupError
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
        raise SetupError(f"{place}{dot}{error.place}", error.message) from None


def read_control(table: ControlTable) -> Control:
    """Return a control from PGN text or a list; raises SetupError with the place in it."""
    return control_from_pgn(table) if isinstance(table, str) else control_from_table(table)


def read_controls(table: ControlTable | BySeat) -> tuple[Control, Control]:
    """Return both seats' controls; raises SetupError with the place in them."""
    if isinstance(table, BySeat):
        with within("left"):
            left = read_control(table.left)
        with within("right"):
            return left, read_control(table.right)
    control = read_control(table)
    return control, control


def read_match(
    games: tuple[ByRole, ...],
    expert_must_win: int | None,
    expert: Seat,
    results: tuple[Result, ...] = (),
) -> Place:
    """Return a game's place in a match; raises SetupError with the place in it."""
    times = []
    for index, game in enumerate(games):
        with within(f"games[{index}].beginner"):
            beginner = read_control(game.beginner)
        with within(f"games[{index}].expert"):
            times.append(Times(beginner, read_control(game.expert)))
    must_win = len(times) if expert_must_win is None else expert_must_win
    match = Place(Match(tuple(times), must_win), expert, results)
    for place, message in match_problems(match):
        raise SetupError(place, message)
    return match


# msgspec's errors as messages

_KINDS = {
    "int": Message("a whole number"),
    "float": Message("a number"),
    "str": Message("text in quotes"),
    "bool": Message("true or false"),
    "array": Message("a list"),
    "object": Message("a table"),
}
_INVALID = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_EXPECTED = re.compile(r"Expected `([^`]+)`(?: ([<>]=?) (\S+))?(?:, got `(\w+)`)?")


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
    if (found := _MISSING.fullmatch(text)) is not None:
        return SetupError(place, "object missing required field {key}", key=found[1])
    if (found := _UNKNOWN.fullmatch(text)) is not None:
        return SetupError(place, "object contains unknown field {key}", key=found[1])
    if (found := _INVALID.fullmatch(text)) is not None:
        names = ", ".join(_allowed(kind).get(re.sub(r".*\.|\[.*?\]", "", place), ()))
        return SetupError(
            place, "expected one of {names}, got {value}", names=names, value=found[1]
        )
    if (found := _EXPECTED.fullmatch(text)) is None:
        return SetupError(place, "expected another value: {problem}", problem=text)
    kinds, sign, limit, value = found.groups()
    expected = _one_of(kinds.split(" | "))
    if sign:
        expected = Message("a whole number {sign} {limit}", sign=sign, limit=limit)
    if value is None or sign:
        return SetupError(place, "expected {names}", names=expected)
    return SetupError(
        place, "expected {names}, got {value}", names=expected, value=_KINDS.get(value, value)
    )


def _one_of(kinds: list[str]) -> object:
    """Names of kinds in a sentence, without null: nothing is written so."""
    match [_KINDS.get(kind, kind) for kind in kinds if kind != "null"]:
        case [first, second, last]:
            return Message("{first}, {second} or {last}", first=first, second=second, last=last)
        case [first, last]:
            return Message("{names} or {last}", names=first, last=last)
        case names:
            return names[0]


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
