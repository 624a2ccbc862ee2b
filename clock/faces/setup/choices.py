"""The lists of the regulations: profiles, every choice, and the values of each. Pure."""

import typing
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec
from msgspec.structs import replace

from clock.faces.setup.entry import number_fields, time_fields, value_of
from clock.faces.setup.places import Entered, Entry, Row, SetListing, SetPick, Shelf
from clock.faces.words import setup as words
from clock.faces.words.control import upper_first
from clock.faces.words.language import tr
from clock.faces.words.regulations import (
    CHOICES,
    PROFILE_NAMES,
    choice_sentence,
    profile_name,
    value_text,
)
from clock.faces.words.rows import wrapped
from clock.rules.regulations import PROFILES, HandRule, Regulations
from clock.rules.state import Setup

KEYS = tuple(key for key in CHOICES if key != "name")
_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Regulations)}


def profiles(_pick: SetPick, draft: Setup) -> Iterator[Row]:
    """The profiles by name, and every choice."""
    for name in PROFILE_NAMES:
        yield Row(profile_name(name), None, _with(draft, PROFILES[name]), leaves=1)
    yield Row(tr(words.EACH_CHOICE), SetPick(SetListing.CHOICES))


def choices(_pick: SetPick, draft: Setup, shelf: Shelf) -> Iterator[Row]:
    """Every choice with its value."""
    for key in KEYS:
        value = getattr(draft.regulations, key)
        yield Row(words.choice_item(key, value), choice(key, draft, shelf))


def choice(key: str, draft: Setup, shelf: Shelf) -> SetPick:
    """Return the list of a choice's values, standing on the present one."""
    pick = SetPick(SetListing.CHOICE, key=key)
    rows = list(values(pick, draft, shelf))
    now = next(
        (i for i, row in enumerate(rows) if row.draft is not None and row.draft == draft),
        next(i for i, row in enumerate(rows) if row.leads is not None or row.draft is not None),
    )
    return replace(pick, cursor=now)


def values(pick: SetPick, draft: Setup, shelf: Shelf) -> Iterator[Row]:
    """The sentence of a choice, and the values it can have."""
    key, regulations = pick.key, draft.regulations
    for row in wrapped(choice_sentence(key)):
        yield Row(row)
    for value in _values(key, shelf):
        changed = _with(draft, replace(regulations, **{key: value}))
        yield Row(upper_first(value_text(key, value)), None, changed, leaves=1)
    if not _listed(key):
        yield from _numbers(key, draft)


def entered(entry: Entry, draft: Setup) -> Setup:
    """Return the setting with a choice's number or time as it was entered."""
    return _with(draft, replace(draft.regulations, **{entry.key: value_of(entry)}))


def _numbers(key: str, draft: Setup) -> Iterator[Row]:
    value = getattr(draft.regulations, key)
    if type(None) in typing.get_args(_TYPES[key]):
        never = _with(draft, replace(draft.regulations, **{key: None}))
        yield Row(upper_first(value_text(key, None)), None, never, leaves=1)
    fields = (time_fields if key.endswith("_ns") else number_fields)(value or 0)
    yield Row(words.set_to_item(key, value), Entry(Entered.CHOICE, fields, key=key))


def _listed(key: str) -> bool:
    kind = _TYPES[key]
    return kind is bool or (isinstance(kind, type) and issubclass(kind, Enum))


def _values(key: str, shelf: Shelf) -> tuple[object, ...]:
    """All values of a choice that has a list of them."""
    kind = _TYPES[key]
    if kind is bool:
        return True, False
    if kind is HandRule and not shelf.hands:
        return (HandRule.HONOUR,)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    return ()


def _with(draft: Setup, regulations: Regulations) -> Setup:
    return replace(draft, regulations=regulations)
