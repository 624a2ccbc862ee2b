"""A game's names and its result, which speaks of the players by their names."""

from collections.abc import Callable, Iterator

from clock.game.names import Names
from clock.kinds import kind_of
from clock.rules.inputs import Result
from clock.rules.seats import LEFT, Colour, Seat
from clock.rules.state import Setup
from clock.text.ending import result_text, score
from clock.text.language import printable, tr
from clock.text.sides import seat_and_side


def name_parts(names: Names, first: Seat = LEFT) -> Iterator[str]:
    """Yield the parts of a game's name: event, round, board, players."""
    if names.event:
        yield printable(names.event)
    if names.round:
        yield tr("Round {name}").format(name=printable(names.round))
    if names.board:
        yield tr("Board {name}").format(name=printable(names.board))
    if who := players(names, first):
        yield who


def players(names: Names, first: Seat = LEFT) -> str:
    """Return the players' names, those of the `first` seat first; "" if neither is known."""
    who = (name_at(names, seat) or "?" for seat in (first, first.other))
    return " – ".join(who) if names.left or names.right else ""


def name_at(names: Names, seat: Seat) -> str:
    """Return the name of a seat's player; "" if it is not known."""
    return printable(names.at(seat))


def scored_first(game: str, black: Seat) -> Seat:
    """Return the seat whose points a score such as "1–0" begins with; LEFT without scores."""
    kind = kind_of(game)
    if kind.scores is None:
        return LEFT
    return kind.first.seat(black)


def called(names: Names, setup: Setup, black: Seat | None) -> Callable[[Seat], str]:
    """Return what a result calls a seat: "Bo (White)", or "Bo" while the colours are open."""

    def label(seat: Seat) -> str:
        colour = None
        if black is not None:
            colour = Colour.BLACK if seat is black else Colour.WHITE
        return seat_and_side(setup, seat, colour, name_at(names, seat))

    return label


def outcome(names: Names, setup: Setup, result: Result, ground: str, black: Seat | None) -> str:
    """Return the result for a document, in words after its score: "1–0 · Bo (White) won"."""
    text = result_text(result, ground, called(names, setup, black))
    mark = "" if black is None else score(setup, result, black, ground)
    return f"{mark} · {text}" if mark else text
