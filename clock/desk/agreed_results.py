"""What both players agreed on at a clock, entered as soon as the desk hears of it."""

import logging

from sqlalchemy.exc import SQLAlchemyError

from clock.desk.clock_games import black_seat, is_game_of, outcome_of
from clock.desk.live import LiveGame
from clock.desk.result_entries import enter_for_clock
from clock.desk.rounds_store import Conflict
from clock.desk.site import Site
from clock.link.messages import Position

log = logging.getLogger(__name__)


class AgreedResults:
    """Enters agreed results, each once and as the clock's, unless a referee was faster."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._done: dict[str, Position | tuple[Position, int]] = {}
        """By clock: the end of a game that was looked at; with the rounds' revision: of nobody."""
        site.desk.listen(self._look)

    def _look(self, clock: str) -> None:
        live = self._site.desk.clocks.get(clock)
        game = None if live is None else live.game
        if game is None or game.timeline.state.ended_by != "players":
            return
        without_pair = (game.at, self._site.rounds.revision)
        if self._done.get(clock) in (game.at, without_pair):
            return
        try:
            self._done[clock] = game.at if self._enter(clock, game) else without_pair
        except Conflict:
            self._done[clock] = game.at
        except SQLAlchemyError as error:  # the clock's next beat tries again
            log.warning("%s: its result cannot be written: %s", clock, error)

    def _enter(self, clock: str, game: LiveGame) -> bool:
        """Enter a game's result if nobody has; return whether a pairing has the game."""
        site, names = self._site, game.header.names
        if names.event not in (site.event.name, ""):
            return False
        found = (
            (round_, pairing)
            for round_ in site.rounds.rounds.values()
            for pairing in round_.pairings
            if is_game_of(names, pairing)
        )
        round_, pairing = next(found, (None, None))
        if round_ is None or pairing is None:
            return False
        outcome = outcome_of(game.timeline.state, black_seat(names, pairing))
        enter_for_clock(site, round_.key, pairing, outcome, clock, f"{clock}/{game.at.game}")
        return True
