"""What a clock and the referees' desk send each other: topics, and JSON of bounded size.

The journal is the outbox. A clock sends the lines of its games as they are on its disk; the desk
answers with `Have` once its database has them, and from there the clock sends on. So nothing
reaches the desk that the journal does not hold, and whatever the broker forgets is sent again.

| topic under `clapper/1/{event}/clock/{id}/` | from | message |
|---|---|---|
| `online` | clock, retained, and the will | `Online` |
| `beat` | clock, retained, every 2 s and after every change | `Beat` |
| `setting` | clock, retained, when it changes | `Setting` |
| `lines` | clock | `Lines` |
| `holds` | clock, after each connection | `Holds` |
| `ack` | clock | `Ack` |
| `have` | desk | `Have` |
| `assign` | desk, retained | `Assign` |
| `cmd` | desk, never retained, expires in 5 s | `Command` |
"""

from enum import StrEnum
from secrets import token_hex
from typing import Annotated

import msgspec

from clock.game.names import NAMELESS, Names
from clock.game.recorded import End, Number
from clock.game.taken_over import Handover
from clock.link.desk_table import NAME
from clock.notation.setup_table import SetupTable
from clock.rules.inputs import (
    Adjust,
    Arrive,
    Dismiss,
    Finish,
    HandFault,
    IllegalMove,
    Resume,
    Retype,
    SetByoyomi,
    SetColours,
    SetControl,
    SetIllegalMoves,
    SetMoves,
    SetPeriod,
    SetStones,
    SetTurn,
    Stop,
    Undo,
    Warn,
)
from clock.rules.seats import LEFT, RIGHT, Seat

ROOT = "clapper/1"
FROM_CLOCK = ("online", "beat", "setting", "lines", "holds", "ack")
TO_CLOCK = ("have", "assign", "cmd")
PROTOCOL = 2
"""Counts what clock and desk can ask of each other; a program that does not say has 1. Whatever
they do not know of each other changes nothing, but they say that one is older."""
BEAT_S = 2.0
ASSIGNED = "a-"
"""Begins the id of every assignment, and of nothing else."""
OFFLINE_S = 6.0
"""A clock that is silent for longer is offline."""
COMMAND_S = 5
"""How long a command may be on its way."""
LINES_BYTES_MAX = 64_000
"""Of the lines of one message, unless a single line is longer."""

Name = Annotated[str, msgspec.Meta(pattern=NAME)]
NO_NUL = r"^[^\0]*$"
"""PostgreSQL's texts have none."""
LineText = Annotated[str, msgspec.Meta(max_length=1_000_000, pattern=NO_NUL)]
ShortText = Annotated[str, msgspec.Meta(max_length=200, pattern=NO_NUL)]


DeskCorrection = (
    Adjust | Arrive | Dismiss | Finish | HandFault | IllegalMove | Resume | Retype | SetByoyomi
    | SetColours | SetControl | SetIllegalMoves | SetMoves | SetPeriod | SetStones | SetTurn | Stop
    | Undo | Warn
)  # fmt: skip
"""What the organizer's menu does to a game; a result is taken back by `Resume` and `Stop`."""


class _Of(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of the link."""


class Online(_Of, frozen=True):
    """Whether a clock's link is up; when it is lost, the broker sends this instead."""

    up: bool
    boot_id: ShortText = ""


class Position(_Of, frozen=True):
    """How far a game is: its number, its lines with the header, and the hash of the last one."""

    game: Number
    lines: Number
    hash: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]


class Beat(_Of, frozen=True):
    """A sign of life of a clock: its time, the contents of its disk, its faults."""

    now_ns: Annotated[int, msgspec.Meta(ge=0)]
    """The instant of sending, in the journal's own time."""
    boot_id: ShortText
    at: Position | None = None
    """The last game on disk; None: there is none."""
    phase: ShortText = "ready"
    """Of the game on the table, which is on disk from its first input on."""
    faults: tuple[ShortText, ...] = ()
    battery: int | None = None
    """Percent, if it is low."""
    version: ShortText = ""
    session: ShortText = ""
    """Of the clock's program, from its start on: so a late copy is known as one."""
    signal: int | None = None
    """Of the wireless network, in dBm; None: there is none."""
    remarks: tuple[ShortText, ...] = ()
    """What is no fault of the clock, and no face says while a clock runs."""
    ending: bool = False
    """The players are ending the game, in a stop."""
    charge: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    """Of the battery, in percent, low or not; None: there is none, or it is unknown."""
    audible: bool | None = None
    """Whether anything can be heard of the clock; None: its program is too old to say."""
    protocol: int = 1


