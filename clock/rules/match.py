"""A handicap match of several games: where a game stands in it, and who needs what.

Each game has a time control for the expert and one for the beginner. The expert must win so many of
the games; every other game, even a draw, counts for the beginner. The beginner begins every game
and so plays Black, unless it is set differently. The match is that of the club of Jönköping: there
the expert must win both of two games. A void game is played once more.

The score is the fold of the results: a result that is corrected corrects it.
"""

from collections.abc import Iterator
from enum import Enum

import msgspec
from msgspec.structs import replace

from clock.rules.control import Control, problems
from clock.rules.inputs import Result
from clock.rules.message import Message
from clock.rules.seats import LEFT, Seat

GAMES_MAX = 20


class Role(Enum):
    """Who somebody is in a handicap match."""

    BEGINNER = "beginner"
    EXPERT = "expert"


class Times(msgspec.Struct, frozen=True):
    """The time controls of one game."""

    beginner: Control
    expert: Control


class Match(msgspec.Struct, frozen=True):
    """A match: its games in order, and how many of them the expert must win."""

    games: tuple[Times, ...]
    expert_must_win: int


class MatchStanding(msgspec.Struct, frozen=True):
    """Where a game stands in its match; the expert keeps his seat."""

    match: Match
    expert: Seat
    results: tuple[Result, ...] = ()  # of the games that were played before this one

    @property
    def number(self) -> int:
        """The number of this game, from 1."""
        return len(self.results) + 1

    @property
    def left(self) -> int:
        """Games still to be played, this one among them."""
        return len(self.match.games) - len(self.results)

    @property
    def needed(self) -> int:
        """Of those that are left, so many must be won by the expert."""
        won = sum(self.role(result) is Role.EXPERT for result in self.results)
        return self.match.expert_must_win - won

    @property
    def winner(self) -> Role | None:
        """Who has won the match; None while it goes on."""
        if self.needed <= 0:
            return Role.EXPERT
        return Role.BEGINNER if self.needed > self.left else None

    def role(self, result: Result) -> Role | None:
        """Return who won a game with this result; None for a draw and a void game."""
        if result not in (Result.LEFT, Result.RIGHT):
            return None
        expert = Result.LEFT if self.expert is LEFT else Result.RIGHT
        return Role.EXPERT if result is expert else Role.BEGINNER

    def control(self, seat: Seat) -> Control:
        """Return a seat's time control in this game."""
        times = self.match.games[len(self.results)]
        return times.expert if seat is self.expert else times.beginner

    def after(self, result: Result | None) -> "MatchStanding":
        """Return the place once this game has a result; the same for a void one, and for none."""
        if result is None or result is Result.VOID:
            return self
        return replace(self, results=(*self.results, result))

    def following(self, result: Result | None) -> "MatchStanding":
        """Return the place of the game that comes next; a match that is decided starts again."""
        after = self.after(result)
        return after if after.winner is None else replace(self, results=())


def match_problems(standing: MatchStanding) -> Iterator[tuple[str, Message]]:
    """Yield what is wrong with a match, as (place in it, what was expected)."""
    games, must_win = standing.match.games, standing.match.expert_must_win
    if not 1 <= len(games) <= GAMES_MAX:
        problem = "expected 1 to {most} games, got {count}"
        yield "games", Message(problem, most=GAMES_MAX, count=len(games))
        return
    for index, times in enumerate(games):
        for role, control in (("beginner", times.beginner), ("expert", times.expert)):
            for where, message in problems(control):
                yield f"games[{index}].{role}{where}", message
    if not 1 <= must_win <= len(games):
        problem = "expected 1 to {most}, got {count}"
        yield "expert_must_win", Message(problem, most=len(games), count=must_win)
    elif Result.VOID in standing.results:
        yield "results", Message("expected no void game: void games are played again")
    elif standing.winner is not None:
        yield "results", Message("expected a match that is not decided")
