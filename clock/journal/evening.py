"""The games of an evening: how those ended that were played not long ago.

A machine without a battery for its clock believes, until it hears the time from a network, that it
is some day in the past. So by its label of the day a game is of another evening only if it is
of a day on which there was such a program, and earlier than now. What always holds is the order of
the games, and the journal's own time, which goes on while the machine is on.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec

from clock.game.facts import Ended
from clock.journal.lines import Figures, Header, Row
from clock.journal.store import Store, StoredGame
from clock.rules.state import Phase
from clock.rules.units import HOUR_NS

EVENING_H = 12
MADE = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock knew an earlier day."""
GAMES_MAX = 50
"""More games than one clock sees in an evening."""


def evening(
    store: Store, games: list[StoredGame], wall: str, at_ns: int
) -> tuple[tuple[Ended, ...], tuple[Ended, ...]]:
    """Return how the games of the hours before `wall` ended, the oldest first; the last one apart.

    `at_ns` is where the journal ends. All games since the first of the evening are of it. One that
    never began is none, and one that this program cannot read is left out.
    """
    now = datetime.fromisoformat(wall)
    played = [(game.id, *read) for game in games[-GAMES_MAX:] for read in _read(store, game)]
    recent = [_recent(label, row, now, at_ns) for _, label, row in played]
    played = played[recent.index(True) :] if any(recent) else []
    last = games[-1].id
    before = tuple(_ended(row.figures) for id, _, row in played if id != last)
    return before, tuple(_ended(row.figures) for id, _, row in played if id == last)


def _read(store: Store, game: StoredGame) -> Iterator[tuple[datetime, Row]]:
    """Yield the day of a game by its label, and its last line; nothing if it has not begun."""
    last = store.line(game.id, store.count(game.id))
    if last is not None:
        with suppress(ValueError, TypeError):  # what msgspec raises is a ValueError
            head = msgspec.json.decode(game.header.text, type=Header)
            row = msgspec.json.decode(last.text, type=Row)
            if row.figures.phase is not Phase.READY:
                yield datetime.fromisoformat(head.wall).astimezone(UTC), row


def _recent(label: datetime, last: Row, now: datetime, at_ns: int) -> bool:
    """Return whether a game may have been played on the same evening as `now`."""
    another_day = label >= MADE and now - label > timedelta(hours=EVENING_H)
    return not another_day and at_ns - last.input.at_ns <= EVENING_H * HOUR_NS


def _ended(figures: Figures) -> Ended:
    left, right = figures.left, figures.right
    return Ended(figures.result, figures.moves, left.remaining_ns, right.remaining_ns)
