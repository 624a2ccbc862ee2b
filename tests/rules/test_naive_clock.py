"""A clock that counts unit by unit, as anybody would, has the same times as the rules."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules.control import Control, Method, Period
from clock.rules.machine import begin
from clock.rules.regulations import FirstBonus, Rollover
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.units import SECOND_NS
from tests.rules.games import Game, setup
from tests.rules.random_games import EVERY, HALF_OF_GAMES, controls

UNIT_NS = SECOND_NS + 7
TIMES_NS = tuple(units * UNIT_NS for units in (1, 2, 3, 5, 8, 12))


class Zero(Enum):
    """What zero is for a clock."""

    ENDS_TIME, ENDS_TURN, IS_PASSED = range(3)


class Case(NamedTuple):
    """What is told of a method to somebody who counts by hand."""

    earns: Callable[["Naive"], int] = lambda _: 0
    """What a press adds, in units."""
    zero: Zero = Zero.ENDS_TIME
    each_unit: int = -1
    others: int = 0
    """What the other's clock gains in each unit."""
    early: bool = False
    """The increment may be there before the move."""
    waits: bool = False


CASES = {
    Method.PLAIN: Case(),
    Method.INCREMENT: Case(lambda clock: clock.bonus, early=True),
    Method.BRONSTEIN: Case(lambda clock: min(clock.bonus, clock.thought)),
    Method.DELAY: Case(waits=True),
    Method.BYOYOMI: Case(lambda clock: clock.bonus - clock.left if clock.overtime else 0),
    Method.HOURGLASS: Case(others=1),
    Method.COUNTUP: Case(zero=Zero.IS_PASSED, each_unit=1),
    Method.BELOW_ZERO: Case(zero=Zero.IS_PASSED),
    Method.GONG: Case(lambda clock: clock.whole - clock.left, Zero.ENDS_TURN),
}


def test_every_method_has_a_case_for_the_clock_that_counts_by_hand() -> None:
    missing = [method.value for method in Method if method not in CASES]
    assert not missing, "tests/rules/test_naive_clock.py: CASES has no row for these"


class Naive:
    """One seat's clock; `other` is that of the opponent."""

    other: "Naive"
    left: int
    overtime: int
    thought: int

    def __init__(self, control: Control, rollover: Rollover, first: FirstBonus) -> None:
        self.control, self.rollover, self.first = control, rollover, first
        self.period, self.made, self.began, self.thought = 1, 0, 0, 0
        self.down = self.passes = False
        self.enter(self.terms, 0, self.advance(self.terms))

    @property
    def terms(self) -> Period:
        return self.control[min(self.period, len(self.control)) - 1]

    @property
    def case(self) -> Case:
        return CASES[self.terms.method]

    @property
    def bonus(self) -> int:
        return self.terms.bonus_ns // UNIT_NS

    @property
    def whole(self) -> int:
        return self.terms.time_ns // UNIT_NS

    @property
    def following(self) -> Period | None:
        last = self.control[-1]
        return (*self.control[self.period :], *([last] if last.repeat else []), None)[0]

    @property
    def completed(self) -> bool:
        return self.terms.moves is not None and self.made >= self.began + self.terms.moves

    def advance(self, terms: Period) -> int:
        """The increment that is there before the first move."""
        early = self.first is FirstBonus.BEFORE and CASES[terms.method].early
        return terms.bonus_ns // UNIT_NS if early else 0

    def enter(self, terms: Period, began: int, more: int) -> None:
        self.began, self.left, self.overtime = began, more + terms.time_ns // UNIT_NS, 0
        self.waits = terms.bonus_ns // UNIT_NS if CASES[terms.method].waits else 0
        if terms.count and self.left == 0:
            self.left, self.overtime = terms.bonus_ns // UNIT_NS, terms.count

    def unit(self) -> None:
        """A unit of time goes by in this seat's turn."""
        self.thought += 1
        if self.waits or self.down:
            self.waits = max(0, self.waits - 1)
            return
        self.left += self.case.each_unit
        if not self.other.down:
            self.other.left += self.case.others
        if self.left == 0 and self.case.zero is not Zero.IS_PASSED:
            self.zero()

    def zero(self) -> None:
        terms, number = self.terms, self.period
        periods = self.overtime - 1 if self.overtime else terms.count
        if periods > 0:
            self.overtime, self.left = periods, terms.bonus_ns // UNIT_NS
        elif self.case.zero is Zero.ENDS_TURN:
            self.passes = True
        elif self.following is None:
            self.down = True
        elif self.rollover is Rollover.AT_ZERO_BOTH and not terms.repeat:
            for each in (self, self.other):
                if each.period <= number and not each.down and not each.terms.repeat:
                    each.next_period(in_turn=each is self)
        elif terms.moves is None or self.completed:
            self.next_period(in_turn=True)
        else:
            self.down = True

    def next_period(self, earned: int = 0, *, in_turn: bool = False) -> None:
        terms, following, waits = self.terms, self.following, self.waits
        if following is None:
            return
        carried = self.left
        if {CASES[each.method].zero for each in (terms, following)} != {Zero.ENDS_TIME}:
            carried = 0
        elif not terms.carry or self.overtime:
            carried = self.advance(following) if earned else 0
        began = self.made if terms.moves is None else self.began + terms.moves
        self.enter(following, began, carried)
        self.period += 1
        if in_turn:
            self.waits = min(self.waits, waits)  # a turn has one delay

    def press(self) -> None:
        terms, earned = self.terms, self.case.earns(self)
        self.made += 1
        rolls = self.rollover is Rollover.ON_MOVE and self.completed
        if rolls and self.following is not None:
            earned += self.advance(self.following) - self.advance(terms)
        if not self.down:
            self.left += earned
        self.thought, self.passes = 0, False
        self.waits = self.bonus if self.case.waits else 0
        if rolls and not self.down:
            self.next_period(earned)


