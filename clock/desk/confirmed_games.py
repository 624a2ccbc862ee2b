"""Games whose result is confirmed but that their clocks have not ended: the desk tries again."""

import asyncio

from clock.desk.live import ClockLive
from clock.desk.round_tables import RUNNING, TableOfRound, end_game, find_table, tables_of_round
from clock.desk.site import Site
from clock.rounds.results import ResultEntry, ResultStep
from clock.rules.state import HALTED

AGAIN_S = 5.0


async def end_confirmed_games(site: Site) -> None:
    """Send confirmed results to clocks that stand in their games, every few seconds.

    A running clock is left alone: nobody was asked whether to stop it.
    """
    while True:
        await asyncio.sleep(AGAIN_S)
        await asyncio.gather(
            *(end_game(site, table, entry.outcome, entry.author) for table, entry in _open(site))
        )


def _open(site: Site) -> list[tuple[TableOfRound, ResultEntry]]:
    """The tables whose clocks stand in a game that has a confirmed result, and never ended it."""
    stopped = {_game(each) for each in site.desk.clocks.values() if _stands(each)}
    if not stopped:
        return []
    found = []
    for key, round_ in site.rounds.rounds.items():
        entries = [each for each in site.rounds.results(key) if each.game in stopped]
        confirmed = [each for each in entries if each.step is ResultStep.CONFIRMED]
        tables = tables_of_round(site, round_) if confirmed else []
        for entry in confirmed:
            table = find_table(tables, entry.table)
            if table.status == RUNNING and not table.counting and table.game == entry.game:
                found.append((table, entry))
    return found


def _stands(clock: ClockLive) -> bool:
    game = clock.game
    return game is not None and game.timeline.state.phase in HALTED and not game.was_over


def _game(clock: ClockLive) -> str:
    return "" if clock.at is None else f"{clock.id}/{clock.at.game}"
