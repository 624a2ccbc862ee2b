"""Moves as their players count them: in chess and draughts a move of each side has one number.

The rules, the journal and the data count the moves of both sides: 13 of them are move 7 with Black
to move.
"""

from typing import NamedTuple

from clock.kinds import kind_of
from clock.rules.seats import Colour
from clock.rules.state import Setup
from clock.text.language import tr
from clock.text.sides import side_name


class MoveNumber(NamedTuple):
    """A move as players call it."""

    number: int
    colour: Colour | None = None
    """Whose move it is; None: every move has a number of its own."""


def by_both(game: str) -> bool:
    """Return whether a move of each side has one number in a kind of game; "": it is not known."""
    return kind_of(game).counted_by_both


def number_of(game: str, moves: int) -> int:
    """Return the number of the last of so many moves."""
    return (moves + 1) // 2 if by_both(game) else moves


def last_of(setup: Setup, moves: int) -> MoveNumber:
    """Return the last of so many moves."""
    if not by_both(setup.game):
        return MoveNumber(moves)
    return MoveNumber(number_of(setup.game, moves), setup.first if moves % 2 else setup.first.other)


def place_after(setup: Setup, moves: int) -> MoveNumber:
    """Return the move to come after so many; where each has its own number, that of the last."""
    return last_of(setup, moves + by_both(setup.game))


def moves_until(setup: Setup, move: MoveNumber) -> int:
    """Return how many moves have been made once a move is made."""
    if move.colour is None:
        return move.number
    return 2 * move.number - (move.colour is setup.first)


def last_text(setup: Setup, moves: int) -> str:
    """Return the last of so many moves in words: "7 (Black)", or "13"."""
    number, colour = last_of(setup, moves)
    if colour is None or not moves:
        return str(number)
    return tr("{number} ({colour})").format(number=number, colour=side_name(setup.game, colour))


def place_text(setup: Setup, moves: int) -> str:
    """Return where a game is after so many moves: "7, Black to move", or "13"."""
    number, colour = place_after(setup, moves)
    if colour is None:
        return str(number)
    text, name = tr("{number}, {colour} to move"), side_name(setup.game, colour)
    return text.format(number=number, colour=name)
