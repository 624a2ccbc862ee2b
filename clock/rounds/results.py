"""How the games of a round ended, in words and as files that others read."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from io import StringIO
from typing import NamedTuple

import msgspec

from clock.kinds import kind_of
from clock.rounds.engine_pairs import Pair
from clock.rounds.pairings import Bye, Pairing
from clock.rounds.setups import RoundSetup
from clock.rounds.trf import read_trf, with_results
from clock.rounds.trf_scores import WORTH
from clock.rules.message import Message, Problem
from clock.rules.seats import Colour
from clock.text.language import N_


class Outcome(StrEnum):
    """How a game ended for the two players of a pairing, whatever colours they came to have."""

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"
    BLACK_FORFEIT = "black_forfeit"
    """White did not come."""
    WHITE_FORFEIT = "white_forfeit"
    BOTH_LOSE = "both_lose"
    VOID = "void"


OUTCOMES = {
    Outcome.BLACK: (N_("{black} won"), "1", "0"),
    Outcome.WHITE: (N_("{white} won"), "0", "1"),
    Outcome.DRAW: (N_("a draw"), "=", "="),
    Outcome.BLACK_FORFEIT: (N_("{black} won by forfeit"), "+", "-"),
    Outcome.WHITE_FORFEIT: (N_("{white} won by forfeit"), "-", "+"),
    Outcome.BOTH_LOSE: (N_("both lost"), "0", "0"),
    Outcome.VOID: (N_("void"), "", ""),
}
"""Each in words, and for Black and for White as a tournament report has it."""
_FORMULA = tuple("=+-@\t\r")
"""What a spreadsheet's formula begins with."""
REPORTS_MAX = 32
"""So many reports' games are remembered: the page of results asks at every press."""

_COLUMNS = (
    *("round", "table", "black", "white", "result"),
    *("points_black", "points_white", "step", "by"),
)


class ResultStep(StrEnum):
    """How far a result is."""

    ENTERED = "entered"
    CONFIRMED = "confirmed"


class RoundKey(NamedTuple):
    """Which round is meant: sections have rounds of their own."""

    section: str
    """Empty where tables are in none."""
    number: int


class ResultEntry(NamedTuple):
    """A table's result as it was entered or confirmed."""

    round: int
    table: str
    revision: int
    """From 1; 0 stands for no result."""
    outcome: Outcome
    step: ResultStep
    author: str
    wall: str
    game: str = ""
    """The clock's game that it is of, as clock and number."""
    section: str = ""

    @property
    def key(self) -> RoundKey:
        """The key of its round."""
        return RoundKey(self.section, self.round)


class Round(msgspec.Struct, frozen=True):
    """A round as it was imported."""

    number: int
    pairings: tuple[Pairing, ...]
    played_by: RoundSetup = RoundSetup()
    report: str = ""
    """The tournament report that the pairings are from."""
    byes: tuple[Bye, ...] = ()
    absent: dict[str, tuple[Colour, ...]] = {}
    """Who is not there at the start, by table."""
    section: str = ""
    report_tables: tuple[str, ...] = ()
    """The tables of the report's games, in its order; empty: they count from 1."""

    @property
    def key(self) -> RoundKey:
        """Which round of the event it is."""
        return RoundKey(self.section, self.number)

    @property
    def controls(self) -> tuple[str, ...]:
        """What its games are played by, the most usual first."""
        own = self.played_by.control
        found = Counter(each.control or own for each in self.pairings)
        return tuple(control for control, _ in found.most_common()) or (own,)

    def pairing_at(self, table: str) -> Pairing:
        """Return the pairing of a table. Raises Problem if nobody plays there."""
        for each in self.pairings:
            if each.table == table:
                return each
        raise Problem("table {table} does not play in this round", table=table)


