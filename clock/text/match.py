"""A handicap match in words: its games, its score, the games that the expert still needs."""

from collections.abc import Iterator

from clock.rules.inputs import Result
from clock.rules.match import MatchStanding, Role
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup
from clock.text.glyphs import fits
from clock.text.language import N_, tr
from clock.text.rows import AnyRow, Row, one_text
from clock.text.words import RESULTS, control_rows, seat_letter, seat_name

NEW_MATCH = N_("Play the match again")

_WON_GAME = {Role.EXPERT: N_("Expert won"), Role.BEGINNER: N_("Beginner won")}
_WON_MATCH = {Role.EXPERT: N_("Match: expert won"), Role.BEGINNER: N_("Match: beginner won")}


def expert_item(seat: Seat) -> str:
    """Return the menu item for the expert's seat."""
    return tr("{seat} is the expert").format(seat=seat_name(seat))


def number_row(standing: MatchStanding) -> str:
    """Return which game of the match it is: "Game 2 of 2"."""
    return _number_row(standing.number, len(standing.match.games))


def _number_row(number: int, games: int) -> str:
    return tr("Game {number} of {games}").format(number=number, games=games)


def match_points(standing: MatchStanding) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield what a match adds to a setup, each point with its values."""
    games = len(standing.match.games)
    yield "played", (standing.number, games, standing.expert)
    yield "must_win", (standing.match.expert_must_win, games)


def played_text(number: int, games: int, expert: Seat) -> str:
    """Return which game is played, and who is the expert."""
    return f"{_number_row(number, games)}, {expert_item(expert)}"


def must_win_text(count: int, games: int) -> str:
    """Return how many games the expert must win."""
    if count == games:
        return tr("The expert must win every game")
    return tr("The expert must win {count} of {games} games").format(count=count, games=games)


def next_item(standing: MatchStanding, result: Result | None) -> str:
    """Return the menu item for the game after a result."""
    if standing.after(result).winner is not None:
        return tr(NEW_MATCH)
    following = standing.following(result)
    if following == standing:
        return tr("Play game {number} again").format(number=standing.number)
    return number_row(following)


def times_rows(setup: Setup) -> tuple[AnyRow, ...]:
    """Return both times of a next game, together where they fit a row."""
    times = [(seat, control_rows(setup.control(seat))[0]) for seat in (LEFT, RIGHT)]
    left, right = (f"{seat_letter(seat)} {time}" for seat, time in times)
    both = Row((left,), (right,))
    if fits(one_text(both)):
        return (both,)
    return tuple(f"{seat_name(seat)}: {time}" for seat, time in times)


def won_row(standing: MatchStanding, result: Result) -> str:
    """Return the result of a game of the match, with the winner's role."""
    role = standing.role(result)
    return tr(RESULTS[result] if role is None else _WON_GAME[role])


def score_row(standing: MatchStanding, result: Result) -> str:
    """Return the winner of the match, or the games that the expert still needs."""
    after = standing.after(result)
    if after.winner is not None:
        return tr(_WON_MATCH[after.winner])
    if after == standing:
        return tr("Play game {number} again").format(number=standing.number)
    if after.left == 1:
        return tr("Expert needs game {number}").format(number=after.number)
    return tr("Expert needs {count} of {left}").format(count=after.needed, left=after.left)
