"""The changes as they happen: a stream of events for each browser, shared by its open pages.

A viewer is sent everything first, and then what is other than before: tables, the list of who needs
a referee, the forecast. It goes at once; what happens in the next hundredth of a second goes
together. Something goes every second: so a page knows how old its data are.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from starlette.responses import Response, StreamingResponse

from clock.desk.attention import Forecast, Item
from clock.desk.live import ClockLive
from clock.desk.round_tables import points_of
from clock.desk.site import Site
from clock.display.allowances import AllowanceFigure, figures_of, worded
from clock.display.face import Allowance
from clock.rounds.results import begins_black
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import NEVER_NS, State
from clock.rules.timing import charge, remaining_ns, running_seats, splits, takes_ns
from clock.rules.units import SECOND_NS
from clock.text.language import render, speaking, tr

TOGETHER_S = 0.01
"""Changes within this go together: a start of all tables is one message, not hundreds."""
HEARTBEAT_S = 1.0
LOOK_NS, FORECAST_NS = SECOND_NS // 2, 5 * SECOND_NS
"""How often it is looked who needs somebody, and what is to be expected, at most."""
VIEWERS_MAX = 200
"""A third of the connections that the server has (`serve.LIMITS`): pages still open."""
BEHIND_MAX = 300
"""Messages that a viewer may be behind; then it is cut off and begins again."""
_MS_NS = 1_000_000


class SeatData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat as of the row's instant: how it goes on from there is the page's to draw."""

    ms: int
    name: str = ""
    rate: float = 0
    """-1: it runs down, 1: it counts up; half as fast in joint time that is split."""
    wait: int = 0
    """Milliseconds of a delay before it runs."""
    beside: tuple[AllowanceFigure | Allowance, ...] = ()
    """What else it has, without a delay that runs: as figures, or in a viewer's words."""
    fallen: bool = False
    below: bool = False
    """It runs on below zero."""
    made: int = 0
    due: int | None = None
    colour: str = ""
    points: str = ""
    """What the game brought this seat; empty while it lasts."""


class TableRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table: its clock, and the game on it."""

    table: str
    clock: str
    phase: str
    online: bool
    at: int
    """Of the desk's time, in milliseconds."""
    until: int | None = None
    """When it changes by itself."""
    left: SeatData | None = None
    right: SeatData | None = None
    round: str = ""
    """Of the game on its clock."""
    turned: bool = False
    """Right has the side that begins, and is named first."""
    aside: bool = False
    """It stands on no table."""


class Viewer(NamedTuple):
    """A browser's language, and whether it may see the calls for referees."""

    language: str
    sees_calls: bool


