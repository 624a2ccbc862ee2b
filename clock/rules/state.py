"""The state of a game at the clock, and what must hold of it after every step.

A seat's remaining time is kept together with the instant up to which it has been charged; nothing
is decremented while a clock runs. `wake_ns` is the next instant at which the state changes by
itself.
"""

from collections.abc import Iterator
from enum import Enum

import msgspec
from msgspec.structs import replace

from clock.rules.control import Control, Period
from clock.rules.inputs import Result
from clock.rules.match import Place
from clock.rules.openings import Opening, Option, Play, remembers
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Colour, Hand, Seat

NEVER_NS = 2**63 - 1


class Phase(Enum):
    """What the clock as a whole is doing."""

    READY = "ready"
    JOINT = "joint"
    RUNNING = "running"
    RECONSTRUCTION = "reconstruction"
    STOPPED = "stopped"
    CLAIMED = "claimed"
    FALLEN = "fallen"
    FINISHED = "finished"


class Call(Enum):
    """How far the call of the time referee is, for a seat in its period (RIF 14.9)."""

    OFF = "off"  # no time referees
    ARMED = "armed"
    CALLED = "called"
    CAME = "came"
    NO_ALARM = "no_alarm"  # the period began with so little time: the sign, no alarm


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that is agreed before a game."""

    left: Control
    right: Control
    regulations: Regulations
    opening: Opening
    starter: Seat = LEFT
    """The seat whose clock starts the game, with the first colour (RIF 14.3)."""
    first: Colour = Colour.BLACK
    """The colour that moves first: White in chess, and in go with a handicap."""
    left_remaining_ns: int | None = None
    """What the left clock shows at the start, if not its first period."""
    right_remaining_ns: int | None = None
    match: Place | None = None
    """The match that this is a game of, whose controls it has; None: a game by itself."""

    def control(self, seat: Seat) -> Control:
        """Return a seat's time control."""
        return self.left if seat is LEFT else self.right

    def in_match(self, place: Place) -> "Setup":
        """Return the setup as a game of a match: its times, and the beginner begins."""
        return replace(
            self,
            left=place.control(LEFT),
            right=place.control(RIGHT),
            starter=place.expert.other,
            left_remaining_ns=None,
            right_remaining_ns=None,
            match=place,
        )

    def following(self, result: Result | None, *, colours_turned: bool = False) -> "Setup":
        """Return the setup of the next game: by the match's rule, or the same again.

        Who begins a match's games stays as it was set.
        """
        if self.match is not None:
            return replace(self.in_match(self.match.following(result)), starter=self.starter)
        return replace(self, starter=self.starter.other if colours_turned else self.starter)

    @property
    def keeps_match(self) -> bool:
        """Whether both seats have the controls of the match, if there is one."""
        place = self.match
        return place is None or all(
            self.control(seat) == place.control(seat) for seat in (LEFT, RIGHT)
        )


class SeatState(msgspec.Struct, frozen=True):
    """One seat's clock, as of the instant to which it has been charged."""

    remaining_ns: int
    period: int
    """From 1; a period that repeats counts on."""
    terms: Period
    """The terms of the present period."""
    due: int | None
    """Moves of this seat's colour that complete the present period; None: the rest of the game."""
    call: Call
    spent_ns: int = 0
    """All the time charged to this seat."""
    turn_ns: int = 0
    """What of it was charged in the present turn."""
    delay_left_ns: int = 0
    """What is left of the delay of the present or the coming turn."""
    overtime: int | None = None
    """Byo-yomi periods left, with the present one; None: main time."""
    fell_at_ns: int | None = None
    record_due: bool = False
    """A new period lifted the time above the record limit: complete the record (RIF 13.2)."""
    hand_faults: int = 0

    @property
    def fallen(self) -> bool:
        """Whether the clapper is down."""
        return self.fell_at_ns is not None


