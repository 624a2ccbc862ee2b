"""Sections of an event: the parts of a hall that play rounds of their own."""

from collections.abc import Callable
from itertools import groupby

from msgspec.structs import replace

from clock.rounds.pairings import Pairing, by_number
from clock.rounds.results import Round, RoundKey
from clock.rules.message import Message, Problem

SectionOf = Callable[[str], str]
"""Tells the section of a table; empty for tables that are in none."""


def no_section(_table: str) -> str:
    """Return the section of a table in an event without sections."""
    return ""


def round_name(key: RoundKey) -> Message:
    """Return what a round is called, with its section where it has one."""
    if not key.section:
        return Message("round {number}", number=key.number)
    return Message("{section}, round {number}", section=key.section, number=key.number)


def by_section(round_: Round, section_of: SectionOf) -> tuple[Round, ...]:
    """Return a round as the rounds of the sections that its tables are in.

    Byes have no table: they stay with the first section.
    """
    ordered = sorted(round_.pairings, key=lambda each: section_of(each.table))
    parts = groupby(ordered, key=lambda each: section_of(each.table))
    return tuple(
        _part(round_, section, tuple(pairings), is_first=at == 0)
        for at, (section, pairings) in enumerate(parts)
    )


def _part(round_: Round, section: str, pairings: tuple[Pairing, ...], *, is_first: bool) -> Round:
    tables = {each.table for each in pairings}
    absent = {table: colours for table, colours in round_.absent.items() if table in tables}
    byes = round_.byes if is_first else ()
    return replace(round_, section=section, pairings=pairings, absent=absent, byes=byes)


def in_section(round_: Round, section: str, tables: tuple[int, ...]) -> Round:
    """Return a round as one of a section: where its tables are others, they count from its first.

    Raises Problem for a table that the section does not have.
    """
    first, last = tables
    before = 0
    if not all(_is_between(each.table, first, last) for each in round_.pairings):
        before = first - 1
    pairings = tuple(
        replace(each, table=_later(each.table, before)) if before else each
        for each in round_.pairings
    )
    for each in pairings:
        if not _is_between(each.table, first, last):
            raise Problem(
                "table {table} is not in section {section}, which has tables {first} to {last}",
                table=each.table,
                section=section,
                first=first,
                last=last,
            )
    of_games = tuple(each.table for each in pairings) if round_.report else ()
    return replace(round_, section=section, pairings=pairings, report_tables=of_games)


def _later(table: str, before: int) -> str:
    return str(int(table) + before) if table.isdecimal() else table


def _is_between(table: str, first: int, last: int) -> bool:
    return first <= by_number(table)[1] <= last
