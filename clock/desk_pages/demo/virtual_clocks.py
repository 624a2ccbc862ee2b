"""Clocks without a body: each keeps a journal in memory and plays its games, as real ones would.

To the desk they are clocks: they send what the link of a clock sends, in its own words.
"""

import random
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

import msgspec

from clock.game.chain import chained, encoded, hash_of
from clock.game.figures import figures_after
from clock.game.names import Names
from clock.game.recorded import FORMAT, End, Header, RecordedInput, end_of
from clock.game.taken_over import TakenOver
from clock.game.timeline import Timeline
from clock.link.coming_game import ComingGame
from clock.link.messages import (
    BEAT_S,
    PROTOCOL,
    STARTS,
    Ack,
    Assign,
    Beat,
    Command,
    DeskCorrection,
    Have,
    Lines,
    Online,
    Op,
    Setting,
    position_of,
)
from clock.notation.setup_table import SetupTable, setup_from_table
from clock.rules.edition import EDITION
from clock.rules.inputs import Acknowledge, Arrive, Claim, Finish, Input, Press, Result, Start, Stop
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import COUNTING, Call, Phase, State
from clock.rules.units import SECOND_NS
from clock.text.ending import MOVED, TIME

Publish = Callable[[str, str, msgspec.Struct], None]
"""Takes what a clock sends: its id, the leaf, the message."""

WATERMARK_NS = SECOND_NS // 4
JUDGED_NS = 90 * SECOND_NS
"""How long the organizer takes to judge a claim."""
LATE_NS = 400 * SECOND_NS


