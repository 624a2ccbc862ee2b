"""The feed as of a delay ago: its tables, what waits to be old enough, and its readers."""

import asyncio
from collections import deque
from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from clock.desk_pages.feed.feed_tables import FeedRound, FeedTable, advanced
from clock.rounds.pairings import by_number

VERSION = 1
RECENT_MAX = 2_000
"""Events that a reader who comes back is sent; who missed more is sent everything."""
WAITING_MAX = 50_000
"""Events that wait to be old enough; beyond them the last of each table waits outside."""
BEHIND_MAX = 300
"""Events that a reader may be behind; then it is cut off, and comes back."""


BEGIN = "begin"
"""From this event on a view has everything."""

Value = FeedTable | tuple[FeedRound, ...] | None


class FeedEvent(NamedTuple):
    """What is new: a table, a table that is gone, the rounds, or everything."""

    number: int
    at_ms: int
    name: str
    key: str
    """What it replaces: a table, or the rounds."""
    value: Value
    text: bytes
    """As a reader is sent it."""


class FeedState(msgspec.Struct, frozen=True):
    """Everything, as of an instant."""

    version: int
    event: str
    id: str
    time_ms: int
    delay_s: int
    rounds: tuple[FeedRound, ...]
    tables: list[FeedTable]


FeedQueue = asyncio.Queue[bytes | None]


class FeedView:
    """The tables for readers with one delay."""

    def __init__(self, event: str, run: str, delay_s: int) -> None:
        """`run` marks the ids of this run of the desk."""
        self.delay_s, self.is_ready = delay_s, False
        """Ready: the delay has passed since it is known what happens."""
        self.tables: dict[str, FeedTable] = {}
        self.readers: set[FeedQueue] = set()
        self.last = 0
        """The number of the last event."""
        self._event, self._run = event, run
        self._rounds: tuple[FeedRound, ...] = ()
        self._recent: deque[FeedEvent] = deque(maxlen=RECENT_MAX)
        self._waiting: deque[FeedEvent] = deque()
        self._outside: dict[str, FeedEvent] = {}

    def time_ms(self, now_ms: int) -> int:
        """Return the instant that is shown now."""
        return now_ms - 1_000 * self.delay_s

    def add(self, events: Collection[FeedEvent], now_ms: int) -> None:
        """Let events wait until they are old enough; send what is."""
        for each in events:
            if len(self._waiting) < WAITING_MAX and not self._outside:
                self._waiting.append(each)
            else:
                self._outside.pop(each.key, None)
                self._outside[each.key] = each  # the newest last
        until_ms = self.time_ms(now_ms)
        while self._waiting and self._waiting[0].at_ms <= until_ms:
            self._take(self._waiting.popleft(), now_ms)
        while self._outside and len(self._waiting) < WAITING_MAX:
            self._waiting.append(self._outside.pop(next(iter(self._outside))))

    def _take(self, event: FeedEvent, now_ms: int) -> None:
        self.last = event.number
        match event.name, event.value:
            case "table", FeedTable() as table:
                self.tables[event.key] = table
            case "gone", _:
                self.tables.pop(event.key, None)
            case "rounds", tuple() as rounds:
                self._rounds = rounds
        if event.name == BEGIN:
            self.is_ready = True
            self._recent.clear()
            self.send(self.state_event(now_ms))
        else:
            self._recent.append(event)
            self.send(event.text)

    def state(self, now_ms: int) -> FeedState:
        """Return everything, the times as of now; of a delayed view, as of then."""
        time_ms = self.time_ms(now_ms)
        tables = [advanced(each, time_ms) for each in self.tables.values()]
        tables.sort(key=lambda table: by_number(table.table))
        known = (VERSION, self._event, self._id(self.last), time_ms, self.delay_s)
        return FeedState(*known, self._rounds, tables)

    def state_event(self, now_ms: int) -> bytes:
        """Return everything as a reader is sent it."""
        state = self.state(now_ms)
        return event_text("state", state, state.id)

    def since(self, id: str) -> list[FeedEvent] | None:
        """Return the events after one; None: they are unknown."""
        run, _, number = id.rpartition("-")
        if run != self._run or not number.isdecimal() or len(number) > 15:
            return None
        first = self._recent[0].number if self._recent else self.last + 1
        if not first - 1 <= int(number) <= self.last:
            return None
        return [each for each in self._recent if each.number > int(number)]

    def first_texts(self, id: str, now_ms: int) -> Iterator[bytes]:
        """Yield what a reader is sent first, who has all up to the event of this id."""
        missed = self.since(id) if self.is_ready else []
        if not self.is_ready:
            yield b": the delay has not passed yet\n\n"
        elif missed is None:
            yield self.state_event(now_ms)
        for each in missed or ():
            yield each.text

    def send(self, text: bytes) -> None:
        """Send all readers a text; who is too far behind is cut off."""
        for reader in self.readers:
            if reader.full():
                cut_off(reader)
            else:
                reader.put_nowait(text)

    def end(self) -> None:
        """End the stream of every reader."""
        for reader in self.readers:
            cut_off(reader)

    def _id(self, number: int) -> str:
        return f"{self._run}-{number}"


def event_text(name: str, value: object, id: str = "") -> bytes:
    """Return an event of a stream, with an id or without."""
    head = f"id: {id}\nevent: {name}\ndata: " if id else f"event: {name}\ndata: "
    return head.encode() + msgspec.json.encode(value) + b"\n\n"


def cut_off(reader: FeedQueue) -> None:
    """End a reader's stream."""
    while not reader.empty():
        reader.get_nowait()
    reader.put_nowait(None)
