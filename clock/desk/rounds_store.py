"""The rounds and their results in the database: entered, then confirmed, never overwritten.

A result is a row that is only added to: the table's last revision holds. Who enters one names the
revision that they saw, so that two people never correct each other without knowing.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, delete, select

from clock.desk.database import CURRENT_ROUNDS, LAST_CHANGES, RESULTS, ROUNDS, upsert
from clock.desk.section_tables import put_in_sections
from clock.rounds.pairings import by_number
from clock.rounds.results import Outcome, ResultEntry, ResultStep, Round, RoundKey
from clock.rounds.sections import SectionOf, no_section
from clock.rules.message import Message, Problem
from clock.rules.seats import Colour

_NO_ROUND = Round(0, ())


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


class RoundChange(msgspec.Struct, frozen=True):
    """A round as it was imported or changed by hand, and what stood in its place."""

    after: Round
    before: Round | None
    who: str
    wall: str
    deleted: bool = False
    """The round was deleted: `after` has nobody."""

    @property
    def mark(self) -> str:
        """A digest: an undo names the change that its page showed."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:16]


class Rounds:
    """The rounds of an event and their results, in its database."""

    def __init__(self, engine: Engine, section_of: SectionOf = no_section) -> None:
        """Read what is there; `section_of` is for an older database, without sections."""
        self._engine = engine
        self._adds = upsert(RESULTS, engine.dialect).on_conflict_do_nothing()
        self._connection: Connection | None = None
        self._added: list[ResultEntry] = []
        """On this connection, which is to be committed."""
        put_in_sections(engine, section_of)
        with engine.connect() as connection:
            contents = connection.execute(select(ROUNDS.c.content)).scalars().all()
            changes = connection.execute(select(LAST_CHANGES)).all()
            rows = connection.execute(select(RESULTS).order_by(RESULTS.c.revision)).all()
            chosen = connection.execute(select(CURRENT_ROUNDS)).all()
        rounds = (msgspec.json.decode(content, type=Round) for content in contents)
        self.rounds: dict[RoundKey, Round] = {each.key: each for each in rounds}
        self._chosen = {row.section: row.round for row in chosen}
        self._results: dict[tuple[RoundKey, str], list[ResultEntry]] = {}
        for row in rows:
            outcome, step = Outcome(row.outcome), ResultStep(row.step)
            read = (row.round, row.board, row.revision, outcome, step, row.author, row.wall)
            result = ResultEntry(*read, row.game, row.section)
            self._results.setdefault((result.key, result.table), []).append(result)
        self.last_changes = {
            row.section: msgspec.json.decode(row.content, type=RoundChange) for row in changes
        }
        """By section: its last change of pairs, while that can be undone."""
        self.revision = 0
        """Grows with every change."""

    def current(self, section: str) -> Round | None:
        """Return the round that a section plays; None before the first."""
        return next((each for each in self.current_rounds if each.section == section), None)

    @property
    def current_rounds(self) -> list[Round]:
        """The rounds that the sections play: the last ones, unless others were chosen."""
        last = dict(sorted(self.rounds))
        numbers = {section: self._chosen.get(section, number) for section, number in last.items()}
        return [self.rounds[RoundKey(*each)] for each in numbers.items()]

    def current_at(self, table: str) -> Round | None:
        """Return the round that the section of a table plays; None if the table does not.

        Where the event got sections later, theirs holds.
        """
        for round_ in reversed(self.current_rounds):
            if any(each.table == table for each in round_.pairings):
                return round_
        return None

    def put(self, *new: Round) -> None:
        """Take rounds' pairings, in place of those before; who is absent stays so at any table.

        Raises Problem where a table that has a result would get other players; then none is taken.
        """
        self._write(*map(self._with_absent, new))

    def take(self, new: Sequence[Round], who: str, wall: str) -> bool:
        """Take rounds, one of a section, by `put`, and remember what stood before.

        Return whether they change anything. A section that they do not change can still undo what
        it did before.
        """
        changes = [
            RoundChange(self._with_absent(each), self.rounds.get(each.key), who, wall)
            for each in new
        ]
        changes = [each for each in changes if each.after != each.before]
        if changes:
            self._write(*(each.after for each in changes), changes=changes)
        return bool(changes)

    def require(self, key: RoundKey) -> Round:
        """Return a round. Raises Problem for one that does not exist."""
        if key not in self.rounds:
            raise Problem("no such round")
        return self.rounds[key]

    def choose(self, key: RoundKey) -> None:
        """Let a section play a round until a new one comes. Raises Problem for an unknown one."""
        self.require(key)
        with self._engine.begin() as connection:
            of_section = CURRENT_ROUNDS.c.section == key.section
            connection.execute(delete(CURRENT_ROUNDS).where(of_section))
            row = {"section": key.section, "round": key.number}
            connection.execute(CURRENT_ROUNDS.insert(), row)
        self._chosen[key.section] = key.number
        self.revision += 1

    def delete(self, key: RoundKey, who: str, wall: str) -> None:
        """Delete a round, and remember it."""
        before = self.require(key)
        nobody = replace(before, pairings=(), byes=())
        self._write(gone=[key], changes=[RoundChange(nobody, before, who, wall, deleted=True)])

    def last_change(self, section: str) -> RoundChange:
        """Return a section's last change of pairs. Raises Problem if none can be undone."""
        if section not in self.last_changes:
            raise Problem("there is no change to undo")
        return self.last_changes[section]

    def undo(self, section: str) -> None:
        """Put back what stood before a section's last change.

        Raises Problem if it has changed since.
        """
        last = self.last_change(section)
        standing = self.rounds.get(last.after.key)
        if last.deleted and last.before is not None:
            self._write(last.before)
            self.choose(last.before.key)  # a round is deleted while it is played
            return
        if standing is None or replace(standing, absent=last.after.absent) != last.after:
            raise Problem("the round has been changed since then")
        if last.before is None:
            self._write(gone=[last.after.key])
        else:
            self._write(self._with_absent(last.before))

    def _with_absent(self, new: Round) -> Round:
        before = self.rounds.get(new.key)
        held = {pairing.table: pairing for pairing in before.pairings} if before else {}
        coming = {pairing.table: pairing for pairing in new.pairings}
        for result in self.results(new.key):
            old, now = held[result.table], coming.get(result.table)
            if now is None or (now.black, now.white) != (old.black, old.white):
                template = "table {table} already has a result, so its players cannot be changed"
                raise Problem(template, table=result.table)
        absent = before.absent if before else {}
        now_at = {(each.black, each.white): each.table for each in new.pairings}
        still = {
            now_at[players]: colours
            for table, colours in absent.items()
            if (players := (held[table].black, held[table].white)) in now_at
        }
        return replace(new, absent=still)

    def mark_absent(self, table: str, colours: Sequence[Colour]) -> None:
        """Note who of a table is not there. Raises Problem for a table that does not play."""
        round_ = self.current_at(table)
        if round_ is None:
            raise Problem("table {table} does not play in this round", table=table)
        others = {name: each for name, each in round_.absent.items() if name != table}
        absent = others | ({table: tuple(colours)} if colours else {})
        last = self.last_changes.get(round_.section)
        self._write(replace(round_, absent=absent), changes=[last] if last else [])

    def _write(
        self, *new: Round, gone: Sequence[RoundKey] = (), changes: Sequence[RoundChange] = ()
    ) -> None:
        """Write rounds; of their sections these changes can be undone then."""
        keys = [each.key for each in new]
        added = [key for key in keys if key not in self.rounds]
        outdated = {key.section for key in (*gone, *added)}
        with self._engine.begin() as connection:
            is_outdated = CURRENT_ROUNDS.c.section.in_(outdated)
            connection.execute(delete(CURRENT_ROUNDS).where(is_outdated))
            for key in (*gone, *keys):
                of_round = (ROUNDS.c.section == key.section, ROUNDS.c.round == key.number)
                connection.execute(delete(ROUNDS).where(*of_round))
            for each in new:
                row = {"section": each.section, "round": each.number}
                connection.execute(ROUNDS.insert(), {**row, "content": msgspec.json.encode(each)})
            touched = {key.section for key in (*gone, *keys)}
            connection.execute(delete(LAST_CHANGES).where(LAST_CHANGES.c.section.in_(touched)))
            for last in changes:
                row = {"section": last.after.section, "content": msgspec.json.encode(last)}
                connection.execute(LAST_CHANGES.insert(), row)
        for key in gone:
            del self.rounds[key]
        self.rounds.update({each.key: each for each in new})
        for section in outdated:
            self._chosen.pop(section, None)
        for section in touched:
            self.last_changes.pop(section, None)
        self.last_changes.update({each.after.section: each for each in changes})
        self.revision += 1

    def result(self, key: RoundKey, table: str) -> ResultEntry | None:
        """Return the result that holds for a table."""
        return next(reversed(self.history(key, table)), None)

    def results(self, key: RoundKey) -> list[ResultEntry]:
        """Return the results of a round that hold, by their tables."""
        found = [rows[-1] for (of, _), rows in self._results.items() if of == key and rows]
        return sorted(found, key=lambda result: by_number(result.table))

    def is_over(self, key: RoundKey, table: str) -> bool:
        """Return whether a table's result is confirmed; a void game may be repeated."""
        entry = self.result(key, table)
        confirmed = entry is not None and entry.step is ResultStep.CONFIRMED
        return confirmed and entry is not None and entry.outcome is not Outcome.VOID

    def history(self, key: RoundKey, table: str) -> Sequence[ResultEntry]:
        """Return all that was entered for a table, in its order."""
        return self._results.get((key, table), ())

    def enter(self, result: ResultEntry) -> ResultEntry:
        """Add a result with the revision that its author saw; return the result that holds.

        The same outcome again changes nothing. Raises Conflict if another revision holds by now,
        and Problem for a table that does not play.
        """
        before = self.result(result.key, result.table)
        seen = before.revision if before else 0
        same = before is not None and before.outcome is result.outcome
        if before is not None and same and result.step in (before.step, ResultStep.ENTERED):
            return before
        if before is not None and result.revision != seen:
            raise Conflict(before)
        self.rounds.get(result.key, _NO_ROUND).pairing_at(result.table)
        if not same and result.step is ResultStep.CONFIRMED:
            raise Problem("table {table}: enter the result first", table=result.table)
        added = result._replace(revision=seen + 1)
        with self.together() as connection:
            row = dict(zip(RESULTS.c.keys(), added, strict=True))
            if not connection.execute(self._adds, row).rowcount:
                raise Conflict(before or result)  # another desk on this database was first
            self._results.setdefault((added.key, added.table), []).append(added)
            self._added.append(added)
        self.revision += 1
        return added

    @contextmanager
    def together(self) -> Iterator[Connection]:
        """Have all that is entered within this on disk at its end, or nothing of it."""
        if self._connection is not None:
            yield self._connection
            return
        try:
            with self._engine.begin() as self._connection:
                yield self._connection
        except BaseException:
            for each in self._added:
                self._results[each.key, each.table].pop()
            raise
        finally:
            self._connection, self._added = None, []
