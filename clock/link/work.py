"""The work of a link: connect, send and receive, and after a loss connect again, perhaps elsewhere.

It blocks only while a connection is being made: each step says how long to wait before the next.
"""

import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from random import uniform
from ssl import SSLCertVerificationError

from clock.journal.journal import Journal
from clock.link.addresses import Places
from clock.link.connection import Broker, BrokerRefused
from clock.link.conversation import Connect, Conversation, LinkedClock
from clock.link.credentials import reason
from clock.link.desk_orders import Wake
from clock.link.desk_table import DeskTable
from clock.link.enrolment import Enrolment
from clock.link.introduction import introduce
from clock.rules.message import Message, placed
from clock.rules.state import Phase
from clock.station.loop import Station
from clock.station.orders import DeskOrder, Identify

RETRY_S_MIN, RETRY_S_MAX = 0.5, 4.0
"""How long a connection that was lost, or could not be made, is not tried again; at random, so that
the clocks of a hall do not all come at once."""
FOLDER = "desk"
"""Beside the journal: what the desk gave a clock that asked it."""

FOREIGN = Message("desk of another event")
"""Shown on the faces: the clock's files are those of another event or club."""

Steps = Generator[float, None, None]
"""Yields the seconds to wait; the next step may be called earlier."""


class LinkWork:
    """What a link does, step by step: for its thread, or for a scheduler."""

    def __init__(
        self,
        desk: DeskTable,
        journal: Journal,
        station: Station,
        wake: Wake,
        *,
        connect: Connect = Broker,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`wake` has the next step called at once. Any thread may call it; it never waits."""
        self._desk, self._journal, self._station, self._wake = desk, journal, station, wake
        self._connect, self._now_s = connect, now_s
        self._places = Places(desk)
        self._clock: LinkedClock | None = None
        self._conversation: Conversation | None = None
        self.trouble: Message | None = None
        """Why there is no connection."""
        self.linked_as = ""
        """The clock's name at the desk while there is a connection."""
        journal.on_saved = wake

    def traffic(self) -> list[tuple[int, int]]:
        """Return the connection's file descriptors, with the events of `poll` that end a wait."""
        return [] if self._conversation is None else self._conversation.traffic()

    def steps(self) -> Steps:
        """Do the work, for ever; closed, it drops the connection."""
        enrolment = None
        if not self._desk.clock:
            enrolment = Enrolment(self._desk, self._journal.path.parent / FOLDER)
        wait_s = RETRY_S_MIN
        while True:
            first: Message | None = None
            for desk in self._places.in_turn():
                if first is not None:
                    yield from self._pause(RETRY_S_MIN)
                problem, was_up = yield from self._talk(desk, enrolment)
                self.trouble = first = first or problem
                if was_up:
                    self.trouble, wait_s = problem, RETRY_S_MIN
                    self._places.found(desk)
                    break
            wait_s = min(2 * wait_s, RETRY_S_MAX)
            yield from self._pause(uniform(RETRY_S_MIN, wait_s))

    def _talk(
        self, desk: DeskTable, enrolment: Enrolment | None
    ) -> Generator[float, None, tuple[Message, bool]]:
        """Be connected for as long as that lasts; return why it ended, and whether it was up."""
        was_up = False
        with ExitStack() as stack:
            try:
                if enrolment is not None:
                    desk = yield from self._admitted(enrolment.at(desk), desk)
                if self._clock is None or self._clock.name != desk.clock:
                    self._clock = LinkedClock(
                        desk.clock, self._journal, self._station, self._wake, self._now_s
                    )
                conversation = Conversation(desk, self._clock, self._connect)
                self._conversation = stack.enter_context(closing(conversation))
                while True:
                    yield conversation.turn()
                    if conversation.is_up:
                        self.trouble, was_up, self.linked_as = None, True, desk.clock
            except Exception as error:  # whatever it is, the clock goes on
                if enrolment is not None and isinstance(error, BrokerRefused):
                    enrolment.forget()
                if isinstance(error, SSLCertVerificationError):
                    self._show(Identify("", problem=FOREIGN))
                    introduce(desk, self._journal.path.parent / FOLDER)
                self._conversation, self.linked_as = None, ""
                return placed(desk.address, reason(error)), was_up

    def _admitted(self, enrolment: Enrolment, desk: DeskTable) -> Generator[float, None, DeskTable]:
        """Wait until the clock has a name at the desk. Raises what asking the desk raises."""
        while (admitted := enrolment.stored_desk() or enrolment.ask()) is None:
            self._show(Identify(enrolment.code, enrolment.url))
            enter = "enter the code {code} at the desk: {url}"
            problem = Message(enter, code=enrolment.code, url=enrolment.url)
            self.trouble = placed(desk.address, problem)
            yield from self._pause(uniform(RETRY_S_MIN, 2 * RETRY_S_MIN))
        return admitted

    def _pause(self, length_s: float) -> Steps:
        """Wait for the whole length, even if the link is woken meanwhile."""
        until_s = self._now_s() + length_s
        while (left_s := until_s - self._now_s()) > 0:
            yield left_s

    def _show(self, what: Identify) -> None:
        """Have the displays show a code or a problem, unless a game has begun."""
        if self._station.snapshot.state.phase is Phase.READY:
            self._station.ask(DeskOrder(what, None, lambda _: None))
