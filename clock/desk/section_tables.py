"""An older database, whose rounds know no sections, as one whose rounds do."""

import msgspec
from sqlalchemy import Connection, Engine, inspect, text

from clock.desk.database import RESULTS, ROUNDS
from clock.rounds.results import Round
from clock.rounds.sections import SectionOf, by_section


def put_in_sections(engine: Engine, section_of: SectionOf) -> None:
    """Put the rounds and results of an older database in the sections that their tables name.

    All of it happens, or nothing.
    """
    if "section" in {column["name"] for column in inspect(engine).get_columns(ROUNDS.name)}:
        return
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # by itself its driver begins only before a change
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        _rewrite(connection, section_of)


def _rewrite(connection: Connection, section_of: SectionOf) -> None:
    contents = connection.execute(text("SELECT content FROM rounds")).scalars().all()
    older = connection.execute(text("SELECT * FROM results")).mappings().all()
    rounds = [
        {"section": part.section, "round": part.number, "content": msgspec.json.encode(part)}
        for content in contents
        for part in by_section(msgspec.json.decode(content, type=Round), section_of)
    ]
    results = [{**row, "section": section_of(row["board"])} for row in older]
    for table, rows in ((ROUNDS, rounds), (RESULTS, results)):
        table.drop(connection)
        table.create(connection)
        if rows:
            connection.execute(table.insert(), rows)
