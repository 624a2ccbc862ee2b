"""`clapper report`: what a game was, on one sheet of paper, or as data."""

from pathlib import Path

import msgspec

from clock.records.report.source import as_data, read_source, source_file

__all__ = ["report", "source_file"]


def report(name: str, journal: Path, *, as_json: bool) -> bytes:
    """Return the report of a game of a journal, or of a game file, in the language spoken now.

    Raises JournalError, or GameFileError for what cannot be read or played.
    """
    game = read_source(name, journal)
    if as_json:
        return msgspec.json.format(msgspec.json.encode(as_data(game)), indent=1) + b"\n"
    from clock.records.report.page import page

    return page(game).encode()
