"""The language that is spoken now, and texts in it, by gettext's catalogues.

English is what the code says: it is the key, and what is said wherever a translation is missing or
has a character that the displays cannot show.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from clock.text.glyphs import drawable

ENGLISH = "en"
LANGUAGES = {"en": "English", "cs": "Čeština", "ko": "한국어"}
"""Every language the clock speaks, by its code, in its own name."""

_DOMAIN = "clapper"
_LOCALE = Path(__file__).parent / "locale"
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language of `LANGUAGES` in this thread until the end of the block.

    Raises ValueError with one line for a language the clock does not speak.
    """
    if language not in LANGUAGES:
        raise ValueError(f"expected a language of {', '.join(LANGUAGES)}, got {language!r}")
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, in the order in which gettext looks."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = [
            re.split("[_.@]", each)[0].lower() for each in environment.get(name, "").split(":")
        ]
        if any(wanted):
            return next((code for code in wanted if code in LANGUAGES), ENGLISH)
    return ENGLISH


def language() -> str:
    """Return the code of the language spoken now."""
    return _spoken.get()


def tr(text: str) -> str:
    """Return an English text in the language spoken now; as it is if nobody translated it.

    What stands in braces is filled in afterwards: `tr("{seat} runs").format(seat=...)`.
    """
    code = _spoken.get()
    if code == ENGLISH or not text:  # gettext answers "" with the catalogue's own head
        return text
    said = _catalogue(code).gettext(text)
    return said if drawable(said) else text


def trn(one: str, many: str, count: int) -> str:
    """Return the form of a text that goes with a count, in the language spoken now."""
    said = _catalogue(_spoken.get()).ngettext(one, many, count)
    return said if drawable(said) else gettext.NullTranslations().ngettext(one, many, count)


@runtime_checkable
class Text(Protocol):
    """A text as a value: `clock.rules.message.Message`, and the one of `hal`."""

    @property
    def template(self) -> str: ...
    @property
    def values(self) -> Mapping[str, object]: ...


def render(text: Text) -> str:
    """Return a text in the language spoken now, and so the texts in it."""
    values = {
        name: render(value) if isinstance(value, Text) else value
        for name, value in text.values.items()
    }
    return tr(text.template).format(**values)


def N_(text: str) -> str:
    """Mark a text that is translated when it is used: `tr` of the same text, later."""
    return text


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(_DOMAIN, _LOCALE, [code], fallback=True)
