"""Corners of the rules that were settled by judgement, each with its reason."""

import pytest
from msgspec.structs import replace

from clock.rules.control import Method, Period
from clock.rules.inputs import Press, Start, Tick
from clock.rules.machine import begin, step
from clock.rules.openings import OPENINGS
from clock.rules.refusal import SetupError
from clock.rules.regulations import PROFILES, FirstBonus
from clock.rules.seats import LEFT
from clock.rules.state import Setup
from clock.rules.units import MINUTE_NS, SECOND_NS

DELAYS = (
    Period(10 * SECOND_NS, None, Method.DELAY, 5 * SECOND_NS),
    Period(MINUTE_NS, None, Method.DELAY, 5 * SECOND_NS),
)


def setup(*control: Period, first_bonus: FirstBonus = FirstBonus.AFTER) -> Setup:
    return Setup(
        left=control,
        right=control,
        regulations=replace(PROFILES["rif"], first_bonus=first_bonus),
        opening=OPENINGS["none"],
    )


@pytest.mark.rule("control: delay")
def test_a_turn_has_one_delay_even_if_a_period_begins_in_it() -> None:
    state, _ = step(begin(setup(*DELAYS)), Start(0))
    state, _ = step(state, Tick(15 * SECOND_NS))  # 5 s of delay and 10 s of time
    assert (state.left.period, state.left.delay_left_ns) == (2, 0)
    state, _ = step(state, Press(16 * SECOND_NS, LEFT))
    assert state.left.remaining_ns == 59 * SECOND_NS
    assert state.left.delay_left_ns == 5 * SECOND_NS


@pytest.mark.rule("control: periods")
@pytest.mark.parametrize(
    ("first_bonus", "left_ns"),
    [(FirstBonus.AFTER, MINUTE_NS), (FirstBonus.BEFORE, MINUTE_NS + SECOND_NS)],
)
def test_a_block_that_carries_nothing_keeps_an_increment_only_if_it_is_for_the_move_to_come(
    first_bonus: FirstBonus, left_ns: int
) -> None:
    block = Period(MINUTE_NS, 1, Method.INCREMENT, SECOND_NS, repeat=True, carry=False)
    state, _ = step(begin(setup(block, first_bonus=first_bonus)), Start(0))
    state, _ = step(state, Press(20 * SECOND_NS, LEFT))
    assert (state.left.period, state.left.remaining_ns) == (2, left_ns)


@pytest.mark.rule("control: set-up")
def test_a_clock_that_would_show_nothing_at_the_start_is_refused() -> None:
    nothing = Period(0, None, Method.INCREMENT, 30 * SECOND_NS)
    with pytest.raises(SetupError, match=r"control\.left\[0\]\.time: expected more than 0"):
        begin(setup(nothing))
    shown = begin(setup(nothing, first_bonus=FirstBonus.BEFORE))
    assert shown.left.remaining_ns == 30 * SECOND_NS
