"""Changes of rounds, imported or by hand: what they leave alone, and how one is undone."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from clock.boot import wall_time
from clock.desk.round_tables import expect_round, tables_of_round
from clock.desk.site import Site
from clock.rounds.difference import changes, with_held
from clock.rounds.pairings import by_number
from clock.rounds.results import Round, RoundKey, players_of
from clock.rounds.sections import round_name
from clock.rounds.setups import kinds_by_table
from clock.rules.message import Message, Problem
from clock.text.language import N_

IMPORTED = N_("{round}: import, tables: {count}")


def begun(site: Site, round_: Round) -> set[str]:
    """Return the tables of a round whose game has begun, is over, or has a result."""
    with_result = {each.table for each in site.rounds.results(round_.key)}
    tables = tables_of_round(site, round_)
    return with_result | {each.pairing.table for each in tables if each.begun}


def with_begun_games(site: Site, rounds: Sequence[Round]) -> tuple[Round, ...]:
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
            for table in sorted(begun(site, before), key=by_number):
                (pair,) = (each for each in new.pairings if each.table == table)
                if pair not in in_file:
                    text = "table {table} has begun its game and keeps {first} – {second}"
                    kind = _kinds(site, new)[table]
                    first, second = players_of(pair, kind)
                    found.append(Message(text, table=table, first=first, second=second))
            found += _changes(site, before, new)
    return found


def take_rounds(
    site: Site, rounds: Sequence[Round], who: str, changed: Sequence[Message], title: str = IMPORTED
) -> None:
    """Take rounds in place of those that stand. Raises Problem where one has a result."""
    if not site.rounds.take(rounds, who, wall_time()):
        return
    expect_round(site)
    done = [Message(title, round=round_name(each.key), count=len(each.pairings)) for each in rounds]
    site.log.add(who, *done, *changed)


def change_by_hand(site: Site, before: Round, after: Round, who: str) -> list[Message]:
    """Take a round as it was changed; return the changes. Raises Problem for a begun game."""
    held = begun(site, before)
    for each in sorted({*before.pairings} ^ {*after.pairings}):
        if each.table in held:
            raise Problem(
                "table {table} has begun its game, so its pair can no longer be changed",
                table=each.table,
            )
    found = list(_changes(site, before, after))
    if not found:
        raise Problem("nothing has been changed")
    take_rounds(site, [after], who, found, N_("{round}: pairs by hand, tables: {count}"))
    return found


def undo_change(site: Site, section: str, who: str) -> None:
    """Put back what stood before a section's last change.

    Raises Problem if a game of it has begun.
    """
    last = site.rounds.last_change(section)
    after, before = last.after, last.before or replace(last.after, pairings=(), byes=())
    tables = begun(site, after)
    for each in after.pairings:
        if each.table in tables and each not in before.pairings:
            raise Problem(
                "table {table} has begun its game, so the change can no longer be undone",
                table=each.table,
            )
    site.rounds.undo(section)
    expect_round(site)
    back = _changes(site, after, before)
    site.log.add(who, Message("{round}: undone", round=round_name(after.key)), *back)


def delete_round(site: Site, key: RoundKey, who: str) -> None:
    """Delete a round. Raises Problem if a game of it has begun."""
    round_ = site.rounds.require(key)
    for table in sorted(begun(site, round_), key=by_number):
        raise Problem(
            "table {table} has begun its game, so its round can no longer be deleted", table=table
        )
    site.rounds.delete(key, who, wall_time())
    expect_round(site)
    gone = _changes(site, round_, replace(round_, pairings=(), byes=()))
    site.log.add(who, Message("{round}: deleted", round=round_name(key)), *gone)


def _changes(site: Site, before: Round, after: Round) -> Iterator[Message]:
    """Return what is other than before in a round, its pairs named as their games name them."""
    return changes(before, after, _kinds(site, before) | _kinds(site, after))


def _kinds(site: Site, round_: Round) -> dict[str, str]:
    return kinds_by_table(round_.pairings, round_.played_by, site.presets)
