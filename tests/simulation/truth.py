"""What the clock must show, worked out by the rules' text alone, from contacts and people.

Nothing of `clock` is used here. A game is a list of facts in the game's time; `Truth` folds
them anew whenever it is asked, so a fact that turns out otherwise is simply changed.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tests.simulation.seat_clock import Period, SeatClock

Side = Literal["left", "right"]
FactKind = Literal["start", "press", "stop", "resume", "give", "cut", "look"]
OTHER: dict[Side, Side] = {"left": "right", "right": "left"}


class Rules(NamedTuple):
    """A game as it is agreed."""

    left: tuple[Period, ...]
    right: tuple[Period, ...]
    starter: Side
    stops_at_fall: bool
    bonus_before: bool = False
    """An increment is for the move to come."""


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
            if clock.fallen and not was and (self.rules.stops_at_fall or self.falls == 2):
                self.phase = "over"
        self.at_ns = to_ns
        for each in self.seats.values():
            each.at_ns = to_ns

    @property
    def falls(self) -> int:
        return sum(seat.fallen for seat in self.seats.values())

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

    def in_order(self) -> list[Fact]:
        return sorted(self.facts, key=lambda each: each.at_ns)

    def at(self, at_ns: int) -> Game:
        """The game at an instant; facts after it are not looked at."""
        game = Game(self.rules)
        for fact in self.in_order():
            if fact.at_ns <= at_ns:
                game.take(fact)
        game.advance(at_ns)
        return game
