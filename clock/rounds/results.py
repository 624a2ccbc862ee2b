"""How the games of the rounds ended: entered, then confirmed; no entry is ever overwritten.

A result is a row that is only added to: the table's last revision holds. Who enters one names the
revision that he saw, so that two people never correct each other without knowing.
"""

import csv
from collections.abc import Mapping, Sequence
from enum import StrEnum
from io import StringIO
from typing import NamedTuple

import msgspec
from sqlalchemy import Column, Engine, Integer, LargeBinary, MetaData, String, Table, delete, select
from sqlalchemy.exc import IntegrityError

from clock.rounds.pairings import Pairing, by_number
from clock.rounds.setups import RoundSetup
from clock.rounds.trf import WORTH, read_trf, with_results
from clock.rules.message import Message, Problem
from clock.text.language import N_

TABLES = MetaData()
_ROUNDS = Table(
    "rounds",
    TABLES,
    Column("round", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
_RESULTS = Table(
    "results",
    TABLES,
    Column("round", Integer, primary_key=True),
    Column("board", String(8), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("outcome", String(16), nullable=False),
    Column("step", String(16), nullable=False),
    Column("author", String(60), nullable=False),
    Column("wall", String(40), nullable=False),
    Column("game", String(60), nullable=False),
)


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

_COLUMNS = (
    *("round", "table", "black", "white", "result"),
    *("points_black", "points_white", "step", "by"),
)


class Step(StrEnum):
    """How far a result is."""

    ENTERED = "entered"
    CONFIRMED = "confirmed"


class Result(NamedTuple):
    """A table's result as it was entered or confirmed."""

    round: int
    table: str
    revision: int
    """From 1; 0 stands for no result."""
    outcome: Outcome
    step: Step
    author: str
    wall: str
    game: str = ""
    """The clock's game that it is of, as clock and number."""


class Round(msgspec.Struct, frozen=True):
    """A round as it was imported."""

    number: int
    pairings: tuple[Pairing, ...]
    played_by: RoundSetup = RoundSetup()
    report: str = ""
    """The tournament report that the pairings are from."""


class Conflict(Problem):
    """The result is another than the one that was seen; `result` is the one that holds."""

    def __init__(self, result: Result) -> None:
        message = Message(
            "table {table}: {author} has entered a result in the meantime; look at it first",
            table=result.table,
            author=result.author,
        )
        super().__init__(message)
        self.result = result


class Rounds:
    """The rounds of an event and their results, in its database."""

    def __init__(self, engine: Engine) -> None:
        TABLES.create_all(engine)
        self._engine = engine
        with engine.connect() as connection:
            contents = connection.execute(select(_ROUNDS.c.content)).scalars().all()
            rows = connection.execute(select(_RESULTS).order_by(_RESULTS.c.revision)).all()
        rounds = (msgspec.json.decode(content, type=Round) for content in contents)
        self.rounds: dict[int, Round] = {each.number: each for each in rounds}
        self._results: dict[tuple[int, str], list[Result]] = {}
        for row in rows:
            outcome, step = Outcome(row.outcome), Step(row.step)
            result = Result(
                row.round, row.board, row.revision, outcome, step, row.author, row.wall, row.game
            )
            self._results.setdefault((result.round, result.table), []).append(result)
        self.revision = 0
        """Grows with every change."""

    @property
    def current(self) -> Round | None:
        """The last round; None before the first."""
        return self.rounds[max(self.rounds)] if self.rounds else None

    def put(self, new: Round) -> None:
        """Take a round's pairings, in place of those before.

        Raises Problem where a table that has a result would get other players.
        """
        before = self.rounds.get(new.number)
        held = {pairing.table: pairing for pairing in before.pairings} if before else {}
        coming = {pairing.table: pairing for pairing in new.pairings}
        for result in self.results(new.number):
            old, now = held[result.table], coming.get(result.table)
            if now is None or (now.black, now.white) != (old.black, old.white):
                template = "table {table} already has a result, so its players cannot be changed"
                raise Problem(template, table=result.table)
        with self._engine.begin() as connection:
            connection.execute(delete(_ROUNDS).where(_ROUNDS.c.round == new.number))
            row = {"round": new.number, "content": msgspec.json.encode(new)}
            connection.execute(_ROUNDS.insert(), row)
        self.rounds[new.number] = new
        self.revision += 1

    def result(self, round_number: int, table: str) -> Result | None:
        """Return the result that holds for a table."""
        return next(reversed(self.history(round_number, table)), None)

    def results(self, round_number: int) -> list[Result]:
        """Return the results of a round that hold, by their tables."""
        found = [rows[-1] for (number, _), rows in self._results.items() if number == round_number]
        return sorted(found, key=lambda result: by_number(result.table))

    def history(self, round_number: int, table: str) -> Sequence[Result]:
        """Return all that was entered for a table, in its order."""
        return self._results.get((round_number, table), ())

    def enter(self, result: Result) -> Result:
        """Add a result, which names the revision that its author saw; return it as it holds.

        The same outcome again changes nothing. Raises Conflict if another revision holds by now,
        and Problem for a table that does not play.
        """
        before = self.result(result.round, result.table)
        seen = before.revision if before else 0
        same = before is not None and before.outcome is result.outcome
        if before is not None and same and result.step in (before.step, Step.ENTERED):
            return before
        if before is not None and result.revision != seen:
            raise Conflict(before)
        round_ = self.rounds.get(result.round)
        if round_ is None or result.table not in {each.table for each in round_.pairings}:
            raise Problem("table {table} does not play in this round", table=result.table)
        if not same and result.step is Step.CONFIRMED:
            raise Problem("table {table}: enter the result first", table=result.table)
        added = result._replace(revision=seen + 1)
        try:
            with self._engine.begin() as connection:
                connection.execute(_RESULTS.insert().values(tuple(added)))
        except IntegrityError:  # another desk on the same database
            raise Conflict(before or result) from None
        self._results.setdefault((added.round, added.table), []).append(added)
        self.revision += 1
        return added


def as_csv(round_: Round, results: Mapping[str, Result]) -> str:
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
        writer.writerow([_plain(cell) for cell in row])
    return out.getvalue()


def as_json(round_: Round, results: Mapping[str, Result]) -> bytes:
    """Return a round with its results as JSON."""
    rows = [
        {
            **msgspec.to_builtins(pairing),
            "result": results[pairing.table]._asdict() if pairing.table in results else None,
        }
        for pairing in round_.pairings
    ]
    return msgspec.json.format(msgspec.json.encode({"round": round_.number, "tables": rows}))


def as_trf(round_: Round, results: Mapping[str, Result]) -> str:
    """Return the report that a round came in, with its confirmed results.

    Raises Problem for a round that came otherwise.
    """
    if not round_.report:
        raise Problem("this round was not imported as a tournament report: use CSV or JSON")
    by_rank = {}
    games = read_trf(round_.report).games(round_.number)
    for table, (black, white) in enumerate(games, start=1):
        result = results.get(str(table))
        if result is not None and result.step is Step.CONFIRMED:
            _, by_rank[black], by_rank[white] = OUTCOMES[result.outcome]
    return with_results(round_.report, round_.number, by_rank)


def outcome_text(pairing: Pairing, outcome: Outcome) -> Message:
    """Return an outcome in words, with the players' names."""
    return Message(OUTCOMES[outcome][0], black=pairing.black, white=pairing.white)


def _plain(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
