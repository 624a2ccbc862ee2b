"""A folder for lgpio, which makes a pipe in the working directory as soon as it is imported."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

FOLDER = "LG_WD"
"""The variable by which lgpio is told of another folder."""


@contextmanager
def scratch() -> Iterator[None]:
    """Give lgpio a folder of its own meanwhile, unless it was given one."""
    if FOLDER in os.environ:
        yield
        return
    with TemporaryDirectory(prefix="clapper-", dir=os.environ.get("RUNTIME_DIRECTORY")) as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]
