"""Tables as people write them, laid over structs: every mistake is found, not only the first.

msgspec, which converts each value, stops at the first mistake of a table.
"""

import re
from collections.abc import Collection, Iterable
from enum import Enum
from math import isfinite
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

NONE = "none"
"""TOML has no null: this is written where nothing is meant."""

WHOLE_MAX = 1_000_000_000
"""No number that a configuration may have is larger."""

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""msgspec's names of kinds, in words."""

_OTHER_NAME = "Invalid enum value "
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)

_S = TypeVar("_S", bound=msgspec.Struct)


class Overlay:
    """Reads tables; `faults` tells what is wrong, each "key.path: what was expected"."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, path: str, what: str) -> None:
        """Note what is wrong at a key."""
        self.faults.append(f"{path}: {what}")

    def table(self, path: str, raw: Any, known: Collection[str]) -> dict[str, Any]:
        """The table at `path`, without the keys that are not known: those are faults."""
        if not isinstance(raw, dict):
            self.fault(path, f"expected {_KINDS['object']}, got {kind_of(raw)}")
            return {}
        for key in raw:
            if key not in known:
                place = f"{path}.{key}" if path else key
                self.fault(place, f"unknown: expected {one_of(known)}")
        return {key: item for key, item in raw.items() if key in known}

    def struct(self, path: str, raw: Any, default: _S) -> _S:
        """`default` with the values of the table laid over it; what is faulty stays as it was."""
        kinds = {field.name: field.type for field in msgspec.structs.fields(default)}
        changes: dict[str, Any] = {}
        for key, item in self.table(path, raw, kinds).items():
            if item == NONE and may_be_none(kinds[key]):
                changes[key] = None
            else:
                value = self.value(f"{path}.{key}", item, kinds[key])
                if value is not None:
                    changes[key] = value
        return msgspec.structs.replace(default, **changes)

    def value(self, path: str, raw: Any, kind: Any) -> Any:
        """One value of a kind; None if it is a fault."""
        if isinstance(raw, float) and not isfinite(raw):
            self.fault(path, f"expected {_KINDS['float']}, got {raw}")
            return None
        if isinstance(raw, int) and abs(raw) > WHOLE_MAX:
            self.fault(path, f"expected a number up to {WHOLE_MAX}")
            return None
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            place, what = _placed(str(error), kind)
            self.fault(f"{path}{place}", what)
            return None


def may_be_none(kind: Any) -> bool:
    """Whether a value of this kind may be None, which is written as NONE."""
    return type(None) in get_args(kind)


def one_of(names: Iterable[str]) -> str:
    """Names in a sentence: "a, b or c"."""
    *most, last = sorted(names)
    return f"{', '.join(most)} or {last}" if most else last


def in_words(message: str) -> str:
    """msgspec's "Expected `int | null`, got `str`" in words; one that tells a value stays."""
    what = message[:1].lower() + message[1:]
    if "'" in what:
        return what
    *most, last = what.replace("`", "").replace(" | null", "").split(" | ")
    what = f"{', '.join(most)} or {last}" if most else last
    return re.sub(r"\w+", lambda word: _KINDS.get(word[0], word[0]), what)


def kind_of(raw: Any) -> str:
    """What kind of value a file has somewhere, in words."""
    names = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    return _KINDS[names[type(raw)]] if type(raw) in names else "a date or a time"


def _placed(message: str, kind: Any) -> tuple[str, str]:
    """msgspec's "What - at `$[0].method`" of a value of a kind: the place in it, and the words."""
    what, _, place = message.partition(" - at `$")
    place = place.rstrip("`")
    kinds = _kinds_at(kind, place)
    if (field := _FIELD.fullmatch(what)) is not None:
        place = f"{place}.{field[2]}"
        if field[1] == "missing required":
            return place, "expected a value: it is missing"
        return place, f"unknown: expected {one_of(each.name for each in _fields(kinds))}"
    names = [name for each in kinds for name in _own_names(each)]
    if names and what.startswith(_OTHER_NAME):
        what = f"expected {one_of(names)}, got {what.removeprefix(_OTHER_NAME)}"
    return place, in_words(what)


def _kinds_at(kind: Any, place: str) -> list[Any]:
    """Of which kinds may be what stands in a value of this kind, at msgspec's "[0].method"."""
    kinds = _members(kind)
    for step in re.findall(r"\[|[a-z]\w*", place):
        if step == "[":
            inner = [get_args(each)[0] for each in kinds if get_origin(each) is tuple]
        else:
            inner = [field.type for field in _fields(kinds) if field.name == step]
        kinds = [member for each in inner for member in _members(each)]
    return kinds


def _fields(kinds: list[Any]) -> list[msgspec.structs.FieldInfo]:
    """The fields of those kinds that are structs."""
    structs = [each for each in kinds if isinstance(each, type(msgspec.Struct))]
    return [field for each in structs for field in msgspec.structs.fields(each)]


def _members(kind: Any) -> list[Any]:
    """The kinds that a value of this kind may be of."""
    if get_origin(kind) not in (Union, UnionType):
        return [kind]
    return [member for each in get_args(kind) for member in _members(each)]


def _own_names(kind: Any) -> tuple[str, ...]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()
