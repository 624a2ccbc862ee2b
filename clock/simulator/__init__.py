"""`clapper sim`: the real station over a body on a web page, until Ctrl-C."""

import argparse
import os
import signal
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import chain, count
from pathlib import Path
from threading import Event, Thread

from msgspec.structs import replace

from clock.game.file import regulations_from, write_game
from clock.game.timeline import Timeline
from clock.journal.databases import names_of, require_replaceable
from clock.journal.durable import replace_file
from clock.journal.journal import Journal
from clock.journal.soundness import require_journal
from clock.menu.access import Opens, Organizer, code_from
from clock.presets import Found, controls_of, find_presets, own_folders
from clock.presets.offers import in_match, offers_of, opening_and_first
from clock.rules.notation import control_from_pgn
from clock.rules.openings import OPENINGS
from clock.rules.refusal import SetupError
from clock.rules.slips import require_clear
from clock.rules.state import Setup
from clock.simulator.body import Twin
from clock.simulator.server import CannotListen, TwinServer
from clock.simulator.words import PageWords
from clock.station.keep import Keep, users_file
from clock.station.loop import Station
from clock.text.control import setting
from clock.text.language import speaking, tr
from clock.text.mistakes import mistake
from clock.text.refusals import refused
from hal.ports import Body, Line
from hal.wiring import DEFAULT, DRIVERS, KEY_PIN, Wiring

STOP_WAIT_S = 5.0
LOOK_S = 0.5
FAULT = 1


def simulate(options: argparse.Namespace) -> int:
    """Serve the body and keep the game until interrupted; return the exit status.

    To be called in the main thread, which ends soon after: one interrupt ends the game, and later
    ones are ignored. Raises ValueError with one line for an option that cannot be, OSError for a
    file.
    """
    found = find_presets(*own_folders(os.environ), *options.own)
    setup = setup_from(options.control, options.regulations, options.opening, found)
    for skipped in found.skipped:
        print(tr("clapper: skipped {what}").format(what=mistake(skipped)), file=sys.stderr)
    organizer = organizer_from(options.organizer)
    settings = options.settings or users_file(os.environ)
    _require_apart(settings, journal=options.journal, record=options.record)
    with suppress(OSError):  # what cannot be read is told, and the clock is as delivered
        require_replaceable(settings)
    with (
        closing(Twin(_wiring(options.display, organizer.opens))) as twin,
        closing(Keep(settings)) as keep,
        _journal(options.journal, twin.body) as journal,
    ):
        if keep.fault is not None:
            print(f"clapper: {keep.fault}", file=sys.stderr)
        if options.language:
            keep.speak(options.language)
        station = Station(
            twin.body, setup, DEFAULT.debounce, offers_of(found), journal, keep, organizer=organizer
        )
        words = partial(_words, keep)
        with _listening(twin, options.host, options.port, words) as server:
            if options.record is not None:
                _require_writable(options.record)
            told = (". ".join(setting(station.state.setup)), *_went_on(station, options.journal))
            invite = partial(_invite, server.url, told, with_browser=not options.no_browser)
            interrupted = _keep_time(station, invite)
            if options.record is not None:
                _record(station.games, options.record, settings)
    return 0 if interrupted else FAULT


def setup_from(control: str, regulations: str | None, opening: str | None, found: Found) -> Setup:
    """Return a setup from a name of `found` or PGN text, with its own choices unless given.

    Raises ValueError with the option at fault.
    """
    preset = found.named(control)
    if opening is not None and opening not in OPENINGS:
        told = tr("--opening: expected one of {names}, got {name!r}")
        raise ValueError(told.format(names=", ".join(OPENINGS), name=opening))
    try:
        if preset is None:
            require_clear(control)
        left, right = controls_of(preset) if preset else (control_from_pgn(control),) * 2
    except SetupError as wrong:
        told = tr("--control: {problem}, or a name of `clapper presets`")
        raise ValueError(told.format(problem=refused(str(wrong.message)))) from None
    try:
        own_rules = preset.regulations if preset else "club"
        chosen = regulations_from(own_rules if regulations is None else regulations)
    except SetupError as wrong:
        told = tr("--regulations: {problem}, got {name!r}")
        raise ValueError(
            told.format(problem=refused(str(wrong.message)), name=regulations)
        ) from None
    played, first = opening_and_first(preset, chosen, opening)
    setup = Setup(left=left, right=right, regulations=chosen, opening=played, first=first)
    return in_match(setup, preset)


def organizer_from(text: str) -> Organizer:
    """Return what opens the organizer's menu, from "hold", "key" or "code:1234".

    Raises ValueError with the option at fault.
    """
    opens, colon, code = text.partition(":")
    if text in (Opens.HOLD.value, Opens.KEY.value):
        return Organizer(Opens(text))
    try:
        if opens != Opens.CODE.value or not colon:
            raise ValueError("expected hold, key or code:1234")
        return Organizer(Opens.CODE, code_from(code))
    except ValueError as wrong:
        told = tr("--organizer: {problem}")
        raise ValueError(told.format(problem=refused(str(wrong)))) from None


