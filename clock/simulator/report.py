"""The report of the last finished game, as by `clapper report`."""

from pathlib import Path

from clock.game.timeline import Timeline
from clock.records.report.html_page import html_page
from clock.records.report.reported import reported_game
from clock.records.source import Source
from clock.rules.state import Phase
from clock.text.language import speaking


def last_finished(games: list[Timeline]) -> Timeline | None:
    """Return the last game that has ended or was left; None if there is none."""
    # Not the game in progress: its report would say whose clapper fell first, which RIF's rules
    # hide until the game is over.
    *before, table = tuple(games)
    over = [game for game in before if game.all_inputs()]
    if table.state.phase is Phase.FINISHED:
        over.append(table)
    return over[-1] if over else None


def report_page(game: Timeline, language: str) -> str:
    """Return a game's report as an HTML page."""
    with speaking(language):
        return html_page(
            reported_game(Source("", Path(), False, game.setup, game.record(), None, game.names))
        )
