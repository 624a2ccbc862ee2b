"""Outputs: the events that follow from an input, in the past tense, each with its exact instant."""

from enum import Enum

import msgspec

from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.openings import Option
from clock.rules.regulations import Regulations
from clock.rules.seats import Hand, Seat


class IgnoreReason(Enum):
    """Why a player's act changes nothing."""

    IDLE_SEAT = "idle_seat"  # only the press of the seat whose clock runs counts (RIF 14.3)
    OTHER_HAND = "other_hand"  # the hand rule is enforced (RIF 14.3)
    NOT_STARTED = "not_started"
    STOPPED = "stopped"
    CLAIMED = "claimed"
    FALLEN = "fallen"
    FINISHED = "finished"
    RECONSTRUCTION = "reconstruction"
    NO_CHOICE = "no_choice"
    NO_ANNOUNCEMENT = "no_announcement"
    HERE_ALREADY = "here_already"
    NOT_CALLED = "not_called"
    GONG = "gong"  # only the gong ends a turn


IN_A_STOP = (IgnoreReason.STOPPED, IgnoreReason.FALLEN, IgnoreReason.CLAIMED)
"""Why a press changes nothing that asks whether its player claims a win."""


class Output(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """What follows from an input, at an instant in nanoseconds of CLOCK_MONOTONIC."""

    at_ns: int


class _OfSeat(Output, frozen=True):
    seat: Seat


class GameStarted(Output, frozen=True):
    """The first clock runs: `running`, or both seats' in joint time (None)."""

    running: Seat | None


class PlayerArrived(_OfSeat, frozen=True):
    """A player who was absent is there (RIF 15)."""


class DefaultTimeReached(_OfSeat, frozen=True):
    """An absent player may be forfeited; the organizer judges (RIF 15)."""


class TurnPassed(_OfSeat, frozen=True):
    """A press stopped the presser's clock and started the other's at one instant (RIF 14.3)."""

    spent_ns: int
    remaining_ns: int
    earned_ns: int
    credited: int
    moves: int


class PressIgnored(_OfSeat, frozen=True):
    """A press that changed nothing."""

    reason: IgnoreReason


class ActIgnored(Output, frozen=True):
    """An act other than a press that changed nothing."""

    act: str
    reason: IgnoreReason


class Chosen(_OfSeat, frozen=True):
    """What a player's next press will be."""

    option: Option


class Announced(_OfSeat, frozen=True):
    """So many fifths will be offered; 0: the announcement was taken back."""

    count: int


class ColoursTurned(Output, frozen=True):
    """A press, or the organizer, settled or changed who plays Black."""

    black: Seat


class PeriodBegan(_OfSeat, frozen=True):
    """A seat entered its next period; `added_ns` is what that changed its time by."""

    period: int
    added_ns: int


class ByoyomiBegan(_OfSeat, frozen=True):
    """A byo-yomi period began for a seat; `periods` counts it and those to come."""

    periods: int


class GongStruck(_OfSeat, frozen=True):
    """A seat's time for a move is over."""


class RefereeCalled(_OfSeat, frozen=True):
    """The time referee is called for a seat (RIF 14.9)."""


class RefereeCame(_OfSeat, frozen=True):
    """The time referee is there."""


class ClapperFell(_OfSeat, frozen=True):
    """A seat's time ended at this instant (RIF 14.4)."""


class ClapperRaised(_OfSeat, frozen=True):
    """The organizer gave a fallen seat time again."""


class BothFallen(Output, frozen=True):
    """Both clappers are down, both clocks are stopped; `draw` where that is the rule (RIF 10.4)."""

    draw: bool


class ClocksStopped(Output, frozen=True):
    """No clock runs from this instant."""

    by: Seat | None


class OrganizerCalled(Output, frozen=True):
    """A stop, or a player, calls the organizer (RIF 14.7)."""


class ClocksResumed(Output, frozen=True):
    """The organizer let a clock go on; `seat` is None in joint time."""

    seat: Seat | None
    reconstruct: bool


class Claimed(_OfSeat, frozen=True):
    """A player claims the win; with his clapper down it cannot be won by RIF 9.1 to 9.4 (9.6)."""

    clapper_up: bool


class ClaimDismissed(_OfSeat, frozen=True):
    """The organizer dismissed a seat's claim."""


class Corrected(Output, frozen=True):
    """The organizer's act changed a figure: which, of whom, from what to what, and why.

    Every figure that an act changes has one of these, and so has the time of an `Adjust`. `what`
    is "moves", "black", "turn", "period", "byoyomi" or "remaining_ns".
    """

    what: str
    seat: Seat | None
    before: int | str
    after: int | str
    reason: str


class PressTakenBack(_OfSeat, frozen=True):
    """The last press was taken back: it is the turn of `seat` again, with `moves` made by both."""

    moves: int


class ControlCorrected(_OfSeat, frozen=True):
    """A seat's time control was set right; its time stayed."""

    before: Control
    after: Control
    reason: str


class RegulationsCorrected(Output, frozen=True):
    """The regulations were set right."""

    before: Regulations
    after: Regulations
    reason: str


class Warned(_OfSeat, frozen=True):
    """A seat's `count`-th official warning (gomoku 11.9.1)."""

    count: int
    reason: str


class HandsDiffered(_OfSeat, frozen=True):
    """A stone was laid with one hand and the plunger pressed with the other (RIF 14.3)."""

    stone: Hand
    press: Hand


class HandsTogether(_OfSeat, frozen=True):
    """A seat pressed both its plungers at once (RIF 14.3)."""


class HandFaulted(_OfSeat, frozen=True):
    """The organizer entered a hand fault: the seat's `count`-th, at a penalty of `penalty_ns`."""

    count: int
    penalty_ns: int
    is_warning: bool = False
    """By the regulations it gets no more than a warning."""


class PressRetyped(_OfSeat, frozen=True):
    """The last press became a move or a swap; all times stayed (RIF 12.5)."""

    option: Option
    moves: int


class EdgeWasLate(_OfSeat, frozen=True):
    """A press was delivered too late to count; the organizer judges."""

    edge_ns: int


class PowerWasLost(Output, frozen=True):
    """Power was lost; times that ran may be up to `uncertain_ns` too long, the others are exact."""

    uncertain_ns: int


class ClockRestarted(Output, frozen=True):
    """The clock was away for `away_ns`; it went on as if it had been there."""

    away_ns: int


class GameFinished(Output, frozen=True):
    """The organizer entered the result; `last_move` is the number of the last move (gomoku 7.6)."""

    result: Result
    ground: str
    last_move: int


class GameReopened(Output, frozen=True):
    """The organizer took the result back."""
