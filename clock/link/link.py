"""The link of one clock to the referees' desk: a thread that the clock never waits for.

It reads the journal's files and what the station shares, and puts orders into the station's queue.
Without a network, or with a desk that is gone, nothing else changes: what was not sent is on the
disk, and is sent later.
"""

import select
import socket
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from clock.journal.journal import Journal
from clock.link.desk_table import DeskTable
from clock.rules.message import Message
from clock.station.loop import Station

if TYPE_CHECKING:
    from clock.link.work import LinkWork

CLOSE_S_MAX = 0.5
WAKES_MAX = 4096


class Link:
    """A clock's link. It ends with the program, or when it is closed."""

    def __init__(self, desk: DeskTable, journal: Journal, station: Station) -> None:
        """Begin to connect; the table has an address."""
        self._desk, self._journal, self._station = desk, journal, station
        self._missing: Message | None = None
        self._work: LinkWork | None = None
        self._is_closing = False
        self._woken, self._waker = socket.socketpair()
        for end in (self._woken, self._waker):
            end.setblocking(False)
        self._thread = Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Why there is no link, for the log."""
        trouble = self._missing if self._work is None else self._work.trouble
        if trouble is None:
            return ()
        return (Message("no link to the referees' desk: {problem}", problem=trouble),)

    @property
    def linked_as(self) -> str:
        """The clock's name at the desk while there is a link; else empty."""
        return "" if self._work is None else self._work.linked_as

    def close(self) -> None:
        """Drop the connection; a network that does not answer is not waited for."""
        self._is_closing = True
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
            from clock.link.work import LinkWork
        except ImportError as error:
            self._missing = Message("{name} is not installed", name=error.name)
            return
        self._work = work = LinkWork(self._desk, self._journal, self._station, self._wake)
        steps = work.steps()
        while not self._is_closing and (wait_s := next(steps, None)) is not None:
            self._wait(work, wait_s)
        steps.close()

    def _wait(self, work: "LinkWork", wait_s: float) -> None:
        """Wait for a time, until woken, or until there is something to receive or room to send."""
        waiting = select.poll()
        waiting.register(self._woken, select.POLLIN)
        for connected, events in work.traffic():
            waiting.register(connected, events)
        waiting.poll(wait_s * 1000)
        with suppress(BlockingIOError):
            self._woken.recv(WAKES_MAX)
