"""The desk's store: clocks' messages, their times of arrival, and the witness's findings.

One writer; a batch is on disk when `write` returns, and only then does a clock hear that the desk
has it.

Nothing that a clock sent is ever changed. Lines that a journal no longer has stay under the
finding which says so (`parted`); what the clock sent in their place is stored beside them.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Connection, Executable, Table, bindparam, desc, func, insert, select, update

from clock.desk.database import (
    ACTS,
    BEGUN,
    CLOCKS,
    FINDINGS,
    HEADS,
    LINES,
    REPLACEMENTS,
    SESSIONS,
    open_database,
    upsert,
)
from clock.desk.replacements import Replacement
from clock.desk.witness import JournalFinding, Kind
from clock.game.file import GameFileError
from clock.game.names import Names
from clock.game.recorded import HEADERS, NO_LINE, RecordedGame, game_of
from clock.link.messages import Position

CURRENT = 0
"""`parted` of the lines that a clock's journal still has."""

SEEN = "seen"
"""The act of who has looked at a finding."""


_LINES_OF_GAME = (
    select(LINES.c.line)
    .where(
        LINES.c.clock == bindparam("clock"),
        LINES.c.game == bindparam("game"),
        LINES.c.parted == CURRENT,
    )
    .order_by(LINES.c.number)
)


class StoredLine(msgspec.Struct, frozen=True):
    """A line of a clock's journal, and when it arrived."""

    clock: str
    game: int
    number: int
    hash: str
    line: str
    arrived: int


class StoredHead(msgspec.Struct, frozen=True):
    """A position that a clock reported for a game, and the time of the first report."""

    clock: str
    at: Position
    arrived: int


class StoredSession(msgspec.Struct, frozen=True):
    """A start of a clock's program, and when the desk heard of it."""

    clock: str
    session: str
    since: int


class StoredBegun(msgspec.Struct, frozen=True):
    """The names of a clock's game, once it has begun."""

    clock: str
    game: int
    names: Names


class StoredFinding(msgspec.Struct, frozen=True):
    """A finding of the witness about a clock; the lines it parts are no longer current."""

    id: int
    clock: str
    finding: JournalFinding
    since: int
    """When the desk had the first line that is gone."""
    found: int


class StoredAct(msgspec.Struct, frozen=True):
    """What somebody did about an item, a finding or a clock; empty `who`: the desk itself."""

    at: int
    who: str
    act: str
    item: str


StoredRow = (
    StoredLine | StoredHead | StoredSession | StoredBegun | StoredFinding | StoredAct | Replacement
)


