"""Play without a Pi: the clock on a page, its presets, and a recorded game replayed."""

import argparse
import os
import sys
from pathlib import Path

from clock.cli.options import Commands, own_presets_option, port
from clock.cli.output import output
from clock.text.language import tr
from clock.text.mistakes import mistake


def add_play_commands(commands: Commands) -> None:
    """Add sim, presets and replay."""
    _add_sim(commands)

    presets = commands.add_parser("presets", help=tr("list the time controls by name"))
    own_presets_option(presets)
    presets.set_defaults(run=_presets)

    replay = commands.add_parser("replay", help=tr("feed a game file to the rules"))
    replay.add_argument("file", type=Path, metavar=tr("FILE"))
    replay.add_argument("--json", action="store_true", help=tr("one JSON object for each input"))
    replay.set_defaults(run=_replay)


def _add_sim(commands: Commands) -> None:
    sim = commands.add_parser("sim", help=tr("play with the clock's body on a web page"))
    sim.add_argument(
        "--control",
        default="rif",
        metavar=tr("TEXT|PRESET"),
        help=tr("time control: a preset's name or PGN text such as 40/2h:1h (default: rif)"),
    )
    sim.add_argument(
        "--regulations",
        metavar=tr("NAME"),
        help=tr(
            "rif, rif-referees, gomoku-cz, japan, fide, go-egf or club "
            "(default: the preset's own, or club)"
        ),
    )
    sim.add_argument(
        "--opening",
        metavar=tr("NAME"),
        help=tr("an opening, such as soosyrv-8 (default: the preset's own)"),
    )
    sim.add_argument(
        "--organizer",
        default="hold",
        metavar="hold|key|code:1234",
        help=tr("what opens the organizer's menu in a stop (default: hold, OK for two seconds)"),
    )
    sim.add_argument(
        "--port", type=port, default=8750, help=tr("0 takes any free one (default: 8750)")
    )
    sim.add_argument(
        "--host", default="127.0.0.1", help=tr("address to listen on (default: this machine)")
    )
    sim.add_argument("--display", choices=("128x64", "256x64"), default="128x64")
    sim.add_argument("--no-browser", action="store_true", help=tr("only print the address"))
    kept = sim.add_mutually_exclusive_group()
    kept.add_argument(
        "--record",
        type=Path,
        metavar=tr("FILE"),
        help=tr(
            "write every game as a game file when the command ends: FILE, FILE-2 ... "
            "(not with --journal)"
        ),
    )
    kept.add_argument(
        "--journal",
        type=Path,
        metavar=tr("FILE"),
        help=tr(
            "keep every game in this journal, and go on with the last one (default: none; not "
            "with --record)"
        ),
    )
    sim.add_argument(
        "--settings",
        type=Path,
        metavar=tr("FILE"),
        help=tr(
            "where the clock keeps its sounds, brightness and language "
            "(default: ~/.local/state/clapper/settings.json)"
        ),
    )
    own_presets_option(sim)
    sim.set_defaults(run=_sim)


def _sim(options: argparse.Namespace) -> int:
    try:
        from clock.simulator import simulate
    except ModuleNotFoundError as missing:
        if missing.name not in ("starlette", "uvicorn"):
            raise
        told = tr(
            "sim needs {library}, which is not installed here: play by `make run` in the "
            "project's folder"
        )
        raise ValueError(told.format(library=missing.name)) from None
    return simulate(options)


def _presets(options: argparse.Namespace) -> int:
    from clock.presets import find_presets, own_folders

    found = find_presets(*own_folders(os.environ), *options.own)
    width = max(len(entry.name) for entry in found.entries)
    for entry in found.entries:
        print(f"{entry.name:<{width}}  {tr(entry.preset.title)}")
    for skipped in found.skipped:
        print(tr("clapper: skipped {what}").format(what=mistake(skipped)), file=sys.stderr)
    return 0


def _replay(options: argparse.Namespace) -> int:
    from clock.game.replay import replay

    with output() as out:
        replay(options.file, as_json=options.json, out=out)
    return 0
