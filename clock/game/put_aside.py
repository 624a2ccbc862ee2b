"""A game that was put aside: its figures for the menu, and its way back to a table."""

from contextlib import suppress
from datetime import datetime

import msgspec

from clock.game.figures import Figures
from clock.game.names import Names
from clock.game.recorded import RecordedGame
from clock.game.taken_over import Handover, TakenOver, take_over
from clock.rules.inputs import PutAside
from clock.rules.state import COUNTING, Setup
from clock.rules.units import SECOND_NS

AGO_NS_MAX = 10 * 366 * 24 * 3600 * SECOND_NS
"""A date that is further off is wrong: a Pi without a network has none."""


class AsideGame(msgspec.Struct, frozen=True):
    """A game that can be taken up."""

    key: str
    """The hash of its last line: the same game has the same, wherever its file is."""
    when: datetime | None
    """The label of its last input; None: it cannot be a date."""
    names: Names
    setup: Setup
    figures: Figures
    sealed: bool = False
    """Its last move is in an envelope."""
    taken: tuple[int, ...] = ()
    """The games of this clock that go on with it."""


def aside_game(game: RecordedGame, taken: tuple[int, ...] = ()) -> AsideGame:
    """Return a recorded game that has an input, as one to take up."""
    event, figures = game.rows[-1].input, game.rows[-1].figures
    sealed = isinstance(event, PutAside) and event.sealed
    names, setup = game.header.names, game.setup
    return AsideGame(game.end.hash, when_of(game), names, setup, figures, sealed, taken)


def when_of(game: RecordedGame) -> datetime | None:
    """Return the label of a game's last input."""
    with suppress(ValueError, OverflowError):
        return game.header.wall_at(game.rows[-1].input.at_ns)
    return None


def ago_ns(game: RecordedGame, now: datetime) -> int:
    """Return how long before a date a game had its last input, by the labels of both."""
    when = when_of(game)
    if when is None:
        return 0
    return min(max(0, round((now - when).total_seconds()) * SECOND_NS), AGO_NS_MAX)


def take_up_aside(
    lines: tuple[bytes, ...], game: RecordedGame, clock: str, now_ns: int, wall: str
) -> TakenOver:
    """Return a game that was put aside as it goes on now; `wall` is the label of now.

    `clock` is the name of another clock that played it. Raises as `take_over` does.
    """
    last, away_ns = game.rows[-1], ago_ns(game, datetime.fromisoformat(wall))
    runs = last.figures.phase in COUNTING  # nobody knows for how long: its clock was not stopped
    return take_over(lines, Handover(clock, last.input.at_ns, away_ns, 0, runs), now_ns, wall)
