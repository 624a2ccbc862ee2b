"""A game on a clock as that of a pairing: whose it is, where Black sits, how it ended."""

from clock.game.names import Names
from clock.rounds.pairings import Pairing
from clock.rounds.results import Outcome
from clock.rules.inputs import Result
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import State
from clock.text.ending import WINNERS

_OUTCOMES = {
    Result.DRAW: Outcome.DRAW,
    Result.VOID: Outcome.VOID,
    Result.BOTH_LOSE: Outcome.BOTH_LOSE,
}


def is_game_of(names: Names, pairing: Pairing) -> bool:
    """Return whether a game with these names is a pairing's."""
    players = {names.left, names.right} == {pairing.black, pairing.white}
    return players and names.round == str(pairing.round)


def black_seat(names: Names, pairing: Pairing) -> Seat:
    """Return where the pairing's Black sits."""
    return LEFT if names.left == pairing.black else RIGHT


def outcome_of(state: State, black: Seat) -> Outcome | None:
    """Return how a game ended, if Black of its pairing sits there; None while it lasts."""
    if state.result is None:
        return None
    winner = WINNERS.get(state.result)
    if winner is None:
        return _OUTCOMES[state.result]
    if state.ground == "absent":
        return Outcome.BLACK_FORFEIT if winner is black else Outcome.WHITE_FORFEIT
    return Outcome.BLACK if winner is black else Outcome.WHITE
