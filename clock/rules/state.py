"""The state of a game at the clock; its invariants are in `invariants`.

A seat's remaining time is that of one instant, `since_ns`; nothing is decremented while a clock
runs, so no rounding or lost tick can add up. `wake_ns` is the next instant at which the state
changes without an input (`timed_events`).
"""

from collections.abc import Iterator
from enum import Enum

import msgspec
from msgspec.structs import replace

from clock.rules.control import Control, Period
from clock.rules.control import problems as control_problems
from clock.rules.inputs import ClaimKind, Input, Press, Result
from clock.rules.match import MatchStanding, match_problems
from clock.rules.message import Message
from clock.rules.openings import Opening, Option, Play
from clock.rules.outputs import Claimed, IdlePress
from clock.rules.regulations import Regulations
from clock.rules.regulations import problems as regulations_problems
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat

IDLE_PRESSES_MAX = 99
"""More of them are not kept: the log has all."""

NEVER_NS = 2**63 - 1
"""Later than every instant (`inputs.INSTANT_NS_END`), so that comparing needs no special case."""


class Phase(Enum):
    """The phases of a game at the clock: the rows of `machine.TRANSITIONS`."""

    READY = "ready"
    JOINT = "joint"
    RUNNING = "running"
    RECONSTRUCTION = "reconstruction"
    STOPPED = "stopped"
    CLAIMED = "claimed"
    FALLEN = "fallen"
    FINISHED = "finished"


COUNTING = (Phase.JOINT, Phase.RUNNING, Phase.RECONSTRUCTION)  # a clock runs
HALTED = (Phase.STOPPED, Phase.CLAIMED, Phase.FALLEN, Phase.FINISHED)
"""The phases of a game that has begun, while no clock runs."""


class Call(Enum):
    """The state of the call of the time referee, for a seat in a period (RIF 14.9)."""

    OFF = "off"  # no time referees, or time that does not run out
    ARMED = "armed"
    CALLED = "called"
    CAME = "came"


class Record(Enum):
    """A seat's duty of keeping the record of the game (RIF 13.2)."""

    KEPT = "kept"
    WAIVED = "waived"
    COMPLETE = "complete"  # time has risen again: the record must be completed


class Byoyomi(msgspec.Struct, frozen=True):
    """The byo-yomi left to a seat after its main time."""

    periods: int
    left_ns: int  # of the first of these periods


class Rest(msgspec.Struct, frozen=True):
    """What was dropped at the end of each of some periods (`carry` is false, or byo-yomi)."""

    first: int  # the numbers of these periods
    last: int
    dropped_ns: int
    overtime: int | None = None  # the byo-yomi periods left at the end, with the present one


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that is agreed before a game."""

    left: Control
    right: Control
    regulations: Regulations
    opening: Opening
    starter: Seat = LEFT  # the seat whose clock starts the game, with the first colour (RIF 14.3)
    first: Colour = Colour.BLACK
    """The colour that moves first: White in chess, and in go with a handicap."""
    left_remaining_ns: int | None = None
    """The left clock's time at the start, if it is not that of the first period."""
    right_remaining_ns: int | None = None
    match: MatchStanding | None = None
    """The match that this game belongs to; its controls must be those of the match."""
    game: str = ""
    """The kind of game, by name; empty: not known."""
    times_by_colour: bool = False
    """Different times are the colours' (Armageddon), not the players'."""

    @property
    def black(self) -> Seat:
        """Who plays Black at the start, if the colours are not open then."""
        return self.first.seat(self.starter)

    def control(self, seat: Seat) -> Control:
        return self.left if seat is LEFT else self.right

    def terms(self, seat: Seat, period: int) -> Period | None:
        """Return the terms of a seat's period, counted from 1; None past the end of its control."""
        control = self.control(seat)
        if period <= len(control):
            return control[period - 1]
        return control[-1] if control[-1].repeat else None

    def period_points(self, seat: Seat, period: int) -> int:
        """Return what a seat's periods have cost that were begun up to this one."""
        control = self.control(seat)
        again = max(0, period - len(control)) * control[-1].points
        return sum(each.points for each in control[:period]) + again

    def in_match(self, standing: MatchStanding) -> "Setup":
        """Return the setup of a match's next game, with its times; the beginner begins."""
        return replace(
            self,
            left=standing.control(LEFT),
            right=standing.control(RIGHT),
            starter=standing.expert.other,
            left_remaining_ns=None,
            right_remaining_ns=None,
            match=standing,
        )

    def following(
        self,
        result: Result | None,
        *,
        colours_turned: bool = False,
        first: Colour | None = None,
    ) -> "Setup":
        """Return the setup of the next game; in a match the same seat begins again."""
        if self.match is not None:
            return replace(self.in_match(self.match.following(result)), starter=self.starter)
        turned = colours_turned is not (first is self.first.other)
        return self.begun_by(self.starter.other if turned else self.starter, first)

    def begun_by(self, seat: Seat, first: Colour | None = None) -> "Setup":
        """Return the setup begun by a seat, as `first` if given; times by colour follow Black."""
        begun = replace(self, starter=seat, first=first or self.first)
        if not self.times_by_colour or begun.black is self.black:
            return begun
        return replace(
            begun,
            left=self.right,
            right=self.left,
            left_remaining_ns=self.right_remaining_ns,
            right_remaining_ns=self.left_remaining_ns,
        )

    def problems(self) -> Iterator[tuple[str, Message]]:
        """Yield the mistakes that prevent a game, as (place in the setup, message)."""
        for seat in (LEFT, RIGHT):
            for at, message in control_problems(self.control(seat)):
                yield f"control.{seat.value}{at}", message
        for at, message in regulations_problems(self.regulations):
            yield f"regulations.{at}", message
        if self.match is not None:
            for at, message in match_problems(self.match):
                yield f"match.{at}", message
            if not self.has_match_controls:
                yield "control", Message("expected the controls of this game of the match")

    @property
    def has_match_controls(self) -> bool:
        """Whether both seats have the controls of the match, if there is one."""
        standing = self.match
        return standing is None or all(
            self.control(seat) == standing.control(seat) for seat in (LEFT, RIGHT)
        )

    def out_of_changed_match(self) -> "Setup":
        """Return this setup; with other times than its match's it is no game of it any more."""
        return self if self.has_match_controls else replace(self, match=None)


