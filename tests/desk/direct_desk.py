"""Clocks with real journals and real outboxes, and a desk, with no network between them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
from sqlalchemy import select

from clock.desk.database import LINES
from clock.desk.desk import Desk
from clock.desk.store import Store
from clock.game.chain import intact_chain
from clock.game.recorded import game_of
from clock.game.timeline import Timeline
from clock.journal.folder import game_files, read_head
from clock.journal.journal import Journal
from clock.link.messages import Beat, Have, Holds, Lines, position_of
from clock.link.outbox import Endings, Outbox
from clock.rules.inputs import Finish, Press, Result, Start
from clock.rules.state import Phase, Setup
from clock.rules.units import SECOND_NS
from tests.rules.games import setup

GAME = setup("40/2:00:00 then 1:00:00", rules="rif-referees")
FLUSH_S = 20.0


class Clock:
    """A clock that is switched on and off; what it wrote stays in its folder."""

    def __init__(self, id: str, folder: Path, game: Setup = GAME) -> None:
        self.id, self.path, self._game = id, folder, game
        self._boots = self.starts = 0
        self.boot()

    def boot(self) -> None:
        """Switch it on: the machine's time begins again."""
        self._boots += 1
        self.machine_ns = SECOND_NS
        self.start()

    def start(self) -> None:
        """Start the program: the last game goes on, or a first one is set."""
        boot_id = f"boot {self._boots}"
        self.journal = Journal(self.path, self.machine_ns, boot_id=boot_id)
        self.starts += 1
        self._outbox = Outbox(self.path, lambda: self.machine_ns / 1e9)
        self._endings = Endings(self.path)
        lines = self.journal.found.lines
        if lines:
            self.timeline = game_of(lines).folded()
        else:
            self.timeline = Timeline(self._game, self.now_ns)
            self.journal.begin(self._game, self.now_ns, at_once=False)
        self.timeline.recorder = self.journal.add

    def kill(self) -> None:
        """The program is gone; what is on the disk stays."""
        assert self.journal.flush(FLUSH_S)
        self.journal.close()

    @property
    def now_ns(self) -> int:
        """The instant in the journal's time."""
        return self.machine_ns + self.journal.shift_ns

    def press(self) -> None:
        """The next thing that happens in a game: its start, then presses in turn."""
        self.machine_ns += SECOND_NS
        at_ns = max(self.now_ns, self.timeline.state.at_ns + SECOND_NS)
        state = self.timeline.state
        if state.phase is Phase.READY:
            self.timeline.add(Start(at_ns))
        elif state.running is not None:
            self.timeline.add(Press(at_ns, state.running))

    def next_game(self) -> None:
        """The game gets its result, if it began, and the next one is set."""
        at_ns = max(self.now_ns, self.timeline.state.at_ns + SECOND_NS)
        if self.timeline.state.phase is not Phase.READY:
            self.timeline.add(Finish(at_ns, Result.DRAW))
        self.timeline = Timeline(self._game, at_ns)
        self.journal.begin(self._game, at_ns, at_once=True)
        self.timeline.recorder = self.journal.add

    def played(self, presses: int, games: int = 1) -> "Clock":
        """Play so many games of so many presses."""
        for number in range(games):
            if number:
                self.next_game()
            for _ in range(presses):
                self.press()
        return self

    def files(self) -> dict[int, tuple[bytes, ...]]:
        """The lines of every game on its disk."""
        assert self.journal.flush(FLUSH_S)
        found = game_files(self.path).items()
        return {number: intact_chain(path.read_bytes()).lines for number, path in found}

    def beat(self) -> Beat:
        """What it sends every two seconds."""
        self.machine_ns += 2 * SECOND_NS
        newest = read_head(self.path).newest
        return Beat(
            now_ns=self.now_ns,
            boot_id=f"boot {self._boots}",
            at=position_of(None if newest is None else newest.last),
            phase=self.timeline.state.phase.value,
            session=str(self.starts),
        )

    def holds(self) -> Holds:
        """How its games end."""
        newest = read_head(self.path).newest
        if newest is None or newest.last is None:
            return Holds(())
        return Holds(tuple(self._endings.read(newest.last)))

    def had(self, have: Have) -> None:
        """The desk says what it has."""
        self._outbox.had(have)

    def following(self) -> Lines | None:
        """The next lines it sends."""
        newest = read_head(self.path).newest
        return self._outbox.following(None if newest is None else newest.last)

    def connected(self) -> None:
        """A connection is there, after one that was lost."""
        self._outbox.forget()

    def copied(self, to: Path) -> Path:
        """A copy of its journal, as it is now."""
        assert self.journal.flush(FLUSH_S)
        return Path(shutil.copytree(self.path, to))


class DirectDesk:
    """A desk, and what is on its way between it and the clocks."""

    def __init__(self, url: str) -> None:
        self._url, self.now_ns = url, 0
        self.haves: list[tuple[str, Have]] = []
        self.arrived: list[tuple[str, str, bytes]] = []
        """Every message that reached the desk: each may do so again."""
        self.passes: Callable[[str], bool] = lambda _leaf: True
        """Whether a message arrives, by its leaf."""
        self._store: Store | None = None
        self.open()

    def open(self) -> None:
        """Start the desk, whose memory is its database."""
        self.haves.clear()
        self.close()
        self._store = Store(self._url)
        self.desk = Desk(
            self._store,
            self,
            now_ns=lambda: self.now_ns,
            wall_ms=lambda: self.now_ns // 1_000_000,
        )

    def close(self) -> None:
        """Leave the database."""
        if self._store is not None:
            self._store.engine.dispose()

    def send(
        self, clock: str, leaf: str, message: msgspec.Struct | None, *, retain: bool = False
    ) -> None:
        """Take what the desk sends."""
        assert not retain or message is None
        if leaf == "have":
            assert isinstance(message, Have)
            self.haves.append((clock, message))

    def bring(self, clock: Clock, leaf: str, message: msgspec.Struct) -> None:
        """Bring a clock's message to the desk."""
        if self.passes(leaf):
            self.arrived.append((clock.id, leaf, msgspec.json.encode(message)))
            self.desk.receive(*self.arrived[-1], self.now_ns)

    def exchange(self, clock: Clock, rounds: int = 12) -> None:
        """A connection, and what follows in so many beats."""
        assert clock.journal.flush(FLUSH_S)
        clock.connected()
        for number in range(rounds):
            self.now_ns += 2 * SECOND_NS
            self.bring(clock, "beat", clock.beat())
            if number == 0:
                self.bring(clock, "holds", clock.holds())
            self.answer(clock)
            while (lines := clock.following()) is not None:
                session = str(clock.starts)
                self.bring(clock, "lines", msgspec.structs.replace(lines, session=session))
                if len(self.arrived) % 3 == 0:
                    self.desk.commit()
                    self.answer(clock)
            self.desk.commit()
            self.answer(clock)
            live = self.desk.clocks.get(clock.id)
            at = None if live is None else live.beat.at
            if number > 1 and live is not None and live.at == at:
                return

    def everything(self) -> set[bytes]:
        """Every line that ever arrived."""
        with self.desk.store.engine.connect() as connection:
            return {line.encode() for line in connection.scalars(select(LINES.c.line))}

    def answer(self, clock: Clock) -> None:
        """Bring the desk's messages to a clock."""
        for id, have in self.haves:
            if id == clock.id and self.passes("have"):
                clock.had(have)
        self.haves.clear()
