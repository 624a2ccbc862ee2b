"""The feed of an event: what is new at its tables, for readers with each delay."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import NamedTuple

from clock.desk.site import Site
from clock.desk_pages.feed.feed_tables import (
    At,
    FeedRound,
    FeedTable,
    Paired,
    advanced,
    is_same,
    paired_tables,
    rounds_of,
    table_of,
    wake_ns,
)
from clock.desk_pages.feed.feed_view import (
    BEGIN,
    BEHIND_MAX,
    FeedEvent,
    FeedQueue,
    FeedState,
    FeedView,
    Value,
    event_text,
)

LOOK_S = 0.05
"""Between two looks: what happens in between goes together."""
IDLE_S = 0.5
"""Nothing waits longer than this to be looked at."""
BEAT_MS = 5_000
READERS_MAX, READERS_OF_KEY_MAX = 100, 20
"""Streams that are open at once, and those with one key."""
ROUNDS_KEY = " rounds"
"""As no table is called."""
_MS_NS = 1_000_000

FeedTexts = AsyncIterator[bytes] | None

log = logging.getLogger(__name__)


class _Known(NamedTuple):
    """What was last looked at of a clock."""

    table: str
    online: bool
    due_ns: int
    """When its figures change by themselves, of the desk's time."""


class EventFeed:
    """What other programs read."""

    def __init__(self, site: Site) -> None:
        self._site, self._run = site, secrets.token_hex(4)
        self._began_ns, self._began_ms = site.desk.now_ns(), site.desk.wall_ms()
        """The feed's time goes on evenly, whatever is done to the calendar."""
        self._views: dict[int, FeedView] = {}
        self._tables: dict[str, FeedTable] = {}
        self._paired: dict[str, Paired] = {}
        self._rounds: tuple[FeedRound, ...] = ()
        self._clocks = site.desk.clocks
        self._known: dict[str, _Known] = {}
        self._dirty: set[str] = set()
        self._revision, self._number, self._beat_ms = -1, 0, 0
        self._news = asyncio.Event()
        self._users: dict[FeedQueue, str] = {}
        site.desk.listen(self._touch)

    def note_change(self) -> None:
        """Note that somebody changed something."""
        self._news.set()

    def end(self) -> None:
        """End the stream of every reader."""
        for view in self._views.values():
            view.end()

    def _touch(self, clock: str) -> None:
        self._dirty.add(clock)
        self._news.set()

    @property
    def now_ms(self) -> int:
        """The feed's time: milliseconds since 1970."""
        return self._began_ms + (self._site.desk.now_ns() - self._began_ns) // _MS_NS

    def view(self, delay_s: int) -> FeedView:
        """Return what readers with a delay see now."""
        self.look()
        return self._views[delay_s]

    def _new_view(self, delay_s: int, now_ms: int) -> FeedView:
        """Return what readers with a delay will see; what was before is not known any more."""
        view = FeedView(self._site.event.name, self._run, delay_s)
        rounds = self._new("rounds", now_ms, ROUNDS_KEY, self._rounds)
        tables = (self._new("table", now_ms, *each) for each in self._tables.items())
        events = [rounds, *tables]
        view.add([*events, FeedEvent(self._number, now_ms, BEGIN, BEGIN, None, b"")], now_ms)
        return view

    def state(self, delay_s: int) -> FeedState | None:
        """Return everything as of a delay ago; None if the delay has not passed yet."""
        view = self.view(delay_s)
        return view.state(self.now_ms) if view.is_ready else None

    async def run(self) -> None:
        """Look what is new, again and again."""
        while True:
            self._news.clear()
            try:
                self.look()
            except Exception:  # the desk goes on without it
                log.exception("the feed missed something")
                self._known.clear()  # all is looked at again
            await asyncio.sleep(LOOK_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE_S):
                    await self._news.wait()

    def _delays(self) -> set[int]:
        return {0, self._site.event.feed_delay_s, *self._site.people.delays.values()}

    def look(self) -> None:
        """Take the news, and send the part that is old enough."""
        now_ms, desk_ns = self.now_ms, self._site.desk.now_ns()
        events, delays = self._events(At(desk_ns, now_ms)), self._delays()
        for delay_s in self._views.keys() - delays:
            self._views.pop(delay_s).end()
        for view in self._views.values():
            view.add(events, now_ms)
        for delay_s in delays - self._views.keys():
            self._views[delay_s] = self._new_view(delay_s, now_ms)
        if now_ms - self._beat_ms >= BEAT_MS:
            self._beat_ms = now_ms
            for view in self._views.values():
                view.send(event_text("beat", {"time_ms": view.time_ms(now_ms)}))

    def _events(self, at: At) -> list[FeedEvent]:
        """Return what is other than a reader would reckon."""
        found: list[FeedEvent] = []
        names = self._changed(at.desk_ns)
        if self._site.rounds.revision != self._revision:
            self._revision, currents = self._site.rounds.revision, self._site.rounds.current_rounds
            before, self._paired = self._paired, paired_tables(self._site, currents)
            names |= {
                name
                for name in before.keys() | self._paired.keys()
                if before.get(name) != self._paired.get(name)
            }
            if bool(before) is not bool(self._paired):
                names |= {each.table for each in self._clocks.values()}
            if (rounds := rounds_of(self._site)) != self._rounds:
                self._rounds = rounds
                found.append(self._new("rounds", at.ms, ROUNDS_KEY, rounds))
        by_table = self._site.desk.by_tables() if names else {}
        for name in names:
            row = table_of(self._site, self._paired, name, by_table.get(name), at)
            before_row = self._tables.get(name)
            if row is None and before_row is not None:
                del self._tables[name]
                found.append(self._new("gone", at.ms, name, None))
            elif row and not (before_row and is_same(row, advanced(before_row, at.ms))):
                self._tables[name] = row
                found.append(self._new("table", at.ms, name, row))
        return found

    def _changed(self, desk_ns: int) -> set[str]:
        """The tables of the clocks that came, went or sent something, or change by themselves."""
        dirty, self._dirty = self._dirty, set()
        found = {self._known.pop(id).table for id in self._known.keys() - self._clocks.keys()}
        for id, clock in self._clocks.items():
            known, table = self._known.get(id), clock.table
            is_on = clock.online(desk_ns)
            is_known = known is not None and (known.table, known.online) == (table, is_on)
            if known and is_known and known.due_ns > desk_ns and id not in dirty:
                continue
            found |= {table} if known is None else {table, known.table}
            self._known[id] = _Known(table, is_on, wake_ns(clock, desk_ns))
        return found

    def _new(self, name: str, at_ms: int, key: str, value: Value) -> FeedEvent:
        self._number += 1
        content: object = value
        if name != "table":
            content = {"at_ms": at_ms, **({"table": key} if name == "gone" else {name: value})}
        text = event_text(name, content, f"{self._run}-{self._number}")
        return FeedEvent(self._number, at_ms, name, key, value, text)

    # Readers

    def read(self, name: str, delay_s: int, since: str, is_in: Callable[[], bool]) -> FeedTexts:
        """Return the stream of a reader, as long as it is let in; None: there are too many."""
        of_key = sum(user == name for user in self._users.values())
        if len(self._users) >= READERS_MAX or of_key >= READERS_OF_KEY_MAX:
            return None
        return self._texts(name, self.view(delay_s), since, is_in)

    async def _texts(
        self, name: str, view: FeedView, since: str, is_in: Callable[[], bool]
    ) -> AsyncIterator[bytes]:
        reader = FeedQueue(BEHIND_MAX)
        self._users[reader] = name  # only here: who goes before the first text is never counted
        view.readers.add(reader)
        try:
            for text in list(view.first_texts(since, self.now_ms)):
                yield text
            while (news := await reader.get()) is not None and is_in():
                yield news
        finally:
            view.readers.discard(reader)
            del self._users[reader]
