"""Questions to an organizer before a new round is taken: missing results, players of others."""

from collections.abc import Iterator, Sequence

from clock.desk.round_changes import begun
from clock.desk.round_tables import tables_of_round
from clock.desk.site import Site
from clock.rounds.results import Round
from clock.rounds.sections import round_name
from clock.rules.message import Message


def import_questions(site: Site, rounds: Sequence[Round]) -> Iterator[Message]:
    """Yield doubts about new rounds: results missing before, players of another section."""
    for new in (each for each in rounds if each.key not in site.rounds.rounds):
        before = site.rounds.current(new.section)
        if before is not None and before.number < new.number and begun(site, before):
            missing = [
                each.pairing.table
                for each in tables_of_round(site, before)
                if each.outcome is None
                and site.rounds.result(before.key, each.pairing.table) is None
            ]
            if missing:
                yield Message(
                    "{round} has tables without a result: {tables}",
                    round=round_name(before.key),
                    tables=", ".join(missing),
                )
        players = _players(new)
        for other in site.rounds.current_rounds:
            if other.section != new.section and 2 * len(players & _players(other)) > len(players):
                yield Message("most of these players are in {round}", round=round_name(other.key))


def _players(round_: Round) -> set[str]:
    return {name for each in round_.pairings for name in (each.black, each.white)}