class Touch(msgspec.Struct, frozen=True):
    """The last press by a known hand."""

    seat: Seat
    hand: Hand
    at_ns: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the clock knows of a game."""

    setup: Setup
    at_ns: int
    """The instant of the last input."""
    phase: Phase
    turn: Seat
    """Whose move it is."""
    running: Seat | None
    """Whose clock runs; None while none does, and in joint time."""
    since_ns: int
    """The instant up to which the running clock has been charged."""
    wake_ns: int
    """The next instant at which the state changes by itself; NEVER_NS if at none."""
    left: SeatState
    right: SeatState
    play: Play
    before: Play | None = None
    """The play before the last press, while that press can be retyped."""
    choice: Option | None = None
    """What the player whose clock runs has entered for his next press."""
    stone: Hand | None = None
    """The hand that laid the last stone of this turn, where the body can tell."""
    touch: Touch | None = None
    mismatch: Seat | None = None
    """Whose hands did not match, until the time referee has come or a fault is entered."""
    absent: tuple[Seat, ...] = ()
    started_at_ns: int | None = None
    default_at_ns: int | None = None
    """When those who are still absent are to be reported."""
    resumes: Phase = Phase.READY
    """What a stopped clock goes back to."""
    claimant: Seat | None = None
    count_moves: bool = False
    """A period came by time, whatever was played: the organizer counts the moves."""
    uncertain_ns: int = 0
    """What the times may be too long by since power was lost, until the clocks go on."""
    result: Result | None = None
    ground: str = ""

    def seat(self, seat: Seat) -> SeatState:
        """Return one seat's clock."""
        return self.left if seat is LEFT else self.right

    def colour(self, seat: Seat) -> Colour | None:
        """Return what a seat plays; None while the colours are open."""
        if self.play.open:
            return None
        return Colour.BLACK if self.play.black is seat else Colour.WHITE

    def quota_made(self, seat: Seat) -> bool:
        """Whether a seat has made the moves of its present period."""
        due = self.seat(seat).due
        return due is not None and self.play.made(seat) >= due

    @property
    def interrupted(self) -> Phase:
        """What a clock that is stopped now goes back to."""
        return self.resumes if self.phase is Phase.RECONSTRUCTION else self.phase

    @property
    def both_fallen(self) -> bool:
        """Whether both clappers are down."""
        return self.left.fallen and self.right.fallen

    @property
    def first_fallen(self) -> Seat | None:
        """Whose clapper fell first; None while none is down, and if both fell at one instant."""
        left_ns, right_ns = self.left.fell_at_ns, self.right.fell_at_ns
        if left_ns == right_ns:
            return None
        left_first = right_ns is None or (left_ns is not None and left_ns < right_ns)
        return LEFT if left_first else RIGHT


class InvariantBroken(RuntimeError):
    """The state contradicts itself: a defect of the program, never of its input."""


def check(state: State) -> None:
    """Raise InvariantBroken with what does not hold; run after every step, also under -O."""
    for broken in _broken(state):
        raise InvariantBroken(f"{broken} at {state.at_ns} ns")


def _broken(state: State) -> Iterator[str]:
    counting = state.phase in (Phase.RUNNING, Phase.RECONSTRUCTION)
    if counting is not (state.running is not None):
        yield "a clock must run if and only if the phase says so"
    if state.phase is Phase.RUNNING and state.running is not state.turn:
        yield "the clock that runs must be that of the seat to move"
    if (counting or state.phase is Phase.JOINT) and state.both_fallen:
        yield "no clock may run with both clappers down"
    if state.since_ns > state.at_ns or state.wake_ns <= state.at_ns:
        yield "the state must be settled up to its instant"
    if (state.phase is Phase.CLAIMED) is not (state.claimant is not None):
        yield "there must be a claimant if and only if there is a claim"
    if (state.phase is Phase.FINISHED) is not (state.result is not None):
        yield "there must be a result if and only if the game is finished"
    if state.play.moves < 0:
        yield "moves must not be negative"
    opening, offers = state.setup.opening, state.play.offers
    if offers and not (0 < offers <= opening.offers_max and remembers(opening, state.play.step)):
        yield "offers must be within the opening, and only from their announcement to its end"
    for seat in (LEFT, RIGHT):
        yield from _seat_broken(state.seat(seat), seat.value)


def _seat_broken(seat: SeatState, name: str) -> Iterator[str]:
    if seat.remaining_ns < 0 or (seat.fallen and seat.remaining_ns != 0):
        yield f"{name}: remaining must be 0 or more, and 0 with the clapper down"
    if not 0 <= seat.turn_ns <= seat.spent_ns:
        yield f"{name}: a turn's time must be part of all time spent"
    if not 0 <= seat.delay_left_ns <= seat.terms.bonus_ns:
        yield f"{name}: the delay left must be within the delay"
    if seat.period < 1 or (seat.due is not None and seat.due < 1):
        yield f"{name}: periods and quotas count from 1"
