"""Tables of TOML or JSON as structs: every mistake is found, each at its place."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import inspect

from clock.notation.mistyped import SECRETS, as_written, has_password, not_one_of, rewritten, shown
from clock.rules.message import Message, Problem
from clock.rules.refusal import SetupError
from hal.message import KeyFault, MessageLike, nearest, one_of

NONE = "none"
"""TOML has no null: this is written where nothing is meant."""

WHOLE_MAX = 2**63 - 1
"""TOML promises no larger number."""

_KINDS = {
    int: Message("a whole number"),
    float: Message("a number"),
    str: Message("text in quotes"),
    bool: Message("true or false"),
    list: Message("a list"),
    dict: Message("a table"),
    type(None): Message("nothing"),
}
"""Kinds of values, in words."""
_KINDS_QUOTED = (int, float, str, bool)
"""Kinds whose values a message quotes."""
_WRITTEN_AS: dict[Any, type] = {
    inspect.IntType: int,
    inspect.FloatType: float,
    inspect.StrType: str,
    inspect.LiteralType: str,
    inspect.BoolType: bool,
    inspect.VarTupleType: list,
    inspect.DictType: dict,
    inspect.StructType: dict,
}
"""How values of a type are written."""

MEANT_MAX = 20
"""Mistakes for which the name that was meant is looked for: that takes time."""

_S = TypeVar("_S", bound=msgspec.Struct)
_type_of = cache(inspect.type_info)


def joined(place: str, inner: str) -> str:
    """Return a place inside of another: "a" and "b" are "a.b", "a" and "[0]" are "a[0]"."""
    dot = "." if place and inner and inner[0] not in ".[" else ""
    return f"{place}{dot}{inner}"


@contextmanager
def within(place: str) -> Iterator[None]:
    """Put a place before that of any SetupError raised inside."""
    try:
        yield
    except SetupError as error:
        error.place = joined(place, error.place)
        raise


def require_none(problems: Iterable[tuple[str, Message]]) -> None:
    """Raise SetupError with the first problem found by the rules, if any."""
    for place, message in problems:
        raise SetupError(place, message)


def kind_of(raw: object) -> Message:
    """Return the kind of a value of a TOML file, in words."""
    return _KINDS[type(raw)] if type(raw) in _KINDS else Message("a date or a time")


class HintSource(Protocol):
    """What a reader of certain tables knows of its mistakes."""

    def at(self, path: str, raw: object) -> Message | None:
        """Return what helps against a value that cannot be."""

    def home(self, path: str, key: str, item: object) -> Message | None:
        """Return what helps against an unknown key."""


class Reader:
    """Reads tables and collects every mistake in `faults`."""

    def __init__(self, hints: HintSource | None = None) -> None:
        self.faults: list[KeyFault] = []
        self._hints = hints

    def add_fault(
        self, path: str, message: MessageLike | str, /, about: str = "", **values: object
    ) -> None:
        """Add a mistake at a key, as `KeyFault` takes it."""
        self.faults.append(KeyFault(path, message, about, **values))

    @contextmanager
    def at(self, path: str) -> Iterator[None]:
        """Add a Problem raised inside as a mistake at a key, or at its place in the key's value."""
        try:
            yield
        except Problem as error:
            self.add_fault(joined(path, getattr(error, "place", "")), error.message)

    def require_sound(self) -> None:
        """Raise SetupError with the first mistake."""
        for fault in self.faults:
            raise SetupError(fault.path, fault.message.template, **fault.message.values)

    def table(self, path: str, raw: Any, known: Collection[str]) -> dict[str, Any]:
        """Return the table at `path` without unknown keys, and add a fault for each of them."""
        if not isinstance(raw, dict):
            self._no_table(path, raw, known)
            return {}
        for key, item in raw.items():
            if key not in known:
                self._unknown(path, key, item, known)
        return {key: item for key, item in raw.items() if key in known}

    def laid_over(self, default: _S, path: str, raw: Any) -> _S:
        """Return `default` with the sound values of a table in place of its own."""
        return msgspec.structs.replace(default, **self._fields(path, raw, _type_of(type(default))))

    def value(self, path: str, raw: Any, kind: Any) -> Any:
        """Return a value as a type; None, and a fault, if it is not of the type."""
        return self._read(path, raw, _type_of(kind))

    def is_no_number(self, path: str, text: str) -> bool:
        """Return whether a text is neither a number in quotes nor a mistake in place of one."""
        key = path.rpartition(".")[2]
        return rewritten(text, int, key) is None and self._hint(path, text) is None

    def _read(self, path: str, raw: Any, kind: Any) -> Any:
        kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
        if raw in (NONE, None) and any(isinstance(each, inspect.NoneType) for each in kinds):
            return None
        fitting = [each for each in kinds if _fits(raw, each)]
        if not fitting:
            self._not_of(path, kinds, raw)
            return None
        match fitting[0]:
            case inspect.StructType():
                return self._struct(path, raw, fitting)
            case inspect.DictType(value_type=inner):
                return {key: self._read(joined(path, key), raw[key], inner) for key in raw}
            case inspect.VarTupleType(item_type=inner):
                items = enumerate(raw)
                return tuple(self._read(f"{path}[{at}]", item, inner) for at, item in items)
            case inspect.EnumType(cls=names):
                is_known = self.check_one_of(path, raw, [each.value for each in names])
                return names(raw) if is_known else None
            case inspect.LiteralType(values=known):
                return raw if self.check_one_of(path, raw, known) else None
            case inspect.IntType() | inspect.FloatType() as number:
                return raw if self._is_within(path, raw, number) else None
        return raw

    def _struct(self, path: str, raw: dict[str, Any], kinds: list[Any]) -> Any:
        """Make a struct of a table, the one of its tag; None if there is a fault in it."""
        (kind, *_), tag = kinds, kinds[0].tag_field
        if tag is not None:
            by_tag = {each.tag: each for each in kinds}
            if not self.check_one_of(joined(path, tag), raw.get(tag, ""), by_tag):
                return None
            kind = by_tag[raw[tag]]
            raw = {key: item for key, item in raw.items() if key != tag}
        before = len(self.faults)
        values = self._fields(path, raw, kind)
        is_other = bool(raw) and not raw.keys() & {field.name for field in kind.fields}
        for field in () if is_other else kind.fields:  # its keys are named already
            if field.required and field.name not in raw:
                self.add_fault(joined(path, field.name), "expected a value, found none")
        return kind.cls(**values) if len(self.faults) == before else None

    def _fields(self, path: str, raw: Any, kind: Any) -> dict[str, Any]:
        """Return a table's values for a struct's fields, without those at fault."""
        kinds = {field.name: field.type for field in kind.fields}
        values: dict[str, Any] = {}
        for key, item in self.table(path, raw, kinds).items():
            before = len(self.faults)
            value = self._read(joined(path, key), item, kinds[key])
            if len(self.faults) == before:
                values[key] = value
        return values

    def check_one_of(self, path: str, raw: object, known: Collection[object]) -> bool:
        """Return whether a value is known; add a fault if not."""
        is_known = raw in list(known)
        if not is_known:
            self.add_fault(path, not_one_of(raw, known, search=self._may_search))
        return is_known

    def _unknown(self, table: str, key: str, item: object, known: Collection[str]) -> None:
        path = joined(table, key)
        meant = nearest(key, known) if self._may_search else None
        if meant is not None:
            self.add_fault(path, "unknown: did you mean {meant}?", meant=meant)
        elif self._hints is not None and (hint := self._hints.home(table, key, item)) is not None:
            self.add_fault(path, hint)
        else:
            self.add_fault(path, "unknown: expected {names}", names=one_of(known))

    def _no_table(self, path: str, raw: object, known: Collection[str]) -> None:
        """Add the mistake of a value in place of a table."""
        value: object = as_written(raw) if isinstance(raw, bool) else kind_of(raw)
        repair = f"[{path}]"
        if "pin" in known and (raw in (NONE, False) or type(raw) is int):
            value = as_written(raw)
            repair = f"{{ pin = {as_written(NONE if raw is False else raw)} }}"
        instead = "expected {names}, got {value}: write {repair}"
        self.add_fault(path, instead, names=kind_of({}), value=value, repair=repair)

    def _is_within(self, path: str, raw: float, kind: Any) -> bool:
        limits = (limit for limit in (kind.le, kind.lt, WHOLE_MAX) if limit is not None)
        least, most = kind.ge if kind.ge is not None else -WHOLE_MAX, next(limits)
        is_within = least <= raw <= most and raw != kind.lt
        if not is_within:
            is_usual = -WHOLE_MAX <= raw <= WHOLE_MAX
            names = Message("{first} to {last}", first=least, last=most)
            self._not(path, names, raw if is_usual else kind_of(raw), self._hint(path, raw))
        return is_within

    @property
    def _may_search(self) -> bool:
        return len(self.faults) < MEANT_MAX

    def _not_of(self, path: str, kinds: Collection[Any], raw: object) -> None:
        """Add the mistake of a value of another kind: quoted, unless it is secret or long."""
        names, value = _in_words(kinds), kind_of(raw)
        key = path.rpartition(".")[2]
        if (known := _named(kinds)) and type(raw) in (bool, int, float):
            self.add_fault(path, not_one_of(raw, known))
            return
        if key in SECRETS or has_password(raw) or type(raw) not in _KINDS_QUOTED:
            self._not(path, names, value)
            return
        lists = (kind for kind in kinds if isinstance(kind, inspect.VarTupleType))
        if any(isinstance(each.item_type, inspect.StructType) for each in lists):
            kinds = [kind for kind in kinds if not isinstance(kind, inspect.VarTupleType)]
        wanted = [each for kind in kinds if (each := _written_as(kind)) is not None]
        repairs = (rewritten(raw, kind, key) for kind in wanted)
        repair = next((each for each in repairs if each is not None), None)
        found = shown(as_written(raw))
        if repair is None:
            self._not(path, names, found, self._hint(path, raw))
        else:
            template = "expected {names}, got {value}: write {repair}"
            self.add_fault(path, template, names=names, value=found, repair=repair)

    def _not(self, path: str, names: Message, value: object, hint: Message | None = None) -> None:
        if hint is None:
            self.add_fault(path, "expected {names}, got {value}", names=names, value=value)
        else:
            hinted = "expected {names}, got {value}: {hint}"
            self.add_fault(path, hinted, names=names, value=value, hint=hint)

    def _hint(self, path: str, raw: object) -> Message | None:
        return None if self._hints is None else self._hints.at(path, raw)


