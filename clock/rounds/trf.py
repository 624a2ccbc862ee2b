"""FIDE's Tournament Report File, TRF16 and TRF26: who plays whom, the time control, the results.

A player's line has columns: the starting rank in 5-8, the name in 15-47, the points in 81-84, and
from 92 on ten for each round: the opponent's rank, `w` or `b`, the result. Tag 222 of TRF26 is the
time control as in PGN. A report names no tables: they are by the points of the better placed.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from clock.rounds.byes import ByeKind, Forfeit
from clock.rules.message import Problem

NAME, POINTS = slice(14, 47), slice(80, 84)
ROUNDS_AT, ROUND_WIDTH = 91, 10
CONTROL = "222"
WORTH = {"1": 1.0, "+": 1.0, "W": 1.0, "F": 1.0, "U": 1.0, "=": 0.5, "D": 0.5, "H": 0.5}
"""Points of a result; others have none."""

_BYES = {
    **dict.fromkeys("U", ByeKind.ALLOCATED),
    **dict.fromkeys("F+", ByeKind.FULL),
    **dict.fromkeys("H=", ByeKind.HALF),
}
"""By the result without an opponent; +, = and - are older forms. Any other brings nothing."""
_FORFEITS = {"+-": Forfeit.BLACK, "-+": Forfeit.WHITE, "--": Forfeit.BOTH_LOSE}
"""By the results of Black and White."""


class ReportGame(NamedTuple):
    """A player's game of a round: against whom, with which colour, and the result."""

    opponent: int
    colour: str
    result: str


class Player(NamedTuple):
    """A player's line."""

    name: str
    points: float
    rounds: tuple[ReportGame, ...]


class Report(NamedTuple):
    """A tournament as a report has it."""

    players: Mapping[int, Player]
    control: str
    """As in PGN, behind `pgn:`; empty if the report has none."""

    def games(self, round_number: int) -> list[tuple[int, int]]:
        """Return the ranks of Black and White of each game, the best placed first.

        Raises Problem where the players' lines disagree.
        """
        found = []
        for rank, player in self.players.items():
            if (game := _of_round(player, round_number)) is None or game.colour != "b":
                continue
            back = self.players.get(game.opponent)
            mirrored = None if back is None else _of_round(back, round_number)
            if mirrored is None or (mirrored.opponent, mirrored.colour) != (rank, "w"):
                raise Problem(
                    "player {rank} plays {other} in round {number}, but the line of player {other} "
                    "says otherwise",
                    rank=rank,
                    other=game.opponent,
                    number=round_number,
                )
            found.append((rank, game.opponent))
        if not found:
            raise Problem("no pairings for round {n}", n=round_number)
        return sorted(found, key=self._placed)

    def byes(self, round_number: int) -> list[tuple[str, ByeKind]]:
        """Return the players whose line has a bye in a round, by their ranks."""
        found = ((each, _of_round(each, round_number)) for _, each in sorted(self.players.items()))
        return [
            (player.name, _BYES.get(game.result.upper(), ByeKind.ZERO))
            for player, game in found
            if game is not None and not game.opponent
        ]

    def forfeit(self, black: int, white: int, round_number: int) -> Forfeit | None:
        """Return how a pairing was forfeited; None if it was not."""
        games = (_of_round(self.players[rank], round_number) for rank in (black, white))
        return _FORFEITS.get("".join(game.result for game in games if game is not None))

    def _placed(self, game: tuple[int, int]) -> tuple[float, float, int]:
        points = [self.players[rank].points for rank in game]
        return -max(points), -sum(points), min(game)


def is_trf(text: str) -> bool:
    """Return whether a text is a tournament report."""
    return any(line.startswith(("001 ", "012 ")) for line in text.splitlines()[:50])


def read_trf(text: str) -> Report:
    """Return what a report says of players and games. Raises Problem with the line at fault."""
    players, control = {}, ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(CONTROL):
            control = _control(line[3:].strip())
        if not line.startswith("001"):
            continue
        try:
            rank = int(line[4:8])
            if not line[NAME].isprintable():
                raise ValueError
            players[rank] = Player(
                line[NAME].strip() or str(rank),
                float(line[POINTS].strip() or 0),
                tuple(_games(line)),
            )
        except ValueError:
            raise Problem(
                "line {number}: expected a player's line as in TRF", number=number
            ) from None
    return Report(players, control)


def with_results(text: str, round_number: int, results: Mapping[int, str]) -> str:
    """Return a report with the results of a round, by players' ranks; their points follow."""
    ends = "\r\n" if "\r\n" in text else "\n"
    lines = []
    for line in text.splitlines():
        at = ROUNDS_AT + ROUND_WIDTH * (round_number - 1) + 7
        if line.startswith("001") and (result := results.get(int(line[4:8]))):
            before = WORTH.get(line[at : at + 1].upper(), 0)
            points = float(line[POINTS].strip() or 0) - before + WORTH.get(result, 0)
            line = f"{line.ljust(at)[:at]}{result}{line[at + 1 :]}"
            line = f"{line[: POINTS.start]}{points:4.1f}{line[POINTS.stop :]}"
        lines.append(line)
    return ends.join(lines) + ends


def _control(text: str) -> str:
    """A control in PGN's notation; empty if each colour has its own, behind W and B."""
    return f"pgn:{text}" if text and text[0] not in "WB" else ""


def _games(line: str) -> Iterator[ReportGame]:
    for at in range(ROUNDS_AT, len(line.rstrip()), ROUND_WIDTH):
        opponent, colour, result = line[at : at + 4], line[at + 5 : at + 6], line[at + 7 : at + 8]
        yield ReportGame(int(opponent.strip() or 0), colour.lower(), result)


def _of_round(player: Player, number: int) -> ReportGame | None:
    return player.rounds[number - 1] if 0 < number <= len(player.rounds) else None
