"""A journal's folder: the names in it, a file for each game and `head`, and what they keep out."""

import os
import re
from pathlib import Path

from clock.game.recorded import is_recorded
from clock.rules.message import Message, Problem, placed

NAME = re.compile(r"game-(\d{5,9})\.jsonl")
HEAD = "head"
PART = "part"
"""A file that is being written, before it gets its name."""


class JournalError(Problem):
    """A journal that cannot be read; the message names it and the reason."""


class Taken(JournalError):
    """A journal that another clock writes."""


def game_name(number: int) -> str:
    """Return the name of a game's file."""
    return f"game-{number:05}.jsonl"


def game_files(folder: Path) -> dict[int, Path]:
    """Return the files of games by their numbers, the oldest first. Raises OSError."""
    found = {}
    for path in folder.iterdir():
        match = NAME.fullmatch(path.name)
        if match is not None and path.name == game_name(int(match[1])):
            found[int(match[1])] = path
    return dict(sorted(found.items()))


def require_replaceable(file: Path, source: Path | None = None) -> None:
    """Raise Problem for an output that is of a journal, or `source` under whatever name.

    A name that a journal would use in its folder is refused as well, whether it is there or not.
    Raises OSError if that cannot be found out.
    """
    if source is not None and source.exists() and file.is_file() and file.samefile(source):
        problem = Message("expected another file to write: this one is what is read")
    elif _begins_as_recorded(file):
        problem = Message("expected another file to write: this one is a journal's")
    elif _is_journals(Path(os.path.realpath(file))):
        problem = Message("expected another file to write: this name is a journal's")
    else:
        return
    raise Problem(placed(file, problem))


def _is_journals(file: Path) -> bool:
    in_use = file.name in (HEAD, PART) or NAME.fullmatch(file.name) is not None
    return in_use and _begins_as_recorded(file.with_name(HEAD))


def _begins_as_recorded(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return is_recorded(stream.read(16))
