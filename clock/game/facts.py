"""The facts of a game, as the fold of what happened in it. Pure.

An instant is nanoseconds from the start of the game on. Nothing is left out because of the
regulations: a report is the organizer's, read when the game is over, and so is whose clapper fell
first.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from clock.rules import outputs as came
from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.machine import begin
from clock.rules.openings import Option
from clock.rules.outputs import Output
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Phase, SeatState, Setup, StandingClaim, State
from clock.rules.timing import charged


class Turn(msgspec.Struct, frozen=True):
    """A turn that a press, or the gong, has ended."""

    at_ns: int
    seat: Seat
    colour: Colour | None
    """What the seat played when it pressed; None while the colours were open."""
    moves: int
    """Moves made by both together, with this turn's."""
    credited: int
    """How many of them this turn made."""
    option: Option
    """What the press was: a swap makes no move."""
    spent_ns: int
    earned_ns: int
    remaining_ns: int
    """What the seat's clock showed afterwards, with the time of a period that began."""
    period: int
    """The period in which the turn was made, from 1."""
    byoyomi: int | None
    """Byo-yomi periods that were left, with the present one; None: main time."""


class PeriodEntered(msgspec.Struct, frozen=True):
    """A seat came into another period of its time control."""

    at_ns: int
    seat: Seat
    period: int
    added_ns: int
    moves: int
    """Moves made by both together when it came."""


class Halt(msgspec.Struct, frozen=True):
    """Both clocks stood."""

    at_ns: int
    by: Seat | None
    """Who stopped them; None: the organizer, or the clock by its rules."""
    until_ns: int | None = None
    """None: they did not go on."""


class Fall(msgspec.Struct, frozen=True):
    """A clapper fell."""

    at_ns: int
    seat: Seat
    moves: int
    """Moves made by both together when it fell."""


class Correction(msgspec.Struct, frozen=True):
    """The organizer changed a figure: from what to what, and why."""

    at_ns: int
    what: str
    """As in `Corrected`; "control", "regulations" or "hand_faults"; or "press": the last one became
    another kind, or was taken back."""
    seat: Seat | None
    """None: of no seat, or of both alike."""
    before: int | str | Control | Regulations
    after: int | str | Control | Regulations
    reason: str = ""
    penalty_ns: int = 0
    """What a hand fault cost."""


class SeatFacts(msgspec.Struct, frozen=True):
    """One seat's clock when all was over."""

    colour: Colour | None
    remaining_ns: int
    fallen: bool
    byoyomi: int | None
    moves: int
    """Made by this seat's colour."""
    period: int
    periods: int | None
    """How many the time control has; None: its last one comes again and again."""
    due: int | None
    """Moves of its colour that complete the present period; None: the rest of the game."""
    spent_ns: int
    """All the time charged to it."""
    turns: int
    longest: Turn | None
    """The turn on which most time was spent."""
    unended_ns: int
    """Spent outside of the turns: joint time, a reconstruction, a turn that no press ended."""
    ignored: int
    """Presses that came to nothing."""


class Facts(msgspec.Struct, frozen=True):
    """All that a report tells of a game."""

    phase: Phase
    result: Result | None
    ground: str
    moves: int
    """The number of the last move, as it was entered or as the clock counts it."""
    claims: tuple[StandingClaim, ...]
    """Those that still stand."""
    to_move: Seat
    lasted_ns: int
    """From the start to the last thing that happened."""
    shown_ns: tuple[int, int]
    """What the left clock showed at the start, and the right one."""
    left: SeatFacts
    right: SeatFacts
    turns: tuple[Turn, ...]
    periods: tuple[PeriodEntered, ...]
    corrections: tuple[Correction, ...]
    falls: tuple[Fall, ...]
    halts: tuple[Halt, ...]
    other: tuple[Output, ...]
    """What else is worth telling, such as a claim, a call, a loss of power."""

    def seat(self, seat: Seat) -> SeatFacts:
        """Return one seat's facts."""
        return self.left if seat is LEFT else self.right


