"""A game that was put aside, in words."""

from collections.abc import Iterator

from clock.game.names import Names
from clock.game.put_aside import AsideGame
from clock.rules.seats import Seat
from clock.text.counting import last_text, number_of
from clock.text.dates import day_and_time, put_aside_on
from clock.text.language import printable, render, tr
from clock.text.rows import Row


def aside_words(game: AsideGame) -> Iterator[str]:
    """The players, when the game was put aside, and how far it was."""
    if who := players_text(game.names):
        yield who
    if game.when is not None:
        yield render(put_aside_on(game.when))
    if game.sealed:
        yield tr("A move is sealed")
    yield tr("Last move {number}").format(number=last_text(game.setup, game.figures.moves))


def players_text(names: Names) -> str:
    """Return both players' names; "" if neither is known."""
    who = (printable(names.at(seat)) or "?" for seat in Seat)
    return "–".join(who) if names.left or names.right else ""


def aside_row(game: AsideGame) -> Row:
    """Return the row of a game in a list: its day, and its last move."""
    when = "?" if game.when is None else render(day_and_time(game.when))
    return Row((when,), (str(number_of(game.setup.game, game.figures.moves)),))


def aside_name(game: AsideGame) -> str:
    """Return the name of a game where there is room: its day, last move and players."""
    row = aside_row(game)
    text = tr("{result}, move {number}").format(result=row.left[0], number=row.right[0])
    return " ".join(filter(None, (text, players_text(game.names))))
