"""A round and its games as LiveChess Cloud has them in JSON, which broadcasters poll."""

from clock.desk_pages.feed.broadcast_games import BroadcastGame
from clock.desk_pages.feed.feed_tables import FeedSeat

_RESULTS = {"1-0": "WHITEWIN", "0-1": "BLACKWIN", "1/2-1/2": "DRAW"}
_SECOND_NS = 1_000_000_000


def round_json(games: list[BroadcastGame]) -> dict[str, object]:
    """Return the pairings of a round."""
    return {
        "date": max((each.date for each in games), default=""),
        "pairings": [
            {
                "white": _player(each.white.name),
                "black": _player(each.black.name),
                "result": each.result,
                "live": each.is_on,
            }
            for each in games
        ],
    }


def game_json(game: BroadcastGame) -> dict[str, object]:
    """Return a game: its moves, each with the seconds left and taken."""
    moves = []
    for move, time in game.moves:
        left = "" if time is None else f" {-(-time.remaining_ns // _SECOND_NS)}"
        spent = "" if time is None else f"+{round(time.spent_ns / _SECOND_NS)}"
        moves.append(f"{move}{left}{spent}")
    return {
        "live": game.is_on,
        "result": _RESULTS.get(game.result),
        "moves": moves,
        "clock": {
            "white": _seconds(game.white),
            "black": _seconds(game.black),
            "run": game.is_on,
            "time": game.row.at_ms,
        },
    }


def _player(name: str) -> dict[str, str | None]:
    """A player's name in parts: the family's stands before a comma, or is all of it."""
    family, _, own = (part.strip() for part in name.partition(","))
    first, _, middle = own.partition(" ")
    known = {"fname": first or None, "mname": middle or None, "lname": family}
    return {**known, "title": None, "fideid": None}


def _seconds(seat: FeedSeat) -> int | None:
    return None if seat.remaining_ms is None else -(-seat.remaining_ms // 1_000)
