"""The parser of the command line: one line for what is wrong, in the language spoken now."""

import argparse
import sys
from typing import NoReturn

from clock.cli.body import add_body_commands
from clock.cli.games import add_game_commands
from clock.cli.options import language_option
from clock.cli.play import add_play_commands
from clock.text.language import N_, tr, trn

USAGE_ERROR = 2

EXAMPLES = N_("""\
examples:
  clapper presets                            the time controls by name
  clapper replay game.json                   what the rules made of a recorded game
  clapper log last                           the clock's last game in words
  clapper report last -o game.html           a page of it, for one sheet of paper
  clapper verify --all                       whether every game on this clock holds
  clapper sim                                the clock on a page, 40 moves in 2 h, then 1 h
  clapper sim --control fide-rapid           with a time control by name
  clapper sim --control 90m+30s --regulations rif-referees

A time control is a preset's name or PGN's TimeControl text: 40/2h:1h is 40 moves in two hours, then
one hour; 90m+30s adds 30 seconds a move; plain numbers are seconds.
""")

# What argparse says by itself, for the catalogues.
N_("usage: ")
N_("positional arguments")
N_("options")
N_("show this help message and exit")
N_("argument %(argument_name)s: %(message)s")
N_("the following arguments are required: %s")
N_("unrecognized arguments: %s")
N_("expected one argument")
N_("expected at most one argument")
N_("expected at least one argument")
N_("ignored explicit argument %r")
N_("not allowed with argument %s")
N_("invalid choice: %(value)r (choose from %(choices)s)")
N_("ambiguous option: %(option)s could match %(matches)s")
N_("invalid %(type)s value: %(value)r")


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        said = tr("{program}: {problem} (see {program} --help)")
        print(said.format(program=self.prog, problem=message), file=sys.stderr)
        raise SystemExit(USAGE_ERROR)


class Version(argparse.Action):
    """Tells the version; it is looked up when it is asked for."""

    def __call__(self, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"clapper {version('clapper-clock')}")
        raise SystemExit(0)


def command_line() -> argparse.ArgumentParser:
    """Return the parser of all commands; `options.run(options)` carries one out."""
    # argparse looks its own words up under these names, in a catalogue that it does not bring.
    vars(argparse).update(_=lambda text: text and tr(text), ngettext=trn)
    parser = Parser(
        prog="clapper",
        description=tr("An open tournament clock for renju, gomoku, chess and go."),
        epilog=tr(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=Version, nargs=0, help=tr("tell the version and end"))
    language_option(parser, default=None)
    commands = parser.add_subparsers(title=tr("commands"), required=True, metavar=tr("COMMAND"))
    add_play_commands(commands)
    add_body_commands(commands)
    add_game_commands(commands)
    for command in commands.choices.values():
        language_option(command, default=argparse.SUPPRESS)
    return parser
