"""Outputs: what followed from an input, as facts in the past tense, with exact instants."""

from enum import Enum

import msgspec

from clock.rules.control import Control
from clock.rules.inputs import ClaimKind, Result
from clock.rules.openings import Option
from clock.rules.regulations import Regulations
from clock.rules.seats import Hand, Seat


class IgnoreReason(Enum):
    """The reason why an act changed nothing."""

    IDLE_SEAT = "idle_seat"  # only the press of the seat whose clock runs counts (RIF 14.3)
    OTHER_HAND = "other_hand"  # the hand rule is enforced (RIF 14.3)
    NOT_STARTED = "not_started"
    STOPPED = "stopped"
    CLAIMED = "claimed"
    FALLEN = "fallen"
    FINISHED = "finished"
    RECONSTRUCTION = "reconstruction"
    NO_CHOICE = "no_choice"
    NO_DRAW_CLAIMS = "no_draw_claims"
    NO_ANNOUNCEMENT = "no_announcement"
    HERE_ALREADY = "here_already"
    NOT_CALLED = "not_called"
    GONG = "gong"  # only the gong ends a turn


IN_A_STOP = (IgnoreReason.STOPPED, IgnoreReason.FALLEN, IgnoreReason.CLAIMED)
"""After a press ignored for one of these reasons, the display asks for a claim of a win."""


