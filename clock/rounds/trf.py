"""FIDE's Tournament Report File, TRF16 and TRF26: who plays whom, the time control, the results.

A player's line has columns: the starting rank in 5-8, the name in 15-47, the points in 81-84, and
from 92 on ten for each round: the opponent's rank, `w` or `b`, the result. Tag 222 of TRF26 is the
time control as in PGN. A report names no tables: they are by the points of the better placed, a
match's boards side by side. Pairs that a pairing engine wrote below it have tables in their order.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from clock.rounds.byes import ByeKind, Forfeit
from clock.rounds.engine_pairs import Pair, PairedReport, with_pairs_below
from clock.rounds.file_lines import lines_of
from clock.rounds.trf_lines import (
    PLAYER,
    POINTS,
    ROUND_WIDTH,
    ROUNDS_AT,
    Player,
    ReportGame,
    player_at,
    rank_of,
    with_text,
)
from clock.rounds.trf_scores import worth_in
from clock.rounds.trf_teams import SpecialBye, TeamRecords, read_teams
from clock.rules.message import Problem

CONTROL = "222"
_HEAD_MAX = 100_000
"""Characters within which a report has its name or its first player."""
MARK = "\ufeff"
"""What editors on Windows put before a text in UTF-8."""
_BYES = {
    **dict.fromkeys("U", ByeKind.ALLOCATED),
    **dict.fromkeys("F+", ByeKind.FULL),
    **dict.fromkeys("H=", ByeKind.HALF),
}
"""By the result without an opponent; +, = and - are older forms. Any other brings nothing."""
_FORFEITS = {"+-": Forfeit.BLACK, "-+": Forfeit.WHITE, "--": Forfeit.BOTH_LOSE}
"""By the results of Black and White."""
_COLOURS = {"b": "w", "w": "b"}
_IN_SECONDS = r"(?:[0-9]+/)?[0-9]+(?:\+[0-9]+)?(?::(?:[0-9]+/)?[0-9]+(?:\+[0-9]+)?)*"
_CONTROL = re.compile(rf"{_IN_SECONDS}|W{_IN_SECONDS}-B{_IN_SECONDS}")


class Report(NamedTuple):
    """A tournament as a report has it."""

    players: Mapping[int, Player]
    control: str
    """As in PGN, behind `pgn:`; empty if the report has none."""
    records: TeamRecords
    paired: PairedReport

    def games(self, round_number: int) -> list[Pair]:
        """Return the ranks of Black and White of each game, the best placed first.

        Raises Problem where the players' lines disagree.
        """
        found = []
        for rank, player in self.players.items():
            game = _of_round(player, round_number)
            if game is None or not game.opponent:
                continue
            self._require_mirrored(rank, game, round_number)
            if game.colour == "b" or (game.colour not in _COLOURS and rank > game.opponent):
                found.append((rank, game.opponent))
        if not found:
            raise Problem("no pairings for round {n}", n=round_number)
        if round_number == self.paired.round:
            return [pair for pair in self.paired.order if 0 not in pair]
        return sorted(found, key=lambda game: self._placed(game, round_number))

    def _require_mirrored(self, rank: int, game: ReportGame, round_number: int) -> None:
        back = self.players.get(game.opponent)
        mirrored = None if back is None else _of_round(back, round_number)
        if mirrored is None or mirrored.opponent != rank or not _fit(game, mirrored):
            raise Problem(
                "line {line}: player {rank} plays {other} in round {number}, but the line of "
                "player {other} says otherwise",
                line=self.players[rank].line,
                rank=rank,
                other=game.opponent,
                number=round_number,
            )

    def byes(self, round_number: int) -> list[tuple[str, ByeKind]]:
        """Return who has a bye in a round, by ranks; a team stands for its players.

        Raises Problem for a bye of somebody who plays.
        """
        special = dict[str, ByeKind]()
        covered = set[int]()
        for bye in (each for each in self.records.byes if each.round == round_number):
            for number in bye.ids:
                self._take_special(bye, number, special, covered)
        found = ((rank, _of_round(each, round_number)) for rank, each in self._ranked())
        return [
            *special.items(),
            *(
                (self.players[rank].name, _BYES.get(game.result.upper(), ByeKind.ZERO))
                for rank, game in found
                if game is not None and not game.opponent and rank not in covered
            ),
        ]

    def _ranked(self) -> list[tuple[int, Player]]:
        return sorted(self.players.items())

    def _take_special(
        self, bye: SpecialBye, number: int, special: dict[str, ByeKind], covered: set[int]
    ) -> None:
        """Add a bye of a line of its own, and the ranks whose lines need not be read for it."""
        team = self.records.teams.get(number)
        ranks = (number,) if team is None else team.members
        name = self.players[number].name if team is None else team.name
        if any(self._plays(rank, bye.round) for rank in ranks):
            if bye.is_match:
                return
            raise Problem(
                "line {number}: {player} has a bye in round {round}, but is paired",
                number=bye.line,
                player=name,
                round=bye.round,
            )
        special[name] = bye.kind
        covered.update(ranks)

    def _plays(self, rank: int, round_number: int) -> bool:
        game = _of_round(self.players[rank], round_number)
        return game is not None and game.opponent > 0

    def forfeit(self, black: int, white: int, round_number: int) -> Forfeit | None:
        """Return how a pairing was forfeited; None if it was not."""
        games = (_of_round(self.players[rank], round_number) for rank in (black, white))
        return _FORFEITS.get("".join(game.result for game in games if game is not None))

    def _placed(self, game: Pair, round_number: int) -> tuple[float, ...]:
        match = self.records.match_of(game, round_number)
        if match is not None:
            return 0, *match
        points = [self.players[rank].points for rank in game]
        return 1, -max(points), -sum(points), min(game)


def is_trf(text: str) -> bool:
    """Return whether a text is a tournament report."""
    lines = text[:_HEAD_MAX].removeprefix(MARK).splitlines()[:50]
    return any(line.startswith((f"{PLAYER} ", "012 ")) for line in lines)


def read_trf(text: str) -> Report:
    """Return what a report says of players and games. Raises Problem with the line at fault."""
    players, control = dict[int, Player](), ""
    paired = with_pairs_below(text.removeprefix(MARK))
    lines = lines_of(paired.text)
    for number, line in enumerate(lines, start=1):
        if line.startswith(f"{CONTROL} "):
            control = _control(line[3:].strip(), number)
        if not line.startswith(PLAYER):
            continue
        player, rank = player_at(line, number), rank_of(line)
        if rank in players:
            raise Problem(
                "line {number}: {what} is already in line {first}",
                number=number,
                what=rank,
                first=players[rank].line,
            )
        players[rank] = player
    return Report(players, control, read_teams(lines, players), paired)


def with_results(text: str, round_number: int, results: Mapping[int, str]) -> str:
    """Return a report with the results of a round, by players' ranks; their points follow.

    So do those of byes of this round; nothing else changes, but pairs below it that go into the
    players' lines.
    """
    mark = MARK[: text.startswith(MARK)]
    lines = lines_of(with_pairs_below(text.removeprefix(MARK)).text)
    worth = worth_in(lines)
    for at, line in enumerate(lines):
        if not line.startswith(PLAYER):
            continue
        if result := results.get(rank_of(line)):
            lines[at] = _with_result(line, round_number, result, worth)
        elif results:
            lines[at] = _with_bye(line, round_number, worth)
    return mark + "".join(lines)


def _with_result(line: str, round_number: int, result: str, worth: Mapping[str, float]) -> str:
    player, column = player_at(line, 1), ROUNDS_AT + ROUND_WIDTH * (round_number - 1) + 7
    game = _of_round(player, round_number)
    before = "" if game is None else game.result
    if before == result:
        return line
    points = player.points - worth.get(before.upper(), 0) + worth.get(result, 0)
    line = with_text(line, column, result)
    return line if points == player.points else with_text(line, POINTS.start, f"{points:4.1f}")


def _with_bye(line: str, round_number: int, worth: Mapping[str, float]) -> str:
    """Count the bye of a player whose points are those of the rounds before."""
    player = player_at(line, 1)
    game = _of_round(player, round_number)
    bye = 0.0 if game is None or game.opponent else worth.get(game.result.upper(), 0)
    before = player.rounds[: round_number - 1]
    counted = sum(worth.get(each.result.upper(), 0) for each in before)
    if not bye or player.points != counted:
        return line
    return with_text(line, POINTS.start, f"{counted + bye:4.1f}")


def _fit(game: ReportGame, other: ReportGame) -> bool:
    """Whether two lines have the sides of one game; colours may be missing from a forfeit."""
    if game.result + other.result in _FORFEITS and other.colour == game.colour:
        return game.colour not in _COLOURS
    return other.colour == _COLOURS.get(game.colour)


def _control(text: str, number: int) -> str:
    """A control in PGN's notation, or a control for each colour."""
    if text and _CONTROL.fullmatch(text) is None:
        raise Problem(
            "line {number}: expected a time control as in TRF26, such as 5400+30, got {text}",
            number=number,
            text=text[:60],
        )
    return f"pgn:{text}" if text else ""


def _of_round(player: Player, number: int) -> ReportGame | None:
    return player.rounds[number - 1] if 0 < number <= len(player.rounds) else None
