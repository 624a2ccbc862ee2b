"""The command `clapper`. Each command loads only what it needs."""

import argparse
import io
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TextIO

from clock.faces.words.language import LANGUAGES, N_, language_of, speaking, tr, trn
from clock.faces.words.mistakes import mistake

USAGE_ERROR = 2
INTERRUPTED = 130
SIM_NEEDS = "pip install 'clapper-clock[sim]'"

JOURNAL = "/var/lib/clapper/journal.db"
"""Where the service keeps its games."""
GAME = N_("a number from `clapper games`, or last")

EXAMPLES = N_("""\
examples:
  clapper sim                                the clock on a page, 40 moves in 2 h, then 1 h
  clapper sim --control fide-rapid           with a time control by name
  clapper sim --control 90m+30s --regulations rif-referees
  clapper presets                            the time controls by name
  clapper replay game.json                   what the rules made of a recorded game
  clapper log last                           the clock's last game in words
  clapper report last -o game.html           a page of it, for one sheet of paper
  clapper verify --all                       whether every game on this clock holds

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
N_("invalid choice: %(value)r (choose from %(choices)s)")
N_("ambiguous option: %(option)s could match %(matches)s")
N_("invalid %(type)s value: %(value)r")


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        said = tr("{program}: {problem} (see {program} --help)")
        print(said.format(program=self.prog, problem=message), file=sys.stderr)
        raise SystemExit(USAGE_ERROR)


class _Version(argparse.Action):
    """Tells the version; it is looked up when it is asked for."""

    def __call__(self, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"clapper {version('clapper-clock')}")
        raise SystemExit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status: 2 for what the user can mend, with one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that knows no Hangul gets "?"
            stream.reconfigure(errors="replace")
    try:
        with speaking(language_of(os.environ)):
            asked_for = _language(arguments)
        with speaking(asked_for):
            return _command(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def _command(arguments: Sequence[str] | None) -> int:
    """Run one command in the language spoken now."""
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.run(options))
        finally:
            # Python's own flush at exit would be too late to answer for.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 0
    except (ValueError, OSError) as wrong:
        for line in str(wrong).splitlines():
            print(f"clapper: {mistake(line)}", file=sys.stderr)
        _drop_output()
        return USAGE_ERROR


def _language(arguments: Sequence[str] | None) -> str:
    """The language that is asked for, known before anything is said; else the environment's."""
    parser = _Parser(prog="clapper", add_help=False, allow_abbrev=False)
    parser.add_argument("--language", choices=LANGUAGES, default=language_of(os.environ))
    return str(parser.parse_known_args(arguments)[0].language)


def _drop_output() -> None:
    """Let what could not be written go nowhere: Python tries once more at exit."""
    if sys.stdout is None:
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    # argparse looks its own words up under these names, in a catalogue that it does not bring.
    vars(argparse).update(_=lambda text: text and tr(text), ngettext=trn)
    parser = _Parser(
        prog="clapper",
        description=tr("An open tournament clock for renju, gomoku, chess and go."),
        epilog=tr(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help=tr("tell the version and end"))
    _languages(parser, default=None)
    commands = parser.add_subparsers(title=tr("commands"), required=True, metavar=tr("COMMAND"))

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
        "--port", type=_port, default=8750, help=tr("0 takes any free one (default: 8750)")
    )
    sim.add_argument(
        "--host", default="127.0.0.1", help=tr("address to listen on (default: this machine)")
    )
    sim.add_argument("--display", choices=("128x64", "256x64"), default="128x64")
    sim.add_argument("--no-browser", action="store_true", help=tr("only print the address"))
    sim.add_argument(
        "--record",
        type=Path,
        metavar=tr("FILE"),
        help=tr("write the game as a game file when it ends"),
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
    sim.add_argument(
        "--journal",
        type=Path,
        metavar=tr("FILE"),
        help=tr("keep every game in this journal, and go on with the last one (default: none)"),
    )
    _languages(sim, default=argparse.SUPPRESS)
    _own_presets(sim)
    sim.set_defaults(run=_sim)

    replay = commands.add_parser("replay", help=tr("feed a game file to the rules"))
    replay.add_argument("file", type=Path, metavar=tr("FILE"))
    replay.add_argument("--json", action="store_true", help=tr("one JSON object for each input"))
    replay.set_defaults(run=_replay)

    _clock_commands(commands)

    games = commands.add_parser("games", help=tr("list the games of a journal"))
    games.add_argument(
        "--day", type=_day, metavar=tr("DATE"), help=tr("only those of 2026-11-21, say")
    )
    _journal(games)
    games.set_defaults(run=_games)

    log = commands.add_parser("log", help=tr("tell a game of a journal in words"))
    _journal(log, game=True)
    log.set_defaults(run=_log)

    export = commands.add_parser(
        "export", help=tr("write a game of a journal as a game file, or CSV")
    )
    _journal(export, game=True)
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
    _journal(report)
    _languages(report, default=argparse.SUPPRESS)
    report.set_defaults(run=_report)

    verify = commands.add_parser(
        "verify", help=tr("check a game's hashes, and its every figure by the rules")
    )
    _journal(verify)
    which = verify.add_mutually_exclusive_group(required=True)
    which.add_argument("game", nargs="?", metavar=tr("GAME"), help=tr(GAME))
    which.add_argument("--all", action="store_true", help=tr("every game, and the file itself"))
    verify.set_defaults(run=_verify)

    presets = commands.add_parser("presets", help=tr("list the time controls by name"))
    _own_presets(presets)
    presets.set_defaults(run=_presets)
    return parser


def _journal(command: argparse.ArgumentParser, *, game: bool = False) -> None:
    if game:
        command.add_argument("game", metavar=tr("GAME"), help=tr(GAME))
    command.add_argument(
        "--journal",
        type=Path,
        default=Path(JOURNAL),
        metavar=tr("FILE"),
        help=tr("the journal to read (default: {file})").format(file=JOURNAL),
    )


def _languages(command: argparse.ArgumentParser, *, default: str | None) -> None:
    """`--language`, before the command or after it; `_language` has read it already."""
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=default,
        help=tr("of faces, page and commands (default: the environment's)"),
    )


def _clock_commands(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """What runs the clock on a Pi, and looks after it."""
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


def _own_presets(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--own",
        type=_folder,
        action="append",
        default=[],
        metavar=tr("FOLDER"),
        help=tr(
            "a folder with presets of your own as *.toml, beside those in /etc/clapper/presets "
            "and ~/.config/clapper/presets"
        ),
    )


def _folder(text: str) -> Path:
    """A folder that was named is there: those that are looked into unasked may be missing."""
    try:
        os.listdir(text)
    except OSError as wrong:
        raise argparse.ArgumentTypeError(f"{text}: {wrong.strerror}") from None
    return Path(text)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(
            tr("expected a port from 0 to 65535, got {text!r}").format(text=text)
        )
    return int(text)


def _day(text: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        told = tr("expected a day such as 2026-11-21, got {text!r}").format(text=text)
        raise argparse.ArgumentTypeError(told) from None


def _sim(options: argparse.Namespace) -> int:
    try:
        from clock.sim import simulate
    except ModuleNotFoundError as missing:
        if missing.name not in ("starlette", "uvicorn"):
            raise
        raise ValueError(tr("sim needs more: {command}").format(command=SIM_NEEDS)) from None
    return simulate(options)


def _replay(options: argparse.Namespace) -> int:
    from clock.replay import replay

    with _out() as out:
        replay(options.file, as_json=options.json, out=out)
    return 0


@contextmanager
def _out() -> Iterator[TextIO]:
    """Where a command prints: nowhere, if whoever started us has closed it."""
    if sys.stdout is not None:
        yield sys.stdout
        return
    with open(os.devnull, "w") as nowhere:
        yield nowhere


def _games(options: argparse.Namespace) -> int:
    from clock.proof.listing import list_games

    with _out() as out:
        list_games(options.journal, out, options.day or "")
    return 0


def _log(options: argparse.Namespace) -> int:
    from clock.proof.telling import tell

    with _out() as out:
        tell(options.journal, options.game, out)
    return 0


def _export(options: argparse.Namespace) -> int:
    from clock.proof.export import export

    _put(export(options.journal, options.game, as_csv=options.csv), options.out)
    return 0


def _report(options: argparse.Namespace) -> int:
    from clock.report import report

    _put(report(options.game, options.journal, as_json=options.json), options.out)
    return 0


def _put(text: bytes, file: Path | None) -> None:
    """Write what a command made, to a file or where it prints."""
    if file is not None:
        file.write_bytes(text)
        return
    with _out() as out:
        out.write(text.decode())


def _verify(options: argparse.Namespace) -> int:
    from clock.proof.verify import verify

    with _out() as out:
        return verify(options.journal, None if options.all else options.game, out)


def _run(options: argparse.Namespace) -> int:
    import faulthandler

    from clock.service import run

    if sys.stderr is not None:
        faulthandler.enable()  # systemd's watchdog sends SIGABRT: the log tells where we were
    return run(options.config)


def _doctor(options: argparse.Namespace) -> int:
    from clock.doctor import look

    return look(options.config, as_json=options.json, with_hands=options.hands)


def _check(options: argparse.Namespace) -> int:
    from clock.config import DEFAULT_FILE, read_config
    from clock.faces.words.control import setting
    from clock.faces.words.parts import display_place, part_name
    from hal.wiring import where

    file = options.file or DEFAULT_FILE
    config = read_config(file)
    print(tr("{file} is sound.").format(file=file))
    if config.organizer.code and file.stat().st_mode & stat.S_IROTH:
        told = tr("clapper: everybody here can read {file}, and the code in it: chmod o-r {file}")
        print(told.format(file=file), file=sys.stderr)
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


def _presets(options: argparse.Namespace) -> int:
    from clock.presets import find_presets, own_folders

    found = find_presets(*own_folders(os.environ), *options.own)
    width = max(len(entry.name) for entry in found.entries)
    for entry in found.entries:
        print(f"{entry.name:<{width}}  {tr(entry.preset.title)}")
    for skipped in found.skipped:
        print(tr("clapper: skipped {what}").format(what=mistake(skipped)), file=sys.stderr)
    return 0
