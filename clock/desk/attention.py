"""Who needs a referee next: few referees go where they decide something.

All that asks for somebody is one list, in the order of the instants at which somebody must decide.
A list is no alarm: it may be long. An alarm goes to one referee who can act, and to no more of them
than a person can work off; what nobody takes within half a minute is escalated to the organizer.
What has one cause is one item, however many clocks it befalls. Pure: time comes in as `now_ns`.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from math import dist

import msgspec

from clock.desk.causes import (
    NEAR_NS,
    Cause,
    Group,
    Rank,
    Table,
    calls_in_ns,
    clock_causes,
    game_cause,
    implausible,
    is_timed,
)
from clock.desk.shared_causes import SharedCauses
from clock.rules.message import Message, Problem
from clock.rules.seats import LEFT, RIGHT
from clock.rules.units import MINUTE_NS, SECOND_NS

ESCALATES_NS = 30 * SECOND_NS
MARGIN_NS = 15 * SECOND_NS
"""An item keeps its place until its instant differs by more than this."""
ON_THE_WAY_NS = 3 * MINUTE_NS
"""Who is on the way for longer never comes."""
ALARMS_MAX = 10
"""More alarms than this in ten minutes are a flood for one person (ISA-18.2, EEMUA 191)."""
ALARMS_NS = 10 * MINUTE_NS
RESERVED = 3
"""So many of them are left for where somebody is needed at once."""
FORECAST_NS = 10 * MINUTE_NS

HallPoint = tuple[float, float]


class Item(msgspec.Struct, frozen=True):
    """Something that asks for somebody."""

    key: str
    kind: Group
    tables: tuple[str, ...]
    text: Message
    urgent: bool
    """Somebody is needed at once."""
    due_ns: int | None = None
    """When somebody must decide at the soonest, as predicted, of the desk's clock."""
    calls: bool = False
    """It asks for an act now; else it only stands in the list."""
    taken_by: str = ""
    stays: bool = False
    """Who took it stays there until the period ends."""
    pinned: bool = False
    escalated: bool = False
    """It has called for longer than half a minute, and nobody took it."""
    suggested_to: str = ""
    """The referee for whom it is an alarm; empty: for nobody."""


class Forecast(msgspec.Struct, frozen=True):
    """What is to be expected: "18 calls in ten minutes, 4 referees"."""

    calls: int
    minutes: int
    referees: int


class _Held:
    """What is remembered of an item from one look to the next."""

    def __init__(self) -> None:
        self.due_ns: int | None = None
        self.calls_ns: int | None = None
        """Since when it calls."""
        self.taken_by, self.taken_ns, self.stays = "", 0, False
        self.pinned = self.escalated = False
        self.suggested_to, self.suggested_ns = "", 0
        self.asked: set[str] = set()


