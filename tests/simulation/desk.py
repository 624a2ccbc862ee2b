"""The referees' desk at the other end: what it has of the clock's journal, and what it asks for.

It has the witness of the real desk, and nothing else of it.
"""

from copy import deepcopy
from typing import NamedTuple

import msgspec

from clock.desk.witness import JournalFinding, Kind, Witness
from clock.game.names import Names
from clock.game.recorded import End
from clock.journal.folder import game_files
from clock.journal.journal import Journal
from clock.link.messages import (
    ASSIGNED,
    COMMAND_S,
    PROTOCOL,
    Ack,
    Assign,
    Beat,
    Command,
    Have,
    Holds,
    Lines,
    Online,
    Op,
)
from clock.notation.setup_table import table_from_setup
from clock.rules.inputs import Input
from clock.rules.state import Setup
from tests.simulation.hall import Hall
from tests.simulation.observer import Wrong
from tests.simulation.scheduler import MS, SECOND_NS

WRITTEN_NS_MAX = 300 * MS
"""How long the desk's database takes."""
CAUGHT_UP_NS = 30 * SECOND_NS
"""With a network that is well for so long the desk has everything."""


class Asked(NamedTuple):
    """What the desk has asked of the clock, and when."""

    id: str
    sent_ns: int


class Desk:
    """A desk that answers as the protocol has it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        hall.to_desk = self._hear
        self.is_on = True
        self.lines: dict[int, list[bytes]] = {}
        self.acks: dict[str, Ack] = {}
        self.beat: Beat | None = None
        self._beat_ns = 0
        """When it came."""
        self._witness = Witness()
        self.findings: list[JournalFinding] = []
        self._numbers = 0
        self._copies = [(deepcopy(self._witness), dict(self.lines))]
        self.well_ns = 0
        """Since when nothing was wrong with the clock, the network, the broker and the desk."""
        self._noted: list[tuple[int, tuple[int, int]]] = []
        """What was on the clock's disk, and when: games and lines."""

    def back_up(self) -> None:
        """Make a copy of the database."""
        self._copies.append((deepcopy(self._witness), deepcopy(self.lines)))

    def put_back(self) -> None:
        """An earlier copy takes the place of the database, which takes longer than any stray."""
        self.hall.strays_since_ns = self.hall.scheduler.now_ns
        self._witness, self.lines = deepcopy(self.hall.random.choice(self._copies))

    # What clocks send

    def _hear(self, leaf: str, payload: bytes) -> None:
        if not self.is_on:
            self.hall.meet("a message to the desk is lost")
        elif leaf == "lines":
            self._take(msgspec.json.decode(payload, type=Lines))
        elif leaf == "ack":
            ack = msgspec.json.decode(payload, type=Ack)
            known = self.acks.setdefault(ack.id, ack)
            is_left = ack.id.startswith(ASSIGNED)  # for a later life of the program as well
            if known != ack and not is_left:
                raise Wrong(f"{known} became {ack}")
            if is_left and ack.done:
                self.hall.forget_assignment()
        elif leaf == "holds":
            self.findings += self._witness.compare(msgspec.json.decode(payload, type=Holds))
        elif leaf == "online":
            if msgspec.json.decode(payload, type=Online).up:
                self._answer()
        elif leaf == "beat":
            beat = msgspec.json.decode(payload, type=Beat)
            if self._witness.is_late(beat):
                self.hall.meet("a beat is known as a late copy")
                return
            self.findings += self._witness.hear(beat)
            self.beat, self._beat_ns = beat, self.hall.scheduler.now_ns
            if self._witness.lacks(beat):
                self._answer()

    def _take(self, lines: Lines) -> None:
        new, findings = self._witness.take(lines)
        self.findings += findings
        for number, line in new:
            game = self.lines.setdefault(lines.game, [])
            replaces = any(each.kind is Kind.REPLACED for each in findings)
            if number != len(game) and not replaces:
                raise Wrong(f"line {number} after {len(game)}")
            game[number:] = [line]
        self._answer()

    def _answer(self) -> None:
        """Say what the database has, once it is there."""
        written_ns = self.hall.random.randint(0, WRITTEN_NS_MAX)
        have = Have(self._witness.wanted, PROTOCOL)
        self.hall.scheduler.after(written_ns, lambda: self.hall.send("have", have))

    # What the organizer does there

    def ask(self, op: Op, acts: tuple[Input, ...] = ()) -> Asked | None:
        """Send a command; None if no clock is there."""
        if self.beat is None or not self.is_on:
            return None
        self._numbers += 1
        now_ns = self.hall.scheduler.now_ns
        until_ns = self.beat.now_ns + now_ns - self._beat_ns + COMMAND_S * SECOND_NS
        command = Command(f"c{self._numbers}", op, "organizer", until_ns, self.beat.at, acts)  # type: ignore[arg-type]
        self.hall.send("cmd", command)
        return Asked(command.id, now_ns)

    def assign(self, setup: Setup, names: Names) -> Asked | None:
        """Leave an assignment for the clock."""
        if not self.is_on:
            return None
        self._numbers += 1
        id_ = f"{ASSIGNED}{self._numbers}"
        self.hall.send("assign", Assign(id_, table_from_setup(setup), names), retain=True)
        return Asked(id_, self.hall.scheduler.now_ns)

    # What must hold

    def check_answer(self, asked: Asked, *, done: bool, is_due: bool) -> None:
        """Raise Wrong if the answer differs from what was done, or there must be one."""
        ack = self.acks.get(asked.id)
        if ack is not None and ack.done != done:
            raise Wrong(f"{ack} of what was {'done' if done else 'not done'}")
        if ack is None and is_due and self.well_ns < asked.sent_ns - CAUGHT_UP_NS:
            raise Wrong(f"{asked} has no answer")

    def check(self, journal: Journal) -> None:
        """Raise Wrong if the desk has anything but the journal's lines, or must have more."""
        files = {
            number: path.read_bytes().splitlines(keepends=True)
            for number, path in game_files(journal.path).items()
        }
        for number, lines in self.lines.items():
            never_began = len(lines) == 1 and number == max(self.lines)  # it may make room
            if lines != files.get(number, [])[: len(lines)] and not never_began:
                raise Wrong(f"the desk has {len(lines)} lines of game {number}, the journal others")
        found = [each for each in self.findings if each.kind is not Kind.REPLACED]
        if found:
            raise Wrong(f"the desk's witness found {found}")
        self._require_all(journal.on_disk)

    def _require_all(self, on_disk: End | None) -> None:
        """Raise Wrong if something has been on the disk for long that the desk has not."""
        now_ns = self.hall.scheduler.now_ns
        if on_disk is not None:
            self._noted.append((now_ns, (on_disk.game, on_disk.count + 1)))
        since_ns = now_ns - CAUGHT_UP_NS
        due = [end for at_ns, end in self._noted if self.well_ns <= at_ns <= since_ns]
        has = self._witness.at
        if due and (has is None or (has.game, has.lines) < max(due)):
            raise Wrong(f"the desk has {has} of {on_disk}")
