"""The rounds and their results in the database: entered, then confirmed, never overwritten.

A result is a row that is only added to: the table's last revision holds. Who enters one names the
revision that he saw, so that two people never correct each other without knowing.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine, delete, select
from sqlalchemy.exc import IntegrityError

from clock.desk.database import RESULTS, ROUNDS
from clock.rounds.pairings import by_number
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round
from clock.rules.message import Message, Problem
from clock.rules.seats import Colour


class Conflict(Problem):
    """Somebody else has entered a result in the meantime; `result` holds now."""

    def __init__(self, result: ResultEntry) -> None:
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
        self._engine = engine
        with engine.connect() as connection:
            contents = connection.execute(select(ROUNDS.c.content)).scalars().all()
            rows = connection.execute(select(RESULTS).order_by(RESULTS.c.revision)).all()
        rounds = (msgspec.json.decode(content, type=Round) for content in contents)
        self.rounds: dict[int, Round] = {each.number: each for each in rounds}
        self._results: dict[tuple[int, str], list[ResultEntry]] = {}
        for row in rows:
            outcome, step = Outcome(row.outcome), ResultStep(row.step)
            result = ResultEntry(
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
        """Take a round's pairings, in place of those before; who was absent stays absent.

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
        absent = before.absent if before else {}
        same = {
            table: colours
            for table, colours in absent.items()
            if (now := coming.get(table))
            and (now.black, now.white) == (held[table].black, held[table].white)
        }
        self._write(replace(new, absent=same))

    def mark_absent(self, number: int, table: str, colours: Sequence[Colour]) -> None:
        """Note who of a table is not there. Raises Problem for a table that does not play."""
        round_ = self.rounds.get(number)
        if round_ is None or table not in {each.table for each in round_.pairings}:
            raise Problem("table {table} does not play in this round", table=table)
        others = {name: each for name, each in round_.absent.items() if name != table}
        self._write(replace(round_, absent=others | ({table: tuple(colours)} if colours else {})))

    def _write(self, new: Round) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(ROUNDS).where(ROUNDS.c.round == new.number))
            row = {"round": new.number, "content": msgspec.json.encode(new)}
            connection.execute(ROUNDS.insert(), row)
        self.rounds[new.number] = new
        self.revision += 1

    def result(self, round_number: int, table: str) -> ResultEntry | None:
        """Return the result that holds for a table."""
        return next(reversed(self.history(round_number, table)), None)

    def results(self, round_number: int) -> list[ResultEntry]:
        """Return the results of a round that hold, by their tables."""
        found = [rows[-1] for (number, _), rows in self._results.items() if number == round_number]
        return sorted(found, key=lambda result: by_number(result.table))

    def history(self, round_number: int, table: str) -> Sequence[ResultEntry]:
        """Return all that was entered for a table, in its order."""
        return self._results.get((round_number, table), ())

    def enter(self, result: ResultEntry) -> ResultEntry:
        """Add a result with the revision that its author saw; return the result that holds.

        The same outcome again changes nothing. Raises Conflict if another revision holds by now,
        and Problem for a table that does not play.
        """
        before = self.result(result.round, result.table)
        seen = before.revision if before else 0
        same = before is not None and before.outcome is result.outcome
        if before is not None and same and result.step in (before.step, ResultStep.ENTERED):
            return before
        if before is not None and result.revision != seen:
            raise Conflict(before)
        round_ = self.rounds.get(result.round)
        if round_ is None or result.table not in {each.table for each in round_.pairings}:
            raise Problem("table {table} does not play in this round", table=result.table)
        if not same and result.step is ResultStep.CONFIRMED:
            raise Problem("table {table}: enter the result first", table=result.table)
        added = result._replace(revision=seen + 1)
        try:
            with self._engine.begin() as connection:
                connection.execute(RESULTS.insert().values(tuple(added)))
        except IntegrityError:  # another desk on this database: its revision has the same key
            raise Conflict(before or result) from None
        self._results.setdefault((added.round, added.table), []).append(added)
        self.revision += 1
        return added
