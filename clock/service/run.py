"""`clapper run`: run the station on real pins until a signal ends it.

systemd is notified after the first face. The loop's own thread feeds the watchdog after its turns,
so systemd ends a loop that hangs; a clock whose edges no longer arrive ends itself. If the clock
cannot start, the log and the displays say why.
"""

import gc
import os
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clock.config import DEFAULT_FILE, Config, ConfigError, read_config, where_from
from clock.display.face import Page
from clock.journal.journal import Journal
from clock.link.link import Link
from clock.menu.levels import MenuContext
from clock.presets import SAVED_FOLDER
from clock.rules.message import Message, placed
from clock.service.health import Health
from clock.service.log import Say, log_to_stderr
from clock.service.notices import await_drawn, leave_notice, no_pins_notice, show_notice
from clock.service.notify import Notifier
from clock.service.shutdown import Shutdown, shutdown_on_signals
from clock.station.loop import Station
from clock.station.settings_file import SettingsFile, users_file
from clock.text.control import setup_sentences
from clock.text.language import Text, render, tr
from hal.body import MonotonicTime, open_body, open_inputs
from hal.factories import PinError, lgpio_folder, one_line, open_factory
from hal.oled import LumaScreen
from hal.ports import Body, Line, Screen, ScreenName, Time
from hal.power import SysfsPower
from hal.wiring import DEFAULT, Wiring

UNUSABLE = 2
"""The exit status for an invalid configuration: a restart does not help."""
NO_PINS = 3
"""The exit status for unavailable pins."""
FAULT = 1
"""The exit status for a defect of the program, or a dead thread of a library: a restart helps."""

LAST_LOOKS, LAST_LOOK_S = 5, 0.02
"""The turns at the end. A press needs two, because a level that is read late is read twice."""

WAYS = {Line.MINUS: -1, Line.PLUS: 1}
LOOK_S = 0.03
"""How to scroll a notice, and the time between two looks: longer than a contact bounces."""

PINS_WAIT_NS, PINS_RETRY_NS = 10_000_000_000, 500_000_000
"""A service waits for the pins: after power-on their driver and permissions may come late."""


def run(file: Path | None, game: str = "") -> int:
    """Run the clock until a signal; return the exit status. To be called in the main thread."""
    with closing(Notifier()) as notifier, closing(log_to_stderr()) as log:
        try:
            return _run(file, game, notifier, log.say)
        except Exception:
            # Not passed on to the command, which would exit with 2 as for a user's mistake: after
            # that systemd does not restart the service.
            log.say(traceback.format_exc().rstrip())
            return FAULT


def _run(file: Path | None, game: str, notifier: Notifier, say: Say) -> int:
    try:
        config = read_config(file, game)
    except ConfigError as error:
        for message in error.messages:
            say(render(message))
        folder = f"{(file or DEFAULT_FILE).parent}/"
        rows = tuple(render(_relative_to(folder, message)) for message in error.messages)
        notice = Page(tr("Configuration"), rows, None, tr("see clapper check"), "")
        with lgpio_folder(), shutdown_on_signals() as shutdown:
            ways = _pressed(error.wiring, notifier, shutdown, say) if notifier.listened_to else ()
            _leave(error.wiring, notice, say, ways)
            return 0 if shutdown.is_set() else UNUSABLE
    if config.file is None:
        say(render(where_from(config)))
    for skipped in config.skipped:
        say(tr("skipped {what}").format(what=render(skipped)))
    for doubt in config.doubts:
        say(render(doubt))
    with lgpio_folder(), shutdown_on_signals() as shutdown:
        try:
            factory = _factory(config.wiring.pins.factory, notifier, shutdown, MonotonicTime())
            if factory is None:
                return 0
            on_pins = config.wiring.pins.factory != "mock"
            power = SysfsPower(MonotonicTime()) if on_pins else None
            body = open_body(config.wiring, factory, _screens(config.wiring), power=power)
        except PinError as error:
            say(_see_doctor(error))
            _leave(config.wiring, no_pins_notice(error), say)
            return NO_PINS
        if power is not None:
            power.start()
        return _serve(body, config, notifier, shutdown, say)


def _relative_to(folder: str, message: Message) -> Message:
    """Return a message with its file named relative to a folder: displays are narrow."""
    values = dict(message.values)
    for key in ("place", "file"):
        match values.get(key):
            case Message() as place:
                values[key] = _relative_to(folder, place)
            case str() as path:
                values[key] = path.removeprefix(folder)
    return Message(message.template, **values)


def _see_doctor(error: PinError) -> str:
    template = tr("{problem}. `clapper doctor` shows what to do")
    return template.format(problem=render(error.message))


def _leave(wiring: Wiring, notice: Page, say: Say, ways: Iterable[int] = ()) -> None:
    """Leave a notice on the displays; an error there is logged, and changes no exit status."""
    try:
        leave_notice(wiring, notice, ways)
    except Exception:
        say(traceback.format_exc().rstrip())


