"""Seats (the sides of the clock), the colours that they play, and the hands of a player."""

from enum import Enum


class Seat(Enum):
    """A physical side of the clock, as seen from the front of the case."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> "Seat":
        return RIGHT if self is LEFT else LEFT


class Colour(Enum):
    """The colour of a seat's stones; an opening may change it."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> "Colour":
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    def seat(self, black: Seat) -> Seat:
        """Return who has this colour where `black` plays Black.

        Also who plays Black where `black` has this colour.
        """
        return black if self is Colour.BLACK else black.other


class Hand(Enum):
    """The hand that laid a stone or pressed a plunger, if the body can tell."""

    LEFT = "left"
    RIGHT = "right"


LEFT, RIGHT = Seat.LEFT, Seat.RIGHT
