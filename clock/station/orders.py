"""Orders from afar: what the referees' desk has a clock do, as its own menu would do it."""

from collections.abc import Callable, Set
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from clock.game.names import Names
from clock.game.recorded import End
from clock.menu.levels import Menu, NewSetup
from clock.rules.inputs import Input, Start
from clock.rules.machine import step
from clock.rules.message import Message
from clock.rules.refusal import Refused
from clock.rules.state import COUNTING, HALTED, Phase, State
from clock.station.hardware import hand_rule_problem
from clock.text.language import Text
from hal.ports import Line

MOVED_ON = Message("the game has moved on since")


class Identify(msgspec.Struct, frozen=True):
    """Both faces have the clock's name, or its code at the desk, for a while."""

    name: str
    url: str = ""
    """The page where the code is entered: the displays have it as a QR code."""


class Correct(msgspec.Struct, frozen=True):
    """The organizer corrects the game, as he would by the clock's menu."""

    acts: tuple[Input, ...]


class DeskOrder(NamedTuple):
    """What is to be done, if nothing has happened on the clock since somebody looked at it."""

    act: Start | NewSetup | Identify | Correct
    seen: End | None
    """How the last game ended on the disk, when the order was given."""
    answer: Callable[[Message | None], None]
    """Takes why it was not done, or None; called in the station's thread, so it must not wait."""
    names: Names | None = None
    """Of the game that is set up."""


class StationSnapshot(NamedTuple):
    """What other threads may know of a station, as of its last turn."""

    state: State
    names: Names
    faults: tuple[Text, ...]
    battery_low: int | None
    """In percent."""


def refusal(
    order: DeskOrder, state: State, menu: Menu, on_disk: End | None, lines: Set[Line]
) -> Message | None:
    """Return why an order for the game on the table is not carried out; None: it is."""
    if order.seen != on_disk:
        return MOVED_ON
    if isinstance(order.act, Correct):
        problem = _not_corrected(order.act, state)
        if problem is not None:
            return problem
    elif state.phase is Phase.FINISHED and isinstance(order.act, Start):
        return Message("the game is over")
    elif state.phase not in (Phase.READY, Phase.FINISHED):
        return Message("a game is in progress")
    if menu.levels or menu.start:
        return Message("somebody is using the clock's buttons")
    return hand_rule_problem(lines, order.act.setup) if isinstance(order.act, NewSetup) else None


def _not_corrected(correct: Correct, state: State) -> Message | None:
    """Why a game is not corrected: only while it stands, and so that it stands afterwards."""
    if state.phase not in HALTED:
        return Message("a clock is running, or the game has not begun")
    try:
        for act in correct.acts:
            state, _ = step(state, replace(act, at_ns=state.at_ns))
    except Refused as error:
        return error.message
    return Message("clocks can be resumed only at the table") if state.phase in COUNTING else None