class Attention:
    """The list of one event, and its referees."""

    def __init__(
        self,
        tables: Callable[[int], Sequence[Table]],
        record: Callable[[str, str, str], None] = lambda _who, _act, _key: None,
    ) -> None:
        """`tables` returns the tables at an instant; `record` takes a user, an act and an item."""
        self._tables, self._record = tables, record
        self._held: dict[str, _Held] = {}
        self._shared = SharedCauses()
        self._referees: dict[str, deque[int]] = {}
        """Those on duty, with the instants of their last alarms."""
        self._last_place: dict[str, str] = {}
        self.places: dict[str, HallPoint] = {}
        """Where the tables stand, if that is known: the nearest referee is sent."""

    @property
    def referees(self) -> frozenset[str]:
        """Who is on duty."""
        return frozenset(self._referees)

    def on_duty(self, user: str, on: bool) -> None:
        """A referee comes on duty, or goes."""
        if on:
            self._referees.setdefault(user, deque(maxlen=ALARMS_MAX))
        elif self._referees.pop(user, None) is not None:
            self._release(user)

    def take(self, key: str, user: str, now_ns: int) -> None:
        """A referee is on the way; whoever takes an item last has it, and has no other."""
        held = self._held.get(key)
        if held is not None:
            self._release(user)
            held.taken_by, held.taken_ns, held.stays = user, now_ns, False
            held.suggested_to, held.escalated = "", False
            self._last_place[user] = key.removeprefix("game:")
            self._record(user, "take", key)

    def stay(self, key: str, user: str, now_ns: int) -> None:
        """A referee stays at a table until the period ends."""
        held = self._held.get(key)
        if held is not None:
            if held.taken_by != user:
                self.take(key, user, now_ns)
            held.stays = True
            self._record(user, "stay", key)

    def drop(self, key: str, user: str, now_ns: int) -> None:
        """Take an item from a referee; if it calls, it calls again from now on."""
        held = self._held.get(key)
        if held is not None and held.taken_by == user:
            held.taken_by, held.stays, held.calls_ns = "", False, now_ns
            self._record(user, "drop", key)

    def pin(self, key: str, user: str, on: bool) -> None:
        """An item stays on top, or does so no longer."""
        held = self._held.get(key)
        if held is not None and held.pinned is not on:
            held.pinned = on
            self._record(user, "pin" if on else "unpin", key)

    def require(self, key: str) -> None:
        """Raise Problem for an item that nothing asks for any more."""
        if key not in self._held:
            raise Problem("this is not on the list any more")

    def items(self, now_ns: int) -> tuple[Item, ...]:
        """Return what asks for somebody, the most urgent first."""
        found = list(self._found(self._tables(now_ns), now_ns))
        self._held = {cause.key: self._held.get(cause.key) or _Held() for cause, _ in found}
        for cause, _ in found:
            self._follow(cause, now_ns)
        found.sort(key=lambda each: self._order(each[0], each[1]))
        self._suggest([cause for cause, _ in found], now_ns)
        return tuple(self._item(cause, tables) for cause, tables in found)

    def forecast(self, now_ns: int) -> Forecast:
        """Return what is to be expected, where times may be pointed out (RIF 14.8)."""
        calls = [
            in_ns
            for table in self._tables(now_ns)
            if table.state is not None and is_timed(table.state.setup.regulations)
            for seat in (LEFT, RIGHT)
            if (in_ns := calls_in_ns(table, seat)) is not None and in_ns <= FORECAST_NS
        ]
        return Forecast(len(calls), FORECAST_NS // MINUTE_NS, len(self._referees))

    def _found(
        self, tables: Sequence[Table], now_ns: int
    ) -> Iterator[tuple[Cause, tuple[str, ...]]]:
        """All causes, with the tables they befell."""
        for table in tables:
            cause = game_cause(table)
            if cause is not None:
                yield cause._replace(key=f"game:{table.name}"), (table.name,)
        present = {
            (Group.TECHNICAL, why, table.name): (text, many)
            for table in tables
            for why, text, many in clock_causes(table)
        }
        for table, why, text in implausible(tables):
            present[Group.IMPLAUSIBLE, why, table.name] = (text, text)
        yield from self._shared.join(present, now_ns)

    def _follow(self, cause: Cause, now_ns: int) -> None:
        """Bring what is remembered of an item up to now."""
        held, due_ns = self._held[cause.key], cause.due_ns
        if held.due_ns is None or due_ns is None or abs(due_ns - held.due_ns) > MARGIN_NS:
            held.due_ns = due_ns
        near = due_ns is not None and due_ns - now_ns < 2 * NEAR_NS
        if not cause.calls and not (held.calls_ns is not None and near):
            held.calls_ns, held.escalated, held.suggested_to = None, False, ""
            held.asked.clear()
            return
        if held.calls_ns is None:
            held.calls_ns = now_ns
        if held.taken_by:
            on_the_way = cause.calls and cause.rank is Rank.TIME and not held.stays
            if on_the_way and now_ns - held.taken_ns > ON_THE_WAY_NS:
                self.drop(cause.key, held.taken_by, now_ns)
        elif not held.escalated and now_ns - held.calls_ns >= ESCALATES_NS:
            held.escalated = True
            self._record("", "escalate", cause.key)

    def _order(self, cause: Cause, tables: tuple[str, ...]) -> tuple[object, ...]:
        held = self._held[cause.key]
        due_ns = held.calls_ns if cause.rank is Rank.AT_ONCE else held.due_ns
        return not held.pinned, bool(held.taken_by), cause.rank, due_ns or 0, tables

    def _suggest(self, causes: Sequence[Cause], now_ns: int) -> None:
        """Give each free referee the most urgent item that nobody has.

        If none is free, who stays at a table is called to where somebody is needed at once.
        """
        taken = [held for held in self._held.values() if held.taken_by]
        stay = {held.taken_by for held in taken if held.stays} & self._referees.keys()
        busy = {held.taken_by for held in taken if held.calls_ns is not None}
        free = self._referees.keys() - busy - stay
        for held in self._held.values():
            if held.suggested_to not in free | stay:
                held.asked.discard(held.suggested_to)
                held.suggested_to = ""
        asked = {held.suggested_to for held in self._held.values()}
        free, stay = free - asked, stay - asked
        for cause in causes:
            held = self._held[cause.key]
            waits = held.suggested_to and now_ns - held.suggested_ns < ESCALATES_NS
            if held.calls_ns is None or held.taken_by or waits:
                continue
            at_once = cause.rank is Rank.AT_ONCE
            most = ALARMS_MAX if at_once else ALARMS_MAX - RESERVED
            able = [user for user in free - held.asked if self._alarms(user, now_ns) < most]
            if at_once and not able:
                able = [user for user in stay - held.asked if self._alarms(user, now_ns) < most]
            if able:
                user = min(able, key=lambda each: (self._distance(each, cause.key), each))
                free, stay = free - {user}, stay - {user}
                held.suggested_to, held.suggested_ns = user, now_ns
                held.asked.add(user)
                self._referees[user].append(now_ns)

    def _alarms(self, user: str, now_ns: int) -> int:
        return sum(now_ns - at_ns <= ALARMS_NS for at_ns in self._referees[user])

    def _distance(self, user: str, key: str) -> float:
        here = self.places.get(self._last_place.get(user, ""))
        there = self.places.get(key.removeprefix("game:"))
        return 0.0 if here is None or there is None else dist(here, there)

    def _release(self, user: str) -> None:
        for held in self._held.values():
            if held.taken_by == user:
                held.taken_by, held.stays = "", False

    def _item(self, cause: Cause, tables: tuple[str, ...]) -> Item:
        held = self._held[cause.key]
        return Item(
            key=cause.key,
            kind=cause.group,
            tables=tables,
            text=cause.text,
            urgent=cause.rank is Rank.AT_ONCE,
            due_ns=cause.due_ns,
            calls=held.calls_ns is not None,
            taken_by=held.taken_by,
            stays=held.stays,
            pinned=held.pinned,
            escalated=held.escalated,
            suggested_to=held.suggested_to,
        )
