"""What the clock must show, worked out by the rules' text alone, from contacts and people.

Nothing of `clock` is used here. A game is a list of facts in the game's time; `Truth` folds
them anew whenever it is asked, so a fact that turns out otherwise is simply changed.
"""

from copy import copy, deepcopy
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tests.simulation.seat_clock import Period, Rollover, SeatClock

Side = Literal["left", "right"]
Happening = Literal["start", "press", "stop", "resume", "cut", "look", "claim", "dismiss", "choose"]
Entry = Literal["give", "set", "moves", "turn", "undo", "finish", "reopen"]
FactKind = Happening | Entry
Opening = Literal["none", "rif", "swap2"]
Phase = Literal["ready", "joint", "running", "stopped", "claimed", "over", "finished"]
Key = tuple[int, str, Side | None]
"""What the clock records of a fact: its instant, kind and side."""
OTHER: dict[Side, Side] = {"left": "right", "right": "left"}
ABSENT: tuple[tuple[Side, ...], ...] = ((), ("left", "right"), ("left",), ("right",))
"""Who is late at a start, by the number of the fact."""


class Rules(NamedTuple):
    """A game as it is agreed."""

    left: tuple[Period, ...]
    right: tuple[Period, ...]
    starter: Side
    stops_at_fall: bool
    bonus_before: bool = False
    """An increment is for the move to come."""
    rollover: Rollover = "on_move"
    opening: Opening = "none"


class Fact(NamedTuple):
    """What happened at an instant of the game."""

    at_ns: int
    kind: FactKind
    side: Side | None = None
    value: int = 0
    """Of "give" and "set" a time in ns; of "moves" how many; of "turn" whether time is charged, of
    "start" who is late, of "choose" 1 for a swap and 2 for two more."""

    @property
    def key(self) -> Key:
        """What the clock has recorded of it."""
        return self.at_ns, "resume" if self.kind == "reopen" else self.kind, self.side


