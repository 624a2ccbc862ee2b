"""A clock's messages over one connection: its presence, its state, its journal."""

import math
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec.structs import replace

from clock import boot
from clock.game.names import Names
from clock.journal.journal import Journal
from clock.link.connection import Lost, Received
from clock.link.desk_orders import Commands, Wake, decode
from clock.link.desk_table import DeskTable
from clock.link.messages import (
    BEAT_S,
    PROTOCOL,
    Beat,
    Have,
    Holds,
    Online,
    Position,
    Setting,
    position_of,
)
from clock.link.outbox import Endings, Outbox
from clock.notation.setup_table import table_from_setup
from clock.rules.message import Message
from clock.rules.state import Phase, Setup
from clock.station.loop import Station
from clock.station.orders import DeskOrder, Identify
from clock.text.language import Text, render

UP_S_MAX = 10.0
"""How long to wait for the broker to accept the connection."""
TURN_S_MAX = 1.0
SCAN_EVERY_S = 0.05
"""The pause between reading two files for `Holds`: a read keeps the processor busy a moment."""
HOLDS_MAX = 500
"""Most games in one `Holds` message."""
FAULTS_MAX, FAULT_CHARS_MAX, TABLE_CHARS_MAX = 20, 200, 200
WIRELESS = Path("/proc/net/wireless")
NEWS_S = 0.05
"""Shortest time between two beats, however often the state changes."""


OLDER_DESK, NEWER_DESK = Message("desk: older program"), Message("desk: newer program")
"""Shown on the faces: what the desk and the clock know of each other differs."""


class Connection(Protocol):
    """What a conversation needs of a `Broker`."""

    @property
    def up(self) -> bool: ...
    def traffic(self) -> list[tuple[int, int]]: ...
    def turn(self) -> bool: ...
    def publish(self, leaf: str, message: msgspec.Struct, *, retain: bool = False) -> None: ...
    def is_free(self, leaf: str) -> bool: ...
    def close(self) -> None: ...


Connect = Callable[[DeskTable, str, Received], Connection]
"""Connects a clock of the boot with this id. Raises what `Broker` raises."""


class LinkedClock:
    """What the link keeps about its clock across connections."""

    def __init__(
        self, name: str, journal: Journal, station: Station, wake: Wake, now_s: Callable[[], float]
    ) -> None:
        self.name, self.journal, self.station, self.now_s = name, journal, station, now_s
        self.boot, self.session = boot.this_boot(), secrets.token_hex(8)
        self.outbox, self.endings = Outbox(journal.path, now_s), Endings(journal.path)
        self.commands = Commands(name, station, lambda: journal.on_disk, wake)
        self.desk_protocol = PROTOCOL

    def beat(self) -> Beat:
        """Return the clock's current state, without the signal strength, which is in a file."""
        shared = self.station.snapshot
        return Beat(
            now_ns=self.station.now_ns(),
            boot_id=self.boot.id,
            at=position_of(self.journal.on_disk),
            phase=shared.state.phase.value,
            faults=_short(shared.faults),
            remarks=_short(shared.remarks),
            battery=shared.battery_low,
            ending=shared.ending,
            version=self.boot.program,
            session=self.session,
            charge=shared.charge,
            audible=shared.audible,
            protocol=PROTOCOL,
        )

    def say_difference(self) -> None:
        """Have the displays say, before a game, that the desk's program is not of our time."""
        if self.desk_protocol != PROTOCOL and self.station.snapshot.state.phase is Phase.READY:
            problem = OLDER_DESK if self.desk_protocol < PROTOCOL else NEWER_DESK
            self.station.ask(DeskOrder(Identify("", problem=problem), None, lambda _: None))


