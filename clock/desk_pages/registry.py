"""The acts that the pages know, each added by the function that does it."""

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from clock.desk.people import UserRole
from clock.desk_pages.requests import ActRow, Do
from clock.rules.message import Problem

_D = TypeVar("_D", bound=Do)
_E = TypeVar("_E", bound=Enum)

ACTS: list[ActRow] = []


def act(path: str, role: UserRole) -> Callable[[_D], _D]:
    """Make an act of a function that returns its outcome as a text, or the response."""

    def add(do: _D) -> _D:
        ACTS.append(ActRow(path, role, do))
        return do

    return add


def choice(kind: type[_E], text: str | None) -> _E:
    """Return what a form chose. Raises Problem if it is none of a page's choices."""
    try:
        return kind(text)
    except ValueError:
        raise Problem("expected one of the page's choices") from None
