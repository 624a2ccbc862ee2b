"""The command `clapper`. Each command loads only what it needs."""

import io
import os
import sys
from collections.abc import Sequence

from clock.cli.output import drop_output
from clock.cli.parser import USAGE_ERROR, Parser, command_line
from clock.text.language import LANGUAGES, language_of, speaking
from clock.text.mistakes import mistake

INTERRUPTED = 130


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
            options = command_line().parse_args(arguments)
            return int(options.run(options))
        finally:
            # Python's own flush at exit would be too late to answer for.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        return 0
    except (ValueError, OSError) as wrong:
        for line in _what(wrong).splitlines():
            print(f"clapper: {mistake(line)}", file=sys.stderr)
        drop_output()
        return USAGE_ERROR


def _what(wrong: Exception) -> str:
    """What went wrong, with the file if it is one's own doing."""
    if not isinstance(wrong, OSError) or not wrong.strerror:
        return str(wrong)
    return f"{wrong.filename}: {wrong.strerror}" if wrong.filename else wrong.strerror


def _language(arguments: Sequence[str] | None) -> str:
    """The language that is asked for, known before anything is said; else the environment's."""
    parser = Parser(prog="clapper", add_help=False, allow_abbrev=False)
    parser.add_argument("--language", choices=LANGUAGES, default=language_of(os.environ))
    return str(parser.parse_known_args(arguments)[0].language)
