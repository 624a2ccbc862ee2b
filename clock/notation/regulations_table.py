"""Regulations as people and programs write them: a profile's name, or a base and choices."""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from clock.notation.control_table import duration_at
from clock.notation.reader import NONE, Reader
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, Regulations

CHOICES = {
    field.removesuffix("_ns"): field for field in Regulations.__struct_fields__ if field != "name"
}
"""The field for each choice, by its name as people write it: without `_ns`."""
_MAY_BE_NONE = {
    field.name
    for field in msgspec.structs.fields(Regulations)
    if type(None) in get_args(field.type)
}


def with_choices(
    regulations: Regulations, choices: Mapping[str, Any], *, typed: bool = False
) -> Regulations:
    """Return the regulations with some choices changed.

    A time is text, as `referee_call = "5:00"`, or ns, as `referee_call_ns`; "none" switches a
    choice off. Raises SetupError naming the choice at fault. Does not check for choices that
    contradict one another: `rules.regulations.problems` does.
    """
    values = {}
    for key, value in choices.items():
        name = CHOICES.get(key, key)
        if name not in CHOICES.values():
            raise SetupError(key, "expected one of {names}", names=", ".join(CHOICES))
        nothing = value in (NONE, None) and name in _MAY_BE_NONE
        is_time = name != key and not nothing
        values[name] = duration_at(key, str(value), typed=typed) if is_time else value
    reader = Reader()
    changed = reader.laid_over(regulations, "", values)
    reader.require_sound()
    return changed


def regulations_from_table(table: str | dict[str, Any]) -> Regulations:
    """Return a profile by name, or a base with choices as in `with_choices`; raises SetupError."""
    changes = {} if isinstance(table, str) else dict(table)
    base = table if isinstance(table, str) else changes.pop("base", "rif")
    if not isinstance(base, str) or base not in PROFILES:
        place = "" if isinstance(table, str) else "base"
        raise SetupError(place, "expected one of {names}", names=", ".join(PROFILES))
    return with_choices(PROFILES[base], changes)


def table_from_regulations(regulations: Regulations) -> dict[str, Any]:
    """Return the base profile of regulations, and their other choices."""
    base = msgspec.to_builtins(PROFILES[regulations.name])
    choices: dict[str, Any] = msgspec.to_builtins(regulations)
    changed = {key: value for key, value in choices.items() if value != base[key]}
    return {"base": regulations.name, **changed}
