"""What no correction, claim or late arrival breaks, in whatever game and phase it comes."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clock.rules.control import Method
from clock.rules.inputs import (
    Adjust,
    Claim,
    Input,
    Press,
    PressKind,
    Resume,
    Retype,
    SetColours,
    SetMoves,
    SetPeriod,
    SetTurn,
    Tick,
    Warn,
)
from clock.rules.machine import step
from clock.rules.openings import Play, step_at
from clock.rules.outputs import (
    Claimed,
    ClapperFell,
    ClapperRaised,
    Corrected,
    GongStruck,
    Output,
    PressRetyped,
    RefereeCalled,
    TurnPassed,
)
from clock.rules.refusal import Refused
from clock.rules.seats import LEFT, RIGHT, Seat
from clock.rules.state import Call, Phase, Record, SeatState, State, check
from clock.rules.timing import charged
from clock.rules.units import MINUTE_NS, SECOND_NS
from tests.rules.random_games import CORRECTIONS, COUNTED_DOWN, Act, Played, games, input_of
from tests.rules.test_properties import GAMES, steps

many = settings(max_examples=GAMES // 4)
seats = st.sampled_from((LEFT, RIGHT))
numbers = st.integers(0, 12)
corrections = st.builds(Act, st.sampled_from(CORRECTIONS), st.just(0), seats, st.integers(0, 7))
chains = st.lists(corrections, max_size=8)


def done(state: State, *acts: Input) -> tuple[State, list[Output]] | None:
    """The state after acts, checked, and what came of them; None if one is refused."""
    outputs: list[Output] = []
    for act in acts:
        try:
            state, came = step(state, replace(act, at_ns=max(act.at_ns, state.at_ns)))
        except Refused:
            return None
        check(state)
        outputs += came
    return state, outputs


def by_itself(outputs: list[Output]) -> bool:
    """Whether a clapper moved, or a gong struck."""
    return any(isinstance(each, ClapperFell | ClapperRaised | GongStruck) for each in outputs)


def figures(state: State) -> Any:
    """Moves, colours, turn, phase and both clocks, without falls, calls and the record."""
    state = charged(state, state.at_ns)
    clocks = [
        replace(clock, call=Call.OFF, record=Record.KEPT, fell_at_ns=None)
        for clock in (state.left, state.right)
    ]
    return state.play, state.turn, state.running, state.phase, state.choice, state.last, clocks


@pytest.mark.rule("corrections: moves")
@many
@given(games(), chains)
def test_a_press_credits_the_seat_that_pressed_after_any_chain_of_corrections(
    played: Played, chain: list[Act]
) -> None:
    state = played.states[-1]
    for act in chain:
        result = done(state, input_of(state, act))
        state = state if result is None else result[0]
    went_on = done(state, Resume(0))
    state = state if went_on is None else went_on[0]
    if state.phase is not Phase.RUNNING or state.running is None:
        return
    seat, before = state.running, state.play
    pressed = done(state, Press(0, seat))
    assert pressed is not None
    turns = [each for each in pressed[1] if isinstance(each, TurnPassed)]
    if by_itself(pressed[1]) or not turns:
        return
    after = pressed[0].play
    assert (turns[0].seat, pressed[0].running) == (seat, seat.other)
    if before.step is None:
        assert after.made(seat) == before.made(seat) + 1
        assert after.made(seat.other) == before.made(seat.other)
    else:
        assert after.moves == before.moves + turns[0].credited


def corrections_there_and_back(
    state: State, seat: Seat, number: int
) -> Iterator[tuple[Input, Input]]:
    """Each correction that can be undone by one of its kind, and that one."""
    yield SetMoves(0, number), SetMoves(0, state.play.moves)
    if number:
        yield SetPeriod(0, seat, number), SetPeriod(0, seat, state.seat(seat).period)
        yield Adjust(0, seat, delta_ns=number), Adjust(0, seat, delta_ns=-number)
        more_ns = number * MINUTE_NS
        yield Adjust(0, seat, delta_ns=more_ns), Adjust(0, seat, delta_ns=-more_ns)
    if not state.play.open:
        yield SetColours(0, state.play.black.other), SetColours(0, state.play.black)


@pytest.mark.rule("corrections: moves")
@pytest.mark.rule("corrections: colours")
@pytest.mark.rule("corrections: period")
@pytest.mark.rule("corrections: time")
@many
@given(games(), seats, numbers)
def test_a_correction_there_and_back_gives_back_the_game(
    played: Played, seat: Seat, number: int
) -> None:
    for state in played.states[-8:]:
        state = replace(state, count_moves=False)
        for there, back in corrections_there_and_back(state, seat, number):
            result = done(state, there, back)
            if result is not None and not by_itself(result[1]):
                assert figures(result[0]) == figures(state), (there, back)


@pytest.mark.rule("corrections: moves")
@many
@given(games(), numbers, numbers)
def test_of_counters_typed_one_after_the_other_the_last_one_counts(
    played: Played, first: int, second: int
) -> None:
    state = played.states[-1]
    once = done(state, SetMoves(0, second))
    twice = done(state, SetMoves(0, first), SetMoves(0, second))
    if once is not None and twice is not None and not by_itself(twice[1]):
        assert figures(once[0]) == figures(twice[0])


@pytest.mark.rule("corrections: moves")
@many
@given(games(COUNTED_DOWN), numbers)
def test_also_with_something_between_times_and_periods_come_back(
    played: Played, number: int
) -> None:
    state = played.states[-1]
    there, back = SetMoves(0, number), SetMoves(0, state.play.moves)
    result = done(state, there, Warn(0, LEFT), back)
    opening, play = state.setup.opening, state.play
    plain = step_at(opening, step_at(opening, play.step, number), play.moves) == play.step
    if result is None or by_itself(result[1]) or not plain:
        return  # of the ways to a number of moves the one without a swap is taken
    assert result[0].turn is state.turn
    for seat in (LEFT, RIGHT):
        now, was = (
            charged(result[0], state.at_ns).seat(seat),
            charged(state, state.at_ns).seat(seat),
        )
        if not fewer_were_made(state.play, seat, was):
            assert (now.remaining_ns, now.period, now.due) == (
                was.remaining_ns,
                was.period,
                was.due,
            )


def fewer_were_made(play: Play, seat: Seat, clock: SeatState) -> bool:
    """Whether the counter does not fit the period to begin with, as after a fall."""
    quota = clock.due is not None and play.made(seat) >= clock.due
    return quota or play.made(seat) < clock.entered


@pytest.mark.rule("corrections: moves")
@pytest.mark.rule("corrections: colours")
@pytest.mark.rule("corrections: period")
@pytest.mark.rule("corrections: press")
@many
@given(games(), seats, numbers)
def test_the_same_correction_again_does_nothing_more(
    played: Played, seat: Seat, number: int
) -> None:
    state = played.states[-1]
    acts: tuple[Input, ...] = (
        SetMoves(0, number),
        SetPeriod(0, seat, max(1, number)),
        SetColours(0, seat),
        *(Retype(0, kind) for kind in PressKind),
    )
    for act in acts:
        once, twice = done(state, act), done(state, act, act)
        if once is None or twice is None or GongStruck in map(type, twice[1]):
            continue
        again = [each for each in twice[1][len(once[1]) :] if not isinstance(each, PressRetyped)]
        assert all(isinstance(each, Corrected) and each.before == each.after for each in again)
        assert (twice[0].left, twice[0].right) == (once[0].left, once[0].right)
        assert figures(twice[0]) == figures(once[0])


@pytest.mark.rule("corrections: turn")
@many
@given(games(), st.integers(0, 40))
def test_a_press_taken_back_leaves_what_was_before_it_but_for_the_time_spent(
    played: Played, seconds: int
) -> None:
    for before, after, made, outputs in steps(played):
        turns = [each for each in outputs if isinstance(each, TurnPassed)]
        simple = isinstance(made, Press) and len(turns) == 1 and before.wake_ns > made.at_ns
        if (
            not simple
            or after.last is None
            or by_itself(outputs)
            or after.wake_ns <= made.at_ns + 1
        ):
            continue
        seat, later_ns = turns[0].seat, min(seconds * SECOND_NS, after.wake_ns - 1 - made.at_ns)
        taken = done(after, Tick(made.at_ns + later_ns), SetTurn(0, seat))
        assert taken is not None
        if by_itself(taken[1]):  # a period that the press brought was used already
            continue
        state = charged(taken[0], taken[0].at_ns)
        was = charged(before, made.at_ns)
        assert (state.turn, state.running) == (seat, seat)
        assert replace(state.play, offers=0) == replace(was.play, offers=0)
        own, other = state.seat(seat), state.seat(seat.other)
        if own.terms.method is Method.GONG or Method.HOURGLASS in methods(state) | methods(after):
            continue
        assert essence(own) == essence(was.seat(seat))
        counted = {other.terms.method, after.seat(seat.other).terms.method}
        if not counted & {Method.DELAY, Method.COUNTUP, Method.GONG, Method.BYOYOMI}:
            idle = was.seat(seat.other)
            remaining_ns = 0 if idle.fallen else idle.remaining_ns - later_ns
            assert other.remaining_ns == remaining_ns
        assert (other.period, other.due) == (was.seat(seat.other).period, was.seat(seat.other).due)
        assert done(taken[0], SetTurn(0, seat.other)) is None, "one press, and no more"


def methods(state: State) -> set[Method]:
    """How both seats' time is counted."""
    return {state.left.terms.method, state.right.terms.method}