TOLD = (
    came.PlayerArrived, came.DefaultTimeReached, came.ByoyomiBegan, came.RefereeCalled,
    came.RefereeCame, came.ClapperRaised, came.BothFallen, came.Claimed, came.ClaimDismissed,
    came.Warned, came.HandsDiffered, came.HandsTogether, came.EdgeWasLate, came.PowerWasLost,
    came.ClockRestarted, came.GameFinished, came.GameReopened,
)  # fmt: skip
"""What goes into `Facts.other`."""


def facts_of(setup: Setup, began_ns: int, steps: Iterable[tuple[State, list[Output]]]) -> Facts:
    """Return the facts of a game that began at `began_ns`, of its states and what led to each."""
    fold = _Fold(setup, began_ns)
    for state, outputs in steps:
        fold.take(state, outputs)
    return fold.facts()


class _Fold:
    """What is gathered on the way through a game."""

    def __init__(self, setup: Setup, began_ns: int) -> None:
        self._began_ns = began_ns
        self._before = self._state = begin(setup, began_ns)
        self._period = dict.fromkeys((LEFT, RIGHT), 1)
        self._byoyomi: dict[Seat, int | None] = {LEFT: None, RIGHT: None}
        self._ignored = dict.fromkeys((LEFT, RIGHT), 0)
        self._moves = 0
        self._shown_ns = self._times()
        self._turns: list[Turn] = []
        self._periods: list[PeriodEntered] = []
        self._corrections: list[Correction] = []
        self._falls: list[Fall] = []
        self._halts: list[Halt] = []
        self._other: list[Output] = []

    def take(self, state: State, outputs: list[Output]) -> None:
        """Gather what led to a state."""
        self._before, self._state = self._state, state
        for output in outputs:
            self._took(replace(output, at_ns=output.at_ns - self._began_ns))
        # What the organizer sets is no period that began, but the next turn is in it.
        for seat in (LEFT, RIGHT):
            clock = self._state.seat(seat)
            self._period[seat], self._byoyomi[seat] = clock.period, clock.overtime
        self._moves = self._state.play.moves
        if self._state.started_at_ns is None:
            self._shown_ns = self._times()

    def facts(self) -> Facts:
        """Return what was gathered, as of the last input."""
        state = charged(self._state, self._state.at_ns)
        return Facts(
            phase=state.phase,
            result=state.result,
            ground=state.ground,
            moves=state.play.moves if state.last_move is None else state.last_move,
            claims=tuple(
                replace(claim, at_ns=claim.at_ns - self._began_ns) for claim in state.claims
            ),
            to_move=state.turn,
            lasted_ns=0 if state.started_at_ns is None else state.at_ns - self._began_ns,
            shown_ns=self._shown_ns,
            left=self._seat(state, LEFT),
            right=self._seat(state, RIGHT),
            turns=tuple(self._turns),
            periods=tuple(self._periods),
            corrections=tuple(self._corrections),
            falls=tuple(self._falls),
            halts=tuple(self._halts),
            other=tuple(self._other),
        )

    def _took(self, output: Output) -> None:
        match output:
            case came.TurnPassed():
                self._turned(output)
            case came.PeriodBegan():
                self._entered(output)
            case came.ByoyomiBegan(seat=seat, periods=periods):
                self._byoyomi[seat] = periods
            case came.ClapperFell(at_ns=at_ns, seat=seat):
                self._falls.append(Fall(at_ns, seat, self._moves))
            case came.PressIgnored(seat=seat):
                self._ignored[seat] += 1
            case came.ClocksStopped(at_ns=at_ns, by=by):
                self._halts.append(Halt(at_ns, by))
            case came.ClocksResumed(at_ns=at_ns):
                self._resumed(at_ns)
            case came.Corrected(what=what, seat=seat):
                self._corrected(output, what, seat)
            case came.ControlCorrected(seat=seat):
                self._corrected(output, "control", seat)
                *_, first, second = (None, *self._corrections)
                if first == replace(second, seat=seat.other):  # both seats' in the same way
                    self._corrections[-2:] = [replace(second, seat=None)]
            case came.RegulationsCorrected():
                self._corrected(output, "regulations", None)
            case came.HandFaulted():
                count = output.count
                fault = Correction(output.at_ns, "hand_faults", output.seat, count - 1, count)
                self._corrections.append(replace(fault, penalty_ns=output.penalty_ns))
            case came.PressTakenBack():
                self._taken_back(output)
            case came.PressRetyped():
                self._retyped(output)
        if isinstance(output, TOLD):
            if isinstance(output, came.EdgeWasLate):
                output = replace(output, edge_ns=output.edge_ns - self._began_ns)
            self._other.append(output)

    def _turned(self, output: came.TurnPassed) -> None:
        seat, self._moves = output.seat, output.moves
        self._turns.append(
            Turn(
                at_ns=output.at_ns,
                seat=seat,
                colour=self._before.colour(seat),
                moves=output.moves,
                credited=output.credited,
                option=self._before.choice or Option.STAY,
                spent_ns=output.spent_ns,
                earned_ns=output.earned_ns,
                remaining_ns=output.remaining_ns,
                period=self._period[seat],
                byoyomi=self._byoyomi[seat],
            )
        )

    def _entered(self, output: came.PeriodBegan) -> None:
        at_ns, seat, period, added_ns = output.at_ns, output.seat, output.period, output.added_ns
        self._period[seat], self._byoyomi[seat] = period, None
        self._periods.append(PeriodEntered(at_ns, seat, period, added_ns, self._moves))
        last = self._turns[-1] if self._turns else None
        if last is not None and (last.seat, last.at_ns) == (seat, at_ns):
            self._turns[-1] = replace(last, remaining_ns=last.remaining_ns + added_ns)

    def _resumed(self, at_ns: int) -> None:
        if self._halts and self._halts[-1].until_ns is None:
            self._halts[-1] = replace(self._halts[-1], until_ns=at_ns)

    def _corrected(
        self,
        change: came.Corrected | came.ControlCorrected | came.RegulationsCorrected,
        what: str,
        seat: Seat | None,
    ) -> None:
        before, after = change.before, change.after
        self._corrections.append(Correction(change.at_ns, what, seat, before, after, change.reason))

    def _taken_back(self, output: came.PressTakenBack) -> None:
        """The last turn goes on: what it took will be part of what it takes at last."""
        self._moves = output.moves
        option = self._turns.pop().option.value
        self._corrections.append(
            Correction(output.at_ns, "press", output.seat, option, "taken_back")
        )

    def _retyped(self, output: came.PressRetyped) -> None:
        """The last turn counts as what the organizer says that it was."""
        self._moves = output.moves
        last = self._turns[-1]
        was, now = last.option.value, output.option.value
        self._corrections.append(Correction(output.at_ns, "press", output.seat, was, now))
        credited = output.moves - (last.moves - last.credited)
        self._turns[-1] = replace(last, moves=output.moves, credited=credited, option=output.option)

    def _times(self) -> tuple[int, int]:
        return self._state.left.remaining_ns, self._state.right.remaining_ns

    def _seat(self, state: State, seat: Seat) -> SeatFacts:
        clock: SeatState = state.seat(seat)
        control = state.setup.control(seat)
        own = [turn for turn in self._turns if turn.seat is seat]
        return SeatFacts(
            colour=state.colour(seat),
            remaining_ns=clock.remaining_ns,
            fallen=clock.fallen,
            byoyomi=clock.overtime,
            moves=state.play.made(seat),
            period=clock.period,
            periods=None if control[-1].repeat else len(control),
            due=clock.due,
            spent_ns=clock.spent_ns,
            turns=len(own),
            longest=max(own, key=lambda turn: turn.spent_ns, default=None),
            unended_ns=clock.spent_ns - sum(turn.spent_ns for turn in own),
            ignored=self._ignored[seat],
        )


class Ended(msgspec.Struct, frozen=True):
    """How a game ended, in short."""

    result: Result | None
    """None: it was left without one."""
    moves: int
    left_ns: int
    right_ns: int
    """What the clocks showed."""
