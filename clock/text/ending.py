"""The outcome of a game in words, and the facts by which a claim is judged."""

from collections.abc import Callable, Iterable, Iterator

from clock.kinds import kind_of
from clock.rules.inputs import Result
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Setup, State
from clock.rules.units import MINUTE_NS
from clock.text.glyphs import fits
from clock.text.language import N_, tr, trn
from clock.text.match import won_row
from clock.text.rows import AnyRow, Row, one_text
from clock.text.sides import player_of, seat_and_side
from clock.text.words import RESULTS, cost_text, first_fit, seat_name, whole_seconds

WINNERS: dict[Result | None, Seat] = {Result.LEFT: LEFT, Result.RIGHT: RIGHT}
BARRING = ("rif", "rif-referees")
"""Regulations with RIF 9.6: a player whose clapper is down cannot win by RIF 9.1 to 9.4."""

AGREED = N_("agreed by both")
"""The ground of a result on which both players agreed at the clock."""
TIME, BOTH_TIMES = N_("time"), N_("both times out")
"""The grounds that fallen clappers prove."""
ILLEGAL_MOVE, FOUL = N_("illegal move"), N_("forbidden move")
RESIGNED = N_("resigned")
MOVED = N_("moved to another clock")
"""The ground on which a game ends on the clock that it has left."""
NOT_ON_MOVE = N_("Draw: not on the move")
"""Only the player who has the move claims a draw (FIDE 9.2, 9.3); the organizer decides."""
WON_BY = {
    N_("on the board"): (N_("{player} won"), N_("on the board")),
    TIME: (N_("{player} won on time"), N_("{loser} ran out of time")),
    RESIGNED: (N_("{loser} resigned"), N_("{loser} resigned")),
    FOUL: (N_("{player} won on a foul"), N_("{loser}: forbidden move")),
    ILLEGAL_MOVE: (N_("{player} won by ruling"), N_("{loser}: illegal move")),
    N_("absent"): (N_("{player} won by forfeit"), N_("{loser} is absent")),
    N_("decision"): (N_("{player} won by ruling"), N_("organizer's decision")),
}
"""The grounds of a win: the display's text for the result, the question's text for the ground."""
WON_AT_LENGTH = {
    AGREED: N_("{player} won, agreed by both"),
    N_("on the board"): N_("{player} won on the board"),
    RESIGNED: N_("{player} won, {loser} resigned"),
    FOUL: N_("{player} won, forbidden move by {loser}"),
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
    return player_of(state.setup, seat, state.colour(seat))


def seat_label(state: State, seat: Seat) -> str:
    """Return a seat's side and colour, "Left (Black)"; only the side while colours are open."""
    return seat_and_side(state.setup, seat, state.colour(seat))


def outcome_row(state: State) -> str:
    """Return the result in a row: "Black won on time"; in a match the winner's role."""
    if state.result is None:
        return tr("Finished")
    if state.setup.match is not None:
        return won_row(state.setup.match, state.result)
    if state.ground == MOVED:
        return tr("On another clock")
    if state.result not in WINNERS:
        result = tr(RESULTS[state.result])
        texts: Iterable[str] = (result_text(state.result, state.ground, seat_name), result)
    else:
        texts = _by_players(state, WON_BY.get(state.ground, (N_("{player} won"),))[0])
    setup, black = state.setup, state.play.black
    mark, bare = (score(setup, state.result, black, ground) for ground in (state.ground, ""))
    texts = tuple(texts)
    shorter: tuple[str, ...] = ()
    if mark != bare:  # it has the ground
        won = tr("{player} won").format(player=player_name(state, WINNERS[state.result]))
        shorter = (f"{won}, {mark}",)
    return first_fit((*(f"{text}, {mark}" for text in texts if mark), *shorter, *texts))


def score(setup: Setup, result: Result | None, black: Seat, ground: str = "") -> str:
    """Return how players write a result: "1–0", "B+R"; "" where it is not written so."""
    mark, scores = score_in(setup.game, result, black), kind_of(setup.game).scores
    by = "" if scores is None or result not in WINNERS else scores.grounds.get(ground, "")
    return f"{mark}{by}"


def score_in(game: str, result: Result | None, black: Seat) -> str:
    """Return `score` in a kind of game."""
    scores = kind_of(game).scores
    if scores is None:
        return ""
    if result is Result.DRAW:
        return scores.draw
    won = {black: scores.black, black.other: scores.white}
    return won[WINNERS[result]] if result in WINNERS else ""


def claims_draws(state: State) -> bool:
    """Return whether a draw can be claimed, by the regulations and in this kind of game."""
    return state.setup.regulations.draw_claims and kind_of(state.setup.game).draw_claims


def time_points(state: State, seat: Seat) -> int:
    """Return what a seat's time costs: that below zero if the game counts it, periods begun."""
    clock = state.seat(seat)
    minutes = max(0, -(clock.remaining_ns // MINUTE_NS))
    points = minutes * kind_of(state.setup.game).minute_points
    return points + state.setup.period_points(seat, clock.period)


def time_cost(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cost as a text, if there is any."""
    points = time_points(state, seat)
    return (cost_text(points),) if points else ()


def cost_rows(state: State) -> tuple[str, ...]:
    """Return a row for each seat whose time costs points: "Left: -20 points"."""
    return tuple(
        f"{seat_name(seat)}: {points}" for seat in Seat for points in time_cost(state, seat)
    )


def with_score(state: State, result: Result, text: str) -> AnyRow:
    """Return a row for a result, with its score if there is room."""
    row = Row((text,), (score(state.setup, result, state.play.black),))
    return row if row.right[0] and fits(one_text(row)) else text


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
    return first_fit(_by_players(state, WON_BY.get(state.ground, ("", state.ground))[1]))


def _by_players(state: State, text: str) -> Iterator[str]:
    """Yield a text with the players by side and colour, and by colour where there is less room."""
    winner = WINNERS[state.result]
    for name in (seat_label, player_name):
        yield tr(text).format(player=name(state, winner), loser=name(state, winner.other))
