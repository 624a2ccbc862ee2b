"""The facts of a game, as the fold of its states and outputs. Pure.

An instant is nanoseconds from the start of the game on. Nothing is left out because of the
regulations: a report is the organizer's, read when the game is over, even which clapper fell first.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from clock.rules import outputs as out
from clock.rules.control import Control
from clock.rules.inputs import Result
from clock.rules.machine import begin
from clock.rules.openings import Option
from clock.rules.outputs import Claimed, Output
from clock.rules.regulations import Regulations
from clock.rules.seats import LEFT, RIGHT, Colour, Seat
from clock.rules.state import Phase, Setup, State
from clock.rules.timing import charge
from clock.rules.units import SECOND_NS


class Turn(msgspec.Struct, frozen=True):
    """A turn ended by a press, by the gong or by a correction."""

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
    pressed: bool = True
    """False: it was cut short, since the press before it was taken back."""


class PeriodEntered(msgspec.Struct, frozen=True):
    """A seat entered another period of its time control."""

    at_ns: int
    seat: Seat
    period: int
    added_ns: int
    moves: int
    """Moves made by both together by then."""


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
    """Moves made by both together by then."""


class CorrectionMade(msgspec.Struct, frozen=True):
    """A figure changed by the organizer, before and after, with the reason."""

    at_ns: int
    what: str
    """As in `Corrected`; "control", "regulations", "hand_faults"; or "press": the last one became
    another kind, or was taken back."""
    seat: Seat | None
    """None: of no seat, or of both alike."""
    before: int | str | Control | Regulations
    after: int | str | Control | Regulations
    reason: str = ""
    penalty_ns: int | None = None
    """What a hand fault cost, or what an illegal move gave the opponent; None: no such ruling."""
    undone: str = ""
    """The input's name, if it was undone and this is what its undoing changed."""


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
    """The turn that made a move and took the most time, as `used_ns` has it."""
    unended_ns: int
    """Spent outside of the turns: joint time, a reconstruction, a turn that no press ended."""
    ignored: int
    """Presses ignored in play; in a stop a plunger is for a claim."""


class Facts(msgspec.Struct, frozen=True):
    """All that a report has of a game."""

    phase: Phase
    result: Result | None
    ground: str
    moves: int
    """The number of the last move, as it was entered or as the clock counts it."""
    claims: tuple[Claimed, ...]
    """Those that still stand."""
    to_move: Seat
    lasted_ns: int
    """From the start until the game was over, else until the clocks stopped, else to the end.

    A game that was reopened and got its result without another turn was over at the first result.
    """
    shown_ns: tuple[int, int]
    """What the left clock showed at the start, and the right one."""
    left: SeatFacts
    right: SeatFacts
    turns: tuple[Turn, ...]
    periods: tuple[PeriodEntered, ...]
    corrections: tuple[CorrectionMade, ...]
    falls: tuple[Fall, ...]
    halts: tuple[Halt, ...]
    other: tuple[Output, ...]
    """What else matters, such as a claim, a call, a loss of power."""

    def seat(self, seat: Seat) -> SeatFacts:
        """Return one seat's facts."""
        return self.left if seat is LEFT else self.right


OTHER = (
    out.PlayerArrived, out.DefaultTimeReached, out.ByoyomiBegan, out.RefereeCalled,
    out.RefereeCame, out.ClapperRaised, out.BothFallen, out.Claimed, out.ClaimDismissed,
    out.Warned, out.HandsDiffered, out.HandsTogether, out.EdgeWasLate, out.PowerWasLost,
    out.ClockRestarted, out.GameFinished, out.GameReopened, out.Undone,
)  # fmt: skip
"""Outputs that go into `Facts.other`."""
NOT_IN_PLAY = (*out.IN_A_STOP, out.IgnoreReason.NOT_STARTED, out.IgnoreReason.FINISHED)
"""Where a plunger is for something else, or for nothing: such presses disturb nobody."""


