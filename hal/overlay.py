"""Tables as people write them, laid over structs: every mistake is found, not only the first.

msgspec, which converts each value, stops at the first mistake of a table.
"""

import re
from collections.abc import Collection, Iterable
from enum import Enum
from math import isfinite
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

NONE = "none"
"""TOML has no null: this is written where nothing is meant."""

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""msgspec's names of kinds, in words."""

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
            self.fault(path, f"expected {_KINDS['object']}, got {_kind(raw)}")
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
            if item == NONE and type(None) in get_args(kinds[key]):
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
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            names = _names(kind)
            if names and isinstance(raw, str):
                self.fault(path, f"expected {one_of(names)}, got {raw!r}")
            else:
                self.fault(*_placed(path, str(error)))
            return None


def one_of(names: Iterable[str]) -> str:
    """Names in a sentence: "a, b or c"."""
    *most, last = sorted(names)
    return f"{', '.join(most)} or {last}" if most else last


def _names(kind: Any) -> tuple[str, ...]:
    """What a text of this kind may say; nothing if it may say anything."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _placed(path: str, message: str) -> tuple[str, str]:
    """msgspec's "Expected `int`, got `str` - at `$.pin`" as a place and words."""
    what, _, place = message.replace("`", "").partition(" - at $")
    what = what[:1].lower() + what[1:]
    return f"{path}{place}", re.sub(r"\w+", lambda word: _KINDS.get(word[0], word[0]), what)


def _kind(raw: Any) -> str:
    names = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    return _KINDS[names[type(raw)]] if type(raw) in names else "a date or a time"
