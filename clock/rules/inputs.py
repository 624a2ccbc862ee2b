"""Inputs: everything that happens at the clock, as facts with an instant. They make the journal.

Instants are nanoseconds of CLOCK_MONOTONIC. The players' acts (`Press`, `StoneLaid`, `Arrive`,
`Choose`, `Announce`, `Stop`, `Claim`) never raise, even if they change nothing; the organizer's
may be refused.
"""

from enum import Enum
from typing import Annotated, Literal

import msgspec

from clock.rules.control import Control
from clock.rules.openings import Option
from clock.rules.regulations import Regulations
from clock.rules.seats import Hand, Seat

INSTANT_NS_END = 2**63 - 1
"""No instant of the kernel's clock reaches this, so `state.NEVER_NS` can be the same value."""


class Result(Enum):
    """The result of a game, as the organizer enters it or the players agree."""

    LEFT = "left"
    RIGHT = "right"
    DRAW = "draw"
    VOID = "void"
    BOTH_LOSE = "both_lose"  # both players lose (gomoku 10.11)


class PressKind(Enum):
    """The kinds of press between which the organizer can retype the last one."""

    MOVE = "move"
    SWAP = "swap"
    TWO_MORE = "two_more"


class ClaimKind(Enum):
    """What a player claims."""

    WIN = "win"
    DRAW = "draw"  # where the regulations have such claims (FIDE 9.2, 9.3)


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
    """The organizer starts the game; with both seats absent, joint time may run (RIF 15)."""

    absent: tuple[Seat, ...] = ()


class Press(_OfSeat, frozen=True):
    """A player presses a plunger, with a known hand if the body has a plunger for each."""

    hand: Hand | None = None


class StoneLaid(_OfSeat, frozen=True):
    """A sensor sees a hand take a stone from its bowl (RIF 14.3)."""

    hand: Hand | None = None


class Arrive(_OfSeat, frozen=True):
    """An absent player arrives (RIF 15)."""


class Choose(_OfSeat, frozen=True):
    """A player chooses the kind of his next press in an opening; he may change it until then."""

    option: Option


class Announce(_OfSeat, frozen=True):
    """A player announces the number of fifths; he may change it until his press. 0 withdraws it."""

    count: int


class Stop(_Input, frozen=True):
    """Stop is pressed: both clocks stop and the organizer is called (RIF 14.6, 14.7)."""

    seat: Seat | None = None


class Resume(_Input, frozen=True):
    """The organizer resumes the game, with the turn of `seat` if it is set (RIF 14.6).

    Open claims are dismissed and a result is taken back. If it was the turn of the other seat, the
    last press is taken back as well. With `reconstruct`, the time of `seat` runs without credit
    while a position is laid again (gomoku 6.2), until that seat presses or a stop.
    """

    seat: Seat | None = None
    reconstruct: bool = False


class Claim(_OfSeat, frozen=True):
    """A player claims a win or a draw; both clocks stop at this instant (RIF 9.4, 9.6)."""

    kind: ClaimKind = ClaimKind.WIN


class Dismiss(_OfSeat, frozen=True):
    """The organizer dismisses a seat's claim; the clocks stay stopped.

    For a claim of a draw the opponent gets time, unless `award` is false (FIDE 9.5.3).
    """

    award: bool = True


class Acknowledge(_OfSeat, frozen=True):
    """The time referee has come, called for this seat (RIF 14.9)."""


class Adjust(_OfSeat, frozen=True):
    """The organizer changes a seat's time, either by `delta_ns` or to `remaining_ns`."""

    delta_ns: int | None = None
    remaining_ns: int | None = None
    reason: str = ""


class SetMoves(_Input, frozen=True):
    """The organizer sets the moves made so far by both; turn and periods follow."""

    made: int
    reason: str = ""


class SetPeriod(_OfSeat, frozen=True):
    """The organizer puts a seat into a period, counted from 1; the times of periods follow.

    Refused where the move counter alone decides the period.
    """

    period: int
    reason: str = ""


