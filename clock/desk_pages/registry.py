"""The pages and acts of the desk, each added by the function that shows or does it."""

from collections.abc import Callable
from typing import TypeVar

from clock.desk.people import UserRole
from clock.desk_pages.requests import ActRow, Do, PageRow, Show

_S = TypeVar("_S", bound=Show)
_D = TypeVar("_D", bound=Do)

PAGES: list[PageRow] = []
ACTS: list[ActRow] = []
TABS = ("/now", "/round", "/results", "/clocks", "/people", "/screen", "/activity")
"""The navigation, in its order."""


def page(path: str, role: UserRole, template: str = "", tab: str = "") -> Callable[[_S], _S]:
    """Make a page of a function that returns data for a template, or the response itself.

    A page with a `tab` is in the navigation; its title is its tab.
    """

    def add(show: _S) -> _S:
        PAGES.append(PageRow(path, role, template, show, tab))
        return show

    return add


def act(path: str, role: UserRole) -> Callable[[_D], _D]:
    """Make an act of a function that returns its outcome as a text, or the response."""

    def add(do: _D) -> _D:
        ACTS.append(ActRow(path, role, do))
        return do

    return add
