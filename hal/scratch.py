"""A folder for lgpio, which makes a pipe in the working directory as soon as it is imported."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from tempfile import TemporaryDirectory

FOLDER = "LG_WD"
"""The variable by which lgpio is told of another folder."""


@contextmanager
def scratch() -> Iterator[None]:
    """Give lgpio a folder of its own meanwhile, unless it was given one or there is no room."""
    with ExitStack() as undo:
        if FOLDER not in os.environ:
            parent = os.environ.get("RUNTIME_DIRECTORY")
            with suppress(OSError):  # lgpio goes to the working directory then, and may say more
                folder = TemporaryDirectory(prefix="clapper-", dir=parent)
                undo.push(folder)
                os.environ[FOLDER] = folder.name
                undo.callback(os.environ.pop, FOLDER)
        yield
