"""Who does not play in a round: byes, and pairings that were forfeited."""

from enum import StrEnum


class ByeKind(StrEnum):
    """Why a player has no opponent."""

    ALLOCATED = "allocated"
    """Nobody was left to play."""
    FULL = "full"
    """A point, a half or none, as was agreed before."""
    HALF = "half"
    ZERO = "zero"


class Forfeit(StrEnum):
    """Who won a pairing that was decided before the round; values are those of outcomes."""

    BLACK = "black_forfeit"
    WHITE = "white_forfeit"
    BOTH_LOSE = "both_lose"