class SeatState(msgspec.Struct, frozen=True):
    """The clock of a seat at the instant up to which time has been charged."""

    remaining_ns: int
    period: int  # from 1; a period that repeats counts on
    terms: Period  # the terms of the present period
    call: Call
    entered: int = 0  # moves of this seat's colour at which the present period began
    spent_ns: int = 0  # all the time charged to this seat
    turn_ns: int = 0  # the part of it charged in the present turn
    delay_left_ns: int = 0  # the rest of the delay of the present or the coming turn
    overtime: int | None = None  # byo-yomi periods left, including the present; None: main time
    coming: Byoyomi | None = None
    """In main time: the byo-yomi after it, if that differs from the terms."""
    rests: tuple[Rest, ...] = ()
    """The times that periods before this one dropped at their ends, the last of them last."""
    fell_at_ns: int | None = None
    short_ns: int | None = None
    """In a stop: how far below zero corrections have taken the time of the period, which nothing
    covers: `remaining_ns` is 0, the clapper is down, and a fall when play goes on."""
    record: Record = Record.KEPT
    """The stored part of the duty of keeping the record: `record.record_of` has the whole."""
    stone: Hand | None = None
    """The hand that took a stone since this seat's last press, if the body can tell."""
    hand_faults: int = 0
    illegal_moves: int = 0
    warnings: int = 0  # official warnings (gomoku 11.9.1)

    @property
    def due(self) -> int | None:
        """The moves of this seat's colour that complete the period; None: the rest of the game."""
        moves = self.terms.moves
        return None if moves is None else self.entered + moves

    @property
    def ran_out(self) -> bool:
        """Whether the clapper fell while the game was on."""
        return self.fell_at_ns is not None

    @property
    def fallen(self) -> bool:
        """Whether the clapper is down."""
        return self.fell_at_ns is not None or self.short_ns is not None


class LastPress(msgspec.Struct, frozen=True):
    """The state before the last press, for retyping it or taking it back."""

    play: Play
    choice: Option | None  # the choice with which it was pressed
    kind: Option | None  # its kind now: the same as `choice`, unless it was retyped
    presser: SeatState  # with the turn's time charged, and nothing earned yet
    other: SeatState


class ListEntry(msgspec.Struct, frozen=True):
    """A correction in a stop, with the time it gives each seat (below zero: takes)."""

    act: Input
    left_change_ns: int = 0
    right_change_ns: int = 0

    def change_ns(self, seat: Seat) -> int:
        return self.left_change_ns if seat is LEFT else self.right_change_ns


