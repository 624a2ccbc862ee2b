"""Texts as the desk's readers get them, which raise where a room of the desk looks into one.

A text is finished when it is translated or rendered: from then on it is only put on a page. What
is compared, split, searched or indexed is the value that it is made of.
"""

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from clock.text import language

ROOMS = ("clock.desk.", "clock.desk_pages.", "clock.link.", "clock.rounds.")
LOOKS = (
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__getitem__"),
    *("__iter__", "__hash__", "__len__", "split", "rsplit", "splitlines", "partition"),
    *("rpartition", "find", "rfind", "index", "rindex", "count", "startswith", "endswith"),
    *("replace", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix", "lower", "upper"),
)


class Finished(str):
    """A finished text; templates may fill it in and escape it."""

    def format(self, *values: object, **named: object) -> str:
        return Finished(str.format(self, *values, **named))


class LookedInto(AssertionError):
    """A room of the desk took a finished text for a value."""


def _looking(name: str) -> Callable[..., Any]:
    look = getattr(str, name)

    def method(self: str, *arguments: Any) -> Any:
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if f"{caller}.".startswith(ROOMS):
            raise LookedInto(f"{caller}: {name} of {str.__str__(self)!r}")
        return look(self, *arguments)

    return method


for _name in LOOKS:
    setattr(Finished, _name, _looking(_name))


def finish_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `tr`, `trn` and `render` return such texts in every module that is loaded."""
    for name in ("tr", "trn", "render"):
        own = getattr(language, name)

        def finished(*arguments: Any, own: Callable[..., str] = own) -> str:
            return Finished(own(*arguments))

        for module in list(sys.modules.values()):
            if module is not None and getattr(module, name, None) is own:
                monkeypatch.setattr(module, name, finished)
    encode = partial(msgspec.json.encode, enc_hook=str.__str__)
    monkeypatch.setattr(msgspec.json, "encode", encode)
