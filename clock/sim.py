"""`clapper sim`: the real station over a body on a web page, until Ctrl-C."""

import argparse
import sys
import webbrowser
from pathlib import Path
from threading import Event, Thread

from msgspec.structs import replace

from clock.gamefile import regulations_from, write_game
from clock.presets import controls, presets
from clock.rules.openings import OPENINGS
from clock.rules.refusal import SetupError
from clock.rules.state import Setup
from clock.station.loop import Station
from hal.twin.body import Twin
from hal.twin.server import CannotListen, TwinServer
from hal.wiring import DEFAULT, DRIVERS, Wiring

STOP_WAIT_S = 5.0


def simulate(options: argparse.Namespace) -> int:
    """Serve the body and keep the game until interrupted; return the exit status.

    Raises ValueError with one line for an option that cannot be, OSError for a file.
    """
    setup = setup_from(options.control, options.regulations, options.opening)
    twin = Twin(_wiring(options.display))
    try:
        station = Station(twin.body, setup, DEFAULT.debounce)
        with _listening(twin, options.host, options.port) as server:
            print(f"Clapper is at {server.url} (Ctrl-C ends it)", flush=True)
            if not options.no_browser:
                _open_browser(server.url)
            _keep_time(station)
    finally:
        twin.close()
    if options.record is not None:
        _record(station, options.record)
    return 0


def setup_from(control: str, regulations: str | None, opening: str | None) -> Setup:
    """Return a setup from a preset's name or PGN text, with its own choices unless given.

    Raises ValueError with the option at fault.
    """
    preset = presets().get(control)
    name = opening or (preset.opening if preset else "none")
    if name not in OPENINGS:
        raise ValueError(f"--opening: expected one of {', '.join(OPENINGS)}, got {name!r}")
    try:
        left, right = controls(control)
    except SetupError as wrong:
        raise ValueError(f"--control: {wrong.message}, or a name of `clapper presets`") from None
    try:
        chosen = regulations_from(regulations or (preset.regulations if preset else "club"))
    except SetupError as wrong:
        raise ValueError(f"--regulations: {wrong.message}, got {regulations!r}") from None
    return Setup(left=left, right=right, regulations=chosen, opening=OPENINGS[name])


def _wiring(display: str) -> Wiring:
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
    return replace(DEFAULT, screens=screens)


def _open_browser(url: str) -> None:
    """Show the page, unless the only browser here would take over the terminal."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(url)


def _listening(twin: Twin, host: str, port: int) -> TwinServer:
    try:
        return TwinServer(twin, host, port)
    except CannotListen as wrong:
        raise ValueError(f"{wrong}; choose another with --port, or --port 0") from None


def _keep_time(station: Station) -> None:
    """Run the station in a thread of its own until Ctrl-C."""
    stop = Event()
    thread = Thread(target=station.run, args=(stop,), name="station")
    thread.start()
    try:
        thread.join()
    except KeyboardInterrupt:
        print("\nThe clock is put away.", file=sys.stderr)
    finally:
        stop.set()
        thread.join(STOP_WAIT_S)


def _record(station: Station, file: Path) -> None:
    timeline = station.timeline
    file.write_bytes(write_game(timeline.state.setup, timeline.everything()))