class Stoppage(msgspec.Struct, frozen=True):
    """The acts since the clocks stopped, or before the start, and the corrections among them."""

    stopped: "State"  # as the clocks stopped
    acts: tuple[Input, ...]
    base: "State"  # with what stands beside the entries: the state from which they are folded
    entries: tuple[ListEntry, ...]
    resumed_at_ns: int | None = None
    """The instant at which the game was resumed, while no clock has run since."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """All that the clock knows about a game."""

    setup: Setup  # as agreed, with corrections since
    at_ns: int  # the instant of the last input
    phase: Phase
    turn: Seat  # whose move it is
    running: Seat | None  # whose clock runs; None while none does, and in joint time
    since_ns: int  # the instant up to which the running clock has been charged
    wake_ns: int  # the next instant at which the state changes by itself; NEVER_NS if at none
    left: SeatState
    right: SeatState
    play: Play
    last: LastPress | None = None  # the last press, while it can be retyped or taken back
    stoppage: Stoppage | None = None
    choice: Option | None = None  # entered for the next press by the player whose clock runs
    idle_presses: tuple[IdlePress, ...] = ()
    """The last presses that were ignored while the other's clock ran, since the last press that
    counted: at most IDLE_PRESSES_MAX."""
    touch: Press | None = None  # the last press by a known hand
    mismatch: Seat | None = None
    """The seat whose hands did not match, until the time referee comes or a fault is entered."""
    absent: tuple[Seat, ...] = ()
    started_at_ns: int | None = None
    waited_ns: int = 0  # the time that clocks ran while somebody was absent
    odd_ns: int = 0
    """0 or 1: what halving split joint time leaves over; two such are charged as one to each."""
    default_reported: bool = False  # the default time is over, and the absent were reported
    resumes: Phase = Phase.READY  # the phase that a stop interrupted
    fall_stopped: bool = False
    """Whether a fall stopped the clocks, and nobody has resumed them since."""
    claims: tuple[Claimed, ...] = ()
    """The open claims (RIF 9.6) in their order, at most one per seat."""
    count_moves: bool = False
    """A period began by time, whatever was played, so the organizer must count the moves."""
    timed_events: int = 0  # their number so far
    uncertain_ns: int = 0
    """The possible excess of the times since power was lost, until the game resumes."""
    result: Result | None = None
    ground: str = ""
    ended_by: str = ""  # as `Finish.by`
    last_move: int | None = None
    """The number of the last move, entered with the result."""

    def seat(self, seat: Seat) -> SeatState:
        return self.left if seat is LEFT else self.right

    @property
    def black(self) -> Seat | None:
        """The seat that plays Black; None while the colours are open."""
        return None if self.play.open else self.play.black

    def colour(self, seat: Seat) -> Colour | None:
        """Return the colour of a seat; None while the colours are open."""
        if self.black is None:
            return None
        return Colour.BLACK if seat is self.black else Colour.WHITE

    @property
    def beginner(self) -> Seat:
        """The seat with the first colour as corrected; in an opening the one that began."""
        if self.setup.opening.steps:
            return self.setup.starter
        return self.play.first.seat(self.play.black)

    def following(
        self,
        result: Result | None = None,
        *,
        colours_turned: bool = False,
        first: Colour | None = None,
    ) -> Setup:
        """Return the setup of the next game; `colours_turned` from those at the end of this one.

        `result`: how the game is about to end; None: as it has ended. `first`: the colour that
        moves first; None: as in this one.
        """
        setup = self.setup if self.setup.match else self.setup.begun_by(self.beginner)
        return setup.following(result or self.result, colours_turned=colours_turned, first=first)

    def completed(self, seat: Seat) -> bool:
        """Whether a seat has made the moves of its present period, and another follows."""
        clock = self.seat(seat)
        due = clock.due
        if due is None or self.play.made(seat) < due:
            return False
        return self.setup.terms(seat, clock.period + 1) is not None

    @property
    def interrupted(self) -> Phase:
        """The phase to resume after a stop, if the clocks are stopped or stop now."""
        return self.phase if self.phase in (Phase.JOINT, Phase.RUNNING) else self.resumes

    def in_turn(self, seat: Seat) -> bool:
        """Whether a seat's turn runs, or was interrupted; in joint time it is both seats' turn."""
        return self.turn is seat or self.interrupted is Phase.JOINT

    @property
    def at_rest(self) -> Phase:
        """The phase of clocks that are stopped, without a claim or a result."""
        falls = self.left.ran_out or self.right.ran_out
        return Phase.FALLEN if self.both_fallen or (self.fall_stopped and falls) else Phase.STOPPED

    @property
    def both_fallen(self) -> bool:
        """Whether both clappers fell while the game was on; debts of a stop are none (RIF 10.4)."""
        return self.left.ran_out and self.right.ran_out

    @property
    def both_down(self) -> bool:
        """Whether both clappers are down, by a fall or by a debt."""
        return self.left.fallen and self.right.fallen

    @property
    def alone_down(self) -> Seat | None:
        """The seat whose clapper alone is down; None if both are, or neither is."""
        if self.left.fallen is self.right.fallen:
            return None
        return LEFT if self.left.fallen else RIGHT

    @property
    def claims_draw(self) -> bool:
        """Whether an open claim is one of a draw."""
        return any(claim.kind is ClaimKind.DRAW for claim in self.claims)

    @property
    def first_fallen(self) -> Seat | None:
        """The seat whose clapper fell first; None before a fall, or if both fell together."""
        left_ns, right_ns = self.left.fell_at_ns, self.right.fell_at_ns
        if left_ns == right_ns:
            return None
        left_first = right_ns is None or (left_ns is not None and left_ns < right_ns)
        return LEFT if left_first else RIGHT
