"""`clapper export` with a score: the moves somebody wrote down, the times of the clock."""

from clock.records.scores.pgn import (
    UNKNOWN,
    PgnGame,
    control_tag,
    game_of,
    pgn_text,
    read_pgn,
    written_game,
)
from clock.records.scores.sgf import sgf_text, with_times
from clock.records.scores.timed_moves import mismatch, timed_moves
from clock.records.source import Source
from clock.rules.inputs import Result
from clock.rules.message import Message, Problem
from clock.rules.seats import Seat
from clock.rules.state import State
from clock.text.ending import WINNERS

Annotated = tuple[bytes, Message | None]
"""A score with times, and what of it does not match the clock, if anything."""


def pgn_of(game: Source, score: bytes) -> Annotated:
    """Return a score in PGN with the times of a game. Raises GameFileError or Problem."""
    steps = list(game.steps())
    last = steps[-1][1] if steps else None
    black = game.setup.black if last is None or last.black is None else last.black
    white, other = game.names.at(black.other), game.names.at(black)
    found = game_of(read_pgn(pgn_text(score)), white, other)
    if found is None:
        names = f"{white} – {other}"
        raise Problem("expected a score of one game, or one of {players}", players=names)
    known = {"Event": game.names.event, "Round": game.names.round, "Board": game.names.board}
    known |= {"White": white, "Black": other, "Date": game.wall[:10].replace("-", ".")}
    controls = (game.setup.control(seat) for seat in (black.other, black))
    known |= {"TimeControl": control_tag(*controls)}
    own = {name: value for name, value in found.tags.items() if value not in UNKNOWN.values()}
    known |= {"Result": "" if last is None else result_tag(last, black)}
    tags = {**{name: value for name, value in known.items() if value}, **own}
    timed = timed_moves(steps)
    whole = PgnGame(tags, found.tokens)
    return written_game(whole, timed).encode(), mismatch(len(found.moves), timed)


def sgf_of(game: Source, score: bytes) -> Annotated:
    """Return a score in SGF with the times of a game. Raises GameFileError or Problem."""
    timed = timed_moves(game.steps())
    written, moves = with_times(sgf_text(score), timed)
    return written.encode(), mismatch(moves, timed)


def result_tag(state: State, black: Seat) -> str:
    """Return a game's result in the form of PGN; empty until the end."""
    if state.result is Result.DRAW:
        return "1/2-1/2"
    winner = WINNERS.get(state.result)
    return "" if winner is None else "0-1" if winner is black else "1-0"
