"""The setups of the last games, in a file beside the clock's settings."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from clock.files import read_file, replace_file
from clock.notation.setup_table import SetupTable, setup_from_table, table_from_setup
from clock.rules.machine import begin
from clock.rules.refusal import SetupError
from clock.rules.seats import LEFT
from clock.rules.state import Setup

RECENT_MAX = 5
SIZE_MAX = 256 * 1024
"""In bytes."""


def recent_file(settings: Path) -> Path:
    """Return the file beside a settings file."""
    return settings.with_name("recent-setups.json")


def with_recent(recent: tuple[Setup, ...], setup: Setup) -> tuple[Setup, ...]:
    """Return the setups with one first, as at the start of its game or match; each only once."""
    setup = replace(setup, left_remaining_ns=None, right_remaining_ns=None)
    if setup.match is not None:
        setup = replace(setup.in_match(replace(setup.match, results=())), starter=setup.starter)
    others = (each for each in recent if _by_anyone(each) != _by_anyone(setup))
    return (setup, *others)[:RECENT_MAX]


def _by_anyone(setup: Setup) -> Setup:
    """Return a setup whoever begins it, unless each seat has a time of its own."""
    alike = setup.left == setup.right or setup.times_by_colour
    return setup.begun_by(LEFT) if alike else setup


def read_recent(file: Path) -> tuple[Setup, ...]:
    """Return a file's setups; those that cannot be read or played are left out."""
    with suppress(OSError, ValueError, RecursionError):
        tables = msgspec.json.decode(read_file(file, SIZE_MAX), type=list[msgspec.Raw])
        return tuple(_playable(tables[:RECENT_MAX]))
    return ()


def write_recent(file: Path, recent: tuple[Setup, ...]) -> None:
    """Write setups to a file atomically. Raises OSError and leaves the old file unchanged."""
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_file(file, msgspec.json.encode([table_from_setup(each) for each in recent]))


def _playable(tables: list[msgspec.Raw]) -> Iterator[Setup]:
    for table in tables:
        with suppress(SetupError, ValueError):
            setup = setup_from_table(msgspec.json.decode(table, type=SetupTable))
            begin(setup)
            yield setup
