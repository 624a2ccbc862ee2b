"""What the rules make of a clock that lost its power, or its program, and came back."""

import pytest

from clock.rules.inputs import Input, PowerLost, Press, Restarted, Resume, Start, Stop
from clock.rules.machine import begin, step
from clock.rules.outputs import ClockRestarted, ClocksResumed, ClocksStopped, Output, PowerWasLost
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, State, check
from clock.rules.units import SECOND_NS
from tests.rules.games import setup

LOST = PowerLost(14 * SECOND_NS, SECOND_NS)


def after(*inputs: Input) -> tuple[State, list[Output]]:
    """The state after inputs, and what came of the last."""
    state, outputs = begin(setup("1:00")), list[Output]()
    for each in inputs:
        state, outputs = step(state, each)
        check(state)
    return state, outputs


def test_power_lost_stops_the_clocks_at_the_last_instant_that_is_known() -> None:
    state, outputs = after(Start(0), Press(10 * SECOND_NS, LEFT), LOST)
    assert outputs == [PowerWasLost(LOST.at_ns, SECOND_NS), ClocksStopped(LOST.at_ns, None)]
    assert (state.phase, state.uncertain_ns) == (Phase.STOPPED, SECOND_NS)
    assert state.right.remaining_ns == 56 * SECOND_NS


def test_power_lost_in_joint_time_goes_back_to_joint_time() -> None:
    state, outputs = after(Start(0, (LEFT, RIGHT)), LOST, Resume(15 * SECOND_NS))
    assert outputs == [ClocksResumed(15 * SECOND_NS, None, False)]
    assert state.phase is Phase.JOINT
    assert state.left.remaining_ns == state.right.remaining_ns == 46 * SECOND_NS


def test_nothing_is_uncertain_once_the_organizer_lets_the_clocks_go_on() -> None:
    state, _ = after(Start(0), LOST, Resume(15 * SECOND_NS))
    assert (state.phase, state.uncertain_ns) == (Phase.RUNNING, 0)
    assert state.left.remaining_ns == 46 * SECOND_NS


def test_clocks_that_even_an_exact_power_cut_finds_running_are_stopped() -> None:
    state, _ = after(Start(0), PowerLost(14 * SECOND_NS, 0))
    assert (state.phase, state.uncertain_ns) == (Phase.STOPPED, 0)


@pytest.mark.parametrize("before", [(), (Start(0), Stop(3 * SECOND_NS))])
def test_power_lost_while_no_clock_runs_changes_nothing(before: tuple[Input, ...]) -> None:
    was, _ = after(*before)
    state, outputs = after(*before, LOST)
    assert outputs == [PowerWasLost(LOST.at_ns, 0)]
    assert (state.phase, state.left, state.right) == (was.phase, was.left, was.right)
    assert state.uncertain_ns == 0


def test_a_restart_changes_nothing_but_is_told() -> None:
    state, outputs = after(Start(0), Restarted(14 * SECOND_NS, 3 * SECOND_NS))
    assert outputs == [ClockRestarted(14 * SECOND_NS, 3 * SECOND_NS)]
    state, _ = step(state, Press(20 * SECOND_NS, LEFT))
    assert state.left.remaining_ns == 40 * SECOND_NS
