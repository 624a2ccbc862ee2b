"""The command line: all commands with their options, in the current language."""

import argparse
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from clock.cli import commands
from clock.cli.argument_parser import CommandLine, Parser
from clock.cli.help_format import HelpFormatter
from clock.text.language import LANGUAGES, N_, tr, trn

JOURNAL = Path("/var/lib/clapper/games")
"""The folder of the service's games."""

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


class CommandOption:
    """An option or argument of a command; options of a `group` exclude one another."""

    def __init__(self, name: str, text: str = "", group: str = "", **arguments: Any) -> None:
        self.name, self.text, self.group, self.arguments = name, text, group, arguments


def _file(name: str, text: str = "", group: str = "", **arguments: Any) -> CommandOption:
    return CommandOption(name, text, group, **{"type": Path, "metavar": N_("FILE"), **arguments})


def _flag(name: str, text: str, group: str = "") -> CommandOption:
    return CommandOption(name, text, group, action="store_true")


def _folder(text: str) -> Path:
    """Return an existing folder: only the default folders may be missing."""
    try:
        os.listdir(text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from None
    return Path(text)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    expected = tr("expected a port from 0 to 65535, got {text!r}").format(text=text)
    raise argparse.ArgumentTypeError(expected)


def _own_port(text: str) -> int:
    if port := _port(text):
        return port
    raise argparse.ArgumentTypeError(tr("expected a port from 1 to 65535, got 0"))


def _words(text: str) -> str:
    if text.isprintable():
        return text
    expected = tr("expected one line of text, got {text!r}").format(text=text)
    raise argparse.ArgumentTypeError(expected)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        expected = tr("expected a day such as 2026-11-21, got {text!r}").format(text=text)
        raise argparse.ArgumentTypeError(expected) from None


def _no_file(text: str) -> NoReturn:
    problem = tr(
        "`clapper games` lists a folder (--journal FOLDER); for one file: `clapper log {file}`"
    )
    raise argparse.ArgumentTypeError(problem.format(file=text))


CONFIGURATION = N_("the clock's configuration (default: /etc/clapper/clapper.toml)")
GAME = CommandOption(
    "game", N_("a number from `clapper games`, `last`, or a file"), metavar=N_("GAME|FILE")
)
FROM = CommandOption(
    "--journal", N_(
        "the folder with the games (default: {folder}, else that of the last `clapper sim --name`)"
    ),
    type=Path, metavar=N_("FOLDER"),
)  # fmt: skip
DAY = CommandOption(
    "--day", N_("only the games of one day, such as 2026-11-21"), type=_day, metavar=N_("DATE")
)
BROUGHT = (_file("file", N_("the game as that clock recorded it; `-`: its QR code's text")), FROM)
JSON_LINES = _flag("--json", N_("print JSON, one object a line"))
OUT = _file("-o", N_("the file to write (default: to the terminal)"), dest="out")
PAGE = _file(
    "-o",
    N_("the file to write (default: clapper-report-GAME.html, or where the output is sent)"),
    dest="out",
)
OWN = CommandOption(
    "--own",
    N_(
        "another folder with your own presets (*.toml), besides /etc/clapper/presets and "
        "~/.config/clapper/presets"
    ),
    type=_folder, action="append", default=[], metavar=N_("FOLDER"),
)  # fmt: skip
NAMES = tuple(
    CommandOption(f"--{key}", text, type=_words, default="", metavar=N_("TEXT"))
    for key, text in (
        ("event", N_("the event")),
        ("round", N_("the round")),
        ("board", N_("the board")),
        ("left", N_("the player on the left")),
        ("right", N_("the player on the right")),
    )
)
KIND = CommandOption(
    "--game",
    N_(
        "the game: renju, gomoku, chess, go, shogi, xiangqi, janggi, draughts, othello, scrabble "
        "or other (default: the preset's own, or the last one played)"
    ), metavar=N_("NAME"),
)  # fmt: skip
OF_GAME = CommandOption("game", N_("a game, such as go"), nargs="?", metavar=N_("GAME"))
SIM = (
    KIND,
    CommandOption(
        "--control",
        N_(
            "a preset's name, which also sets the opening and the rules (default: rif); or "
            "a time control such as 90+30 or 40/2h, 1h, with the game's usual rules and opening"
        ),
        metavar=N_("TEXT|PRESET"),
    ),
    CommandOption(
        "--regulations",
        N_(
            "the rules: rif, rif-referees, gomoku-cz, japan, fide, us-chess, go-egf or club "
            "(default: the preset's own, or the game's usual ones)"
        ),
        metavar=N_("NAME"),
    ),
    CommandOption(
        "--opening",
        N_("an opening, such as soosyrv-8 (default: the preset's own, or none)"),
        metavar=N_("NAME"),
    ),
    _flag(
        "--handicap",
        N_("a handicap game, in which the other side begins: White in go, Gote in shogi"),
    ),
    CommandOption(
        "--organizer",
        N_(
            "what opens the organizer's menu: a key, a code, or hold, which means OK held for two "
            "seconds; with players (the default, but at a desk) that does too, and after a stop "
            "the players may go on by themselves"
        ),
        default="players", metavar="players|hold|key|code:1234",
    ),
    CommandOption(
        "--port", N_("the port; 0 chooses a free one (default: 8750)"), type=_port, default=8750
    ),
    CommandOption(
        "--host",
        N_("the address to listen on (default: 127.0.0.1, for this machine only)"),
        default="127.0.0.1",
    ),
    _flag("--no-browser", N_("print the address, but do not open a browser")),
    CommandOption(
        "--journal",
        N_("keep every game in this folder, and continue the last one if it is unfinished"),
        type=Path, metavar=N_("FOLDER"),
    ),
    CommandOption(
        "--name",
        N_(
            "keep this clock's games and settings in ~/.local/state/clapper/NAME, so that several "
            "clocks can run on one machine"
        ),
        metavar=N_("NAME"),
    ),
    CommandOption(
        "--desk",
        N_(
            "join an event: the folder with the files that its desk has for clocks; the name is "
            "`clock` unless --name or those files have another"
        ),
        type=_folder, metavar=N_("FOLDER"),
    ),
    _file(
        "--settings",
        N_(
            "where the clock keeps its volumes, brightness and language, and "
            "beside it the last setups (default: ~/.local/state/clapper/settings.json)"
        ),
    ),
    OWN,
    *NAMES,
)  # fmt: skip
DESK = (
    CommandOption(
        "act",
        N_(
            "`init` makes an event's folder, `run` runs its desk, `demo` plays a round on virtual "
            "clocks"
        ),
        choices=("init", "run", "demo"),
    ),
    CommandOption(
        "event", N_("for `init` and `run`: the event's folder"),
        nargs="?", type=Path, metavar=N_("FOLDER"),
    ),
    CommandOption("--name", N_("for `init`: the name of the event"), metavar=N_("TEXT")),
    CommandOption(
        "--address",
        N_(
            "for `init`: a name or address at which the clocks and browsers in the hall reach this "
            "machine"
        ),
        action="append", default=[], metavar=N_("HOST"),
    ),
    CommandOption(
        "--game",
        N_("for `init`: the kind of game, such as chess; then imports change times alone"),
        default="", metavar=N_("NAME"),
    ),
    CommandOption(
        "--tables", N_("for `demo`: the number of tables (default: 40)"),
        type=int, default=40, metavar=N_("COUNT"),
    ),
    CommandOption(
        "--port", N_("the port of the desk's page (default: 8443; for `demo` 8780)"), type=_port,
    ),
    CommandOption(
        "--broker-port", N_("for `init`: the port of the event's broker (default: 8883)"),
        type=_own_port, default=8883,
    ),
    _flag("--start", N_("for `demo`: show a round before its start")),
    _flag("--no-browser", N_("for `demo`: print the address, but do not open a browser")),
)  # fmt: skip
EXPORT = (
    GAME, FROM, _flag("--csv", N_("write CSV, one row for each input"), "form"),
    _flag("--qr", N_("write a QR code (SVG) that `bring` reads, if it fits"), "form"), OUT,
)  # fmt: skip
WITH_HANDS = (
    _flag("--hands", N_("also test displays, lamps and switches, step by step with you"), "form"),
    _flag(
        "--keys", N_("learn the keys of USB devices that are to be plungers and buttons"), "form"
    ),
)
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
            _flag("--json", N_("print one JSON object for each time control")),
        ),
    ),
    "replay": (
        N_("replay a game by the rules, input by input"),
        (GAME, FROM, _flag("--json", N_("print one JSON object for each input"))),
    ),
    "run": (
        N_("run the clock on a Pi, as its service does"),
        (_file("--config", CONFIGURATION), KIND),
    ),
    "check": (
        N_("check the configuration and report every mistake"),
        (
            _file("file", CONFIGURATION, nargs="?"),
            _flag("--json", N_("print one JSON document: the configuration, or its mistakes")),
        ),
    ),
    "doctor": (
        N_("diagnose problems and suggest fixes"),
        (
            _file("--config", CONFIGURATION),
            _flag(
                "--report",
                N_(
                    "print a report to send when you ask for help: in English, with "
                    "versions and wiring"
                ),
            ),
            *WITH_HANDS,
            _flag("--json", JSON_LINES.text, "form"),
        ),
    ),
    "games": (
        N_("list the games that were played"),
        (
            DAY,
            FROM,
            JSON_LINES,
            CommandOption("file", argparse.SUPPRESS, nargs="?", type=_no_file),
        ),
    ),
    "bring": (N_("bring a game that another clock has put aside to this clock"), BROUGHT),
    "log": (N_("print a game in words"), (GAME, FROM, JSON_LINES)),
    "export": (N_("write a game as a game file or as CSV"), EXPORT),
    "report": (
        N_("write a page about a game, for printing: result, moves, times"),
        (GAME, _flag("--json", N_("print the data as JSON")), PAGE, FROM, *NAMES),
    ),
    "verify": (
        N_("check a game's hashes, and every figure against the rules"),
        (
            FROM,
            CommandOption("game", GAME.text, "required", nargs="?", **GAME.arguments),
            _flag("--all", N_("check every game, and that none is missing"), "required"),
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
