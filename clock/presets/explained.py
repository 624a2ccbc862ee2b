"""What msgspec finds wrong with a value of TOML or JSON, as a message with its place."""

import re
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect

from clock.rules.message import Message
from clock.rules.refusal import SetupError

_KINDS = {
    "int": Message("a whole number"),
    "float": Message("a number"),
    "str": Message("text in quotes"),
    "bool": Message("true or false"),
    "array": Message("a list"),
    "object": Message("a table"),
}
"""msgspec's names of kinds, in words."""
_TYPES = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}

_EXPECTED = re.compile(r"Expected `([^`]+)`(?: ([<>]=?) (\S+))?(?:, got `(\w+)`)?")
_INVALID = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)

MISSING = "expected a value: it is missing"


def joined(place: str, inner: str) -> str:
    """Return a place inside of another: "a" and "b" are "a.b", "a" and "[0]" are "a[0]"."""
    dot = "." if place and inner and inner[0] not in ".[" else ""
    return f"{place}{dot}{inner}"


def kind_of(raw: Any) -> Message:
    """Return the kind of a value of a TOML file, in words."""
    return _KINDS[_TYPES[type(raw)]] if type(raw) in _TYPES else Message("a date or a time")


def may_be_none(kind: Any) -> bool:
    """Return whether a value of this type may be None."""
    return type(None) in get_args(kind)


def explained(error: msgspec.ValidationError, kind: Any) -> SetupError:
    """Return msgspec's "What - at `$.place`" about a value of a type as an error with its place."""
    text, _, place = str(error).partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    inside = f"{place}." if place else ""
    if (found := _MISSING.fullmatch(text)) is not None:
        return SetupError(f"{inside}{found[1]}", MISSING)
    if (found := _UNKNOWN.fullmatch(text)) is not None:
        return SetupError(f"{inside}{found[1]}", "unknown key")
    if (found := _INVALID.fullmatch(text)) is not None:
        names = ", ".join(_allowed(kind).get(re.sub(r".*\.|\[.*?\]", "", place), ()))
        return SetupError(
            place, "expected one of {names}, got {value}", names=names, value=found[1]
        )
    return SetupError(place, _in_words(text))


def _in_words(text: str) -> Message:
    """Return msgspec's "Expected `int | null`, got `str`" in words; another text as it is."""
    found = _EXPECTED.fullmatch(text)
    if found is None:
        return Message("{problem}", problem=text[:1].lower() + text[1:])
    expected, sign, limit, actual = found.groups()
    kinds = [_KINDS.get(kind, kind) for kind in expected.split(" | ") if kind != "null"]
    names: Any = kinds[0]
    for each in kinds[1:]:
        names = Message("{names} or {last}", names=names, last=each)
    if sign is not None:
        names = Message("{names} {sign} {limit}", names=names, sign=sign, limit=limit)
    if actual is None:
        return Message("expected {names}", names=names)
    return Message("expected {names}, got {value}", names=names, value=_KINDS.get(actual, actual))


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
