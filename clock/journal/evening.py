"""The games of an evening: how those ended that were played not long ago."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from clock.journal.lines import Header, Row
from clock.journal.store import Store, StoredGame
from clock.rules.facts import Ended
from clock.rules.state import Phase

EVENING = timedelta(hours=12)
GAMES_MAX = 50
"""More games than one clock sees in an evening."""


def evening(store: Store, games: list[StoredGame], wall: str) -> tuple[Ended, ...]:
    """Return how the games of the hours before `wall` ended, the oldest first.

    A game that never began is none, and one that this program cannot read is left out.
    """
    now = datetime.fromisoformat(wall)
    return tuple(_ended(store, games[-GAMES_MAX:], now))


def _ended(store: Store, games: list[StoredGame], now: datetime) -> Iterator[Ended]:
    for game in games:
        last = store.line(game.id, store.count(game.id))
        try:
            head = msgspec.json.decode(game.header.text, type=Header)
            recent = abs(now - datetime.fromisoformat(head.wall)) <= EVENING
            figures = None if last is None else msgspec.json.decode(last.text, type=Row).figures
        except (ValueError, TypeError):  # what msgspec raises is a ValueError
            continue
        if recent and figures is not None and figures.phase is not Phase.READY:
            left, right = figures.left, figures.right
            yield Ended(figures.result, figures.moves, left.remaining_ns, right.remaining_ns)
