"""The desk's pages in Chromium, opened as somebody who is logged in."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

from clock.desk.people import UserRole
from clock.desk_pages.app import COOKIE
from clock.desk_pages.requests import PageRow
from clock.rules.inputs import Stop
from tests.desk.desk_server import ORGANIZER, REFEREE, SCREEN, DeskServer, desk_pages_on

if TYPE_CHECKING:
    from pathlib import Path

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
NAMES = {UserRole.ORGANIZER: ORGANIZER, UserRole.REFEREE: REFEREE, UserRole.SCREEN: SCREEN}


@pytest.fixture
def desk(tmp_path: "Path") -> Iterator[DeskServer]:
    """A round of six tables that is yet to be started."""
    with desk_pages_on(tmp_path) as a_desk:
        yield a_desk


@pytest.fixture(scope="module", name="desk")
def shared_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskServer]:
    """The same for all tests of a module."""
    with desk_pages_on(tmp_path_factory.mktemp("desk")) as a_desk:
        yield a_desk


def path_of(page: PageRow, table: str = "") -> str:
    """Return where a page is; one that is only there while the clocks stand is of table 2."""
    table = table or ("2" if page.path.endswith("/correct") else "1")
    return page.path.format(table=table, round="1", kind="csv")


def enter(page: Page, desk: DeskServer, role: UserRole, path: str = "/now") -> Page:
    """Open a page as somebody who is logged in."""
    cookie, _ = desk.admit(NAMES[role], role)
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": desk.url}])
    page.goto(desk.url + path)
    return page


def play(desk: DeskServer) -> None:
    """Start tables 1 to 3; at table 2 somebody stops the clocks."""
    for table in ("1", "2", "3"):
        assert (
            desk.act(f"/round/start/{table}", ORGANIZER, UserRole.ORGANIZER, op="start").status
            == 200
        )
    desk.at_table(2, Stop)
