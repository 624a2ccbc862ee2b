"""The way between a clock and its desk: a broker, and a network that is late, doubles and loses.

What is on its way in one connection stays in order. A copy may come much later, out of any session.
"""

import errno
import os
from collections import deque
from collections.abc import Callable
from random import Random

import msgspec

from clock.link.connection import BrokerRefused, Lost, Received
from clock.link.desk_table import DeskTable
from clock.rules.message import Message
from tests.simulation.scheduler import MS, SECOND_NS, Scheduler

TABLE = DeskTable(address="hall", event="cup", clock="c-1")
NOTICED_NS_MAX = 8 * SECOND_NS
"""A connection that is cut without a word is noticed within this time (keepalive)."""
STRAY_NS_MAX = 20 * SECOND_NS
"""How late a stray copy is."""
DELAY_NS_MAX = 800 * MS

ToDesk = Callable[[str, bytes], None]


class Hall:
    """The broker, and how well the network does."""

    def __init__(self, scheduler: Scheduler, random: Random) -> None:
        self.scheduler, self.random = scheduler, random
        self.is_out = self.refuses = False
        self.delay_ns: Callable[[], int] = lambda: MS
        self.doubles: Callable[[], bool] = lambda: False
        """Whether a message comes twice."""
        self.strays: Callable[[], bool] = lambda: False
        """Whether a copy of a message to the desk comes again much later."""
        self.strays_since_ns = 0
        """No copy of an earlier message comes any more."""
        self.to_desk: ToDesk = lambda *_: None
        self.meet: Callable[[str], None] = lambda _: None
        self._retained: dict[str, bytes] = {}
        """What the desk has left for the clock."""
        self.connection: Wire | None = None

    def connect(self, received: Received, wake: Callable[[], None]) -> "Wire":
        """Connect the clock. Raises OSError."""
        if self.is_out:
            raise OSError(errno.EHOSTUNREACH, os.strerror(errno.EHOSTUNREACH))
        self.connection = Wire(self, received, wake)
        self.scheduler.after(self.delay_ns(), self.connection.accept)
        return self.connection

    def cut(self, *, is_noticed: bool = True) -> None:
        """Cut the connection; it may be noticed at once."""
        if self.connection is not None:
            self.connection.cut(0 if is_noticed else self.random.randint(0, NOTICED_NS_MAX))
            self.connection = None

    def forget(self) -> None:
        """The broker ends, and begins without memory."""
        self.cut()
        self._retained.clear()

    def forget_assignment(self) -> None:
        """The desk has taken its assignment back."""
        self._retained.pop("assign", None)

    def send(self, leaf: str, message: msgspec.Struct, *, retain: bool = False) -> None:
        """Send the clock a message of the desk; it is lost without a connection."""
        payload = msgspec.json.encode(message)
        if retain and not self.is_out:
            self._retained[leaf] = payload
        if self.connection is not None and self.connection.up:
            self.connection.bring(leaf, payload)

    def retained(self) -> list[tuple[str, bytes]]:
        return list(self._retained.items())


class Wire:
    """One connection of the clock: the `Connection` of its link."""

    def __init__(self, hall: Hall, received: Received, wake: Callable[[], None]) -> None:
        self._hall, self._received, self._wake = hall, received, wake
        self.up = self._is_cut = self._is_closed = False
        self._problem: Lost | None = None
        self._inbox: deque[tuple[str, bytes, bool]] = deque()
        self._numbers = 0
        self._unconfirmed: dict[str, int] = {}
        self._at_clock_ns = self._at_desk_ns = 0
        """When the last message of each way arrives."""

    # The clock's end

    def traffic(self) -> list[tuple[int, int]]:
        raise AssertionError("a scheduler does not poll")

    def turn(self) -> bool:
        if self._problem is not None:
            raise self._problem
        while self._inbox:
            self._received(*self._inbox.popleft())
        return False

    def publish(self, leaf: str, message: msgspec.Struct, *, retain: bool = False) -> None:  # noqa: ARG002
        """Send the desk a message, which forgets none that it wants to remember."""
        self._numbers += 1
        number, payload = self._numbers, msgspec.json.encode(message)
        self._unconfirmed[leaf] = number
        for is_copy in (False, True)[: 1 + self._hall.doubles()]:
            self._at_desk_ns = self._later(self._at_desk_ns)
            self._hall.scheduler.at(self._at_desk_ns, self._to_desk(leaf, payload, number, is_copy))
        if self._hall.strays():
            late_ns = self._hall.random.randint(SECOND_NS, STRAY_NS_MAX)
            self._hall.scheduler.after(late_ns, self._stray(leaf, payload))

    def is_free(self, leaf: str) -> bool:
        return leaf not in self._unconfirmed

    def close(self) -> None:
        self._is_closed = True
        if self._hall.connection is self:
            self._hall.connection = None

    # The network

    def accept(self) -> None:
        """Let the clock in, or not."""
        if self._hall.refuses:
            self._problem = BrokerRefused(Message("the broker refused: {reason}", reason="unknown"))
            self._hall.meet("a login is refused")
        elif not self._is_cut:
            self.up = True
            for leaf, payload in self._hall.retained():
                self.bring(leaf, payload, retained=True)
        self._wake()

    def cut(self, noticed_ns: int) -> None:
        """Carry nothing more; the clock notices that some time later."""
        self._is_cut = True

        def notice() -> None:
            self._problem = Lost(Message("the connection was lost"))
            self._wake()

        self._hall.scheduler.after(noticed_ns, notice)

    def bring(self, leaf: str, payload: bytes, *, retained: bool = False) -> None:
        """Bring the clock a message, at times twice."""
        for is_copy in (False, True)[: 1 + self._hall.doubles()]:
            self._at_clock_ns = self._later(self._at_clock_ns)
            arrive = self._to_clock(leaf, payload, retained=retained, is_copy=is_copy)
            self._hall.scheduler.at(self._at_clock_ns, arrive)

    def _later(self, before_ns: int) -> int:
        return max(before_ns, self._hall.scheduler.now_ns + self._hall.delay_ns())

    def _to_clock(
        self, leaf: str, payload: bytes, *, retained: bool, is_copy: bool
    ) -> Callable[[], None]:
        def arrive() -> None:
            if self._is_cut or self._is_closed:
                self._hall.meet("a message to the clock is lost")
                return
            if is_copy:
                self._hall.meet("a message to the clock comes twice")
            self._inbox.append((leaf, payload, retained))
            self._wake()

        return arrive

    def _to_desk(self, leaf: str, payload: bytes, number: int, is_copy: bool) -> Callable[[], None]:
        def arrive() -> None:
            if self._is_cut:
                self._hall.meet("a message to the desk is lost")
                return
            if is_copy:
                self._hall.meet("a message to the desk comes twice")
            self._hall.to_desk(leaf, payload)
            self._hall.scheduler.after(self._hall.delay_ns(), self._confirm(leaf, number))

        return arrive

    def _confirm(self, leaf: str, number: int) -> Callable[[], None]:
        def confirm() -> None:
            if not self._is_cut and self._unconfirmed.get(leaf) == number:
                del self._unconfirmed[leaf]
                self._wake()

        return confirm

    def _stray(self, leaf: str, payload: bytes) -> Callable[[], None]:
        sent_ns = self._hall.scheduler.now_ns

        def arrive() -> None:
            if sent_ns < self._hall.strays_since_ns:
                return
            is_old = self._is_cut or self._is_closed
            self._hall.meet("a copy of an earlier connection" if is_old else "a late copy")
            self._hall.to_desk(leaf, payload)

        return arrive
