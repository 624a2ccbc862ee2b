"""Orders of the referees' desk and of the clock's page, carried out as by its own menu."""

from collections.abc import Callable, Iterator, Set
from typing import NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from clock.game.names import Names
from clock.game.recorded import End
from clock.game.taken_over import TakenOver
from clock.journal.journal import Journal
from clock.menu.changes import next_games
from clock.menu.game_over import is_offered, is_open
from clock.menu.levels import Act, Level, Menu, MenuContext, NewGame, NewSetup, Question
from clock.menu.organizer_lists import may_leave
from clock.rules.inputs import Finish, Input, Result, Start, Stop
from clock.rules.machine import step
from clock.rules.message import Message
from clock.rules.refusal import Refused
from clock.rules.state import COUNTING, HALTED, Phase, Setup, State
from clock.station.hardware import hand_rule_problem
from clock.station.recovery import Notice, replaced_notice
from clock.text.ending import MOVED
from clock.text.language import Text
from hal.ports import Line

MOVED_ON = Message("the game has moved on since")
IN_PROGRESS = Message("a game is in progress")


class Identify(msgspec.Struct, frozen=True):
    """Show the clock's name, or its code for the desk, on both faces for a while."""

    name: str
    url: str = ""
    """The page where the code is entered, shown as a QR code."""
    problem: Message | None = None
    """Why it is not the desk's clock; shown in place of the name, before a game alone."""


class Correct(msgspec.Struct, frozen=True):
    """Correct the game, as the organizer would in the clock's menu."""

    acts: tuple[Input, ...]


class Retire(msgspec.Struct, frozen=True):
    """End a game that another clock goes on with, and say so on the faces."""

    game: int
    """Its number in the journal."""
    by: str
    """The other clock."""


class DeskOrder(NamedTuple):
    """An act to carry out, unless the game has moved on since the desk last saw it."""

    act: Start | Stop | NewSetup | Identify | Correct | Retire | TakenOver
    seen: End | None
    """The end of the last game on the clock's disk, as the desk saw it."""
    answer: Callable[[Message | None], None]
    """Takes the reason of a refusal, or None. Runs in the station's thread, so it must not wait."""

    def acts(self, state: State, at_ns: int) -> "tuple[StationAct, ...]":
        """Return what the station is to do."""
        match self.act:
            case Start() | Stop():
                return (replace(self.act, at_ns=at_ns),)
            case Correct(acts):
                return tuple(replace(act, at_ns=at_ns) for act in acts)
            case Retire():
                return (*_endings(state, at_ns), replaced_notice(self.act.by))
            case NewSetup() | TakenOver():
                return (self.act,)
            case Identify():
                return ()
            case _:
                assert_never(self.act)


StationAct = Act | TakenOver | Notice
"""What a station does: an act of its menu, or one that comes from the desk alone."""


class TableOrder(NamedTuple):
    """A new game that somebody at the clock itself asks for, on its page instead of its buttons."""

    act: NewGame | NewSetup
    answer: Callable[[Message | None], None]
    """As of a desk's order."""


class StationSnapshot(NamedTuple):
    """A station's state for other threads, as of its last turn."""

    state: State
    names: Names
    faults: tuple[Text, ...]
    battery_low: int | None
    """A low charge in percent; None if the battery is not low."""
    remarks: tuple[Text, ...] = ()
    """What the desk is to know and no face says while a clock runs."""
    ending: bool = False
    """The players are ending the game."""
    hold_opens: bool = False
    """Whether OK, if it is held, opens the organizer's menu and does nothing else."""
    recent_setups: tuple[Setup, ...] = ()
    """Those of the last games, the newest first."""
    may_follow: bool = False
    """Whether a page offers the next game: after a result, and in a stop without a question."""
    charge: int | None = None
    """Of the battery, in percent; None if it is unknown, or without a battery."""
    audible: bool = False
    """Whether anything can be heard of it."""
    level: Level | None = None
    """The page of the menu that is open."""


def refusal(
    order: DeskOrder, state: State, menu: Menu, journal: Journal | None, lines: Set[Line]
) -> Message | None:
    """Return why an order must be refused; None if it may be carried out."""
    # Read `is_written` before `on_disk`: the journal's thread may write in between.
    is_written = journal is not None and journal.is_written
    on_disk = None if journal is None else journal.on_disk
    if isinstance(order.act, Retire):
        return None if on_disk is not None and on_disk.game == order.act.game else MOVED_ON
    if order.seen != on_disk:
        return MOVED_ON
    if isinstance(order.act, Correct):
        problem = _not_corrected(order.act, state)
        if problem is not None:
            return problem
    elif isinstance(order.act, Stop):
        return None if state.phase in COUNTING else Message("no clock is running")
    elif state.phase is Phase.FINISHED and isinstance(order.act, Start):
        return Message("the game is over")
    elif not is_idle(state):
        return IN_PROGRESS
    if (menu.levels and not is_offered(menu, state)) or menu.start:
        return Message("somebody is using the clock's buttons")
    if isinstance(order.act, Correct) and not is_written:
        # A correction done twice is wrong; a start or a new game cannot be done twice.
        return MOVED_ON
    if isinstance(order.act, TakenOver) and journal is not None and journal.fault is not None:
        return journal.fault.value
    setup = _new_setup(order.act)
    return None if setup is None else hand_rule_problem(lines, setup)


def _new_setup(act: object) -> Setup | None:
    """Return the setup of the game that an order brings; None if it brings none."""
    if isinstance(act, TakenOver):
        return act.timeline.state.setup
    return act.setup if isinstance(act, NewSetup) else None


def _endings(state: State, at_ns: int) -> Iterator[Input]:
    """Yield the last inputs of a replaced clock's game."""
    if state.phase in COUNTING:
        yield Stop(at_ns)
    if not is_idle(state):
        yield Finish(at_ns, Result.VOID, MOVED)


def may_follow(state: State, menu: Menu, context: MenuContext) -> bool:
    """Return whether a page may begin the next game.

    Whoever answers a question in a stop, or ends the game there, is not disturbed.
    """
    asked = is_open(menu) or (menu.levels and isinstance(menu.levels[-1], Question))
    is_free = state.phase is Phase.FINISHED or not asked
    return is_free and may_leave(state, context)


def table_refusal(
    state: State, act: NewGame | NewSetup, menu: Menu, context: MenuContext
) -> Message | None:
    """Return why no new game may take the place of the present one; None if it may."""
    if isinstance(act, NewGame):
        follows = may_follow(state, menu, context) and act in next_games(state)
        return None if follows else MOVED_ON
    return None if is_idle(state) else IN_PROGRESS


def is_idle(state: State) -> bool:
    """Return whether no game is in progress: it has not begun, or it has a result."""
    return state.phase in (Phase.READY, Phase.FINISHED)


def _not_corrected(correct: Correct, state: State) -> Message | None:
    """Return why a correction must be refused; None if it may be carried out."""
    # Nobody at the desk sees the table, so a correction must leave the clocks stopped; those that
    # run are stopped for a result alone.
    ends = tuple(map(type, correct.acts)) == (Stop, Finish)
    if state.phase not in HALTED and not (ends and state.phase in COUNTING):
        return Message("a clock is running, or the game has not begun")
    try:
        for act in correct.acts:
            state, _ = step(state, replace(act, at_ns=state.at_ns))
    except Refused as error:
        return error.message
    return Message("clocks can be resumed only at the table") if state.phase in COUNTING else None
