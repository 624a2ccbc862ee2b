"""Which files a command may write over: never a journal's, nor what it reads."""

from pathlib import Path

from clock.game.recorded import is_recorded
from clock.rules.message import Message, Problem, placed


def require_replaceable(file: Path, source: Path | None = None) -> None:
    """Raise Problem for an output that is of a journal, or `source` under whatever name.

    Raises OSError if that cannot be found out.
    """
    if source is not None and source.exists() and file.is_file() and file.samefile(source):
        problem = Message("expected a different output file: this one is the input")
    elif _begins_as_recorded(file):
        problem = Message("expected a different output file: this one belongs to a journal")
    else:
        return
    raise Problem(placed(file, problem))


def _begins_as_recorded(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return is_recorded(stream.read(16))
