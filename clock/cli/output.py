"""Where commands print: to a terminal, a pipe, a file, or nowhere."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from clock.journal.databases import require_replaceable
from clock.journal.durable import replace_file


@contextmanager
def output() -> Iterator[TextIO]:
    """Where a command prints: nowhere, if whoever started us has closed it."""
    if sys.stdout is not None:
        yield sys.stdout
        return
    with open(os.devnull, "w") as nowhere:
        yield nowhere


def put(text: bytes, file: Path | None, *, source: Path) -> None:
    """Write what a command made of `source`, to a file or where it prints.

    A file that was there before stays as it was until all of the new one is on disk. Raises
    OSError, with the file, and ValueError for one that must not be written over.
    """
    if file is not None:
        try:
            require_replaceable(file, source)
            replace_file(file, text)
        except OSError as wrong:
            raise OSError(wrong.errno, wrong.strerror, str(file)) from None
        return
    with output() as stream:
        stream.write(text.decode())


def drop_output() -> None:
    """Let what could not be written go nowhere: Python tries once more at exit."""
    if sys.stdout is None:
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
