"""What clocks say of their journals, on its way into the database.

It is taken at once and in memory. What came since the last time is written in one batch, and only
then do the clocks hear that the desk has it.
"""

import logging
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock

from sqlalchemy.exc import SQLAlchemyError

from clock.desk.begun_games import BegunGames
from clock.desk.live import ClockLive
from clock.desk.replacements import Replacement, Replacements, is_played
from clock.desk.store import (
    Store,
    StoredAct,
    StoredBegun,
    StoredFinding,
    StoredHead,
    StoredLine,
    StoredRow,
    StoredSession,
)
from clock.desk.witness import JournalFinding, Kind, Witness, describe
from clock.game.chain import hash_of
from clock.link.messages import Beat, Have, Holds, Lines, Position
from clock.rules.state import Phase
from clock.rules.units import SECOND_NS

ASKS_NS = SECOND_NS
"""A clock is asked for what the desk lacks at most this often."""
PENDING_MAX = 200_000
"""With so much unwritten no more lines are taken: the clocks have them."""

log = logging.getLogger(__name__)


class Intake:
    """All clocks of an event, their journals' witnesses, and what is not written yet."""

    def __init__(
        self, store: Store, have: Callable[[str, Have], None], wall_ms: Callable[[], int]
    ) -> None:
        """`have` sends a clock what the database has of it. Raises SQLAlchemyError."""
        self.clocks: dict[str, ClockLive] = {}
        self._store, self._have, self._wall_ms = store, have, wall_ms
        self._witnesses: defaultdict[str, Witness] = defaultdict(Witness)
        self.replacements = Replacements(store.replacements())
        self.replaced: Callable[[Replacement], None] = lambda _: None
        """Called when a clock's journal says that it goes on with the game of another."""
        self.begun = BegunGames(store.begun())
        self._found = list(store.findings())
        self._known = {(each.clock, each.finding) for each in self._found}
        self._last_id = store.last_id()
        self._pending: deque[StoredRow] = deque()
        self._unwritten: Counter[str] = Counter()
        """How many rows of a clock are not written yet."""
        self._writing = Lock()
        self._asked_ns: dict[str, int] = {}
        self._greeted: dict[str, str] = {}
        """The sessions of clocks that know what this desk has, and its protocol."""
        self._load()

    @property
    def findings(self) -> tuple[StoredFinding, ...]:
        """What the witnesses found."""
        return tuple(each for each in self._found if each.finding.kind is not Kind.REPLACED)

    @property
    def waits(self) -> bool:
        """Whether something is to be written."""
        return bool(self._pending)

    def clock(self, id: str) -> ClockLive:
        """Return a clock; a new one has what the database has of it."""
        if id not in self.clocks:
            self.clocks[id] = ClockLive(id)
            self._fold_again(self.clocks[id])
        return self.clocks[id]

    def beat(self, clock: ClockLive, beat: Beat, desk_ns: int, *, retained: bool) -> None:
        """Take a beat, unless it is a late copy; ask for what the desk lacks."""
        witness = self._witnesses[clock.id]
        if witness.is_late(beat):
            return
        session = witness.session
        if beat.at is not None and clock.beat.at != beat.at:
            self._add(StoredHead(clock.id, beat.at, self._wall_ms()))
        self._find(clock, witness.hear(beat))
        self._note(clock, session)
        clock.hear(beat, desk_ns, retained=retained)
        asked_ns = self._asked_ns.get(clock.id, -ASKS_NS)
        asks = witness.lacks(beat) or (self._greeted.get(clock.id) != beat.session and not retained)
        if asks and not self._unwritten[clock.id] and desk_ns - asked_ns >= ASKS_NS:
            self._asked_ns[clock.id], self._greeted[clock.id] = desk_ns, beat.session
            self._have(clock.id, Have(witness.wanted))

    def lines(self, clock: ClockLive, message: Lines) -> None:
        """Take lines. Raises ValueError for what no sound clock sends."""
        if len(self._pending) >= PENDING_MAX:
            return
        session = self._witnesses[clock.id].session
        lines, findings = self._witnesses[clock.id].take(message)
        self._find(clock, findings)
        self._note(clock, session)
        now_ms = self._wall_ms()
        for number, line in lines:
            stored = StoredLine(
                clock.id, message.game, number, hash_of(line), line.decode(), now_ms
            )
            self._add(stored)
        if lines:
            clock.fold(message.game, lines[0][0], [line for _, line in lines])
            self._note_begun(clock)
            self._note_replaced(clock, message.game, lines)

    def is_behind(self, clock: str) -> bool:
        """Return whether a clock has named an end of which the desk has not all lines."""
        return self._witnesses[clock].is_behind

    def ask(self, asked: Replacement) -> None:
        """Take note, on the disk, that a clock is asked to go on with the game of another."""
        self.replacements.ask(asked)
        self._store.write([asked])

    def holds(self, clock: ClockLive, holds: Holds) -> None:
        """Take how the games in a clock's folder end."""
        self._find(clock, self._witnesses[clock.id].compare(holds))

    def act(self, who: str, act: str, key: str) -> None:
        """Record what somebody did about an item, a finding or a clock."""
        self._pending.append(StoredAct(self._wall_ms(), who, act, key))

    def write(self) -> list[StoredRow]:
        """Write what waits, in its order, and return it. Raises SQLAlchemyError."""
        with self._writing:
            batch = [self._pending.popleft() for _ in range(len(self._pending))]
            try:
                if batch:
                    self._store.write(batch)
            except SQLAlchemyError:
                self._pending.extendleft(reversed(batch))
                raise
            return batch

    def confirm(self, batch: list[StoredRow]) -> None:
        """Let clocks know what the database has of them now."""
        ends: dict[str, StoredLine] = {}
        for order in batch:
            if not isinstance(order, StoredAct):
                self._unwritten[order.clock] -= 1
            if isinstance(order, StoredLine):
                ends[order.clock] = order
        for clock, end in ends.items():
            self._have(clock, Have(Position(end.game, end.number + 1, end.hash)))

    def _note(self, clock: ClockLive, before: str) -> None:
        """Have the current session written unless the clock had the same one before."""
        session = self._witnesses[clock.id].session
        if session != before:
            self._add(StoredSession(clock.id, session, self._wall_ms()))

    def _note_begun(self, clock: ClockLive) -> None:
        """Remember the names of a clock's last game once it has begun."""
        self.begun.settle(clock)
        game = clock.game
        if game is not None and game.timeline.state.phase is not Phase.READY:
            names = game.header.names
            if self.begun.add(names):
                self._add(StoredBegun(clock.id, game.at.game, names))

    def _note_replaced(
        self, clock: ClockLive, number: int, lines: Sequence[tuple[int, bytes]]
    ) -> None:
        """Take note of a game that is another clock's, or that goes on elsewhere."""
        game, taken = clock.game, None
        if lines[0][0] == 0 and game is not None and game.at.game == number:
            continues = game.header.continues
            if continues is not None:
                taken = self.replacements.take(clock.id, number, continues, self._wall_ms())
        if taken is not None:
            self._add(taken)
            self.replaced(taken)
            with suppress(SQLAlchemyError):  # its lines that came before it was replaced
                self.confirm(self.write())
                had = self._store.lines(taken.clock, taken.game)
                self._find_fork(self.clock(taken.clock), taken.game, list(enumerate(had)))
        self._find_fork(clock, number, lines)

    def _take_again(self, clock: ClockLive) -> None:
        """Take note of a game of another clock whose header alone was written before."""
        game = clock.game
        if game is None or game.header.continues is None:
            return
        continues, now_ms = game.header.continues, self._wall_ms()
        taken = self.replacements.take(clock.id, game.at.game, continues, now_ms)
        if taken is not None:
            self._store.write([taken])

    def _find_fork(self, clock: ClockLive, number: int, lines: Sequence[tuple[int, bytes]]) -> None:
        """Record that a clock went on with a game that another has taken over."""
        taken = self.replacements.taken_by(clock.id, number)
        if taken is None:
            return
        ends = taken.at.lines
        if any(at >= ends and is_played(line) for at, line in lines):
            self._find(clock, [JournalFinding(Kind.FORKED, number, ends, ends)])

    def _find(self, clock: ClockLive, findings: list[JournalFinding]) -> None:
        """Record what the witness found; a game that was parted is folded again."""
        for finding in findings:
            if (clock.id, finding) in self._known and not finding.parts:
                continue
            self._known.add((clock.id, finding))
            self._last_id += 1
            since = self._since(clock.id, finding)
            found = StoredFinding(self._last_id, clock.id, finding, since, self._wall_ms())
            self._found.append(found)
            self._add(found)
            if finding.kind is not Kind.REPLACED:  # that is no fault
                log.warning("%s: %s", clock.id, describe(finding))
        if any(finding.parts for finding in findings):
            self._fold_again(clock)

    def _since(self, clock: str, finding: JournalFinding) -> int:
        with suppress(SQLAlchemyError):
            return self._store.arrival_ms(clock, finding.game, finding.line)
        return 0

    def _fold_again(self, clock: ClockLive) -> None:
        at, clock.game = self._witnesses[clock.id].at, None
        if at is None:
            return
        with suppress(SQLAlchemyError, ValueError):
            self.confirm(self.write())
            if lines := self._store.lines(clock.id, at.game):
                clock.fold(at.game, 0, lines)
                self._note_begun(clock)

    def _add(
        self,
        order: StoredLine | StoredHead | StoredSession | StoredBegun | StoredFinding | Replacement,
    ) -> None:
        self._pending.append(order)
        self._unwritten[order.clock] += 1

    def _load(self) -> None:
        """Take up what the database has."""
        for id, game, line_hash in self._store.hashes():
            self._witnesses[id].remember(game, line_hash)
        parted_ms = {each.clock: each.found for each in self._found}
        for head in self._store.heads():
            if head.arrived > parted_ms.get(head.clock, -1):
                self._witnesses[head.clock].remember_head(head.at)
        for id, session in self._store.sessions():
            self._witnesses[id].remember_session(session)
        for id in self._witnesses:
            self._take_again(self.clock(id))
        tables = self._store.clock_tables()
        for id in self._store.revoked():
            self.clocks.pop(id, None)
        for id in sorted({*tables, *self._witnesses} - self._store.revoked()):
            clock = self.clock(id)
            clock.registered = tables.get(id, "")
            clock.replacement = self.replacements.last(id)
