"""An evening with a journal, and folders on a disk of memory, for the tests of this room."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journal.journal_tables import disk, evening

__all__ = ["disk", "evening"]

MEMORY = "/dev/shm"


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """A folder in memory, if there is one, because these tests do not measure speed."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)
