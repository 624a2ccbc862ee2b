"""Texts for people that can be shown and passed on, and fail whoever reads them for a meaning."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from types import ModuleType
from typing import Any, NoReturn

import pytest

RENDERERS = ("clock.text.rows", "clock.text.glyphs", "clock.display.drawing.")
"""Modules that measure, cut, wrap and draw texts."""
MADE_IN = ("words", "ending", "control", "match", "opening", "regulations", "rows", "language")
"""The modules of `clock.text` whose functions return texts."""
BY_METHOD = {("clock.text.control", "upper_first")}
"""Functions that render as well."""
BY_VALUE = {
    ("clock.menu.level_pages", "rows_of"): "a cache: is the list the same as before?",
    ("tests.menu.walks", "pages"): "has the walk been here?",
}
"""Functions that compare whole values in which texts may be, and why."""


class TextRead(AssertionError):
    """A text for people was compared, split, searched or indexed."""


def _place(frame: Any) -> tuple[str, str]:
    return frame.f_globals.get("__name__", ""), frame.f_code.co_name


def _is_renderer(frame: Any) -> bool:
    return _place(frame)[0].startswith(RENDERERS) or _place(frame) in BY_METHOD


def _read(name: str, text: str, frame: Any) -> NoReturn:
    place = f"{frame.f_globals.get('__name__')}.{frame.f_code.co_name}:{frame.f_lineno}"
    raise TextRead(f"{place} reads the text {str.__repr__(text)} by {name}")


def _guarded(name: str) -> Callable[..., Any]:
    method = getattr(str, name)

    def guard(self: str, *args: Any, **options: Any) -> Any:
        frame = sys._getframe(1)
        if not _is_renderer(frame):
            _read(name, self, frame)
        return method(self, *args, **options)

    return guard


def _compared(name: str) -> Callable[..., Any]:
    method = getattr(str, name)

    def compare(self: str, other: object) -> Any:
        frame = sys._getframe(1)
        if not _is_renderer(frame) and _place(frame) not in BY_VALUE:
            _read(name, self, frame)
        return method(self, other)

    return compare


_READING = (
    *("split", "rsplit", "splitlines", "partition", "rpartition", "find", "rfind", "index"),
    *("rindex", "count", "startswith", "endswith", "replace", "removeprefix", "removesuffix"),
    *("strip", "lstrip", "rstrip", "isdigit", "isdecimal", "isalnum", "isalpha", "isspace"),
    *("translate", "upper", "lower", "casefold", "title", "swapcase"),
    *("__contains__", "__getitem__", "__iter__"),
)


class Opaque(str):
    """A rendered text."""

    __slots__ = ()

    def __hash__(self) -> int:
        """Hash it for a cache of a renderer; a set or a table would be asked for its meaning."""
        frame = sys._getframe(1)
        if not _is_renderer(frame) and _place(frame) not in BY_VALUE:
            _read("__hash__", self, frame)
        return str.__hash__(self)

    def __str__(self) -> "Opaque":
        return self

    def __add__(self, other: str) -> "Opaque":
        return Opaque(str.__add__(self, other))

    def __radd__(self, other: str) -> "Opaque":
        return Opaque(other.__add__(self))

    def join(self, texts: Iterable[str]) -> "Opaque":
        return Opaque(str.join(self, texts))

    def format(self, *args: object, **values: object) -> "Opaque":
        """Fill in the places; the result is a text for people as well."""
        return Opaque(str.format(self, *args, **values))


for _name in _READING:
    setattr(Opaque, _name, _guarded(_name))
for _name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(Opaque, _name, _compared(_name))


def _opaque(result: Any) -> Any:
    if type(result) is str and result:
        return Opaque(result)
    if type(result) is tuple:
        return tuple(map(_opaque, result))
    return result


def _making_opaque(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        return _opaque(function(*args, **options))

    return call


def make_texts_opaque(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every function of `clock.text` return opaque texts, wherever it was imported."""
    made = {
        function: _making_opaque(function)
        for module in MADE_IN
        for function in _texts_of(sys.modules[f"clock.text.{module}"])
    }
    for name, module in sorted(sys.modules.items()):
        if name.startswith("clock."):
            for attribute, value in list(vars(module).items()):
                if callable(value) and _key(value) in made:
                    monkeypatch.setattr(module, attribute, made[value])
                elif hasattr(value, "cache_info") and value.__module__.startswith(RENDERERS):
                    monkeypatch.setattr(module, attribute, value.__wrapped__)  # hashes its texts


def _key(value: Any) -> Any:
    return value if type(value).__hash__ is not None else None


_NO_TEXTS = {"N_", "language", "language_of", "profile_title", "changed", "columns"}
"""Functions whose result is a key or a figure."""


def _texts_of(module: ModuleType) -> Iterator[Callable[..., Any]]:
    for name, value in vars(module).items():
        own = getattr(value, "__module__", "") == module.__name__
        returned = getattr(value, "__annotations__", {}).get("return")
        if own and name not in _NO_TEXTS and returned in (str, tuple[str, ...]):
            yield value
