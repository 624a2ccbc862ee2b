"""Results as somebody enters or confirms them, each of them listed among the acts."""

from clock.desk.site import Site
from clock.rounds.pairings import Pairing
from clock.rounds.results import ResultEntry, ResultStep, outcome_text
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
        before = site.rounds.result(entry.key, entry.table)
        after = site.rounds.enter(entry)
        if after != before:
            site.log.add_on(connection, after.author, *_act(pairing, before, after))
    return after


def _act(
    pairing: Pairing, before: ResultEntry | None, after: ResultEntry
) -> tuple[Message, Message]:
    """What was done in words, and what it changed."""
    was = Message("no result") if before is None else outcome_text(pairing, before.outcome)
    now = outcome_text(pairing, after.outcome)
    text = Message(_ACTS[after.step], round=round_name(after.key), table=after.table)
    change = now if was == now else Message("{before} → {after}", before=was, after=now)
    return text, change