class Setting(_Of, frozen=True):
    """The setup of the game on the table, and what the game is called."""

    setup: SetupTable
    names: Names = NAMELESS
    table: ShortText = ""


class Lines(_Of, frozen=True):
    """Lines of a game's file, as they stand in it; the first is the file's line `first`, from 0."""

    game: Number
    first: Number
    lines: tuple[LineText, ...]
    session: ShortText = ""
    """As in `Beat`."""


class Holds(_Of, frozen=True):
    """How every game of a clock's folder ends, as read from its file."""

    games: tuple[Position, ...]
    more: bool = False
    """Whether another message follows with later games."""


class Have(_Of, frozen=True):
    """What the desk's database holds of a clock: send on from there; None: from the beginning.

    With no lines (and a hash of zeros) it asks for that game from its header on.
    """

    at: Position | None = None
    protocol: int = 1
    """The desk's."""


class Assign(_Of, frozen=True):
    """The game that a clock is to be set to once it is idle, and its table."""

    id: Name
    setup: SetupTable
    names: Names = NAMELESS
    table: ShortText = ""


class Op(StrEnum):
    """What a command asks for."""

    START = "start"
    """Start the game that is set."""
    START_JOINT = "start_joint"
    """Start with both players absent: one time runs for both (RIF 14.2)."""
    START_WITHOUT_LEFT = "start_without_left"
    START_WITHOUT_RIGHT = "start_without_right"
    IDENTIFY = "identify"
    """Say on the displays which clock this is."""
    SETUP = "setup"
    """Take the retained assignment now."""
    STOP = "stop"
    """Stop the clocks: another clock is about to go on with the game."""
    LINES = "lines"
    """Keep `Command.part` of another clock's game, of which the others come before and after."""
    TAKE_OVER = "take_over"
    """Go on with the game of `Command.leaves`, whose lines have come, with its clocks stopped."""
    RETIRE = "retire"
    """End the game of `Command.seen`, which another clock, `Command.by`, goes on with."""
    CORRECT = "correct"
    """Do what `Command.acts` says, as the clock's own menu would, while no clock runs."""


STARTS: dict[Op, tuple[Seat, ...]] = {
    Op.START: (),
    Op.START_JOINT: (LEFT, RIGHT),
    Op.START_WITHOUT_LEFT: (LEFT,),
    Op.START_WITHOUT_RIGHT: (RIGHT,),
}
"""The commands that start a game, and the seats that are absent then."""


class GamePart(_Of, frozen=True):
    """Lines of another clock's game; the first is line `first` of it, from 0."""

    at: Position
    """Where all of its lines end."""
    first: Number
    lines: tuple[LineText, ...]


class Leaves(_Of, frozen=True):
    """The game that a clock leaves to another."""

    at: Position
    of: Handover


class Command(_Of, frozen=True):
    """One act, done at most once, and only if the clock's disk holds what the issuer saw."""

    id: Name
    op: Op
    issuer: ShortText
    until_ns: Annotated[int, msgspec.Meta(ge=0)]
    """It is void after this instant of the clock's own time, which the issuer has of its beats."""
    seen: Position | None = None
    """`Beat.at` as the issuer saw it; `identify` alone does not look at it."""
    acts: Annotated[tuple[DeskCorrection, ...], msgspec.Meta(max_length=2)] = ()
    part: GamePart | None = None
    leaves: Leaves | None = None
    by: ShortText = ""


class Ack(_Of, frozen=True):
    """What became of a command or an assignment."""

    id: Name
    done: bool
    reason: ShortText = ""
    """Why not, in English."""


def topic(event: str, clock: str, leaf: str) -> str:
    """Return a topic of one clock."""
    return f"{ROOT}/{event}/clock/{clock}/{leaf}"


def position_of(end: End | None) -> Position | None:
    """Return the position that a game's end is."""
    return None if end is None else Position(end.game, end.count + 1, end.hash)


def end_of_position(position: Position | None) -> End | None:
    """Return the end of a game that a position is."""
    return None if position is None else End(position.game, position.lines - 1, position.hash)


def new_assignment_id() -> str:
    """Return an id that no assignment had before."""
    return f"{ASSIGNED}{token_hex(6)}"


def new_command_id() -> str:
    """Return an id that no command had before."""
    return f"c{token_hex(12)}"