class Stream:
    """All changes, for all viewers."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._rows: dict[str, TableRow] = {}
        self._dirty: set[str] = set(site.desk.clocks)
        self._viewers: dict[asyncio.Queue[bytes | None], Viewer] = {}
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._items: Sequence[Item] = ()
        self._forecast = Forecast(0, 0, 0)
        self._looked_ns = self._forecast_ns = 0
        self._revision = 0
        site.desk.listen(self._touch)

    def note_change(self) -> None:
        """Note that somebody changed something: pages are to be read again."""
        self._revision += 1
        self._dirty.update(self._site.desk.clocks)
        self._news.set()

    @property
    def revision(self) -> int:
        """Grows with all that somebody does."""
        return self._revision + self._site.rounds.revision

    def end(self) -> None:
        """End the stream of every viewer."""
        for queue in self._viewers:
            _cut_off(queue)
        if self._task is not None:
            self._task.cancel()

    def _touch(self, clock: str) -> None:
        self._dirty.add(clock)
        self._news.set()

    def response(self, viewer: Viewer, still_in: Callable[[], bool]) -> Response:
        """Return the stream for a browser, which lasts as long as that is let in."""
        if len(self._viewers) >= VIEWERS_MAX:
            return Response(status_code=503)
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(BEHIND_MAX)
        if self._task is None or self._task.done():
            self._changed_rows()
            self._task = asyncio.create_task(self._run())
        headers = {"X-Accel-Buffering": "no"}
        content = self._read(queue, viewer, still_in)
        return StreamingResponse(content, media_type="text/event-stream", headers=headers)

    async def _read(
        self, queue: asyncio.Queue[bytes | None], viewer: Viewer, still_in: Callable[[], bool]
    ) -> AsyncIterator[bytes]:
        self._viewers[queue] = viewer
        try:
            yield self._event(viewer, self._rows.values(), (), with_items=True)
            while (text := await queue.get()) is not None and still_in():
                yield text
        finally:
            del self._viewers[queue]

    async def _run(self) -> None:
        """Send the viewers what changed, again and again; something every second."""
        beat_s, sent = time.monotonic(), -1
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(beat_s - time.monotonic()):
                    await self._news.wait()
            self._news.clear()
            gone = self._rows.keys() - self._site.desk.clocks.keys()
            for id in gone:
                del self._rows[id]
            rows, is_due = self._changed_rows(), time.monotonic() >= beat_s
            if rows or gone or is_due or self.revision != sent:
                beat_s, sent = time.monotonic() + HEARTBEAT_S, self.revision
                self._send(rows, gone, with_items=False)
                await asyncio.sleep(0)  # the rows are on their way while it is looked
            if self._look():
                self._send((), (), with_items=True)
            await asyncio.sleep(TOGETHER_S)

    def _send(self, rows: Collection[TableRow], gone: Collection[str], *, with_items: bool) -> None:
        for viewer in set(self._viewers.values()):
            text = self._event(viewer, rows, gone, with_items=with_items)
            for queue, other in list(self._viewers.items()):
                if other == viewer:
                    _put(queue, text)

    def _look(self) -> bool:
        """Look who needs somebody, twice a second; return whether that is new."""
        attention, now_ns = self._site.desk.attention, self._site.desk.now_ns()
        if now_ns - self._looked_ns < LOOK_NS:
            return False
        if now_ns // FORECAST_NS != self._forecast_ns // FORECAST_NS:
            self._forecast_ns, self._forecast = now_ns, attention.forecast(now_ns)
            return False  # one of them at a time: nobody waits for both
        self._looked_ns, before = now_ns, self._items
        self._items = attention.items(now_ns)
        return self._items != before

    def _changed_rows(self) -> list[TableRow]:
        """Bring the rows up to date; return those that are other than before."""
        desk, now_ns = self._site.desk, self._site.desk.now_ns()
        for id, row in self._rows.items():
            is_due = row.until is not None and row.until * _MS_NS <= now_ns
            if is_due or row.online is not desk.clocks[id].online(now_ns):
                self._dirty.add(id)
        found = []
        for id in self._dirty & desk.clocks.keys():
            row = row_of(self._site, desk.clocks[id], now_ns)
            if not is_expected(row, self._rows.get(id)):
                found.append(row)
            self._rows[id] = row
        self._dirty.clear()
        return found

    def _event(
        self, viewer: Viewer, rows: Collection[TableRow], gone: Collection[str], *, with_items: bool
    ) -> bytes:
        desk, forecast = self._site.desk, self._forecast
        now_ns = desk.now_ns()
        message: dict[str, Any] = {
            "now": now_ns // _MS_NS,
            "revision": self.revision,
            "online": sum(clock.online(now_ns) for clock in desk.clocks.values()),
        }
        if rows:
            with speaking(viewer.language):
                message["tables"] = list(map(worded_row, rows))
        if gone:
            message["gone"] = list(gone)
        if viewer.sees_calls:
            with speaking(viewer.language):
                text = tr(
                    "Calls expected in the next {minutes} minutes: {calls}; "
                    "referees on duty: {referees}"
                )
                message["forecast"] = text.format(
                    calls=forecast.calls, minutes=forecast.minutes, referees=forecast.referees
                )
                if (trouble := self._site.broker_trouble()) is not None:
                    message["broker"] = render(trouble)
                if with_items:
                    message["items"] = list(map(_item, self._items))
        return b"data: %b\n\n" % msgspec.json.encode(message)


def row_of(site: Site, clock: ClockLive, now_ns: int) -> TableRow:
    """Return a clock as of an instant of the desk's time."""
    online, state, at = clock.online(now_ns), clock.state_at(now_ns), now_ns // _MS_NS
    if state is None or clock.aside:
        return TableRow(clock.table, clock.id, "none", online, at, aside=clock.aside)
    instant = clock.instant(now_ns)
    until = None
    if state.wake_ns != NEVER_NS:
        until = (now_ns + state.wake_ns - instant) // _MS_NS + 1
    left, right = (
        seat_data(state, seat, instant, clock.names.at(seat), points)
        for seat, points in zip((LEFT, RIGHT), points_of(site, clock, state), strict=True)
    )
    known = (clock.table, clock.id, state.phase.value, online, at, until, left, right)
    return TableRow(*known, clock.names.round, is_turned(state))


