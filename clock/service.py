"""`clapper run`: the station on real pins, until it is told to end.

It tells systemd that it is ready after the first face, and feeds the watchdog after a turn of the
loop, in the loop's own thread: a loop that stands still, or edges that do not come any more, end
the process, and systemd starts it again. What keeps it from starting is told in one line, in the
log and on the displays.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from msgspec.structs import replace

from clock.config import DEFAULT_FILE, Config, ConfigError, config_from, read_config
from clock.faces.draw import draw
from clock.faces.face import Page
from clock.faces.words.control import setting
from clock.faces.words.language import tr
from clock.faces.words.mistakes import mistake
from clock.faces.words.rows import wrapped
from clock.journal.journal import Journal
from clock.notify import Notifier
from clock.station.keep import Keep, users_file
from clock.station.loop import WAIT_NS_MAX, Station
from hal.body import MonotonicTime, open_body
from hal.factories import PinError, one_line, open_factory
from hal.oled import LumaScreen, open_screen
from hal.ports import Body, Frame, Screen, ScreenName
from hal.power import SysfsPower
from hal.scratch import scratch
from hal.wiring import ScreenWiring, Wiring

UNUSABLE = 2
"""The exit status for a configuration that cannot be; to start again does not help."""
NO_PINS = 3
"""The exit status where the pins cannot be had."""
FAULT = 1
"""The exit status for a defect of the program; a fresh start may help."""

PINS_WAIT_NS, PINS_RETRY_NS = 10_000_000_000, 500_000_000
"""As a service we wait for the pins: after power-on their driver and permissions may come late."""

NOTICE_S_MAX = 1.0
"""A display that does not take the notice within this is left alone."""

FEEDS = 4
"""The watchdog is fed this often in its time."""


def run(file: Path | None) -> int:
    """Keep time until SIGTERM or Ctrl-C; return the exit status. In the main thread.

    Without a `file` the default one is read, and if that is not there the clock is as it comes.
    """
    with closing(Notifier()) as notifier:
        try:
            return _run(file, notifier)
        except Exception:
            # systemd starts us again: so it must not look like a mistake of the user's, which the
            # command tells in a line and nobody tries again.
            _log(traceback.format_exc().rstrip())
            return FAULT


def _run(file: Path | None, notifier: Notifier) -> int:
    try:
        config = _config(file)
    except ConfigError as wrong:
        lines = tuple(map(mistake, wrong.lines))
        _log(*lines)
        folder = f"{(file or DEFAULT_FILE).parent}/"
        told = tuple(line.removeprefix(folder) for line in lines)
        _notice(wrong.wiring, Page(tr("Configuration"), told, None, tr("see clapper check"), ""))
        return UNUSABLE
    for skipped in config.skipped:
        _log(f"skipped {skipped}")
    with scratch(), _ended() as stop:
        try:
            factory = _factory(config.wiring.pins.factory, notifier, stop)
            if factory is None:
                return 0
            power = _power(config.wiring)
            body = open_body(config.wiring, factory, _screens(config.wiring), power=power)
        except PinError as wrong:
            _log(f"{wrong}. `clapper doctor` tells what to do")
            _notice(config.wiring, _no_pins(wrong))
            return NO_PINS
        if power is not None:
            power.start()
        return _keep_time(body, config, notifier, stop)


def _config(file: Path | None) -> Config:
    if file is None and not DEFAULT_FILE.exists():
        _log(f"{DEFAULT_FILE} is not there: the clock is as it comes")
        return config_from("")
    return read_config(file or DEFAULT_FILE)


@contextmanager
def _ended() -> Iterator[Event]:
    """An event that is set by whatever is to end us."""
    stop = Event()
    before = {
        number: signal.signal(number, lambda *_: stop.set())
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    }
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _factory(name: str, notifier: Notifier, stop: Event) -> Any:
    """The pin factory, waited for if we are a service; None if we are ended; raises PinError."""
    until_ns = time.monotonic_ns() + (PINS_WAIT_NS if notifier.listened_to else 0)
    while True:
        try:
            return open_factory(name)
        except PinError as wrong:
            if time.monotonic_ns() >= until_ns:
                raise
            notifier.tell(f"STATUS=Waits for the pins: {wrong}")
        if stop.wait(PINS_RETRY_NS / 1e9):
            return None


def _screens(wiring: Wiring) -> Mapping[ScreenName, Screen] | None:
    """Displays that nobody sees, for pins that nobody touches; None: those of the wiring."""
    if wiring.pins.factory != "mock":
        return None
    from luma.core.device import dummy

    return {
        name: LumaScreen(dummy(width=screen.width, height=screen.height, mode="1"))
        for name, screen in wiring.screens.items()
    }


def _power(wiring: Wiring) -> SysfsPower | None:
    """What the kernel tells of the supply; nothing where the clock is not on a Pi's pins."""
    return None if wiring.pins.factory == "mock" else SysfsPower(MonotonicTime())


