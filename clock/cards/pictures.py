"""The displays of a game for paper: before the start, in the game, in a stop."""

from collections.abc import Iterator
from typing import NamedTuple

from clock.display.draw import NARROW, draw
from clock.display.drawing.paths import path_of
from clock.display.view import view
from clock.menu.access import Organizer
from clock.menu.faces import hint
from clock.menu.levels import Menu, MenuContext
from clock.rules.inputs import Start, Stop
from clock.rules.machine import begin, step
from clock.rules.seats import Seat
from clock.rules.state import Setup, State
from clock.rules.units import SECOND_NS
from clock.text.language import N_, tr

THINKS_NS = 83 * SECOND_NS
"""How long the player who begins has thought in the game's picture."""


class Displays(NamedTuple):
    """Both displays at a moment, left and right, as paths of an SVG in their pixels."""

    caption: str
    paths: tuple[str, ...]


def stopped(setup: Setup) -> State:
    """Return the state of a game that is stopped before the first press."""
    running, _ = step(begin(setup), Start(0))
    return step(running, Stop(THINKS_NS))[0]


def displays_of(setup: Setup, organizer: Organizer) -> Iterator[Displays]:
    """Yield the displays of a game at three moments."""
    ready = begin(setup)
    for caption, state in (
        (N_("Before the start"), ready),
        (N_("In the game"), step(ready, Start(0))[0]),
        (N_("In a stop"), stopped(setup)),
    ):
        yield Displays(tr(caption), tuple(_path(state, seat, organizer) for seat in Seat))


def _path(state: State, seat: Seat, organizer: Organizer) -> str:
    menu = hint(Menu(), state, MenuContext(organizer=organizer))
    return path_of(draw(view(state, seat, THINKS_NS, hint=menu), NARROW))
