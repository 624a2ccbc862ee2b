"""The names in a journal's folder: a file for each game, and `head`."""

import re
from pathlib import Path

from clock.files import open_file
from clock.game.head import FILE_BYTES, Heads, read_heads
from clock.rules.message import Message, Problem

NAME = re.compile(r"game-(\d{5,9})\.jsonl")
HEAD = "head"
PART = "part"
"""The name of a file while it is being written."""


class JournalError(Problem):
    """A journal cannot be used; the message names it and the reason."""


class JournalInUse(JournalError):
    """Another clock is writing this journal."""


def game_name(number: int) -> str:
    """Return the name of a game's file."""
    return f"game-{number:05}.jsonl"


def game_files(folder: Path) -> dict[int, Path]:
    """Return the game files by number, the oldest first. Raises OSError."""
    found = {}
    for path in folder.iterdir():
        match = NAME.fullmatch(path.name)
        if match is not None and path.name == game_name(int(match[1])):
            found[int(match[1])] = path
    return dict(sorted(found.items()))


def read_head(folder: Path) -> Heads:
    """Return a journal's head. Raises OSError and UnreadableFile."""
    try:
        with open_file(folder / HEAD) as file:
            return read_heads(file.read(FILE_BYTES + 1))
    except FileNotFoundError:
        return Heads(None, sound=False)


def game_problem(number: int, problem: Message) -> Message:
    """Prefix a problem with its game's number."""
    return Message("game {number}: {problem}", number=number, problem=problem)
