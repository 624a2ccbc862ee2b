"""Options that several commands share, and what they accept."""

import argparse
import os
from pathlib import Path
from typing import Any, TypeAlias

from clock.text.language import LANGUAGES, N_, tr

JOURNAL = "/var/lib/clapper/journal.db"
"""Where the service keeps its games."""
GAME = N_("a number from `clapper games`, or last")

Commands: TypeAlias = "argparse._SubParsersAction[Any]"
"""What commands are added to; argparse gives it no public name."""


def journal_option(command: argparse.ArgumentParser, *, game: bool = False) -> None:
    """Add the journal to read, and for one game which."""
    if game:
        command.add_argument("game", metavar=tr("GAME"), help=tr(GAME))
    command.add_argument(
        "--journal",
        type=Path,
        default=Path(JOURNAL),
        metavar=tr("FILE"),
        help=tr("the journal to read (default: {file})").format(file=JOURNAL),
    )


def language_option(command: argparse.ArgumentParser, *, default: str | None) -> None:
    """Add `--language`, before the command or after it: it has been read before all others."""
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=default,
        help=tr("of faces, page and commands (default: the environment's)"),
    )


def own_presets_option(command: argparse.ArgumentParser) -> None:
    """Add folders of presets of one's own."""
    command.add_argument(
        "--own",
        type=folder,
        action="append",
        default=[],
        metavar=tr("FOLDER"),
        help=tr(
            "a folder with presets of your own as *.toml, beside those in /etc/clapper/presets "
            "and ~/.config/clapper/presets"
        ),
    )


def folder(text: str) -> Path:
    """A folder that was named is there: those that are looked into unasked may be missing."""
    try:
        os.listdir(text)
    except OSError as wrong:
        raise argparse.ArgumentTypeError(f"{text}: {wrong.strerror}") from None
    return Path(text)


def port(text: str) -> int:
    """Read a port; raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(
            tr("expected a port from 0 to 65535, got {text!r}").format(text=text)
        )
    return int(text)


def day(text: str) -> str:
    """Read a day as 2026-11-21; raises ArgumentTypeError."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        told = tr("expected a day such as 2026-11-21, got {text!r}").format(text=text)
        raise argparse.ArgumentTypeError(told) from None
