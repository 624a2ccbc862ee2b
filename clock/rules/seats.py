"""Who sits where: the physical side, the colour it plays now, and the hand that presses."""

from enum import Enum


class Seat(Enum):
    """A physical side of the clock, as seen from the front of the case."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> "Seat":
        return RIGHT if self is LEFT else LEFT


class Colour(Enum):
    """What a seat plays now; it may change in an opening."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> "Colour":
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


class Hand(Enum):
    """The hand that laid a stone or pressed a plunger, where the body can tell."""

    LEFT = "left"
    RIGHT = "right"


LEFT, RIGHT = Seat.LEFT, Seat.RIGHT