def _state_folder() -> Path | None:
    """Where systemd keeps the state of the service; None if it did not start us."""
    folder = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def _keep(config: Config) -> Keep:
    """The clock's own settings: its sounds, brightness and language."""
    folder = _state_folder()
    file = folder / "settings.json" if folder else users_file(os.environ)
    keep = Keep(file, config.settings)
    if keep.fault is not None:
        _log(keep.fault)
    return keep


@contextmanager
def _journal(config: Config, body: Body) -> Iterator[Journal | None]:
    """The journal, where systemd keeps the state of the service."""
    folder = _state_folder()
    if folder is None:
        _log("no journal is kept: STATE_DIRECTORY is not set")
        yield None
        return
    file, bytes_max = folder / "journal.db", config.journal.megabytes * 1_000_000
    with closing(Journal(file, body.time.now_ns(), bytes_max=bytes_max)) as journal:
        if journal.damage is not None:
            _log(f"{file}: {journal.damage}")
        yield journal


def _keep_time(body: Body, config: Config, notifier: Notifier, stop: Event) -> int:
    try:
        with closing(_keep(config)) as keep, _journal(config, body) as journal:
            station = Station(
                body,
                config.setup,
                config.wiring.debounce,
                config.offers,
                journal,
                keep,
                config.power.low_percent,
                config.organizer,
            )
            station.turn()
            _log(f"ready. {'. '.join(setting(station.state.setup))}")
            notifier.tell("READY=1")
            health = Health(body, notifier, _log, lambda: station.faults() + station.warnings())
            station.run(stop, health.look)
            notifier.tell("STOPPING=1")
    except PinError as wrong:  # edges cannot be watched
        _log(f"{wrong}. `clapper doctor` tells what to do")
        _show(body.screens, _no_pins(wrong))
        return NO_PINS
    except Exception as wrong:
        _show(body.screens, Page(tr("The clock has failed"), (one_line(wrong),), None, "", ""))
        raise
    else:
        _log("ended")
        return 0
    finally:
        body.close()


class Health:
    """Tells systemd and the log, after each turn of the loop, how the clock fares."""

    def __init__(
        self,
        body: Body,
        notifier: Notifier,
        log: Callable[[str], None],
        faults: Callable[[], tuple[str, ...]] | None = None,
    ) -> None:
        """`faults` are all that are told; without it those of the body."""
        self._body = body
        self._all_faults = faults or (lambda: body.faults)
        self._notifier = notifier
        self._log = log
        self._faults: tuple[str, ...] | None = None
        period_ns = notifier.watchdog_ns
        self._period_ns = None if period_ns is None else min(period_ns // FEEDS, WAIT_NS_MAX)
        self._fed_ns: int | None = None

    def look(self) -> None:
        """Feed the watchdog if it is time and edges arrive; tell of faults that are new or gone."""
        if self._body.inputs.alive:
            self._feed(self._body.time.now_ns())
        faults = self._all_faults()
        if faults != self._faults:
            before = self._faults or ()
            for fault in faults:
                if fault not in before:
                    self._log(fault)
            for fault in before:
                if fault not in faults:
                    self._log(f"well again: {fault}")
            self._faults = faults
            self._notifier.tell(f"STATUS={'; '.join(faults) or 'All is well'}")

    def _feed(self, now_ns: int) -> None:
        if self._period_ns is None:
            return
        if self._fed_ns is None or now_ns - self._fed_ns >= self._period_ns:
            self._fed_ns = now_ns
            self._notifier.tell("WATCHDOG=1")


def _no_pins(wrong: PinError) -> Page:
    return Page(tr("No pins"), (mistake(str(wrong)),), None, tr("see clapper doctor"), "")


def _notice(wiring: Wiring, notice: Page) -> None:
    """Say on the displays that can be had why there is no clock; it stays there."""
    screens = {}
    for name, screen in wiring.screens.items():
        if screen.bus == "i2c" and wiring.pins.factory != "mock":
            opened = _opened(screen)
            if opened is not None:
                screens[name] = opened
    _show(screens, notice)
    for opened in screens.values():
        opened.close()


def _opened(screen: ScreenWiring) -> LumaScreen | None:
    try:
        return open_screen(screen)
    except Exception:  # the wiring itself may be what is wrong
        return None


def _show(screens: Mapping[ScreenName, Screen], notice: Page) -> None:
    """Show a notice, whose rows are of any length, and wait a moment for it to be seen."""
    rows = tuple(row for line in notice.rows for row in wrapped(line))
    sentence = f"{notice.title}. {' '.join(notice.rows)}"
    page = replace(notice, rows=rows, sentence=sentence)
    for screen in screens.values():
        screen.show(Frame(draw(page, screen.size), page.sentence))
    for screen in screens.values():
        if isinstance(screen, LumaScreen):
            screen.wait_for(partial(_told, screen), NOTICE_S_MAX)


def _told(screen: LumaScreen) -> bool:
    return screen.fault is not None or screen.flush(0)


def _log(*lines: str) -> None:
    """Say something in the log; the clock goes on without one."""
    with suppress(OSError):
        for line in lines:
            print(f"clapper: {line}", file=sys.stderr, flush=True)
