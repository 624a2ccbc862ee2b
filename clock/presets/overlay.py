"""Tables as people write them, laid over structs: every mistake is found, not only the first.

msgspec, which converts each value, stops at the first mistake of a table.
"""

from collections.abc import Collection
from functools import cache
from math import isfinite
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

from clock.presets.explained import MISSING, explained, joined, kind_of, may_be_none
from clock.rules.refusal import SetupError
from hal.message import KeyFault, Text, one_of

NONE = "none"
"""TOML has no null: this is written where nothing is meant."""

WHOLE_MAX = 2**63 - 1
"""TOML promises no larger number."""

_S = TypeVar("_S", bound=msgspec.Struct)
_fields = cache(msgspec.structs.fields)


class Overlay:
    """Reads tables and collects every mistake in `faults`."""

    def __init__(self) -> None:
        self.faults: list[KeyFault] = []

    def fault(self, path: str, message: Text | str, /, about: str = "", **values: object) -> None:
        """Add a mistake at a key, as `KeyFault` takes it."""
        self.faults.append(KeyFault(path, message, about, **values))

    def require_sound(self) -> None:
        """Raise SetupError with the first mistake."""
        for fault in self.faults:
            raise SetupError(fault.path, fault.message.template, **fault.message.values)

    def table(self, path: str, raw: Any, known: Collection[str]) -> dict[str, Any]:
        """Return the table at `path` without unknown keys, each of which is a fault."""
        if not isinstance(raw, dict):
            names = kind_of({})
            self.fault(path, "expected {names}, got {value}", names=names, value=kind_of(raw))
            return {}
        for key in raw:
            if key not in known:
                self.fault(joined(path, key), "unknown: expected {names}", names=one_of(known))
        return {key: item for key, item in raw.items() if key in known}

    def struct(self, path: str, raw: Any, default: _S) -> _S:
        """Return `default` with the table's values laid over it, without those that are faulty."""
        return msgspec.structs.replace(default, **self._values(path, raw, type(default)))

    def value(self, path: str, raw: Any, kind: Any) -> Any:
        """Convert one value to a type; None if there is a fault in it."""
        if isinstance(raw, float) and not isfinite(raw):
            self.fault(path, "expected {names}, got {value}", names=kind_of(0.0), value=raw)
            return None
        if isinstance(raw, int) and abs(raw) > WHOLE_MAX:
            self.fault(path, "expected a number up to {most}", most=WHOLE_MAX)
            return None
        before = len(self.faults)
        converted = self._converted(path, raw, kind)
        return converted if len(self.faults) == before else None

    def _converted(self, path: str, raw: Any, kind: Any) -> Any:
        """Convert a value, or all that is in it; what is faulty is left out of the result."""
        for each in _alternatives(kind):
            origin, inner = get_origin(each), get_args(each)
            if isinstance(raw, list) and origin is tuple:
                items = enumerate(raw)
                return tuple(self.value(f"{path}[{at}]", item, inner[0]) for at, item in items)
            if isinstance(raw, dict) and origin is dict and inner[1] is not Any:
                return {key: self.value(joined(path, key), raw[key], inner[1]) for key in raw}
            if isinstance(raw, dict) and isinstance(each, type(msgspec.Struct)):
                return self._new(path, raw, each)
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            self.fault(path, explained(error, kind).message)
            return None

    def _new(self, path: str, raw: dict[str, Any], kind: Any) -> Any:
        """Make a struct of a table; None if there is a fault in it."""
        before = len(self.faults)
        values = self._values(path, raw, kind)
        for field in _fields(kind):
            if field.required and field.name not in raw:
                self.fault(joined(path, field.name), MISSING)
        return kind(**values) if len(self.faults) == before else None

    def _values(self, path: str, raw: Any, kind: Any) -> dict[str, Any]:
        """Convert the values of a table for a struct's fields, without those that are faulty."""
        kinds = {field.name: field.type for field in _fields(kind)}
        values: dict[str, Any] = {}
        for key, item in self.table(path, raw, kinds).items():
            if item in (NONE, None) and may_be_none(kinds[key]):
                values[key] = None
            elif (value := self.value(joined(path, key), item, kinds[key])) is not None:
                values[key] = value
        return values


def converted(value: object, kind: type[Any]) -> Any:
    """Return a value of TOML as a type; raises SetupError with the place of the first mistake."""
    overlay = Overlay()
    result = overlay.value("", value, kind)
    overlay.require_sound()
    return result


def _alternatives(kind: Any) -> list[Any]:
    """Return the types of a union, of unions in it as well; another type alone."""
    if get_origin(kind) not in (Union, UnionType):
        return [kind]
    return [member for each in get_args(kind) for member in _alternatives(each)]
