"""What the players of a game are called, by its kind: Black and White, Sente and Gote, or Left."""

from clock.kinds import kind_of
from clock.rules.seats import Colour, Seat
from clock.rules.state import Setup
from clock.text.language import tr
from clock.text.words import colour_letter, colour_name, seat_letter, seat_name


def has_colours(setup: Setup) -> bool:
    """Return whether the players of a game are called by their colours, or their sides' names."""
    return kind_of(setup.game).colours or setup.opening.name != "none"


def side_name(game: str, colour: Colour | None) -> str:
    """Return what players call a colour in a kind of game, or that it is open."""
    kind = kind_of(game)
    if kind.sides is None or colour is None:
        return colour_name(colour)
    return tr(kind.sides[colour is not kind.first])


def side_letter(game: str, seat: Seat, colour: Colour | None) -> str:
    """Return the letter of a side: of its colour, its name or its seat."""
    kind = kind_of(game)
    if not kind.colours:
        return seat_letter(seat)
    return colour_letter(colour) if kind.sides is None else side_name(game, colour)[:1]


def player_of(setup: Setup, seat: Seat, colour: Colour | None) -> str:
    """Return the side of a seat, or the seat while the colours are open, or without colours."""
    if colour is None or not has_colours(setup):
        return seat_name(seat)
    return side_name(setup.game, colour)


def seat_and_side(setup: Setup, seat: Seat, colour: Colour | None, name: str = "") -> str:
    """Return a seat, or the name of its player, with its side, if any: "Left (Black)"."""
    name = name or seat_name(seat)
    if colour is None or not has_colours(setup):
        return name
    return tr("{seat} ({colour})").format(seat=name, colour=side_name(setup.game, colour))
