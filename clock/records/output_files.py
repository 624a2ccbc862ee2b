"""Protect a journal's files, and a command's own input, from being overwritten."""

from pathlib import Path

from clock.game.recorded import is_recorded
from clock.rules.message import Message, Problem, placed


def require_replaceable(file: Path, source: Path | None = None) -> None:
    """Raise Problem if an output file belongs to a journal or is `source`; may raise OSError."""
    if not file.is_file():
        return
    if source is not None and source.exists() and file.samefile(source):
        problem = Message("expected a different output file: this one is the input")
        raise Problem(placed(file, problem))
    with file.open("rb") as stream:
        if is_recorded(stream.read(16)):
            problem = Message("expected a different output file: this one belongs to a journal")
            raise Problem(placed(file, problem))