@dataclass
class Game:
    """A game in which everything up to `at_ns` has happened."""

    rules: Rules
    phase: Phase = "ready"
    turn: Side = "left"
    black: Side = "left"
    moves: int = 0
    """Credited to both: *n*."""
    step: Literal["", "three", "choice", "colour"] = ""
    """Of the opening: three stones, or a choice; empty after it."""
    choice: int = 0
    at_ns: int = 0
    seats: dict[Side, SeatClock] = field(default_factory=dict)
    absent: set[Side] = field(default_factory=set)
    joint: bool = False
    """Whether joint time runs, or goes on after the stop."""
    claims: list[Side] = field(default_factory=list)
    before_press: "Game | None" = None
    """The game as it was before the last press, if that can be taken back."""
    stopped: "Game | None" = None
    """The game as its clocks stopped."""
    entries: list[Fact] = field(default_factory=list)
    """Corrections and dismissals since then."""

    def __post_init__(self) -> None:
        self.turn = self.black = self.rules.starter
        self.step = "" if self.rules.opening == "none" else "three"
        for side in OTHER:
            control = self.rules.left if side == "left" else self.rules.right
            rules = self.rules
            self.seats[side] = SeatClock(control, rules.bonus_before, rules.rollover)

    @property
    def falls(self) -> int:
        return sum(seat.fallen for seat in self.seats.values())

    @property
    def running(self) -> tuple[Side, ...]:
        """Whose clocks run."""
        if self.phase == "joint":
            return "left", "right"
        return (self.turn,) if self.phase == "running" else ()

    def advance(self, to_ns: int) -> None:
        """Let time pass, up to an end by a fall."""
        falls = self.falls
        if self.phase == "joint":
            ran = [copy(clock) for clock in self.seats.values() if not clock.fallen]
            for each in ran:
                each.run(to_ns)
            first_ns = min((each.fell_at_ns or to_ns for each in ran), default=to_ns)
            if first_ns < to_ns:  # the fall of one may end the time of both
                self.advance(first_ns)
        for side in self.running:
            clock, other = self.seats[side], self.seats[OTHER[side]]
            entered = clock.entered
            used_ns = clock.run(to_ns)
            flows = clock.period.method == "hourglass" and self.phase == "running"
            if flows and not other.fallen:
                other.left_ns += used_ns
            if clock.entered > entered:
                self._enter_both(clock, other)
        self._end_by_fall(falls)
        self.at_ns = to_ns
        for each in self.seats.values():
            each.at_ns = to_ns

    def _enter_both(self, clock: SeatClock, other: SeatClock) -> None:
        """Where periods begin for both at once, the other gets the one that this seat reached."""
        while self.rules.rollover == "at_zero_both" and other.entered < clock.entered:
            if other.fallen:
                break
            other.enter(other.number + 1)
            other.left_ns += other.period.time_ns

    def _end_by_fall(self, falls: int) -> None:
        """End after a fall, if the clocks stop at one, or after the second (RIF 10.4)."""
        if self.falls > falls and (self.rules.stops_at_fall or self.falls == 2):
            self.phase = "over"

    def take(self, fact: Fact) -> None:
        """Have a fact happen; one that has no effect in this phase is ignored."""
        self.advance(fact.at_ns)
        if fact.kind == "press":
            self._take_press(fact)
        elif fact.kind == "start" and self.phase == "ready":
            self._run(self.turn)
            self.absent = set(ABSENT[fact.value])
            if len(self.absent) == 2:
                self.phase, self.joint = "joint", True
                self.seats[OTHER[self.turn]].begin_turn()  # taken from both alike (RIF 15)
        elif fact.kind == "choose" and self.phase == "running" and fact.side == self.turn:
            self.choice = fact.value
        elif fact.kind in ("stop", "cut", "claim") and self.running:
            self.phase, self.claims = "stopped", []
            self.stopped, self.entries = deepcopy(self), []
        if self.phase not in ("ready", "running", "joint"):
            self._take_in_stop(fact)

    def _take_press(self, fact: Fact) -> None:
        side = fact.side
        assert side is not None
        arrives = side in self.absent and self.phase != "ready"
        if arrives:
            self.absent.discard(side)
        if arrives and self.joint:
            self.joint = False
            for game in (self, self.stopped):
                for each in game.seats.values() if game is not None else ():
                    each.begin_turn()
            if self.stopped is not None:
                self.stopped.joint = False
            if self.phase == "joint":
                self.phase = "running"
        elif self.phase == "running" and side == self.turn:
            self.before_press = deepcopy(self)
            self.before_press.before_press = None
            self._credit(side)
            self.seats[side].press()
            self._run(OTHER[side])
        elif self.phase == "ready" and side == OTHER[self.turn]:
            self._run(self.turn)

    def _credit(self, side: Side) -> None:
        """Credit a press in an opening or after it; who lays takes the colour that is to move."""
        step, choice, self.step, self.choice = self.step, self.choice, "", 0
        if step in ("choice", "colour") and choice != 2:
            takes = side if choice == 0 else OTHER[side]
            self.black = OTHER[takes] if self.moves % 2 else takes
        if step == "three":
            self.step = "choice"
        if choice == 2:
            self.step = "colour"
        self.moves += 3 if step == "three" else (1, 0, 2)[choice]

    def _take_in_stop(self, fact: Fact) -> None:
        side = fact.side
        if fact.kind == "claim" and side is not None and side not in self.claims:
            if self.phase != "finished" and (self.falls < 2 or self.claims):
                self.phase = "claimed"
                self.claims.append(side)
        elif fact.kind == "dismiss" and side in self.claims:
            self.claims.remove(side)
            self.entries.append(fact)
            self.phase = "claimed" if self.claims else "stopped"
        elif fact.kind == "finish":
            self.phase = "finished"
        elif fact.kind == "reopen" and self.phase == "finished":
            self.phase = "claimed" if self.claims else "stopped"
        elif fact.kind == "resume" and self.phase in ("stopped", "claimed"):
            self._resume(fact.at_ns)
        elif fact.kind == "undo":
            struck = self.entries.pop()
            if struck.kind == "dismiss" and struck.side is not None:
                self.claims.append(struck.side)
                self.phase = "claimed"
            self._correct()
        elif fact.kind in ("give", "set", "moves", "turn"):
            self.entries.append(fact)
            self._correct()

    def _resume(self, at_ns: int) -> None:
        """Go on; debts become falls now."""
        self.phase, self.claims = ("joint" if self.joint else "running"), []
        if self.entries:
            self.before_press = None
        self.stopped, falls = None, self.falls
        for clock in self.seats.values():
            clock.fall_in_debt(at_ns)
        self._end_by_fall(falls)

    def _correct(self) -> None:
        """Fold the entries since the clocks stopped upon the game as it was then."""
        assert self.stopped is not None
        base, entries = deepcopy(self.stopped), list[Fact]()
        for entry in [*self.entries, None]:
            if entry is None or entry.kind == "turn":
                base._set_figures(entries)
                entries = []
                if entry is not None:
                    base._take_back(charge=bool(entry.value))
            else:
                entries.append(entry)
        self.seats, self.turn, self.moves = base.seats, base.turn, base.moves

    def _set_figures(self, entries: list[Fact]) -> None:
        """First the position, then the sum of what is given and taken, then what is set."""
        moves = [entry.value for entry in entries if entry.kind == "moves"]
        if moves:
            self.moves = n = moves[-1]
            starter = self.rules.starter
            self.seats[starter].follow_moves(-(-n // 2))
            self.seats[OTHER[starter]].follow_moves(n // 2)
            turn = starter if n % 2 == 0 else OTHER[starter]
            if turn != self.turn:
                self.turn = turn
                for each in self.seats.values():
                    each.begin_turn()
        for side, clock in self.seats.items():
            own = [entry for entry in entries if entry.side == side]
            last_set = next((each for each in reversed(own) if each.kind == "set"), None)
            later = own[own.index(last_set) :] if last_set is not None else own
            sum_ns = sum(entry.value for entry in later if entry.kind == "give")
            if last_set is not None:
                clock.set(last_set.value)
            clock.change(sum_ns)
            self._enter_both(clock, self.seats[OTHER[side]])

    def _take_back(self, *, charge: bool) -> None:
        """Take the last press back: its seat has the turn again (SetTurn)."""
        before, presser = self.before_press, OTHER[self.turn]
        assert before is not None
        spent_ns, now = self.seats[self.turn].turn_ns, self.at_ns
        self.seats[presser] = deepcopy(before.seats[presser])
        if charge:
            self.seats[self.turn] = deepcopy(before.seats[self.turn])
            self.seats[presser].run(before.at_ns + spent_ns)
        self.seats[self.turn].begin_turn()
        self.turn, self.moves, self.before_press = presser, before.moves, None
        for each in self.seats.values():
            each.at_ns = now

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
