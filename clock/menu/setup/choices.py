"""The lists of the regulations: profiles, every choice, and the values of each. Pure."""

import typing
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec
from msgspec.structs import replace

from clock.menu.setup.entry import number_fields, time_fields, value_of
from clock.menu.setup.places import Entered, Entry, MenuContext, Row, SetListing, SetPick
from clock.rules.regulations import PROFILES, HandRule, Regulations
from clock.rules.state import Setup
from clock.text import setup as words
from clock.text.control import upper_first
from clock.text.language import tr
from clock.text.regulations import (
    CHOICES,
    PROFILE_NAMES,
    choice_sentence,
    profile_name,
    value_text,
)
from clock.text.rows import wrapped

KEYS = tuple(key for key in CHOICES if key != "name")
_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Regulations)}


def profiles(_pick: SetPick, draft: Setup) -> Iterator[Row]:
    """The profiles by name, and every choice."""
    for name in PROFILE_NAMES:
        yield Row(profile_name(name), None, _with(draft, PROFILES[name]), leaves=1)
    yield Row(tr(words.EACH_CHOICE), SetPick(SetListing.CHOICES))


def choices(_pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    """Every choice with its value."""
    for key in KEYS:
        value = getattr(draft.regulations, key)
        yield Row(words.choice_item(key, value), choice(key, draft, context))


def choice(key: str, draft: Setup, context: MenuContext) -> SetPick:
    """Return the list of a choice's values, standing on the present one."""
    pick = SetPick(SetListing.CHOICE, key=key)
    rows = list(values(pick, draft, context))
    now = next(
        (i for i, row in enumerate(rows) if row.draft is not None and row.draft == draft),
        next(i for i, row in enumerate(rows) if row.leads is not None or row.draft is not None),
    )
    return replace(pick, cursor=now)


def values(pick: SetPick, draft: Setup, context: MenuContext) -> Iterator[Row]:
    """The sentence of a choice, and the values it can have."""
    key, regulations = pick.key, draft.regulations
    for row in wrapped(choice_sentence(key)):
        yield Row(row)
    for value in _values(key, context):
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


def _values(key: str, context: MenuContext) -> tuple[object, ...]:
    """All values of a choice that has a list of them."""
    kind = _TYPES[key]
    if kind is bool:
        return True, False
    if kind is HandRule and not context.hands:
        return (HandRule.HONOUR,)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    return ()


def _with(draft: Setup, regulations: Regulations) -> Setup:
    return replace(draft, regulations=regulations)
