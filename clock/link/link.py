"""The link of one clock to the referees' desk: a thread that the clock never waits for.

It reads the journal's files and what the station shares, and puts orders into the station's queue.
Without a network, or with a desk that is gone, nothing else changes: what was not sent is on the
disk, and is sent later.
"""

import socket
from contextlib import ExitStack, closing, suppress
from random import uniform
from threading import Event, Thread
from typing import TYPE_CHECKING

from clock.journal.journal import Journal
from clock.link.desk_table import DeskTable
from clock.rules.message import Message, placed
from clock.rules.state import Phase
from clock.station.loop import Station
from clock.station.orders import DeskOrder, Identify

if TYPE_CHECKING:
    from clock.link.enrolment import Enrolment

RETRY_S_MIN, RETRY_S_MAX = 0.5, 4.0
"""How long a connection that was lost, or could not be made, is not tried again; at random, so that
the clocks of a hall do not all come at once."""
CLOSE_S_MAX = 0.5
FOLDER = "desk"
"""Beside the journal: what the desk gave a clock that asked it."""


class Link:
    """A clock's link. It ends with the program, or when it is closed."""

    def __init__(self, desk: DeskTable, journal: Journal, station: Station) -> None:
        """Begin to connect; the table has an address."""
        self._desk, self._journal, self._station = desk, journal, station
        self._trouble: Message | None = None
        self._closing = Event()
        self._woken, self._waker = socket.socketpair()
        for end in (self._woken, self._waker):
            end.setblocking(False)
        journal.on_saved = self._wake
        self._thread = Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Why there is no link, for the log."""
        return () if self._trouble is None else (self._trouble,)

    def close(self) -> None:
        """Drop the connection; a network that does not answer is not waited for."""
        self._closing.set()
        self._wake()
        self._thread.join(CLOSE_S_MAX)
        for end in (self._woken, self._waker):
            end.close()

    def _wake(self) -> None:
        """Have the thread look at once; from any thread, without waiting."""
        with suppress(OSError):  # it has been woken already, or is gone
            self._waker.send(b"\0")

    def _run(self) -> None:
        try:  # here, so that no start of a clock waits for it, and none without a desk needs it
            from clock.link.connection import BrokerRefused
            from clock.link.conversation import Conversation, LinkedClock
            from clock.link.credentials import reason
            from clock.link.enrolment import Enrolment
        except ImportError as error:
            self._trouble = _no_link(Message("{name} is not installed", name=error.name))
            return
        enrolment = None
        if not self._desk.clock:
            enrolment = Enrolment(self._desk, self._journal.path.parent / FOLDER)
        clock: LinkedClock | None = None
        wait_s = RETRY_S_MIN
        while not self._closing.is_set():
            with ExitStack() as stack:
                try:
                    desk = self._desk if enrolment is None else self._admitted(enrolment)
                    if desk is None:
                        return
                    if clock is None or clock.name != desk.clock:
                        clock = LinkedClock(desk.clock, self._journal, self._station, self._wake)
                    conversation = stack.enter_context(closing(Conversation(desk, clock)))
                    while not self._closing.is_set():
                        conversation.turn(self._woken)
                        if conversation.is_up:
                            self._trouble, wait_s = None, RETRY_S_MIN
                except Exception as error:  # whatever it is, the clock goes on
                    if enrolment is not None and isinstance(error, BrokerRefused):
                        enrolment.forget()
                    self._trouble = _no_link(placed(self._desk.address, reason(error)))
            wait_s = min(2 * wait_s, RETRY_S_MAX)
            self._closing.wait(uniform(RETRY_S_MIN, wait_s))

    def _admitted(self, enrolment: "Enrolment") -> DeskTable | None:
        """Wait until the clock has a name at the desk; return the desk, or None once closed.

        Raises what asking the desk raises.
        """
        while (desk := enrolment.stored_desk() or enrolment.ask()) is None:
            self._show(enrolment.code, enrolment.url)
            problem = Message("enter the code {code} at the desk", code=enrolment.code)
            self._trouble = _no_link(placed(self._desk.address, problem))
            if self._closing.wait(uniform(RETRY_S_MIN, 2 * RETRY_S_MIN)):
                return None
        return desk

    def _show(self, code: str, url: str) -> None:
        """Have the displays show a code, unless a game has begun."""
        if self._station.snapshot.state.phase is Phase.READY:
            self._station.ask(DeskOrder(Identify(code, url), None, lambda _: None))


def _no_link(problem: Message) -> Message:
    return Message("no link to the referees' desk: {problem}", problem=problem)
