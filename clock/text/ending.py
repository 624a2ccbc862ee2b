"""The outcome of a game in words, and the facts by which a claim is judged."""

from collections.abc import Callable

from clock.rules.inputs import Result
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import State
from clock.text.language import N_, tr, trn
from clock.text.match import won_row
from clock.text.words import RESULTS, colour_name, first_fit, seat_name, whole_seconds

WINNERS: dict[Result | None, Seat] = {Result.LEFT: LEFT, Result.RIGHT: RIGHT}
BARRING = ("rif", "rif-referees")
"""Regulations with RIF 9.6: a player whose clapper is down cannot win by RIF 9.1 to 9.4."""

AGREED = N_("agreed by both")
"""The ground of a result on which both players agreed at the clock."""
TIME, BOTH_TIMES = N_("time"), N_("both times out")
"""The grounds that fallen clappers prove."""
ILLEGAL_MOVE = N_("illegal move")
WON_BY = {
    N_("on the board"): (N_("{player} won"), N_("on the board")),
    TIME: (N_("{player} won on time"), N_("{loser} ran out of time")),
    N_("resigned"): (N_("{loser} resigned"), N_("{loser} resigned")),
    N_("forbidden move"): (N_("{player} won on a foul"), N_("{loser}: forbidden move")),
    ILLEGAL_MOVE: (N_("{player} won by ruling"), N_("{loser}: illegal move")),
    N_("absent"): (N_("{player} won by forfeit"), N_("{loser} is absent")),
    N_("decision"): (N_("{player} won by ruling"), N_("organizer's decision")),
}
"""The grounds of a win: the display's text for the result, the question's text for the ground."""
WON_AT_LENGTH = {
    AGREED: N_("{player} won, agreed by both"),
    N_("on the board"): N_("{player} won on the board"),
    N_("resigned"): N_("{player} won, {loser} resigned"),
    N_("forbidden move"): N_("{player} won, forbidden move by {loser}"),
    ILLEGAL_MOVE: N_("{player} won, illegal move by {loser}"),
}
"""Longer texts for the result in documents, which have more room than a display."""


def since_start(state: State, at_ns: int) -> str:
    """Return an instant as the time since the game was started."""
    return whole_seconds(at_ns - (state.started_at_ns or 0))


def moves_made(made: int, quota: int | None) -> str:
    """Return the number of moves made: "3 of 40 moves", or without a quota "3 moves"."""
    text = trn("{count} move", "{count} moves", made)
    if quota:
        text = tr("{count} of {quota} moves")
    return text.format(count=made, quota=quota)


def fell_text(state: State, seat: Seat) -> str:
    """Return the time at which a seat's clapper fell; "" while it is up."""
    fell_at_ns = state.seat(seat).fell_at_ns
    if fell_at_ns is None:
        return ""
    return tr("fell after {time}").format(time=since_start(state, fell_at_ns))


def player_name(state: State, seat: Seat) -> str:
    """Return the colour of a seat, or its side while the colours are open."""
    colour = state.colour(seat)
    return seat_name(seat) if colour is None else colour_name(colour)


def seat_label(state: State, seat: Seat) -> str:
    """Return a seat's side and colour, "Left (Black)"; only the side while colours are open."""
    return seat_and_colour(seat, state.colour(seat))


def seat_and_colour(seat: Seat, colour: Colour | None) -> str:
    """Return a seat's side and colour, if any: "Left (Black)"."""
    side = seat_name(seat)
    if colour is None:
        return side
    return tr("{seat} ({colour})").format(seat=side, colour=colour_name(colour))


def outcome_row(state: State) -> str:
    """Return the result in a row: "Black won on time"; in a match the winner's role."""
    if state.result is None:
        return tr("Finished")
    if state.setup.match is not None:
        return won_row(state.setup.match, state.result)
    if state.result not in WINNERS:
        result = tr(RESULTS[state.result])
        return first_fit((result_text(state.result, state.ground, seat_name), result))
    return _by_players(state, WON_BY.get(state.ground, (N_("{player} won"),))[0])


def result_text(result: Result, ground: str, name: Callable[[Seat], str]) -> str:
    """Return the result for a document: "Left won, Right resigned" or "Draw, agreed"."""
    winner = WINNERS.get(result)
    if winner is None:
        return ", ".join(filter(None, (tr(RESULTS[result]), tr(ground))))
    won_by, _ = WON_BY.get(ground, (N_("{player} won"), ""))
    text = tr(WON_AT_LENGTH.get(ground, won_by))
    return text.format(player=name(winner), loser=name(winner.other))


def ground_text(state: State) -> str:
    """Return the ground of a result, with the loser if it names him: "White resigned"."""
    if state.result not in WINNERS:
        return tr(state.ground)
    return _by_players(state, WON_BY.get(state.ground, ("", state.ground))[1])


def _by_players(state: State, text: str) -> str:
    """Return a text with the players by side and colour, or by colour if a row is too short."""
    winner = WINNERS[state.result]
    return first_fit(
        tr(text).format(player=name(state, winner), loser=name(state, winner.other))
        for name in (seat_label, player_name)
    )
