"""Who does not play in a round: byes, and pairings that were forfeited."""

from enum import StrEnum

from clock.text.language import N_


class ByeKind(StrEnum):
    """Why a player has no opponent."""

    ALLOCATED = "allocated"
    """Nobody was left to play."""
    FULL = "full"
    """A point, a half or none, as was agreed before."""
    HALF = "half"
    ZERO = "zero"


BYES = {
    ByeKind.ALLOCATED: N_("nobody was left to play"),
    ByeKind.FULL: N_("full-point bye"),
    ByeKind.HALF: N_("half-point bye"),
    ByeKind.ZERO: N_("zero-point bye"),
}
"""Each in words."""


class Forfeit(StrEnum):
    """Who won a pairing that was decided before the round; values are those of outcomes."""

    BLACK = "black_forfeit"
    WHITE = "white_forfeit"
    BOTH_LOSE = "both_lose"
