"""`clapper sim`: run the real station with a body on a web page, until Ctrl-C."""

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
from typing import NamedTuple

from clock.game.names import Names
from clock.game.recorded import game_of
from clock.journal.inspection import LastGame
from clock.journal.journal import Journal
from clock.kinds import OTHER, kind_of
from clock.link.desk_table import DeskTable
from clock.link.link import Link
from clock.menu.levels import MenuContext
from clock.presets import Presets, find_presets, own_folders
from clock.records.naming import name_parts
from clock.records.output_files import require_replaceable
from clock.rules.message import Problem
from clock.rules.state import Setup
from clock.simulator.desk_clock import LinkNews, desk_of, in_own_folder
from clock.simulator.feeds import Feed
from clock.simulator.moment import moment_of
from clock.simulator.options import ask_for_game, organizer_from, setup_from, wiring_of
from clock.simulator.reading import ClockReading, read_clock
from clock.simulator.report import game_to_report
from clock.simulator.server import PageServer
from clock.simulator.simulated_body import SimulatedBody
from clock.simulator.time_choices import TimeChoices
from clock.simulator.time_sheet import TimeSheet
from clock.station.loop import Station
from clock.station.recent_setups import with_recent
from clock.station.settings_file import SettingsFile, users_file
from clock.text.control import setup_sentences
from clock.text.language import language_of, render, speaking, tr
from hal.ports import Body
from hal.wiring import DEFAULT

STOP_WAIT_S = 5.0
LOOK_S = 0.5
FAULT = 1
SETUP_OPTIONS = ("game", "control", "regulations", "opening", "handicap")


def simulate(options: argparse.Namespace, names: Names) -> int:
    """Serve the body and keep time until interrupted; return the exit status.

    To be called in the main thread, which ends soon after: the first interrupt ends the game, later
    ones are ignored. Raises Problem for an impossible option, OSError for a file.
    """
    desk = desk_of(options)
    options = in_own_folder(options, desk)
    found = find_presets(*own_folders(os.environ), *options.own)
    setup = _setup_asked(options, found, options.game)
    for skipped in found.skipped:
        _warn(tr("clapper: skipped {what}").format(what=render(skipped)))
    organizer = organizer_from(options.organizer)
    organizer = organizer if desk is None else organizer.at_event()
    path = options.settings or users_file(os.environ)
    with suppress(OSError):  # SettingsFile reports a file that cannot be read
        require_replaceable(path)
    with (
        closing(SimulatedBody(wiring_of(organizer.opens))) as simulated,
        closing(SettingsFile(path)) as settings,
        _journal(options.journal, simulated.body, names) as journal,
    ):
        if settings.fault is not None:
            _warn(f"clapper: {render(settings.fault)}")
        if options.language:
            settings.use_language(options.language)
        chosen = _choose(options, found, setup, _last_setup(journal, settings))
        setup = chosen.setup
        if desk is None and journal is not None and _typed(options):
            setup = _in_place_of_unbegun(journal, setup)
        station = Station(
            simulated.body,
            setup,
            DEFAULT.debounce,
            MenuContext(found.offers, openings=tuple(found.openings.values()), organizer=organizer),
            journal,
            settings,
            presets_folder=own_folders(os.environ)[-1],
            names=names,
        )
        follows, machines = not options.language, language_of(os.environ)
        feed = Feed(partial(_read, station))
        choices = TimeChoices(station, found, named=chosen.named or station.recovered > 0)
        with PageServer(
            simulated,
            options.host,
            options.port,
            lambda: "" if follows and station.language == machines else station.language,
            lambda: game_to_report(station.games),
            feed=feed,
            moment=lambda: moment_of(station.snapshot, station.now_ns(), station.language),
            sheet=TimeSheet(station, choices),
        ) as server:
            news = _news(station, options, chosen)
            lines = (". ".join(setup_sentences(station.state.setup)), *news)
            invite = partial(_invite, server, lines, with_browser=not options.no_browser)
            closed = tr("The clock is closed.")
            if journal is None:
                closed = tr(
                    "The clock is closed; its games were not kept: --journal FOLDER keeps them"
                )
            with _linked(desk, journal, station) as look:
                interrupted = _keep_time(station, feed.note_turn, invite, closed, look)
    return 0 if interrupted else FAULT


class _Choice(NamedTuple):
    """The setup to begin with, and who chose it."""

    setup: Setup
    kind: str = ""
    """The kind of game of the last setup, taken because nobody named one."""
    named: bool = True
    """Somebody has named the game, now or for the last setup."""
    again: bool = False
    """It is the last setup."""


def _setup_asked(options: argparse.Namespace, found: Presets, game: str | None) -> Setup:
    """The setup by the options, in a kind of game; raises Problem."""
    asked = options.control, options.regulations, options.opening
    return setup_from(*asked, found, game, handicap=options.handicap)


