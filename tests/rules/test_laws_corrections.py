"""What no correction, claim or late arrival breaks, in whatever game and phase it comes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules import inputs
from clock.rules import outputs as out
from clock.rules.control import NEVER_USED_UP, Control, Method
from clock.rules.inputs import Input
from clock.rules.invariants import check
from clock.rules.machine import begin, step
from clock.rules.outputs import Output
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase, Record, SeatState, State
from clock.rules.timed_events import byoyomi_left
from clock.rules.timing import charge
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.games import setup
from tests.rules.random_games import (
    CORRECTIONS,
    COUNTED_DOWN,
    HALF_OF_GAMES,
    QUARTER_OF_GAMES,
    DrawnAct,
    Played,
    controls,
    input_of,
    late_games,
    mixed_games,
)

CORRECT = (
    *(inputs.Adjust, inputs.HandFault, inputs.SetMoves, inputs.SetColours, inputs.SetPeriod),
    *(inputs.SetTurn, inputs.Retype, inputs.SetIllegalMoves),
)
seats = st.sampled_from((LEFT, RIGHT))
numbers = st.integers(0, 12)
corrections = st.builds(
    DrawnAct, st.sampled_from(CORRECTIONS), st.just(0), seats, st.integers(0, 7)
)
chains = st.lists(corrections, max_size=8)
gifts = st.builds(
    DrawnAct, st.sampled_from(("give", "penalty")), st.just(0), seats, st.integers(0, 7)
)


def step_all(state: State, *acts: Input) -> tuple[State, list[Output]] | None:
    """Return the state after some acts, and their outputs; None if any is refused."""
    outputs: list[Output] = []
    for act in acts:
        try:
            state, new = step(state, replace(act, at_ns=max(act.at_ns, state.at_ns)))
        except Refused:
            return None
        check(state)
        outputs += new
    return state, outputs


def has_timed_events(outputs: list[Output]) -> bool:
    """Whether a clapper moved or a gong struck."""
    return any(
        isinstance(each, out.ClapperFell | out.ClapperRaised | out.GongStruck) for each in outputs
    )


def essence(clock: SeatState, **more: Any) -> SeatState:
    """A clock without its call and its record."""
    return replace(clock, **{"call": Call.OFF, "record": Record.KEPT, **more})


def figures(state: State) -> Any:
    """Moves, colours, turn, phase and both clocks, without falls, calls and the record."""
    state = charge(state, state.at_ns)
    clocks = [essence(clock, fell_at_ns=None) for clock in (state.left, state.right)]
    return state.play, state.turn, state.running, state.phase, state.choice, state.last, clocks


def methods(state: State) -> set[Method]:
    return {state.left.terms.method, state.right.terms.method}


def a_press_credits_the_seat_that_pressed_after_any_chain(
    state: State, chain: list[DrawnAct]
) -> None:
    for act in chain:
        state, _ = step_all(state, input_of(state, act)) or (state, [])
    state, _ = step_all(state, inputs.Resume(0)) or (state, [])
    if state.phase is not Phase.RUNNING or state.running is None:
        return
    seat, before = state.running, state.play
    pressed = step_all(state, inputs.Press(0, seat))
    assert pressed is not None
    turns = [each for each in pressed[1] if isinstance(each, out.TurnPassed)]
    if has_timed_events(pressed[1]) or not turns:
        return
    after = pressed[0].play
    assert (turns[0].seat, pressed[0].running) == (seat, seat.other)
    if before.step is None:
        assert after.made(seat) == before.made(seat) + 1
        assert after.made(seat.other) == before.made(seat.other)
    else:
        assert after.moves == before.moves + turns[0].credited


def a_press_taken_back_leaves_what_was_before_it_but_for_the_time_spent(
    played: Played, seconds: int, since: list[DrawnAct]
) -> None:
    """What the organizer gave and took since stays, as if the press had not been."""
    moments = zip(played.states, played.states[1:], played.inputs, played.outputs, strict=False)
    for before, after, made, outputs in moments:
        turns = [each for each in outputs if isinstance(each, out.TurnPassed)]
        simple = isinstance(made, inputs.Press) and len(turns) == 1 and before.wake_ns > made.at_ns
        settled = after.last is not None and after.wake_ns > made.at_ns + 1
        if not simple or not settled or has_timed_events(outputs):
            continue
        seat, later_ns = turns[0].seat, min(seconds * SECOND_NS, after.wake_ns - 1 - made.at_ns)
        changes = [input_of(after, act) for act in since]
        changed = step_all(after, inputs.Tick(made.at_ns + later_ns), *changes)
        late = [inputs.Arrive(made.at_ns, seat)] if seat in before.absent else []
        expected = step_all(before, inputs.Tick(made.at_ns), *late, *changes)
        assert changed is not None
        assert expected is not None
        taken = step_all(changed[0], inputs.SetTurn(0, seat))
        if taken is None:
            continue  # it would leave no time, which is refused while a clock runs
        periods = [(each.left.period, each.right.period) for each in (after, changed[0])]
        if has_timed_events([*changed[1], *expected[1], *taken[1]]) or periods[0] != periods[1]:
            continue  # a period that the press brought was used already
        state, was = charge(taken[0], taken[0].at_ns), charge(expected[0], made.at_ns)
        assert (state.turn, state.running) == (seat, seat)
        assert replace(state.play, offers=0) == replace(was.play, offers=0)
        own, other, idle = state.seat(seat), state.seat(seat.other), was.seat(seat.other)
        counted = methods(state) | methods(after)
        for kind in inputs.PressKind:
            again = step_all(changed[0], inputs.Retype(0, kind), inputs.SetTurn(0, seat))
            if again is not None and not has_timed_events(again[1]):
                assert figures(again[0]) == figures(taken[0]), kind
        if later_ns and any(method.counting.flows for method in counted):
            continue
        if NEVER_USED_UP & counted and any(act.kind == "penalty" for act in since):
            continue  # takes no more than is there
        assert essence(own, record=own.record) == essence(
            was.seat(seat), record=was.seat(seat).record
        )
        counted = {other.terms.method, after.seat(seat.other).terms.method}
        if counted <= set(COUNTED_DOWN) - {Method.DELAY}:
            assert other.remaining_ns == (0 if idle.fallen else idle.remaining_ns - later_ns)
        if counted == {Method.GONG}:
            assert other.remaining_ns == idle.remaining_ns, "its turn has not begun"
        assert (other.period, other.due) == (idle.period, idle.due)
        assert step_all(taken[0], inputs.SetTurn(0, seat.other)) is None, "one press, and no more"


def a_time_that_is_lifted_arms_the_call_and_one_that_is_short_calls(played: Played) -> None:
    for before, after, made in zip(played.states, played.states[1:], played.inputs, strict=False):
        was = charge(step(before, inputs.Tick(made.at_ns))[0], made.at_ns)
        corrected = isinstance(made, CORRECT) and was.phase is before.phase
        if not corrected or after.started_at_ns is None:
            continue
        limit_ns = after.setup.regulations.referee_call_ns
        for seat in (LEFT, RIGHT):
            old, new = was.seat(seat), charge(after, after.at_ns).seat(seat)
            if new.fallen or Call.OFF in (old.call, new.call):
                continue
            lifts = new.remaining_ns > old.remaining_ns or new.period != old.period
            if lifts and new.remaining_ns > limit_ns:
                assert new.call is Call.ARMED
            elif new.remaining_ns <= limit_ns and not after.completed(seat):
                assert new.call is not Call.ARMED


@pytest.mark.rule("corrections: moves", "corrections: colours", "corrections: period")
@pytest.mark.rule("corrections: time", "corrections: press", "corrections: turn", "RIF 14.9")
@settings(max_examples=HALF_OF_GAMES)
@given(mixed_games(), late_games(), numbers, chains, st.lists(gifts, max_size=2))
def test_corrections_keep_their_laws_in_every_game(
    played: Played,
    late: Played,
    number: int,
    chain: list[DrawnAct],
    since: list[DrawnAct],
) -> None:
    last = played.states[-1]
    a_press_credits_the_seat_that_pressed_after_any_chain(last, chain)
    a_press_taken_back_leaves_what_was_before_it_but_for_the_time_spent(played, 3 * number, since)
    a_time_that_is_lifted_arms_the_call_and_one_that_is_short_calls(played)
    a_time_that_is_lifted_arms_the_call_and_one_that_is_short_calls(late)


@pytest.mark.rule("RIF 9.6", "RIF 15")
@settings(max_examples=QUARTER_OF_GAMES)
@given(mixed_games(), seats)
def test_one_claim_never_hinders_the_other_and_a_player_who_acts_has_arrived(
    played: Played, seat: Seat
) -> None:
    for state in played.states:
        alone = step_all(state, inputs.Claim(0, seat))
        second = step_all(state, inputs.Claim(0, seat.other), inputs.Claim(0, seat))
        assert alone is not None
        assert second is not None
        assert claimed(seat, alone[1]) is claimed(seat, second[1])
        if claimed(seat, alone[1]) and claimed(seat.other, second[1]):
            assert {claim.seat for claim in second[0].claims} == {LEFT, RIGHT}
        if state.phase in (Phase.READY, Phase.FINISHED):
            continue
        for act in (inputs.Press(0, seat), inputs.Claim(0, seat), inputs.Resume(0, seat)):
            result = step_all(state, act)
            if result and (not isinstance(act, inputs.Claim) or claimed(seat, result[1])):
                assert seat not in result[0].absent
                assert result[0].interrupted is not Phase.JOINT


def claimed(seat: Seat, outputs: list[Output]) -> bool:
    return any(isinstance(each, out.Claimed) and each.seat is seat for each in outputs)


COUNTERS = range(25)
some_controls = controls((Method.PLAIN,), tuple(n * MINUTE_NS for n in (5, 6, 7, 10, 30)))


@pytest.mark.rule("corrections: moves")
@settings(max_examples=QUARTER_OF_GAMES)
@given(
    some_controls, st.lists(st.tuples(st.integers(0, 90), st.sampled_from(COUNTERS) | st.none()))
)
def test_a_counter_set_back_gives_what_there_was_less_what_has_run_since(
    control: Control, acts: list[tuple[int, int | None]]
) -> None:
    state = begin(replace(setup(), left=control, right=control))
    state, _ = step(state, inputs.Start(0))
    known = totals_at(state)
    for gap_s, jump in acts:
        at_ns, before = state.at_ns + gap_s * SECOND_NS, state.play.moves
        if jump is None:
            state, _ = step(state, inputs.Press(at_ns, state.turn))
        else:
            state = stopped(state, at_ns)
            known = totals_at(state)
            state, _ = step(state, inputs.SetMoves(at_ns, jump))
            state, _ = step(state, inputs.Resume(at_ns))
        if state.phase is not Phase.RUNNING or state.left.fallen or state.right.fallen:
            return
        now = totals_at(state)
        last = before if jump is None else jump
        assert now[: last + 1] == known[: last + 1]
        known = now


def totals_at(state: State) -> list[tuple[int, int]]:
    """What each seat has and has spent, if the counter were set to each number of moves."""
    state = stopped(state, state.at_ns)
    return [
        (total_of(after.left), total_of(after.right))
        for made in COUNTERS
        for after in (step(state, inputs.SetMoves(state.at_ns, made))[0],)
    ]


def total_of(clock: SeatState) -> int:
    return clock.spent_ns + clock.remaining_ns - (clock.short_ns or 0)


def stopped(state: State, at_ns: int) -> State:
    return step(state, inputs.Stop(at_ns))[0]


@pytest.mark.rule("corrections: time")
@given(st.integers(1, 3), st.lists(st.integers(1, 60), min_size=1, max_size=5))
def test_a_seat_that_fell_in_byoyomi_has_no_more_of_it_however_often_time_is_given(
    periods: int, gifts_s: list[int]
) -> None:
    state = begin(setup(f"0:10 and {periods}x30"))
    state, _ = step(state, inputs.Start(0))
    for gift_s in gifts_s:
        state, _ = step(state, inputs.Tick(state.wake_ns + 600 * SECOND_NS))
        assert state.left.ran_out
        at_ns, more_ns = state.at_ns, gift_s * SECOND_NS
        state, _ = step(stopped(state, at_ns), inputs.Adjust(at_ns, LEFT, delta_ns=more_ns))
        assert byoyomi_left(state.left) == 0
        state, _ = step(state, inputs.Resume(at_ns))
        assert state.wake_ns == at_ns + more_ns
