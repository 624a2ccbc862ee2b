"""Every page of the table of pages is whole: what a new one lacks is named here.

CONTRIBUTING.md ("Adding a page to the desk") has the places.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest

from clock.desk.people import UserRole
from clock.desk_pages.registry import PAGES
from clock.desk_pages.requests import PageRow
from clock.rules.inputs import Stop
from tests.desk.desk_server import ORGANIZER, DeskServer, desk_pages_on, wait_until
from tests.desk.pages import NAMES, path_of

DOC = Path(__file__).parents[2] / "docs" / "desk.md"
SHOWN = [page for page in PAGES if page.template]
"""The pages that are shown; the others are files."""
IDS = [page.path for page in SHOWN]
FRAMES = {"base.html", "login.html", "refused.html"}
VOID = {"meta", "link", "input", "img", "br"}


class Outline(HTMLParser):
    """A page's title, its headings, its links, and what stands in its main part beside them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._open: list[str] = []
        self.title, self.headings, self.elements = "", list[str](), 0
        self.tabs: dict[str, bool] = {}
        """The addresses in the navigation; whether it is the page's own."""
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        if tag == "a" and "nav" in self._open:
            self.tabs[named["href"] or ""] = "aria-current" in named
        elif tag == "a":
            self.links.append(named.get("href") or "")
        if tag == "h1":
            self.headings.append("")
        elif "main" in self._open and "h1" not in self._open:
            self.elements += 1
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "title" in self._open:
            self.title += data
        if "h1" in self._open:
            self.headings[-1] += data.strip()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskServer]:
    """A round in which tables 1 and 2 play; at table 2 the clocks are stopped."""
    with desk_pages_on(tmp_path_factory.mktemp("desk")) as a_desk:
        for table in ("1", "2"):
            a_desk.act(f"/round/start/{table}", ORGANIZER, UserRole.ORGANIZER, op="start")
        a_desk.at_table(2, Stop)
        wait_until(lambda: "/tables/2/correct" in look(a_desk, "/tables/2", UserRole.ORGANIZER))
        yield a_desk


def look(desk: DeskServer, path: str, role: UserRole) -> str:
    """A page as somebody with this role sees it."""
    cookie, _ = desk.admit(NAMES[role], role)
    return desk.ask(path, cookie).text


def outline(desk: DeskServer, page: PageRow, role: UserRole | None = None) -> Outline:
    return Outline(look(desk, path_of(page), role or page.role))


def test_every_template_is_a_pages() -> None:
    folder = resources.files("clock.desk_pages").joinpath("templates")
    found = {file.name for file in folder.iterdir()}
    assert found == {page.template for page in SHOWN} | FRAMES


@pytest.mark.parametrize("page", SHOWN, ids=IDS)
def test_a_page_has_a_title_a_heading_and_content_of_its_own(
    page: PageRow, desk: DeskServer
) -> None:
    found = outline(desk, page)
    title, _, event = found.title.partition(" · ")
    assert title.strip(), "a title: its tab, or the block `title`"
    assert event == "Demo tournament"
    assert len(found.headings) == 1, "one h1"
    assert found.headings[0], "words in the h1"
    assert found.elements >= 2, "something beside the h1 in the block `main`"


@pytest.mark.parametrize("role", UserRole)
def test_the_navigation_has_the_pages_with_a_tab_that_a_role_may_see(
    role: UserRole, desk: DeskServer
) -> None:
    tabs = [page for page in SHOWN if page.tab]
    order = ["/now", "/round", "/results", "/clocks", "/people", "/screen", "/activity"]
    seen = {page.path for page in tabs if role.may(page.role)}
    paths = [path for path in order if path in seen]
    assert len(paths) == len(seen)
    for page in tabs:
        if role.may(page.role):
            found = outline(desk, page, role).tabs
            assert list(found) == paths
            assert [path for path, is_own in found.items() if is_own] == [page.path]


def test_tabs_have_names_of_their_own_and_no_other_places_in_their_paths() -> None:
    tabs = [page for page in SHOWN if page.tab]
    assert len({page.tab for page in tabs}) == len(tabs)
    assert not [page.path for page in tabs if "{" in page.path]


def test_another_page_leads_to_every_page_without_a_tab(desk: DeskServer) -> None:
    links = {
        link.partition("?")[0]
        for page in SHOWN
        for table in "12"
        for link in Outline(look(desk, path_of(page, table), UserRole.ORGANIZER)).links
    }
    for page in SHOWN:
        if not page.tab:
            leads = any(path_of(page, table) in links for table in "12")
            assert leads, f"{page.path}: a tab, or a link on another page"


@pytest.mark.parametrize("page", SHOWN, ids=IDS)
def test_a_page_is_documented(page: PageRow) -> None:
    text = DOC.read_text(encoding="utf-8")
    if page.tab:
        assert f"**{page.tab}**" in text, f"{DOC.name}: **{page.tab}** and what it is for"
    else:
        word = page.template.removesuffix(".html")
        assert re.search(rf"\b{word}", text), f"{DOC.name}: the word {word}"
