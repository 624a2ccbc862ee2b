"""The acts about results: entered, confirmed one by one, or all on which desk and clock agree."""

import asyncio
from collections.abc import Iterator, Mapping

from clock.boot import wall_time
from clock.desk.people import UserRole
from clock.desk.result_entries import enter_result, log_confirmed, put_result
from clock.desk.round_tables import (
    TableOfRound,
    end_game,
    expect_round,
    find_table,
    tables_of_round,
)
from clock.desk.rounds_store import Conflict
from clock.desk.score_files import put_score
from clock.desk.site import Site
from clock.desk_pages.registry import act
from clock.desk_pages.requests import PageRequest, choice, round_asked
from clock.desk_pages.result_rows import ResultRow, result_rows
from clock.records.scores.pgn import game_with, pgn_text, read_pgn
from clock.rounds.pairings import round_of, whole_number
from clock.rounds.results import Outcome, ResultEntry, ResultStep, RoundKey
from clock.rounds.sections import round_name
from clock.rules.message import Message, Problem


@act("/results/enter", UserRole.REFEREE)
async def enter_by_hand(site: Site, asked: PageRequest) -> Message:
    """Enter a result in place of the result on the page."""
    row = _row(site, asked.form())
    entry = _enter(site, asked, row, ResultStep.ENTERED)
    expect_round(site)
    return Message("table {table}: entered", table=entry.table)


@act("/results/confirm", UserRole.ORGANIZER)
async def confirm_result(site: Site, asked: PageRequest) -> Message:
    """Confirm a result as it was seen, and end the game at its clock.

    While the clock runs the organizer has to say that it is to be stopped.
    """
    fields = asked.form()
    row = _row(site, fields)
    if row.counting and fields.get("stop") != "yes":
        raise Problem("table {table}: its clock is running: check again", table=fields["table"])
    entry = _enter(site, asked, row, ResultStep.CONFIRMED)
    expect_round(site)
    why = await end_game(site, row, entry.outcome, asked.session.name)
    if why is not None:
        text = "table {table}: confirmed, but its clock did not end the game: {why}"
        return Message(text, table=entry.table, why=why)
    return Message("table {table}: confirmed", table=entry.table)


@act("/results/confirm-all", UserRole.ORGANIZER)
async def confirm_agreed(site: Site, asked: PageRequest) -> Message:
    """Confirm the results on which desk and clock agree, each only as it was seen.

    Clocks that run are left out unless the organizer says that they are to be stopped.
    """
    fields = asked.form()
    round_ = site.rounds.rounds.get(round_asked(fields))
    seen = set(fields.get("seen", "").split())
    rows = () if round_ is None else result_rows(site, round_)
    seen_running = set(fields.get("seen_running", "").split())
    agreed = [
        row
        for row in rows
        if row.is_agreed and row.mark in (seen_running if row.table.counting else seen)
    ]
    key, who = round_asked(fields), asked.session.name
    changes = dict[str, Message]()
    with site.rounds.together():
        done = [row for row in agreed if _is_confirmed(site, key, row, who, changes)]
        log_confirmed(site, key, who, changes)
    ends = (end_game(site, row.table, _settled(row), who) for row in done)
    refused = zip(done, await asyncio.gather(*ends), strict=True)
    still_open = [row.table.pairing.table for row, why in refused if why is not None]
    expect_round(site)
    count, changed = len(done), len(seen) - len(done)
    text = Message("{count} confirmed", count=count)
    if changed:
        text = Message(
            "{count} confirmed, {changed} not: they have changed, look again",
            count=count,
            changed=changed,
        )
    if not still_open:
        return text
    tables = ", ".join(still_open)
    return Message(
        "{done}; clocks that have the game still open: {tables}", done=text, tables=tables
    )


def _is_confirmed(
    site: Site, key: RoundKey, row: ResultRow, who: str, changes: dict[str, Message]
) -> bool:
    """Confirm a result unless another was entered meanwhile; add its change."""
    pairing = row.table.pairing
    try:
        for entry in _entries(key, row.table, row.revision, _settled(row), who):
            _, change = put_result(site, pairing, entry)
            if change is not None:
                changes.setdefault(pairing.table, change)
    except Conflict:
        return False
    return True


def _settled(row: ResultRow) -> Outcome:
    """The result of a row that only has to be confirmed."""
    outcome = row.settled
    assert outcome is not None
    return outcome


def _row(site: Site, fields: Mapping[str, str]) -> TableOfRound:
    """The table that a result is of. Raises Problem if it plays another game than on the page."""
    round_ = site.rounds.require(round_asked(fields))
    row = find_table(tables_of_round(site, round_), fields.get("table", ""))
    pairing = row.pairing
    names = fields.get("black", pairing.black), fields.get("white", pairing.white)
    if names != (pairing.black, pairing.white):
        raise Problem("table {table} has other players now: check again", table=pairing.table)
    if fields.get("game", row.game) != row.game:
        raise Problem("table {table} is now playing another game: check again", table=pairing.table)
    return row


def _enter(site: Site, asked: PageRequest, row: TableOfRound, step: ResultStep) -> ResultEntry:
    fields = asked.form()
    if (revision := whole_number(fields.get("revision", ""))) < 0:
        raise Problem("expected a round and a revision")
    outcome = choice(Outcome, fields.get("outcome"))
    key, author = round_asked(fields), asked.session.name
    if step is ResultStep.ENTERED:
        return enter_result(site, row.pairing, _entry(key, row, revision, outcome, step, author))
    for entry in _entries(key, row, revision, outcome, author):
        held = enter_result(site, row.pairing, entry)
    return held


def _entries(
    key: RoundKey, row: TableOfRound, revision: int, outcome: Outcome, author: str
) -> Iterator[ResultEntry]:
    """The entries that confirm a result; a forfeit, which nobody entered, is entered before."""
    if revision == 0 and row.pairing.forfeit is not None:
        yield _entry(key, row, 0, outcome, ResultStep.ENTERED, author)
        revision = 1
    yield _entry(key, row, revision, outcome, ResultStep.CONFIRMED, author)


def _entry(
    key: RoundKey, row: TableOfRound, revision: int, outcome: Outcome, step: ResultStep, author: str
) -> ResultEntry:
    seen = (key.number, row.pairing.table, revision, outcome, step, author, wall_time())
    return ResultEntry(*seen, row.game, key.section)


@act("/results/score", UserRole.ORGANIZER)
async def take_score(site: Site, asked: PageRequest) -> Message:
    """Keep the moves of a round's games, for broadcasts; an empty file takes them away."""
    key = RoundKey(asked.query("section"), round_of(asked.query("round")))
    round_ = site.rounds.rounds.get(key)
    if round_ is None:
        raise Problem("no such round")
    games = await asyncio.to_thread(read_pgn, pgn_text(asked.body))
    pairs = round_.pairings
    found = sum(game_with(games, each.white, each.black) is not None for each in pairs)
    if games and not found:
        raise Problem("no game in this file is between players of this round")
    put_score(site.desk.store.engine, key, asked.body if games else b"")
    done = Message("scores found: {count} of {all}", count=found, all=len(pairs))
    text = Message("{round}: scores", round=round_name(key))
    site.log.add(asked.session.name, text, done)
    return done
