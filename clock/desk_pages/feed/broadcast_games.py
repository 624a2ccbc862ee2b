"""The games of a round for a broadcast: names, results and times, the moves if there is a score."""

from functools import lru_cache
from typing import NamedTuple

from clock.desk.round_tables import TableOfRound, tables_of_round
from clock.desk.score_files import read_score
from clock.desk.site import Site
from clock.desk.store import Store
from clock.desk_pages.feed.feed import EventFeed
from clock.desk_pages.feed.feed_tables import MS_NS, FeedSeat, FeedTable, paired_tables
from clock.game.file import GameFileError
from clock.game.replay import played
from clock.records.scores.pgn import (
    PgnGame,
    clock_tags,
    control_tag,
    game_with,
    pgn_text,
    read_pgn,
    written_game,
)
from clock.records.scores.timed_moves import TimedMove, TimedMoves, timed_moves
from clock.rounds.results import RoundKey
from clock.rules.message import Problem
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import COUNTING, NEVER_NS, Setup
from clock.rules.units import SECOND_NS

GAMES_MAX = 2_000
"""Games whose moves are remembered: a program asks for a round every few seconds."""
_RESULTS = {
    ("1", "0"): "1-0",
    ("+", "–"): "1-0",
    ("0", "1"): "0-1",
    ("–", "+"): "0-1",
    ("½", "½"): "1/2-1/2",
}
"""By the points of White and Black; anything else PGN has no form for."""


class BroadcastGame(NamedTuple):
    """A game as its readers may have it."""

    row: FeedTable
    white: FeedSeat
    black: FeedSeat
    is_on: bool
    """A clock of it runs."""
    date: str
    """Such as 2026-11-28; empty: it has not begun."""
    setup: Setup | None
    timed: TimedMoves
    score: PgnGame | None

    @property
    def result(self) -> str:
        """In the form of PGN; "*" until the end."""
        return _RESULTS.get((self.white.points, self.black.points), "*")

    @property
    def moves(self) -> list[tuple[str, TimedMove | None]]:
        """The moves of its score, with their times."""
        moves = [] if self.score is None else self.score.moves
        return [(move, self.timed.get(number)) for number, move in enumerate(moves, 1)]


class _Recorded(NamedTuple):
    """A game as its clock recorded it."""

    setup: Setup
    date: str
    timed: TimedMoves


class AskedGame(NamedTuple):
    """A table of a round that is asked for, and how far its game may be known."""

    row: FeedTable
    clock: str = ""
    number: int = 0
    lines: int = 0
    until_ns: int = NEVER_NS
    """Of the clock's time."""
    setup: Setup | None = None
    date: str = ""
    """Both as the desk has them in memory, of a game that its clock still has."""


def asked_games(site: Site, feed: EventFeed, key: RoundKey, delay_s: int) -> list[AskedGame]:
    """Return the tables of a round as of a delay ago. Raises Problem.

    With a delay only a current round is known as it was then.
    """
    round_, view = site.rounds.rounds.get(key), feed.view(delay_s)
    rows = view.state(feed.now_ms).tables if view.is_ready else []
    shown = [each for each in rows if (each.section, each.round) == key]
    if round_ is not None and not shown and not delay_s:
        shown = [each.row for each in paired_tables(site, (round_,)).values()]
    if round_ is None or not shown:
        raise Problem("no such round")
    known = {each.pairing.table: each for each in tables_of_round(site, round_)}
    return [_asked(site, key, row, known.get(row.table), delay_s) for row in shown]


def _asked(
    site: Site, key: RoundKey, row: FeedTable, table: TableOfRound | None, delay_s: int
) -> AskedGame:
    """A table with the game of its pair."""
    names = {row.left.name, row.right.name}
    if table is None or {table.pairing.black, table.pairing.white} != names:
        return AskedGame(row)
    entry = site.rounds.result(key, row.table)
    id, _, number = (table.game or ("" if entry is None else entry.game)).rpartition("/")
    clock = site.desk.clocks.get(id)
    at = None if clock is None else clock.at
    is_live = at is not None and f"{at.game}" == number
    if not number.isdecimal() or (delay_s and not row.result and not is_live):
        return AskedGame(row)
    asked = AskedGame(row, id, int(number))
    if clock is not None and clock.game is not None and is_live:
        setup, date = clock.game.timeline.state.setup, clock.game.header.wall[:10]
        asked = asked._replace(lines=clock.game.at.lines, setup=setup, date=date)
    if clock is None or not delay_s or row.result:
        return asked
    return asked._replace(until_ns=clock.instant(site.desk.now_ns()) - delay_s * SECOND_NS)


def read_games(
    store: Store, key: RoundKey, asked: list[AskedGame], delay_s: int
) -> list[BroadcastGame]:
    """Return the games that are asked for, from the database alone."""
    scores = _scores(read_score(store.engine, key))
    return [_game(store, each, scores, delay_s) for each in asked]


def _game(store: Store, asked: AskedGame, scores: list[PgnGame], delay_s: int) -> BroadcastGame:
    row = asked.row
    is_left_white = row.left.colour == "white" or row.right.colour == "black"
    white, black = (row.left, row.right) if is_left_white else (row.right, row.left)
    score = game_with(scores, white.name, black.name)
    if score is not None and delay_s and not row.result:
        score = score.first(white.moves + black.moves)
    known = (row, white, black, row.phase in {each.value for each in COUNTING})
    # Each move makes a game another one to read, so those whose moves nobody knows are not read.
    is_read = asked.clock and (score is not None or asked.setup is None)
    found = _read(store, asked.clock, asked.number, asked.lines) if is_read else None
    if found is None:
        return BroadcastGame(*known, asked.date, asked.setup, {}, score)
    timed = {move: each for move, each in found.timed.items() if each.at_ns <= asked.until_ns}
    return BroadcastGame(*known, found.date, found.setup, timed, score)


@lru_cache(GAMES_MAX)
def _read(store: Store, clock: str, number: int, _lines: int) -> _Recorded | None:
    """A game of the database; more lines are another game."""
    try:
        game = store.read_game(clock, number)
        steps = played(game.setup, game.folded().all_inputs())
        return _Recorded(game.setup, game.wall[:10], timed_moves(steps))
    except GameFileError:
        return None


@lru_cache(8)
def _scores(content: bytes) -> list[PgnGame]:
    return read_pgn(pgn_text(content))


def as_pgn(site: Site, key: RoundKey, games: list[BroadcastGame]) -> str:
    """Return the games of a round in PGN; where no moves are known with both times as tags."""
    return "".join(_as_pgn(site, key, each) for each in games)


def _as_pgn(site: Site, key: RoundKey, game: BroadcastGame) -> str:
    tags = {
        "Event": site.event.name,
        "Date": game.date.replace("-", "."),
        "Round": f"{key.number}",
        "White": game.white.name,
        "Black": game.black.name,
        "Result": game.result,
        "Board": game.row.table,
        "Section": key.section,
    }
    if game.setup is not None:
        seats = (LEFT, RIGHT) if game.white is game.row.left else (RIGHT, LEFT)
        tags["TimeControl"] = control_tag(*(game.setup.control(seat) for seat in seats))
    times_ms = game.white.remaining_ms, game.black.remaining_ms
    if game.score is None and times_ms[0] is not None and times_ms[1] is not None:
        tags |= clock_tags(times_ms[0] * MS_NS, times_ms[1] * MS_NS)
    own = {} if game.score is None else game.score.tags
    tokens = () if game.score is None else game.score.tokens
    tags = {**own, **{name: value for name, value in tags.items() if value}}
    return written_game(PgnGame(tags, tokens), game.timed)
