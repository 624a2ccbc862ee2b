"""The report behind the page's button, as by `clapper report`."""

from pathlib import Path
from typing import NamedTuple

from clock.game.timeline import Timeline
from clock.records.report.html_page import html_page
from clock.records.report.reported import reported_game
from clock.records.source import Source
from clock.rules.state import HALTED, Phase
from clock.text.language import speaking


class GameToReport(NamedTuple):
    """A game for the page's report."""

    game: Timeline
    is_left: bool = False
    """Whether the next game was set while this one had no result."""


def game_to_report(games: list[Timeline]) -> GameToReport | None:
    """Return the game on the table if it has stopped or ended, or the previous game before a start.

    None while clocks run, and while the rules hide whose clapper fell first.
    """
    *before, table = tuple(games)
    state = table.state
    if state.phase is Phase.READY:
        last = next((game for game in reversed(before) if game.all_inputs()), None)
        if last is None:
            return None
        return GameToReport(last, is_left=last.state.phase is not Phase.FINISHED)
    hides = state.both_fallen and not state.setup.regulations.first_flag_sign
    is_shown = state.phase is Phase.FINISHED or (state.phase in HALTED and not hides)
    return GameToReport(table) if is_shown else None


def report_page(reported: GameToReport, language: str) -> str:
    """Return a game's report as an HTML page."""
    game, is_left = reported
    record = game.record()
    source = Source("", Path(), False, game.setup, record, None, game.names, is_left=is_left)
    with speaking(language):
        return html_page(reported_game(source))
