"""One seat's clock by the rules' text alone: nothing of `clock` is used here."""

from copy import copy
from dataclasses import dataclass
from typing import Literal, NamedTuple

Rollover = Literal["on_move", "at_zero", "at_zero_both"]


class Period(NamedTuple):
    """A period of a control; times in ns."""

    time_ns: int
    moves: int | None = None
    method: str = "plain"
    bonus_ns: int = 0
    periods: int = 0
    repeat: bool = False
    carry: bool = True


class Owed(NamedTuple):
    """A time that a clock did not have, and what it had."""

    length_ns: int
    left_ns: int
    delay_ns: int


@dataclass
class SeatClock:
    """One seat's clock. Time that reaches zero is out (RIF 14.4)."""

    control: tuple[Period, ...]
    bonus_before: bool
    rollover: Rollover = "on_move"
    left_ns: int = 0
    number: int = 0
    """Of the period, from 0."""
    moves: int = 0
    moves_in_period: int = 0
    byoyomi: int | None = None
    """Periods left, the present one included; None in main time."""
    coming: tuple[int, int] | None = None
    """After main time that was given in byo-yomi: its periods, and what is left of the first."""
    delay_ns: int = 0
    turn_ns: int = 0
    entered: int = 1
    """Periods begun; one that repeats counts again."""
    at_ns: int = 0
    fell_at_ns: int | None = None
    late_ns: int = 0
    """What has run while its player was late."""
    illegal_moves: int = 0
    gong_ns: int | None = None
    """When the gong has ended the turn."""
    debt: "SeatClock | None" = None
    """The clock that fell, if a correction took more than there was: here the clapper is down."""
    owed: "Owed | None" = None
    """What the correction took, and from what."""

    def __post_init__(self) -> None:
        first = self.control[0]
        self.left_ns = first.time_ns
        if self.bonus_before and first.method == "increment":
            self.left_ns += first.bonus_ns

    @property
    def period(self) -> Period:
        return self.control[self.number]

    @property
    def fallen(self) -> bool:
        return self.fell_at_ns is not None

    def begin_turn(self) -> None:
        self.turn_ns = 0
        self.delay_ns = self.period.bonus_ns if self.period.method == "delay" else 0

    def run(self, until_ns: int) -> int:
        """Let time run, up to a fall; return how much of it was used."""
        length_ns, spent_ns = until_ns - self.at_ns, 0
        if self.period.method in ("countup", "below_zero"):
            self.left_ns += length_ns if self.period.method == "countup" else -length_ns
            self.turn_ns += length_ns
            length_ns = 0
        while length_ns and not self.fallen and self.gong_ns is None:
            waited = min(self.delay_ns, length_ns)
            used = min(self.left_ns, length_ns - waited)
            self.delay_ns -= waited
            self.left_ns -= used
            self.turn_ns += waited + used
            length_ns -= waited + used
            self.at_ns += waited + used
            spent_ns += used
            if self.left_ns == 0:
                self._reach_zero()
        if self.fallen:  # in case it is given time in this turn
            self.turn_ns += length_ns
            self.delay_ns = max(0, self.delay_ns - length_ns)
        self.at_ns = until_ns
        return spent_ns

    def _reach_zero(self) -> None:
        period = self.period
        if period.method == "gong":
            self.gong_ns = self.at_ns
            return
        left = period.periods + 1 if self.byoyomi is None else self.byoyomi
        if self.coming is not None:
            periods, rest_ns = self.coming
            self.coming = None
            if periods:
                self.byoyomi, self.left_ns = periods, rest_ns
                return
            left, self.byoyomi = 0, 0
        if period.method == "byoyomi" and left > 1:
            self.byoyomi, self.left_ns = left - 1, period.bonus_ns
        elif self.number + 1 < len(self.control) and self._is_due:
            self.enter(self.number + 1)
            self.left_ns = self.period.time_ns
        else:
            self.fell_at_ns = self.at_ns
            if self.byoyomi is not None:
                self.byoyomi = 0

    @property
    def _is_due(self) -> bool:
        """Whether the next period begins as the time of this one ends."""
        quota = self.period.moves
        made = quota is None or (self.rollover == "at_zero" and self.moves_in_period >= quota)
        return made or self.rollover == "at_zero_both"

    def press(self) -> None:
        """A move: what it earns, and the next period once its moves are made."""
        self.moves += 1
        self.moves_in_period += 1
        if self.fallen:
            return
        made = self.period
        if made.method == "gong":  # what is given until the next turn is for that one
            self.left_ns = made.time_ns
        if made.method == "bronstein":
            self.left_ns += min(made.bonus_ns, self.turn_ns)
        if self.byoyomi is not None:
            self.left_ns = made.bonus_ns
        if self.coming is not None:
            self.coming = self.coming[0], made.bonus_ns
        if self.moves_in_period == made.moves and self.rollover == "on_move":
            last = self.number + 1 == len(self.control)
            if not last or made.repeat:
                rest_ns = self.left_ns if made.carry else 0
                self.enter(self.number if last else self.number + 1)
                self.left_ns = rest_ns + self.period.time_ns
        earning = self.period if self.bonus_before else made
        if earning.method == "increment":
            self.left_ns += earning.bonus_ns

    def enter(self, number: int) -> None:
        """Begin a period; its time is not added here."""
        self.number, self.moves_in_period, self.byoyomi = number, 0, None
        self.entered += 1

    # Corrections, while no clock runs

    def change(self, by_ns: int) -> None:
        """Give or take time; what is taken counts as time that ran, but nobody falls of it."""
        if self.owed is not None and by_ns > 0:
            length_ns, turn_ns = self._forgive(), self.turn_ns
            self.change(by_ns)
            self.charge(length_ns)
            self.turn_ns = turn_ns
        elif by_ns > 0 and self.fallen:
            self.set(by_ns)
            if self.byoyomi is not None:
                self.byoyomi, self.coming = None, (0, self.period.bonus_ns)
        elif by_ns > 0 and self.byoyomi is not None:
            self.coming = self.byoyomi, self.left_ns
            self.byoyomi, self.left_ns = None, by_ns
        elif by_ns >= 0 or self.period.method in ("countup", "below_zero"):
            self.left_ns += by_ns
        elif not self.fallen:
            self._take(-by_ns)

    def charge_late(self, length_ns: int) -> None:
        """Take lateness in a stop; what byo-yomi then owes is counted from a whole period."""
        self.change(-length_ns)
        if self.owed is not None and self.byoyomi is not None:
            whole_ns = self.period.bonus_ns
            self.owed = Owed(self.owed.length_ns + whole_ns - self.owed.left_ns, whole_ns, 0)

    def set(self, to_ns: int) -> None:
        """Set the time; a clapper that is down is raised."""
        if self.fallen and self.rollover == "on_move":  # a counter set since the fall counts, too
            before = self.entered
            self._follow(self.moves_in_period)
            if self.entered != before:
                self.byoyomi = None
        self.left_ns, self.fell_at_ns, self.debt, self.owed = to_ns, None, None, None

    def set_byoyomi(self, left: int) -> None:
        """Set the byo-yomi periods left, the present one included; without time they are whole."""
        whole_ns = self.period.bonus_ns
        if self.left_ns == 0:
            self.byoyomi, self.left_ns, self.coming = left, whole_ns, None
            self.fell_at_ns, self.debt, self.owed = None, None, None
        elif self.byoyomi is not None:
            self.byoyomi = left
        else:
            self.coming = left, (self.coming is not None and self.coming[1]) or whole_ns

    def set_stones(self, left: int) -> None:
        """Set the moves still to make in a block that repeats."""
        self.moves_in_period = (self.period.moves or 0) - left

    def put_into(self, number: int) -> int:
        """Put the seat into a period, from 1; return the times of those between (SetPeriod)."""
        before, self.number = self.entered, number - 1
        if number == before:
            return 0
        self.entered, self.moves_in_period = number, 0
        return 0 if self.fallen else self._times_ns(number) - self._times_ns(before)

    def replace_control(self, control: tuple[Period, ...]) -> None:
        """Count by another control from now on: the time stays, the period follows the moves."""
        delays = self.period.method == "delay"
        self.control, self.entered, self.number = control, 1, 0
        self.moves_in_period = self.moves
        self.follow_moves(self.moves)
        if delays and self.period.method == "delay":
            self.delay_ns = min(self.delay_ns, self.period.bonus_ns)
        else:  # a new delay holds from the next turn
            self.delay_ns = 0

    def charge(self, length_ns: int) -> None:
        """Let time of the turn have run, but nobody falls of it."""
        ran = copy(self)
        ran.run(self.at_ns + length_ns)
        if ran.fallen:
            self.owed = Owed(length_ns, self.left_ns, self.delay_ns)
            self.left_ns, self.delay_ns, self.turn_ns, self.debt = 0, 0, ran.turn_ns, ran
        else:
            vars(self).update(vars(ran))

    def _take(self, length_ns: int) -> None:
        length_ns += self._forgive()
        covered = copy(self)
        covered.delay_ns = 0
        covered.run(self.at_ns + length_ns)
        if covered.fallen:
            self.owed = Owed(length_ns, self.left_ns, 0)
            self.left_ns, self.debt = 0, covered
        else:
            self._become(covered)

    def _forgive(self) -> int:
        """Be as before the debt, if there is one; return the time that was taken."""
        if self.owed is None:
            return 0
        owed, self.owed, self.debt = self.owed, None, None
        self.left_ns, self.delay_ns = owed.left_ns, owed.delay_ns
        return owed.length_ns

    def fall_in_debt(self, at_ns: int) -> None:
        """Fall as play goes on, in the period in which the time ends."""
        if self.debt is not None:
            self._become(self.debt)
            self.fell_at_ns, self.debt, self.owed = at_ns, None, None

    def _become(self, other: "SeatClock") -> None:
        """Take over the time and its place in the control."""
        self.left_ns, self.number, self.entered = other.left_ns, other.number, other.entered
        self.byoyomi, self.coming = other.byoyomi, other.coming
        self.moves_in_period = other.moves_in_period

    def follow_moves(self, moves: int) -> int:
        """Put the seat into the period of so many moves; return the times between (SetMoves)."""
        before, rest = self.entered, moves - self.moves + self.moves_in_period
        self.moves, self.moves_in_period = moves, rest
        if self.fallen:  # no counter lifts a clapper
            return 0
        self._follow(rest)
        return self._times_ns(self.entered) - self._times_ns(before)

    def _follow(self, rest: int) -> None:
        """Go to the period that has so many moves since this one began; the time stays."""
        number, entered = self.number, self.entered
        while rest < 0 and entered > 1:
            earlier = min(entered - 1, len(self.control)) - 1
            quota = self.control[earlier].moves
            if quota is None:  # left by time alone
                break
            number, entered, rest = earlier, entered - 1, rest + quota
            if entered == 1:
                rest = self.moves
        while (quota := self.control[number].moves) is not None and rest >= quota:
            last = number + 1 == len(self.control)
            if last and not self.control[number].repeat:
                break
            rest -= quota
            number, entered = number if last else number + 1, entered + 1
        if entered != self.entered:  # the turn that runs has had its delay
            delay_ns = self.control[number].bonus_ns
            delays = self.control[number].method == "delay"
            self.delay_ns = min(self.delay_ns, delay_ns) if delays else 0
        self.number, self.entered, self.moves_in_period = number, entered, rest

    def _times_ns(self, entered: int) -> int:
        """The times of so many periods."""
        return sum(self.control[min(n, len(self.control) - 1)].time_ns for n in range(entered))
