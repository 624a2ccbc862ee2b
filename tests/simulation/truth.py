"""What the clock must show, worked out by the rules' text alone, from contacts and people.

Nothing of `clock` is used here. A game is a list of facts in the game's time; `Truth` folds
them anew whenever it is asked, so a fact that turns out otherwise is simply changed.
"""

from copy import copy, deepcopy
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from tests.simulation.entries import CLOSING, FIGURES, Entry, correct
from tests.simulation.opening_steps import STEPS
from tests.simulation.seat_clock import Period, Rollover, SeatClock

Side = Literal["left", "right"]
Happening = Literal[
    "start", "press", "arrive", "stop", "resume", "cut", "look", "claim", "dismiss", "choose"
]  # fmt: skip
FactKind = Happening | Entry
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
    opening: str = "none"
    halves: bool = False
    """Joint time takes half of what passes from each (`late_start = "split"`)."""
    late_factor: int = 1
    illegal_ns: int | None = None
    """The opponent's time for an illegal move; None: there is no such ruling."""
    second_loses: bool = False

    @property
    def knows_joint(self) -> bool:
        """Whether the rules say how joint time is counted."""
        methods = {each.method for each in (*self.left, *self.right)}
        return self.rollover != "at_zero_both" and "gong" not in methods


class Fact(NamedTuple):
    """What happened at an instant of the game."""

    at_ns: int
    kind: FactKind
    side: Side | None = None
    value: int = 0
    """Of "give" and "set" a time in ns, of "turn" whether time is charged, of "start" who is late,
    of "choose" 1 for a swap and 2 for two more; of others the number."""

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
    step: str = ""
    """Of the opening; empty after it."""
    choice: int = 0
    at_ns: int = 0
    seats: dict[Side, SeatClock] = field(default_factory=dict)
    absent: set[Side] = field(default_factory=set)
    joint_ns: int = 0
    """How long joint time has run."""
    joint: bool = False
    """Whether joint time runs, or goes on after the stop."""
    claims: list[Side] = field(default_factory=list)
    before_press: "Game | None" = None
    """The game as it was before the last press, if that can be taken back."""
    is_stale: bool = False
    """Times were given or set since the last press, and play went on."""
    stopped: "Game | None" = None
    """The game as its clocks stopped."""
    entries: list[Fact] = field(default_factory=list)
    """Corrections, dismissals and arrivals since then."""
    before_resume: "Game | None" = None
    """The stop as the clocks were resumed, claims dismissed."""

    def __post_init__(self) -> None:
        self.turn = self.black = self.rules.starter
        self.step = next(iter(STEPS[self.rules.opening]), "")
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
            self._advance_joint(to_ns)
        for side in self.running if self.phase == "running" else ():
            clock, other = self.seats[side], self.seats[OTHER[side]]
            entered = clock.entered
            used_ns = clock.run(to_ns)
            if side in self.absent:
                clock.late_ns += to_ns - self.at_ns
            if clock.period.method == "hourglass" and not other.fallen:
                other.left_ns += used_ns
            if clock.entered > entered:
                self.enter_both(clock, other)
            if clock.gong_ns is not None:
                self._strike_gong(side, clock.gong_ns)
                self.advance(to_ns)
                return
        self._end_by_fall(falls)
        self.at_ns = to_ns
        for each in self.seats.values():
            each.at_ns = to_ns

    def _advance_joint(self, to_ns: int) -> None:
        """Take joint time from both, or half of it from each; a fall may end it."""
        first_ns = min(self._joint_end_ns(copy(each), to_ns) for each in self.seats.values())
        before_ns, self.joint_ns = self.joint_ns, self.joint_ns + first_ns - self.at_ns
        for clock in self.seats.values():
            share_ns = self.joint_ns - before_ns
            if self.rules.halves:
                share_ns = self.joint_ns // 2 - before_ns // 2
            was_fallen, clock.at_ns = clock.fallen, self.at_ns
            clock.run(self.at_ns + share_ns)
            clock.late_ns += share_ns
            if clock.fallen and not was_fallen:
                clock.fell_at_ns = first_ns
        self._end_by_fall(0 if first_ns < to_ns else self.falls)
        self.at_ns = first_ns
        for each in self.seats.values():
            each.at_ns = first_ns
        if first_ns < to_ns:
            self.advance(to_ns)

    def _joint_end_ns(self, clock: SeatClock, to_ns: int) -> int:
        """When joint time makes a clock fall, if that is before an instant."""
        if clock.fallen:
            return to_ns
        if not self.rules.halves:
            clock.run(to_ns)
            return clock.fell_at_ns or to_ns
        clock.at_ns = 0
        clock.run((self.joint_ns + to_ns - self.at_ns) // 2 - self.joint_ns // 2)
        if clock.fell_at_ns is None:
            return to_ns
        return self.at_ns + 2 * clock.fell_at_ns - self.joint_ns % 2

    def _strike_gong(self, side: Side, at_ns: int) -> None:
        """End the turn, which counts as a move."""
        self.at_ns = at_ns
        self.before_press = None
        self.moves += 1
        for each in self.seats.values():
            each.at_ns, each.gong_ns = at_ns, None
        self.seats[side].press()
        self._run(OTHER[side])

    def enter_both(self, clock: SeatClock, other: SeatClock) -> None:
        """Where periods begin for both at once, the other gets the one that this seat reached."""
        while self.rules.rollover == "at_zero_both" and other.entered < clock.entered:
            if other.fallen or other.debt is not None:
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
        elif fact.kind == "stop" and self._was_resumed_at(fact.at_ns):
            assert self.before_resume is not None
            vars(self).update(vars(self.before_resume))  # nothing ran: the list goes on
        elif fact.kind in ("stop", "cut", "claim") and self.running:
            self.phase, self.claims = "stopped", []
            self.stopped, self.entries = deepcopy(self), []
        if self.phase not in ("ready", "running", "joint"):
            self._take_in_stop(fact)

    def _take_press(self, fact: Fact) -> None:
        side = fact.side
        assert side is not None
        arrives = side in self.absent and self.phase != "ready"
        ended_joint = arrives and self.joint
        if arrives and self.stopped is not None:
            self.entries.append(Fact(fact.at_ns, "arrive", side))
            correct(self)
        elif arrives:
            self.arrive(side)
        if ended_joint:
            return
        if self.phase == "running" and side == self.turn:
            if self.seats[side].period.method == "gong":
                return  # only the gong ends a turn
            self.is_stale = False
            self.before_press = deepcopy(self)
            self.before_press.before_press = None
            self._credit(side)
            self.seats[side].press()
            self._run(OTHER[side])
        elif self.phase == "ready" and side == OTHER[self.turn]:
            self._run(self.turn)

    def arrive(self, side: Side) -> None:
        """Let a late player be there; the first one ends joint time."""
        self.absent.discard(side)
        self._charge_late(side)
        if self.joint:
            self.joint = False
            for each in self.seats.values():
                each.begin_turn()
            if self.phase == "joint":
                self.phase = "running"

    def _charge_late(self, side: Side) -> None:
        """Charge what ran while a player was late the rest of so many times, at his arrival."""
        clock, falls = self.seats[side], self.falls
        more_ns, clock.late_ns = (self.rules.late_factor - 1) * clock.late_ns, 0
        entered = clock.entered
        if self.phase in ("running", "joint"):
            clock.run(self.at_ns + more_ns)
            clock.at_ns = self.at_ns
        else:
            clock.charge_late(more_ns)
        if clock.entered > entered:
            self.enter_both(clock, self.seats[OTHER[side]])
        if clock.fell_at_ns is not None:
            clock.fell_at_ns = min(clock.fell_at_ns, self.at_ns)
        self._end_by_fall(falls)

    def _credit(self, side: Side) -> None:
        """Credit a press in an opening or after it; who lays takes the colour that is to move."""
        step, choice, self.choice = STEPS[self.rules.opening].get(self.step), self.choice, 0
        if step is None:
            self.moves += 1
            return
        if step.swap is not None and choice != 2:
            takes = side if choice == 0 else OTHER[side]
            self.black = OTHER[takes] if self.moves % 2 else takes
        self.step = (step.then, step.swap or "", step.two_more or "")[choice]
        self.moves += (step.lay, 0, 2)[choice]

    @property
    def ends_in_debt(self) -> bool:
        """Whether a debt ends the game as soon as play goes on."""
        debts = sum(seat.debt is not None for seat in self.seats.values())
        return debts > 0 and (self.rules.stops_at_fall or debts + self.falls == 2)

    @property
    def may_choose(self) -> bool:
        """Whether the next press may be a swap."""
        step = STEPS[self.rules.opening].get(self.step)
        return step is not None and step.swap is not None

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
            struck = [entry for entry in self.entries if entry.kind != "arrive"][-1]
            self.entries.remove(struck)
            if struck.kind == "dismiss" and struck.side is not None:
                self.claims.append(struck.side)
                self.phase = "claimed"
            correct(self)
        elif fact.kind in (*FIGURES, *CLOSING):
            self.entries.append(fact)
            correct(self)

    def _was_resumed_at(self, at_ns: int) -> bool:
        before = self.before_resume
        return bool(self.running) and before is not None and before.at_ns == at_ns

    def _resume(self, at_ns: int) -> None:
        """Go on; debts become falls now."""
        self.before_resume = None
        before = deepcopy(self)
        before.entries += [Fact(at_ns, "dismiss", side) for side in self.claims]
        before.phase, before.claims = "stopped", []
        self.before_resume = before
        self.phase, self.claims = ("joint" if self.joint else "running"), []
        if any(entry.kind in FIGURES and entry.kind != "offences" for entry in self.entries):
            self.is_stale, self.before_press = self.before_press is not None, None
        self.stopped, falls = None, self.falls
        for side, clock in self.seats.items():
            clock.fall_in_debt(at_ns)
            self.enter_both(clock, self.seats[OTHER[side]])
        self._end_by_fall(falls)
        clock = self.seats[self.turn]
        if clock.period.method == "gong" and clock.left_ns == 0:  # also if no time runs
            self._strike_gong(self.turn, at_ns)

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
