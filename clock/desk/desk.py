"""The desk: what clocks send comes in, and what is known of them is here for whoever shows it.

`receive` takes a message at once and in memory; `commit` writes what came since into the database,
in one batch, and only then do the clocks hear that the desk has it. Nothing here waits for a clock.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from clock.desk.attention import Attention
from clock.desk.causes import Table
from clock.desk.intake import Intake
from clock.desk.live import ClockLive
from clock.desk.replacements import Replacement
from clock.desk.store import SEEN, Store, StoredFinding
from clock.desk.witness import describe
from clock.link.messages import (
    ASSIGNED,
    COMMAND_S,
    PROTOCOL,
    Ack,
    Assign,
    Beat,
    Command,
    DeskCorrection,
    GamePart,
    Have,
    Holds,
    Leaves,
    Lines,
    Op,
    Position,
    Setting,
    new_command_id,
)
from clock.rules.message import Message
from clock.rules.state import Phase
from clock.rules.timing import charge
from clock.rules.units import SECOND_NS

BYTES_MAX = 2_200_000
"""No message that a clock sends is longer: one line of a game, with what JSON adds to it."""
COMMIT_S = 0.05
"""Between two commits: a start of all tables is a few writes to the disk, not hundreds."""
RETRY_S = 1.0
RETIRE_NS = 2 * SECOND_NS
"""A clock that is replaced is told so at most this often."""
PROBLEMS_MAX = 1_000
"""Bad messages that are logged: a clock gone mad shall not fill the log."""

log = logging.getLogger(__name__)


class Sender(Protocol):
    """What brings messages to the clocks; it never waits."""

    def send(
        self, clock: str, leaf: str, message: msgspec.Struct | None, *, retain: bool = False
    ) -> None:
        """Send a message; None clears a message that the broker retains for the clock."""


class Desk:
    """One event."""

    def __init__(
        self,
        store: Store,
        sender: Sender,
        *,
        now_ns: Callable[[], int] = time.monotonic_ns,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.store, self._sender = store, sender
        self.now_ns, self.wall_ms = now_ns, wall_ms
        self._intake = Intake(store, self._send_have, wall_ms)
        self._intake.replaced = self._put_in_place
        self.clocks, self.begun = self._intake.clocks, self._intake.begun
        self.replacements = self._intake.replacements
        self.attention = Attention(self.tables, self._intake.act)
        self.seen = store.seen_findings()
        """The findings that somebody has looked at."""
        self.abandoned_games: Callable[[], Mapping[str, Message]] = dict
        """Returns what is to be said of games that were left, by table."""
        self._revoked = store.revoked()
        self._problems: set[tuple[str, str]] = set()
        self._answers: dict[str, asyncio.Future[Ack]] = {}
        self._assigned: dict[str, str] = {}
        self._expected: dict[str, Assign] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._retired_ns: dict[str, int] = {}
        """When a clock was last told that it is replaced."""
        self._settle_tables()

    # For whoever shows it

    def by_table(self, table: str) -> ClockLive | None:
        """Return the clock on a table."""
        return self.by_tables().get(table)

    def by_tables(self) -> dict[str, ClockLive]:
        """Return the clocks by table; an organizer's choice beats a clock's own word."""
        clocks = sorted(self.clocks.values(), key=lambda clock: clock.registered != "")
        return {clock.table: clock for clock in clocks}

    def listen(self, listener: Callable[[str], None]) -> None:
        """Have a function called with a clock's id whenever something about it is new."""
        self._listeners.append(listener)

    def tables(self, desk_ns: int) -> list[Table]:
        """Return what is known of every table at an instant."""
        found = {
            self._holder(each.clock, each.finding.game): each.finding
            for each in self.findings
            if each.id not in self.seen
        }
        doubts = {holder: [describe(finding)] for holder, finding in found.items()}
        for clock in self.clocks.values():
            if clock.yields_to and clock.replacement is None:
                claim = Message("{clock} says that it is at this table too", clock=clock.id)
                doubts.setdefault(clock.yields_to, []).append(claim)
        clocks = [clock for clock in self.clocks.values() if not clock.aside]
        gone = self.abandoned_games()
        return [
            self._table(clock, doubts.get(clock.id, ()), gone.get(clock.table), desk_ns)
            for clock in clocks
        ]

    def _holder(self, clock: str, game: int) -> str:
        """Return the clock that goes on with a clock's game: mostly itself."""
        taken = self.replacements.taken_by(clock, game)
        return clock if taken is None else taken.spare

    @property
    def findings(self) -> tuple[StoredFinding, ...]:
        """What the witness found."""
        return self._intake.findings

    # For the organizer

    def is_behind(self, clock: str) -> bool:
        """Return whether the desk lacks lines of a clock."""
        return self._intake.is_behind(clock)

    def current_lines(self, clock: ClockLive) -> tuple[bytes, ...]:
        """Return all lines of a clock's last game that have come. Raises SQLAlchemyError."""
        self.commit()
        return () if clock.at is None else self.store.lines(clock.id, clock.at.game)

    def ask(self, asked: Replacement) -> None:
        """Take note that a clock is asked to go on with another's game. Raises SQLAlchemyError."""
        self._intake.ask(asked)

    def register(self, clock: str, table: str) -> ClockLive:
        """Put a clock on a table; none but it stands there then."""
        self.store.register(clock, table, self.wall_ms())
        for other in self.clocks.values():
            if other.registered == table and other.id != clock:
                self.store.register(other.id, "", self.wall_ms())
                other.registered = ""
        self._revoked.discard(clock)
        live = self._intake.clock(clock)
        live.registered = table
        self._settle_tables()
        self._expect(live)
        return live

    def stand_in(self, old: ClockLive, spare: ClockLive, table: str) -> None:
        """Put a clock on a table in place of another, on which no game is in progress."""
        self.store.register(old.id, "", self.wall_ms())
        old.registered = ""
        self._clear_assignment(old.id)
        self.register(spare.id, table)

    def _settle_tables(self) -> None:
        """Give each table one clock: the organizer's choice, else the first."""
        holders: dict[str, str] = {}
        known = self.clocks.values()
        for clock in sorted(known, key=lambda each: (not each.registered, each.yields_to != "")):
            table = clock.registered or clock.claim
            holder = holders.setdefault(table, clock.id)
            clock.yields_to = "" if holder == clock.id else holder

    def _put_in_place(self, taken: Replacement) -> None:
        """Put the clock that has taken a game over on the table of the other."""
        old, spare = self._intake.clock(taken.clock), self._intake.clock(taken.spare)
        old.replacement = self.replacements.last(old.id)
        if taken.table:
            for each in self.clocks.values():
                if each.registered == taken.table or each is old:
                    each.registered = ""
            spare.registered = taken.table
        self._clear_assignment(old.id)
        self._settle_tables()
        self._expect(spare)
        for listener in self._listeners:
            listener(old.id)
            listener(spare.id)

    def _retire(self, clock: ClockLive, desk_ns: int) -> None:
        """Have a replaced clock end its game, again until it is over."""
        beat = clock.beat
        taken = None if beat.at is None else self.replacements.taken_by(clock.id, beat.at.game)
        before_ns = self._retired_ns.get(clock.id, -RETIRE_NS)
        is_over = beat.phase in (Phase.READY.value, Phase.FINISHED.value)
        if taken is None or is_over or desk_ns - before_ns < RETIRE_NS:
            return
        self._retired_ns[clock.id] = desk_ns
        until_ns = beat.now_ns + COMMAND_S * SECOND_NS
        command = Command(new_command_id(), Op.RETIRE, "", until_ns, beat.at, by=taken.spare)
        self._sender.send(clock.id, "cmd", command)

    def see(self, finding: int, who: str) -> None:
        """Note who has looked at a finding: it asks for nobody any more."""
        self.seen.add(finding)
        self._intake.act(who, SEEN, str(finding))

    def revoke(self, clock: str) -> None:
        """Hear and show a clock no longer, and take its assignment back."""
        self.store.revoke(clock, self.wall_ms())
        self._revoked.add(clock)
        self.clocks.pop(clock, None)
        self._clear_assignment(clock)

    def expect(self, expected: Mapping[str, Assign]) -> None:
        """Have the clocks compared with what the rounds have for their tables; others are free.

        Raises ValueError for what cannot be played.
        """
        self._expected = dict(expected)
        for clock in self.clocks.values():
            self._expect(clock)

    async def command(
        self,
        clock: str,
        op: Op,
        issuer: str,
        acts: tuple[DeskCorrection, ...] = (),
        seen: Position | None = None,
    ) -> Ack | None:
        """Ask a clock for an act; return its answer, or None if none came in time.

        `acts` are corrections of the game that ended with `seen`; other acts are of the last beat.
        """
        if not acts:
            seen = self.clocks[clock].beat.at
        self._intake.act(issuer, op.value, clock)
        return await self._command(Command("", op, issuer, 0, seen, acts), clock)

    async def send_part(self, clock: str, issuer: str, part: GamePart) -> Ack | None:
        """Send a clock lines of another's game; return its answer as `command` does."""
        return await self._command(Command("", Op.LINES, issuer, 0, part=part), clock)

    async def hand_over(self, clock: str, issuer: str, leaves: Leaves) -> Ack | None:
        """Ask a clock to go on with the game whose lines it has; return its answer as `command`."""
        seen = self.clocks[clock].beat.at
        self._intake.act(issuer, Op.TAKE_OVER.value, clock)
        return await self._command(Command("", Op.TAKE_OVER, issuer, 0, seen, leaves=leaves), clock)

    async def _command(self, command: Command, clock: str) -> Ack | None:
        until_ns = self.clocks[clock].instant(self.now_ns()) + COMMAND_S * SECOND_NS
        sent = replace(command, id=new_command_id(), until_ns=until_ns)
        return await self._answer(clock, "cmd", sent.id, sent, retain=False)

    async def assign(self, clock: str, assign: Assign) -> Ack | None:
        """Have a clock set once it is idle; return its answer, or None if none came in time."""
        self._assigned[clock] = assign.id
        return await self._answer(clock, "assign", assign.id, assign, retain=True)

    def _send_have(self, clock: str, have: Have) -> None:
        self._sender.send(clock, "have", replace(have, protocol=PROTOCOL))

    # What clocks send

    def receive(
        self, clock: str, leaf: str, payload: bytes, desk_ns: int, *, retained: bool = False
    ) -> None:
        """Take a message of a clock; a bad one is logged once, and changes nothing."""
        if clock in self._revoked or not payload:
            return
        try:
            if len(payload) > BYTES_MAX:
                raise ValueError("it is too long")
            self._take(self._intake.clock(clock), leaf, payload, desk_ns, retained)
        except (ValueError, RecursionError) as error:
            self._log_once(clock, leaf, error)
            return
        for listener in self._listeners:
            listener(clock)

    def commit(self) -> None:
        """Write what came since the last time; then the clocks hear of it."""
        self._intake.confirm(self._intake.write())

    async def run(self) -> None:
        """Commit again and again; try again when the database does not answer."""
        while True:
            await asyncio.sleep(COMMIT_S)
            if not self._intake.waits:
                continue
            try:
                self._intake.confirm(await asyncio.to_thread(self._intake.write))
            except SQLAlchemyError as error:
                log.warning("the database cannot be written: %s", error)
                await asyncio.sleep(RETRY_S)

    def _take(
        self, clock: ClockLive, leaf: str, payload: bytes, desk_ns: int, retained: bool
    ) -> None:
        match leaf:
            case "beat":
                beat = msgspec.json.decode(payload, type=Beat)
                self._intake.beat(clock, beat, desk_ns, retained=retained)
                if clock.beat is beat and not retained:
                    self._retire(clock, desk_ns)
            case "setting":
                clock.set_to(msgspec.json.decode(payload, type=Setting))
                self._settle_tables()
                self._expect(clock)
            case "lines":
                self._intake.lines(clock, msgspec.json.decode(payload, type=Lines))
            case "holds":
                self._intake.holds(clock, msgspec.json.decode(payload, type=Holds))
            case "ack":
                self._ack(clock.id, msgspec.json.decode(payload, type=Ack))

    def _ack(self, clock: str, ack: Ack) -> None:
        answer = self._answers.pop(ack.id, None)
        if answer is not None and not answer.done():
            answer.set_result(ack)
        # An assignment of this desk's last run is cleared too: the broker would deliver it again
        # when the clock restarts.
        is_last = self._assigned.get(clock, ack.id) == ack.id
        if ack.done and is_last and ack.id.startswith(ASSIGNED):
            self._clear_assignment(clock)

    def _clear_assignment(self, clock: str) -> None:
        self._assigned.pop(clock, None)
        self._sender.send(clock, "assign", None, retain=True)

    async def _answer(
        self, clock: str, leaf: str, id: str, message: Command | Assign, *, retain: bool
    ) -> Ack | None:
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._answers[id] = answer
        self._sender.send(clock, leaf, message, retain=retain)
        try:
            async with asyncio.timeout(COMMAND_S + 1):
                return await answer
        except TimeoutError:
            return None
        finally:
            self._answers.pop(id, None)

    def _expect(self, clock: ClockLive) -> None:
        expected = self._expected.get(clock.table)
        if expected is not clock.expected:
            clock.expect(expected)

    def _table(
        self, clock: ClockLive, doubts: Sequence[Message], gone: Message | None, desk_ns: int
    ) -> Table:
        game, (state, instant) = clock.game, clock.now(desk_ns)
        problem = None if game is None else game.problem
        silent_ns = clock.silent_ns(desk_ns)
        return Table(
            name=clock.table,
            at_ns=desk_ns,
            state=None if state is None else charge(state, instant),
            pace_ns=clock.pace_ns,
            names=clock.names,
            longest_ns=0 if game is None else game.longest_ns,
            stopped_ns=0 if state is None else instant - state.since_ns,
            ending=clock.beat.ending,
            offline=silent_ns is not None and not clock.online(desk_ns),
            faults=clock.beat.faults + clock.beat.remarks,
            battery=clock.beat.battery,
            drift_ppm=clock.time.drift_ppm,
            jumped_ns=clock.time.jumped_ns,
            doubts=(*doubts,) if problem is None else (problem, *doubts),
            deviations=clock.deviations,
            abandoned_game=gone,
        )

    def _log_once(self, clock: str, leaf: str, error: Exception) -> None:
        if (clock, leaf) not in self._problems and len(self._problems) < PROBLEMS_MAX:
            self._problems.add((clock, leaf))
            log.warning("%s: a bad message (%s) was dropped: %s", clock, leaf, error)
