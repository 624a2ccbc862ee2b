"""Handicap matches of several games between an expert and a beginner.

Each game has a time control for the expert and another for the beginner. The expert must win a
given number of games; all others, even draws, count for the beginner. The beginner begins every
game and so plays Black, unless the setup says otherwise. A void game is played again. The model is
the match of the club of Jönköping, in which the expert must win both of two games.

The score is computed from the results, so a corrected result corrects the score.
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
    """The two roles in a handicap match."""

    BEGINNER = "beginner"
    EXPERT = "expert"


class Times(msgspec.Struct, frozen=True):
    """The time controls of one game."""

    beginner: Control
    expert: Control


class Match(msgspec.Struct, frozen=True):
    """The terms of a match: its games in order, and the number that the expert must win."""

    games: tuple[Times, ...]
    expert_must_win: int


class MatchStanding(msgspec.Struct, frozen=True):
    """The standing of a match before a game; the expert keeps his seat."""

    match: Match
    expert: Seat
    results: tuple[Result, ...] = ()  # of the games before this one, without void games

    @property
    def number(self) -> int:
        """The number of the game to play, from 1."""
        return len(self.results) + 1

    @property
    def left(self) -> int:
        """The number of games still to play, including this one."""
        return len(self.match.games) - len(self.results)

    @property
    def needed(self) -> int:
        """The number of games that the expert must still win."""
        won = sum(self.role(result) is Role.EXPERT for result in self.results)
        return self.match.expert_must_win - won

    @property
    def winner(self) -> Role | None:
        """The winner of the match; None while it goes on."""
        if self.needed <= 0:
            return Role.EXPERT
        return Role.BEGINNER if self.needed > self.left else None

    def role(self, result: Result) -> Role | None:
        """Return the winner of a game with this result; None unless a seat won."""
        if result not in (Result.LEFT, Result.RIGHT):
            return None
        expert = Result.LEFT if self.expert is LEFT else Result.RIGHT
        return Role.EXPERT if result is expert else Role.BEGINNER

    def control(self, seat: Seat) -> Control:
        """Return a seat's time control in this game."""
        times = self.match.games[len(self.results)]
        return times.expert if seat is self.expert else times.beginner

    def after(self, result: Result | None) -> "MatchStanding":
        """Return the standing after a game; None and a void game leave it unchanged."""
        if result is None or result is Result.VOID:
            return self
        return replace(self, results=(*self.results, result))

    def following(self, result: Result | None) -> "MatchStanding":
        """Return the standing before the next game; after a decided match, a new one starts."""
        after = self.after(result)
        return after if after.winner is None else replace(self, results=())


def match_problems(standing: MatchStanding) -> Iterator[tuple[str, Message]]:
    """Yield the mistakes in a match, as (place in it, message)."""
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
