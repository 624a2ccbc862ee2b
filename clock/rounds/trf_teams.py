"""Teams in a tournament report: their players by boards, their byes, their forfeited matches.

TRF16 has teams in lines 013, TRF26 in 310 with their numbers. 300 is an order of boards for one
match, 240 a bye (of players, or of teams where there are any), 320 the teams for which nobody was
left, 330 a match that was forfeited.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from clock.rounds.byes import ByeKind
from clock.rounds.player_names import clean_name
from clock.rounds.trf_lines import OLD_TEAM, TEAM, Player, end_of_name
from clock.rules.message import Problem
from clock.text.language import N_

_KINDS = {"F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}
_WINS = {"+-": (True, False), "-+": (False, True), "--": (False, False)}
"""Of a forfeited match: whether White's team and Black's team won."""
_OLD_NAME, _NEW_NAME = slice(4, 36), slice(8, 40)
_NEW_POINTS, _NEW_PLAYERS, _PLAYER_WIDTH = slice(14, 20), 33, 5
"""Counted from the end of the name."""
_POINTS = re.compile(r"[0-9]{1,4}(?:\.[0-9])?|")
_RANK_DIGITS, _ALLOCATED_AT = 4, 14
_ROUND_AND_ONE, _ROUND_AND_TEAMS = 2, 3
"""How many numbers lines have."""
_TEAM_LINE = N_("line {number}: expected a team's line as in TRF")
_MEMBERS = N_(
    "line {number}: expected a number of no other team, and players of the report who are in no "
    "other"
)
_BYE_LINE = N_("line {number}: expected byes as in TRF26: F, H or Z, the round, the numbers")
_FORFEIT_LINE = N_(
    "line {number}: expected a forfeited match as in TRF26: +-, -+ or --, the round, the teams"
)
_ORDER_LINE = N_(
    "line {number}: expected an order of boards as in TRF26: the round, two teams, the players"
)
_NO_TEAM = N_("line {number}: this report has no team {id} in lines 310")
_NO_PLAYER = N_("line {number}: this report has no player {id}")
_NUMBERS = N_("line {number}: expected figures in columns of three as in TRF26")


class Team(NamedTuple):
    """A team's line."""

    name: str
    points: float
    members: tuple[int, ...]
    """Starting ranks, by boards."""


class SpecialBye(NamedTuple):
    """A bye that stands in a line of its own."""

    line: int
    round: int
    ids: tuple[int, ...]
    """Of teams, or of players where there are no teams."""
    kind: ByeKind
    is_match: bool = False
    """Of a match that was forfeited: its players may have been paired."""


class TeamRecords(NamedTuple):
    """What a report says in lines that are not of a player."""

    teams: Mapping[int, Team]
    team_of: Mapping[int, int]
    """By a player's rank."""
    orders: Mapping[tuple[int, int], tuple[int, ...]]
    """By round and team."""
    byes: tuple[SpecialBye, ...]

    def match_of(self, game: tuple[int, int], round_number: int) -> tuple[float, ...] | None:
        """Return what the games of a round are sorted by: their match, and the board in it.

        None for a game of players who are in no team.
        """
        numbers = [self.team_of.get(rank) for rank in game]
        if None in numbers:
            return None
        pair = sorted(number for number in numbers if number is not None)
        points = [self.teams[number].points for number in pair]
        rank = game[0] if numbers[0] == pair[0] else game[1]
        members = self.teams[pair[0]].members
        order = self.orders.get((round_number, pair[0]), members)
        board = order.index(rank) if rank in order else len(order) + members.index(rank)
        return -max(points), -sum(points), *pair, board


def read_teams(lines: Sequence[str], players: Mapping[int, Player]) -> TeamRecords:
    """Return what the lines of teams and byes say. Raises Problem with the line at fault."""
    tag = TEAM if any(line.startswith(TEAM) for line in lines) else OLD_TEAM
    teams, team_of = dict[int, Team](), dict[int, int]()
    for at, line in enumerate(lines, start=1):
        if not line.startswith(tag):
            continue
        try:
            number, team = _team(line.rstrip(), len(teams) + 1)
        except ValueError:
            raise Problem(_TEAM_LINE, number=at) from None
        if number in teams or any(each not in players or each in team_of for each in team.members):
            raise Problem(_MEMBERS, number=at)
        teams[number] = team
        team_of |= dict.fromkeys(team.members, number)
    known = [*(teams if tag == TEAM else () if teams else players)]
    byes = tuple(_byes(lines, frozenset(known), has_teams=bool(teams)))
    return TeamRecords(teams, team_of, _orders(lines, teams, players), byes)


