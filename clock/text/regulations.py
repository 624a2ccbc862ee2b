"""The regulations in plain words, from `regulations.toml`: a short name for every choice and value.

A choice also has a sentence that explains it.
"""

from collections.abc import Iterator
from enum import Enum
from importlib import resources

import msgspec

from clock.rules.regulations import PROFILES, Regulations
from clock.rules.units import duration_text
from clock.text.language import tr

_SAME = ("hand_penalty_rapid_ns", "illegal_move_rapid_ns")
"""The choices that without a value are as the one before."""
CHOICES = Regulations.__struct_fields__


class _Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    short: str
    sentence: str


class _Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    sentence: str
    values: dict[str, str] = {}


class _Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    profiles: dict[str, _Profile]
    choices: dict[str, _Choice]


_FILE = resources.files(__package__).joinpath("regulations.toml")
_TEXTS = msgspec.toml.decode(_FILE.read_bytes(), type=_Texts)


def profile_title(name: str) -> str:
    """Return what a profile is called in English, by which openings of its name are known."""
    return _TEXTS.profiles[name].name


def profile_name(name: str) -> str:
    return tr(profile_title(name))


def profile_short_name(name: str) -> str:
    """Return a profile's name for a row with more in it."""
    return tr(_TEXTS.profiles[name].short)


def profile_sentence(name: str) -> str:
    """Return what a profile stands for."""
    return tr(_TEXTS.profiles[name].sentence)


def choice_name(key: str) -> str:
    return tr(_TEXTS.choices[key].name)


def choice_sentence(key: str) -> str:
    """Return what a choice means."""
    return tr(_TEXTS.choices[key].sentence)


def value_text(key: str, value: object) -> str:
    """Return a choice's value in a word or a time."""
    match value:
        case None:
            return tr("same") if key in _SAME else tr("never")
        case bool():
            return tr("yes") if value else tr("no")
        case Enum():
            return tr(_TEXTS.choices[key].values[str(value.value)])
        case int() if key.endswith("_ns"):
            return duration_text(value)
        case _:
            return str(value)


def changed(regulations: Regulations) -> tuple[str, ...]:
    """Return the choices that differ from those of the named profile."""
    base = PROFILES[regulations.name]
    return tuple(key for key in CHOICES if getattr(regulations, key) != getattr(base, key))


def corrected(before: Regulations, after: Regulations) -> Iterator[tuple[str, str, str]]:
    """Yield each corrected choice with both values; of another profile, that with its changes."""
    if before.name != after.name:
        yield choice_name("name"), whole(before), whole(after)
        return
    for key in CHOICES:
        values = getattr(before, key), getattr(after, key)
        if values[0] != values[1]:
            yield choice_name(key), value_text(key, values[0]), value_text(key, values[1])


def whole(regulations: Regulations) -> str:
    """Return a profile's name with all its changes."""
    choices = (
        f"{choice_name(key)} {value_text(key, getattr(regulations, key))}"
        for key in changed(regulations)
    )
    return "; ".join((profile_name(regulations.name), *choices))


def profile_text(regulations: Regulations) -> str:
    """Return a profile's name, with a star if any choice differs from it."""
    return f"{profile_name(regulations.name)}{'*' if changed(regulations) else ''}"
