"""Lines of FIDE's Tournament Report File, whose columns a program counts as it likes.

A name is padded to its width in characters, in bytes of UTF-8, or in what Windows counts. What
stands behind it is then further left in our text: a line is read where its columns fit.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from clock.rounds.player_names import clean_name
from clock.rules.message import Problem

PLAYER, OLD_TEAM, TEAM = "001", "013", "310"
"""How lines begin."""
POINTS = slice(80, 84)
ROUNDS_AT, ROUND_WIDTH = 91, 10
_NAME = slice(14, 47)
_BEHIND = slice(33, 37)
"""The points, counted from the end of the name."""
_BLANK = (*(slice(at, at + 1) for at in (0, 32, 37)), slice(42, 44))
_RANK, _NUMBER = slice(38, 42), re.compile(r" *[0-9]{0,4} *")
_POINTS = re.compile(r" *([0-9]{1,3}(?:\.[0-9])?) *")
_COLOURS = " -wbWB"
_WIDTHS: tuple[Callable[[str], int], ...] = (
    lambda _char: 1,
    lambda char: len(char.encode()),
    lambda char: len(char.encode("utf-16-le")) // 2,
)
"""How many columns programs count for a character."""


class ReportGame(NamedTuple):
    """A player's game of a round: against whom, with which colour, and the result."""

    opponent: int
    colour: str
    result: str


class Player(NamedTuple):
    """A player's line."""

    name: str
    points: float
    rounds: tuple[ReportGame, ...]
    line: int


def end_of_name(line: str, name: slice, fits: Callable[[str], object]) -> int:
    """Return where the columns behind a name begin, whatever its width. Raises ValueError."""
    for width in _WIDTHS:
        end, left = int(name.start), name.stop - name.start
        while left > 0 and end < len(line):
            left -= width(line[end])
            end += 1
        if left == 0 and fits(line[end:]):
            return end
    if len(line) > name.stop:
        raise ValueError
    return int(name.stop)


def shift_of(line: str) -> int:
    """Return how many columns further left than in TRF the points and rounds of a line are.

    Raises ValueError where they are nowhere.
    """
    line = line.rstrip()
    try:
        end = end_of_name(line, _NAME, lambda behind: behind[_BEHIND].strip() and _fits(behind))
    except ValueError:
        end = end_of_name(line, _NAME, _fits)
    return int(_NAME.stop) - end


def _fits(behind: str) -> bool:
    """Whether what stands behind a name has a player's columns."""
    cells = [behind[at : at + ROUND_WIDTH].ljust(7) for at in range(44, len(behind), ROUND_WIDTH)]
    points = behind[_BEHIND]
    return (
        not any(behind[blank].strip() for blank in _BLANK)
        and (not points.strip() or _POINTS.fullmatch(points) is not None)
        and _NUMBER.fullmatch(behind[_RANK]) is not None
        and all(
            _NUMBER.fullmatch(each[:4]) and each[4] == each[6] == " " and each[5] in _COLOURS
            for each in cells
        )
    )


def rank_of(line: str) -> int:
    """Return the starting rank of a player's line. Raises ValueError."""
    text = line[4:8].strip()
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ValueError
    return int(text)


def points_of(line: str, shift: int) -> float:
    """Return the points of a player's line."""
    return float(line[POINTS.start - shift : POINTS.stop - shift].strip() or 0)


def player_at(line: str, number: int) -> Player:
    """Return the player of a line. Raises Problem where its columns do not fit."""
    try:
        return _player(line, number)
    except ValueError:
        raise Problem(
            "line {number}: expected a player's line as in TRF: the name in columns 15-47, the "
            "points in 81-84, the rounds from 92 on",
            number=number,
        ) from None


def with_text(line: str, column: int, text: str) -> str:
    """Return a player's line with a text in a column behind the name, counted from 0."""
    body = line.rstrip("\r\n")
    column -= shift_of(body)
    body, ending = body.ljust(column), line[len(body) :]
    return f"{body[:column]}{text}{body[column + len(text) :]}{ending}"


def _player(line: str, number: int) -> Player:
    rank, shift = rank_of(line), shift_of(line)
    name = clean_name(line[_NAME.start : _NAME.stop - shift])
    if not name.isprintable() or line[3:4].strip():
        raise ValueError
    rounds = [
        ReportGame(
            int(line[at : at + 4].strip() or 0),
            line[at + 5 : at + 6].lower(),
            line[at + 7 : at + 8],
        )
        for at in range(ROUNDS_AT - shift, len(line.rstrip()), ROUND_WIDTH)
    ]
    return Player(name or str(rank), points_of(line, shift), tuple(rounds), number)