def _team(line: str, next_number: int) -> tuple[int, Team]:
    """The number and the team of a line. Raises ValueError."""
    if line.startswith(OLD_TEAM):
        end = end_of_name(line, _OLD_NAME, lambda behind: _is_ranks(behind))
        return next_number, Team(clean_name(line[4:end]), 0.0, _ranks(line[end:]))
    end = end_of_name(
        line, _NEW_NAME, lambda behind: behind[:1] in " " and _is_ranks(behind[_NEW_PLAYERS:])
    )
    number, behind = line[4:7].strip(), line[end:]
    points = behind[_NEW_POINTS].strip()
    if not _figures(number) or _POINTS.fullmatch(points) is None:
        raise ValueError
    name = clean_name(line[_NEW_NAME.start : end])
    return int(number), Team(name, float(points or 0), _ranks(behind[_NEW_PLAYERS:]))


def _is_ranks(text: str) -> bool:
    """Whether a text has nothing but starting ranks, in columns of four and a blank between."""
    return all(_figures(cell) or not cell for cell in _columns(text)) and not any(
        text[at : at + 1].strip() for at in range(_PLAYER_WIDTH - 1, len(text), _PLAYER_WIDTH)
    )


def _columns(text: str) -> list[str]:
    starts = range(0, len(text), _PLAYER_WIDTH)
    return [text[at : at + _PLAYER_WIDTH - 1].strip() for at in starts]


def _ranks(text: str) -> tuple[int, ...]:
    return tuple(int(cell) for cell in _columns(text) if cell)


def _figures(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _RANK_DIGITS


def _numbers(cells: Sequence[str]) -> tuple[int, ...] | None:
    """The numbers of some cells; None if one of them is none."""
    return tuple(map(int, cells)) if all(map(_figures, cells)) else None


def _byes(lines: Sequence[str], known: frozenset[int], *, has_teams: bool) -> Iterator[SpecialBye]:
    """Yield the byes of lines 240, 320 and 330. Raises Problem."""
    for at, line in enumerate(lines, start=1):
        found = [*_READERS[line[:3]](line, at)] if line[:3] in _READERS else []
        for bye in found:
            for each in set(bye.ids) - known:
                raise Problem(_NO_TEAM if has_teams else _NO_PLAYER, number=at, id=each)
        yield from found


def _byes_240(line: str, at: int) -> Iterator[SpecialBye]:
    kind, *cells = line[3:].split() or [""]
    numbers = _numbers(cells)
    if kind.upper() not in _KINDS or numbers is None or len(numbers) < _ROUND_AND_ONE:
        raise Problem(_BYE_LINE, number=at)
    yield SpecialBye(at, numbers[0], numbers[1:], _KINDS[kind.upper()])


def _byes_320(line: str, at: int) -> Iterator[SpecialBye]:
    text = line.rstrip()[_ALLOCATED_AT:]
    for number, start in enumerate(range(0, len(text), 4), start=1):
        cell = text[start : start + 3].strip()
        if (cell and not _figures(cell)) or text[start + 3 : start + 4].strip():
            raise Problem(_NUMBERS, number=at)
        if int(cell or 0):
            yield SpecialBye(at, number, (int(cell),), ByeKind.ALLOCATED)


def _byes_330(line: str, at: int) -> Iterator[SpecialBye]:
    wins, *cells = line[3:].split() or [""]
    numbers = _numbers(cells)
    if wins not in _WINS or numbers is None or len(numbers) != _ROUND_AND_TEAMS:
        raise Problem(_FORFEIT_LINE, number=at)
    for team, has_won in zip(numbers[1:], _WINS[wins], strict=True):
        kind = ByeKind.FULL if has_won else ByeKind.ZERO
        yield SpecialBye(at, numbers[0], (team,), kind, is_match=True)


def _orders(
    lines: Sequence[str], teams: Mapping[int, Team], players: Mapping[int, Player]
) -> dict[tuple[int, int], tuple[int, ...]]:
    """The orders of boards that lines 300 have, by round and team. Raises Problem."""
    found = dict[tuple[int, int], tuple[int, ...]]()
    known, seats = set(teams), {0, *players}
    for at, line in enumerate(lines, start=1):
        if line.startswith("300"):
            numbers = _numbers(line[3:].split()) or ()
            round_number, team, opponent, *order = (*numbers, *(0, 0, 0)[len(numbers) :])
            if not {team, opponent} <= known or not {*order} <= seats or not order:
                raise Problem(_ORDER_LINE, number=at)
            found[round_number, team] = tuple(order)
    return found


_READERS = {"240": _byes_240, "320": _byes_320, "330": _byes_330}
"""By the tag of a line."""
