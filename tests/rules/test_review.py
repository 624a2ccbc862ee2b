"""What a hostile reader of the rules found, each with the rule that it broke."""

import pytest
from msgspec.structs import replace

from clock.rules.control import Period
from clock.rules.inputs import (
    Adjust,
    Choose,
    Finish,
    HandFault,
    Press,
    PressKind,
    Result,
    Resume,
    Retype,
    SetMoves,
    SetPeriod,
    Start,
    Stop,
    Tick,
)
from clock.rules.machine import begin, step
from clock.rules.openings import OPENINGS, Option
from clock.rules.outputs import BothFallen, ClapperRaised, RefereeCalled
from clock.rules.refusal import Refused
from clock.rules.regulations import PROFILES, PenaltyTo
from clock.rules.seats import LEFT, RIGHT
from clock.rules.state import Phase, Setup, State
from clock.rules.units import MINUTE_NS, SECOND_NS


def game(*inputs: object, opening: str = "none", minutes: int = 60, **choices: object) -> State:
    control = (Period(minutes * MINUTE_NS),)
    base = PROFILES[str(choices.pop("base", "rif"))]
    setup = Setup(
        left=control,
        right=control,
        regulations=replace(base, **choices),
        opening=OPENINGS[opening],
    )
    state = begin(setup)
    for each in inputs:
        state, _ = step(state, each)  # type: ignore[arg-type]
    return state


@pytest.mark.rule("RIF 17")
@pytest.mark.parametrize(
    ("opening", "made", "after"),
    [("rif", 3, 4), ("rif", 1, 3), ("rif", 4, 5), ("soosyrv-8", 4, 5), ("taraguchi-10", 2, 3)],
)
def test_a_counter_set_inside_an_opening_is_counted_on_from_there(
    opening: str, made: int, after: int
) -> None:
    state = game(Start(0), SetMoves(1, made), Press(2, LEFT), opening=opening)
    assert state.play.moves == after


@pytest.mark.rule("RIF 17")
def test_a_counter_set_within_an_opening_leaves_its_next_choice() -> None:
    state = game(Start(0), SetMoves(1, 3), opening="rif")
    assert state.play.step is not None
    assert state.play.step.options == (Option.STAY, Option.SWAP)


@pytest.mark.rule("RIF 17")
def test_a_counter_set_to_two_more_stones_leaves_the_last_choice_and_the_colours_open() -> None:
    state = game(Start(0), SetMoves(1, 5), opening="swap2")
    assert (state.play.step, state.play.open) == (state.setup.opening.steps["last choice"], True)


@pytest.mark.rule("RIF 17")
def test_a_press_from_before_the_counter_was_set_is_not_retyped() -> None:
    state = game(Start(0), Press(1, LEFT), Press(2, RIGHT), SetMoves(3, 3), opening="rif")
    with pytest.raises(Refused):
        step(state, Retype(4, PressKind.SWAP))


@pytest.mark.rule("RIF 17")
def test_two_more_that_was_forgotten_is_retyped_and_the_choice_goes_across() -> None:
    state = game(Start(0), Press(1, LEFT), Press(2, RIGHT), opening="swap2")
    assert (state.play.moves, state.play.open) == (4, False)
    state, _ = step(state, Retype(3, PressKind.TWO_MORE))
    assert (state.play.moves, state.play.open) == (5, True)
    state, _ = step(state, Choose(4, LEFT, Option.SWAP))
    state, _ = step(state, Press(5, LEFT))
    assert (state.play.moves, state.play.black) == (5, LEFT)


@pytest.mark.rule("RIF 14.3 same hand")
def test_no_penalty_raises_a_fallen_clapper() -> None:
    state = game(
        Start(0),
        Tick(MINUTE_NS),
        minutes=1,
        hand_warnings=0,
        hand_penalty_ns=MINUTE_NS,
        hand_penalty_to=PenaltyTo.OPPONENT,
    )
    state, outputs = step(state, HandFault(MINUTE_NS, RIGHT))
    assert state.left.fallen
    assert not any(isinstance(each, ClapperRaised) for each in outputs)


@pytest.mark.rule("RIF 14.9")
def test_the_same_period_set_again_calls_no_second_referee() -> None:
    state = game(Start(0), Tick(56 * MINUTE_NS), base="rif-referees")
    state, outputs = step(state, SetPeriod(56 * MINUTE_NS, LEFT, 1))
    state, later = step(state, Tick(57 * MINUTE_NS))
    assert not any(isinstance(each, RefereeCalled) for each in (*outputs, *later))


@pytest.mark.rule("RIF 14.9")
def test_time_given_to_a_period_that_began_short_calls_the_referee_at_five_minutes() -> None:
    state = game(Start(0), minutes=4, base="rif-referees")
    state, _ = step(state, Adjust(0, LEFT, delta_ns=10 * MINUTE_NS))
    state, outputs = step(state, Tick(9 * MINUTE_NS))
    assert outputs == [RefereeCalled(9 * MINUTE_NS, LEFT)]


@pytest.mark.rule("RIF 10.4")
def test_both_clappers_dropped_in_a_stop_say_so() -> None:
    state = game(Start(0), Stop(1), Adjust(2, LEFT, remaining_ns=0))
    state, outputs = step(state, Adjust(3, RIGHT, remaining_ns=0))
    assert outputs[-1] == BothFallen(3, True)
    assert state.phase is Phase.FALLEN


@pytest.mark.rule("RIF 15")
def test_joint_time_that_a_result_ended_by_mistake_goes_on_as_joint_time() -> None:
    state = game(Start(0, (LEFT, RIGHT)), Finish(SECOND_NS, Result.VOID), Resume(2 * SECOND_NS))
    assert state.phase is Phase.JOINT
    state, _ = step(state, Tick(3 * SECOND_NS))
    assert state.left.spent_ns == SECOND_NS
