"""The lists of the regulations, and of the clock's own settings.

Of the regulations there are the profiles, every choice, and the values of each. A setting of the
clock is changed at once, as it touches no game.
"""

import typing
from collections.abc import Iterator
from enum import EnumType
from typing import Any

import msgspec
from msgspec.structs import replace

from clock.menu.fields import number_fields, time_entry
from clock.menu.levels import Entered, Entry, List, Listing, ListRow, Lists, Reading, Scene, Spec
from clock.menu.settings import ChangeSettings, Sound
from clock.presets import rules_of
from clock.rules.regulations import PROFILES, HandRule, Regulations
from clock.rules.state import Setup
from clock.text.control import upper_first
from clock.text.language import LANGUAGES, N_, tr
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


def _profiles(_: List, scene: Scene) -> Iterator[ListRow]:
    meanings: list[str] = []
    for name in rules_of(scene.draft.game):
        draft = replace(scene.draft, regulations=PROFILES[name])
        sentence, here = profile_sentence(name), name == scene.draft.regulations.name
        meanings += wrapped(f"{profile_name(name)}: {sentence}")
        yield ListRow(profile_name(name), leaves=1, draft=draft, spoken=sentence, here=here)
    yield ListRow(tr("What they mean"), Reading(tr("Rules"), tuple(meanings)))
    yield ListRow(tr("All options"), List(Listing.CHOICES))


def _choices(_: List, scene: Scene) -> Iterator[ListRow]:
    for key in KEYS:
        value = value_text(key, getattr(scene.draft.regulations, key))
        yield ListRow(f"{choice_name(key)}: {value}", List(Listing.CHOICE, key=key))


def _values(level: List, scene: Scene) -> Iterator[ListRow]:
    """The values that a choice can have, and its sentence on a page."""
    key, kind = level.key, _TYPES[level.key]
    value = getattr(scene.draft.regulations, key)
    listed = _listed(kind, hands=scene.context.hands)
    for each in listed:
        text, draft = upper_first(value_text(key, each)), with_choice(scene, key, each)
        yield ListRow(text, leaves=1, draft=draft, here=each == value)
    if int in (kind, *typing.get_args(kind)):
        text = tr("Other: now {value}").format(value=value_text(key, value))
        number = Entry(Entered.NUMBER, number_fields(value or 0), key)
        time = time_entry(value or 0, key)
        yield ListRow(text, time if key.endswith("_ns") else number, here=value not in listed)
    yield ListRow(tr("What it means"), Reading(choice_name(key), wrapped(choice_sentence(key))))


def _listed(kind: Any, *, hands: bool) -> tuple[object, ...]:
    """The values with a row of their own, without hand rules that no sensor can watch."""
    if kind is bool:
        return True, False
    if kind is HandRule and not hands:
        return (HandRule.HONOUR,)
    if isinstance(kind, EnumType):
        return tuple(kind)
    return (None,) if type(None) in typing.get_args(kind) else ()


def with_choice(scene: Scene, key: str, value: object) -> Setup:
    """Return the setup with another choice of its regulations."""
    regulations = replace(scene.draft.regulations, **{key: value})
    return replace(scene.draft, regulations=regulations)


# The clock's own settings

_SOUNDS = {
    Sound.CLICK: N_("Click"),
    Sound.COUNT: N_("Last seconds"),
    Sound.BYOYOMI: N_("Byo-yomi"),
    Sound.CALL: N_("Call"),
    Sound.FALL: N_("Fall"),
}


def sound_name(sound: str) -> str:
    """Return what a sound's volume is called; without a sound the displays' brightness."""
    return tr(_SOUNDS[Sound(sound)]) if sound else tr("Brightness")


def _settings(_: List, scene: Scene) -> Iterator[ListRow]:
    settings = scene.context.settings
    switch = tr("All sound: on") if settings.sound else tr("All sound: off")
    yield ListRow(switch, act=ChangeSettings(replace(settings, sound=not settings.sound)))
    for sound in Sound:
        level: int = getattr(settings.volumes, sound.value)
        dial = Entry(Entered.VOLUME, (level,), key=sound.value)
        yield ListRow(f"{sound_name(sound)}: {level}", dial)
    brightness = settings.brightness
    yield ListRow(f"{sound_name('')}: {brightness}", Entry(Entered.BRIGHTNESS, (brightness,)))
    text = f"{tr('Language')}: {LANGUAGES[settings.language]}"
    yield ListRow(text, List(Listing.LANGUAGE))


def _languages(_: List, scene: Scene) -> Iterator[ListRow]:
    for code, name in LANGUAGES.items():
        act = ChangeSettings(replace(scene.context.settings, language=code))
        yield ListRow(name, leaves=1, act=act, here=code == scene.context.settings.language)


LISTS: Lists = {
    Listing.REGULATIONS: Spec(N_("Rules"), _profiles),
    Listing.CHOICES: Spec(N_("All options"), _choices),
    Listing.CHOICE: Spec(lambda level, _: choice_name(level.key), _values),
    Listing.SETTINGS: Spec(N_("This clock"), _settings),
    Listing.LANGUAGE: Spec(N_("Language"), _languages),
}
