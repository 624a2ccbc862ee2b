"""The event's database: its tables, and how it is opened.

SQLite in a file by default, anything else that SQLAlchemy speaks by a URL.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    Engine,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
)
from sqlalchemy.dialects import postgresql, sqlite

METADATA = MetaData()

CLOCKS = Table(
    "clocks",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("place", Text, nullable=False, default=""),
    Column("since", BigInteger, nullable=False),
    Column("revoked", BigInteger),
)
"""The clocks of the event and their tables."""

LINES = Table(
    "lines",
    METADATA,
    Column("clock", String(40), primary_key=True),
    Column("game", BigInteger, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("parted", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("line", Text, nullable=False),
    Column("arrived", BigInteger, nullable=False),
)
"""Every line that arrived, from a game's header, number 0, on."""
Index("lines_arrived", LINES.c.clock, LINES.c.parted, LINES.c.game)

HEADS = Table(
    "heads",
    METADATA,
    Column("clock", String(40), primary_key=True),
    Column("game", BigInteger, primary_key=True),
    Column("lines", BigInteger, primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("arrived", BigInteger, nullable=False),
)
"""How far a clock said that a game is, and when it said so first."""

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("clock", String(40), primary_key=True),
    Column("session", String(200), primary_key=True),
    Column("since", BigInteger, nullable=False),
)
"""The starts of the clocks' programs."""

BEGUN = Table(
    "begun",
    METADATA,
    Column("clock", String(40), primary_key=True),
    Column("game", BigInteger, primary_key=True),
    Column("names", Text, primary_key=True),
)
"""The games that have begun, and what they are called."""

FINDINGS = Table(
    "findings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("clock", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("game", BigInteger, nullable=False),
    Column("line", BigInteger, nullable=False),
    Column("had", BigInteger, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("found", BigInteger, nullable=False),
)
"""Where a journal is no longer what it was."""

REPLACEMENTS = Table(
    "replacements",
    METADATA,
    Column("clock", String(40), primary_key=True),
    Column("game", BigInteger, primary_key=True),
    Column("spare", String(40), primary_key=True),
    Column("lines", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("place", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("taken", BigInteger),
)
"""The games that clocks were asked to go on with, and when their journals said that they do."""

ACTS = Table(
    "acts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("act", String(20), nullable=False),
    Column("item", Text, nullable=False),
)
"""What people did, and what was escalated: `clock.desk.act_log` has them in words."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("name", String(60), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("hash", String(200), nullable=False),
)
"""Who may log in."""

FEED_DELAYS = Table(
    "feed_delays",
    METADATA,
    Column("name", String(60), primary_key=True),
    Column("seconds", Integer, nullable=False),
)
"""How old what a screen's key reads is, where that is not the event's."""

LOGINS = Table(
    "logins",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("role", String(16), nullable=False),
    Column("until", Float, nullable=False),
)
"""The sessions of their browsers, by the hashes of the cookies."""

ROUNDS = Table(
    "rounds",
    METADATA,
    Column("section", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
"""Each round of a section as it stands."""

CURRENT_ROUNDS = Table(
    "current_rounds",
    METADATA,
    Column("section", Text, primary_key=True),
    Column("round", Integer, nullable=False),
)
"""The rounds that were chosen; a section without a row plays its last."""

LAST_CHANGES = Table(
    "last_changes",
    METADATA,
    Column("section", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
"""The last change of each section's pairs, with what stood before, while it can be undone."""

SCORES = Table(
    "scores",
    METADATA,
    Column("section", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
"""The moves of a round's games, as a file in PGN that somebody brought."""

RESULTS = Table(
    "results",
    METADATA,
    Column("round", Integer, primary_key=True),
    Column("board", String(8), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("outcome", String(16), nullable=False),
    Column("step", String(16), nullable=False),
    Column("author", String(60), nullable=False),
    Column("wall", String(40), nullable=False),
    Column("game", String(60), nullable=False),
    Column("section", Text, primary_key=True),
)
"""Every result that was entered or confirmed; the last revision holds."""


def open_database(url: str) -> Engine:
    """Open an event's database; tables that are not there are made. Raises SQLAlchemyError."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
    METADATA.create_all(engine)
    return engine


def upsert(table: Table, dialect: Dialect) -> sqlite.Insert | postgresql.Insert:
    """Return an insertion, to which a rule for rows that exist can be added."""
    return sqlite.insert(table) if dialect.name == "sqlite" else postgresql.insert(table)


def _prepare(connection: Any, _record: object) -> None:
    """Readers do not wait for the writer; a commit is on disk when it returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