def _pressed(wiring: Wiring, notifier: Notifier, shutdown: Shutdown, say: Say) -> Iterator[int]:
    """Yield 0 once there are pins, then every press of Minus and Plus as -1 and 1, until the end.

    Meanwhile the service goes on, so that users without a login can read the whole notice.
    """
    time = MonotonicTime()
    ways = replace(
        wiring,
        lines={line: pin for line, pin in wiring.lines.items() if line in WAYS},
        keys={line: key for line, key in wiring.keys.items() if line in WAYS},
        bare=tuple(line for line in wiring.bare if line in WAYS),
    )
    with ExitStack() as stack:
        try:
            factory = _factory(wiring.pins.factory, notifier, shutdown, time)
            if factory is None:
                return
            inputs = stack.enter_context(closing(open_inputs(ways, factory, time)))
            lines = inputs.lines
        except PinError as error:  # these pins may be the mistake; the notice is shown anyway
            say(_see_doctor(error))
            lines = frozenset()
        notifier.notify(f"READY=1\nSTATUS={tr('Configuration: clapper.toml must be corrected')}")
        if lines:
            yield 0
        down = dict.fromkeys(lines, False)
        while not shutdown.wait(LOOK_S):
            notifier.notify("WATCHDOG=1")
            for line in lines:
                was, down[line] = down[line], inputs.pressed(line)
                if down[line] and not was:
                    yield WAYS[line]


def _factory(name: str, notifier: Notifier, shutdown: Shutdown, time: Time) -> Any:
    """Open the pin factory; a service waits for it. Return None on shutdown. Raises PinError."""
    until_ns = time.now_ns() + (PINS_WAIT_NS if notifier.listened_to else 0)
    while True:
        try:
            return open_factory(name)
        except PinError as error:
            if time.now_ns() >= until_ns:
                raise
            waits = tr("Waiting for the pins: {problem}").format(problem=render(error.message))
            notifier.notify(f"STATUS={waits}")
        if shutdown.wait(PINS_RETRY_NS / 1e9):
            return None


def _screens(wiring: Wiring) -> Mapping[ScreenName, Screen] | None:
    """Return dummy displays for mock pins; None for the wiring's own displays."""
    if wiring.pins.factory != "mock":
        return None
    from luma.core.device import dummy

    return {
        name: LumaScreen(
            dummy(width=screen.width, height=screen.height, rotate=screen.rotate, mode="1")
        )
        for name, screen in (wiring.screens or DEFAULT.screens).items()
    }


def _state_folder() -> Path | None:
    """Return the service's state folder from systemd; None if not started by systemd."""
    folder = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def _settings_file(config: Config, say: Say) -> SettingsFile:
    folder = _state_folder()
    file = folder / "settings.json" if folder else users_file(os.environ)
    settings_file = SettingsFile(file, config.settings)
    if settings_file.fault is not None:
        say(render(settings_file.fault))
    return settings_file


@contextmanager
def _journal(config: Config, body: Body, say: Say) -> Iterator[Journal | None]:
    """Open the journal in the service's state folder; yield None without a folder."""
    folder = _state_folder()
    if folder is None:
        say(tr("no journal is kept: STATE_DIRECTORY is not set"))
        yield None
        return
    games, bytes_max = folder / "games", config.journal.megabytes * 1_000_000
    with closing(
        Journal(games, body.time.now_ns(), bytes_max=bytes_max, names=config.names)
    ) as journal:
        if journal.damage is not None:
            say(render(placed(games, journal.damage)))
        yield journal


def _serve(body: Body, config: Config, notifier: Notifier, shutdown: Shutdown, say: Say) -> int:
    try:
        with (
            closing(_settings_file(config, say)) as settings_file,
            _journal(config, body, say) as journal,
            ExitStack() as stack,
        ):
            station = Station(
                body,
                config.setup,
                config.wiring.debounce,
                MenuContext(config.offers, openings=config.openings, organizer=config.organizer),
                journal,
                settings_file,
                config.power.low_percent,
                presets_folder=SAVED_FOLDER,
                # At power-on, but not when the service restarts in a game.
                lamp_test=journal is None or not journal.same_boot,
            )
            station.turn()  # READY=1 promises a first face
            ready = tr("ready. {setup}")
            say(ready.format(setup=". ".join(setup_sentences(station.state.setup))))
            notifier.notify("READY=1")
            gc.freeze()  # the collector need not scan the loaded modules again and again
            gc.enable()
            link = None  # opened after READY=1: a clock starts without its desk
            if config.desk is not None and journal is not None:
                link = stack.enter_context(closing(Link(config.desk, journal, station)))

            def faults() -> tuple[Text, ...]:
                no_link = () if link is None else link.warnings
                return station.faults() + station.warnings() + no_link

            health = Health(body.time, notifier, say, faults, station.news)

            def look() -> None:
                health.report()
                if not body.alive:  # only a restart helps; `health` has logged why
                    shutdown.set()

            station.run(shutdown.is_set, look)
            notifier.notify("STOPPING=1")
            _take_last_edges(body, station, shutdown)
            if body.alive:
                station.leave()
                await_drawn(body.screens)
    except PinError as error:  # edges cannot be watched
        say(_see_doctor(error))
        show_notice(body.screens, no_pins_notice(error))
        return NO_PINS
    except Exception as error:
        show_notice(
            body.screens, Page(tr("The clock has failed"), (one_line(error),), None, "", "")
        )
        raise
    else:
        if not body.alive:
            return FAULT
        say(tr("ended"))
        return 0
    finally:
        body.close()


def _take_last_edges(body: Body, station: Station, shutdown: Shutdown) -> None:
    """Take the presses whose edges are still on their way, or left in the kernel's queue."""
    for _ in range(LAST_LOOKS):
        if not body.alive:
            body.inputs.drain()
        station.turn()
        shutdown.wait(LAST_LOOK_S)