class Conversation:
    """One connection's messages, both ways."""

    def __init__(self, desk: DeskTable, clock: LinkedClock, connect: Connect) -> None:
        """Connect. Raises what `connect` raises."""
        clock.outbox.forget()
        self._clock = clock
        self.is_up = False
        self._news: Beat | None = None
        """The last beat, without its time."""
        self._beat_s = -math.inf
        """When it was sent."""
        self._setting: tuple[Setup, Names] | None = None
        self._ends: list[Position] = []
        self._scan: Iterator[Position] = iter(())
        self._next_scan_s = math.inf
        """When to read the next file."""
        self._until_s = clock.now_s() + UP_S_MAX
        self._broker = connect(desk, clock.boot.id, self._receive)
        self.close, self.traffic = self._broker.close, self._broker.traffic

    def turn(self) -> float:
        """Send and receive what is pending; return the seconds until more is due. Raises Lost."""
        is_more = self._broker.turn()
        if self._broker.up:
            waits_s = self._send()
        elif self._clock.now_s() > self._until_s:
            raise Lost(Message("the broker does not answer"))
        else:
            waits_s = TURN_S_MAX
        return 0.0 if is_more else waits_s

    def _receive(self, leaf: str, payload: bytes, retained: bool) -> None:
        """Handle a message from the desk; malformed ones are dropped."""
        if leaf == "cmd" and not retained:
            self._clock.commands.command(payload)
        elif leaf == "assign":
            self._clock.commands.assign(payload, retained=retained)
        elif leaf == "have" and (have := decode(payload, Have)) is not None:
            self._clock.outbox.had(have)
            self._clock.desk_protocol = have.protocol

    def _send(self) -> float:
        """Send what is due; return the seconds until something else is."""
        clock, broker = self._clock, self._broker
        now_s = clock.now_s()
        if not self.is_up:
            self.is_up = True
            broker.publish("online", Online(up=True, boot_id=clock.boot.id), retain=True)
            self._next_scan_s = now_s
            if (on_disk := clock.journal.on_disk) is not None:
                self._scan = clock.endings.read(on_disk)
        beats_s = self._send_beat(now_s)
        self._send_setting()
        while (lines := clock.outbox.following(clock.journal.on_disk)) is not None:
            broker.publish("lines", replace(lines, session=clock.session))
        clock.commands.take_answers()
        while clock.commands.replies:
            broker.publish("ack", clock.commands.replies.popleft())
        if now_s >= self._next_scan_s:
            self._next_scan_s = self._read_on(now_s)
        return max(0.0, min(TURN_S_MAX, beats_s - now_s, self._next_scan_s - now_s))

    def _send_beat(self, now_s: float) -> float:
        """Send a beat if one is due; return when to try again, infinity while one is on its way."""
        if not self._broker.is_free("beat"):
            return math.inf
        beat = self._clock.beat()
        news = replace(beat, now_ns=0)
        due_s = self._beat_s + (BEAT_S if news == self._news else NEWS_S)
        if now_s < due_s:
            return due_s
        self._news, self._beat_s = news, now_s
        self._broker.publish("beat", replace(beat, signal=_signal()), retain=True)
        self._clock.say_difference()
        return math.inf  # until it has arrived

    def _send_setting(self) -> None:
        shared = self._clock.station.snapshot
        setting = shared.state.setup, shared.names
        if setting != self._setting and self._broker.is_free("setting"):
            self._setting = setting
            table, names = table_from_setup(shared.state.setup), shared.names
            message = Setting(table, names, names.board[:TABLE_CHARS_MAX])
            self._broker.publish("setting", message, retain=True)

    def _read_on(self, now_s: float) -> float:
        """Read how the next game ends or, once all are read, send them; return when to continue."""
        if (end := next(self._scan, None)) is not None:
            self._ends.append(end)
            return now_s + SCAN_EVERY_S
        for first in range(0, max(1, len(self._ends)), HOLDS_MAX):
            following = first + HOLDS_MAX
            games = tuple(self._ends[first:following])
            self._broker.publish("holds", Holds(games, more=following < len(self._ends)))
        return math.inf


def _short(texts: tuple[Text, ...]) -> tuple[str, ...]:
    return tuple(f"{render(each):.{FAULT_CHARS_MAX}}" for each in texts[:FAULTS_MAX])


def _signal() -> int | None:
    """The wireless signal strength in dBm; None if unknown."""
    with suppress(OSError, ValueError):
        for line in WIRELESS.read_text().splitlines()[2:]:
            return int(float(line.split()[3]))
    return None
