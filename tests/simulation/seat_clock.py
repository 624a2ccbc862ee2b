"""One seat's clock by the rules' text alone: nothing of `clock` is used here."""

from dataclasses import dataclass
from typing import NamedTuple


class Period(NamedTuple):
    """A period of a control; times in ns."""

    time_ns: int
    moves: int | None = None
    method: str = "plain"
    bonus_ns: int = 0
    periods: int = 0
    repeat: bool = False
    carry: bool = True


@dataclass
class SeatClock:
    """One seat's clock. Time that reaches zero is out (RIF 14.4)."""

    control: tuple[Period, ...]
    bonus_before: bool
    left_ns: int = 0
    number: int = 0
    """Of the period, from 0."""
    moves: int = 0
    moves_in_period: int = 0
    byoyomi: int | None = None
    """Periods left, the present one included; None in main time."""
    delay_ns: int = 0
    turn_ns: int = 0
    entered: int = 1
    """Periods begun; one that repeats counts again."""
    at_ns: int = 0
    fell_at_ns: int | None = None

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

    def run(self, until_ns: int) -> None:
        """Let time run, up to a fall."""
        length_ns = until_ns - self.at_ns
        while length_ns and not self.fallen:
            waited = min(self.delay_ns, length_ns)
            used = min(self.left_ns, length_ns - waited)
            self.delay_ns -= waited
            self.left_ns -= used
            self.turn_ns += waited + used
            length_ns -= waited + used
            self.at_ns += waited + used
            if self.left_ns == 0:
                self._reach_zero()
        self.at_ns = until_ns

    def _reach_zero(self) -> None:
        period = self.period
        left = period.periods + 1 if self.byoyomi is None else self.byoyomi
        if period.method == "byoyomi" and left > 1:
            self.byoyomi, self.left_ns = left - 1, period.bonus_ns
        elif period.moves is None and self.number + 1 < len(self.control):
            self._enter(self.number + 1)
            self.left_ns = self.period.time_ns
        else:
            self.fell_at_ns = self.at_ns
            if self.byoyomi is not None:
                self.byoyomi = 0

    def press(self) -> None:
        """A move: what it earns, and the next period once its moves are made."""
        self.moves += 1
        if self.fallen:
            return
        made = self.period
        self.moves_in_period += 1
        if made.method == "bronstein":
            self.left_ns += min(made.bonus_ns, self.turn_ns)
        if self.byoyomi is not None:
            self.left_ns = made.bonus_ns
        if self.moves_in_period == made.moves:
            last = self.number + 1 == len(self.control)
            if not last or made.repeat:
                rest_ns = self.left_ns if made.carry else 0
                self._enter(self.number if last else self.number + 1)
                self.left_ns = rest_ns + self.period.time_ns
        earning = self.period if self.bonus_before else made
        if earning.method == "increment":
            self.left_ns += earning.bonus_ns

    def _enter(self, number: int) -> None:
        self.number, self.moves_in_period, self.byoyomi = number, 0, None
        self.entered += 1
