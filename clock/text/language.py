"""The current language, and translation by gettext's catalogues.

The English text in the code is the key. It is also the fallback if a translation is missing or has
a character that the displays cannot draw.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from clock.text.glyphs import drawable

ENGLISH = "en"
LANGUAGES = {"en": "English", "cs": "Čeština", "ko": "한국어"}
"""The supported languages: from the code to the language's own name."""

_DOMAIN = "clapper"
_LOCALE = Path(__file__).parent / "locale"
_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language of `LANGUAGES` in this thread or task until the end of the block."""
    before = _current.set(language)
    try:
        yield
    finally:
        _current.reset(before)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language for a process's environment, with gettext's order of variables."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = [
            re.split("[_.@]", each)[0].lower() for each in environment.get(name, "").split(":")
        ]
        if any(wanted):
            return next((code for code in wanted if code in LANGUAGES), ENGLISH)
    return ENGLISH


def language() -> str:
    return _current.get()


def tr(text: str) -> str:
    """Translate an English text into the current language.

    Fill in its fields afterwards, `tr("{seat} runs").format(seat=...)`: the template is the key.
    """
    code = _current.get()
    if code == ENGLISH or not text:  # for "" gettext returns the header of the catalogue
        return text
    translated = _catalogue(code).gettext(text)
    return translated if drawable(translated) else text


def trc(context: str, text: str) -> str:
    """Translate a text that has another form for what the context names, as gettext's msgctxt."""
    if (code := _current.get()) == ENGLISH:
        return text
    translated = _catalogue(code).pgettext(context, text)
    return translated if drawable(translated) else text


def trn(one: str, many: str, count: int) -> str:
    """Translate a text in the plural form for a count."""
    translated = _catalogue(_current.get()).ngettext(one, many, count)
    if drawable(translated):
        return translated
    return one if count == 1 else many


@runtime_checkable
class Text(Protocol):
    """A text as a value: the `Message` of `clock.rules` or of `hal`, which share no code."""

    @property
    def template(self) -> str: ...

    @property
    def values(self) -> Mapping[str, object]: ...


def render(text: Text) -> str:
    """Return a message in the current language, including messages and parts in its values."""
    return tr(text.template).format(**{name: _value(value) for name, value in text.values.items()})


def _value(value: object) -> object:
    match value:
        case StrEnum():
            return part_name(value)
        case str():
            return printable(value)
        case int() | float():
            return value
        case Text():
            return render(value)
    return printable(str(value))


def printable(text: str) -> str:
    """Escape line breaks and control characters, because a file may hold any text."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def N_(text: str) -> str:
    """Mark a text for the catalogues; `tr` translates it later."""
    return text


PARTS = {
    "left": N_("left"),
    "right": N_("right"),
    "left_plunger": N_("left plunger"),
    "right_plunger": N_("right plunger"),
    "left_plunger_lh": N_("left plunger, left hand"),
    "left_plunger_rh": N_("left plunger, right hand"),
    "right_plunger_lh": N_("right plunger, left hand"),
    "right_plunger_rh": N_("right plunger, right hand"),
    "left_stone_lh": N_("left stone, left hand"),
    "left_stone_rh": N_("left stone, right hand"),
    "right_stone_lh": N_("right stone, left hand"),
    "right_stone_rh": N_("right stone, right hand"),
    "stop": N_("stop"),
    "ok": N_("OK"),
    "minus": N_("minus"),
    "plus": N_("plus"),
    "key": N_("key"),
    "left_clapper": N_("left clapper lamp"),
    "right_clapper": N_("right clapper lamp"),
    "left_running": N_("left running lamp"),
    "right_running": N_("right running lamp"),
    "referee": N_("referee lamp"),
    "buzzer": N_("buzzer"),
}
"""Names of the body's parts, by their names in the wiring (values of hal's `StrEnum`s)."""


def part_name(part: str) -> str:
    """Return the name of a part of the body; a part missing from `PARTS` keeps its own."""
    return tr(PARTS.get(part, part))


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation(_DOMAIN, _LOCALE, [code], fallback=True)
