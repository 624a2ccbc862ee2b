"""`clapper sim`: the real station over a body on a web page, until Ctrl-C."""

import argparse
import os
import signal
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from errno import ENOTDIR
from functools import partial
from pathlib import Path
from threading import Event, Thread

from clock.game.names import Names
from clock.game.recorded import game_of
from clock.game.timeline import Timeline
from clock.journal.folder import require_replaceable
from clock.journal.journal import Journal
from clock.menu import MenuContext
from clock.presets import find_presets, own_folders
from clock.presets.offers import offers_of
from clock.simulator.body import SimulatedBody
from clock.simulator.options import (
    organizer_from,
    record,
    require_apart,
    require_writable,
    setup_from,
    wiring_of,
)
from clock.simulator.report import last_over
from clock.simulator.server import PageServer
from clock.station.loop import Station
from clock.station.settings_file import SettingsFile, users_file
from clock.text.control import setting
from clock.text.language import render, tr
from hal.ports import Body
from hal.wiring import DEFAULT

STOP_WAIT_S = 5.0
LOOK_S = 0.5
FAULT = 1


def simulate(options: argparse.Namespace, names: Names) -> int:
    """Serve the body and keep time until interrupted; return the exit status.

    To be called in the main thread, which ends soon after: one interrupt ends the game, later ones
    are ignored. Raises Problem for an option that cannot be, OSError for a file.
    """
    found = find_presets(*own_folders(os.environ), *options.own)
    setup = setup_from(options.control, options.regulations, options.opening, found)
    for skipped in found.skipped:
        _warn(tr("clapper: skipped {what}").format(what=render(skipped)))
    organizer = organizer_from(options.organizer)
    path = options.settings or users_file(os.environ)
    require_apart(path, journal=options.journal, record=options.record)
    with suppress(OSError):  # a file that cannot be read is reported, and the clock is as delivered
        require_replaceable(path)
    with (
        closing(SimulatedBody(wiring_of(options.display, organizer.opens))) as simulated,
        closing(SettingsFile(path)) as settings,
        _journal(options.journal, simulated.body, names) as journal,
    ):
        if settings.fault is not None:
            _warn(f"clapper: {render(settings.fault)}")
        if options.language:
            settings.use_language(options.language)
        station = Station(
            simulated.body,
            setup,
            DEFAULT.debounce,
            MenuContext(
                offers_of(found), openings=tuple(found.openings.values()), organizer=organizer
            ),
            journal,
            settings,
            presets_folder=own_folders(os.environ)[-1],
        )
        with PageServer(
            simulated,
            options.host,
            options.port,
            lambda: station.language,
            lambda: last_over(station.games),
            _names_by_game(station, journal, names),
        ) as server:
            if options.record is not None:
                require_writable(options.record)
            lines = (". ".join(setting(station.state.setup)), *_news(station, options.journal))
            invite = partial(_invite, server, lines, with_browser=not options.no_browser)
            interrupted = _keep_time(station, invite)
            if options.record is not None:
                record(station.games, options.record, path, names)
    return 0 if interrupted else FAULT


def _names_by_game(
    station: Station, journal: Journal | None, names: Names
) -> Callable[[Timeline], Names]:
    """Return what names a game: one that came back has names of its own, in its file."""
    own: dict[Timeline, Names] = {}
    if journal is not None and station.recovered:
        own[station.timeline] = game_of(journal.found.lines).header.names
    return lambda game: own.get(game, names)


def _news(station: Station, journal: Path | None) -> Iterator[str]:
    """Yield a line each about a game that came back from the journal."""
    if station.recovered:
        line = tr(
            "Game {number} of {folder} is on the table again. --control, --regulations and "
            "--opening are for a new journal."
        )
        yield line.format(number=station.recovered, folder=journal)
        yield from map(render, station.news())


def _invite(server: PageServer, lines: tuple[str, ...], *, with_browser: bool) -> None:
    address = tr("Clapper is at {url} (Ctrl-C ends it)").format(url=server.url)
    if server.phone_url not in ("", server.url):
        address += "\n" + tr("On a phone: {url}").format(url=server.phone_url)
    print(address, *lines, sep="\n", flush=True)
    if not with_browser:
        return
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        # The only browser here may be one that would take over the terminal.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(server.url)


def _keep_time(station: Station, invite: Callable[[], None]) -> bool:
    """Run the station in a thread of its own until Ctrl-C; return False if it ended by itself."""
    stop = Event()
    # A daemon, and started inside: an interrupt at any moment ends the command.
    thread = Thread(target=station.run, args=(stop,), name="station", daemon=True)
    for ending in (signal.SIGTERM, signal.SIGHUP):  # a closed terminal ends it like Ctrl-C
        signal.signal(ending, signal.default_int_handler)
    try:
        thread.start()
        invite()
        # An interrupt in the instant before a wait is only seen after it, so no wait is endless.
        while thread.is_alive():
            thread.join(LOOK_S)
        return False
    except KeyboardInterrupt:
        # The game is still to be written: a second Ctrl-C must not cut that short.
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, signal.SIG_IGN)
        with suppress(OSError):  # the terminal may be gone
            _warn("\n" + tr("The clock is put away."))
        return True
    finally:
        stop.set()
        if thread.ident is not None:
            thread.join(STOP_WAIT_S)


@contextmanager
def _journal(folder: Path | None, body: Body, names: Names) -> Iterator[Journal | None]:
    """Open the journal that was asked for, and report what is wrong with it."""
    if folder is None:
        yield None
        return
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder))
    with closing(Journal(folder, body.time.now_ns(), names=names)) as journal:
        if journal.damage is not None:
            _warn(f"clapper: {folder}: {render(journal.damage)}")
        if journal.trouble is not None:
            _warn(f"clapper: {render(journal.trouble)}")
            _warn(f"clapper: {tr('until the journal can be written, games are only in memory')}")
        yield journal


def _warn(line: str) -> None:
    print(line, file=sys.stderr)
