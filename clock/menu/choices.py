"""The lists of the regulations: profiles, every choice, and the values of each."""

import typing
from collections.abc import Iterator
from enum import EnumType
from typing import Any

import msgspec
from msgspec.structs import replace

from clock.menu import words
from clock.menu.fields import number_fields, time_fields
from clock.menu.levels import Entered, Entry, List, Listing, Lists, Row, Scene, Spec
from clock.rules.regulations import PROFILES, HandRule, Regulations
from clock.rules.state import Setup
from clock.text.control import upper_first
from clock.text.language import N_, tr
from clock.text.regulations import (
    CHOICES,
    choice_name,
    choice_sentence,
    profile_name,
    profile_sentence,
    value_text,
)
from clock.text.rows import wrapped

KEYS = tuple(key for key in CHOICES if key != "name")
_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Regulations)}


def _profiles(_: List, scene: Scene) -> Iterator[Row]:
    for name, regulations in PROFILES.items():
        draft = replace(scene.draft, regulations=regulations)
        sentence, here = profile_sentence(name), name == scene.draft.regulations.name
        yield Row(profile_name(name), leaves=1, draft=draft, spoken=sentence, here=here)
    yield Row(tr(words.EACH_CHOICE), List(Listing.CHOICES))


def _choices(_: List, scene: Scene) -> Iterator[Row]:
    for key in KEYS:
        value = value_text(key, getattr(scene.draft.regulations, key))
        yield Row(f"{choice_name(key)}: {value}", List(Listing.CHOICE, key=key))


def _values(level: List, scene: Scene) -> Iterator[Row]:
    """The sentence of a choice, and the values it can have."""
    key, kind = level.key, _TYPES[level.key]
    value = getattr(scene.draft.regulations, key)
    for row in wrapped(choice_sentence(key)):
        yield Row(row)
    listed = _listed(kind, hands=scene.context.hands)
    for each in listed:
        text, draft = upper_first(value_text(key, each)), _with(key, each, scene)
        yield Row(text, leaves=1, draft=draft, here=each == value)
    if int in (kind, *typing.get_args(kind)):
        text = tr("Other: now {value}").format(value=value_text(key, value))
        number = Entry(Entered.NUMBER, number_fields(value or 0), key)
        time = Entry(Entered.TIME, time_fields(value or 0), key)
        yield Row(text, time if key.endswith("_ns") else number, here=value not in listed)


def _listed(kind: Any, *, hands: bool) -> tuple[object, ...]:
    """The values that have a row each; no rule of the hands that no sensor could see."""
    if kind is bool:
        return True, False
    if kind is HandRule and not hands:
        return (HandRule.HONOUR,)
    if isinstance(kind, EnumType):
        return tuple(kind)
    return (None,) if type(None) in typing.get_args(kind) else ()


def _with(key: str, value: object, scene: Scene) -> Setup:
    regulations = replace(scene.draft.regulations, **{key: value})
    return replace(scene.draft, regulations=regulations)


LISTS: Lists = {
    Listing.REGULATIONS: Spec(N_("Rules"), _profiles),
    Listing.CHOICES: Spec(words.EACH_CHOICE, _choices),
    Listing.CHOICE: Spec(
        lambda level, _: choice_name(level.key),
        _values,
        lambda level, _: choice_sentence(level.key),
    ),
}
