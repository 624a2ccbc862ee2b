"""Results as somebody enters or confirms them, each of them listed among the acts."""

from collections.abc import Mapping

from clock.boot import wall_time
from clock.desk.site import Site
from clock.rounds.pairings import Pairing
from clock.rounds.results import Outcome, ResultEntry, ResultStep, RoundKey, outcome_text
from clock.rounds.sections import round_name
from clock.rules.message import Message
from clock.text.language import N_

_ACTS = {
    ResultStep.ENTERED: N_("{round}, table {table}: result entered"),
    ResultStep.CONFIRMED: N_("{round}, table {table}: result confirmed"),
}


def enter_result(site: Site, pairing: Pairing, entry: ResultEntry) -> ResultEntry:
    """Enter a result of a pairing; return what holds. Raises what `Rounds.enter` raises."""
    with site.rounds.together() as connection:
        after, change = put_result(site, pairing, entry)
        if change is not None:
            text = Message(_ACTS[after.step], round=round_name(after.key), table=after.table)
            site.log.add_on(connection, after.author, text, change)
    return after


def enter_for_clock(
    site: Site, key: RoundKey, pairing: Pairing, outcome: Outcome | None, clock: str, game: str
) -> None:
    """Enter what a clock has of a game, in the clock's name, unless a result is known."""
    known = pairing.forfeit is not None or site.rounds.result(key, pairing.table) is not None
    if outcome is not None and not known:
        seen = (key.number, pairing.table, 0, outcome, ResultStep.ENTERED, clock, wall_time())
        enter_result(site, pairing, ResultEntry(*seen, game, key.section))


def put_result(
    site: Site, pairing: Pairing, entry: ResultEntry
) -> tuple[ResultEntry, Message | None]:
    """Enter a result for an act of several; return what holds, and the change."""
    before = site.rounds.result(entry.key, entry.table)
    after = site.rounds.enter(entry)
    if after == before:
        return after, None
    was = Message("no result") if before is None else outcome_text(pairing, before.outcome)
    now = outcome_text(pairing, after.outcome)
    return after, now if was == now else Message("{before} → {after}", before=was, after=now)


def log_confirmed(site: Site, key: RoundKey, who: str, changes: Mapping[str, Message]) -> None:
    """List results that were confirmed together, by their tables, as one act."""
    if not changes:
        return
    text = Message(
        "{round}: results confirmed: {count}; tables: {tables}",
        round=round_name(key),
        count=len(changes),
        tables=", ".join(changes),
    )
    of_tables = (
        Message("table {table}: {change}", table=table, change=each)
        for table, each in changes.items()
    )
    with site.rounds.together() as connection:
        site.log.add_on(connection, who, text, *of_tables)