def facts_of(setup: Setup, began_ns: int, steps: Iterable[tuple[State, list[Output]]]) -> Facts:
    """Return the facts of a game that began at `began_ns`, of its states and their outputs."""
    fold = _Fold(setup, began_ns)
    for state, outputs in steps:
        fold.add(state, outputs)
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
        self._over_ns: int | None = None
        self._first_ns: int | None = None
        """When it was over first: nothing has been played since."""
        self._shown_ns = self._state.left.remaining_ns, self._state.right.remaining_ns
        self._turns: list[Turn] = []
        self._turns_before: list[list[Turn]] = []
        """The turns before each correction of a press, for its undoing."""
        self._periods: list[PeriodEntered] = []
        self._corrections: list[CorrectionMade] = []
        self._falls: list[Fall] = []
        self._halts: list[Halt] = []
        self._other: list[Output] = []

    def add(self, state: State, outputs: list[Output]) -> None:
        self._before, self._state = self._state, state
        self._undone = next((each.act for each in outputs if isinstance(each, out.Undone)), "")
        for output in outputs:
            self._add(replace(output, at_ns=output.at_ns - self._began_ns))
        # What the organizer sets is no period that began, but the next turn is in it.
        for seat in (LEFT, RIGHT):
            clock = state.seat(seat)
            self._period[seat], self._byoyomi[seat] = clock.period, clock.overtime
        self._moves = state.play.moves
        if state.started_at_ns is None:
            self._shown_ns = state.left.remaining_ns, state.right.remaining_ns

    def facts(self) -> Facts:
        """Return what was gathered, as of the last input."""
        state = charge(self._state, self._state.at_ns)
        end_ns = self._over_ns
        if end_ns is None and self._halts and self._halts[-1].until_ns is None:
            end_ns = self._halts[-1].at_ns  # whatever is pressed or corrected later
        elif end_ns is None:
            end_ns = state.at_ns - self._began_ns
        return Facts(
            phase=state.phase,
            result=state.result,
            ground=state.ground,
            moves=state.play.moves if state.last_move is None else state.last_move,
            claims=tuple(
                replace(claim, at_ns=claim.at_ns - self._began_ns) for claim in state.claims
            ),
            to_move=state.turn,
            lasted_ns=0 if state.started_at_ns is None else end_ns,
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

    def _add(self, output: Output) -> None:
        match output:
            case out.TurnPassed():
                self._turned(output)
            case out.PeriodBegan():
                self._entered(output)
            case out.ByoyomiBegan(seat=seat, periods=periods):
                self._byoyomi[seat] = periods
            case out.ClapperFell(at_ns=at_ns, seat=seat):
                self._first_ns = None
                self._falls.append(Fall(at_ns, seat, self._moves))
            case out.PressIgnored(seat=seat, reason=reason) if reason not in NOT_IN_PLAY:
                self._ignored[seat] += 1
                self._other.append(output)
            case out.ClocksStopped(at_ns=at_ns, by=by):
                self._halts.append(Halt(at_ns, by))
            case out.ClocksResumed(at_ns=at_ns):
                if self._halts and self._halts[-1].until_ns is None:
                    self._halts[-1] = replace(self._halts[-1], until_ns=at_ns)
            case out.GameFinished(at_ns=at_ns) | out.BothFallen(at_ns=at_ns, draw=True):
                self._first_ns = at_ns if self._first_ns is None else self._first_ns
                self._over_ns = self._first_ns
            case out.GameReopened():
                self._over_ns = None
            case out.ClapperRaised():
                self._over_ns = self._first_ns = None
            case out.Undone(act="SetTurn" | "Retype" | "IllegalMove") if (
                self._before.last != self._state.last
            ):
                self._turns = self._turns_before.pop()
            case out.EdgeWasLate(edge_ns=edge_ns):
                output = replace(output, edge_ns=edge_ns - self._began_ns)
            case _:
                self._corrected(output)
        if isinstance(output, OTHER):
            self._other.append(output)

    def _turned(self, output: out.TurnPassed) -> None:
        seat, self._moves, self._first_ns = output.seat, output.moves, None
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

    def _cut_short(self, seat: Seat, at_ns: int) -> None:
        """Add the time that a seat has thought in vain, if it stays charged."""
        before, after = self._before.seat(seat), self._state.seat(seat)
        thought_ns = before.turn_ns + after.spent_ns - before.spent_ns
        if thought_ns > 0:
            who = at_ns, seat, self._before.colour(seat), self._moves
            left = after.remaining_ns, after.period, after.overtime
            self._turns.append(Turn(*who, 0, Option.STAY, thought_ns, 0, *left, pressed=False))

    def _entered(self, output: out.PeriodBegan) -> None:
        at_ns, seat, period, added_ns = output.at_ns, output.seat, output.period, output.added_ns
        self._period[seat], self._byoyomi[seat] = period, None
        self._periods.append(PeriodEntered(at_ns, seat, period, added_ns, self._moves))
        last = self._turns[-1] if self._turns else None
        if last is not None and (last.seat, last.at_ns) == (seat, at_ns):
            self._turns[-1] = replace(last, remaining_ns=last.remaining_ns + added_ns)

    def _corrected(self, output: Output) -> None:
        """Add a correction, if the output is one; the last turn follows one of its press."""
        corrections, at_ns = self._corrections, output.at_ns
        match output:
            case out.Corrected(what=what, seat=seat, before=was, after=now, reason=reason):
                made = CorrectionMade(at_ns, what, seat, was, now, reason)
                corrections.append(replace(made, undone=self._undone))
            case out.ControlCorrected(seat=seat, before=before, after=after, reason=reason):
                corrections.append(CorrectionMade(at_ns, "control", seat, before, after, reason))
                *_, first, second = (None, *corrections)
                if first == replace(second, seat=seat.other):  # both seats' in the same way
                    corrections[-2:] = [replace(second, seat=None)]
            case out.RegulationsCorrected(before=old, after=new, reason=reason):
                corrections.append(CorrectionMade(at_ns, "regulations", None, old, new, reason))
            case out.HandFaulted(seat=seat, count=count, penalty_ns=penalty_ns):
                fault = CorrectionMade(at_ns, "hand_faults", seat, count - 1, count)
                corrections.append(replace(fault, penalty_ns=penalty_ns))
            case out.IllegalMoveRuled(seat=seat, count=count, award_ns=award_ns):
                ruled = CorrectionMade(at_ns, "illegal_moves", seat, count - 1, count)
                corrections.append(replace(ruled, penalty_ns=award_ns))
            case out.PressTakenBack(seat=seat, moves=moves):
                # The turn goes on: what it took will be part of what it takes at last.
                self._turns_before.append(self._turns.copy())
                pressed, self._moves = self._turns.pop().option.value, moves
                corrections.append(CorrectionMade(at_ns, "press", seat, pressed, "taken_back"))
                self._cut_short(seat.other, at_ns)
            case out.PressRetyped(seat=seat, option=option, moves=moves):
                self._turns_before.append(self._turns.copy())
                last, self._moves = self._turns[-1], moves
                values = last.option.value, option.value
                corrections.append(CorrectionMade(at_ns, "press", seat, *values))
                credited = moves - (last.moves - last.credited)
                self._turns[-1] = replace(last, moves=moves, credited=credited, option=option)

    def _seat(self, state: State, seat: Seat) -> SeatFacts:
        clock, control = state.seat(seat), state.setup.control(seat)
        own = [turn for turn in self._turns if turn.seat is seat]
        made = (turn for turn in own if turn.credited)
        longest = max(made, key=lambda turn: turn.spent_ns, default=None)
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
            turns=sum(turn.pressed for turn in own),
            longest=longest,
            unended_ns=clock.spent_ns - sum(turn.spent_ns for turn in own),
            ignored=self._ignored[seat],
        )


class Ended(msgspec.Struct, frozen=True):
    """How a game ended, in short."""

    result: Result | None
    """None: it was left without one."""
    moves: int
    """The number of the last one, as players count."""
    left_ns: int
    right_ns: int
    """What the clocks showed."""
    game: str = ""
    """The kind of game."""
    black: Seat = LEFT
    """Who played Black; where a file has it, at the start."""


def used_ns(turns: Sequence[Turn]) -> tuple[int, ...]:
    """Return the whole seconds used by every turn, in nanoseconds.

    A clock shows what is left rounded up; so what a seat has used by then is rounded down, and a
    turn used the difference of two such sums: the turns add up to the whole.
    """
    by_seat = dict.fromkeys((LEFT, RIGHT), 0)
    used = []
    for turn in turns:
        before_ns = by_seat[turn.seat]
        by_seat[turn.seat] = after_ns = before_ns + turn.spent_ns
        used.append((after_ns // SECOND_NS - before_ns // SECOND_NS) * SECOND_NS)
    return tuple(used)