def converted(raw: object, kind: type[Any]) -> Any:
    """Return a value as a type; raises SetupError with the place of the first mistake."""
    reader = Reader()
    value = reader.value("", raw, kind)
    reader.require_sound()
    return value


def _fits(raw: object, kind: Any) -> bool:
    """Whether a value is of the kind that a type is written as: a whole number is a number too."""
    if isinstance(kind, inspect.AnyType):
        return True
    written_as = _written_as(kind)
    return type(raw) is written_as or (type(raw), written_as) == (int, float)


def _written_as(kind: Any) -> type | None:
    """How values of a type are written: of an enumeration all as the first."""
    if isinstance(kind, inspect.EnumType):
        return type(next(iter(kind.cls)).value)
    return _WRITTEN_AS.get(type(kind))


def _named(kinds: Collection[Any]) -> Sequence[object]:
    """The names of a type that is one of some names."""
    match list(kinds):
        case [inspect.LiteralType(values=names)]:
            return names
        case [inspect.EnumType(cls=names)]:
            return [each.value for each in names]
    return ()


def _in_words(kinds: Collection[Any]) -> Message:
    """The kinds that types are written as: "text in quotes or a list"."""
    written_as = map(_written_as, kinds)
    first, *others = dict.fromkeys(_KINDS[each] for each in written_as if each is not None)
    for each in others:
        first = Message("{names} or {last}", names=first, last=each)
    return first
