"""The games that a clock has kept: listed, told, handed out, reported, verified."""

import argparse
import sys
from pathlib import Path

from clock.cli.options import GAME, Commands, day, journal_option
from clock.cli.output import output, put
from clock.text.language import tr


def add_game_commands(commands: Commands) -> None:
    """Add games, log, export, report and verify."""
    games = commands.add_parser("games", help=tr("list the games of a journal that were begun"))
    games.add_argument(
        "--day", type=day, metavar=tr("DATE"), help=tr("only those of 2026-11-21, say")
    )
    journal_option(games)
    games.set_defaults(run=_games)

    log = commands.add_parser("log", help=tr("tell a game of a journal in words"))
    journal_option(log, game=True)
    log.set_defaults(run=_log)

    export = commands.add_parser(
        "export", help=tr("write a game of a journal as a game file, or CSV")
    )
    journal_option(export, game=True)
    export.add_argument("--csv", action="store_true", help=tr("a table, one row for each input"))
    export.add_argument(
        "-o", dest="out", type=Path, metavar=tr("FILE"), help=tr("default: to the terminal")
    )
    export.set_defaults(run=_export)

    report = commands.add_parser(
        "report", help=tr("make a page of a game, for one sheet of paper: result, moves, times")
    )
    report.add_argument(
        "game",
        metavar=tr("GAME|FILE"),
        help=tr("a number from `clapper games`, last, or a game file"),
    )
    report.add_argument("--json", action="store_true", help=tr("the same as JSON"))
    report.add_argument(
        "-o", dest="out", type=Path, metavar=tr("FILE"), help=tr("default: to the terminal")
    )
    journal_option(report)
    report.set_defaults(run=_report)

    verify = commands.add_parser(
        "verify", help=tr("check a game's hashes, and its every figure by the rules")
    )
    journal_option(verify)
    which = verify.add_mutually_exclusive_group(required=True)
    which.add_argument("game", nargs="?", metavar=tr("GAME"), help=tr(GAME))
    which.add_argument("--all", action="store_true", help=tr("every game, and the file itself"))
    verify.set_defaults(run=_verify)


def _games(options: argparse.Namespace) -> int:
    from clock.records.listing import list_games

    with output() as out:
        count = list_games(options.journal, out, options.day or "")
    if not count:
        nothing = tr("no game was played")
        print(f"clapper: {nothing}", file=sys.stderr)
    return 0


def _log(options: argparse.Namespace) -> int:
    from clock.records.game_log import tell

    with output() as out:
        tell(options.journal, options.game, out)
    return 0


def _export(options: argparse.Namespace) -> int:
    from clock.records.export import export

    made = export(options.journal, options.game, as_csv=options.csv)
    put(made, options.out, source=options.journal)
    return 0


def _report(options: argparse.Namespace) -> int:
    from clock.records.report import report, source_file

    made = report(options.game, options.journal, as_json=options.json)
    put(made, options.out, source=source_file(options.game, options.journal))
    return 0


def _verify(options: argparse.Namespace) -> int:
    from clock.records.verify import verify

    with output() as out:
        return verify(options.journal, None if options.all else options.game, out)
