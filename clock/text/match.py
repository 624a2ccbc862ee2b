"""A handicap match in words: its games, its score, the games that the expert still needs."""

from collections.abc import Iterator

from clock.rules.inputs import Result
from clock.rules.match import MatchStanding, Role
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup
from clock.text.glyphs import fits
from clock.text.language import N_, tr
from clock.text.words import RESULTS, control_rows, seat_letter, seat_name

NEW_MATCH = N_("Play the match again")

_WON_GAME = {Role.EXPERT: N_("Expert won"), Role.BEGINNER: N_("Beginner won")}
_WON_MATCH = {Role.EXPERT: N_("Match: expert won"), Role.BEGINNER: N_("Match: beginner won")}


def expert_item(seat: Seat) -> str:
    """Return the menu item for the expert's seat."""
    return tr("{seat} is the expert").format(seat=seat_name(seat))


def number_row(standing: MatchStanding) -> str:
    """Return the number of a game in its match: "Game 2 of 2"."""
    return tr("Game {number} of {games}").format(
        number=standing.number, games=len(standing.match.games)
    )


def match_sentences(standing: MatchStanding) -> Iterator[str]:
    """Yield the sentences about a match, for the description of a setup."""
    yield f"{number_row(standing)}, {expert_item(standing.expert)}"
    must, games = standing.match.expert_must_win, len(standing.match.games)
    if must == games:
        yield tr("The expert must win every game")
    else:
        yield tr("The expert must win {count} of {games} games").format(count=must, games=games)


def next_item(standing: MatchStanding, result: Result | None) -> str:
    """Return the menu item for the game after a result."""
    if standing.after(result).winner is not None:
        return tr(NEW_MATCH)
    following = standing.following(result)
    if following == standing:
        return tr("Play game {number} again").format(number=standing.number)
    return number_row(following)


def next_rows(setup: Setup) -> Iterator[str]:
    """Yield the times of a match's game, in a single row if they fit, and the seat that begins."""
    times = [(seat, control_rows(setup.control(seat))[0]) for seat in (LEFT, RIGHT)]
    both = "  ".join(f"{seat_letter(seat)} {time}" for seat, time in times)
    yield from (both,) if fits(both) else (f"{seat_name(seat)}: {time}" for seat, time in times)
    yield starter_row(setup)


def starter_row(setup: Setup) -> str:
    """Return the seat that begins a game: "Left begins"."""
    return tr("{seat} begins").format(seat=seat_name(setup.starter))


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
