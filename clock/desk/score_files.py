"""The scores of rounds: the moves that clocks do not know, as files in PGN."""

from sqlalchemy import Engine, delete, insert, select

from clock.desk.database import SCORES
from clock.rounds.results import RoundKey


def put_score(engine: Engine, key: RoundKey, content: bytes) -> None:
    """Keep the score of a round; an empty one is none. Raises SQLAlchemyError."""
    of_round = (SCORES.c.section == key.section, SCORES.c.round == key.number)
    with engine.begin() as connection:
        connection.execute(delete(SCORES).where(*of_round))
        if content:
            row = {"section": key.section, "round": key.number, "content": content}
            connection.execute(insert(SCORES).values(row))


def read_score(engine: Engine, key: RoundKey) -> bytes:
    """Return the score of a round; empty if nobody brought one. Raises SQLAlchemyError."""
    of_round = (SCORES.c.section == key.section, SCORES.c.round == key.number)
    with engine.connect() as connection:
        return connection.execute(select(SCORES.c.content).where(*of_round)).scalar() or b""
