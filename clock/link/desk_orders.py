"""What the desk asks of a clock: commands and assignments become orders for the station.

Whatever is malformed, retained by the broker where it must not be, late, done before, or of another
state than the clock's, changes nothing.
"""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from clock.game.recorded import End
from clock.game.taken_over import TakenOver
from clock.link.coming_game import ComingGame
from clock.link.messages import STARTS, Ack, Assign, Command, Op, end_of_position
from clock.menu.levels import NewSetup
from clock.notation.setup_table import setup_from_table
from clock.presets import controls
from clock.rules.inputs import Start, Stop
from clock.rules.machine import begin
from clock.rules.message import Message, Problem, placed
from clock.rules.refusal import Refused, SetupError
from clock.rules.state import Phase
from clock.station.loop import Station
from clock.station.orders import Correct, DeskOrder, Identify, Retire

REMEMBERED_MAX = 100
"""So many commands and assignments are remembered, with their answers."""

REASON_MAX = 200
_M = TypeVar("_M", bound=msgspec.Struct)

DeskAct = Start | Stop | NewSetup | Identify | Correct | Retire | TakenOver
OnDisk = Callable[[], End | None]
Wake = Callable[[], None]


class Commands:
    """The orders that come of messages, and their answers; all of it in the link's thread."""

    def __init__(self, name: str, station: Station, on_disk: OnDisk, wake: Wake) -> None:
        """`name` is the clock's; the station wakes the link by `wake` when it has an answer."""
        self._name, self._station, self._on_disk, self._wake = name, station, on_disk, wake
        self._carried_out: SimpleQueue[tuple[str, Message | None]] = SimpleQueue()
        """Put there by the station's thread."""
        self._working: set[str] = set()
        self._acks: dict[str, Ack] = {}
        self._assigned: Assign | None = None
        self._coming = ComingGame()
        self.replies: deque[Ack] = deque(maxlen=REMEMBERED_MAX)
        """What is to be sent."""

    def take_answers(self) -> None:
        """Take the station's answers."""
        while not self._carried_out.empty():
            id_, problem = self._carried_out.get_nowait()
            self._working.discard(id_)
            self._answer(id_, problem)

    def command(self, payload: bytes) -> None:
        """Have a command carried out, or refused."""
        command = decode(payload, Command)
        if command is None or command.id in self._working:
            return
        if command.id in self._acks:  # which may have been lost
            self.replies.append(self._acks[command.id])
        elif self._station.now_ns() > command.until_ns:
            self._answer(command.id, Message("the command arrived too late"))
        elif command.op is Op.IDENTIFY:
            self._order(command.id, Identify(self._name), None)
        elif command.op is Op.SETUP:
            self._set_up(command.id, end_of_position(command.seen))
        elif command.op is Op.STOP:
            self._order(command.id, Stop(0), end_of_position(command.seen))
        elif command.op is Op.LINES:
            self._answer(command.id, self._coming.take(command.part))
        elif command.op is Op.TAKE_OVER:
            self._take_over(command)
        elif command.op is Op.RETIRE and command.seen is not None:
            self._order(command.id, Retire(command.seen.game, command.by), None)
        elif command.op is Op.CORRECT:
            self._order(command.id, Correct(command.acts), end_of_position(command.seen))
        else:
            start = Start(0, STARTS[command.op])
            self._order(command.id, start, end_of_position(command.seen))

    def assign(self, payload: bytes, *, retained: bool) -> None:
        """Take an assignment, if the clock is idle; an empty payload takes it back.

        One that was there before this connection replaces no game that is over: its result stays.
        """
        assign = decode(payload, Assign)
        if not payload:
            self._assigned = None
        if assign is None or assign.id in self._working:
            return
        self._assigned, known = assign, self._acks.get(assign.id)
        if known is not None and known.done:
            self.replies.append(known)
        elif retained and self._station.snapshot.state.phase is Phase.FINISHED:
            self._answer(assign.id, Message("the game is over"))
        else:
            self._set_up(assign.id, self._on_disk())

    def _take_over(self, command: Command) -> None:
        """Have a game of another clock gone on with; its lines are forgotten once it is."""
        try:
            taken = self._coming.game(command.leaves, self._station.now_ns())
        except (Problem, Refused) as error:
            self._answer(command.id, error.message)
            return
        self._order(command.id, taken, end_of_position(command.seen))

    def _set_up(self, id_: str, seen: End | None) -> None:
        """Have the game that is assigned set up, unless the clock is set to it."""
        assign = self._assigned
        if assign is None:
            self._answer(id_, Message("no game is assigned"))
            return
        names = assign.names
        if assign.table and not names.board:
            names = replace(names, board=assign.table)
        try:
            setup = setup_from_table(assign.setup, controls)
            begin(setup, 0)
        except SetupError as error:
            self._answer(id_, placed(error.place, error.message))
            return
        shared = self._station.snapshot
        is_set = shared.state.setup == setup and shared.names == names
        if is_set and shared.state.phase is Phase.READY and not self._working:
            self._answer(id_, None)
        else:
            self._order(id_, NewSetup(setup, names=names), seen)

    def _order(self, id_: str, act: DeskAct, seen: End | None) -> None:
        if self._working:
            self._answer(id_, Message("another command is being carried out"))
            return

        def answer(problem: Message | None) -> None:
            self._carried_out.put((id_, problem))
            self._wake()

        self._working.add(id_)
        self._station.ask(DeskOrder(act, seen, answer))

    def _answer(self, id_: str, problem: Message | None) -> None:
        reason = "" if problem is None else f"{problem!s:.{REASON_MAX}}"
        self._acks[id_] = ack = Ack(id_, problem is None, reason)
        self.replies.append(ack)
        if len(self._acks) > REMEMBERED_MAX:
            del self._acks[next(iter(self._acks))]


def decode(payload: bytes, kind: type[_M]) -> _M | None:
    """Return a message; None if it is malformed or empty."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
