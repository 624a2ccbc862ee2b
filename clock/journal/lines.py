"""What a journal holds, line by line, and how the lines are bound to each other.

Each game is a header and its inputs in the order of arrival, each input with the figures that the
clock had after it. A line is JSON; its hash is SHA-256 of the hash before it and of its own bytes,
so that no line can change, vanish or come between without notice. How many lines a game has, and
the last hash, are stored twice more: in the seal of a game that another has followed, and in the
head of the journal for the last game. There stands the hash of the seal of the game before it as
well: so no game can be replaced, removed or moved either.
"""

import hashlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec

from clock.game.file import SetupTable
from clock.rules.inputs import INSTANT_NS_END, Input, Result, Tick
from clock.rules.seats import Seat
from clock.rules.state import Phase, SeatState, State
from clock.rules.timing import charged


class SeatFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's figures, as of the instant to which the game is charged."""

    remaining_ns: int
    period: int
    overtime: int | None = None
    fell_at_ns: int | None = None


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock's figures after an input."""

    phase: Phase
    running: Seat | None
    since_ns: int
    moves: int
    left: SeatFigures
    right: SeatFigures
    result: Result | None = None


class Row(msgspec.Struct, frozen=True):
    """One input as it was folded into the game, and the figures after it."""

    input: Input
    figures: Figures


class Header(msgspec.Struct, frozen=True):
    """A game before its first input, and the program that ran it; wall time is a label."""

    version: str
    time_source: str
    boot_id: str
    wall: str
    began_ns: int
    setup: SetupTable


class Cause(StrEnum):
    """Why something of a game is missing in its journal."""

    BEFORE = "before"
    """The journal was damaged before this game."""
    DAMAGED = "damaged"
    """The journal was damaged."""
    UNWRITTEN = "unwritten"
    """The disk did not answer for so long that not everything could wait for it."""


Hash = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})*$")]
Instant = Annotated[int, msgspec.Meta(ge=0, lt=INSTANT_NS_END // 2)]
"""So early that what a boot adds to it is an instant too."""
Number = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""Of a game or a line: so low that others follow."""


class Gap(msgspec.Struct, frozen=True):
    """Something is missing after a game's line `line`; `when` is the day on which this was found.

    Line 0 is the header.
    """

    line: int
    cause: Cause
    when: str


class Seal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game's number and its end; `before` is the hash of the seal of the game before it.

    In the oldest game, `before` is of one that made room.
    """

    game: Number
    before: Hash
    count: Number
    head: Hash
    gaps: tuple[Gap, ...] = ()


class Head(msgspec.Struct, frozen=True):
    """The end of the journal: the clock was on at `at_ns`, and this is all there is.

    `shift_ns` is how far the instants of this boot are ahead of its CLOCK_MONOTONIC; `last` is
    the last game's seal; `slowest_ns` is how long the disk took to answer.
    """

    at_ns: Instant
    boot_id: str
    shift_ns: Instant
    first: Number
    last: Seal
    slowest_ns: Instant = 0


class Line(NamedTuple):
    """A line and the hash that binds it to all before it."""

    text: str
    hash: bytes


def linked(before: bytes, text: str) -> Line:
    """Return a line bound to the one whose hash is `before`."""
    return Line(text, hashlib.sha256(before + text.encode()).digest())


def bound(before: bytes, line: Line) -> bool:
    """Return whether a line, as it was read, is bound to the one whose hash is `before`."""
    return isinstance(line.text, str) and line == linked(before, line.text)


def sound(before: bytes, lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines as long as each is bound to the one before it."""
    for line in lines:
        if not bound(before, line):
            return
        before = line.hash
        yield line


def encoded(struct: msgspec.Struct) -> str:
    """Return a struct as the text of a line."""
    return msgspec.json.encode(struct).decode()


def figures_after(event: Input, state: State) -> Figures:
    """Return the figures recorded with an input: with a Tick, those that the clocks showed then."""
    return figures_of(charged(state, event.at_ns) if isinstance(event, Tick) else state)


def figures_of(state: State) -> Figures:
    """Return the figures of a state, as of the instant to which it is charged."""
    return Figures(
        phase=state.phase,
        running=state.running,
        since_ns=state.since_ns,
        moves=state.play.moves,
        left=_seat_figures(state.left),
        right=_seat_figures(state.right),
        result=state.result,
    )


def _seat_figures(clock: SeatState) -> SeatFigures:
    return SeatFigures(clock.remaining_ns, clock.period, clock.overtime, clock.fell_at_ns)
