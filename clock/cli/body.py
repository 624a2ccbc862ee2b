"""The clock on a Pi: run, the check of its configuration, the doctor."""

import argparse
import stat
import sys
from pathlib import Path

from clock.cli.options import Commands
from clock.text.language import tr
from clock.text.mistakes import mistake


def add_body_commands(commands: Commands) -> None:
    """Add run, check and doctor."""
    run = commands.add_parser("run", help=tr("be the clock: on a Pi's pins, until it is ended"))
    run.add_argument(
        "--config", type=Path, metavar=tr("FILE"), help=tr("default: /etc/clapper/clapper.toml")
    )
    run.set_defaults(run=_run)

    check = commands.add_parser(
        "check", help=tr("read the clock's configuration, tell every mistake")
    )
    check.add_argument(
        "file",
        type=Path,
        nargs="?",
        metavar=tr("FILE"),
        help=tr("default: /etc/clapper/clapper.toml"),
    )
    check.set_defaults(run=_check)

    doctor = commands.add_parser(
        "doctor", help=tr("look at everything the clock needs; what helps")
    )
    doctor.add_argument(
        "--config", type=Path, metavar=tr("FILE"), help=tr("default: /etc/clapper/clapper.toml")
    )
    doctor.add_argument("--json", action="store_true", help=tr("one JSON object a line"))
    doctor.add_argument(
        "--hands",
        action="store_true",
        help=tr("also show patterns, light lamps and measure every switch, with you"),
    )
    doctor.set_defaults(run=_doctor)


def _run(options: argparse.Namespace) -> int:
    import faulthandler

    from clock.service.run import run

    if sys.stderr is not None:
        faulthandler.enable()  # systemd's watchdog sends SIGABRT: the log tells where we were
    return run(options.config)


def _check(options: argparse.Namespace) -> int:
    from clock.config import read_config, where_from
    from clock.text.control import setting
    from clock.text.parts import display_place, part_name
    from hal.wiring import where

    config = read_config(options.file)
    print(f"{where_from(config)}.")
    if config.organizer.code and config.file and config.file.stat().st_mode & stat.S_IROTH:
        told = tr("clapper: everybody here can read {file}, and the code in it: chmod o-r {file}")
        print(told.format(file=config.file), file=sys.stderr)
    if config.wiring.pins.factory == "mock":
        print(tr("No pins and no displays: the factory is mock."))
    else:
        print(tr("Pins: {factory}.").format(factory=config.wiring.pins.factory))
        for side, screen in config.wiring.screens.items():
            told = tr("Display {side}: {where}, {width}x{height}.")
            size = {"width": screen.width, "height": screen.height}
            place = display_place(where(screen))
            print(told.format(side=part_name(side), where=place, **size))
    for sentence in setting(config.setup):
        print(f"{sentence}.")
    for skipped in config.skipped:
        print(tr("clapper: skipped {what}").format(what=mistake(skipped)), file=sys.stderr)
    return 0


def _doctor(options: argparse.Namespace) -> int:
    from clock.doctor import look

    return look(options.config, as_json=options.json, with_hands=options.hands)
