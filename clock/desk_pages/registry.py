"""The acts that the pages know, each added by the function that does it."""

from collections.abc import Callable
from typing import TypeVar

from clock.desk.people import UserRole
from clock.desk_pages.requests import ActRow, Do

_D = TypeVar("_D", bound=Do)

ACTS: list[ActRow] = []


def act(path: str, role: UserRole) -> Callable[[_D], _D]:
    """Make an act of a function that returns its outcome as a text, or the response."""

    def add(do: _D) -> _D:
        ACTS.append(ActRow(path, role, do))
        return do

    return add
