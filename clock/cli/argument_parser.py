"""An argparse parser whose errors are one line and suggest the likely word."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NoReturn

from clock.text.language import printable, tr
from hal.message import nearest

USAGE_ERROR = 2
GLOBAL = ("--help", "--version", "--language")
"""The options before a command."""


class Parser(argparse.ArgumentParser):
    """A parser with errors in one line."""

    def error(self, message: str) -> NoReturn:
        line = tr("{program}: {problem} (see {program} --help)")
        print(line.format(program=self.prog, problem=printable(message)), file=sys.stderr)
        raise SystemExit(USAGE_ERROR)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            # `clapper help` is meant for `clapper --help`.
            options = GLOBAL if isinstance(action, argparse._SubParsersAction) else ()
            meant = nearest(value, action.choices) or nearest(f"--{value}", options)
            if meant is not None:
                text = tr("{name} is unknown: did you mean {meant}?")
                raise argparse.ArgumentError(action, text.format(name=repr(value), meant=meant))
        super()._check_value(action, value)


class CommandLine(Parser):
    """The parser of all commands."""

    def parse_command(
        self, arguments: Sequence[str] | None, options_of: Mapping[Any, Sequence[str]]
    ) -> argparse.Namespace:
        """Return the options of a command line; `options_of` has their names by `run`."""
        words = sys.argv[1:] if arguments is None else list(arguments)
        for word in takewhile(lambda each: each.startswith("--"), words):
            if not any(name.startswith(word.partition("=")[0]) for name in GLOBAL):
                self._refuse([word], GLOBAL)
        options, unknown = self.parse_known_args(words)
        if unknown:
            self._refuse(unknown, (*options_of.get(getattr(options, "run", None), ()), *GLOBAL))
        return options

    def _refuse(self, unknown: Sequence[str], names: Sequence[str]) -> NoReturn:
        near = (nearest(each.partition("=")[0], names) for each in unknown)
        meant = next((each for each in near if each is not None), None)
        text = tr("unrecognized arguments: %s") % " ".join(unknown)
        if meant is not None:
            text = tr("{problem}: did you mean {meant}?").format(problem=text, meant=meant)
        self.error(text)
