"""A journal's folder: the names in it, a file for each game and `head`, and what they keep out."""

import re
from pathlib import Path

from clock.files import open_file
from clock.game.head import FILE_BYTES, Heads, read_heads
from clock.rules.message import Message, Problem

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


def read_head(folder: Path) -> Heads:
    """Return the head of a journal. Raises OSError and UnreadableFile."""
    try:
        with open_file(folder / HEAD) as file:
            return read_heads(file.read(FILE_BYTES + 1))
    except FileNotFoundError:
        return Heads(None, sound=False)


def game_problem(number: int, problem: Message) -> Message:
    """Return a problem with the number of the game that it is of."""
    return Message("game {number}: {problem}", number=number, problem=problem)
