"""Tables as people write them, laid over structs: every mistake is found, not only the first.

msgspec, which converts each value, stops at the first mistake of a table.
"""

import re
from collections.abc import Collection
from enum import Enum
from math import isfinite
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from hal.message import KeyFault, Message, Text, one_of

NONE = "none"
"""TOML has no null: this is written where nothing is meant."""

WHOLE_MAX = 1_000_000_000
"""No number in a configuration may be larger."""

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

_INVALID = "Invalid enum value "
_EXPECTED = re.compile(r"Expected `([^`]+)`(?: ([<>]=?) (\S+))?(?:, got `(\w+)`)?")

_S = TypeVar("_S", bound=msgspec.Struct)


class Overlay:
    """Reads tables and collects every mistake in `faults`."""

    def __init__(self) -> None:
        self.faults: list[KeyFault] = []

    def fault(self, path: str, message: Text | str, /, about: str = "", **values: object) -> None:
        """Add a mistake at a key, as `KeyFault` takes it."""
        self.faults.append(KeyFault(path, message, about, **values))

    def table(self, path: str, raw: Any, known: Collection[str]) -> dict[str, Any]:
        """Return the table at `path` without unknown keys, each of which is a fault."""
        if not isinstance(raw, dict):
            self.fault(
                path, "expected {names}, got {value}", names=_KINDS["object"], value=kind_of(raw)
            )
            return {}
        for key in raw:
            if key not in known:
                place = f"{path}.{key}" if path else key
                self.fault(place, "unknown: expected {names}", names=one_of(known))
        return {key: item for key, item in raw.items() if key in known}

    def struct(self, path: str, raw: Any, default: _S) -> _S:
        """Return `default` with the table's values laid over it, without those that are faulty."""
        return msgspec.structs.replace(default, **self._values(path, raw, type(default)))

    def value(self, path: str, raw: Any, kind: Any) -> Any:
        """Convert one value to a type; None if there is a fault in it."""
        if isinstance(raw, float) and not isfinite(raw):
            self.fault(path, "expected {names}, got {value}", names=_KINDS["float"], value=raw)
            return None
        if isinstance(raw, int) and abs(raw) > WHOLE_MAX:
            self.fault(path, "expected a number up to {most}", most=WHOLE_MAX)
            return None
        kinds = _alternatives(kind)
        for each in kinds:
            if isinstance(raw, list) and get_origin(each) is tuple:
                inner = get_args(each)[0]
                items = [self.value(f"{path}[{at}]", item, inner) for at, item in enumerate(raw)]
                return None if None in items else tuple(items)
            if isinstance(raw, dict) and isinstance(each, type(msgspec.Struct)):
                return self._new(path, raw, each)
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            self.fault(path, _explained(str(error), kinds))
            return None

    def _new(self, path: str, raw: dict[str, Any], kind: Any) -> Any:
        """Make a struct of a table; None if there is a fault in it."""
        before = len(self.faults)
        values = self._values(path, raw, kind)
        for field in msgspec.structs.fields(kind):
            if field.required and field.name not in raw:
                self.fault(f"{path}.{field.name}", "expected a value: it is missing")
        return kind(**values) if len(self.faults) == before else None

    def _values(self, path: str, raw: Any, kind: Any) -> dict[str, Any]:
        """Convert the values of a table for a struct's fields, without those that are faulty."""
        kinds = {field.name: field.type for field in msgspec.structs.fields(kind)}
        values: dict[str, Any] = {}
        for key, item in self.table(path, raw, kinds).items():
            if item == NONE and may_be_none(kinds[key]):
                values[key] = None
            elif (value := self.value(f"{path}.{key}", item, kinds[key])) is not None:
                values[key] = value
        return values


def may_be_none(kind: Any) -> bool:
    """Whether a value of this type may be None, which is written as NONE."""
    return type(None) in get_args(kind)


def kind_of(raw: Any) -> Message:
    """Return the kind of a value of a TOML file, in words."""
    return _KINDS[_TYPES[type(raw)]] if type(raw) in _TYPES else Message("a date or a time")


def in_words(text: str) -> Message:
    """Return msgspec's "Expected `int | null`, got `str`" in words; another text as it is."""
    found = _EXPECTED.fullmatch(text)
    if found is None:
        return Message("{problem}", problem=text[:1].lower() + text[1:])
    expected, sign, limit, actual = found.groups()
    names: Any = _either(
        [_KINDS.get(kind, kind) for kind in expected.split(" | ") if kind != "null"]
    )
    if sign is not None:
        names = Message("{names} {sign} {limit}", names=names, sign=sign, limit=limit)
    if actual is None:
        return Message("expected {names}", names=names)
    return Message("expected {names}, got {value}", names=names, value=_KINDS.get(actual, actual))


def _either(kinds: list[Any]) -> Any:
    match kinds:
        case [one]:
            return one
        case [one, two]:
            return Message("{names} or {last}", names=one, last=two)
        case [one, two, *_, last]:
            return Message("{first}, {second} or {last}", first=one, second=two, last=last)


def _explained(text: str, kinds: list[Any]) -> Message:
    """Return msgspec's error for a value of some types in words."""
    choices = [name for kind in kinds for name in _choices(kind)]
    if choices and text.startswith(_INVALID):
        got = text.removeprefix(_INVALID)
        return Message("expected {names}, got {value}", names=one_of(choices), value=got)
    return in_words(text)


def _alternatives(kind: Any) -> list[Any]:
    """Return the types of a union, of unions in it as well; another type alone."""
    if get_origin(kind) not in (Union, UnionType):
        return [kind]
    return [member for each in get_args(kind) for member in _alternatives(each)]


def _choices(kind: Any) -> tuple[str, ...]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()
