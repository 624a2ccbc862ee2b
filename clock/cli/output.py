"""Where commands print: to a terminal, a pipe, a file, or nowhere."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def output() -> Iterator[TextIO]:
    """Where a command prints: nowhere, if whoever started us has closed it."""
    if sys.stdout is not None:
        yield sys.stdout
        return
    with open(os.devnull, "w") as nowhere:
        yield nowhere


def put(text: bytes, file: Path | None) -> None:
    """Write what a command made, to a file or where it prints."""
    if file is not None:
        file.write_bytes(text)
        return
    with output() as stream:
        stream.write(text.decode())


def drop_output() -> None:
    """Let what could not be written go nowhere: Python tries once more at exit."""
    if sys.stdout is None:
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