SECONDS = st.sampled_from((0, 1, 1, 2, 3, 5, 8, 13))
ACTS = st.lists(
    st.tuples(st.sampled_from(("press", "press", "wait", "stop")), SECONDS), max_size=25
)
CONTROLS = controls(EVERY, TIMES_NS, TIMES_NS[:4])


@pytest.mark.rule("RIF 14.1", "RIF 14.4", "rollover: on_move", "rollover: at_zero")
@pytest.mark.rule("rollover: at_zero_both", "control: mixed periods", "control: a seat's own")
@pytest.mark.rule("control: plain", "control: increment", "control: first bonus", "gomoku 5.6")
@pytest.mark.rule("control: periods", "control: repeating blocks", "control: bronstein")
@pytest.mark.rule("control: delay", "control: byoyomi", "control: hourglass", "control: countup")
@pytest.mark.rule("control: below_zero", "control: gong")
@settings(max_examples=HALF_OF_GAMES)
@given(CONTROLS, CONTROLS, st.sampled_from(Rollover), st.sampled_from(FirstBonus), ACTS)
def test_in_every_game_both_seats_show_what_counting_unit_by_unit_shows(
    left: Control,
    right: Control,
    rollover: Rollover,
    first: FirstBonus,
    acts: list[tuple[str, int]],
) -> None:
    game = Game(started=False)
    choices = setup(rollover=rollover, first_bonus=first)
    game.state = begin(replace(choices, left=left, right=right))
    game.start()
    naive = {LEFT: Naive(left, rollover, first), RIGHT: Naive(right, rollover, first)}
    naive[LEFT].other, naive[RIGHT].other = naive[RIGHT], naive[LEFT]
    turn: Seat = LEFT
    for act, units in acts:
        presser = turn
        for _ in range(units):
            naive[turn].unit()
            if naive[turn].passes:  # the gong
                naive[turn].press()
                turn = turn.other
            if naive[LEFT].down and naive[RIGHT].down:
                break
        if act == "press":
            game.press(presser, after=units * UNIT_NS)
            if presser is turn and naive[turn].case.zero is not Zero.ENDS_TURN:
                naive[turn].press()
                turn = turn.other
        else:
            game.wait(units * UNIT_NS)
        for seat, clock in naive.items():
            state = game.state.seat(seat)
            shown = (game.remaining_ns(seat), state.period, state.overtime or 0, state.fallen)
            left_ns = 0 if clock.down else clock.left * UNIT_NS
            assert shown == (left_ns, clock.period, 0 if clock.down else clock.overtime, clock.down)
        if game.state.both_fallen:
            return
        assert game.running is turn
        if act == "stop":
            game.stop()
            game.resume(after=SECOND_NS)
