"""The command `clapper`. A command imports only the modules it uses, to start quickly."""

import io
import os
import sys
from collections.abc import Sequence

from clock.cli.argument_parser import USAGE_ERROR, Parser
from clock.cli.parser import command_line, parsed
from clock.rules.message import Problem
from clock.text.language import LANGUAGES, language_of, printable, render, speaking

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status, 2 for a mistake that the user can fix."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without Hangul gets "?", no error
            stream.reconfigure(errors="replace")
    try:
        with speaking(language_of(os.environ)):
            language = _language(arguments)
        with speaking(language):
            return _command(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def _command(arguments: Sequence[str] | None) -> int:
    """Run a command in the current language."""
    try:
        try:
            parser = command_line()
            options = parsed(arguments, parser)
            if "run" in options:
                return int(options.run(options))
            parser.print_help()
            return 0
        finally:
            # Python's own flush at exit would be too late to catch a broken pipe.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        return 0
    except (ValueError, OSError) as error:
        for line in _lines(error):
            print(f"clapper: {printable(line)}", file=sys.stderr)
        drop_output()
        return USAGE_ERROR


def drop_output() -> None:
    """Drop the unwritten output."""
    # Otherwise Python would flush it at exit, and fail again.
    if sys.stdout is None:
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _lines(error: Exception) -> list[str]:
    """Return an error's lines: its messages, or the file and the system's reason."""
    if isinstance(error, Problem):
        return [render(message) for message in error.messages]
    if isinstance(error, OSError) and error.strerror:
        return [f"{error.filename}: {error.strerror}" if error.filename else error.strerror]
    return str(error).splitlines()


def _language(arguments: Sequence[str] | None) -> str:
    """Return the language of `--language`, or the environment's."""
    # Before the real parser, so that its help and errors are in this language.
    parser = Parser(prog="clapper", add_help=False, allow_abbrev=False)
    parser.add_argument("--language", choices=LANGUAGES, default=language_of(os.environ))
    return str(parser.parse_known_args(arguments)[0].language)
