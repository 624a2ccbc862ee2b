"""Orders from afar: what the referees' desk has a clock do, as its own menu would do it."""

from collections.abc import Callable, Set
from typing import NamedTuple

import msgspec

from clock.game.names import Names
from clock.game.recorded import End
from clock.menu import Menu, NewSetup
from clock.rules.inputs import Start
from clock.rules.message import Message
from clock.rules.state import Phase, State
from clock.station.body import unwatched
from clock.text.language import Text
from hal.ports import Line


class Identify(msgspec.Struct, frozen=True):
    """Both faces have the clock's name for a while."""

    name: str


class Order(NamedTuple):
    """What is to be done, if nothing has happened on the clock since somebody looked at it."""

    act: Start | NewSetup | Identify
    seen: End | None
    """How the last game ended on the disk, when the order was given."""
    answer: Callable[[Message | None], None]
    """Takes why it was not done, or None; called in the station's thread, so it must not wait."""
    names: Names | None = None
    """Of the game that is set up."""


class Shared(NamedTuple):
    """What other threads may know of a station, as of its last turn."""

    state: State
    names: Names
    faults: tuple[Text, ...]
    battery_low: int | None
    """In percent."""


def refusal(
    order: Order, state: State, menu: Menu, on_disk: End | None, lines: Set[Line]
) -> Message | None:
    """Return why an order for the game on the table is not carried out; None: it is."""
    if order.seen != on_disk:
        return Message("the game has moved on since")
    if state.phase is Phase.FINISHED and isinstance(order.act, Start):
        return Message("the game is over")
    if state.phase not in (Phase.READY, Phase.FINISHED):
        return Message("a game is in progress")
    if menu.levels or menu.start:
        return Message("somebody is using the clock's buttons")
    return unwatched(lines, order.act.setup) if isinstance(order.act, NewSetup) else None
