"""The tables of a round with what each plays, and what it brought: for the hall and for paper."""

from collections.abc import Iterator
from typing import NamedTuple

from clock.desk.round_tables import TableOfRound, points_of_outcome, tables_of_round
from clock.desk.site import Site
from clock.rounds.results import Round
from clock.rounds.setups import kinds_by_table


class PlayedTable(NamedTuple):
    """A table of a round."""

    table: TableOfRound
    game: str
    """The kind of game."""
    black: str
    """What it brought Black; empty while it lasts."""
    white: str


def played_tables(site: Site, round_: Round) -> Iterator[PlayedTable]:
    """Yield the tables of a round; a result counts as entered, else as its clock has it."""
    kinds = kinds_by_table(round_.pairings, round_.played_by, site.presets)
    for each in tables_of_round(site, round_):
        table = each.pairing.table
        entry = site.rounds.result(round_.key, table)
        points = points_of_outcome(each.outcome if entry is None else entry.outcome)
        yield PlayedTable(each, kinds[table], *points)
