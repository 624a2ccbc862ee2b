"""The games that the desk has of its clocks, as the reports and logs read them."""

from pathlib import Path

from clock.desk.site import Site
from clock.game.file import GameFileError
from clock.records.source import Source
from clock.rules.message import Problem


def stored_game(site: Site, clock: str, number: int) -> Source:
    """Return a game of a clock, which may be gone by now. Raises Problem where there is none."""
    try:
        game = site.desk.store.read_game(clock, number)
    except GameFileError as error:
        raise Problem(error.message) from None
    inputs, names = game.folded().all_inputs(), game.header.names
    return Source(str(number), Path(clock), True, game.setup, inputs, game, names)