class Output(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Base of all outputs; the instant is nanoseconds of CLOCK_MONOTONIC."""

    at_ns: int


class _OfSeat(Output, frozen=True):
    seat: Seat


class GameStarted(Output, frozen=True):
    """The game started: the clock of `running` runs, or both in joint time (None)."""

    running: Seat | None


class PlayerArrived(_OfSeat, frozen=True):
    """An absent player arrived (RIF 15)."""

    late_ns: int = 0  # charged now, beyond what ran, by `LateFactor`


class DefaultTimeReached(_OfSeat, frozen=True):
    """A player has been absent for the default time; the organizer may forfeit him (RIF 15)."""


class TurnPassed(_OfSeat, frozen=True):
    """A press stopped a seat's clock and started the other's at one instant (RIF 14.3).

    `credited` moves were counted, `moves` is the new total of both players.
    """

    spent_ns: int
    remaining_ns: int
    earned_ns: int
    credited: int
    moves: int


class PressIgnored(_OfSeat, frozen=True):
    """A press changed nothing."""

    reason: IgnoreReason


class IdlePress(msgspec.Struct, frozen=True):
    """A press ignored because the other's clock ran."""

    at_ns: int
    seat: Seat
    other_ns: int
    """What the other's clock showed."""


class ActIgnored(Output, frozen=True):
    """An act other than a press changed nothing; `act` is the name of its input."""

    act: str
    reason: IgnoreReason


class Chosen(_OfSeat, frozen=True):
    """A player chose the kind of his next press."""

    option: Option


class Announced(_OfSeat, frozen=True):
    """A player announced `count` fifths; 0 withdrew the announcement."""

    count: int


class ColoursTurned(Output, frozen=True):
    """A press changed the seat that plays Black, or settled it."""

    black: Seat


class PeriodBegan(_OfSeat, frozen=True):
    """A seat entered its next period, and its time changed by `added_ns`."""

    period: int
    added_ns: int


class ByoyomiBegan(_OfSeat, frozen=True):
    """A byo-yomi period began for a seat; `periods` are left, including this."""

    periods: int


class GongStruck(_OfSeat, frozen=True):
    """The gong ended a seat's time for a move."""


class RefereeCalled(_OfSeat, frozen=True):
    """The time referee was called for a seat (RIF 14.9)."""


class RefereeCame(_OfSeat, frozen=True):
    """The time referee came, called for a seat (RIF 14.9)."""


class ClapperFell(_OfSeat, frozen=True):
    """A seat's time ran out at this instant (RIF 14.4)."""


class ClapperRaised(_OfSeat, frozen=True):
    """A correction gave a fallen seat time again."""


class BothFallen(Output, frozen=True):
    """Both clappers are down and both clocks stopped; `draw` by the regulations (RIF 10.4)."""

    draw: bool


class ClocksStopped(Output, frozen=True):
    """Both clocks stopped; `by` is the seat that stopped them, if known."""

    by: Seat | None


class OrganizerCalled(Output, frozen=True):
    """The organizer was called (RIF 14.7)."""


class ClocksResumed(Output, frozen=True):
    """The organizer resumed the game: the clock of `seat` runs, or both in joint time (None)."""

    seat: Seat | None
    reconstruct: bool


class Claimed(_OfSeat, frozen=True):
    """A player claimed a win or a draw; a win is barred by RIF 9.6 with his clapper down."""

    clapper_up: bool
    kind: ClaimKind = ClaimKind.WIN


class ClaimDismissed(_OfSeat, frozen=True):
    """The organizer dismissed a seat's claim."""


class Corrected(Output, frozen=True):
    """An act of the organizer changed a figure from `before` to `after`.

    `what` is "moves", "black", "turn", "period", "stones", "byoyomi", "illegal_moves" or
    "remaining_ns". An act has an output for every figure that it changed, and for the figure that
    it was to change even if that stayed. The stones of a block follow from the other figures: only
    `SetStones` reports them.
    """

    what: str
    seat: Seat | None
    before: int | str
    after: int | str
    reason: str


class PressTakenBack(_OfSeat, frozen=True):
    """The last press was taken back: `seat` is to move again, after `moves` of both players."""

    moves: int


class Undone(Output, frozen=True):
    """The organizer struck his last entry: `act` is the input's name, `seat` the seat it named."""

    act: str
    seat: Seat | None


class ControlCorrected(_OfSeat, frozen=True):
    """The organizer replaced a seat's time control; its time stayed."""

    before: Control
    after: Control
    reason: str


class RegulationsCorrected(Output, frozen=True):
    """The organizer replaced the regulations."""

    before: Regulations
    after: Regulations
    reason: str


class Warned(_OfSeat, frozen=True):
    """A seat got its `count`-th official warning (gomoku 11.9.1)."""

    count: int
    reason: str


class HandsDiffered(_OfSeat, frozen=True):
    """A seat laid a stone with one hand and pressed with the other (RIF 14.3)."""

    stone: Hand
    press: Hand


class HandsTogether(_OfSeat, frozen=True):
    """A seat pressed both its plungers at once (RIF 14.3)."""


class HandFaulted(_OfSeat, frozen=True):
    """The organizer entered a seat's `count`-th hand fault, with a penalty of `penalty_ns`."""

    count: int
    penalty_ns: int
    is_warning: bool = False
    """Whether the regulations only warn for it."""


class IllegalMoveRuled(_OfSeat, frozen=True):
    """The organizer ruled on a seat's `count`-th illegal move; the opponent got `award_ns`."""

    count: int
    award_ns: int
    loses: bool
    """Whether so many lose the game by the regulations."""


class PressRetyped(_OfSeat, frozen=True):
    """The organizer made the last press another kind; times stayed (RIF 12.5)."""

    option: Option
    moves: int


class EdgeWasLate(_OfSeat, frozen=True):
    """A press of the instant `edge_ns` was delivered too late to count; the organizer judges."""

    edge_ns: int


class PowerWasLost(Output, frozen=True):
    """Power failed; a time that ran may be up to `uncertain_ns` too long, the others are exact."""

    uncertain_ns: int


class ClockRestarted(Output, frozen=True):
    """The program was away for `away_ns`, which was charged to the clock that ran."""

    away_ns: int


class GameFinished(Output, frozen=True):
    """The result was entered; `last_move` is the last move's number (gomoku 7.6).

    `by` is "players" if both agreed on it, else "".
    """

    result: Result
    ground: str
    last_move: int
    by: str = ""


class GameReopened(Output, frozen=True):
    """The organizer took the result back."""


class GamePutAside(Output, frozen=True):
    """The organizer put the game aside; the move that `sealed` has sealed counts from now on."""

    sealed: Seat | None
