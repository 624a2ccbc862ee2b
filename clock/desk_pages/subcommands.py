"""`clapper desk`: make an event's folder, be its desk, or show a desk with virtual clocks."""

import asyncio
import logging
import signal
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from clock.desk.event import (
    PAGE_PORT,
    Event,
    database_url,
    make_event,
    new_password,
    read_event,
    renew_event,
    topic_name,
)
from clock.desk.event.certificates import CA, CA_KEY, PAGE, fingerprint
from clock.desk.event.club import make_club
from clock.desk.people import People, UserRole
from clock.desk.store import Store
from clock.desk_pages.demo import ORGANIZER, PASSWORD, demo
from clock.desk_pages.log_bound import LogBound
from clock.rules.message import Problem
from clock.text.language import render, tr

DEMO_PORT = 8780
TABLES_MAX = 500
"""Of the demo; its clocks run in this process, which is busy with as many."""


def make_club_folder(options: Namespace) -> int:
    """Make the folder of a club."""
    folder = _folder(options)
    name = options.name or folder.name
    club = make_club(folder, topic_name(name), name)
    made = tr(
        "The club {name} is in {folder}; an event of it: `clapper desk init EVENT --club {folder}`"
    )
    print(made.format(name=club.name, folder=folder))
    safe = tr("Keep {file} safe: whoever has it can be the desk of all the club's clocks")
    print(safe.format(file=folder / CA_KEY))
    return 0


def init_event(options: Namespace) -> int:
    """Make the folder of an event, and its organizer."""
    folder = _folder(options)
    name, addresses = options.name or folder.name, tuple(options.address)
    page_port = PAGE_PORT if options.port is None else options.port
    event = make_event(
        folder, name, addresses, options.game, page_port, options.broker_port, options.club
    )
    password = new_password()
    People(Store(database_url(folder, event)).engine).put(ORGANIZER, UserRole.ORGANIZER, password)
    lines = (
        tr("The event {name} is in {folder}; to run its desk: `clapper desk run {folder}`"),
        tr("Log in as {organizer} with the password {password} (it is shown only this once)"),
        tr("Certificate to install in browsers: {file}, SHA-256 {fingerprint}"),
        tr(
            "A browser without it shows a warning; the certificate that the browser then shows "
            "must have SHA-256 {shown}"
        ),
    )
    values = {
        "name": event.name,
        "folder": folder,
        "organizer": ORGANIZER,
        "password": password,
        "file": folder / CA,
        "fingerprint": fingerprint(folder / CA),
        "shown": fingerprint(folder / PAGE),
    }
    for line in lines:
        print(line.format(**values))
    return 0


def run_desk(options: Namespace) -> int:
    """Be the desk of an event."""
    from clock.desk_pages.service import run

    folder = _folder(options)
    event = read_event(folder)
    _renew(folder, event)
    address = next(iter(event.addresses), "localhost")

    def ready(port: int) -> None:
        text = tr("{name}: the desk is at {url} (Ctrl-C ends it)")
        print(text.format(name=event.name, url=f"https://{address}:{port}/"), flush=True)

    return _until_ended(run(folder, event, ready))


def _renew(folder: Path, event: Event) -> None:
    """Have the certificates name the machine's addresses of today; without a key they stay."""
    try:
        renewed = renew_event(folder, event)
    except Problem as problem:
        stays = tr("The certificates stay as they are: {problem}")
        print(stays.format(problem=render(problem.message)), flush=True)
        return
    if PAGE in renewed:
        new = tr(
            "The desk has other addresses now, and a new certificate: a browser without {file} "
            "shows a warning and SHA-256 {shown}"
        )
        print(new.format(file=folder / CA, shown=fingerprint(folder / PAGE)), flush=True)


def show_demo(options: Namespace) -> int:
    """Show a desk with virtual clocks."""
    if not 1 <= options.tables <= TABLES_MAX:
        template = "expected 1 to {most} tables, got {tables}"
        raise Problem(template, most=TABLES_MAX, tables=options.tables)

    def ready(port: int) -> None:
        url = f"http://127.0.0.1:{port}/"
        text = tr(
            "The desk is at {url} (Ctrl-C ends it): log in as {name} with the password {password}"
        )
        print(text.format(url=url, name=ORGANIZER, password=PASSWORD), flush=True)
        if not options.no_browser:
            with suppress(webbrowser.Error):
                browser = webbrowser.get()
                # The only browser here may be one that would take over the terminal.
                if type(browser) is not webbrowser.GenericBrowser:
                    browser.open(url)

    port = DEMO_PORT if options.port is None else options.port
    show = demo(options.tables, "127.0.0.1", port, ready, played=not options.start)
    return _until_ended(show)


ACTS: dict[str, Callable[[Namespace], int]] = {
    "club": make_club_folder,
    "init": init_event,
    "run": run_desk,
    "demo": show_demo,
}


def _folder(options: Namespace) -> Path:
    if options.event is None:
        raise Problem("expected the event's folder: `clapper desk {act} FOLDER`", act=options.act)
    return Path(options.event)


def _until_ended(desk: Coroutine[Any, Any, None]) -> int:
    """Run a desk until it is interrupted; a closed terminal ends it like Ctrl-C."""

    async def run() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        loop.set_exception_handler(_report)
        if logging.lastResort is not None:
            logging.lastResort.addFilter(LogBound())
        # None is raised as SIGINT: a desk that was started in the background ignores that at first.
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(ending, task.cancel)
        with suppress(asyncio.CancelledError):
            await desk

    asyncio.run(run())
    return 0


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error in a callback, but not that the MQTT library's connect was cancelled."""
    if not isinstance(context.get("exception"), asyncio.CancelledError):
        loop.default_exception_handler(context)
