"""Imports of rounds: their changes, the games they leave alone, and how one is undone."""

from collections.abc import Sequence

from clock.desk.round_tables import tables_of_round
from clock.desk.site import Site
from clock.rounds.difference import changes, with_held
from clock.rounds.pairings import by_number
from clock.rounds.results import Round, RoundKey
from clock.rules.message import Message, Problem


def begun(site: Site, round_: Round) -> set[str]:
    """Return the tables of a round whose game has begun, is over, or has a result."""
    with_result = {each.table for each in site.rounds.results(round_.key)}
    tables = tables_of_round(site, round_)
    return with_result | {each.pairing.table for each in tables if each.begun}


def with_games_left(site: Site, rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Return an import with the games left alone that have begun.

    Raises Problem.
    """
    return tuple(
        new if before is None else with_held(before, new, begun(site, before))
        for new in rounds
        for before in (site.rounds.rounds.get(new.key),)
    )


def changes_of(site: Site, rounds: Sequence[Round], read: Sequence[Round]) -> list[Message]:
    """Return what an import changes in the rounds that stand; `read`: as the file has them."""
    found = list[Message]()
    for new, of_file in zip(rounds, read, strict=True):
        if (before := site.rounds.rounds.get(new.key)) is not None:
            in_file = set(of_file.pairings)
            for table in begun(site, before):
                (pair,) = (each for each in new.pairings if each.table == table)
                if pair not in in_file:
                    text = "table {table} has begun its game and keeps {black} – {white}"
                    names = {"black": pair.black, "white": pair.white}
                    found.append(Message(text, table=table, **names))
            found += changes(before, new)
    return found


def undo_import(site: Site) -> None:
    """Put back what stood before the last import. Raises Problem if a game of it has begun."""
    last = site.rounds.last_import
    if last is None:
        raise Problem("there is no import to undo")
    before = {each for round_ in last.before for each in round_.pairings}
    for round_ in last.after:
        tables = begun(site, round_)
        for each in round_.pairings:
            if each.table in tables and each not in before:
                raise Problem(
                    "table {table} has begun its game, so its import can no longer be undone",
                    table=each.table,
                )
    site.rounds.undo()


def delete_round(site: Site, key: RoundKey) -> None:
    """Delete a round. Raises Problem if a game of it has begun."""
    round_ = site.rounds.rounds.get(key)
    if round_ is None:
        raise Problem("no such round")
    for table in sorted(begun(site, round_), key=by_number):
        raise Problem(
            "table {table} has begun its game, so its round can no longer be deleted", table=table
        )
    site.rounds.delete(key)