def _choose(
    options: argparse.Namespace, found: Presets, setup: Setup, last: Setup | None
) -> _Choice:
    """Choose between the setup by the options and the last one; a missing game is asked for."""
    if last is not None and not _typed(options):
        return _Choice(last, again=True)
    game, kind = options.game or options.opening, ""
    if not game and setup.game == OTHER:
        kind = "" if last is None else last.game
        game = kind or (ask_for_game() if _is_terminal() else "")
        setup = _setup_asked(options, found, game or OTHER)
    return _Choice(setup, kind, bool(game or (options.control and setup.game != OTHER)))


def _last_setup(journal: Journal | None, settings: SettingsFile) -> Setup | None:
    """Return the setup that was played last, or else set; None if it is not known."""
    if journal is not None and journal.found.lines:
        with suppress(Problem):
            return with_recent((), game_of(journal.found.lines).setup)[0]
    return next(iter(settings.recent), None)


def _typed(options: argparse.Namespace) -> list[str]:
    """Return the options given that are of a setup."""
    return [f"--{key}" for key in SETUP_OPTIONS if vars(options)[key]]


def _in_place_of_unbegun(journal: Journal, setup: Setup) -> Setup:
    """Return a setup for a journal's table; a last game without any input makes room for it.

    In the same kind of game the same player begins. A match that goes on stays.
    """
    with suppress(Problem):
        if len(journal.found.lines) == 1 and not journal.found.cut_off:
            unbegun = game_of(journal.found.lines)
            if unbegun.setup.match is None or not unbegun.setup.match.results:
                journal.names = journal.names.over(unbegun.header.names)
                journal.found = journal.found._replace(last=LastGame())
                if unbegun.setup.game == setup.game and setup.match is None:
                    return setup.begun_by(unbegun.setup.starter)
    return setup


def _is_terminal() -> bool:
    """Return whether somebody at a terminal can answer a question."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _news(station: Station, options: argparse.Namespace, chosen: _Choice) -> Iterator[str]:
    """Yield who plays, and what the user may not expect: the kind of game, a recovered game."""
    names = name_parts(station.timeline.names)
    if not station.recovered:
        game = tr(kind_of(station.state.setup.game).title)
        if chosen.again:
            yield tr("This is the last setup; --game or --control names another")
        elif chosen.kind:
            line = tr("No game was chosen: {game}, as last time; --game names another")
            yield line.format(game=game)
        elif options.control and not chosen.named:
            line = tr("No game was chosen: {game}; for chess, add --game chess")
            yield line.format(game=game)
        if who := " · ".join(names):
            yield who
        return
    line = tr("Game {number} of the journal {folder} is back on the clock")
    yield " · ".join((line.format(number=station.recovered, folder=options.journal), *names))
    if unused := _typed(options):
        text = tr("It keeps the setup that it began with; these options are ignored: {options}")
        yield text.format(options=", ".join(unused))
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
        # A generic browser may be a text browser, which would take over the terminal.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(server.url)


def _read(station: Station) -> ClockReading:
    """Read the station's clock, in any thread."""
    snapshot = station.snapshot
    with speaking(station.language):
        return read_clock(snapshot.state, snapshot.names, station.now_ns())


@contextmanager
def _linked(
    desk: DeskTable | None, journal: Journal | None, station: Station
) -> Iterator[Callable[[], None]]:
    """Link a clock to its desk, if it has one; yield what says how the link is."""
    if desk is None or journal is None:
        yield lambda: None
        return
    with closing(Link(desk, journal, station)) as link:
        yield LinkNews(link, _warn).look


def _keep_time(
    station: Station,
    turned: Callable[[], None],
    invite: Callable[[], None],
    closed: str,
    look: Callable[[], None],
) -> bool:
    """Run the station in a thread until Ctrl-C; return False if it ended by itself.

    `look` is called again and again.
    """
    stop = Event()
    # A daemon, started inside `try`, so that an interrupt ends the command at any moment.
    thread = Thread(target=station.run, args=(stop.is_set, turned), name="station", daemon=True)
    for ending in (signal.SIGTERM, signal.SIGHUP):  # a closed terminal ends it like Ctrl-C
        signal.signal(ending, signal.default_int_handler)
    try:
        thread.start()
        invite()
        # An interrupt just before a wait is noticed only after it, so no wait may be endless.
        while thread.is_alive():
            thread.join(LOOK_S)
            look()
        return False
    except KeyboardInterrupt:
        # The game must still be written: ignore a second Ctrl-C.
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, signal.SIG_IGN)
        with suppress(OSError):  # the terminal may be gone
            _warn("\n" + closed)
        return True
    finally:
        stop.set()
        if thread.ident is not None:
            thread.join(STOP_WAIT_S)


@contextmanager
def _journal(folder: Path | None, body: Body, names: Names) -> Iterator[Journal | None]:
    """Open the journal named by `--journal`, if any, and report its problems."""
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
            _warn(
                f"clapper: {tr('until the journal can be written, games are kept in memory only')}"
            )
        yield journal


def _warn(line: str) -> None:
    print(line, file=sys.stderr)