def as_csv(round_: Round, results: Mapping[str, ResultEntry]) -> str:
    """Return a round with its results as a table; without a result the last columns are empty."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for pairing in round_.pairings:
        row: list[object] = [round_.number, pairing.table, pairing.black, pairing.white]
        if (result := results.get(pairing.table)) is not None:
            _, black, white = OUTCOMES[result.outcome]
            points = [f"{WORTH.get(code, 0):g}" if code else "" for code in (black, white)]
            row += [result.outcome.value, *points, result.step.value, result.author]
        row += [""] * (len(_COLUMNS) - len(row))
        writer.writerow([plain_cell(cell) for cell in row])
    return out.getvalue()


def as_json(round_: Round, results: Mapping[str, ResultEntry]) -> bytes:
    """Return a round with its results as JSON."""
    rows = [
        {
            **msgspec.to_builtins(pairing),
            "result": results[pairing.table]._asdict() if pairing.table in results else None,
        }
        for pairing in round_.pairings
    ]
    return msgspec.json.format(
        msgspec.json.encode({"section": round_.section, "round": round_.number, "tables": rows})
    )


def as_trf(round_: Round, results: Mapping[str, ResultEntry]) -> str:
    """Return the report that a round came in, with its confirmed results.

    Raises Problem for a round that came otherwise.
    """
    if not round_.report:
        raise Problem("this round was not imported as a tournament report: use CSV or JSON")
    by_rank = {}
    for (black, white), pairing in _report_games(round_):
        result = results.get(pairing.table)
        if result is not None and result.step is ResultStep.CONFIRMED:
            _, by_rank[black], by_rank[white] = OUTCOMES[result.outcome]
    return with_results(round_.report, round_.number, by_rank)


def not_in_report(round_: Round) -> list[Pairing]:
    """Return the pairings by hand of which the round's report has no game, so no result."""
    if not round_.report:
        return []
    found = {pairing.table for _, pairing in _report_games(round_)}
    return [each for each in round_.pairings if each.table not in found]


def _report_games(round_: Round) -> Iterator[tuple[Pair, Pairing]]:
    """Yield the ranks of Black and White of a report's games that are still played."""
    games = _games_in(round_.report, round_.number)
    tables = round_.report_tables or tuple(map(str, range(1, len(games) + 1)))
    of_players: dict[frozenset[str], list[Pairing]] = {}
    for pair in round_.pairings:
        of_players.setdefault(frozenset((pair.black, pair.white)), []).append(pair)
    for table, (ranks, names) in zip(tables, games, strict=True):
        same = of_players.get(frozenset(names), [])  # at its table, else where they play now
        pairing = next((each for each in same if each.table == table), same[0] if same else None)
        if pairing is not None:
            yield ranks if (pairing.black, pairing.white) == names else ranks[::-1], pairing


@lru_cache(REPORTS_MAX)
def _games_in(text: str, number: int) -> tuple[tuple[Pair, tuple[str, str]], ...]:
    """The games of a report's round: ranks and names of Black and White."""
    report = read_trf(text)
    return tuple(
        ((black, white), (report.players[black].name, report.players[white].name))
        for black, white in report.games(number)
    )


def players_of(pairing: Pairing, game: str) -> tuple[str, str]:
    """Return a pairing's players, the side first that begins in a kind of game."""
    players = pairing.black, pairing.white
    return players if begins_black(game) else players[::-1]


def begins_black(game: str) -> bool:
    """Return whether Black begins in a kind of game, and is named first."""
    return kind_of(game).first is Colour.BLACK


def outcome_text(pairing: Pairing, outcome: Outcome, game: str = "") -> Message:
    """Return an outcome in words, with the players' names, and as players of a game write it."""
    text = Message(OUTCOMES[outcome][0], black=pairing.black, white=pairing.white)
    scores = kind_of(game).scores
    mark = None if scores is None else getattr(scores, outcome.value, None)
    return text if mark is None else Message("{mark} · {result}", mark=mark, result=text)


def plain_cell(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