def is_turned(state: State) -> bool:
    """Whether Right has the side that begins in a kind of game, and is named first."""
    colour = state.colour(RIGHT)
    return colour is not None and begins_black(state.setup.game) is (colour is Colour.BLACK)


def seat_data(state: State, seat: Seat, instant: int, name: str = "", points: str = "") -> SeatData:
    """Return one seat as of an instant of the clock's time."""
    state = charge(state, max(instant, state.since_ns))
    seat_now = state.seat(seat)
    left_ns = seat_now.remaining_ns
    figures = figures_of(state, seat, instant)
    wait_ns = takes_ns(state, sum(each.left for each in figures if each.runs))
    rate = 0.0
    if running_seats(state):
        soon = instant + wait_ns
        later_ns = remaining_ns(state, seat, soon + SECOND_NS)
        rate = (later_ns > left_ns) - (later_ns < left_ns)
        rate = rate / 2 if splits(state) else rate
    colour = state.colour(seat)
    return SeatData(
        ms=left_ns // _MS_NS,
        name=name,
        rate=rate,
        wait=-(-wait_ns // _MS_NS),
        beside=tuple(each for each in figures if not each.runs),
        fallen=seat_now.fallen,
        below=seat_now.terms.method.counting.below_zero,
        made=state.play.made(seat),
        due=seat_now.due,
        colour="" if colour is None else colour.value,
        points=points,
    )


def worded_row(row: TableRow) -> TableRow:
    """Return a row in the current language."""
    return msgspec.structs.replace(row, left=_worded(row.left), right=_worded(row.right))


def _worded(seat: SeatData | None) -> SeatData | None:
    if seat is None or not seat.beside:
        return seat
    figures = (each for each in seat.beside if isinstance(each, AllowanceFigure))
    return msgspec.structs.replace(seat, beside=tuple(map(worded, figures)))


def is_expected(row: TableRow, before: TableRow | None) -> bool:
    """Whether a page that drew the earlier row draws this one by itself."""
    if before is None or (row.phase, row.online) != (before.phase, before.online):
        return False
    known = before.table, before.until, before.round, before.turned, before.aside
    if (row.table, row.until, row.round, row.turned, row.aside) != known:
        return False
    elapsed = row.at - before.at
    for now, then in ((row.left, before.left), (row.right, before.right)):
        if now is None or then is None:
            if now is not then:
                return False
            continue
        ran = max(0, elapsed - then.wait)
        waits = max(0, then.wait - elapsed)
        expected = then.ms + then.rate * ran
        expected = expected if then.below else max(0, expected)
        rest = msgspec.structs.replace(now, ms=then.ms, wait=then.wait)
        if max(abs(expected - now.ms), abs(waits - now.wait)) > 2 or rest != then:
            return False
    return True


def _item(item: Item) -> dict[str, Any]:
    """An item of the list, in the current language."""
    return {
        "key": item.key,
        "tables": list(item.tables),
        "kind": item.kind,
        "urgent": item.urgent,
        "text": render(item.text),
        "due": None if item.due_ns is None else item.due_ns // _MS_NS,
        "by": item.taken_by,
        "stays": item.stays,
        "pinned": item.pinned,
        "escalated": item.escalated,
        "calls": item.calls,
        "for": item.suggested_to,
    }


def _put(queue: asyncio.Queue[bytes | None], text: bytes) -> None:
    """Give a viewer the news; cut off a viewer that is too far behind."""
    if queue.full():
        _cut_off(queue)
    else:
        queue.put_nowait(text)


def _cut_off(queue: asyncio.Queue[bytes | None]) -> None:
    while not queue.empty():
        queue.get_nowait()
    queue.put_nowait(None)
