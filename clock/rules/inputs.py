"""Inputs: what happened at the clock, each with its instant. They are the journal of a game.

An instant is nanoseconds of CLOCK_MONOTONIC. Players' acts (`Press`, `StoneLaid`, `Arrive`,
`Choose`, `Announce`, `Stop`, `Claim`) are always taken, even if they change nothing; the
organizer's may be refused.
"""

from enum import Enum
from typing import Annotated

import msgspec

from clock.rules.control import Control
from clock.rules.openings import Option
from clock.rules.regulations import Regulations
from clock.rules.seats import Hand, Seat

INSTANT_NS_END = 2**63 - 1
"""Every instant of the kernel's clock is below this; a state that never changes waits for it."""


class Result(Enum):
    """How a game ended, as the organizer entered it."""

    LEFT = "left"
    RIGHT = "right"
    DRAW = "draw"
    VOID = "void"
    BOTH_LOSE = "both_lose"  # both players lose (gomoku 10.11)


class PressKind(Enum):
    """What a press was, when the organizer retypes it."""

    MOVE = "move"
    SWAP = "swap"
    TWO_MORE = "two_more"


class _Input(
    msgspec.Struct,
    frozen=True,
    tag=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    at_ns: Annotated[int, msgspec.Meta(lt=INSTANT_NS_END)]


class _OfSeat(_Input, frozen=True):
    seat: Seat


class Start(_Input, frozen=True):
    """The organizer starts the clocks; both seats absent: joint time (RIF 15)."""

    absent: tuple[Seat, ...] = ()


class Press(_OfSeat, frozen=True):
    """A player pressed his plunger."""

    hand: Hand | None = None


class StoneLaid(_OfSeat, frozen=True):
    """A stone sensor saw a hand take a stone from its bowl."""

    hand: Hand | None = None


class Arrive(_OfSeat, frozen=True):
    """An absent player is there."""


class Choose(_OfSeat, frozen=True):
    """A player entered what his next press will be; it can be changed until then."""

    option: Option


class Announce(_OfSeat, frozen=True):
    """A player announced how many fifths will be offered, 0 none: changeable until his press."""

    count: int


class Stop(_Input, frozen=True):
    """Both clocks are stopped, which calls the organizer (RIF 14.6, 14.7)."""

    seat: Seat | None = None


class Resume(_Input, frozen=True):
    """The organizer lets the clocks go on: the same seat, or `seat`.

    With `reconstruct` that seat's time runs without credit while a position is laid again (gomoku
    6.2); its press, or a stop, ends that.
    """

    seat: Seat | None = None
    reconstruct: bool = False


class Claim(_OfSeat, frozen=True):
    """A player claims the win; both clocks stop at this instant (RIF 9.4, 9.6)."""


class Dismiss(_OfSeat, frozen=True):
    """The organizer dismisses a seat's claim; with the last one gone the clocks are stopped."""


class Acknowledge(_OfSeat, frozen=True):
    """The time referee is at the table of this seat (RIF 14.9)."""


class Adjust(_OfSeat, frozen=True):
    """The organizer changes a seat's time, by `delta_ns` or to `remaining_ns`."""

    delta_ns: int | None = None
    remaining_ns: int | None = None
    reason: str = ""


class SetMoves(_Input, frozen=True):
    """The organizer corrects the moves made so far by both; turn and periods follow."""

    made: int
    reason: str = ""


class SetPeriod(_OfSeat, frozen=True):
    """The organizer sets the period a seat is in, from 1; the times between follow."""

    period: int
    reason: str = ""


class SetByoyomi(_OfSeat, frozen=True):
    """The organizer sets the byo-yomi periods a seat has left, with the present one."""

    left: int
    reason: str = ""


class SetTurn(_OfSeat, frozen=True):
    """The organizer takes the last press back: it is the turn of `seat`, who made it, again."""

    reason: str = ""


class SetColours(_Input, frozen=True):
    """The organizer says which seat plays Black; before a start, with it, who begins."""

    black: Seat
    reason: str = ""


class SetControl(_Input, frozen=True):
    """The organizer sets a wrong setting right in a stop: what is None stays as it was."""

    left: Control | None = None
    right: Control | None = None
    regulations: Regulations | None = None
    reason: str = ""


class Warn(_OfSeat, frozen=True):
    """The organizer gives a seat an official warning (gomoku 11.9.1)."""

    reason: str = ""


class HandFault(_OfSeat, frozen=True):
    """The organizer saw a press with the other hand (RIF 14.3)."""


class Retype(_Input, frozen=True):
    """The last press becomes a move, a swap or "two more"; all times stay (RIF 12.5)."""

    as_: PressKind = msgspec.field(name="as")


class Finish(_Input, frozen=True):
    """The organizer enters the result."""

    result: Result
    ground: str = ""
    last_move: int | None = None
    """The number of the last move as it was laid; None: as the clock counts it (gomoku 7.6)."""


class LateEdge(_OfSeat, frozen=True):
    """A press was delivered after the clock had passed its instant; the organizer judges."""

    edge_ns: int


class PowerLost(_Input, frozen=True):
    """Power went after this instant, the last that is on disk: no clock has run since."""

    uncertain_ns: Annotated[int, msgspec.Meta(ge=0)]
    """What may have gone by before the power did, at most."""


class Restarted(_Input, frozen=True):
    """The clock's program was away for `away_ns` up to this instant; a clock that ran went on."""

    away_ns: Annotated[int, msgspec.Meta(ge=0)]


class Tick(_Input, frozen=True):
    """The watermark: no earlier input is still on its way."""


Input = (
    Press | Tick | Start | StoneLaid | Arrive | Choose | Announce | Stop | Resume | Claim | Dismiss
    | Acknowledge | Adjust | SetMoves | SetPeriod | SetByoyomi | SetTurn | SetColours | SetControl
    | HandFault | Warn | Retype | Finish | LateEdge | PowerLost | Restarted
)  # fmt: skip
