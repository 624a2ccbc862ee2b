"""`clapper run`: the station on real pins, until it is told to end.

It tells systemd that it is ready after the first face, and feeds the watchdog after a turn of the
loop, in the loop's own thread: a loop that stands still, or edges that do not come any more, end
the process, and systemd starts it again. What keeps it from starting is told in one line, in the
log and on the displays.
"""

import os
import traceback
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from clock.config import DEFAULT_FILE, Config, ConfigError, read_config, where_from
from clock.display.face import Page
from clock.journal.journal import Journal
from clock.journal.opening import opens_within_s
from clock.service.ending import Ending, ended_by_signals
from clock.service.health import Health
from clock.service.log import Say, log_to_stderr
from clock.service.notices import leave, no_pins, show
from clock.service.notify import Notifier
from clock.station.keep import Keep, users_file
from clock.station.loop import Station
from clock.text.control import setting
from clock.text.language import tr
from clock.text.mistakes import mistake
from hal.body import MonotonicTime, open_body
from hal.factories import PinError, one_line, open_factory
from hal.oled import LumaScreen
from hal.ports import Body, Screen, ScreenName, Time
from hal.power import SysfsPower
from hal.scratch import scratch
from hal.wiring import Wiring

UNUSABLE = 2
"""The exit status for a configuration that cannot be; to start again does not help."""
NO_PINS = 3
"""The exit status where the pins cannot be had."""
FAULT = 1
"""The exit status for a defect of the program; a fresh start may help."""

PINS_WAIT_NS, PINS_RETRY_NS = 10_000_000_000, 500_000_000
"""As a service we wait for the pins: after power-on their driver and permissions may come late."""


def run(file: Path | None) -> int:
    """Keep time until SIGTERM or Ctrl-C; return the exit status. In the main thread.

    Without a `file` the default one is read, and if that is not there the clock is as it comes.
    """
    with closing(Notifier()) as notifier, closing(log_to_stderr()) as log:
        try:
            return _run(file, notifier, log.say)
        except Exception:
            # systemd starts us again: so it must not look like a mistake of the user's, which the
            # command tells in a line and nobody tries again.
            log.say(traceback.format_exc().rstrip())
            return FAULT


def _run(file: Path | None, notifier: Notifier, say: Say) -> int:
    try:
        config = read_config(file)
    except ConfigError as wrong:
        lines = tuple(map(mistake, wrong.lines))
        for line in lines:
            say(line)
        folder = f"{(file or DEFAULT_FILE).parent}/"
        told = tuple(line.removeprefix(folder) for line in lines)
        notice = Page(tr("Configuration"), told, None, tr("see clapper check"), "")
        _leave(wrong.wiring, notice, say)
        return UNUSABLE
    if config.file is None:
        say(where_from(config))
    for skipped in config.skipped:
        say(f"skipped {skipped}")
    with scratch(), ended_by_signals() as ending:
        try:
            factory = _factory(config.wiring.pins.factory, notifier, ending, MonotonicTime())
            if factory is None:
                return 0
            power = _power(config.wiring)
            body = open_body(config.wiring, factory, _screens(config.wiring), power=power)
        except PinError as wrong:
            say(f"{wrong}. `clapper doctor` tells what to do")
            _leave(config.wiring, no_pins(wrong), say)
            return NO_PINS
        if power is not None:
            power.start()
        return _keep_time(body, config, notifier, ending, say)


def _leave(wiring: Wiring, notice: Page, say: Say) -> None:
    """Leave a notice on the displays; whatever goes wrong there changes no exit status."""
    try:
        leave(wiring, notice)
    except Exception:
        say(traceback.format_exc().rstrip())


def _factory(name: str, notifier: Notifier, ending: Ending, time: Time) -> Any:
    """The pin factory, waited for if we are a service; None if we are ended; raises PinError."""
    until_ns = time.now_ns() + (PINS_WAIT_NS if notifier.listened_to else 0)
    while True:
        try:
            return open_factory(name)
        except PinError as wrong:
            if time.now_ns() >= until_ns:
                raise
            notifier.tell(f"STATUS=Waits for the pins: {wrong}")
        if ending.wait(PINS_RETRY_NS / 1e9):
            return None


def _screens(wiring: Wiring) -> Mapping[ScreenName, Screen] | None:
    """Displays that nobody sees, for pins that nobody touches; None: those of the wiring."""
    if wiring.pins.factory != "mock":
        return None
    from luma.core.device import dummy

    return {
        name: LumaScreen(
            dummy(width=screen.width, height=screen.height, rotate=screen.rotate, mode="1")
        )
        for name, screen in wiring.screens.items()
    }


def _power(wiring: Wiring) -> SysfsPower | None:
    """What the kernel tells of the supply; nothing where the clock is not on a Pi's pins."""
    return None if wiring.pins.factory == "mock" else SysfsPower(MonotonicTime())


def _state_folder() -> Path | None:
    """Where systemd keeps the state of the service; None if it did not start us."""
    folder = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def _keep(config: Config, say: Say) -> Keep:
    """The clock's own settings: its sounds, brightness and language."""
    folder = _state_folder()
    file = folder / "settings.json" if folder else users_file(os.environ)
    keep = Keep(file, config.settings)
    if keep.fault is not None:
        say(keep.fault)
    return keep


@contextmanager
def _journal(config: Config, body: Body, notifier: Notifier, say: Say) -> Iterator[Journal | None]:
    """The journal, where systemd keeps the state of the service."""
    folder = _state_folder()
    if folder is None:
        say("no journal is kept: STATE_DIRECTORY is not set")
        yield None
        return
    file, bytes_max = folder / "journal.db", config.journal.megabytes * 1_000_000
    notifier.ask_for(opens_within_s(file))
    with closing(Journal(file, body.time.now_ns(), bytes_max=bytes_max)) as journal:
        if journal.damage is not None:
            say(f"{file}: {journal.damage}")
        yield journal


def _keep_time(body: Body, config: Config, notifier: Notifier, ending: Ending, say: Say) -> int:
    try:
        with closing(_keep(config, say)) as keep, _journal(config, body, notifier, say) as journal:
            station = Station(
                body,
                config.setup,
                config.wiring.debounce,
                config.offers,
                journal,
                keep,
                config.power.low_percent,
                config.organizer,
                lamp_test=journal is None or not journal.same_boot,
            )
            station.turn()
            say(f"ready. {'. '.join(setting(station.state.setup))}")
            notifier.tell("READY=1")
            health = Health(
                body, notifier, say, lambda: station.faults() + station.warnings(), station.news
            )
            station.run(ending, health.look)
            notifier.tell("STOPPING=1")
    except PinError as wrong:  # edges cannot be watched
        say(f"{wrong}. `clapper doctor` tells what to do")
        show(body.screens, no_pins(wrong))
        return NO_PINS
    except Exception as wrong:
        show(body.screens, Page(tr("The clock has failed"), (one_line(wrong),), None, "", ""))
        raise
    else:
        say("ended")
        return 0
    finally:
        body.close()