class SetByoyomi(_OfSeat, frozen=True):
    """The organizer sets the byo-yomi periods left to a seat, including the present one."""

    left: int
    reason: str = ""


class SetStones(_OfSeat, frozen=True):
    """The organizer sets the moves that a seat still has to make in its block (Canadian)."""

    left: int
    reason: str = ""


class SetTurn(_OfSeat, frozen=True):
    """The organizer takes back the last press: its seat, `seat`, is to move again.

    With `charge`, the time that the other's clock has run since is this seat's too (RIF 12.7).
    """

    reason: str = ""
    charge: bool = False


class SetColours(_Input, frozen=True):
    """The organizer sets the seat that plays Black; before the start this decides who begins."""

    black: Seat
    reason: str = ""


class SetControl(_Input, frozen=True):
    """The organizer replaces a wrong control or wrong regulations in a stop; None keeps the old."""

    left: Control | None = None
    right: Control | None = None
    regulations: Regulations | None = None
    reason: str = ""
    times_by_colour: bool | None = None
    """As in a setup; true: the times are those of the colours as they are now."""


class Warn(_OfSeat, frozen=True):
    """The organizer warns a seat officially (gomoku 11.9.1)."""

    reason: str = ""


class HandFault(_OfSeat, frozen=True):
    """The organizer enters a hand fault: stone and press by different hands (RIF 14.3)."""


class IllegalMove(_OfSeat, frozen=True):
    """The organizer rules that a seat made an illegal move (FIDE 7.5.5).

    It is counted, the opponent gets time by the regulations, and the seat's last press is taken
    back if it was the last of all.
    """


class SetIllegalMoves(_OfSeat, frozen=True):
    """The organizer sets how many illegal moves are counted for a seat; times stay."""

    count: int
    reason: str = ""


class Retype(_Input, frozen=True):
    """The organizer makes the last press a move, a swap or "two more"; times stay (RIF 12.5)."""

    as_: PressKind = msgspec.field(name="as")


class Finish(_Input, frozen=True):
    """The organizer enters the result, or the players agree on it; a second replaces the first."""

    result: Result
    ground: str = ""
    last_move: int | None = None
    """The number of the last move as laid (gomoku 7.6); None: `organizer.last_move_of`."""
    by: Literal["", "players"] = ""  # both players agreed; "": the organizer


class Undo(_Input, frozen=True):
    """The organizer strikes the last of his entries since the clocks stopped."""


class PutAside(_Input, frozen=True):
    """The organizer puts a stopped game aside, to be taken up another day (RIF 17.6).

    A `sealed` move of the player to move counts as a press at this instant.
    """

    sealed: bool = False


class LateEdge(_OfSeat, frozen=True):
    """A press arrives after the watermark, or may have been a spike; the organizer judges."""

    edge_ns: int


class PowerLost(_Input, frozen=True):
    """Power failed after this instant, the last on disk; no clock has run since."""

    uncertain_ns: Annotated[int, msgspec.Meta(ge=0)]
    """The longest time that may have passed between this instant and the failure."""


class Restarted(_Input, frozen=True):
    """The program is back after `away_ns`; a clock that ran kept running meanwhile."""

    away_ns: Annotated[int, msgspec.Meta(ge=0)]


class Tick(_Input, frozen=True):
    """The watermark moves to this instant: no earlier edge is still on its way.

    The station ticks a moment behind the present because edges arrive late and out of order: a
    press made just before a fall and delivered just after it still counts.
    """


Input = (
    Press | Tick | Start | StoneLaid | Arrive | Choose | Announce | Stop | Resume | Claim | Dismiss
    | Acknowledge | Adjust | SetMoves | SetStones | SetPeriod | SetByoyomi | SetTurn | SetColours
    | SetControl | HandFault | IllegalMove | SetIllegalMoves | Warn | Retype | Finish | Undo
    | PutAside | LateEdge | PowerLost | Restarted
)  # fmt: skip
