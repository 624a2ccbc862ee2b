"""What is read on the clock after a game: what each move took, and the games of the evening."""

from collections.abc import Iterator

from clock.game.facts import Ended, Turn
from clock.game.used import used_ns
from clock.rules.openings import Option
from clock.rules.seats import LEFT, RIGHT
from clock.text.glyphs import fits
from clock.text.language import N_, tr
from clock.text.rows import cut
from clock.text.words import RESULTS, colour_letter, seat_letter, shown_time

LAST_MOVES = N_("Used, then left")
NO_MOVES = N_("No move was made")
EVENING = N_("This evening")
NO_GAMES = N_("No game yet")
NO_RESULT = N_("No result")


def turn_rows(turns: tuple[Turn, ...]) -> tuple[str, ...]:
    """Return a row for each turn: its move, the colour, what it took and what was left then.

    "24 B  1:07    0:45"; a swap has a sign in the place of the number.
    """
    return tuple(map(_turn_row, turns, used_ns(turns))) or (tr(NO_MOVES),)


def _turn_row(turn: Turn, took_ns: int) -> str:
    number = "x" if turn.option is Option.SWAP else str(turn.moves)
    took, left = (shown_time(each, tenths=False) for each in (took_ns, turn.remaining_ns))
    return cut(f"{number:>3} {colour_letter(turn.colour)} {took:>7} {left:>7}")


def evening_rows(games: tuple[Ended, ...]) -> tuple[str, ...]:
    """Return two rows for each game: its result and last move, and both times."""
    rows = tuple(row for number, game in enumerate(games, 1) for row in _game_rows(number, game))
    return rows or (tr(NO_GAMES),)


def _game_rows(number: int, game: Ended) -> Iterator[str]:
    result = tr(NO_RESULT if game.result is None else RESULTS[game.result])
    row = tr("{result}, move {number}").format(result=result, number=game.moves)
    told = f"{number} {row}"
    yield told if fits(told) else cut(f"{number} {result}, {game.moves}")
    times = ((LEFT, game.left_ns), (RIGHT, game.right_ns))
    yield "  ".join(f"{seat_letter(seat)} {shown_time(ns, tenths=False)}" for seat, ns in times)
