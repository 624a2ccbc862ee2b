"""What an option takes, read from its text; a mistake is named."""

import argparse
import os
from datetime import date
from pathlib import Path
from typing import NoReturn

from clock.text.language import tr


def existing_folder(text: str) -> Path:
    """Return an existing folder: only the default folders may be missing."""
    try:
        os.listdir(text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from None
    return Path(text)


def any_port(text: str) -> int:
    """Return a port; 0 is any that is free."""
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    expected = tr("expected a port from 0 to 65535, got {text!r}").format(text=text)
    raise argparse.ArgumentTypeError(expected)


def own_port(text: str) -> int:
    """Return a port by its number."""
    if port := any_port(text):
        return port
    raise argparse.ArgumentTypeError(tr("expected a port from 1 to 65535, got 0"))


def words(text: str) -> str:
    """Return a text on one line."""
    if text.isprintable():
        return text
    expected = tr("expected one line of text, got {text!r}").format(text=text)
    raise argparse.ArgumentTypeError(expected)


def day(text: str) -> str:
    """Return a day, such as 2026-11-21."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        expected = tr("expected a day such as 2026-11-21, got {text!r}").format(text=text)
        raise argparse.ArgumentTypeError(expected) from None


def no_file(text: str) -> NoReturn:
    """Refuse a file where a folder is expected."""
    problem = tr(
        "`clapper games` lists a folder (--journal FOLDER); for one file: `clapper log {file}`"
    )
    raise argparse.ArgumentTypeError(problem.format(file=text))
