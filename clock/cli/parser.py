"""The command line: all commands with their options, in the current language."""

import argparse
from collections.abc import Sequence
from typing import Any

from clock.cli import commands
from clock.cli.argument_parser import CommandLine, Parser
from clock.cli.command_options import (
    BROUGHT,
    CARDS,
    CONFIGURATION,
    DESK,
    FROM,
    GAME,
    JOURNAL,
    JSON_LINES,
    KIND,
    NAMES,
    OF_GAME,
    ORGANIZER,
    OUT,
    OWN,
    PAGE,
    RULES,
    SIM,
    WAYS,
    CommandOption,
    file_option,
    flag,
)
from clock.cli.help_format import HelpFormatter
from clock.cli.option_values import day, no_file
from clock.text.language import LANGUAGES, N_, tr, trn

EXAMPLES = N_("""\
examples:
  clapper sim                                the clock on a page, 40 moves in 2 h, then 1 h
  clapper sim --control fide-rapid           with a preset
  clapper sim --game chess --control 5+3     chess, 5 minutes and 3 seconds a move
  clapper sim --control 90+30 --regulations rif-referees
  clapper presets                            the presets by name
  clapper log last                           the clock's last game in words
  clapper report last -o game.html           a page about it, to print
  clapper report game-00012.jsonl            the same for a file copied off a clock
  clapper verify --all                       check that every game on this clock is intact
  clapper replay game.json                   replay a game file

A time control is a preset's name, or is written as players write it: 90+30 is 90 minutes and 30
seconds a move; 40/2h, 1h is 40 moves in two hours, then one hour; G/60;d5 has a delay, 60+3x30s
byo-yomi.
In 90+30 the time is in minutes and the bonus in seconds; in 5400+30 both are in seconds. A text
with two meanings, such as 60 or 200+30, is refused: write 1h or 1m. After "PGN:" times are in
seconds, as in PGN:40/7200:3600.
""")


COMMANDS: dict[str, tuple[str, tuple[CommandOption, ...]]] = {
    "sim": (N_("run the clock on a web page"), SIM),
    "presets": (N_("list the presets: time controls by name"), (OF_GAME, OWN, JSON_LINES)),
    "control": (
        N_("say how time controls are read that are written as players write them"),
        (
            CommandOption(
                "texts",
                N_("a time control such as 90+30; `-` stands for the lines of the standard input"),
                nargs="+",
                metavar=N_("TEXT"),
            ),
            flag("--json", N_("print one JSON object for each time control")),
        ),
    ),
    "card": (
        N_("write cards to lay on the table: what is set, how the displays look, what buttons do"),
        (
            CommandOption(
                "controls",
                N_("a preset's name, or a time control such as 90+30"),
                nargs="+",
                metavar=N_("TEXT|PRESET"),
            ),
            KIND,
            *RULES,
            ORGANIZER,
            flag("--arbiter", N_("also a card for the arbiter, with the organizer's menu")),
            CommandOption(
                "--page",
                N_("the address of a clock's page, which the card opens with its setup by QR code"),
                default="",
                metavar=N_("URL"),
            ),
            CARDS,
            OWN,
        ),
    ),
    "replay": (
        N_("replay a game by the rules, input by input"),
        (GAME, FROM, flag("--json", N_("print one JSON object for each input"))),
    ),
    "run": (
        N_("run the clock on a Pi, as its service does"),
        (file_option("--config", CONFIGURATION), KIND),
    ),
    "check": (
        N_("check the configuration and report every mistake"),
        (
            file_option("file", CONFIGURATION, nargs="?"),
            flag("--json", N_("print one JSON document: the configuration, or its mistakes")),
        ),
    ),
    "doctor": (
        N_("diagnose problems and suggest fixes"),
        (
            file_option("--config", CONFIGURATION),
            flag(
                "--report",
                N_(
                    "print a report to send when you ask for help: in English, with "
                    "versions and wiring"
                ),
            ),
            flag(
                "--hands",
                N_("also test displays, lamps and switches, step by step with you"),
                "form",
            ),
            flag(
                "--keys",
                N_("learn the keys of USB devices that are to be plungers and buttons"),
                "form",
            ),
            flag("--json", JSON_LINES.text, "form"),
        ),
    ),
    "games": (
        N_("list the games that were played"),
        (
            CommandOption(
                "--day",
                N_("only the games of one day, such as 2026-11-21"),
                type=day,
                metavar=N_("DATE"),
            ),
            FROM,
            JSON_LINES,
            CommandOption("file", argparse.SUPPRESS, nargs="?", type=no_file),
        ),
    ),
    "bring": (N_("bring a game that another clock has put aside to this clock"), BROUGHT),
    "log": (N_("print a game in words"), (GAME, FROM, JSON_LINES)),
    "export": (
        N_("write a game as a game file, as CSV or a QR code, or a score with its times"),
        (GAME, FROM, *WAYS, OUT),
    ),
    "report": (
        N_("write a page about a game, for printing: result, moves, times"),
        (GAME, flag("--json", N_("print the data as JSON")), PAGE, FROM, *NAMES),
    ),
    "verify": (
        N_("check a game's hashes, and every figure against the rules"),
        (
            FROM,
            CommandOption("game", GAME.text, "required", nargs="?", **GAME.arguments),
            flag("--all", N_("check every game, and that none is missing"), "required"),
            JSON_LINES,
        ),
    ),
    "desk": (
        N_("run the referees' desk of an event; to see one: `clapper desk demo`"),
        DESK,
    ),
}


def parsed(arguments: Sequence[str] | None, parser: CommandLine) -> argparse.Namespace:
    """Return the options of a command line; `options.run(options)` carries it out."""
    names = {
        getattr(commands, name): [each.name for each in row[1]] for name, row in COMMANDS.items()
    }
    return parser.parse_command(arguments, names)


def command_line() -> CommandLine:
    """Return the parser of all commands."""
    # argparse translates its own texts with these two functions, but has no catalogue.
    vars(argparse).update(_=lambda text: text and tr(text), ngettext=trn)
    parser = CommandLine(
        prog="clapper",
        description=tr("An open tournament clock for renju, gomoku, chess and go."),
        epilog=tr(EXAMPLES),
        formatter_class=HelpFormatter,
    )
    parser.add_argument(
        "--version", action="store_const", dest="run", const=commands.version,
        default=argparse.SUPPRESS, help=tr("print the version and exit"),
    )  # fmt: skip
    _add_language(parser, default=None)
    choices = parser.add_subparsers(
        title=tr("commands"), metavar=tr("COMMAND"), parser_class=Parser
    )
    for name, (text, options) in COMMANDS.items():
        command = choices.add_parser(name, help=tr(text), formatter_class=HelpFormatter)
        command.set_defaults(run=getattr(commands, name))
        groups: dict[str, Any] = {"": command}
        for option in options:
            if option.group not in groups:
                required = option.group == "required"
                groups[option.group] = command.add_mutually_exclusive_group(required=required)
            arguments = dict(option.arguments)
            if "metavar" in arguments:
                arguments["metavar"] = tr(arguments["metavar"])
            help_text = tr(option.text).format(folder=JOURNAL) if option.text else None
            groups[option.group].add_argument(option.name, help=help_text, **arguments)
        _add_language(command, default=argparse.SUPPRESS)
    return parser


def _add_language(command: argparse.ArgumentParser, *, default: str | None) -> None:
    """Add `--language`, before or after a command: `main` reads it first."""
    text = tr(
        "the language of what the command prints (default: from LANG) and, in `sim`, of the clock"
    )
    command.add_argument("--language", choices=LANGUAGES, default=default, help=text)