def essence(clock: SeatState) -> SeatState:
    """A clock without its call and its record."""
    return replace(clock, call=Call.OFF, record=Record.KEPT)


@pytest.mark.rule("RIF 14.9")
@many
@given(games())
def test_no_clapper_falls_before_a_time_referee_was_called(played: Played) -> None:
    ever: set[Seat] = set()
    for before, _, _, outputs in steps(played):
        called = {seat for seat in ever if before.seat(seat).call in (Call.CALLED, Call.CAME)}
        for output in outputs:
            if isinstance(output, RefereeCalled):
                called.add(output.seat)
                ever.add(output.seat)
            elif isinstance(output, ClapperFell) and before.seat(output.seat).call is not Call.OFF:
                assert output.seat in called


@pytest.mark.rule("RIF 9.6")
@many
@given(games(), seats)
def test_a_claim_of_one_never_hinders_the_others(played: Played, seat: Seat) -> None:
    for state in played.states:
        alone = done(state, Claim(0, seat))
        second = done(state, Claim(0, seat.other), Claim(0, seat))
        assert alone is not None
        assert second is not None
        assert claimed(seat, alone[1]) is claimed(seat, second[1])
        if claimed(seat, alone[1]) and claimed(seat.other, second[1]):
            assert {claim.seat for claim in second[0].claims} == {LEFT, RIGHT}


def claimed(seat: Seat, outputs: list[Output]) -> bool:
    """Whether a seat's claim was taken."""
    return any(isinstance(each, Claimed) and each.seat is seat for each in outputs)


@pytest.mark.rule("RIF 15")
@many
@given(games(), seats)
def test_who_presses_claims_or_is_sent_on_is_there_and_joint_time_is_over(
    played: Played, seat: Seat
) -> None:
    for state in played.states:
        if state.phase in (Phase.READY, Phase.FINISHED):
            continue
        for act in (Press(0, seat), Claim(0, seat), Resume(0, seat)):
            result = done(state, act)
            if (result is not None and not isinstance(act, Claim)) or (
                result is not None and claimed(seat, result[1])
            ):
                assert seat not in result[0].absent
                assert result[0].interrupted is not Phase.JOINT
