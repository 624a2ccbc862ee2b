"""Fixtures that several rooms share: a real Chromium, and pages in it."""

import asyncio
import os
import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, Protocol

import hypothesis
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hal import input_devices
from tools.compiled import compile_catalogues

# How long an example takes is the machine's affair: speed is measured by `make bench`.
hypothesis.settings.register_profile("clapper", deadline=None)
hypothesis.settings.load_profile("clapper")

CHROMIUM = ("chromium-headless-shell", "chromium")
"""Debian's; the one without windows opens a page in a quarter of the time."""
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WAIT_S = 60.0
"""How long a condition is waited for before a test fails, also on a machine that is very busy."""
WAIT_MS = WAIT_S * 1000
ENDS_WITH_US = ("setpriv", "--pdeathsig", "TERM") if shutil.which("setpriv") else ()
"""Before a command: it ends once pytest does, even if that is killed."""


class NewPage(Protocol):
    """Opens a page in a context of its own, with these options of Playwright's `new_context`."""

    def __call__(self, **context_options: Any) -> Page: ...


def pytest_configure() -> None:
    """Compile the catalogues as they are now."""
    compile_catalogues(Path(__file__).parent.parent)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests with a browser last: they take longest to start."""
    items.sort(key=_has_browser)


def _has_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


@contextmanager
def _no_running_loop(item: pytest.Item) -> Iterator[None]:
    """Hide Playwright's event loop, which runs in this thread, from a test without a browser.

    A process that takes tests over from another one may get such a test after those with a browser.
    """
    loop = None if _has_browser(item) else asyncio._get_running_loop()
    if loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    with _no_running_loop(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    with _no_running_loop(item):
        yield


def missing(what: str) -> NoReturn:
    """Skip a test for which this machine lacks something; fail where all tests are wanted."""
    wanted = os.environ.get("CI") or os.environ.get("CLAPPER_REQUIRE") == "all"
    outcome = pytest.fail if wanted else pytest.skip
    outcome(what)


def _chromium() -> str:
    for path in filter(None, map(shutil.which, CHROMIUM)):
        return path
    missing("Chromium is not installed (apt-get install chromium-headless-shell)")


@pytest.fixture(scope="session", autouse=True)
def _no_test_writes_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The clock's settings under test are not the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_test_takes_a_keyboard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The keyboards of the machine that runs the tests are no plungers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(input_devices, "FOLDER", tmp_path_factory.mktemp("input"))
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless, one for the whole run."""
    path = _chromium()
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_ARGS))
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens pages; a script error on any of them fails the test at its end."""
    contexts = []
    errors: list[str] = []

    def open_page(**context_options: Any) -> Page:
        context = browser.new_context(**context_options)
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
