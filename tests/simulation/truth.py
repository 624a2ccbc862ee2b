"""What the clock must show, worked out by the rules' text alone, from contacts and people.

Nothing of `clock` is used here. A game is a list of facts in the game's time; `Truth` folds
them anew whenever it is asked, so a fact that turns out otherwise is simply changed.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Side = Literal["left", "right"]
FactKind = Literal["start", "press", "stop", "resume", "give", "cut"]
OTHER: dict[Side, Side] = {"left": "right", "right": "left"}


class Period(NamedTuple):
    """A period of a control; times in ns."""

    time_ns: int
    moves: int | None = None
    method: str = "plain"
    bonus_ns: int = 0
    periods: int = 0
    repeat: bool = False
    carry: bool = True


class Rules(NamedTuple):
    """A game as it is agreed."""

    left: tuple[Period, ...]
    right: tuple[Period, ...]
    starter: Side
    stops_at_fall: bool
    bonus_before: bool = False
    """An increment is for the move to come."""


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


class Fact(NamedTuple):
    """What happened at an instant of the game."""

    at_ns: int
    kind: FactKind
    side: Side | None = None
    given_ns: int = 0


@dataclass
class Game:
    """A game in which everything up to `at_ns` has happened."""

    rules: Rules
    phase: Literal["ready", "running", "stopped", "over"] = "ready"
    turn: Side = "left"
    at_ns: int = 0
    seats: dict[Side, SeatClock] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.turn = self.rules.starter
        for side in OTHER:
            control = self.rules.left if side == "left" else self.rules.right
            self.seats[side] = SeatClock(control, self.rules.bonus_before)

    def advance(self, to_ns: int) -> None:
        if self.phase == "running":
            clock = self.seats[self.turn]
            was = clock.fallen
            clock.run(to_ns)
            if clock.fallen and not was and (self.rules.stops_at_fall or self._both_down()):
                self.phase = "over"
        self.at_ns = to_ns
        for each in self.seats.values():
            each.at_ns = to_ns

    def _both_down(self) -> bool:
        return all(seat.fallen for seat in self.seats.values())

    def take(self, fact: Fact) -> None:
        self.advance(fact.at_ns)
        side, phase = fact.side, self.phase
        if fact.kind == "press" and phase == "running" and side == self.turn:
            self.seats[side].press()
            self._run(OTHER[side])
        elif phase == "ready" and (
            fact.kind == "start" or (fact.kind == "press" and side == OTHER[self.turn])
        ):
            self._run(self.turn)
        elif fact.kind in ("stop", "cut") and phase == "running":
            self.phase = "stopped"
        elif fact.kind == "resume" and phase == "stopped":
            self.phase = "running"
        elif fact.kind == "give" and side is not None and phase == "stopped":
            self.seats[side].left_ns += fact.given_ns

    def _run(self, side: Side) -> None:
        self.phase, self.turn = "running", side
        self.seats[side].begin_turn()


class Truth:
    """The facts of the game on the table."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.facts: list[Fact] = []

    def add(self, fact: Fact) -> Fact:
        self.facts.append(fact)
        return fact

    def at(self, at_ns: int) -> Game:
        """The game at an instant; facts after it are not looked at."""
        game = Game(self.rules)
        for fact in sorted(self.facts, key=lambda each: each.at_ns):
            if fact.at_ns <= at_ns:
                game.take(fact)
        game.advance(at_ns)
        return game