class VirtualClock:
    """One clock and the two players at it."""

    def __init__(
        self, id: str, publish: Publish, chance: random.Random, turns: Callable[[], list[int]]
    ) -> None:
        """`turns` returns how long each turn of a game takes."""
        self.id, self.online = id, True
        self.battery: int | None = None
        self._publish, self._chance, self._turns = publish, chance, turns
        self._offset_ns = chance.randrange(2 * 10**13, 10**14)  # before it games were played
        self._ppm = round(chance.gauss(0, 8))
        self._boot_id = f"{chance.getrandbits(128):032x}"
        self._setting = Setting(SetupTable("40/2h:1h"))
        self._games: list[list[bytes]] = []
        self._timeline: Timeline | None = None
        self._left: Iterator[int] = iter(())
        self._next_ns: int | None = None
        self._beaten_ns = 0
        self._sent = (0, 0)
        self._coming = ComingGame()

    @property
    def state(self) -> State | None:
        """The game that is played or was played last."""
        return None if self._timeline is None else self._timeline.state

    def time_ns(self, desk_ns: int) -> int:
        """Return its own time at an instant of the desk's."""
        return self._offset_ns + desk_ns + desk_ns * self._ppm // 1_000_000

    def set_to(self, assign: Assign) -> None:
        """Set it to a game, as an organizer does by hand or the desk does."""
        self._setting = Setting(assign.setup, assign.names, assign.table)
        self._timeline = None

    def connect(self, desk_ns: int) -> None:
        """Come up: what a clock sends first."""
        self.online = True
        self._publish(self.id, "online", Online(up=True, boot_id=self._boot_id))
        self._publish(self.id, "setting", self._setting)
        self._beat(desk_ns)

    def receive(self, message: msgspec.Struct, desk_ns: int) -> None:
        """Take what the desk sends."""
        match message:
            case Have(at):
                self._sent = (0, 0) if at is None else (at.game, at.lines)
                self._send_lines()
            case Assign():
                is_idle = self.state is None or self.state.phase in (Phase.READY, Phase.FINISHED)
                if is_idle:
                    self.set_to(message)
                    self._publish(self.id, "setting", self._setting)
                    self._beat(desk_ns)
                self._ack(message.id, is_idle, "a game is on")
            case Command():
                self._ack(message.id, *self._obeys(message, desk_ns))

    def start(self, desk_ns: int, absent: tuple[Seat, ...] = ()) -> None:
        """Begin the game that is set."""
        at_ns = self.time_ns(desk_ns)
        setup = setup_from_table(self._setting.setup)
        names = self._setting.names or Names(board=self._setting.table)
        ago = timedelta(microseconds=(time.monotonic_ns() - desk_ns) // 1000)
        wall = (datetime.now().astimezone() - ago).isoformat(timespec="seconds")
        header = Header(
            FORMAT, len(self._games) + 1, "demo", "monotonic", self._boot_id, wall, at_ns,
            self._setting.setup, self._end, names, EDITION,
        )  # fmt: skip
        self._games.append(chained("", [encoded(header)]))
        self._timeline = Timeline(setup, at_ns)
        self._timeline.recorder = self._record
        self._left = iter(self._turns())
        self._timeline.add(Start(at_ns, absent))
        self._next_ns = at_ns + (LATE_NS if absent else next(self._left))

    def run(self, desk_ns: int) -> None:
        """Play up to an instant of the desk's, and send what is new."""
        now_ns = self.time_ns(desk_ns)
        before = self._phase
        while self._next_ns is not None and self._next_ns <= now_ns:
            self._follow(self._next_ns - 1)
            self._play(self._next_ns)
        self._follow(now_ns - WATERMARK_NS)
        if not self.online:
            return
        self._send_lines()
        if before != self._phase or desk_ns - self._beaten_ns >= BEAT_S * SECOND_NS:
            self._beat(desk_ns)

    def do(self, event: Callable[[int], Input], desk_ns: int) -> None:
        """Let somebody at the table do something, given the instant."""
        if self._timeline is not None:
            self._timeline.add(event(self.time_ns(desk_ns)))

    def acknowledge(self, desk_ns: int) -> None:
        """A time referee has come: to the seat that is short of time."""
        for seat in (LEFT, RIGHT):
            if self.state is not None and self.state.seat(seat).call is Call.CALLED:
                self.do(partial(Acknowledge, seat=seat), desk_ns)

    @property
    def _phase(self) -> str:
        return "ready" if self.state is None else self.state.phase.value

    @property
    def _end(self) -> End | None:
        """How its last game ends; None: there is none."""
        return end_of(len(self._games), self._games[-1]) if self._games else None

    def _follow(self, at_ns: int) -> None:
        if self._timeline is not None:
            self._timeline.follow(at_ns)

    def _play(self, at_ns: int) -> None:
        """Do the next thing at this table; `_next_ns` is the time of the one after."""
        timeline, state = self._timeline, self.state
        if timeline is None or state is None:
            self._next_ns = None
            return
        claimant = self._by_time(state)
        if state.absent:
            for seat in state.absent:
                timeline.add(Arrive(at_ns, seat))
        elif state.phase is Phase.CLAIMED:
            self._finish(at_ns, Result(state.claims[0].seat.value), TIME)
            return
        elif claimant is not None:
            timeline.add(Claim(at_ns, claimant))
            self._next_ns = at_ns + JUDGED_NS
            return
        elif state.phase is Phase.RUNNING:
            timeline.add(Press(at_ns, state.turn))
        turn_ns = next(self._left, None)
        if turn_ns is None:
            self._finish(at_ns, self._chance.choice(list(Result)[:3]), "resigned")
            return
        self._next_ns = at_ns + turn_ns

    def _by_time(self, state: State) -> Seat | None:
        """Who claims, since the other's clapper is down."""
        lost = state.alone_down
        return None if lost is None else lost.other

    def _finish(self, at_ns: int, result: Result, ground: str) -> None:
        self._next_ns = None
        assert self._timeline is not None
        state = self._timeline.state
        by = "" if result is Result.DRAW else ground
        self._timeline.add(Finish(at_ns, result, by, state.play.moves))

    def _obeys(self, command: Command, desk_ns: int) -> tuple[bool, str]:
        op, acts = command.op, command.acts
        runs = self.state is not None and self.state.phase in COUNTING
        if op is Op.STOP and not runs:
            return False, "no clock is running"
        if op in (Op.STOP, Op.RETIRE) and runs:
            acts = (Stop(0),)
        if op is Op.RETIRE:
            self._next_ns, acts = None, (*acts, Finish(0, Result.VOID, MOVED))
        for act in acts:
            self.do(partial(_at, act), desk_ns)
        if op is Op.LINES:
            self._coming.take(command.part)
        elif op is Op.TAKE_OVER:
            self._take_over(self._coming.game(command.leaves, self.time_ns(desk_ns)))
        elif op in STARTS:
            if self._phase != "ready":
                return False, "not ready"
            self.start(desk_ns, STARTS[op])
        if op in (*STARTS, Op.TAKE_OVER, Op.STOP):
            self._send_lines()
            self._beat(desk_ns)
        return True, ""

    def _take_over(self, taken: TakenOver) -> None:
        """Go on with the game of another clock, once somebody resumes it."""
        header = msgspec.structs.replace(
            taken.game.header,
            game=len(self._games) + 1,
            boot_id=self._boot_id,
            before=self._end,
        )
        self._setting = Setting(header.setup, header.names, header.names.board)
        self._games.append(chained("", map(encoded, (header, *taken.lines))))
        self._publish(self.id, "setting", self._setting)
        self._timeline, self._next_ns = taken.timeline, None
        self._timeline.recorder = self._record
        if taken.stop is not None:
            self._timeline.add(taken.stop)

    def _record(self, event: Input, state: State) -> None:
        lines = self._games[-1]
        body = encoded(RecordedInput(event, figures_after(event, state)))
        lines += chained(hash_of(lines[-1]), [body])

    def _send_lines(self) -> None:
        game, first = self._sent
        for number, lines in enumerate(self._games, start=1):
            begin = first if number == game else 0 if number > game else len(lines)
            if self.online and begin < len(lines):
                texts = tuple(line.decode() for line in lines[begin:])
                self._publish(self.id, "lines", Lines(number, begin, texts))
                self._sent = (number, len(lines))

    def _beat(self, desk_ns: int) -> None:
        self._beaten_ns = desk_ns
        at = position_of(self._end)
        beat = Beat(
            self.time_ns(desk_ns), self._boot_id, at, self._phase, (), self.battery,
            "demo", self._boot_id[:8], protocol=PROTOCOL,
        )  # fmt: skip
        self._publish(self.id, "beat", beat)

    def _ack(self, id: str, done: bool, reason: str) -> None:
        self._publish(self.id, "ack", Ack(id, done, "" if done else reason))


def _at(act: DeskCorrection, at_ns: int) -> Input:
    """A correction as it is made at an instant."""
    return msgspec.structs.replace(act, at_ns=at_ns)