class Store:
    """One event's database. Times are milliseconds since 1970. Methods raise SQLAlchemyError."""

    def __init__(self, url: str) -> None:
        """Open the database and make its missing tables."""
        self.engine = open_database(url)
        # Made once: a statement with its values costs more than the database does with it.
        self._adds = {
            table: upsert(table, self.engine.dialect).on_conflict_do_nothing()
            for table in (LINES, HEADS, SESSIONS, BEGUN)
        }

    def write(self, orders: Iterable[StoredRow]) -> None:
        """Write a batch in its order; then all of it is on disk, or nothing."""
        with self.engine.begin() as connection:
            for order in orders:
                self._write(connection, order)

    def register(self, clock: str, place: str, since: int) -> None:
        """Put a clock on a table; it belongs to the event from then on."""
        row = {"id": clock, "place": place, "since": since, "revoked": None}
        with self.engine.begin() as connection:
            connection.execute(self._put(CLOCKS, row, {"place": place, "revoked": None}))

    def replacements(self) -> Iterator[Replacement]:
        """Yield the clocks that were asked to go on with the games of others."""
        with self.engine.connect() as connection:
            for row in connection.execute(select(REPLACEMENTS)):
                at = Position(row.game, row.lines, row.hash)
                known = (row.clock, row.game, at, row.spare, row.place, row.who)
                yield Replacement(*known, row.asked, row.taken)

    def revoke(self, clock: str, at: int) -> None:
        """Take a clock out of the event; its lines stay."""
        with self.engine.begin() as connection:
            connection.execute(update(CLOCKS).where(CLOCKS.c.id == clock).values(revoked=at))

    def clock_tables(self) -> dict[str, str]:
        """Return the clocks of the event, with their tables."""
        query = select(CLOCKS.c.id, CLOCKS.c.place).where(CLOCKS.c.revoked.is_(None))
        with self.engine.connect() as connection:
            return {row.id: row.place for row in connection.execute(query)}

    def revoked(self) -> set[str]:
        """Return the clocks that are shut out."""
        query = select(CLOCKS.c.id).where(CLOCKS.c.revoked.is_not(None))
        with self.engine.connect() as connection:
            return set(connection.scalars(query))

    def lines(self, clock: str, game: int) -> tuple[bytes, ...]:
        """Return a game's lines as the clock's journal has them, as far as they have arrived."""
        of_game = {"clock": clock, "game": game}
        with self.engine.connect() as connection:
            return tuple(line.encode() for line in connection.scalars(_LINES_OF_GAME, of_game))

    def read_game(self, clock: str, game: int) -> RecordedGame:
        """Return a game. Raises GameFileError if it is not here yet, or cannot be read."""
        lines = self.lines(clock, game)
        if not lines:
            raise GameFileError("no game has been played on this clock")
        return game_of(lines)

    def asides(self) -> list[tuple[str, int]]:
        """Return clock and number of all games ever put aside, the last first."""
        query = select(LINES.c.clock, LINES.c.game, func.max(LINES.c.arrived).label("last"))
        found = query.where(LINES.c.parted == CURRENT, LINES.c.line.contains('"type":"PutAside"'))
        each = found.group_by(LINES.c.clock, LINES.c.game).order_by(desc("last"))
        with self.engine.connect() as connection:
            return [(row.clock, row.game) for row in connection.execute(each)]

    def continued(self) -> Iterator[tuple[str, str]]:
        """Yield the clocks of games that continue another, and the hash at which they do."""
        headers = select(LINES.c.clock, LINES.c.line).where(
            LINES.c.parted == CURRENT, LINES.c.number == 0, LINES.c.line.contains('"continues":')
        )
        with self.engine.connect() as connection:
            for row in connection.execute(headers):
                with suppress(*NO_LINE):
                    continues = HEADERS.decode(row.line.encode()).continues
                    if continues is not None:
                        yield row.clock, continues.hash

    def hashes(self) -> Iterator[tuple[str, int, str]]:
        """Yield clock, game and hash of every line that the journals still have, in their order."""
        query = select(LINES.c.clock, LINES.c.game, LINES.c.hash).where(LINES.c.parted == CURRENT)
        ordered = query.order_by(LINES.c.clock, LINES.c.game, LINES.c.number)
        with self.engine.connect() as connection:
            for row in connection.execute(ordered):
                yield row.clock, row.game, row.hash

    def heads(self) -> Iterator[StoredHead]:
        """Yield every head that was named, the latest of a clock last."""
        query = select(HEADS).order_by(HEADS.c.arrived, HEADS.c.game, HEADS.c.lines)
        with self.engine.connect() as connection:
            for row in connection.execute(query):
                at = Position(row.game, row.lines, row.hash)
                yield StoredHead(row.clock, at, row.arrived)

    def sessions(self) -> Iterator[tuple[str, str]]:
        """Yield clocks and the sessions of their programs, in their order."""
        with self.engine.connect() as connection:
            for row in connection.execute(select(SESSIONS).order_by(SESSIONS.c.since)):
                yield row.clock, row.session

    def begun(self) -> Iterator[Names]:
        """Yield what the games are called that have begun."""
        with self.engine.connect() as connection:
            for names in connection.scalars(select(BEGUN.c.names)):
                yield msgspec.json.decode(names, type=Names)

    def findings(self) -> Iterator[StoredFinding]:
        """Yield what the witness found, in its order."""
        with self.engine.connect() as connection:
            for row in connection.execute(select(FINDINGS).order_by(FINDINGS.c.id)):
                finding = JournalFinding(Kind(row.kind), row.game, row.line, row.had)
                yield StoredFinding(row.id, row.clock, finding, row.since, row.found)

    def seen_findings(self) -> set[int]:
        """Return the findings that somebody has looked at."""
        query = select(ACTS.c.item).where(ACTS.c.act == SEEN)
        with self.engine.connect() as connection:
            return set(map(int, connection.scalars(query)))

    def last_id(self) -> int:
        """Return the highest number of a finding."""
        highest = select(func.max(FINDINGS.c.id))
        with self.engine.connect() as connection:
            return connection.execute(highest).scalar_one() or 0

    def arrival_ms(self, clock: str, game: int, line: int) -> int:
        """Return when the desk first had a line, or heard of it; 0: never."""
        lines = (LINES.c.clock == clock, LINES.c.game == game, LINES.c.number == line)
        heads = (HEADS.c.clock == clock, HEADS.c.game == game, HEADS.c.lines > line)
        with self.engine.connect() as connection:
            times = [
                connection.execute(select(func.min(column)).where(*where)).scalar_one()
                for column, where in ((LINES.c.arrived, lines), (HEADS.c.arrived, heads))
            ]
        return min(filter(None, times), default=0)

    def _write(self, connection: Connection, order: StoredRow) -> None:
        match order:
            case StoredLine():
                row = {**asdict(order), "parted": CURRENT}
                connection.execute(self._adds[LINES], row)
            case StoredHead(clock=clock, at=at, arrived=arrived):
                row = {"clock": clock, "game": at.game, "lines": at.lines, "hash": at.hash}
                connection.execute(self._adds[HEADS], {**row, "arrived": arrived})
            case StoredSession():
                connection.execute(self._adds[SESSIONS], asdict(order))
            case StoredBegun(names=names):
                row = asdict(order) | {"names": msgspec.json.encode(names).decode()}
                connection.execute(self._adds[BEGUN], row)
            case StoredAct():
                connection.execute(insert(ACTS), asdict(order))
            case Replacement():
                self._replace(connection, order)
            case StoredFinding(finding=finding):
                row = {key: getattr(finding, key) for key in ("game", "line", "had")}
                row |= {"kind": finding.kind.value, "since": order.since, "found": order.found}
                connection.execute(
                    self._put(FINDINGS, {"id": order.id, "clock": order.clock, **row}, row)
                )
                if finding.parts:
                    connection.execute(_parting(order))

    def _replace(self, connection: Connection, order: Replacement) -> None:
        """Write a replacement; once it is made the spare has the table, and the other none."""
        row = {"clock": order.clock, "game": order.game, "spare": order.spare}
        row |= {"lines": order.at.lines, "hash": order.at.hash, "place": order.table}
        row |= {"who": order.who, "asked": order.asked, "taken": order.taken}
        connection.execute(self._put(REPLACEMENTS, row, row))
        if order.taken is None or not order.table:
            return
        is_there = (CLOCKS.c.place == order.table) | (CLOCKS.c.id == order.clock)
        connection.execute(update(CLOCKS).where(is_there).values(place=""))
        row = {"id": order.spare, "place": order.table, "since": order.taken, "revoked": None}
        connection.execute(self._put(CLOCKS, row, {"place": order.table, "revoked": None}))

    def _put(self, table: Table, row: dict[str, Any], changed: dict[str, Any]) -> Executable:
        """Return the statement that inserts a row, or changes one that is there."""
        order = upsert(table, self.engine.dialect)
        keys = [column.name for column in table.primary_key]
        return order.values(row).on_conflict_do_update(index_elements=keys, set_=changed)


def _parting(order: StoredFinding) -> Executable:
    """Return the statement that assigns lost lines to their finding."""
    game, line = order.finding.game, order.finding.line
    behind = (LINES.c.game > game) | ((LINES.c.game == game) & (LINES.c.number >= line))
    current = (LINES.c.clock == order.clock, LINES.c.parted == CURRENT)
    return update(LINES).where(*current, behind).values(parted=order.id)
