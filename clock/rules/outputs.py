"""Outputs: what came of an input, in the past tense, each with the exact instant it happened at."""

from enum import Enum

import msgspec

from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.openings import Option
from clock.rules.regulations import Regulations
from clock.rules.seats import Hand, Seat


class IgnoreReason(Enum):
    """IgnoreReason a player's act came to nothing."""

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


class _Output(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    at_ns: int


class GameStarted(_Output, frozen=True):
    """The first clock runs: `running`, or both seats' in joint time (None)."""

    running: Seat | None


class PlayerArrived(_Output, frozen=True):
    """A player who was absent is there (RIF 15)."""

    seat: Seat


class DefaultTimeReached(_Output, frozen=True):
    """An absent player may be forfeited; the organizer judges (RIF 15)."""

    seat: Seat


class TurnPassed(_Output, frozen=True):
    """A press stopped the presser's clock and started the other's at one instant (RIF 14.3)."""

    seat: Seat
    spent_ns: int
    remaining_ns: int
    earned_ns: int
    credited: int
    moves: int


class PressIgnored(_Output, frozen=True):
    """A press that changed nothing."""

    seat: Seat
    reason: IgnoreReason


class ActIgnored(_Output, frozen=True):
    """An act other than a press that changed nothing."""

    act: str
    reason: IgnoreReason


class Chosen(_Output, frozen=True):
    """What a player's next press will be."""

    seat: Seat
    option: Option


class Announced(_Output, frozen=True):
    """So many fifths will be offered; 0: the announcement was taken back."""

    seat: Seat
    count: int


class ColoursTurned(_Output, frozen=True):
    """A press, or the organizer, settled or changed who plays Black."""

    black: Seat


class PeriodBegan(_Output, frozen=True):
    """A seat entered its next period; `added_ns` is what that changed its time by."""

    seat: Seat
    period: int
    added_ns: int


class ByoyomiBegan(_Output, frozen=True):
    """A byo-yomi period began for a seat; `periods` counts it and those to come."""

    seat: Seat
    periods: int


class GongStruck(_Output, frozen=True):
    """A seat's time for a move is over."""

    seat: Seat


class RefereeCalled(_Output, frozen=True):
    """The time referee is called for a seat (RIF 14.9)."""

    seat: Seat


class RefereeCame(_Output, frozen=True):
    """The time referee is there."""

    seat: Seat


class ClapperFell(_Output, frozen=True):
    """A seat's time ended at this instant (RIF 14.4)."""

    seat: Seat


class ClapperRaised(_Output, frozen=True):
    """The organizer gave a fallen seat time again."""

    seat: Seat


class BothFallen(_Output, frozen=True):
    """Both clappers are down, both clocks are stopped; `draw` where that is the rule (RIF 10.4)."""

    draw: bool


class ClocksStopped(_Output, frozen=True):
    """No clock runs from this instant."""

    by: Seat | None


class OrganizerCalled(_Output, frozen=True):
    """A stop, or a player, calls the organizer (RIF 14.7)."""


class ClocksResumed(_Output, frozen=True):
    """The organizer let a clock go on; `seat` is None in joint time."""

    seat: Seat | None
    reconstruct: bool


class Claimed(_Output, frozen=True):
    """A player claims the win; with his clapper down it cannot be won by RIF 9.1 to 9.4 (9.6)."""

    seat: Seat
    clapper_up: bool


class ClaimDismissed(_Output, frozen=True):
    """The organizer dismissed a seat's claim."""

    seat: Seat


class Corrected(_Output, frozen=True):
    """The organizer's act changed a figure: which, of whom, from what to what, and why.

    Every figure that an act changes is told by one of these, and so is the time that an `Adjust`
    was for. `what` is "moves", "black", "turn", "period", "byoyomi" or "remaining_ns".
    """

    what: str
    seat: Seat | None
    before: int | str
    after: int | str
    reason: str


class PressTakenBack(_Output, frozen=True):
    """The last press was taken back: it is the turn of `seat` again, with `moves` made by both."""

    seat: Seat
    moves: int


class ControlCorrected(_Output, frozen=True):
    """A seat's time control was set right; its time stayed."""

    seat: Seat
    before: Control
    after: Control
    reason: str


class RegulationsCorrected(_Output, frozen=True):
    """The regulations were set right."""

    before: Regulations
    after: Regulations
    reason: str


class Warned(_Output, frozen=True):
    """A seat's `count`-th official warning (gomoku 11.9.1)."""

    seat: Seat
    count: int
    reason: str


class HandsDiffered(_Output, frozen=True):
    """A stone was laid with one hand and the plunger pressed with the other (RIF 14.3)."""

    seat: Seat
    stone: Hand
    press: Hand


class HandsTogether(_Output, frozen=True):
    """A seat pressed both its plungers at once (RIF 14.3)."""

    seat: Seat


class HandFaulted(_Output, frozen=True):
    """The organizer entered a hand fault: the seat's `count`-th, at a penalty of `penalty_ns`."""

    seat: Seat
    count: int
    penalty_ns: int


class PressRetyped(_Output, frozen=True):
    """The last press became a move or a swap; all times stayed (RIF 12.5)."""

    seat: Seat
    option: Option
    moves: int


class EdgeWasLate(_Output, frozen=True):
    """A press came to light too late to count; the organizer judges."""

    seat: Seat
    edge_ns: int


class PowerWasLost(_Output, frozen=True):
    """Power was lost; times that ran may be too long by up to `uncertain_ns`, others by nothing."""

    uncertain_ns: int


class ClockRestarted(_Output, frozen=True):
    """The clock was away for `away_ns`; it went on as if it had been there."""

    away_ns: int


class GameFinished(_Output, frozen=True):
    """The organizer entered the result; `last_move` is the number of the last move (gomoku 7.6)."""

    result: Result
    ground: str
    last_move: int


class GameReopened(_Output, frozen=True):
    """The organizer took the result back."""


Output = (
    TurnPassed
    | PressIgnored
    | ActIgnored
    | GameStarted
    | PlayerArrived
    | DefaultTimeReached
    | Chosen
    | Announced
    | ColoursTurned
    | PeriodBegan
    | ByoyomiBegan
    | GongStruck
    | RefereeCalled
    | RefereeCame
    | ClapperFell
    | ClapperRaised
    | BothFallen
    | ClocksStopped
    | OrganizerCalled
    | ClocksResumed
    | Claimed
    | ClaimDismissed
    | Corrected
    | PressTakenBack
    | ControlCorrected
    | RegulationsCorrected
    | Warned
    | HandsDiffered
    | HandsTogether
    | HandFaulted
    | PressRetyped
    | EdgeWasLate
    | PowerWasLost
    | ClockRestarted
    | GameFinished
    | GameReopened
)