def _wiring(display: str, opens: Opens) -> Wiring:
    width, height = (int(side) for side in display.split("x"))
    driver = next(
        name
        for name, driver in DRIVERS.items()
        if (width, height) in driver.sizes and "i2c" in driver.buses
    )
    screens = {
        name: replace(screen, driver=driver, width=width, height=height)
        for name, screen in DEFAULT.screens.items()
    }
    key = {Line.KEY: KEY_PIN} if opens is Opens.KEY else {}
    return replace(DEFAULT, screens=screens, lines={**DEFAULT.lines, **key})


def _open_browser(url: str) -> None:
    """Show the page, unless the only browser here would take over the terminal."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(url)


def _words(keep: Keep) -> PageWords:
    """The page speaks what the faces speak, as of when it is fetched."""
    code = keep.settings.language
    return PageWords(code, partial(_said, code))


def _said(code: str, text: str) -> str:
    """A word of the page; it is asked for in the server's thread, which speaks English."""
    with speaking(code):
        return tr(text)


def _listening(twin: Twin, host: str, port: int, words: Callable[[], PageWords]) -> TwinServer:
    try:
        return TwinServer(twin, host, port, words)
    except CannotListen as wrong:
        told = str(wrong)
        if told.endswith("is taken"):
            taken = tr("port {port} on {host} is taken; choose another with --port, or --port 0")
            told = taken.format(port=port, host=host)
        raise ValueError(told) from None


def _went_on(station: Station, journal: Path | None) -> Iterator[str]:
    """What is to be told of a game that came back from the journal, a line each."""
    if station.brought_back:
        told = tr(
            "Game {number} of {file} is on the table again. --control, --regulations and --opening "
            "are for a new journal."
        )
        yield told.format(number=station.brought_back, file=journal)
        yield from station.news()


def _invite(url: str, told: tuple[str, ...], *, with_browser: bool) -> None:
    print(tr("Clapper is at {url} (Ctrl-C ends it)").format(url=url), *told, sep="\n", flush=True)
    if with_browser:
        _open_browser(url)


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
            print("\n" + tr("The clock is put away."), file=sys.stderr)
        return True
    finally:
        stop.set()
        if thread.ident is not None:
            thread.join(STOP_WAIT_S)


@contextmanager
def _journal(file: Path | None, body: Body) -> Iterator[Journal | None]:
    """The journal that was asked for; what was wrong with it is told."""
    if file is None:
        yield None
        return
    require_journal(file)
    with closing(Journal(file, body.time.now_ns())) as journal:
        if journal.damage is not None:
            print(f"clapper: {file}: {journal.damage}", file=sys.stderr)
        if journal.trouble is not None:
            print(f"clapper: {mistake(journal.trouble)}", file=sys.stderr)
            waits = tr("until the journal can be written, games are only in memory")
            print(f"clapper: {waits}", file=sys.stderr)
        yield journal


def _require_apart(settings: Path, *, journal: Path | None, record: Path | None) -> None:
    """Raise ValueError with the option that would keep games where the settings are kept."""
    there = Path(os.path.realpath(settings))
    if journal is not None and there in names_of(journal):
        option, file = "--journal", journal
    elif record is not None and there == Path(os.path.realpath(record)):
        option, file = "--record", record
    else:
        return
    told = tr("{option} {file}: expected another file: the settings are kept in {settings}")
    raise ValueError(told.format(option=option, file=file, settings=settings))


def _require_writable(file: Path) -> None:
    """Find out now what would otherwise lose the game at its end, or those of a journal."""
    try:
        require_replaceable(file)
        replace_file(file, file.read_bytes() if file.is_file() else b"")
    except OSError as wrong:
        raise ValueError(
            tr("--record {file}: {problem}").format(file=file, problem=wrong.strerror)
        ) from None


def _record(games: list[Timeline], file: Path, settings: Path) -> None:
    """Write each game that was begun: the first to `file`, the next to "file-2" and so on.

    A number is left out where the settings or a journal have that name.
    """
    begun = [game for game in games if game.everything()] or games[:1]
    numbered = (file.with_stem(f"{file.stem}-{number}") for number in count(2))
    free = (path for path in chain((file,), numbered) if _is_free(path, settings))
    for game, path in zip(begun, free, strict=False):
        replace_file(path, write_game(game.setup, game.record()))


def _is_free(file: Path, settings: Path) -> bool:
    try:
        require_replaceable(file, settings)
    except ValueError:
        return False
    return True
